# The console: pictures to look at.

ARTIFACTS ?= bin/artifacts

.PHONY: screenshots

screenshots: ## run the console's browser tests and keep a picture of every page under ARTIFACTS
	mkdir -p $(ARTIFACTS)
	$(GO) test ./test/console -count 1 -artifacts -outputdir $(abspath $(ARTIFACTS))

.PHONY: browser-engine
browser-engine: ## build the engine that the workbench's page runs in the browser
	$(GO) run ./internal/console/inbrowser/pack
