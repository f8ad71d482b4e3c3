# `make` without a target lists the tasks.

GO       ?= go
# `make packages` installs this Node.js if the system's version is too old.
export PATH := $(CURDIR)/tools/node/node_modules/.bin:$(PATH)
GOLANGCI := github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0

.DEFAULT_GOAL := help
.PHONY: help build test long race check fmt packages

# RACED names the packages whose goroutines share memory: the service, its databases and the
# interfaces. `make test` runs them under the race detector, which takes three to nine times as long,
# and all others (PLAIN) without it; a daily `make race` runs PLAIN under it. The MADE tests build
# other programs: whole releases, the static site, and the program with one more amount. The LONG tests kill,
# disconnect and measure the service for minutes. -short uses fewer random leases and fewer screen
# sizes; `make race` uses all of them. At the end of each package, the race detector waits one second
# for late reports; GORACE shortens this to a tenth. `make check` runs `go vet` on every package, so
# the tests do not.
MODULE = github.com/leasehold-accounting/leasehold
ALL    = $(shell $(GO) list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}' ./...)
MADE   = $(addprefix $(MODULE)/test/,figures release site)
LONG   = $(addprefix $(MODULE)/test/,faults scale)
FAULTS = ^Test(KillUnderLoad|ReplicasBillOnce|RestoreDrill|NoRequestIsSmuggled)$$
SHARED = internal/account internal/adminapi internal/admission internal/batch internal/httpapi internal/mcpapi internal/meter internal/service internal/usagedb internal/usagedb/dbtest internal/usagedb/postgres internal/usagedb/sqlite
RACED  = $(addprefix $(MODULE)/,$(SHARED))
SLOW   = $(addprefix $(MODULE)/,test/console internal/export/workbook)
PLAIN  = $(SLOW) $(filter-out $(RACED) $(LONG) $(MADE) $(SLOW),$(ALL))

help: ## list the tasks
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sort | awk -F':.*## ' '{printf "  make %-18s %s\n", $$1, $$2}'

# The build uses the same flags as `go run ./cmd/leasehold`, so both share Go's build cache.
# Releases and the image are static and contain no paths from the build machine.
build: ## build the program into bin/
	$(GO) build -o bin/leasehold ./cmd/leasehold

packages: ## install the Debian packages that the tests need, or list the missing ones
	@scripts/packages

test: packages ## run the tests, with the race detector where goroutines share memory; long tests run in their short form
	@echo "First the packages whose goroutines share memory, under the race detector; then all others, and the fault tests."
	GORACE=atexit_sleep_ms=100 $(GO) test -race -short -vet=off -shuffle=on -p 3 -timeout 30m $(RACED)
	$(GO) test -short -vet=off -shuffle=on -p 3 -parallel 3 -timeout 30m $(PLAIN)
	$(GO) test -vet=off -shuffle=on -timeout 30m -run '$(FAULTS)' $(MODULE)/test/faults
	@echo "These were the short forms. 'make long' runs every fault test; 'make race' covers every screen size and more random leases."

long: packages ## run every fault test, and test the service and the files at their largest
	$(GO) test -vet=off -shuffle=on -timeout 60m $(LONG)

race: packages ## run in full, under the race detector, the tests that `make test` and `make long` run without it; also run the tests that build other programs
	$(GO) test -race -vet=off -shuffle=on -timeout 60m $(PLAIN) $(LONG)
	$(GO) test -vet=off -shuffle=on -timeout 60m $(MADE)

check: ## run the linters, and check the formatting, the module files, the generated files, the number of lines, the browser engine, the workflows, and that a release has no build tags; any difference fails
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
