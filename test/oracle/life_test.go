package oracle

import (
	"encoding/json"
	"math/big"
	"os"
	"path/filepath"
	"testing"
)

// METHOD 13: the oracle agrees with published examples of uneven payments and modified leases. Each
// example has its own tolerance.
func TestMethod13_PublishedLives(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"life.json", "guides.json"} {
		body, err := os.ReadFile(filepath.Join("testdata", file))
		if err != nil {
			t.Fatal(err)
		}
		var examples []struct {
			ID        string
			Request   json.RawMessage
			Expect    map[string]json.Number
			Tolerance json.Number
		}
		if err := json.Unmarshal(body, &examples); err != nil {
			t.Fatal(err)
		}
		for _, e := range examples {
			checkPaths(t, e.ID, solve(t, string(e.Request)).Compute(), e.Expect, rational(t, e.Tolerance.String()))
		}
	}
}

// checkPaths compares the figures of the oracle with the published figures of an example.
func checkPaths(t *testing.T, id string, figures []Figure, expect map[string]json.Number, tolerance *big.Rat) {
	t.Helper()
	byPath := map[string]string{}
	for _, f := range figures {
		byPath[f.Path] = f.Text
	}
	for path, want := range expect {
		text, ok := byPath[path]
		if !ok {
			t.Errorf("%s: no figure %s", id, path)
			continue
		}
		off := new(big.Rat).Sub(rational(t, text), rational(t, want.String()))
		if off.Abs(off).Cmp(tolerance) > 0 {
			t.Errorf("%s: %s = %s, want %s within %s", id, path, text, want, tolerance.FloatString(3))
		}
	}
}
