package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/standard"
)

// genSources generates a lease with one or more optional sources of amounts: a rate table,
// components, tax, a calendar, a payment list, variable payments and subleases, or an initial
// application. It may also have a modification.
func genSources() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		chance := func(name string, n int) bool { return rapid.IntRange(1, n).Draw(t, name) == 1 }
		pick := func(name string, from ...string) string { return rapid.SampledFrom(from).Draw(t, name) }
		members := []string{`"id":"L"`, `"commencementDate":"2026-01-20"`, `"termMonths":36`}
		with := func(more ...string) { members = append(members, more...) }
		standard := pick("standard", "ASC_842", "IFRS_16", "FRS_102", "GASB_87", "GASB_96")
		with(`"standard":"` + standard + `"`)
		frequency := pick("frequency", "monthly", "quarterly")
		with(`"paymentFrequency":"`+frequency+`"`, `"paymentTiming":"`+pick("timing", "advance", "arrears")+`"`,
			`"basis":{"discounting":"`+pick("discounting", "nominal", "effective", "actual_365", "monthly")+`"}`)
		listed := chance("a list of payments", 5)
		if listed {
			with(`"paymentAmount":0`)
		} else {
			with(`"paymentAmount":` + pick("rent", "1000", "777.77", "0.05"))
		}
		singles := []string{`{"date":"2026-02-11","amount":500.05}`, `{"date":"2027-06-30","amount":900}`, `{"date":"2028-01-20","amount":33.33}`}
		if listed || chance("single payments", 4) {
			with(`"otherPayments":[` + strings.Join(singles, ",") + `]`)
		}
		rate, atEvent := `"discountRateAnnual":0.05`, `,"discountRateAnnual":0.06`
		if chance("a table", 2) {
			rate = `"discountRates":[{"validFrom":"2020-01-01","termMonths":12,"discountRateAnnual":0.04},{"validFrom":"2020-01-01","termMonths":60,"discountRateAnnual":0.0625},
				{"validFrom":"2027-01-01","termMonths":60,"discountRateAnnual":0.07,"source":"bank"}]`
			atEvent = ""
		}
		with(rate)
		switch {
		case chance("quarter days", 4) && frequency == "quarterly":
			with(`"calendar":{"days":"` + pick("days", "english_quarter_days", "scottish_term_days") + `"}`)
		case chance("a calendar", 2):
			with(`"calendar":{"from":"` + pick("from", "2026-02-01", "2026-01-31") + `"}`)
		}
		services := chance("components", 2)
		if services {
			with(`"components":[{"name":"Floor","kind":"lease","standalonePrice":70},{"name":"Cleaning","kind":"service","standalonePrice":` + pick("service", "30", "0.01", "500") + `}]`)
		}
		if chance("tax", 3) {
			with(`"irrecoverableTaxRate":` + pick("tax rate", "0.07", "0.2", "1"))
		}
		if chance("variable", 3) {
			with(`"variablePayments":[{"date":"2026-06-30","amount":81.24},{"date":"2027-12-31","amount":-12.4}]`)
		}
		if !strings.HasPrefix(standard, "GASB") && chance("subleases", 3) {
			with(`"subleaseIncome":[{"date":"2026-08-01","amount":400},{"date":"2027-08-01","amount":40.04}]`)
		}
		single := standard == "IFRS_16" || standard == "FRS_102"
		if single && chance("initial application", 3) {
			with(`"initialApplication":{"date":"` + pick("application", "2026-05-20", "2026-09-03") + `","prepaidOrAccruedRent":` + pick("carried", "120.5", "-80", "0") + `,"onerousProvision":7}`)
		}
		switch event := pick("event", "none", "none", "modification", "reassessment", "termination", "impairment"); event {
		case "modification":
			if services && chance("components anew", 2) {
				atEvent += `,"components":[{"name":"Floor","kind":"lease","standalonePrice":60},{"name":"Desk","kind":"lease","standalonePrice":5}]`
			}
			with(`"events":[{"date":"2027-05-10","type":"modification"` + atEvent + `}]`)
		case "reassessment":
			with(`"events":[{"date":"2027-05-10","type":"reassessment","termMonths":42` + atEvent + `}]`)
		case "impairment":
			with(`"events":[{"date":"2027-05-10","type":"impairment","impairmentLoss":1}]`)
		case "termination":
			for i, m := range members { // the dates in the fields lie within the term
				members[i] = strings.ReplaceAll(strings.ReplaceAll(m, `,{"date":"2027-12-31","amount":-12.4}`, ""), `,{"date":"2027-08-01","amount":40.04}`, "")
			}
			with(`"events":[{"date":"2027-05-10","type":"termination","penalty":50}]`)
		}
		return "{" + strings.Join(members, ",") + "}"
	})
}

// METHOD 8.6, 14.3, 14.8, 19, 20, 25.1, 25.8: in leases with these fields, the entries balance and
// give the balances of the schedule, and rollforwards foot. The amounts of two adjacent reporting
// periods add up to the amounts of the combined period. The amounts of the months add up to the
// amounts of their period.
func TestMethod20_ResultsWithSourcesAreConsistent(t *testing.T) {
	t.Parallel()
	drawn, answered := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		drawn++
		body := genSources().Draw(t, "lease")
		l, err := leasehold.Decode([]byte(body))
		if err != nil {
			t.Fatal(err, body)
		}
		r, err := leasehold.Compute(l)
		if err != nil {
			return // some errors, such as a loss above the asset, are found only during computation
		}
		answered++
		if err := checkLife(r); err != nil {
			t.Fatal(err, body)
		}
		day := func(name string, from civil.Date) civil.Date {
			return from.AddMonths(rapid.IntRange(0, 30).Draw(t, name))
		}
		from := day("from", civil.Date{Year: 2025, Month: 12, Day: 17})
		middle := day("middle", from)
		to := day("to", middle.Next())
		whole, first, second := spanned(t, l, from, to), spanned(t, l, from, middle), spanned(t, l, middle.Next(), to)
		if err := joined(whole, first, second); err != nil {
			t.Fatalf("%s to %s by %s: %v\n%s", from, to, middle, err, body)
		}
		if err := entered(whole); err != nil {
			t.Fatalf("%s to %s: %v\n%s", from, to, err, body)
		}
	})
	if answered*2 < drawn { // about one lease in forty is invalid
		t.Errorf("%d of %d leases were answered", answered, drawn)
	}
}

func spanned(t *rapid.T, l *leasehold.Lease, from, to civil.Date) *leasehold.LeaseFigures {
	f, err := leasehold.MeasureSpan(l, leasehold.Span{From: from, To: to, Monthly: true})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// joined returns an error unless the amounts of two adjacent reporting periods add up to the
// amounts of the combined period, and the rollforwards of the combined period foot.
func joined(whole, first, second *leasehold.LeaseFigures) error {
	for c := range figure.Count() {
		var want money.Amount
		switch c.Kind() {
		case figure.Increase, figure.Decrease, figure.Total, figure.Separate:
			want = first.Of(c).Add(second.Of(c))
		case figure.Opening:
			want = first.Of(c)
		case figure.Closing, figure.Balance:
			want = second.Of(c)
		}
		if got := whole.Of(c); got != want {
			return fmt.Errorf("%s is %v, the parts say %v", c, got, want)
		}
	}
	for _, at := range [][2]figure.Concept{{figure.LiabilityOpening, figure.LiabilityClosing}, {figure.AssetOpening, figure.AssetClosing}} {
		if second.Of(at[0]) != first.Of(at[1]) {
			return fmt.Errorf("%s is %v where the spans meet, %s %v", at[0], second.Of(at[0]), at[1], first.Of(at[1]))
		}
		foots := whole.Of(at[0])
		for c := at[0] + 1; c < at[1]; c++ {
			if c.Kind() == figure.Decrease {
				foots = foots.Sub(whole.Of(c))
			} else {
				foots = foots.Add(whole.Of(c))
			}
		}
		if foots != whole.Of(at[1]) {
			return fmt.Errorf("%s is %v, the lines say %v", at[1], whole.Of(at[1]), foots)
		}
	}
	return nil
}

// entered returns an error unless the monthly entries balance, and add up to the movements and cash
// flows of the reporting period.
func entered(f *leasehold.LeaseFigures) error {
	moved := map[string]money.Amount{} // the amounts by the role of the account
	for i := range f.Entries {
		var sum money.Amount
		for _, line := range f.Entries[i].Lines {
			sum = sum.Add(line.Debit).Sub(line.Credit)
			role := line.Account.Role().String()
			moved[role] = moved[role].Add(line.Debit).Sub(line.Credit)
		}
		if !sum.IsZero() {
			return fmt.Errorf("the entry %s does not balance", f.Entries[i].Number)
		}
	}
	for account, want := range map[string]money.Amount{
		standard.AccountLeaseLiability.String(): f.Of(figure.LiabilityOpening).Sub(f.Of(figure.LiabilityClosing)),
		standard.AccountRouAsset.String():       f.Of(figure.AssetClosing).Sub(f.Of(figure.AssetOpening)),
		standard.AccountCash.String():           f.Of(figure.CashTotal).Neg(),
	} {
		if moved[account] != want {
			return fmt.Errorf("the entries move %s by %v, the figures by %v", account, moved[account], want)
		}
	}
	return nil
}
