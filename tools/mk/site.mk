# The folder that any web server hands out.

SITE ?= site

.PHONY: site judge-site
site: ## make the folder SITE: the pages that compute in the browser, the reference, the guides and the examples
	scripts/site $(SITE) "$(VERSION)"

.PHONY: moving-picture
moving-picture: packages ## make the moving picture of the README anew
	$(MAKE) site SITE=bin/site
	$(GO) run ./test/moving -site bin/site -out docs/images/workbench.gif

judge-site: packages ## open the folder of `make site` in a browser, below a path and without a network, and watch what it asks for
	$(GO) test ./test/site -count 1
