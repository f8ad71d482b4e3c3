# Targets for the console: its browser engine and its screenshots.

ARTIFACTS ?= bin/artifacts

.PHONY: screenshots

screenshots: ## run the console's browser tests and keep a screenshot of every page under ARTIFACTS
	mkdir -p $(ARTIFACTS)
	$(GO) test ./test/console -count 1 -artifacts -outputdir $(abspath $(ARTIFACTS))

.PHONY: screens
screens: ## keep screenshots under ARTIFACTS: every page at 1440, 1200, 768 and 390 pixels, light and dark, and printed
	rm -rf $(ARTIFACTS)/screens && mkdir -p $(ARTIFACTS)/screens
	$(GO) test ./test/console -run 'TestEveryPageOnEveryScreen|TestALeaseOf84MonthsPrintsOnEightPages' -count 1 -artifacts -outputdir $(abspath $(ARTIFACTS)/screens)

.PHONY: browser-engine
browser-engine: ## build the engine that the workbench runs in the browser
	$(GO) run ./internal/console/inbrowser/pack

.PHONY: pictures
pictures: ## replace the screenshots in docs/images
	rm -rf $(ARTIFACTS)/pictures && mkdir -p $(ARTIFACTS)/pictures
	$(GO) test ./test/console -run TestThePicturesOfTheGuideCanBeTaken -count 1 -artifacts -outputdir $(abspath $(ARTIFACTS)/pictures)
	find $(ARTIFACTS)/pictures -name '*.png' -exec cp {} docs/images/ ';'
	chmod 644 docs/images/*.png
