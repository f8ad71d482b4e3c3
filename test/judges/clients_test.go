//go:build judges

package judges

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The npm package compiles with TypeScript's strictest settings, and bundlers accept it. The
// package's types accept valid values and reject invalid values.
func TestTheNpmPackageIsTyped(t *testing.T) {
	dir := t.TempDir()
	made := filepath.Join(dir, "node_modules/leasehold")
	if out, err := exec.CommandContext(t.Context(), filepath.Join(root, "scripts/npm"), made, "types").CombinedOutput(); err != nil {
		t.Fatalf("scripts/npm: %v\n%s", err, out)
	}
	for _, name := range []string{"typed.ts", "tsconfig.json"} {
		text, err := os.ReadFile(filepath.Join("testdata/clients", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "package.json"), []byte(`{"type": "module"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := run(t, dir, "tsc", "--project", "tsconfig.json"); err != nil {
		t.Errorf("tsc: %v\n%s", err, out)
	}
	out, err := run(t, dir, "esbuild", "--bundle", "--format=esm", "--platform=browser", "--log-level=warning", "node_modules/leasehold/src/index.js", "--outfile=bundle.js")
	if err != nil || strings.TrimSpace(out) != "" {
		t.Errorf("esbuild: %v\n%s", err, out)
	}
}

// The Python client is fully typed. Its types accept valid values and reject invalid ones.
func TestThePythonClientIsTyped(t *testing.T) {
	for _, dir := range []string{filepath.Join(root, "client/python"), "testdata/clients"} {
		if out, err := run(t, dir, "pyright", "--project", "."); err != nil {
			t.Errorf("pyright in %s: %v\n%s", dir, err, out)
		}
	}
}
