package treatments_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/treatments"
)

func compared(t *testing.T, body string) *treatments.Comparison {
	t.Helper()
	l, err := leasehold.Decode([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	c, err := treatments.Compare(l)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// leftOut returns the fields that a treatment's notes report as omitted.
func leftOut(x *treatments.Treatment) (members []string) {
	for _, n := range x.Notes {
		if member, _, ok := strings.Cut(n, " is omitted"); ok {
			members = append(members, member)
		}
	}
	return members
}

// METHOD 16: the treatments are listed in the order of the API contract. The differences are the
// amounts of each other treatment minus the amounts of the first treatment.
func TestMethod16_EveryTreatmentInOrder(t *testing.T) {
	t.Parallel()
	c := compared(t, `{"commencementDate":"2026-01-01","termMonths":24,"paymentAmount":1000,"discountRateAnnual":0.06}`)
	var got []string
	for i := range c.Treatments {
		got = append(got, c.Treatments[i].Key)
	}
	for _, d := range c.Differences {
		got = append(got, d.Key)
	}
	want := []string{"ASC_842_operating", "ASC_842_finance", "IFRS_16", "GASB_87", "FRS_102", "GASB_96", "ASC_842_finance", "IFRS_16", "GASB_87", "FRS_102", "GASB_96"}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	national := compared(t, `{"standard":"IFRS_16","framework":"AASB 16","commencementDate":"2026-01-01","termMonths":24,"paymentAmount":1000,"discountRateAnnual":0.06}`)
	if i := national.Treatments[2]; i.Key != "IFRS_16" || i.Title != "AASB 16" || national.Treatments[4].Title != "FRS 102" {
		t.Errorf("%s has the title %s", i.Key, i.Title)
	}
}

// METHOD 16: each treatment omits the class, the exemption and the fields that its standard
// rejects, with a note. Other fields are kept.
func TestMethod16_RejectedFieldsAreOmitted(t *testing.T) {
	t.Parallel()
	const base = `{"standard":%q,"commencementDate":"2026-01-01","termMonths":%d,"paymentAmount":1000,"discountRateAnnual":0%s}`
	for _, c := range []struct {
		standard, more string
		months         int
		left           [4][]string // by treatment: operating, finance, IFRS 16, GASB 87
	}{
		{"IFRS_16", `,"restorationCost":240`, 24, [4][]string{{"restorationCost"}, {"restorationCost"}, nil, {"restorationCost"}}},
		{"ASC_842", `,"guaranteedResidualValue":500,"assetEconomicLifeMonths":60,"assetTotalLifeMonths":90`, 24, [4][]string{
			nil, nil, {"guaranteedResidualValue", "assetTotalLifeMonths"}, {"guaranteedResidualValue", "assetTotalLifeMonths"},
		}},
		{"GASB_87", `,"fund":"governmental"`, 24, [4][]string{{"fund"}, {"fund"}, {"fund"}, nil}},
		{"ASC_842", `,"exemption":"short_term"`, 12, [4][]string{{"exemption"}, {"exemption"}, {"exemption"}, {"exemption"}}},
		{"IFRS_16", `,"exemption":"low_value"`, 24, [4][]string{{"exemption"}, {"exemption"}, {"exemption"}, {"exemption"}}},
		{"ASC_842", `,"classification":"finance"`, 24, [4][]string{{"classification"}, {"classification"}, {"classification"}, {"classification"}}},
		{"ASC_842", `,"events":[{"date":"2026-07-01","type":"modification","discountRateAnnual":0,"retainedShare":0.5,"proportion":"liability","paymentAmount":500}]`, 24, [4][]string{
			nil, nil, {"events[0].proportion"}, nil,
		}},
		{"ASC_842", `,"events":[{"date":"2026-07-01","type":"modification","discountRateAnnual":0,"classification":"finance"}]`, 24, [4][]string{
			{"events[0].classification"}, {"events[0].classification"}, {"events[0].classification"}, {"events[0].classification"},
		}},
		{"IFRS_16", `,"events":[{"date":"2026-07-01","type":"index","changePct":0.1,"discountRateAnnual":0.01}]`, 24, [4][]string{
			{"events[0].discountRateAnnual"}, {"events[0].discountRateAnnual"}, nil, {"events[0].discountRateAnnual"},
		}},
		{"ASC_842", ``, 24, [4][]string{}},
	} {
		body := fmt.Sprintf(base, c.standard, c.months, c.more)
		x := compared(t, body)
		for i := range c.left {
			if got := leftOut(&x.Treatments[i]); !slices.Equal(got, c.left[i]) {
				t.Errorf("%s\n%s leaves out %v, want %v", body, x.Treatments[i].Key, got, c.left[i])
			}
			if x.Treatments[i].Result.InitialLiability.IsZero() {
				t.Errorf("%s\n%s has no liability", body, x.Treatments[i].Key)
			}
		}
	}
}

// METHOD 16: a proportion that a standard allows is kept, even if a later event is omitted.
func TestMethod16_AProportionDoesNotDependOnLaterEvents(t *testing.T) {
	t.Parallel()
	c := compared(t, `{"commencementDate":"2026-01-01","termMonths":24,"paymentAmount":1000,"discountRateAnnual":0,"residualValueGuarantee":50,"events":[`+
		`{"date":"2026-07-01","type":"modification","discountRateAnnual":0,"retainedShare":0.5,"proportion":"liability","paymentAmount":500},`+
		`{"date":"2026-09-01","type":"residual_guarantee","residualValueGuarantee":0}]}`)
	for i := range c.Treatments {
		rejected := c.Treatments[i].Key == "IFRS_16" || c.Treatments[i].Key == "FRS_102"
		if got := leftOut(&c.Treatments[i]); slices.Contains(got, "events[0].proportion") != rejected {
			t.Errorf("%s omits %v", c.Treatments[i].Key, got)
		}
	}
}

// METHOD 12.1, 16: under IFRS 16, 24 × 1,000 with a provision of 240 give an asset of 24,240. The
// other standards reject the provision and lack this amount.
func TestMethod16_DifferencesMatchHandCalculations(t *testing.T) {
	t.Parallel()
	c := compared(t, `{"standard":"IFRS_16","commencementDate":"2026-01-01","termMonths":24,"paymentAmount":1000,"discountRateAnnual":0,"restorationCost":240}`)
	for i, want := range []string{"0.00 0.00 [{1 0.00 0.00} {2 0.00 0.00}]", "240.00 240.00 [{1 120.00 120.00} {2 120.00 0.00}]", "0.00 0.00 [{1 0.00 0.00} {2 0.00 0.00}]"} {
		d := &c.Differences[i]
		if got := fmt.Sprint(d.InitialRouAsset, d.TotalLeaseCost, d.Years); got != want {
			t.Errorf("%s: %s, want %s", d.Key, got, want)
		}
	}
}

// METHOD 16: the first lease year begins on the commencement date, and the last one may be shorter.
// A modification that extends the term adds years for every treatment. 30 months at 100 a month
// without interest cost 1,200, 1,200 and 600.
func TestMethod16_LeaseYears(t *testing.T) {
	t.Parallel()
	const lease = `{"commencementDate":"2026-05-20","termMonths":%d,"paymentAmount":100,"discountRateAnnual":0%s}`
	for _, body := range []string{
		fmt.Sprintf(lease, 30, ""),
		fmt.Sprintf(lease, 24, `,"events":[{"date":"2027-05-20","type":"reassessment","discountRateAnnual":0,"termMonths":30}]`),
	} {
		c := compared(t, body)
		for i := range c.Treatments {
			var got []string
			for _, y := range c.Treatments[i].Years {
				got = append(got, fmt.Sprintf("%d: %s %s %s %s %s", y.Year, y.Payments, y.Interest, y.LeaseExpense, y.LiabilityClose, y.RouAssetClose))
			}
			want := []string{"1: 1200.00 0.00 1200.00 1800.00 1800.00", "2: 1200.00 0.00 1200.00 600.00 600.00", "3: 600.00 0.00 600.00 0.00 0.00"}
			if strings.Contains(body, "reassessment") { // a reassessment may change the third year
				want[0] = "1: 1200.00 0.00 1200.00 1200.00 1200.00"
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s: %q, want %q", c.Treatments[i].Key, got, want)
			}
		}
	}
}

// METHOD 16: current and long-term liability are measured at commencement under each treatment.
// With 24 payments of 1,000 in advance and no interest, 12,000 is due after the first year.
func TestMethod16_CurrentAndLongTerm(t *testing.T) {
	t.Parallel()
	c := compared(t, `{"commencementDate":"2026-01-01","termMonths":24,"paymentAmount":1000,"discountRateAnnual":0}`)
	for i := range c.Treatments {
		d := &c.Treatments[i].Result.Disclosures
		if d.CurrentLiability.String() != "12000.00" || d.LongTermLiability.String() != "12000.00" {
			t.Errorf("%s: %s and %s", c.Treatments[i].Key, d.CurrentLiability, d.LongTermLiability)
		}
	}
}

// METHOD 16: a lease that is invalid under its own standard is rejected with the compute
// operation's error.
func TestMethod16_Rejections(t *testing.T) {
	t.Parallel()
	l, err := leasehold.Decode([]byte(`{"commencementDate":"2026-01-01","termMonths":24,"paymentAmount":1000,"discountRateAnnual":0,
		"otherPayments":[{"date":"2026-02-01","amount":99999,"kind":"incentive"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	_, err = treatments.Compare(l)
	if invalid, ok := errors.AsType[*leasehold.InvalidError](err); !ok || invalid.Field() != "otherPayments" {
		t.Errorf("got %v", err)
	}
	l.TermMonths = 0
	_, err = treatments.Compare(l)
	if invalid, ok := errors.AsType[*leasehold.InvalidError](err); !ok || invalid.Field() != "termMonths" {
		t.Errorf("got %v", err)
	}
}

// METHOD 16, 4.3: an asset with a life longer than the term has a balance in the last row. The
// last lease year, which may be a partial year, closes with the same balance.
func TestMethod16_TheLastYearEndsWithTheLastRow(t *testing.T) {
	t.Parallel()
	for _, months := range []int{24, 30} {
		body := fmt.Sprintf(`{"standard":"IFRS_16","commencementDate":"2026-01-01","termMonths":%d,"paymentAmount":1000,"discountRateAnnual":0.06,`+
			`"transfersOwnership":true,"assetEconomicLifeMonths":120}`, months)
		l, err := leasehold.Decode([]byte(body))
		if err != nil {
			t.Fatal(err)
		}
		r, err := leasehold.Compute(l)
		if err != nil {
			t.Fatal(err)
		}
		want := r.Schedule[months-1].RouAssetClose
		years := compared(t, body).Treatments[2].Years
		if got := years[len(years)-1].RouAssetClose; want.IsZero() || got.Cmp(want) != 0 {
			t.Errorf("%d months: the last year closes with an asset of %v, the last row with %v", months, got, want)
		}
	}
	years := compared(t, `{"commencementDate":"2026-01-01","termMonths":30,"paymentAmount":1000,"discountRateAnnual":0.06,`+
		`"events":[{"date":"2026-06-10","type":"termination"}]}`).Treatments[2].Years
	if got := years[0]; !got.RouAssetClose.IsZero() || !got.LiabilityClose.IsZero() || len(years) != 1 {
		t.Errorf("a lease that was terminated in its first year closes %d years, the first with %v and %v", len(years), got.LiabilityClose, got.RouAssetClose)
	}
}

// METHOD 16: no note claims that the caller supplied a treatment's class, and the notes name the
// costs that the lease years exclude.
func TestMethod16_NotesApplyToTheirTreatment(t *testing.T) {
	t.Parallel()
	c := compared(t, `{"standard":"ASC_842","commencementDate":"2026-01-01","termMonths":36,"paymentAmount":1000,"discountRateAnnual":0.06,"assetEconomicLifeMonths":240,
		"events":[{"date":"2026-07-01","type":"index","changePct":0.04},{"date":"2027-01-01","type":"modification","discountRateAnnual":0.06,"retainedShare":0.5,"paymentAmount":520},
		{"date":"2027-07-01","type":"impairment","impairmentLoss":100}]}`)
	for i := range c.Treatments {
		x := &c.Treatments[i]
		notes := strings.Join(x.Notes, "\n")
		if strings.Contains(notes, "supplied classification") || strings.Contains(notes, "contradicts") {
			t.Errorf("%s: %s", x.Key, notes)
		}
		if got, want := strings.Contains(notes, "The criteria indicate an operating lease; this treatment shows the lease as a finance lease."), x.Key == "ASC_842_finance"; got != want {
			t.Errorf("%s: %s", x.Key, notes)
		}
		life := &x.Result.Life
		for name, amount := range map[string]money.Amount{
			"variable lease cost of ": life.VariablePayments, "impairment losses of ": life.ImpairmentLosses, "net gains of ": life.GainsAndLosses,
		} {
			want := name + string(amount.AppendGrouped(nil, 2))
			if strings.Contains(notes, name) != !amount.IsZero() || !amount.IsZero() && amount.Sign() > 0 && !strings.Contains(notes, want) {
				t.Errorf("%s: want %s in %s", x.Key, want, notes)
			}
		}
		if !strings.Contains(notes, "The total lease cost is measured at commencement;") {
			t.Errorf("%s: %s", x.Key, notes)
		}
	}
}
