// Package inbrowser contains the engine that the workbench runs in a browser:
// cmd/wasm/workbench, compiled and compressed, and its worker.
//
// The compiled engine is in the repository, so that only Go is needed to build the program.
// built.json records its sources and its Go version. A test fails if the sources have changed,
// and `make check` rebuilds it and compares the bytes. `make browser-engine` renews it.
package inbrowser

import (
	_ "embed" // built.json
	"encoding/json"
	"fmt"

	"github.com/leasehold-accounting/leasehold"
)

//go:embed built.json
var built []byte

// Built records the sources of an engine.
type Built struct {
	Go            string `json:"go"`            // the toolchain, as in go1.26.8
	RulesRevision int    `json:"rulesRevision"` // of the accounting rules
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

// Current reports whether the engine follows the accounting rules of this program.
// One that does not must not be offered.
func Current() bool {
	b, err := Record()
	return err == nil && offered && b.RulesRevision == leasehold.RulesRevision
}
