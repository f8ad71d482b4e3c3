package oracle

import "math/big"

// TaxRate is a rate of deferred tax and the leases that take it.
type TaxRate struct {
	Rate, Opening *big.Rat
	Key           map[string]string
}

func readTaxRate(m *reader) TaxRate {
	r := TaxRate{m.requiredNumber("rate"), m.number("openingRate"), m.labels("key")}
	if r.Opening == nil {
		r.Opening = r.Rate
	}
	return r
}

// deferredNames are the figures of deferred tax.
var deferredNames = []string{"assetOpening", "assetClosing", "liabilityOpening", "liabilityClosing", "initialApplication", "expense", "rateChange"}

// taxed finds the rate of a lease: the first whose key it has.
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

// taxBases are what deferred tax is computed on at the end of a day: the
// liability and the asset, of an exempt lease its accrued and its prepaid rent.
func (b *book) taxBases(s standing, rent *big.Int) (liability, asset *big.Int) {
	if b.lease.Exemption == "" {
		return s.amounts[0], s.amounts[1]
	}
	if rent.Sign() < 0 {
		return new(big.Int).Neg(rent), new(big.Int)
	}
	return new(big.Int), rent
}

// deferred adds the deferred tax of a span from the bases at its ends and at a
// first application within it.
func deferred(s sheet, rate *TaxRate, opening, closing, applied [2]*big.Int) {
	at := func(amount *big.Int, rate *big.Rat) *big.Int { return cents(amount, used(rate)) }
	put := func(name string, amount *big.Int) { s.add("deferredTax."+name, amount) }
	put("assetOpening", at(opening[0], rate.Opening))
	put("liabilityOpening", at(opening[1], rate.Opening))
	put("assetClosing", at(closing[0], rate.Rate))
	put("liabilityClosing", at(closing[1], rate.Rate))
	put("initialApplication", new(big.Int).Sub(at(applied[1], rate.Rate), at(applied[0], rate.Rate)))
	of := func(name string) *big.Int { return s.of("deferredTax." + name) }
	put("expense", new(big.Int).Sub(of("liabilityClosing"), of("liabilityOpening")))
	put("expense", new(big.Int).Sub(of("assetOpening"), of("assetClosing")))
	put("expense", new(big.Int).Neg(of("initialApplication")))
	put("rateChange", new(big.Int).Sub(at(opening[1], rate.Rate), at(opening[1], rate.Opening)))
	put("rateChange", new(big.Int).Sub(at(opening[0], rate.Opening), at(opening[0], rate.Rate)))
}

// taxEntry books the deferred tax of a month.
func (b *book) taxEntry(day date, s sheet) Entry {
	e := b.lease.entry(day.String(), "tax")
	of := func(name string) *big.Int { return s.of("deferredTax." + name) }
	e.debit(taxAsset, new(big.Int).Sub(of("assetClosing"), of("assetOpening")))
	e.credit(taxLiability, new(big.Int).Sub(of("liabilityClosing"), of("liabilityOpening")))
	e.debit(taxBefore, of("initialApplication"))
	e.debit(taxCost, of("expense"))
	return e
}
