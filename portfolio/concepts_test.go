package portfolio_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/taxonomy"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// concepts returns the report's concepts field.
func concepts(t *testing.T, span, leases string) []map[string]any {
	t.Helper()
	q, err := portfolio.Decode([]byte(`{` + span + `,"concepts":true,"leases":[` + leases + `]}`))
	if err != nil {
		t.Fatal(err)
	}
	r, err := portfolio.Answer(q)
	if err != nil {
		t.Fatal(err)
	}
	var answer struct {
		Concepts []map[string]any `json:"concepts"`
	}
	if err := json.Unmarshal(r.Append(nil), &answer); err != nil {
		t.Fatal(err)
	}
	return answer.Concepts
}

const (
	operatingLease = `{"id":"A","commencementDate":"2026-01-01","termMonths":60,"paymentAmount":100,"discountRateAnnual":0.05}`
	financeLease   = `{"id":"B","commencementDate":"2026-01-01","termMonths":60,"paymentAmount":100,"discountRateAnnual":0.05,"classification":"finance"}`
	ifrsLease      = `{"id":"C","standard":"IFRS_16","commencementDate":"2026-01-01","termMonths":60,"paymentAmount":100,"discountRateAnnual":0.05}`
	gasbLease      = `{"id":"D","standard":"GASB_87","commencementDate":"2026-01-01","termMonths":60,"paymentAmount":100,"discountRateAnnual":0.05}`
)

// METHOD 23: each figure has at most one us-gaap element, which depends on the classification, or
// at most one ifrs-full element. Under other standards, figures have no elements. A reversed sign
// is marked.
func TestMethod23_TaxonomyElements(t *testing.T) {
	t.Parallel()
	const year = `"from":"2026-01-01","to":"2026-12-31"`
	list := concepts(t, year, operatingLease+","+financeLease+","+ifrsLease+","+gasbLease)
	seen := map[string]string{}
	for _, e := range list {
		class, _ := e["classification"].(string)
		key := strings.Join([]string{e["figure"].(string), e["standard"].(string), class}, " ")
		if seen[key] != "" {
			t.Errorf("%s is %s and %s", key, seen[key], e["name"])
		}
		seen[key] = e["name"].(string)
		if _, known := figure.Named(e["figure"].(string)); !known && e["figure"] != taxonomy.RemainingTerm && e["figure"] != taxonomy.DiscountRate {
			t.Errorf("%v is no figure", e["figure"])
		}
		prefix := map[string]string{"ASC_842": "us-gaap:", "IFRS_16": "ifrs-full:"}[e["standard"].(string)]
		if prefix == "" || !strings.HasPrefix(e["name"].(string), prefix) || e["year"].(float64) < 2024 {
			t.Errorf("%v", e)
		}
		if turned := e["turned"] != nil; turned != (e["figure"] == "cost.gainsAndLosses" || e["figure"] == "cost.subleaseIncome") {
			t.Errorf("%v: the sign", e)
		}
	}
	for key, want := range map[string]string{
		"liability.closing ASC_842 operating": "us-gaap:OperatingLeaseLiability",
		"liability.closing ASC_842 finance":   "us-gaap:FinanceLeaseLiability",
		"liability.closing IFRS_16 ":          "ifrs-full:LeaseLiabilities",
		"cost.total ASC_842 ":                 "us-gaap:LeaseCost",
		"cost.variable ASC_842 ":              "us-gaap:VariableLeaseCost",
		"cost.shortTerm ASC_842 ":             "us-gaap:ShortTermLeaseCost",
		"cash.total IFRS_16 ":                 "ifrs-full:CashOutflowForLeases",
		"maturity.year2 ASC_842 operating":    "us-gaap:LesseeOperatingLeaseLiabilityPaymentsDueYearTwo",
		"maturity.year2 ASC_842 finance":      "us-gaap:FinanceLeaseLiabilityPaymentsDueYearTwo",
		"maturity.year2 IFRS_16 ":             "",
		"cost.operating ASC_842 finance":      "",
		"liability.closing GASB_87 ":          "",
	} {
		if seen[key] != want {
			t.Errorf("%s is %q, want %q", key, seen[key], want)
		}
	}
}

// METHOD 23: maturity elements refer to rolling windows of twelve months, unless the reporting
// period is a fiscal year, which may have 52 or 53 weeks. A standard or class without leases has no
// elements.
func TestMethod23_MaturityElementsAndAbsentLeases(t *testing.T) {
	t.Parallel()
	has := func(list []map[string]any, name string) bool {
		return slices.ContainsFunc(list, func(e map[string]any) bool { return e["name"] == name })
	}
	const rolling, fiscal = "us-gaap:LesseeOperatingLeaseLiabilityPaymentsDueNextRollingTwelveMonths", "us-gaap:LesseeOperatingLeaseLiabilityPaymentsDueNextTwelveMonths"
	for span, wantFiscal := range map[string]bool{
		`"from":"2026-01-01","to":"2026-12-31"`: true, `"from":"2026-02-01","to":"2027-01-30"`: true, `"from":"2026-01-03","to":"2027-01-08"`: true,
		`"from":"2026-01-01","to":"2026-06-30"`: false, `"from":"2026-01-01","to":"2026-01-31"`: false, `"from":"2026-01-01","to":"2027-12-31"`: false,
	} {
		list := concepts(t, span, operatingLease)
		if has(list, fiscal) != wantFiscal || has(list, rolling) == wantFiscal {
			t.Errorf("%s: %v", span, wantFiscal)
		}
		if has(list, "us-gaap:FinanceLeaseLiability") || has(list, "ifrs-full:LeaseLiabilities") {
			t.Errorf("%s has names of leases that it has not", span)
		}
	}
	q, err := portfolio.Decode([]byte(`{"from":"2026-01-01","to":"2026-12-31","concepts":false,"leases":[` + operatingLease + `]}`))
	if err != nil {
		t.Fatal(err)
	}
	r, err := portfolio.Answer(q)
	if err != nil || strings.Contains(string(r.Append(nil)), "us-gaap") {
		t.Errorf("%v: %s", err, r.Append(nil))
	}
}
