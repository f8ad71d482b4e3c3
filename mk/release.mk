# Static release binaries for every system that is supported, with checksums.

VERSION   ?= $(shell git describe --tags --always --dirty)
PLATFORMS ?= linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64

.PHONY: release
release: ## build dist/: static binaries for PLATFORMS, with checksums
	scripts/release "$(VERSION)" $(PLATFORMS)
