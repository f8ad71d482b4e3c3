package lease

import (
	"math/big"
	"slices"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/exchange"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/standard"
)

// anyPurchaseOption reports whether the lease is known to carry a purchase
// option, certain to be exercised or not.
func (l *Lease) anyPurchaseOption() bool {
	return l.PurchaseOptionAmount.Value.Sign() > 0 || IsTrue(l.PurchaseOptionReasonablyCertain)
}

// HasGuarantee reports whether the lessee guarantees a residual value.
func (l *Lease) HasGuarantee() bool { return l.ResidualValueGuarantee.Value.Sign() > 0 }

// OptionPriced reports whether a price of a purchase option was supplied.
func (l *Lease) OptionPriced() bool { return l.PurchaseOptionAmount.Value.Sign() > 0 }

// StatesSources reports whether the lease has a field on the purpose or the due dates of its payments
// (METHOD 20.2 to 20.5, 25.8).
func (l *Lease) StatesSources() bool {
	return l.HasServices() || l.IrrecoverableTaxRate.Set || l.Calendar.Set || l.VariablePayments != nil || l.SubleaseIncome != nil || l.Subleases != nil
}

// EndedEarly reports whether an event ended the lease.
func (l *Lease) EndedEarly() bool {
	n := len(l.Events)
	return n > 0 && (l.Events[n-1].Type == standard.Termination || l.Events[n-1].Type == standard.Purchase)
}

// KnownAt returns the lease without the events after a day.
func (l *Lease) KnownAt(day civil.Date) *Lease {
	known := *l
	known.Events = slices.DeleteFunc(slices.Clone(l.Events), func(e Event) bool { return day.Before(e.Date) })
	return &known
}

// PresentationFaults returns an error if a lease without a currency is to be presented in another
// currency.
func (l *Lease) PresentationFaults(at *strict.Place, presentation money.Currency) (f strict.Faults) {
	if presentation != (money.Currency{}) && l.Currency == (money.Currency{}) {
		f.Add(at, "currency", "is required in a report with presentationCurrency")
	}
	return f
}

// Pairs returns the pairs of currencies that a report on the lease needs, in a currency of
// presentation or without one.
func (l *Lease) Pairs(presentation money.Currency) (pairs []exchange.Pair) {
	if l.Foreign() {
		pairs = append(pairs, exchange.Pair{Currency: l.Currency, Into: l.FunctionalCurrency})
	}
	if l.Translated(presentation) {
		pairs = append(pairs, exchange.Pair{Currency: l.Functional(), Into: presentation})
	}
	return pairs
}

// Translated reports whether a report in a currency of presentation translates a lease.
func (l *Lease) Translated(presentation money.Currency) bool {
	return presentation != (money.Currency{}) && l.Currency != (money.Currency{}) && presentation != l.Functional()
}

// CheckLoss refuses an impairment loss above the carrying amount of the asset.
func (l *Lease) CheckLoss(loss, asset money.Amount, place *strict.Place) error {
	asset = asset.NotNegative()
	if loss.Sign() <= 0 || loss.Cmp(asset) <= 0 {
		return nil
	}
	places := l.Currency.Places()
	var f strict.Faults
	f.Add(place, "impairmentLoss", string(loss.AppendPlaces(nil, places))+" exceeds the carrying amount of the asset on that day: at most "+
		string(asset.AppendPlaces(nil, places))+" is allowed")
	return f.Err()
}

// StatesClass reports whether an event states an input of the class.
func (e *Event) StatesClass() bool {
	return e.TransfersOwnership.Set || e.PurchaseOptionReasonablyCertain.Set || e.Classification != standard.Derived ||
		e.AssetFairValue.Set || e.AssetEconomicLifeMonths.Set || e.SpecializedAsset.Set
}

// GivesUpShare reports whether the event retains less than the whole leased asset.
func (e *Event) GivesUpShare() bool {
	return e.RetainedShare.Set && e.RetainedShare.Value.Cmp(money.Int(1)) < 0
}

// basisWords name the kinds of discount rates.
var basisWords = [...]string{
	ImplicitRate:    "the rate implicit in the lease",
	IncrementalRate: "the lessee's incremental borrowing rate",
	RiskFreeRate:    "a risk-free rate, elected by a lessee other than a public business entity (ASC 842-20-30-3)",
	ObtainableRate:  "the rate at which the lessee could borrow the undiscounted payments over a similar term (FRS 102 section 20)",
}

// Words returns the name of the rate basis; empty for [NoRateBasis].
func (b RateBasis) Words() string { return basisWords[b] }

// WholeLife returns an economic life in months; nil if it is unknown.
func WholeLife(life Optional[int]) *big.Rat {
	if !life.Set {
		return nil
	}
	return big.NewRat(int64(life.Value), 1)
}

// InMinor returns an amount in minor units of a currency with a number of decimals, exactly.
func InMinor(d money.Decimal, places int) *big.Rat {
	num := new(big.Int)
	den := pow10(d.Fraction(num, money.AmountPlaces))
	return new(big.Rat).SetFrac(num.Mul(num, pow10(places)), den)
}

// OnePlus returns 1 + d, with d to the places of a rate.
func OnePlus(d money.Decimal) *big.Rat {
	num := new(big.Int)
	den := pow10(d.Fraction(num, money.RatePlaces))
	return new(big.Rat).SetFrac(num.Add(num, den), den)
}

func pow10(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }

// RowsFrom returns the first day of the month count of the rows; the zero date
// if its rows start on quarter days.
func (l *Lease) RowsFrom() civil.Date {
	switch {
	case l.Calendar.Value.Days.Set:
		return civil.Date{}
	case l.Calendar.Set:
		return l.Calendar.Value.From.Value
	}
	return l.CommencementDate
}
