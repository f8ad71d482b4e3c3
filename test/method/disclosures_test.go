package method_test

import (
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

// METHOD 7: at commencement, a single lease's weighted averages are its term and its annual rate.
func TestMethod7_WeightedAveragesOfOneLease(t *testing.T) {
	t.Parallel()
	d := computeOffice(t, func(l *leasehold.Lease) { l.TermMonths, l.DiscountRateAnnual = 37, money.MustParse("0.0725") }).Disclosures
	if d.WeightedAverageRemainingTermMonths.String() != "37" || d.WeightedAverageDiscountRate != money.MustParse("0.0725") {
		t.Errorf("%+v", d)
	}
}

// example13 turns a lease into illustrative example 13 of IFRS 16.
func example13(l *leasehold.Lease) {
	l.Standard, l.TermMonths, l.PaymentFrequency = leasehold.IFRS16, 120, leasehold.Annual
	l.PaymentAmount, l.DiscountRateAnnual = money.Int(50_000), money.MustParse("0.05")
	l.InitialDirectCosts, l.LeaseIncentives = number("20000"), number("5000")
}

// growing changes a lease so that its first rents are far below the interest and its liability
// grows.
func growing(l *leasehold.Lease) {
	l.TermMonths = 360
	l.PaymentAmount, l.DiscountRateAnnual, l.AnnualEscalationPct = money.Int(100), money.MustParse("0.1"), number("0.12")
}
