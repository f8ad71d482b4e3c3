# make alone lists the tasks.

GO       ?= go
GOLANGCI := github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0

.DEFAULT_GOAL := help
.PHONY: help build test check fmt packages

help: ## list the tasks
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sort | awk -F':.*## ' '{printf "  make %-18s %s\n", $$1, $$2}'

build: ## build the program into bin/
	CGO_ENABLED=0 $(GO) build -trimpath -o bin/leasehold ./cmd/leasehold

packages: ## install what the tests need from Debian's packages, or say what is missing
	@scripts/packages

test: packages ## run every test, with the race detector
	$(GO) test -race -shuffle=on -timeout 20m ./...

check: ## formatters, linters, module files, generated files, the engine in the browser, and a release without build tags: any difference fails
	$(GO) mod verify
	$(GO) mod tidy -diff
	$(GO) vet ./...
	$(GO) run $(GOLANGCI) fmt --diff
	$(GO) run $(GOLANGCI) run ./...
	$(GO) test ./api -run TestExamplesAreRealAnswers
	$(GO) run ./internal/console/inbrowser/pack -check
	scripts/untagged

fmt: ## format the code
	$(GO) run $(GOLANGCI) fmt

include $(wildcard mk/*.mk)
