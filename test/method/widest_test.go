package method_test

import (
	"math/big"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/place"
	"github.com/leasehold-accounting/leasehold/money"
)

// METHOD 1: the most extreme lease that the API contract allows has amounts well within the range
// of the fixed-point numbers. Its largest payment doubles every year for 99 years.
func TestMethod1_TheMostExtremeLeaseIsInRange(t *testing.T) {
	t.Parallel()
	one := money.Int(1)
	r, err := leasehold.Compute(&leasehold.Lease{
		CommencementDate: civil.New(2024, 1, 1), TermMonths: member.MaxTermMonths, PaymentAmount: place.MaxAmount,
		AnnualEscalationPct: leasehold.Some(one), ResidualValueGuarantee: leasehold.Some(place.MaxAmount), PurchaseOptionAmount: leasehold.Some(place.MaxAmount),
		PrepaidRent: leasehold.Some(place.MaxAmount), InitialDirectCosts: leasehold.Some(place.MaxAmount),
	})
	if err != nil {
		t.Fatal(err)
	}
	last := r.Schedule[len(r.Schedule)-1]
	want := new(big.Int).Lsh(place.MaxAmount.Amount().Big(), 99)
	want.Add(want, new(big.Int).Mul(place.MaxAmount.Amount().Big(), big.NewInt(2)))
	if last.Payment.Big().Cmp(want) != 0 {
		t.Errorf("the last payment is %v, want %v cents", last.Payment, want)
	}
	if !last.LiabilityClose.IsZero() || r.InitialLiability != r.TotalUndiscountedPayments {
		t.Errorf("at rate 0 the liability %v is not the payments' sum %v", r.InitialLiability, r.TotalUndiscountedPayments)
	}
	if n := r.InitialLiability.Big().BitLen(); n > 161 {
		t.Errorf("the liability takes %d bits; a balance is divided by up to 161", n)
	}
}
