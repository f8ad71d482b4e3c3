# Many leases.

BULK_LEASES ?= 1000000
BEAM_LEASES ?= 100000

.PHONY: bulk judge-beam

bulk: build ## leasehold report on BULK_LEASES leases, beside the floor of reading and computing them
	$(GO) run ./test/bulk -program bin/leasehold -leases $(BULK_LEASES)

judge-beam: ## the pipeline of cmd/beam/ on Apache Beam's Prism, in the process and with workers as processes, beside the command, with BEAM_LEASES leases
	cd cmd/beam && $(GO) vet ./... && $(GO) test ./cmd/... && $(GO) test -v -timeout 40m . -leases $(BEAM_LEASES)
