package wording_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/reperform"
	"github.com/leasehold-accounting/leasehold/standard"
)

func compute(t *testing.T, body string) *leasehold.Result {
	t.Helper()
	lease, err := leasehold.Decode([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	result, err := leasehold.Compute(lease)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// Amounts have thousands separators and the decimals of their currency. Negative amounts in a table
// are in parentheses.
func TestAmountsAreReadAsPrinted(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		minor                   int64
		places                  int
		inSentences, accounting string
	}{
		{0, 2, "0.00", "0.00"},
		{99999, 2, "999.99", "999.99"},
		{-100000, 2, "-1,000.00", "(1,000.00)"},
		{123456789, 2, "1,234,567.89", "1,234,567.89"},
		{-1234567, 0, "-1,234,567", "(1,234,567)"},
		{1234567, 3, "1,234.567", "1,234.567"},
	} {
		a := money.Cents(c.minor)
		if got := wording.Amount(a, c.places); got != c.inSentences {
			t.Errorf("%d with %d decimals is %s in a sentence, want %s", c.minor, c.places, got, c.inSentences)
		}
		if got := wording.Accounting(a, c.places); got != c.accounting {
			t.Errorf("%d with %d decimals is %s in a table, want %s", c.minor, c.places, got, c.accounting)
		}
	}
}

// All decimals of an input number are shown.
func TestStatedNumbersKeepEveryDigit(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"1000": "1,000.00", "0.5": "0.50", "1000.125": "1,000.125", "12.34": "12.34", "100": "100.00", "1234567.891": "1,234,567.891", "-1000": "-1,000.00",
	} {
		if got := wording.Decimal(money.MustParse(in), 2); got != want {
			t.Errorf("%s is shown as %s, want %s", in, got, want)
		}
	}
	if got := wording.Decimal(money.MustParse("1000"), 0); got != "1,000" {
		t.Errorf("without decimals 1000 is shown as %s", got)
	}
	for in, want := range map[string]string{
		"0": "0%", "1": "100%", "0.06": "6%", "0.5": "50%", "0.055": "5.5%", "0.0001": "0.01%", "0.00000001": "0.000001%",
		"0.00458333333333333": "0.458333333333333%", "0.105": "10.5%",
	} {
		if got := wording.Percent(money.MustParse(in)); got != want {
			t.Errorf("%s is shown as %s, want %s", in, got, want)
		}
	}
}

func TestTermsAreAlsoShownInYears(t *testing.T) {
	t.Parallel()
	for months, want := range map[int]string{
		1: "1 month (0.1 years)", 3: "3 months (0.3 years)", 12: "12 months (1.0 years)", 84: "84 months (7.0 years)", 89: "89 months (7.4 years)",
		1200: "1200 months (100.0 years)",
	} {
		if got := wording.Months(months); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// Every field of the API contract has a label, and all labels differ.
func TestEveryInputHasALabel(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, field := range leasehold.FieldNames() {
		label := wording.Label(field)
		if label == "" || seen[label] {
			t.Errorf("%s has the label %q", field, label)
		}
		seen[label] = true
	}
	if wording.Label("rate") != "" {
		t.Error("a field that does not exist has a label")
	}
}

// Under a standard with a single model, an input of the ASC 842 criteria is shown only if it is
// supplied. An input that the standard rejects is not shown.
func TestInputsOfOtherStandardsAreNotShown(t *testing.T) {
	t.Parallel()
	for standard, absent := range map[string][]string{
		"ASC_842": nil,
		"FRS_102": {"transfersOwnership", "purchaseOptionReasonablyCertain", "assetEconomicLifeMonths"},
		"GASB_96": {"transfersOwnership", "residualValueGuarantee", "purchaseOptionAmount"},
	} {
		list := wording.Inputs(&compute(t, `{"standard":"`+standard+`","commencementDate":"2026-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06}`).Lease)
		for _, field := range []string{"transfersOwnership", "purchaseOptionReasonablyCertain", "assetEconomicLifeMonths", "residualValueGuarantee", "purchaseOptionAmount"} {
			shown := slices.ContainsFunc(list, func(in wording.Input) bool { return in.Field == field })
			if slices.Contains(absent, field) && shown || standard == "ASC_842" && !shown {
				t.Errorf("%s: %s is shown: %t", standard, field, shown)
			}
		}
	}
}

// An omitted input is shown as "not provided" rather than as "no" or 0.
func TestInputsAreShownAsEntered(t *testing.T) {
	t.Parallel()
	value := func(list []wording.Input, field string) string {
		i := slices.IndexFunc(list, func(in wording.Input) bool { return in.Field == field })
		return list[i].Value
	}
	bare := wording.Inputs(&compute(t, `{"commencementDate":"2026-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06}`).Lease)
	full := wording.Inputs(&compute(t, `{"standard":"GASB_87","commencementDate":"2026-01-01","termMonths":60,"paymentAmount":10000.123,"discountRateAnnual":0.0625,
		"paymentFrequency":"quarterly","paymentTiming":"arrears","classification":"finance","annualEscalationPct":0.03,"initialDirectCosts":1,"leaseIncentives":2000,
		"prepaidRent":3,"residualValueGuarantee":0,"purchaseOptionAmount":5,"transfersOwnership":false,"purchaseOptionReasonablyCertain":true,
		"assetFairValue":600000,"assetEconomicLifeMonths":120,"specializedAsset":true}`).Lease)
	for field, want := range map[string][2]string{
		"standard":                        {"ASC 842 (US GAAP)", "GASB 87 (US state and local governments)"},
		"termMonths":                      {"60 months (5.0 years)", "60 months (5.0 years)"},
		"paymentAmount":                   {"10,000.00", "10,000.123"},
		"discountRateAnnual":              {"6%", "6.25%"},
		"paymentFrequency":                {"Monthly", "Quarterly"},
		"paymentTiming":                   {"In advance", "In arrears"},
		"classification":                  {"Automatic", "Finance, as supplied"},
		"annualEscalationPct":             {"none", "3%"},
		"initialDirectCosts":              {wording.NotProvided, "1.00"},
		"leaseIncentives":                 {wording.NotProvided, "2,000.00"},
		"prepaidRent":                     {wording.NotProvided, "3.00"},
		"residualValueGuarantee":          {wording.NotProvided, "0.00"},
		"purchaseOptionAmount":            {wording.NotProvided, "5.00"},
		"transfersOwnership":              {wording.NotProvided, "no"},
		"purchaseOptionReasonablyCertain": {wording.NotProvided, "yes"},
		"assetFairValue":                  {wording.NotProvided, "600,000.00"},
		"assetEconomicLifeMonths":         {wording.NotProvided, "120 months (10.0 years)"},
		"specializedAsset":                {wording.NotProvided, "yes"},
	} {
		if got := value(bare, field); got != want[0] {
			t.Errorf("%s is shown as %q, want %q", field, got, want[0])
		}
		if got := value(full, field); got != want[1] {
			t.Errorf("%s is shown as %q, want %q", field, got, want[1])
		}
	}
	sublet := wording.Inputs(&compute(t, `{"commencementDate":"2026-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06,
		"subleases":[{"name":"Shop","from":"2026-01-01","to":"2026-12-31","receipts":[{"date":"2026-01-01","amount":1500},{"date":"2026-07-01","amount":750.5}]}]}`).Lease)
	if got := value(sublet, "subleases"); got != "Shop, 2026-01-01 to 2026-12-31: 2 receipts, 2,250.50 in total" {
		t.Errorf("a sublease is shown as %q", got)
	}
	if got := wording.Standard(leasehold.IFRS16); got != "IFRS 16" {
		t.Errorf("IFRS 16 is shown as %q", got)
	}
}

// The verdict on a criterion without input is "not tested".
func TestVerdictsHaveThreeMarks(t *testing.T) {
	t.Parallel()
	r := compute(t, `{"commencementDate":"2026-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06,"transfersOwnership":true,"specializedAsset":false}`)
	var got []string
	for i := range r.Classification.Criteria {
		got = append(got, wording.Verdict(&r.Classification.Criteria[i]))
	}
	if want := []string{"met", "not tested", "not tested", "not tested", "not met"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// Headings use the standard's terms.
func TestHeadingsUseTheNounsOfTheStandard(t *testing.T) {
	t.Parallel()
	for standard, want := range map[leasehold.Standard]string{ //nolint:exhaustive // one standard for each term
		leasehold.ASC842: "Interest, Amortization, Right-of-use asset",
		leasehold.IFRS16: "Interest, Depreciation, Right-of-use asset",
		leasehold.GASB87: "Interest, Amortization, Lease asset",
	} {
		c := wording.ColumnsOf(standard, leasehold.Finance)
		if got := strings.Join([]string{c.Interest, c.Amortization, c.Asset}, ", "); got != want {
			t.Errorf("%s: got %s, want %s", standard, got, want)
		}
	}
	c := wording.ColumnsOf(leasehold.ASC842, leasehold.Operating)
	if got := strings.Join(c.List(), ", "); got != "Payment, Liability accretion, Principal, Lease liability, Asset reduction, Right-of-use asset, Lease cost" {
		t.Errorf("operating: got %s", got)
	}
	operating := compute(t, `{"commencementDate":"2026-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06}`)
	ifrs := compute(t, `{"standard":"IFRS_16","commencementDate":"2026-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06}`)
	if a, b := wording.Treatment(&operating.Measurement), wording.Treatment(&ifrs.Measurement); a != "ASC 842 operating lease" || b != "IFRS 16 lease" {
		t.Errorf("got %s and %s", a, b)
	}
}

// Netting combines the lines of the asset into one line and changes no balance.
func TestNettedEntriesHaveOneLineOfTheAsset(t *testing.T) {
	t.Parallel()
	r := compute(t, `{"commencementDate":"2026-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06,"annualEscalationPct":0.03,"leaseIncentives":9,"initialDirectCosts":5}`)
	for _, e := range leasehold.Journal(&r.Measurement) {
		before, after := make(map[leasehold.Account]money.Amount), make(map[leasehold.Account]money.Amount)
		for _, l := range e.Lines {
			before[l.Account] = before[l.Account].Add(l.Debit).Sub(l.Credit)
		}
		seen := 0
		for _, l := range wording.Netted(e.Lines) {
			after[l.Account] = after[l.Account].Add(l.Debit).Sub(l.Credit)
			if l.Account == standard.AccountRouAsset {
				seen++
			}
			if l.Debit.Sign() < 0 || l.Credit.Sign() < 0 || l.Debit.IsZero() == l.Credit.IsZero() {
				t.Errorf("%s: a line has %s and %s", e.Date, l.Debit, l.Credit)
			}
		}
		for account, want := range before {
			if got := after[account]; got != want {
				t.Errorf("%s: %s moves by %s, want %s", e.Date, account, got, want)
			}
		}
		if seen != 1 {
			t.Errorf("%s: the asset has %d lines", e.Date, seen)
		}
	}
	same := []leasehold.Line{
		{Account: standard.AccountRouAsset, Debit: money.Cents(5)},
		{Account: standard.AccountCash, Credit: money.Cents(5)},
		{Account: standard.AccountRouAsset, Credit: money.Cents(5)},
	}
	if got := wording.Netted(same); len(got) != 1 || got[0].Account != standard.AccountCash {
		t.Errorf("an asset that does not move has the lines %v", got)
	}
}

// The message about an error in a schedule from another system is a sentence with formatted
// amounts.
func TestInconsistenciesAreExplained(t *testing.T) {
	t.Parallel()
	l, err := leasehold.Decode([]byte(`{"commencementDate":"2026-01-01","termMonths":24,"paymentAmount":5000,"discountRateAnnual":0.06}`))
	if err != nil {
		t.Fatal(err)
	}
	m, err := leasehold.Measure(l)
	if err != nil {
		t.Fatal(err)
	}
	const rule = "does not follow from the balance of the preceding row"
	for _, x := range []struct {
		reperform.Inconsistency

		want string
	}{
		{
			reperform.Inconsistency{Row: 5, Member: "liabilityClose", Rule: rule, Stated: money.MustParse("102270.21"), Follows: money.MustParse("-1100000")},
			"In row 5, the lease liability does not follow from the balance of the preceding row: reported 102,270.21, expected -1,100,000.00.",
		},
		{
			reperform.Inconsistency{Row: 37, Member: "liabilityClose", Stated: money.MustParse("1234.5")},
			"In row 37, the schedule ends with 1,234.50, not with 0.00.",
		},
	} {
		if got := wording.Inconsistency(m, x.Row, x.Member, x.Problem, x.Rule == ""); got != x.want {
			t.Errorf("got %q, want %q", got, x.want)
		}
	}
}

// A rate from a rate table is shown with its table rows and their source, even before the lease is
// computed.
func TestMethod20_1_PapersNameTheRowsAndTheSource(t *testing.T) {
	t.Parallel()
	const body = `{"commencementDate":"2026-03-01","termMonths":48,"paymentAmount":1000,"discountRates":[` +
		`{"validFrom":"2026-01-01","termMonths":36,"discountRateAnnual":0.051,"source":"Treasury"},` +
		`{"validFrom":"2026-01-01","termMonths":60,"discountRateAnnual":0.055,"source":"Treasury"}],"discountRateBasis":"incremental"}`
	lease, err := leasehold.Decode([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	for what, l := range map[string]*leasehold.Lease{"asked": lease, "computed": &compute(t, body).Lease} {
		got := map[string]string{}
		for _, in := range wording.Inputs(l) {
			got[in.Field] = in.Value
		}
		if got["discountRateAnnual"] != "5.3%, from the rate table, between rows 0 and 1 (Treasury)" || got["discountRates"] != "2 rows" ||
			got["discountRateBasis"] != "Incremental borrowing rate" {
			t.Errorf("%s: got %v", what, got)
		}
	}
}
