// Package api contains the service's machine-readable contract, an OpenAPI 3.1 description. It is written by
// hand in openapi.yaml; its JSON form is generated from that file. The agent tools take their schemas from this
// package, and the end-to-end tests check every request and response against it.
package api

import (
	"bytes"
	_ "embed" // embeds the documents
	"encoding/json"
	"fmt"
	"sync"
)

//go:embed openapi.yaml
var documentYAML []byte

//go:embed openapi.json
var documentJSON []byte

// defaultAddress is the server URL in the description. A running server replaces it with its own URL.
const defaultAddress = "http://127.0.0.1:8080"

// YAML returns the description as YAML. The given URL, which has no path, replaces the server URL in it; ""
// keeps the default.
func YAML(publicURL string) []byte { return addressed(documentYAML, publicURL) }

// JSON returns the description as JSON. The given URL, which has no path, replaces the server URL in it; ""
// keeps the default.
func JSON(publicURL string) []byte { return addressed(documentJSON, publicURL) }

func addressed(document []byte, publicURL string) []byte {
	if publicURL == "" {
		return bytes.Clone(document)
	}
	return bytes.ReplaceAll(document, []byte(defaultAddress), []byte(publicURL))
}

// schemas returns the contract's schemas by name.
var schemas = sync.OnceValues(func() (map[string]json.RawMessage, error) {
	var document struct {
		Components struct {
			Schemas map[string]json.RawMessage `json:"schemas"`
		} `json:"components"`
	}
	if err := json.Unmarshal(documentJSON, &document); err != nil {
		return nil, fmt.Errorf("openapi.json: %w", err)
	}
	return document.Components.Schemas, nil
})

// Schema returns the schema with the given name, such as Lease. Its references refer to the whole description.
func Schema(name string) (json.RawMessage, error) {
	known, err := schemas()
	if err != nil {
		return nil, err
	}
	schema, ok := known[name]
	if !ok {
		return nil, fmt.Errorf("openapi.json: no schema %s", name)
	}
	return schema, nil
}

// Version returns the contract version, such as 1.0.0. The client packages have the same version.
var Version = sync.OnceValue(func() string {
	var document struct{ Info struct{ Version string } }
	if err := json.Unmarshal(documentJSON, &document); err != nil {
		panic(err) // cannot happen, because a test reads the embedded document
	}
	return document.Info.Version
})
