package oracle

import (
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"testing"
)

// METHOD 13: the oracle agrees with published examples of uneven payments, modified leases, FRS
// 102, GASB 96, initial application, calendars and currencies. Each example has its own tolerance.
// Some examples are reports.
func TestMethod13_PublishedExamples(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"life.json", "guides.json", "standards.json"} {
		body, err := os.ReadFile(filepath.Join("testdata", file))
		if err != nil {
			t.Fatal(err)
		}
		var examples []struct {
			ID, Name  string
			Request   json.RawMessage
			Report    map[string]json.RawMessage
			Expect    map[string]json.Number
			Tolerance json.Number
		}
		if err := json.Unmarshal(body, &examples); err != nil {
			t.Fatal(err)
		}
		for _, e := range examples {
			var figures []Figure
			if e.Report == nil {
				figures = solve(t, string(e.Request)).Compute()
			} else {
				e.Report["leases"] = fmt.Appendf(nil, "[%s]", e.Request)
				question, err := json.Marshal(e.Report)
				if err != nil {
					t.Fatal(err)
				}
				figures = reported(t, string(question))
			}
			checkPaths(t, e.ID+e.Name, figures, e.Expect, rational(t, e.Tolerance.String()))
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
