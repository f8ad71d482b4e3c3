package method_test

import (
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

// METHOD 7: for a single lease at commencement, the weighted averages are its term and its annual
// rate.
func TestMethod7_WeightedAveragesOfOneLease(t *testing.T) {
	t.Parallel()
	d := computeOffice(t, func(l *leasehold.Lease) { l.TermMonths, l.DiscountRateAnnual = 37, money.MustParse("0.0725") }).Disclosures
	if d.WeightedAverageRemainingTermMonths.String() != "37" || d.WeightedAverageDiscountRate != money.MustParse("0.0725") {
		t.Errorf("%+v", d)
	}
}

// METHOD 7: the maturity analysis always has rows for five years, with 0.00 for years after the
// term. The maturity analysis has the row Thereafter only if the term exceeds 60 months. A payment
// belongs to the lease year in which its period starts.
func TestMethod7_MaturityAnalysis(t *testing.T) {
	t.Parallel()
	labels := []string{"Year 1", "Year 2", "Year 3", "Year 4", "Year 5", "Thereafter"}
	for _, c := range []struct {
		name string
		edit func(*leasehold.Lease)
		want []string
	}{
		{"60 months", func(*leasehold.Lease) {}, []string{"120000.00", "120000.00", "120000.00", "120000.00", "120000.00"}},
		{"61 months", func(l *leasehold.Lease) { l.TermMonths = 61 }, []string{"120000.00", "120000.00", "120000.00", "120000.00", "120000.00", "10000.00"}},
		{"1 month", func(l *leasehold.Lease) { l.TermMonths = 1 }, []string{"10000.00", "0.00", "0.00", "0.00", "0.00"}},
		{
			"annual in arrears: paid on the last day of the year in which the period starts",
			func(l *leasehold.Lease) {
				l.TermMonths, l.PaymentFrequency, l.PaymentTiming = 24, leasehold.Annual, leasehold.Arrears
			},
			[]string{"10000.00", "10000.00", "0.00", "0.00", "0.00"},
		},
		{
			"escalation steps at the anniversary",
			func(l *leasehold.Lease) {
				l.TermMonths, l.PaymentFrequency, l.AnnualEscalationPct = 24, leasehold.Semiannual, number("0.1")
			},
			[]string{"20000.00", "22000.00", "0.00", "0.00", "0.00"},
		},
		{
			"quarterly stub with a terminal amount",
			func(l *leasehold.Lease) {
				l.TermMonths, l.PaymentFrequency, l.ResidualValueGuarantee = 14, leasehold.Quarterly, number("7")
			},
			[]string{"40000.00", "6673.67", "0.00", "0.00", "0.00"},
		},
		{
			"later years together",
			func(l *leasehold.Lease) { l.TermMonths, l.PaymentFrequency = 120, leasehold.Annual },
			[]string{"10000.00", "10000.00", "10000.00", "10000.00", "10000.00", "50000.00"},
		},
	} {
		rows := computeOffice(t, c.edit).Disclosures.MaturityAnalysis
		if len(rows) != len(c.want) {
			t.Errorf("%s: %d rows", c.name, len(rows))
			continue
		}
		for i, row := range rows {
			if row.Year != i+1 || row.Label != labels[i] || row.UndiscountedPayments.String() != c.want[i] {
				t.Errorf("%s: %+v, want %s %s", c.name, row, labels[i], c.want[i])
			}
		}
	}
}

// METHOD 7, 11: the current portion of the liability is the same as in the worked examples, for
// payments in advance and in arrears.
func TestMethod7_CurrentLiability(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name              string
		edit              func(*leasehold.Lease)
		current, longTerm string
	}{
		{"IFRS 16 example 13", example13, "50000.00", "355391.08"},
		{
			"36 × 209 at 4 %", func(l *leasehold.Lease) {
				l.TermMonths, l.PaymentAmount, l.DiscountRateAnnual = 36, money.Int(209), money.MustParse("0.04")
			},
			"2289.69", "4812.90",
		},
		{
			"arrears, whose second year is worth 1000 / 1.1",
			func(l *leasehold.Lease) {
				l.TermMonths, l.PaymentFrequency, l.PaymentTiming = 24, leasehold.Annual, leasehold.Arrears
				l.PaymentAmount, l.DiscountRateAnnual = money.Int(1000), money.MustParse("0.1")
			},
			"826.45", "909.09",
		},
		{"12 months", func(l *leasehold.Lease) { l.TermMonths, l.DiscountRateAnnual = 12, money.Decimal{} }, "120000.00", "0.00"},
		{"12 months in one payment", func(l *leasehold.Lease) { l.TermMonths, l.PaymentFrequency = 12, leasehold.Annual }, "10000.00", "0.00"},
		{"13 months", func(l *leasehold.Lease) { l.TermMonths, l.DiscountRateAnnual = 13, money.Decimal{} }, "120000.00", "10000.00"},
		{
			"a stub in the second year",
			func(l *leasehold.Lease) {
				l.TermMonths, l.PaymentFrequency, l.DiscountRateAnnual = 13, leasehold.Annual, money.Decimal{}
			},
			"10000.00", "833.33",
		},
		{
			"arrears, growing: nothing is settled within the year",
			func(l *leasehold.Lease) { growing(l); l.PaymentTiming = leasehold.Arrears },
			"0.00", "",
		},
		{"advance, growing: the payment at commencement is", growing, "100.00", ""},
	} {
		r := computeOffice(t, c.edit)
		d := r.Disclosures
		if c.longTerm == "" {
			c.longTerm = r.InitialLiability.Sub(amount(c.current)).String()
		}
		if d.CurrentLiability.String() != c.current || d.LongTermLiability.String() != c.longTerm {
			t.Errorf("%s: %s and %s, want %s and %s", c.name, d.CurrentLiability, d.LongTermLiability, c.current, c.longTerm)
		}
	}
}

// example13 changes a lease to illustrative example 13 of IFRS 16.
func example13(l *leasehold.Lease) {
	l.Standard, l.TermMonths, l.PaymentFrequency = leasehold.IFRS16, 120, leasehold.Annual
	l.PaymentAmount, l.DiscountRateAnnual = money.Int(50_000), money.MustParse("0.05")
	l.InitialDirectCosts, l.LeaseIncentives = number("20000"), number("5000")
}

// growing changes a lease so that its first rents are far below the interest on the liability,
// which therefore grows.
func growing(l *leasehold.Lease) {
	l.TermMonths = 360
	l.PaymentAmount, l.DiscountRateAnnual, l.AnnualEscalationPct = money.Int(100), money.MustParse("0.1"), number("0.12")
}
