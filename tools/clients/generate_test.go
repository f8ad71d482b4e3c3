package clients_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/leasehold-accounting/leasehold/tools/clients"
)

var update = flag.Bool("update", false, "rewrite the types of the clients")

// TestTheTypesMatchTheContract checks that the client types match the API contract.
func TestTheTypesMatchTheContract(t *testing.T) {
	for _, c := range []struct {
		path string
		make func() ([]byte, error)
	}{
		{"typescript/src/contract.d.ts", clients.TypeScript},
		{"typescript/src/shapes.js", clients.JavaScript},
		{"python/leasehold/contract.py", clients.Python},
		{"answer/contract.go", clients.Go},
		{"typescript/package.json", manifest("typescript/package.json")},
		{"python/pyproject.toml", manifest("python/pyproject.toml")},
	} {
		want, err := c.make()
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("../../client", c.path)
		if *update {
			if err := os.WriteFile(path, want, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not that of api/openapi.json (%v): make generate-clients", c.path, err)
		}
	}
}

// manifest returns the manifest of a package.
func manifest(path string) func() ([]byte, error) {
	return func() ([]byte, error) { return clients.Manifest(filepath.Join("../../client", path)) }
}
