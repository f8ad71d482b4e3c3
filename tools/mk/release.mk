# Releases for every supported system. CONTRIBUTING.md describes how to make a release.

# The version is in cmd/leasehold/version.go.
VERSION   ?= v$(shell sed -n 's/^[[:space:]]*releaseVersion = "\(.*\)"/\1/p' cmd/leasehold/version.go)
PLATFORMS ?= linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64

.PHONY: release release-check
release: ## build the last commit's release in dist/: archives, packages, image, manifests, bills of materials, provenance, checksums
	scripts/release "$(VERSION)" $(PLATFORMS)

release-check: ## build the whole release twice, the second time without a build cache, and compare the bytes
	RELEASE_UNSIGNED=1 DIST=bin/release-1 scripts/release "$(VERSION)" $(PLATFORMS)
	RELEASE_UNSIGNED=1 GOCACHE="$$(mktemp -d)" DIST=bin/release-2 scripts/release "$(VERSION)" $(PLATFORMS)
	diff -r bin/release-1 bin/release-2 && echo "both releases have the same bytes"
