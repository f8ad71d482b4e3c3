# Checks of the repository's other modules, its workflows and its dependencies.

ACTIONLINT  := github.com/rhysd/actionlint/cmd/actionlint@v1.7.12
GOVULNCHECK := golang.org/x/vuln/cmd/govulncheck@v1.9.0

.PHONY: beam tools clients portable tomorrow fresh vulnerabilities lint-workflows

beam: ## vet and build the pipeline of cmd/beam/, a separate module
	cd cmd/beam && $(GO) vet ./... && $(GO) build ./...

tools: ## vet and build the separate modules that build releases and check manifests
	cd tools/release && $(GO) mod verify && $(GO) vet ./... && $(GO) build -o /dev/null .
	cd tools/manifests && $(GO) mod verify && $(GO) vet ./... && $(GO) build -o /dev/null .

clients: ## run the tests of the clients in Go, TypeScript and Python, and of their generator
	$(GO) test ./client/... ./test/clients

portable: ## run the tests that must pass on Linux, macOS and Windows
	scripts/portable

fresh: ## run `make test` in a bare Debian 12 that has only make and Go (needs root)
	scripts/fresh make test

tomorrow: ## test a copy with the newest versions of all dependencies
	scripts/tomorrow

vulnerabilities: ## check whether the program reaches known vulnerabilities in its dependencies
	$(GO) run $(GOVULNCHECK) ./...

lint-workflows: ## lint the CI workflows
	$(GO) run $(ACTIONLINT) -shellcheck= -pyflakes=
