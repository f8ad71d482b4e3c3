// Package inbrowser is the engine as the workbench's page runs it in a browser:
// cmd/wasm/workbench, built and compressed, with the worker that it runs in.
//
// What was built is kept in the repository, so that the program needs no more than
// Go to be built. built.json says from which sources and by which Go; a test fails
// where the sources have changed since, and `make check` builds it again and
// compares the bytes. `make browser-engine` renews it.
package inbrowser

import (
	_ "embed" // built.json
	"encoding/json"
	"fmt"

	"github.com/leasehold-accounting/leasehold"
)

//go:embed built.json
var built []byte

// Built says what an engine was built from.
type Built struct {
	Go            string `json:"go"`            // the toolchain, as in go1.26.8
	RulesRevision int    `json:"rulesRevision"` // of the accounting rules
	Sources       string `json:"sources"`       // SHA-256 of what it is compiled from
	Engine        string `json:"engine"`        // SHA-256 of engine.wasm
}

// Record returns what the engine was built from.
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
