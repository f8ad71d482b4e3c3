# make alone lists the tasks.

GO       ?= go
# A Node.js that `make packages` installs where the system has an older one.
export PATH := $(CURDIR)/tools/node/node_modules/.bin:$(PATH)
GOLANGCI := github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0

.DEFAULT_GOAL := help
.PHONY: help build test long race check fmt packages

# What drives the built program, which is another process, or computes without
# goroutines of its own takes three to nine times as long under the race detector and
# shows it nothing: `make race` runs that, too. MADE builds whole releases and the folder
# of `make site`. LONG kills, cuts off and measures the service for minutes. -short takes
# fewer random leases and fewer sizes of a screen: `make race` takes all, every day. The
# race detector waits at the end of each package for what others still report: a second
# unless told, of which a tenth is enough.
ALL    = $(shell $(GO) list ./...)
MODULE = github.com/leasehold-accounting/leasehold
MADE   = $(addprefix $(MODULE)/test/,release site)
LONG   = $(addprefix $(MODULE)/test/,faults scale)
FAULTS = ^Test(KillUnderLoad|ReplicasBillOnce|RestoreDrill|NoRequestIsSmuggled)$$
ALONE  = $(addprefix $(MODULE)/,internal/console/leaseform internal/console/leaseview internal/export internal/export/workbook internal/leasefile internal/pv internal/schedulefile internal/sheet reperform)
PLAIN  = $(ALONE) $(filter-out $(MODULE)/test/exact $(LONG) $(MADE),$(filter $(MODULE)/test/% $(MODULE)/cmd/%,$(ALL)))
RACED  = $(filter-out $(PLAIN) $(LONG) $(MADE),$(ALL))

help: ## list the tasks
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sort | awk -F':.*## ' '{printf "  make %-18s %s\n", $$1, $$2}'

# The flags are those of `go run ./cmd/leasehold`, so that each compiles what the other has
# not. A release and the image are static, and trimmed of paths.
build: ## build the program into bin/
	$(GO) build -o bin/leasehold ./cmd/leasehold

packages: ## install what the tests need from Debian's packages, or say what is missing
	@scripts/packages

test: packages ## run the tests, with the race detector where goroutines share memory; those that take long in their short form
	@echo "First what runs goroutines, under the race detector; then the engine's judge, the commands and the built program."
	GORACE=atexit_sleep_ms=100 $(GO) test -race -short -shuffle=on -timeout 30m $(RACED)
	$(GO) test -short -shuffle=on -timeout 30m $(PLAIN)
	$(GO) test -shuffle=on -timeout 30m -run '$(FAULTS)' $(MODULE)/test/faults
	@echo "These were the short forms. 'make long' has every fault, 'make race' every size of a screen and more random leases."

long: packages ## run every fault, and the service and the files at their largest
	$(GO) test -shuffle=on -timeout 60m $(LONG)

race: packages ## run what `make test` and `make long` run without the race detector under it and whole, and the tests of releases and the site
	$(GO) test -race -shuffle=on -timeout 60m $(PLAIN) $(LONG)
	$(GO) test -shuffle=on -timeout 60m $(MADE)

check: ## formatters, linters, module files, generated files, the number of lines, the engine in the browser, a release without build tags, and workflows: any difference fails
	scripts/lines
	scripts/words
	$(GO) mod verify
	$(GO) mod tidy -diff
	$(GO) vet ./...
	$(GO) run $(GOLANGCI) fmt -c tools/golangci.yml --diff
	$(GO) run $(GOLANGCI) run -c tools/golangci.yml ./...
	$(GO) test ./api -run TestExampleResponsesAreReal
	$(GO) run ./internal/console/inbrowser/pack -check
	scripts/untagged
	$(MAKE) lint-workflows

fmt: ## format the code
	$(GO) run $(GOLANGCI) fmt -c tools/golangci.yml

include $(wildcard tools/mk/*.mk)
