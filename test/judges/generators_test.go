//go:build judges

package judges

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/leasehold-accounting/leasehold/api"
	"github.com/leasehold-accounting/leasehold/internal/openapi30"
)

// oapiCodegen is a generator that reads OpenAPI 3.0.
const oapiCodegen = "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.5.0"

// The contract in the words of OpenAPI 3.0 is valid, and a generator of its time makes a
// client of it.
func TestOlderToolsReadTheOlderDescription(t *testing.T) {
	dir := t.TempDir()
	older, err := openapi30.From(api.YAML(""))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"openapi-3.0.yaml": string(older),
		"codegen.yaml":     "package: leases\noutput: leases.go\ngenerate: {models: true, client: true}\noutput-options: {response-type-suffix: Reply}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	rules, err := filepath.Abs(filepath.Join(root, "api/redocly.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if out, err := run(t, dir, "redocly", "lint", "--config", rules, "openapi-3.0.yaml"); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	generate := exec.CommandContext(t.Context(), "go", "run", oapiCodegen, "-config", "codegen.yaml", "openapi-3.0.yaml")
	generate.Dir = dir
	generate.Env = append(os.Environ(), "GOFLAGS=-mod=mod")
	if out, err := generate.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	made, err := os.ReadFile(filepath.Join(dir, "leases.go"))
	if err != nil || len(made) < 100_000 {
		t.Errorf("the generator made %d bytes: %v", len(made), err)
	}
}
