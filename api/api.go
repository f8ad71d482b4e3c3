// Package api is the contract that machines read: the OpenAPI 3.1 description
// of the service, written by hand in openapi.yaml, and in JSON made from it. The
// tools for agents take their schemas from here, and every request and response
// of the end-to-end tests is checked against it.
package api

import (
	"bytes"
	_ "embed" // the documents
	"encoding/json"
	"fmt"
	"sync"
)

//go:embed openapi.yaml
var documentYAML []byte

//go:embed openapi.json
var documentJSON []byte

// defaultAddress is replaced in the document by the address of the server that
// serves it.
const defaultAddress = "http://127.0.0.1:8080"

// YAML returns the description as YAML, for a server at publicURL, which has
// no path; "" leaves the default address.
func YAML(publicURL string) []byte { return addressed(documentYAML, publicURL) }

// JSON returns the description as JSON, for a server at publicURL, which has
// no path; "" leaves the default address.
func JSON(publicURL string) []byte { return addressed(documentJSON, publicURL) }

func addressed(document []byte, publicURL string) []byte {
	if publicURL == "" {
		return bytes.Clone(document)
	}
	return bytes.ReplaceAll(document, []byte(defaultAddress), []byte(publicURL))
}

// schemas returns the schemas of the contract by name.
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

// Schema returns a schema of the description by its name, as in Lease.
// References within it still point into the description.
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
