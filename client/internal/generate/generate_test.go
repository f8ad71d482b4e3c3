package generate_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/leasehold-accounting/leasehold/client/internal/generate"
)

var update = flag.Bool("update", false, "rewrite the types of the clients")

// The client types match the contract.
func TestTheTypesMatchTheContract(t *testing.T) {
	for _, c := range []struct {
		path string
		make func() ([]byte, error)
	}{
		{"typescript/src/contract.d.ts", generate.TypeScript},
		{"typescript/src/shapes.js", generate.JavaScript},
		{"python/leasehold/contract.py", generate.Python},
		{"answer/contract.go", generate.Go},
		{"typescript/package.json", manifest("typescript/package.json")},
		{"python/pyproject.toml", manifest("python/pyproject.toml")},
	} {
		want, err := c.make()
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("../..", c.path)
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
	return func() ([]byte, error) { return generate.Manifest(filepath.Join("../..", path)) }
}
