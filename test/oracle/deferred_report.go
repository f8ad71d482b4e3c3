package oracle

import "math/big"

// tax adds deferred tax to the lease's figures and, if journal is true, to its entries. All amounts
// are in the functional currency.
func (r *Report) tax(q *Question, b *book, f *leaseFigures, journal bool) {
	rate := taxed(q.DeferredTax, f)
	if rate == nil || b.lease.gasb() {
		return
	}
	f.taxed = true
	b.taxSpan(f.amounts, rate, q.Exchange, r.From, r.To)
	if !journal {
		return
	}
	add := func(first, last date, s sheet) {
		if e := b.taxEntry(last, s); len(e.Lines) > 0 {
			number := b.lease.ID + "-" + monthNumber(first, last) + "-tax"
			r.monthly = append(r.monthly, monthlyEntry{lease: b.lease.ID, number: number, currency: b.lease.books(), Entry: e})
		}
	}
	ofMonth := *rate
	for first := r.From; !first.after(r.To); first = first.monthEnd().plusDays(1) {
		s, last := sheet{}, earlier(first.monthEnd(), r.To)
		b.taxSpan(s, &ofMonth, q.Exchange, first, last)
		add(first, last, s)
		ofMonth.Opening = ofMonth.Rate // the whole effect of a change in the tax rate is in the first month
	}
}

// taxSpan adds to s the deferred tax for an inclusive range of days.
func (b *book) taxSpan(s sheet, rate *TaxRate, x exchange, from, to date) {
	a := b.functional()
	bases := func(day date) [2]*big.Int {
		closing := x.closing(b.lease, day)
		rent := a.translate(b.prepaidAt(prepaid, day), closing)
		liability, asset := b.taxBases(b.standing(day, closing), rent)
		liability = new(big.Int).Add(liability, b.provision(day))
		if rate.AssetTaxBase == "direct_costs_and_incentives" {
			asset = new(big.Int).Sub(asset, b.unamortized(day))
		}
		return [2]*big.Int{liability, asset}
	}
	applied := [2]*big.Int{new(big.Int), new(big.Int)}
	if start := b.lease.start(); b.lease.applied() && !start.before(from) && !start.after(to) {
		applied = [2]*big.Int{a.translate(b.commencement.liability, a.first), a.entered()}
	}
	deferred(s, rate, bases(from.dayBefore()), bases(to), applied)
}

// closing returns the day's closing rate from the lease's currency to the lease's functional
// currency, or 1 if both currencies are the same.
func (x exchange) closing(r *Request, day date) *big.Rat {
	if row := x.at(pair{r.Currency, r.books()}, day); row != nil {
		return row.Closing
	}
	return big.NewRat(1, 1)
}
