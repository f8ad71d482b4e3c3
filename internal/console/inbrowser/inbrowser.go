// Package inbrowser contains the engine that the workbench runs in a browser: the compiled and compressed
// program cmd/wasm/workbench, and the worker script that runs it.
//
// The compiled engine is stored in the repository, so that Go alone is enough to build the program. The file
// built.json records the engine's sources and Go version. If the sources have changed since the engine was
// built, a test fails. `make check` rebuilds the engine and compares it byte for byte with the stored engine.
// `make browser-engine` replaces the stored engine.
package inbrowser

import (
	_ "embed" // for built.json
	"encoding/json"
	"fmt"

	"github.com/leasehold-accounting/leasehold"
)

//go:embed built.json
var built []byte

// Built records the sources and the tools used to build an engine.
type Built struct {
	Go            string `json:"go"`            // version of the Go toolchain, such as go1.26.8
	RulesRevision int    `json:"rulesRevision"` // revision of the accounting rules (METHOD)
	Sources       string `json:"sources"`       // SHA-256 of the engine's sources
	Engine        string `json:"engine"`        // SHA-256 of engine.wasm
}

// Record returns the build record of the engine in this package.
func Record() (b Built, err error) {
	if err := json.Unmarshal(built, &b); err != nil {
		return b, fmt.Errorf("built.json: %w", err)
	}
	return b, nil
}

// Current reports whether the stored engine has this program's revision of the accounting rules. If it returns
// false, the console must not use the engine.
func Current() bool {
	b, err := Record()
	return err == nil && offered && b.RulesRevision == leasehold.RulesRevision
}
