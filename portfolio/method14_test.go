package portfolio_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// answered returns the report for a request.
func answered(t *testing.T, from, to, more string, leases ...string) *portfolio.Report {
	t.Helper()
	q, err := portfolio.Decode(fmt.Appendf(nil, `{"from":%q,"to":%q,"leases":[%s]%s}`, from, to, strings.Join(leases, ","), more))
	if err != nil {
		t.Fatal(err)
	}
	r, err := portfolio.Answer(q)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// lease returns a lease with payments of 1,000 per month in advance from 1 January 2026, without
// interest. The last parameter contains additional JSON fields.
func lease(id, standard string, months int, more string) string {
	return fmt.Sprintf(`{"id":%q,"standard":%q,"commencementDate":"2026-01-01","termMonths":%d,"paymentAmount":1000,"discountRateAnnual":0%s}`,
		id, standard, months, more)
}

// expect compares figures with expected values such as "liability.closing 34100.00".
func expect(t *testing.T, what string, f *leasehold.Figures, figures ...string) {
	t.Helper()
	for _, text := range figures {
		path, want, _ := strings.Cut(text, " ")
		c, ok := figure.Named(path)
		if got := f.Of(c); !ok || got.String() != want {
			t.Errorf("%s: %s is %s, want %s", what, path, got, want)
		}
	}
}

// METHOD 14.1: with the skip option, a report lists each invalid lease with its index, id, field
// and message, and reports the remaining leases. Some leases fail only when they are measured.
func TestMethod14_1_InvalidLeasesAreSkipped(t *testing.T) {
	t.Parallel()
	r := answered(t, "2026-01-01", "2026-01-31", `,"onError":"skip"`,
		lease("none", "ASC_842", 0, ""),
		lease("A", "ASC_842", 12, ""),
		lease("owed", "ASC_842", 12, `,"otherPayments":[{"date":"2026-02-01","amount":99999,"kind":"incentive"}]`),
		lease("A", "ASC_842", 24, ""),
		lease("B", "ASC_842", 12, ""))
	if len(r.Leases) != 2 || r.Leases[0].Lease.ID != "A" || r.Leases[0].Lease.TermMonths != 12 || r.Leases[1].Lease.ID != "B" {
		t.Errorf("the leases are %+v", r.Leases)
	}
	total, _ := r.Sum.Total()
	expect(t, "total", &total.Figures, "liability.additions 24000.00")
	want := []portfolio.Skipped{
		{Index: 0, ID: "none", Field: "leases[0].termMonths", Message: "0 is out of range"},
		{Index: 2, ID: "owed", Field: "leases[2].otherPayments", Message: "receipts from 2026-01-01 exceed the remaining payments"},
		{Index: 3, ID: "A", Field: "leases[3].id", Message: `"A" is also the id of leases[1]; each id must be unique`},
	}
	for i, s := range r.Skipped {
		if i >= len(want) || s.Index != want[i].Index || s.ID != want[i].ID || s.Field != want[i].Field || !strings.HasPrefix(s.Message, want[i].Message) {
			t.Errorf("skipped %d is %+v", i, s)
		}
	}
	if len(r.Skipped) != len(want) {
		t.Errorf("%d are skipped", len(r.Skipped))
	}
}

// METHOD 14.2, 14.9: before the commencement and after the end of every lease, all figures are 0.00
// and there are no averages.
func TestMethod14_9_PeriodsOutsideEveryLeaseHaveZeroFigures(t *testing.T) {
	t.Parallel()
	for _, span := range [][2]string{{"2024-12-01", "2025-12-31"}, {"2027-01-02", "2028-12-31"}} {
		r := answered(t, span[0], span[1], `,"groupBy":["standard"]`, lease("A", "ASC_842", 12, `,"initialDirectCosts":50`),
			lease("I", "IFRS_16", 12, ""), lease("G", "GASB_87", 12, ""), lease("S", "ASC_842", 12, `,"exemption":"short_term"`))
		total, _ := r.Sum.Total()
		all := []*leasehold.Figures{&total.Figures}
		for i := range r.Leases {
			all = append(all, &r.Leases[i].Figures.Figures)
		}
		for _, g := range r.Sum.Groups() {
			all = append(all, &g.Figures)
		}
		for i, f := range all {
			for c := range figure.Count() {
				if amount := f.Of(c); !amount.IsZero() {
					t.Errorf("%v, %d: %s is %s", span, i, c, amount)
				}
			}
		}
		if averages := r.Sum.Averages(); len(averages) > 0 {
			t.Errorf("%v: averages %+v", span, averages)
		}
	}
}

// METHOD 14.2: within a row, cost accrues daily, and each payment counts on its due date. An
// operating lease at 3,100 per month costs 1,000 in the first ten days of January.
func TestMethod14_2_RowsAccrueByDays(t *testing.T) {
	t.Parallel()
	const office = `{"id":"A","commencementDate":"2026-01-01","termMonths":12,"paymentAmount":3100,"discountRateAnnual":0}`
	expect(t, "ten days", &answered(t, "2026-01-01", "2026-01-10", "", office).Leases[0].Figures.Figures,
		"liability.additions 37200.00", "liability.payments 3100.00", "liability.closing 34100.00",
		"rouAsset.additions 37200.00", "rouAsset.amortization 1000.00", "rouAsset.closing 36200.00",
		"cost.operating 1000.00", "cost.amortization 0.00", "cost.total 1000.00")
	expect(t, "the rest of the month and a day", &answered(t, "2026-01-11", "2026-02-01", "", office).Leases[0].Figures.Figures,
		"liability.opening 34100.00", "liability.payments 3100.00", "liability.closing 31000.00",
		"rouAsset.opening 36200.00", "rouAsset.amortization 2210.71", "rouAsset.closing 33989.29", // 2,100 and 3,100 / 28
		"cost.operating 2210.71", "cash.operating 3100.00")
}

// METHOD 14.2: the remaining asset is derecognized on the day after the term ends. Payments of 12 ×
// 1,000 and a purchase price of 1,200 give an asset of 13,200. Half of its 24-month life then
// remains.
func TestMethod14_2_TheRemainingAssetIsDerecognizedAfterTheTerm(t *testing.T) {
	t.Parallel()
	press := lease("P", "ASC_842", 12, `,"purchaseOptionAmount":1200,"purchaseOptionReasonablyCertain":true,"assetEconomicLifeMonths":24`)
	expect(t, "the term", &answered(t, "2026-01-01", "2026-12-31", "", press).Leases[0].Figures.Figures,
		"rouAsset.additions 13200.00", "rouAsset.amortization 6600.00", "rouAsset.derecognized 0.00", "rouAsset.closing 6600.00",
		"rouAsset.accumulatedAmortization 6600.00", "rouAsset.cost 13200.00", "liability.closing 0.00",
		"cash.commencement 0.00", "cash.principal 13200.00", "cash.total 13200.00")
	after := answered(t, "2027-01-01", "2027-01-01", `,"journal":"monthly"`, press).Leases[0].Figures
	expect(t, "the day after", &after.Figures, "rouAsset.opening 6600.00", "rouAsset.derecognized 6600.00", "rouAsset.closing 0.00",
		"rouAsset.accumulatedAmortization 0.00", "rouAsset.cost 0.00", "rouAsset.amortization 0.00", "cost.total 0.00")
	entry := after.Entries[0]
	if entry.Number != "P-20270101" || len(entry.Lines) != 2 || entry.Lines[0].Account.String() != "Property and equipment" ||
		entry.Lines[0].Debit.String() != "6600.00" || entry.Lines[1].Account.String() != "Right-of-use asset" || entry.Lines[1].Credit.String() != "6600.00" {
		t.Errorf("the entry is %+v", entry)
	}
}

// METHOD 14.4: a report shows cost and cash by kind. A payment on the commencement date is a
// separate cash flow under both values of commencementPayment, unless the lease is exempt. It is
// excluded from assets obtained in exchange for lease liabilities.
func TestMethod14_4_CostAndCashByKind(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		lease   string
		figures []string
	}{
		{lease("O", "ASC_842", 24, `,"initialDirectCosts":240,"leaseIncentives":480`), []string{
			"cost.operating 11880.00", "cash.operating 12000.00", "cash.commencement 0.00", "cash.initialDirectCosts 240.00",
			"cash.incentives -480.00", "cash.total 11760.00", "nonCash 23000.00",
		}},
		{lease("F", "ASC_842", 24, `,"classification":"finance"`), []string{
			"cost.amortization 12000.00", "cost.interest 0.00", "cash.principal 12000.00", "cash.commencement 0.00", "nonCash 23000.00",
		}},
		{lease("C", "IFRS_16", 24, `,"basis":{"commencementPayment":"settled"}`), []string{
			"liability.additions 23000.00", "liability.payments 11000.00", "cost.amortization 12000.00",
			"cash.principal 11000.00", "cash.commencement 1000.00", "nonCash 23000.00",
		}},
		// The first day's rent, 1,000 / 31, is payable on that day.
		{lease("D", "IFRS_16", 24, `,"paymentTiming":"arrears","calendar":{"from":"2026-01-02"}`), []string{
			"liability.additions 24000.00", "cash.principal 11032.26", "nonCash 23967.74",
		}},
		{lease("S", "ASC_842", 12, `,"exemption":"short_term"`), []string{
			"cost.shortTerm 12000.00", "cash.exempt 12000.00", "cash.commencement 0.00", "nonCash 0.00", "liability.additions 0.00",
		}},
		{lease("L", "IFRS_16", 24, `,"exemption":"low_value"`), []string{"cost.lowValue 12000.00", "cost.shortTerm 0.00", "rouAsset.additions 0.00"}},
		// From April, an index raises the payment to 1,100, so nine months of 100 are variable
		// cost.
		{lease("V", "ASC_842", 24, `,"events":[{"date":"2026-04-01","type":"index","paymentAmount":1100}]`), []string{
			"cost.operating 12000.00", "cost.variable 900.00", "cash.operating 12000.00", "cash.variable 900.00", "maturity.total 12000.00",
		}},
	} {
		expect(t, c.lease, &answered(t, "2026-01-01", "2026-12-31", "", c.lease).Leases[0].Figures.Figures, c.figures...)
	}
}

// METHOD 14.5, 14.6: maturities are shown for each twelve-month window after the reporting period
// and for all later years. Under GASB 87, later years are also grouped into five-year bands. The
// first of 84 payments is due on 1 January 2026. Twelve more are due in the year to 1 January 2027.
func TestMethod14_5_MaturityWindowsAndBands(t *testing.T) {
	t.Parallel()
	ground := func(standard string) *leasehold.Figures {
		return &answered(t, "2026-01-01", "2026-01-01", "", lease("G", standard, 84, "")).Leases[0].Figures.Figures
	}
	f := ground("GASB_87")
	expect(t, "windows", f, "maturity.year1 12000.00", "maturity.year5 12000.00", "maturity.thereafter 23000.00", "maturity.total 83000.00",
		"maturity.imputedInterest 0.00", "currentLiability 12000.00", "longTermLiability 71000.00")
	bands := fmt.Sprint(f.Bands)
	if want := "[{2026-01-02 2031-01-01 60000.00 0.00} {2031-01-02 2036-01-01 23000.00 0.00}]"; bands != want {
		t.Errorf("bands %s, want %s", bands, want)
	}
	for _, standard := range []string{"ASC_842", "IFRS_16"} {
		if bands := ground(standard).Bands; bands != nil {
			t.Errorf("%s has bands %v", standard, bands)
		}
	}
	exempt := answered(t, "2026-01-01", "2026-01-01", "", lease("S", "ASC_842", 12, `,"exemption":"short_term"`)).Leases[0].Figures
	expect(t, "exempt", &exempt.Figures, "maturity.total 0.00", "currentLiability 0.00")
}

// METHOD 14.7: averages by class exclude exempt leases and are rounded half away from zero. The
// first lease has 10,600 due after a year at 6%, and the second has 20,600 due after a year at 3%.
// At the end of the first day, the liabilities are 10,001.64 and 20,001.64, including one day's
// interest of 600 / 365 each.
func TestMethod14_7_WeightedAverages(t *testing.T) {
	t.Parallel()
	due := func(id, class, amount, rate string) string {
		return fmt.Sprintf(`{"id":%q,"commencementDate":"2026-01-01","termMonths":12,"paymentFrequency":"annual","paymentTiming":"arrears",
			"classification":%q,"paymentAmount":%s,"discountRateAnnual":%s}`, id, class, amount, rate)
	}
	averages := answered(t, "2026-01-01", "2026-01-01", "",
		due("A", "operating", "10600", "0.06"), due("B", "operating", "20600", "0.03"),
		due("C", "finance", "500", "0.05"), due("D", "finance", "500", "0.050001"),
		lease("S", "ASC_842", 12, `,"exemption":"short_term"`)).Sum.Averages()
	if len(averages) != 2 {
		t.Fatalf("%d averages", len(averages))
	}
	for i, want := range []struct{ class, months, rate, byLiability string }{
		{"operating", "11.97", "0.040192", "0.040001"}, // 12 × 364/365; 1,254 / 31,200; 1,200.1476 / 30,003.28
		{"finance", "11.97", "0.050001", ""},           // 0.0500005 rounds away from zero
	} {
		a := averages[i]
		if a.Class.String() != want.class || a.RemainingMonths.String() != want.months || a.DiscountRateAnnual.String() != want.rate ||
			want.byLiability != "" && a.RateWeightedByLiability.String() != want.byLiability {
			t.Errorf("%s: %s months, %s, %s; want %+v", a.Class, a.RemainingMonths, a.DiscountRateAnnual, a.RateWeightedByLiability, want)
		}
	}
}

// METHOD 14.8: a month's entry is dated on the last day of the month or of the reporting period. An
// entry for commencement or for an event has the date of commencement or of the event. Entry
// numbers do not depend on amounts.
func TestMethod14_8_EntryNumbersAndDates(t *testing.T) {
	t.Parallel()
	const events = `,"events":[{"date":"2026-03-10","type":"index","paymentAmount":1100},{"date":"2026-03-10","type":"index","paymentAmount":1200}]`
	for _, more := range []string{events, events + `,"initialDirectCosts":77`} {
		r := answered(t, "2025-12-15", "2026-03-20", `,"journal":"monthly"`, lease("L", "IFRS_16", 12, more))
		var got []string
		for _, e := range r.Leases[0].Figures.Entries {
			got = append(got, e.Date.String()+" "+e.Number)
		}
		slices.Sort(got)
		want := []string{
			"2026-01-01 L-20260101", "2026-01-31 L-202601", "2026-02-28 L-202602",
			"2026-03-10 L-20260310-1", "2026-03-10 L-20260310-2", "2026-03-20 L-202603-20",
		}
		if !slices.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	}
	if r := answered(t, "2026-01-01", "2026-03-20", "", lease("L", "IFRS_16", 12, events)); r.Leases[0].Figures.Entries != nil {
		t.Error("entries where none are asked for")
	}
}

// METHOD 14.9: the class at the end of the reporting period applies to the whole rollforward. A
// note on the lease and a note on the report mention the change. There are 24 payments of 1,000.
// Three months of straight-line cost are 3,000. After the lease is reclassified as a finance lease
// on 1 April, amortization for the rest of the year is 9,000.
func TestMethod14_9_NotesNameAChangedClass(t *testing.T) {
	t.Parallel()
	changing := lease("M", "ASC_842", 24, `,"events":[{"date":"2026-04-01","type":"modification","discountRateAnnual":0,"classification":"finance"}]`)
	steady := lease("N", "ASC_842", 24, "")
	for to, want := range map[string]string{"2026-03-31": "finance 0, operating 2", "2026-12-31": "finance 1, operating 1"} {
		r := answered(t, "2026-01-01", to, `,"groupBy":["classification"]`, changing, steady)
		groups := map[string]*portfolio.Group{"finance": {}, "operating": {}}
		for _, g := range r.Sum.Groups() {
			groups[g.Key[0]] = g
		}
		if got := fmt.Sprintf("finance %d, operating %d", groups["finance"].Leases, groups["operating"].Leases); got != want {
			t.Errorf("%s: %s, want %s", to, got, want)
		}
		hasNote := len(r.Leases[0].Notes) > 0 && strings.Contains(r.Leases[0].Notes[0], "changed from operating to finance")
		whole := slices.ContainsFunc(r.Notes, func(n string) bool { return strings.HasPrefix(n, "The class changed in the period for M;") })
		if moved := to == "2026-12-31"; hasNote != moved || whole != moved || len(r.Leases[1].Notes) > 0 {
			t.Errorf("%s: notes %q and %q", to, r.Leases[0].Notes, r.Notes)
		} else if moved {
			expect(t, "finance", &groups["finance"].Figures, "liability.additions 24000.00", "liability.payments 12000.00",
				"rouAsset.amortization 12000.00", "cost.operating 3000.00", "cost.amortization 9000.00", "rouAsset.closing 12000.00")
		}
	}
}

// METHOD 9, 12.8, 14.3: a note on the lease keeps readers from misreading its figures.
func TestMethod14_3_NotesPreventAMisreadingOfFigures(t *testing.T) {
	t.Parallel()
	r := answered(t, "2026-01-01", "2026-12-31", "",
		lease("P", "ASC_842", 24, ""),
		lease("N", "ASC_842", 24, `,"leaseIncentives":40000`),
		lease("F", "GASB_87", 24, `,"fund":"governmental"`))
	for i, want := range []string{"", "is negative at the end of the period", "for a governmental fund"} {
		notes := strings.Join(r.Leases[i].Notes, "\n")
		if (notes != "") != (want != "") || !strings.Contains(notes, want) || len(r.Leases[i].Notes) > 1 {
			t.Errorf("lease %d: %q, want %q", i, notes, want)
		}
	}
}

// METHOD 14.9: amounts in several currencies are not added. A report grouped by currency has no
// total.
func TestMethod14_9_SeveralCurrenciesHaveNoTotal(t *testing.T) {
	t.Parallel()
	leases := []string{lease("E", "IFRS_16", 12, `,"currency":"EUR"`), lease("J", "IFRS_16", 12, `,"currency":"JPY"`)}
	q, err := portfolio.Decode([]byte(`{"from":"2026-01-01","to":"2026-12-31","groupBy":["standard"],"leases":[` + strings.Join(leases, ",") + `]}`))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := portfolio.Answer(q); err == nil || !strings.HasPrefix(err.Error(), "groupBy: the leases have several currencies (EUR, JPY)") {
		t.Errorf("got %v", err)
	}
	r := answered(t, "2026-01-01", "2026-12-31", `,"groupBy":["currency"]`, leases...)
	groups := r.Sum.Groups()
	if len(groups) != 2 || groups[0].Key[0] != "EUR" || groups[1].Key[0] != "JPY" {
		t.Fatalf("groups %+v", groups)
	}
	expect(t, "EUR", &groups[0].Figures, "liability.additions 12000.00")
	if body := string(r.Append(nil)); strings.Contains(body, `"total":{"leases"`) || !strings.Contains(body, `"additions":12000,`) {
		t.Errorf("the answer is %.600s", body)
	}
}
