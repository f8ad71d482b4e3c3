# Tests of the service that are too long for `make test`, and measurements.

EXACT_RUNS       ?= 1000
IDEMPOTENCY_KEYS ?= 2000
BENCH_DIR        ?= /dev/shm

.PHONY: exactness bench-service conversations

exactness: ## use up a quota concurrently EXACT_RUNS times; send IDEMPOTENCY_KEYS keys 8 times simultaneously
	$(GO) test ./internal/usagedb/sqlite -run TestStoreContract/QuotaIsExactUnderConcurrency -timeout 1h -count $(EXACT_RUNS)
	$(GO) test ./test/e2e -run TestConcurrentRepeats -timeout 1h -v -plain -idempotency-keys $(IDEMPOTENCY_KEYS)

bench-service: ## measure the speed compared with a bare net/http handler (database in BENCH_DIR, in memory), the latency at half load, and the memory over 200,000 requests
	$(GO) run ./test/load -dir $(BENCH_DIR)

conversations: ## rewrite the golden conversations of test/e2e from the running program
	$(GO) test ./test/e2e -run TestConversations -plain -update
