# Tests of the engine that are too long for `make test`, and measurements.

LEASES    ?= 1000000
FUZZ_TIME ?= 10m

.PHONY: oracle fuzz bench

oracle: ## compare LEASES random leases with the independent oracle
	$(GO) test ./test/oracle -run 'EngineEqualsOracle$$' -timeout 24h -oracle.leases=$(LEASES) -v

FUZZ_FILES = cell:FuzzCell sheet:FuzzCSV sheet:FuzzRows leasefile:FuzzOpen leasefile:FuzzOpenDir schedulefile:FuzzRead

fuzz: ## fuzz the engine and the readers of requests and files for FUZZ_TIME each
	$(GO) test ./test/engine -run '^$$' -fuzz '^FuzzDecode$$' -fuzztime $(FUZZ_TIME)
	$(GO) test ./test/engine -run '^$$' -fuzz '^FuzzCompute$$' -fuzztime $(FUZZ_TIME)
	for f in $(FUZZ_FILES); do $(GO) test ./internal/$${f%:*} -run '^$$' -fuzz "^$${f#*:}$$" -fuzztime $(FUZZ_TIME) -fuzzminimizetime 5x || exit 1; done

bench: ## run the engine's benchmarks
	$(GO) test ./test/method -run '^$$' -bench . -benchtime 1s -count 3

.PHONY: cost
cost: ## measure the most expensive requests, and send them alongside other users' requests
	go test ./test/cost -timeout 0 -v
	go test ./test/faults -run TestTheWorstRequestsStallNoOne -v
