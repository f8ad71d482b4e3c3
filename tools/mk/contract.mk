# The API contract and the external programs that check it. Their versions are pinned in
# tools/npm, except the version of DuckDB: some registries lack its bindings for other platforms,
# and npm ci rejects a lock file without them.

DUCKDB := @duckdb/node-api@1.5.6-r.1

NPM_BIN := tools/npm/node_modules/.bin
# The external programs need a newer Node.js than many machines have, so tools/npm installs one.
JUDGE := PATH="$(CURDIR)/$(NPM_BIN):$$PATH" REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true

$(NPM_BIN)/.installed: tools/npm/package.json tools/npm/package-lock.json
	cd tools/npm && npm ci --no-audit --no-fund
	cd tools/npm && npm install --no-save --no-package-lock --no-audit --no-fund $(DUCKDB)
	touch $@

# Packing needs the TypeScript compiler but none of the external programs.
PACK_BIN := tools/pack/node_modules/.bin

$(PACK_BIN)/.installed: tools/pack/package.json tools/pack/package-lock.json
	cd tools/pack && npm ci --no-audit --no-fund
	touch $@

.PHONY: generate-contract
generate-contract: ## rewrite the contract's examples and its JSON form
	$(GO) test ./api -run TestExampleResponsesAreReal -update

.PHONY: lint-contract
lint-contract: $(NPM_BIN)/.installed ## lint the OpenAPI file with Redocly and Spectral
	$(JUDGE) redocly lint --config api/redocly.yaml api/openapi.yaml
	$(JUDGE) spectral lint --ruleset api/spectral.yaml --fail-severity hint api/openapi.yaml

.PHONY: judges
judges: $(NPM_BIN)/.installed $(PACK_BIN)/.installed ## check the service with external programs: MCP conformance suite and inspector, Prism (5,000 requests), TypeScript, DuckDB
	go test -tags judges -timeout 20m ./test/judges -v

.PHONY: vendored
vendored: $(NPM_BIN)/.installed ## compare the bundled swagger-ui with the pinned package
	@for f in swagger-ui-bundle.js swagger-ui.css LICENSE NOTICE swagger-ui-bundle.js.LICENSE.txt; do \
		sed -E 's@^(//|/\*)# sourceMappingURL=.*$$@@' tools/npm/node_modules/swagger-ui-dist/$$f | cmp - internal/reference/swagger-ui/$$f || exit 1; \
	done; echo "swagger-ui matches the pinned package"

.PHONY: generate-clients
generate-clients: ## rewrite the types of the TypeScript and Python clients from the contract
	$(GO) test ./tools/clients -update

NPM_DIR  ?= bin/npm

.PHONY: npm
npm: $(PACK_BIN)/.installed ## build the npm package with the engine and the types in NPM_DIR
	rm -rf $(NPM_DIR)
	scripts/npm $(NPM_DIR)/leasehold types
	cd $(NPM_DIR) && npm pack --silent ./leasehold

.PHONY: generate-cli
generate-cli: ## rewrite docs/CLI.md from the commands
	$(GO) test ./cmd/leasehold -run TestTheCommandReferenceIsCurrent -args -reference
