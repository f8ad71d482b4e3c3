package method_test

import (
	"strconv"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/money"
)

// benchLease returns a lease with the given number of months and monthly rent in advance.
func benchLease(months int, amount string) *leasehold.Lease {
	return &leasehold.Lease{
		CommencementDate: civil.New(2024, 1, 1), TermMonths: months,
		PaymentAmount: money.MustParse(amount), DiscountRateAnnual: money.MustParse("0.06"),
	}
}

// BenchmarkResponse measures computing a lease, printing its response, and both.
func BenchmarkResponse(b *testing.B) {
	for _, months := range []int{60, 1200} {
		l := benchLease(months, "10000")
		b.Run("compute-and-append/"+strconv.Itoa(months), func(b *testing.B) {
			b.ReportAllocs()
			var buf []byte
			for b.Loop() {
				r, err := leasehold.Compute(l)
				if err != nil {
					b.Fatal(err)
				}
				buf = leasehold.AppendCompute(r, buf[:0])
			}
		})
		b.Run("compute/"+strconv.Itoa(months), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := leasehold.Compute(l); err != nil {
					b.Fatal(err)
				}
			}
		})
		r, err := leasehold.Compute(l)
		if err != nil {
			b.Fatal(err)
		}
		body := leasehold.AppendCompute(r, nil)
		b.Run("append/"+strconv.Itoa(months), func(b *testing.B) {
			b.SetBytes(int64(len(body)))
			b.ReportAllocs()
			var buf []byte
			for b.Loop() {
				buf = leasehold.AppendCompute(r, buf[:0])
			}
		})
	}
}

// BenchmarkRisingRent computes and prints a lease with annual rent increases, which requires exact
// fractions.
func BenchmarkRisingRent(b *testing.B) {
	for _, months := range []int{60, 1200} {
		b.Run(strconv.Itoa(months), func(b *testing.B) {
			l := benchLease(months, "10000")
			l.AnnualEscalationPct = leasehold.Some(money.MustParse("0.03"))
			b.ReportAllocs()
			var buf []byte
			for b.Loop() {
				r, err := leasehold.Compute(l)
				if err != nil {
					b.Fatal(err)
				}
				buf = leasehold.AppendCompute(r, buf[:0])
			}
		})
	}
}

// BenchmarkDecode parses a minimal request and a request with every field.
func BenchmarkDecode(b *testing.B) {
	for name, body := range map[string]string{
		"plain": `{"commencementDate":"2024-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06}`,
		"full": `{"standard":"ASC_842","commencementDate":"2024-01-01","termMonths":60,"paymentAmount":10000.50,"discountRateAnnual":0.06,` +
			`"paymentFrequency":"monthly","paymentTiming":"advance","annualEscalationPct":0.03,"initialDirectCosts":2500,` +
			`"leaseIncentives":1000,"prepaidRent":10000,"residualValueGuarantee":5000,"purchaseOptionAmount":0,"transfersOwnership":false,` +
			`"purchaseOptionReasonablyCertain":false,"assetFairValue":900000,"assetEconomicLifeMonths":120,"specializedAsset":false}`,
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := leasehold.Decode([]byte(body)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
