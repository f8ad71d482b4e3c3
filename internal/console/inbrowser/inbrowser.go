// Package inbrowser contains the engine that the workbench runs in a browser:
// cmd/wasm/workbench, compiled and compressed, and its worker.
//
// The compiled engine is stored in the repository, so building the program requires only Go.
// built.json records the engine's sources and Go version. A test fails if the sources have
// changed, and `make check` rebuilds the engine and compares the bytes. `make browser-engine`
// updates the stored engine.
package inbrowser

import (
	_ "embed" // built.json
	"encoding/json"
	"fmt"

	"github.com/leasehold-accounting/leasehold"
)

//go:embed built.json
var built []byte

// Built records what an engine was built from.
type Built struct {
	Go            string `json:"go"`            // the Go toolchain, such as go1.26.8
	RulesRevision int    `json:"rulesRevision"` // revision of the accounting rules
	Sources       string `json:"sources"`       // SHA-256 of the sources
	Engine        string `json:"engine"`        // SHA-256 of engine.wasm
}

// Record returns the record of the engine in this package.
func Record() (b Built, err error) {
	if err := json.Unmarshal(built, &b); err != nil {
		return b, fmt.Errorf("built.json: %w", err)
	}
	return b, nil
}

// Current reports whether the engine has the same accounting rules as this program. Otherwise the
// console must not offer the engine.
func Current() bool {
	b, err := Record()
	return err == nil && offered && b.RulesRevision == leasehold.RulesRevision
}
