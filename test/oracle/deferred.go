package oracle

import (
	"cmp"
	"math/big"
)

// TaxRate is a deferred tax rate. Key contains the conditions that a lease must meet for the rate
// to apply.
type TaxRate struct {
	Rate         *big.Rat          `json:"rate"`
	Opening      *big.Rat          `json:"openingRate"` // nil if equal to Rate
	Key          map[string]string `json:"key"`
	AssetTaxBase string            `json:"assetTaxBase"`
}

var deferredNames = []string{"assetOpening", "assetLate", "assetClosing", "liabilityOpening", "liabilityLate", "liabilityClosing", "initialApplication", "expense", "rateChange"}

// taxed returns the first rate that applies to the lease, or nil.
func taxed(rates []TaxRate, f *leaseFigures) *TaxRate {
	for i := range rates {
		fits := true
		for name, value := range rates[i].Key {
			fits = fits && f.by(name) == value
		}
		if fits {
			return &rates[i]
		}
	}
	return nil
}

// taxBases returns the carrying amounts on which deferred tax is computed at the end of the day.
// For an exempt lease, accrued rent replaces the liability, and prepaid rent replaces the asset.
func (b *book) taxBases(s standing, rent *big.Int) (liability, asset *big.Int) {
	if b.lease.Exemption == "" {
		return s.amounts[0], s.amounts[1]
	}
	if rent.Sign() < 0 {
		return new(big.Int).Neg(rent), new(big.Int)
	}
	return new(big.Int), rent
}

// recognized reports whether the lease is on the balance sheet at the end of the day.
func (b *book) recognized(day date) bool {
	known := b.known(day)
	return b.lease.Exemption == "" && !day.before(b.lease.start()) && !known.over && !day.after(known.rows[len(known.rows)-1].last)
}

// provision returns the restoration provision recorded at commencement, or 0 while the lease is not
// on the balance sheet.
func (b *book) provision(day date) *big.Int {
	if !b.recognized(day) {
		return new(big.Int)
	}
	return b.functional().translate(b.lease.units(b.lease.RestorationCost), b.lease.ExchangeRate)
}

// unamortized returns a tax base at the end of the day, in the functional currency: the tax base of
// direct costs, less incentives. It is amortized straight-line over the term. An event's direct
// costs and incentives are added on its date. A decrease in scope reduces the tax base by the same
// share as the asset.
func (b *book) unamortized(day date) *big.Int {
	if !b.recognized(day) {
		return new(big.Int)
	}
	a := b.functional()
	costs := func(direct, incentives *big.Int, rate *big.Rat) *big.Rat {
		return new(big.Rat).SetInt(new(big.Int).Sub(a.translate(direct, rate), a.translate(incentives, rate)))
	}
	left := costs(b.lease.units(b.lease.DirectCosts), b.lease.units(b.lease.Incentives), b.lease.ExchangeRate)
	for i := range b.stages {
		s := &b.stages[i]
		if s.from.after(day) {
			break
		}
		if i > 0 {
			m := &s.marks[len(s.marks)-1]
			switch {
			case m.shareKept != nil:
				left.Mul(left, m.shareKept)
			case m.shareGone != nil:
				left.Sub(left, new(big.Rat).Mul(left, m.shareGone))
			}
			if m.measured {
				left.Add(left, costs(m.directCosts, m.incentives, m.exchangeRate))
			}
		}
		until := day
		if i+1 < len(b.stages) && !b.stages[i+1].from.after(day) {
			until = b.stages[i+1].from.dayBefore()
		}
		if all := b.monthsAfter(s, s.from.dayBefore()); all.Sign() > 0 {
			left.Mul(left, all.Quo(b.monthsAfter(s, until), all))
		}
	}
	return nearest(left)
}

// monthsAfter returns how many months of stage s's rows remain after the given day.
func (b *book) monthsAfter(s *stage, day date) *big.Rat {
	left := new(big.Rat)
	for k := range s.rows {
		row := &s.rows[k]
		part := big.NewRat(int64(row.days-row.elapsed(day)), int64(row.days))
		left.Add(left, part.Mul(part, row.Months))
	}
	return left
}

// deferred adds a period's deferred tax to s. The arrays contain the carrying amounts at the start
// of the period, at the end of the period, and at an initial application during the period, if
// there is one. Element 0 is the liability, from which the deferred tax asset is computed. Element
// 1 is the asset, from which the deferred tax liability is computed.
func deferred(s sheet, rate *TaxRate, opening, closing, applied [2]*big.Int) {
	rateBefore := cmp.Or(rate.Opening, rate.Rate)
	at := func(amount *big.Int, rate *big.Rat) *big.Int { return cents(amount, used(rate)) }
	put := func(name string, amount *big.Int) { s.add("deferredTax."+name, amount) }
	put("assetOpening", at(opening[0], rateBefore))
	put("liabilityOpening", at(opening[1], rateBefore))
	put("assetClosing", at(closing[0], rate.Rate))
	put("liabilityClosing", at(closing[1], rate.Rate))
	put("initialApplication", new(big.Int).Sub(at(applied[1], rate.Rate), at(applied[0], rate.Rate)))
	of := func(name string) *big.Int { return s.of("deferredTax." + name) }
	put("expense", new(big.Int).Sub(of("liabilityClosing"), of("liabilityOpening")))
	put("expense", new(big.Int).Sub(of("assetOpening"), of("assetClosing")))
	put("expense", new(big.Int).Neg(of("initialApplication")))
	put("rateChange", new(big.Int).Sub(at(opening[1], rate.Rate), at(opening[1], rateBefore)))
	put("rateChange", new(big.Int).Sub(at(opening[0], rateBefore), at(opening[0], rate.Rate)))
}

// taxEntry returns the entry for the deferred tax in s. The entry has the given date.
func (b *book) taxEntry(day date, s sheet) Entry {
	e := b.lease.entry(day.String(), "tax")
	of := func(name string) *big.Int { return s.of("deferredTax." + name) }
	e.debit(taxAsset, new(big.Int).Sub(of("assetClosing"), of("assetOpening")))
	e.credit(taxLiability, new(big.Int).Sub(of("liabilityClosing"), of("liabilityOpening")))
	e.debit(taxBefore, of("initialApplication"))
	e.debit(taxCost, of("expense"))
	return e
}
