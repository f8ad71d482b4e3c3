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

// HasGuarantee reports whether the lessee guarantees a residual value.
func (l *Lease) HasGuarantee() bool { return l.ResidualValueGuarantee.Value.Sign() > 0 }

// OptionPriced reports whether a purchase option price was supplied.
func (l *Lease) OptionPriced() bool { return l.PurchaseOptionAmount.Value.Sign() > 0 }

// StatesSources reports whether the lease has fields for its components, taxes, subleases or
// payment dates (METHOD 20.2 to 20.5, 25.8).
func (l *Lease) StatesSources() bool {
	return l.HasServices() || l.IrrecoverableTaxRate.Set || l.Calendar.Set || l.VariablePayments != nil || l.SubleaseIncome != nil || l.Subleases != nil
}

// EndedEarly reports whether an event ends the lease.
func (l *Lease) EndedEarly() bool {
	n := len(l.Events)
	return n > 0 && (l.Events[n-1].Type == standard.Termination || l.Events[n-1].Type == standard.Purchase)
}

// KnownAt returns the lease without the events after a given day.
func (l *Lease) KnownAt(day civil.Date) *Lease {
	known := *l
	known.Events = slices.DeleteFunc(slices.Clone(l.Events), func(e Event) bool { return day.Before(e.Date) })
	return &known
}

// PresentationFaults returns a validation error if a report in a presentation currency contains a
// lease without a currency.
func (l *Lease) PresentationFaults(at *strict.Place, presentation money.Currency) (f strict.Faults) {
	if presentation != (money.Currency{}) && l.Currency == (money.Currency{}) {
		f.Add(at, "currency", "is required in a report with presentationCurrency")
	}
	return f
}

// Pairs returns the currency pairs for which a report on the lease needs exchange rates. The
// report's presentation currency may be the zero value.
func (l *Lease) Pairs(presentation money.Currency) (pairs []exchange.Pair) {
	if l.Foreign() {
		pairs = append(pairs, exchange.Pair{Currency: l.Currency, Into: l.FunctionalCurrency})
	}
	if l.Translated(presentation) {
		pairs = append(pairs, exchange.Pair{Currency: l.Functional(), Into: presentation})
	}
	return pairs
}

// Translated reports whether a report in a presentation currency translates the amounts of the lease.
func (l *Lease) Translated(presentation money.Currency) bool {
	return presentation != (money.Currency{}) && l.Currency != (money.Currency{}) && presentation != l.Functional()
}

// CheckLoss rejects an impairment loss above the carrying amount of the asset.
func (l *Lease) CheckLoss(loss, asset money.Amount, place *strict.Place) error {
	asset = asset.NotNegative()
	if loss.Sign() <= 0 || loss.Cmp(asset) <= 0 {
		return nil
	}
	places := l.Currency.Places()
	var f strict.Faults
	f.Add(place, "impairmentLoss", string(loss.AppendPlaces(nil, places))+" exceeds the carrying amount of the asset on that day, "+
		string(asset.AppendPlaces(nil, places)))
	return f.Err()
}

// StatesClass reports whether an event supplies a classification input.
func (e *Event) StatesClass() bool {
	return e.TransfersOwnership.Set || e.PurchaseOptionReasonablyCertain.Set || e.Classification != standard.Derived ||
		e.AssetFairValue.Set || e.AssetEconomicLifeMonths.Set || e.SpecializedAsset.Set
}

// GivesUpShare reports whether the lessee surrenders a portion of the leased asset at the event.
func (e *Event) GivesUpShare() bool {
	return e.RetainedShare.Set && e.RetainedShare.Value.Cmp(money.Int(1)) < 0
}

// basisWords contains a description of each kind of discount rate.
var basisWords = [...]string{
	ImplicitRate:    "the rate implicit in the lease",
	IncrementalRate: "the lessee's incremental borrowing rate",
	RiskFreeRate:    "a risk-free rate, elected by a lessee other than a public business entity (ASC 842-20-30-3)",
	ObtainableRate:  "the rate at which the lessee could borrow an amount similar to the undiscounted payments over a similar term (FRS 102 section 20)",
}

// Words returns a description of the rate basis, or "" for [NoRateBasis].
func (b RateBasis) Words() string { return basisWords[b] }

// WholeLife returns an economic life in months, or nil if it is not supplied.
func WholeLife(life Optional[int]) *big.Rat {
	if !life.Set {
		return nil
	}
	return big.NewRat(int64(life.Value), 1)
}

// InMinor converts an amount to minor units of a currency with the given number of decimals. The
// result is not rounded to a whole unit.
func InMinor(d money.Decimal, places int) *big.Rat {
	num := new(big.Int)
	decimals := d.Fraction(num, money.AmountPlaces)
	if decimals <= places { // the number of minor units is whole, so the fraction needs no reduction
		return new(big.Rat).SetInt(num.Mul(num, pow10(places-decimals)))
	}
	return new(big.Rat).SetFrac(num, pow10(decimals-places))
}

// OnePlus returns 1 + d, with d rounded to [money.RatePlaces] decimals.
func OnePlus(d money.Decimal) *big.Rat {
	num := new(big.Int)
	den := pow10(d.Fraction(num, money.RatePlaces))
	return new(big.Rat).SetFrac(num.Add(num, den), den)
}

func pow10(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }

// RowsFrom returns the date from which the months of the schedule rows are counted. RowsFrom
// returns the zero date if rows start on quarter days.
func (l *Lease) RowsFrom() civil.Date {
	switch {
	case l.Calendar.Value.Days.Set:
		return civil.Date{}
	case l.Calendar.Set:
		return l.Calendar.Value.From.Value
	}
	return l.CommencementDate
}
