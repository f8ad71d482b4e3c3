# The long versions of the fault tests. Every variable can be set to a larger value.

KILLS           ?= 300
POINT_KILLS     ?= 30
DISK_FAULTS     ?= 60
FULL_DISKS      ?= 10
DATABASE_FAULTS ?= 15
FAULT_RATE      ?= 300
NETWORK_TIME    ?= 10m
NETWORK_SEED    ?= 1
TERMINATE_TIME  ?= 3m
REPLICA_KEYS    ?= 5000
CLOCK_JUMPS     ?= 1000
FUZZ_REQUESTS   ?= 50000
FUZZ_SEED       ?= 1
SOAK_TIME       ?= 20m
SOAK_RATE       ?= 100
MUTANTS         ?= 100
MUTATED         ?= ./money ./internal/meter ./internal/apikey ./internal/service ./internal/pv
MUTATED_ENGINE  ?= ./lease $(addprefix ./internal/engine/,months owed measure books notes)

.PHONY: faults soak fuzz-service mutants defects pgbench

.PHONY: simulate
SEEDS ?= 20
simulate: ## run SEEDS histories of the service in simulated time: slow clients, faults, wrong clocks, kills
	$(GO) test ./test/simulate -timeout 12h -v -args -seeds $(SEEDS)

faults: packages ## kill, disconnect and starve the service, and check its records after each fault (20 minutes to an hour)
	$(GO) test ./internal/usagedb/sqlite ./internal/usagedb/postgres -run 'TestStoreContract/Clock' -clock-jumps $(CLOCK_JUMPS) -v
	$(GO) test ./test/faults -run 'Kill|Disk|Grow|Database|Sessions|Network|Replicas' -timeout 4h -v \
		-kill-cycles $(KILLS) -point-kills $(POINT_KILLS) -disk-faults $(DISK_FAULTS) -disk-sticky -full-disks $(FULL_DISKS) \
		-database-faults $(DATABASE_FAULTS) -fault-rate $(FAULT_RATE) -network-time $(NETWORK_TIME) -network-seed $(NETWORK_SEED) \
		-terminate-time $(TERMINATE_TIME) -replica-keys $(REPLICA_KEYS)

soak: packages ## send mixed requests for SOAK_TIME with both kinds of database, and check that resource use does not grow
	$(GO) test ./test/faults -run 'TestSoak' -timeout 24h -v -soak-time $(SOAK_TIME) -soak-rate $(SOAK_RATE) -soak-restarts 3

fuzz-service: ## send FUZZ_REQUESTS random requests to the running service
	$(GO) test ./test/faults -run 'Fuzz' -timeout 2h -v -fuzz-requests $(FUZZ_REQUESTS) -fuzz-seed $(FUZZ_SEED)

pgbench: packages ## measure charges per second on PostgreSQL with 1, 2 and 4 replicas, compared with pgbench
	$(GO) run ./test/scale

mutants: ## change MUTANTS operations in each package that affects amounts, and list the changes that no test detects
	$(GO) run ./test/mutants -n $(MUTANTS) $(MUTATED)
	$(GO) run ./test/mutants -n $(MUTANTS) -tests ./test/method -tests ./test/engine -tests ./test/oracle $(MUTATED_ENGINE)

defects: packages ## break the service's guarantees in the source, and check that the fault tests fail
	$(GO) run ./test/mutants -defects
