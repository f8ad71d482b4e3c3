package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// An invalid command line is rejected before an engine is contacted, and leaves the report's directory
// unchanged.
func TestWrongCommandLinesAreRejected(t *testing.T) {
	dir := t.TempDir()
	leases := filepath.Join(dir, "leases.ndjson")
	earlier := filepath.Join(dir, "totals.json")
	for _, name := range []string{leases, earlier} {
		if err := os.WriteFile(name, []byte("{}\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	right := map[string]string{"from": "2026-01-01", "to": "2026-12-31", "group_by": "standard", "output": dir, "chunk_bytes": "1000"}
	for _, wrong := range []struct{ name, value, want string }{
		{"output", "", "-output"},
		{"from", "2026-13-01", "from"},
		{"to", "", "to"},
		{"group_by", "colour", "colour"},
		{"chunk_bytes", "0", "the chunk length is 0 bytes"},
		{"", "", "missing.ndjson"},
	} {
		for name, value := range right {
			if name == wrong.name {
				value = wrong.value
			}
			if err := flag.Set(name, value); err != nil {
				t.Fatal(err)
			}
		}
		files := []string{leases}
		if wrong.name == "" {
			files = []string{filepath.Join(dir, "missing.ndjson")}
		}
		var stderr bytes.Buffer
		if code := run(t.Context(), files, &stderr); code != 2 || !strings.Contains(stderr.String(), wrong.want) {
			t.Errorf("%s: exit status %d: %s", wrong.name, code, stderr.String())
		}
	}
	if _, err := os.Stat(earlier); err != nil {
		t.Error(err)
	}
}
