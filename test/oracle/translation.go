package oracle

import "math/big"

// span returns a lease's figures for consecutive sections, and the amounts of each section.
func (a *currencyBooks) span(stretches []stretch) (*leaseFigures, []sheet) {
	var parts []sheet
	for _, p := range stretches {
		parts = append(parts, a.sectionFlows(p))
	}
	last := stretches[len(stretches)-1]
	own := a.figures(last.last)
	f := *own
	f.amounts = joined(parts)
	f.amounts.principalOf(a.lease)
	f.stand(own, func(units *big.Int) *big.Int { return a.translate(units, last.closing) })
	f.amounts.add("rouAsset.accumulatedAmortization", a.accumulated(last.last))
	f.amounts.add("rouAsset.cost", f.amounts.of("rouAsset.closing"))
	f.amounts.add("rouAsset.cost", a.accumulated(last.last))
	return &f, parts
}

// joined combines the amounts of consecutive sections. It totals the movements, and takes the
// opening balances from the first section and the closing balances from the last.
func joined(parts []sheet) sheet {
	all := sheet{}
	for _, p := range parts {
		for name, amount := range p {
			if isFlow(name) {
				all.add(name, amount)
			}
		}
	}
	for _, table := range []string{"liability", "rouAsset", "principal", "assetCost", "assetAmortization"} {
		all.add(table+".opening", parts[0].of(table+".opening"))
		all.add(table+".closing", parts[len(parts)-1].of(table+".closing"))
	}
	all.total("cost", costKinds)
	all.total("cash", cashKinds)
	return all
}

// stand adds the maturity analysis and the parts of the liability at the end of the period. The
// function turned translates the lease's amounts.
func (f *leaseFigures) stand(own *leaseFigures, turned func(*big.Int) *big.Int) {
	s := f.amounts
	f.payments = new(big.Int)
	for _, name := range maturityNames {
		s.add(name, turned(own.amounts.of(name)))
		f.payments.Add(f.payments, s.of(name))
	}
	s.add("maturity.total", f.payments)
	balance := s.of("liability.closing")
	if own.amounts.of("maturity.total").Sign() != 0 || balance.Sign() != 0 {
		s.add("maturity.imputedInterest", new(big.Int).Sub(f.payments, balance))
	}
	long, accrued := turned(own.amounts.of("longTermLiability")), turned(own.amounts.of("accruedInterest"))
	s.add("longTermLiability", long)
	s.add("accruedInterest", accrued)
	s.add("currentLiability", new(big.Int).Sub(balance, long))
	if f.lease.gasb() {
		s.add("principal.dueWithinOneYear", f.lease.dueWithinOneYear(s.of("currentLiability"), accrued))
	}
	for _, name := range []string{"rentReceivable", "deferredRent"} {
		s.add(name, turned(own.amounts.of(name)))
	}
	f.bands, f.years = turnedBands(own.bands, turned), turnedBands(own.years, turned)
}

func turnedBands(bands []band, turned func(*big.Int) *big.Int) []band {
	var all []band
	for _, b := range bands {
		principal := turned(b.principal)
		all = append(all, band{b.from, b.to, principal, new(big.Int).Sub(turned(new(big.Int).Add(b.principal, b.interest)), principal)})
	}
	return all
}

// accumulated returns the accumulated amortization and impairment at the end of the day. A decrease
// in scope removes the same share of them as of the asset. The result is 0 if the lease is not
// recognized.
func (a *currencyBooks) accumulated(to date) *big.Int {
	sum := new(big.Int)
	known := a.known(to)
	if a.lease.Exemption != "" || to.before(a.lease.start()) || known.over || to.after(known.rows[len(known.rows)-1].last) {
		return sum
	}
	opened := a.entered()
	for i := range a.changes {
		c := &a.changes[i]
		if c.mark.day.after(to) {
			break
		}
		sum.Add(sum, new(big.Int).Sub(opened, c.before))
		sum.Add(sum, c.impairment)
		if c.before.Sign() != 0 {
			sum.Sub(sum, nearest(new(big.Rat).SetFrac(new(big.Int).Mul(sum, c.gone), c.before)))
		}
		opened = c.after
	}
	return sum.Add(sum, new(big.Int).Sub(opened, a.asset(to)))
}

// presented translates figures to the presentation currency. The function named daily returns a
// section's movements on one day. If the day has a separate rate, these movements are translated at
// that rate.
func (f *leaseFigures) presented(parts []sheet, stretches []stretch, into string, daily func(int, date) sheet) *leaseFigures {
	p := *f
	p.presentation, p.functional = into, f
	var turned []sheet
	for i, s := range parts {
		t := sheet{}
		for name, amount := range s {
			if !isFlow(name) {
				continue
			}
			rest := new(big.Int).Set(amount)
			for _, d := range stretches[i].own {
				if moved := daily(i, d.day).movement(name); moved != nil {
					rest.Sub(rest, moved)
					t.add(name, translate(moved, d.rate, f.currency, into))
				}
			}
			t.add(name, translate(rest, stretches[i].average, f.currency, into))
		}
		principal := new(big.Int).Sub(t.of("liability.payments"), t.of("cash.interest"))
		principal.Sub(principal, t.of("cash.operating"))
		t["cash.principal"] = principal // the balancing amount
		if f.lease.gasb() {
			t["principal.payments"] = new(big.Int).Set(principal)
		}
		turned = append(turned, t)
	}
	p.amounts = joined(turned)
	p.amounts.principalOf(f.lease)
	for _, name := range deferredNames {
		p.amounts.add("deferredTax."+name, f.amounts.of("deferredTax."+name))
	}
	first, last := &stretches[0], &stretches[len(stretches)-1]
	at := func(units *big.Int) *big.Int { return translate(units, last.closing, f.currency, into) }
	opened := func(units *big.Int) *big.Int { return translate(units, first.opened, f.currency, into) }
	tables := map[string][]string{"liability": liabilityFlows, "rouAsset": assetFlows}
	if f.lease.gasb() {
		tables["principal"] = principalFlows
	}
	for table, flows := range tables {
		p.amounts.rollforward(table, flows, opened(f.amounts.of(table+".opening")), at(f.amounts.of(table+".closing")), "translation")
	}
	if f.lease.gasb() {
		p.amounts.presentAssets(f.amounts, opened, at)
	}
	p.stand(f, at)
	so := at(f.amounts.of("rouAsset.accumulatedAmortization"))
	p.amounts.add("rouAsset.accumulatedAmortization", so)
	p.amounts.add("rouAsset.cost", so)
	p.amounts.add("rouAsset.cost", p.amounts.of("rouAsset.closing"))
	return &p
}
