# The static site, a directory that any web server can serve.

SITE ?= site

.PHONY: site judge-site
site: ## build the static site in SITE: the pages that compute in the browser, the reference, the guides and the examples
	scripts/site $(SITE) "$(VERSION)"

.PHONY: moving-picture
moving-picture: packages ## replace the README's animation
	$(MAKE) site SITE=bin/site
	$(GO) run ./test/moving -site bin/site -out docs/images/workbench.gif

judge-site: packages ## open the static site in a browser, under a subpath and without a network, and check its requests
	$(GO) test ./test/site -count 1
