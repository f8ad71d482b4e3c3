package workbook

import (
	"math/big"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/money"
)

// A spreadsheet keeps fifteen digits of what is typed. What a lease states
// beyond them has cells of its own, so that no digit is lost.

// named is an amount of the lease with the contract's name of its field.
type named struct {
	name  string
	value money.Decimal
}

// amountsOf returns every amount that the lease states.
func amountsOf(l *leasehold.Lease) []named {
	return []named{
		{"paymentAmount", l.PaymentAmount},
		{"initialDirectCosts", l.InitialDirectCosts.Value},
		{"leaseIncentives", l.LeaseIncentives.Value},
		{"prepaidRent", l.PrepaidRent.Value},
		{"residualValueGuarantee", l.ResidualValueGuarantee.Value},
		{"purchaseOptionAmount", l.PurchaseOptionAmount.Value},
		{"assetFairValue", l.AssetFairValue.Value},
	}
}

func power(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }

// scaled returns x / 10^places as a decimal text.
func scaled(x *big.Int, places int) string {
	r := new(big.Rat).SetFrac(x, power(places))
	return r.FloatString(places)
}

// splitPayment returns the payment to fifteen digits, and what is left of it in
// two whole numbers, of 10^−14 and of 10^−28 cents.
func splitPayment(payment money.Decimal) (typed string, further14, further28 int64) {
	const finest = 28 // decimals of a cent that are kept
	exact := payment.Units(finest + 2)
	digits := len(new(big.Int).Quo(exact, power(finest)).String()) // of the whole cents
	coarse := max(15-digits, 0)                                    // decimals of a cent that are typed
	step := power(finest - coarse)
	kept := money.QuoRound(exact, step)
	left := new(big.Int).Sub(exact, new(big.Int).Mul(kept, step))
	high, low := new(big.Int).DivMod(left, power(14), new(big.Int))
	return scaled(kept, coarse+2), high.Int64(), low.Int64()
}

// splitFraction returns a rate to fifteen decimals, and what is left of it in
// units of 10^−17.
func splitFraction(f money.Decimal) (typed string, further int64) {
	exact := f.Units(money.RatePlaces)
	kept := money.QuoRound(exact, power(money.RatePlaces-15))
	left := new(big.Int).Sub(exact, new(big.Int).Mul(kept, power(money.RatePlaces-15)))
	return scaled(kept, 15), left.Int64()
}

// component returns what is typed for an amount that is used in cents: the
// amount in cents, or what was sent where that would make nothing of it.
func component(d money.Decimal) string {
	if c := d.Amount(); !c.IsZero() || d.Sign() == 0 {
		return c.String()
	}
	return d.String()
}

// number returns an amount as a spreadsheet holds it.
func number(a money.Amount) float64 { return spreadsheet.Number(a.String()) }

// cents returns an amount in cents. Every amount here is below the limit.
func cents(a money.Amount) int64 {
	n, ok := a.Int64()
	if !ok {
		panic("workbook: an amount above the limit")
	}
	return n
}

// asExported says, once inputs were changed, that what follows belongs to the
// lease as it was exported.
func asExported(s *spreadsheet.Sheet) {
	s.Put(s.Formula(spreadsheet.Label, "", `IF(inputState="as exported","","Inputs have changed since export. What follows is for the lease as exported.")`))
}
