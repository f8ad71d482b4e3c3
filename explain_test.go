package leasehold

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Every figure of commencement and every column of the schedule has an origin: a
// label, words or a formula, and a paragraph of the lease's own standard.
func TestEveryFigureHasItsOrigin(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r, err := Compute(drawLease(t))
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, e := range append(r.Explain(), r.ExplainColumns()...) {
			if e.Figure == "" || e.Label == "" || e.Words+e.Formula == "" || e.Cite.Paragraph == "" || seen[e.Figure] {
				t.Fatalf("%+v", e)
			}
			seen[e.Figure] = true
			if strings.Contains(e.Words, "  ") || strings.Count(e.Formula, "(") != strings.Count(e.Formula, ")") {
				t.Fatalf("%s: %q %q", e.Figure, e.Words, e.Formula)
			}
		}
		for _, figure := range []string{"initialLiability", "currentLiability", "totalLeaseCost", "interest", "leaseExpense"} {
			if !seen[figure] {
				t.Fatalf("%s has no origin", figure)
			}
		}
	})
}

// The formulas carry the figures that they explain.
func TestFormulasCarryTheirFigures(t *testing.T) {
	t.Parallel()
	r := account(t, quarterly, arrears, rising, guaranteed, months(14))
	for _, e := range r.Explain() {
		want := map[string]string{
			"initialLiability": string(r.InitialLiability.AppendGrouped(nil, 2)),
			"totalLeaseCost":   string(r.TotalLeaseCost.AppendGrouped(nil, 2)),
			"currentLiability": string(r.Disclosures.CurrentLiability.AppendGrouped(nil, 2)),
			"periodicRate":     "6% × 3/12 = 1.5%",
		}[e.Figure]
		if !strings.HasSuffix(e.Formula, want) {
			t.Errorf("%s: %s, want %s", e.Figure, e.Formula, want)
		}
	}
}
