# Reports on many leases.

BULK_LEASES ?= 1000000
BEAM_LEASES ?= 100000

.PHONY: bulk judge-beam

bulk: build ## measure leasehold report on BULK_LEASES leases, compared with only reading and computing them
	$(GO) run ./test/bulk -program bin/leasehold -leases $(BULK_LEASES)

judge-beam: ## compare the Beam pipeline with the command on BEAM_LEASES leases: on Prism, in one process and with separate workers
	cd cmd/beam && $(GO) vet ./... && $(GO) test ./cmd/... && $(GO) test -v -timeout 40m . -leases $(BEAM_LEASES)
