# The contract and its outside judges. Versions are pinned in tools/npm.

NPM_BIN := tools/npm/node_modules/.bin
# The judges want a newer Node than many machines have; one comes with them.
JUDGE := PATH="$(CURDIR)/$(NPM_BIN):$$PATH" REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true

$(NPM_BIN)/.installed: tools/npm/package.json tools/npm/package-lock.json
	cd tools/npm && npm ci --no-audit --no-fund
	touch $@

.PHONY: generate-contract
generate-contract: ## rewrite the contract's examples and its JSON form
	$(GO) test ./api -run TestExamplesAreRealAnswers -update

.PHONY: lint-contract
lint-contract: $(NPM_BIN)/.installed ## lint the OpenAPI file with Redocly and Spectral
	$(JUDGE) redocly lint --config api/redocly.yaml api/openapi.yaml
	$(JUDGE) spectral lint --ruleset api/spectral.yaml --fail-severity hint api/openapi.yaml
