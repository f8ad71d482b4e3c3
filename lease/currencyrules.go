package lease

import (
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/standard"
)

// functionalAmounts lists the fields for amounts in the functional currency, each with the field
// for the same amount in the lease's currency.
func (l *Lease) functionalAmounts() [3]functionalAmount {
	return [3]functionalAmount{
		{"openingRouAssetFunctional", l.OpeningRouAssetFunctional.Set, "openingRouAsset", l.OpeningRouAsset.Set},
		{"prepaidRentFunctional", l.PrepaidRentFunctional.Set, "prepaidRent", l.PrepaidRent.Set},
		{"prepaidOrAccruedRentFunctional", l.PrepaidOrAccruedRentFunctional.Set, "initialApplication", l.InitialApplication.Set},
	}
}

type functionalAmount struct {
	name    string
	set     bool
	of      string
	ofIsSet bool
}

// checkCurrencies rejects a functional currency that is not allowed for the lease, and reports
// missing exchange rates (METHOD 21.1).
func (l *Lease) checkCurrencies(f *strict.Faults, at *strict.Place) {
	for _, a := range l.functionalAmounts() {
		switch {
		case !a.set:
		case l.FunctionalCurrency == (money.Currency{}):
			f.Add(at, a.name, "is allowed only with functionalCurrency")
		case !a.ofIsSet:
			f.Add(at, a.name, "is allowed only with "+a.of)
		}
	}
	if l.FunctionalCurrency == (money.Currency{}) {
		return
	}
	if l.Currency == (money.Currency{}) {
		f.Add(at, "functionalCurrency", "requires currency, the currency of the lease")
		return
	}
	if l.Fund.Value != standard.GovernmentWide {
		f.Add(at, "functionalCurrency", "is not allowed together with fund "+l.Fund.Value.String()+", because a governmental fund's entries are in the lease's currency")
	}
	if !l.Foreign() {
		return
	}
	if !l.ExchangeRate.Set {
		f.Add(at, "exchangeRate", "is required if functionalCurrency differs from currency: units of "+
			l.FunctionalCurrency.String()+" for one "+l.Currency.String()+" at commencement or initial application")
	}
	for i := range l.Events {
		if e := &l.Events[i]; l.changes(e) && !e.ExchangeRate.Set {
			f.Add(strict.Element(at, "events", i), "exchangeRate", "is required if functionalCurrency differs from currency: units of "+
				l.FunctionalCurrency.String()+" for one "+l.Currency.String()+" on "+e.Date.String())
		}
	}
}

// changes reports whether an event measures the liability, terminates the lease or purchases the
// asset.
func (l *Lease) changes(e *Event) bool {
	return e.Type != standard.Impairment && e.Type != standard.ImpairmentReversal && (e.Type != standard.IndexChange || l.Standard.Rules().Choices.MeasuresIndex)
}
