package method_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/engine/notes"
	"github.com/leasehold-accounting/leasehold/money"
)

// The zero Result has no explanations, and its Explain method does not panic.
func TestZeroResultHasNoOrigins(t *testing.T) {
	t.Parallel()
	r := new(leasehold.Result)
	if got := append(notes.Explain(r), notes.ExplainColumns(r)...); len(got) > 0 {
		t.Errorf("%+v", got)
	}
}

// Every amount at commencement and every column of the schedule has an explanation: a label, a
// description or formula, and a paragraph of the lease's standard.
func TestEveryFigureHasItsOrigin(t *testing.T) {
	t.Parallel()
	eachLease(t, func(t *testing.T, r *leasehold.Result) {
		t.Helper()
		seen := map[string]bool{}
		for _, e := range append(notes.Explain(r), notes.ExplainColumns(r)...) {
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

// Formulas contain the amounts that they explain.
func TestFormulasContainTheirFigures(t *testing.T) {
	t.Parallel()
	r := computeOffice(t, quarterly, arrears, rising, guaranteed, months(14))
	for _, e := range notes.Explain(r) {
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

// If a formula is a sum, its terms add up to its result. The cost of an exempt lease contains
// neither interest nor amortization.
func TestFormulasThatAreSumsAddUp(t *testing.T) {
	t.Parallel()
	number := regexp.MustCompile(`(^|[+−=] )([0-9][0-9,]*\.[0-9]{2})`)
	for _, more := range []string{
		`"standard":"ASC_842","termMonths":12,"exemption":"short_term"`, `"standard":"IFRS_16","termMonths":12,"exemption":"short_term"`,
		`"standard":"GASB_87","termMonths":12,"exemption":"short_term"`, `"standard":"IFRS_16","termMonths":36,"exemption":"low_value"`,
		`"standard":"ASC_842","termMonths":36`, `"standard":"IFRS_16","termMonths":36`,
	} {
		lease, err := leasehold.Decode([]byte(`{"commencementDate":"2026-01-01","paymentAmount":3000,"discountRateAnnual":0.06,"initialDirectCosts":600,"prepaidRent":100,` + more + `}`))
		if err != nil {
			t.Fatal(err)
		}
		r, err := leasehold.Compute(lease)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range notes.Explain(r) {
			if e.Words+e.Formula == "" || strings.ContainsAny(e.Formula, "×÷%") || !strings.Contains(e.Formula, " = ") {
				continue
			}
			var sum money.Amount
			for _, m := range number.FindAllStringSubmatch(e.Formula, -1) {
				amount := money.MustParse(strings.ReplaceAll(m[2], ",", "")).Amount()
				if m[1] != "" && !strings.HasPrefix(m[1], "+") {
					amount = amount.Neg()
				}
				sum = sum.Add(amount)
			}
			if !sum.IsZero() {
				t.Errorf("%s of %s: %s is off by %s", e.Figure, more, e.Formula, sum)
			}
		}
		for _, e := range notes.ExplainColumns(r) {
			if exempt := lease.Exemption != leasehold.NoExemption; exempt && strings.Contains(e.Formula, "{interest}") {
				t.Errorf("%s of %s: %s, but there is no interest", e.Figure, more, e.Formula)
			}
		}
	}
}

// The term and the rate cite different paragraphs. Only ASC 842 requires weighted averages of both,
// in one paragraph.
func TestTermAndRateCiteTheirOwnParagraphs(t *testing.T) {
	t.Parallel()
	for standard, want := range map[leasehold.Standard][2]string{ //nolint:exhaustive // the other standards' citations are not compared
		leasehold.ASC842: {"ASC 842-20-50-4(g)", "ASC 842-20-50-4(g)"}, leasehold.IFRS16: {"IFRS 16.18", "IFRS 16.26-27"}, leasehold.GASB87: {"GASB 87.12", "GASB 87.23"},
	} {
		r := computeOffice(t, func(l *leasehold.Lease) { l.Standard = standard })
		got := map[string]string{}
		for _, e := range notes.Explain(r) {
			got[e.Figure] = e.Cite.Paragraph
		}
		if term, rate := got["weightedAverageRemainingTermMonths"], got["weightedAverageDiscountRate"]; term != want[0] || rate != want[1] {
			t.Errorf("%s: the term cites %s and the rate %s, want %s", standard.Title(), term, rate, want)
		}
	}
}
