package method_test

import (
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/money"
)

// METHOD 17.1, 18.1: the results equal published examples of HMRC (BLM18010), EZLease, DebtBook and
// Sarasota County, Florida (2023 and 2024), to the whole currency unit.
func TestMethod17_1_PublishedExamples(t *testing.T) {
	t.Parallel()
	read := func(body string) *leasehold.Lease {
		l, err := leasehold.Decode([]byte(body))
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	within := func(name string, got money.Amount, want int64) {
		t.Helper()
		if off := got.Sub(money.Cents(want * 100)).Abs(); off.Cmp(money.Cents(150)) > 0 {
			t.Errorf("%s: %s, published %d", name, got, want)
		}
	}
	hmrc := computed(t, read(`{"standard":"FRS_102","commencementDate":"2026-01-01","termMonths":120,"paymentAmount":100000,"discountRateAnnual":0.05,
		"paymentFrequency":"annual","basis":{"commencementPayment":"settled"},"prepaidRent":9998,"restorationCost":20000}`))
	within("HMRC, liability", hmrc.InitialLiability, 710782)
	within("HMRC, asset", hmrc.InitialRouAsset, 840780)
	for i, want := range []int64{35539, 32316, 28932, 25379, 21647, 17730, 13616, 9297, 4762, 0} {
		within("HMRC, interest", hmrc.Schedule[i].Interest, want)
	}
	payroll := computed(t, read(`{"standard":"GASB_96","commencementDate":"2023-01-01","termMonths":24,"paymentAmount":20000,"discountRateAnnual":0.04,
		"paymentFrequency":"annual","initialDirectCosts":3000}`))
	within("EZLease, liability", payroll.InitialLiability, 39231)
	within("EZLease, asset", payroll.InitialRouAsset, 42231)
	debtbook := computed(t, read(`{"standard":"GASB_96","commencementDate":"2023-01-01","termMonths":36,"paymentAmount":40000,"discountRateAnnual":0.045,
		"paymentFrequency":"annual","paymentTiming":"arrears","openingRouAsset":110000}`))
	within("DebtBook, amortization", debtbook.Schedule[0].RouAmortization, 36667)
	for _, year := range []struct {
		span    leasehold.Span
		closing int64
	}{
		{leasehold.Span{From: civil.New(2022, 10, 1), To: civil.New(2023, 9, 30)}, 599586}, {leasehold.Span{From: civil.New(2023, 10, 1), To: civil.New(2024, 9, 30)}, 304569},
	} {
		f, err := leasehold.MeasureSpan(read(`{"standard":"GASB_96","commencementDate":"2022-10-01","termMonths":36,"paymentAmount":314431,"discountRateAnnual":0.03238,
			"paymentFrequency":"annual","paymentTiming":"arrears"}`), year.span)
		if err != nil {
			t.Fatal(err)
		}
		within("Sarasota, liability", f.Of(figure.LiabilityClosing), year.closing)
	}
}
