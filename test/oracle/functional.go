package oracle

import "math/big"

func (r *Request) foreign() bool {
	return r.FunctionalCurrency != "" && r.FunctionalCurrency != r.Currency
}

// books returns the entity's functional currency, or the lease's currency if none is supplied.
func (r *Request) books() string {
	if r.foreign() {
		return r.FunctionalCurrency
	}
	return r.Currency
}

// currencyBooks computes a lease in one currency: its own, or the entity's functional currency.
type currencyBooks struct {
	*book
	own     bool     // whether this is the lease's currency, so that nothing is translated
	first   *big.Rat // exchange rate at commencement or initial application (the first rate)
	states  []carried
	changes []change
}

// carried describes the asset during a stage. The excess is the asset at the start of the stage,
// less a translated amount: the asset in the lease's currency, translated at the first rate. It is
// amortized straight-line over the given months. In the lease's currency, it is 0.
type carried struct {
	stage  *stage
	excess *big.Rat
	months *big.Rat // amortization months at the start of the stage
}

type change struct {
	mark                                *mark
	rate                                *big.Rat
	before, kept, after                 *big.Int
	impairment, remeasured, gone, costs *big.Int
	obtained, gain, property            *big.Int
	liabilityRemeasured, liabilityGone  *big.Int
}

// translate translates an amount to the books' currency.
func (a *currencyBooks) translate(units *big.Int, rate *big.Rat) *big.Int {
	if a.own {
		return new(big.Int).Set(units)
	}
	return translate(units, rate, a.lease.Currency, a.lease.books())
}

// stated returns the supplied functional-currency amount in minor units. If no such amount is
// supplied, or if the supplied amount is in the lease's currency, the method translates the
// argument amount at the first rate.
func (a *currencyBooks) stated(functional, amount *big.Rat) *big.Int {
	if functional != nil && !a.own {
		return inUnits(toDecimals(functional, amountDecimals), decimalsOf(a.lease.books()))
	}
	return a.translate(a.lease.units(amount), a.first)
}

func (b *book) functional() *currencyBooks { return b.in(!b.lease.foreign()) }

// in returns the lease in its own currency if the argument own is true, and otherwise in the
// functional currency.
func (b *book) in(own bool) *currencyBooks {
	if b.currencies == nil {
		b.currencies = map[bool]*currencyBooks{}
	}
	if b.currencies[own] == nil {
		b.currencies[own] = b.compute(own)
	}
	return b.currencies[own]
}

func (b *book) compute(own bool) *currencyBooks {
	a := &currencyBooks{book: b, own: own, first: b.lease.ExchangeRate}
	if a.first == nil {
		a.first = big.NewRat(1, 1)
	}
	if b.lease.Exemption != "" {
		return a
	}
	a.keep(&b.stages[0], a.entered(), b.commencement.asset)
	for i := range b.marks {
		m := &b.marks[i]
		before := a.on(m.day.dayBefore(), m.RouAssetBefore)
		if i > 0 && b.marks[i-1].day == m.day {
			before = a.changes[i-1].after
		}
		c := a.change(m, before)
		a.changes = append(a.changes, *c)
		a.keep(&b.stages[i+1], c.after, m.RouAssetAfter)
	}
	return a
}

// entered returns the asset at initial recognition. After the other lines of the first entry are
// translated, the asset is the amount that balances them.
func (a *currencyBooks) entered() *big.Int {
	r, c := a.lease, &a.commencement
	sum := a.translate(c.liability, a.first)
	add := func(amount *big.Int) { sum.Add(sum, amount) }
	switch {
	case r.OpeningRouAsset != nil:
		return a.stated(r.OpeningFunctional, r.OpeningRouAsset)
	case r.applied():
		add(a.carried())
		add(new(big.Int).Neg(a.translate(c.provision, a.first)))
		return sum
	}
	add(a.translate(c.paid, a.first))
	add(a.stated(r.PrepaidFunctional, r.PrepaidRent))
	for _, amount := range []*big.Rat{r.DirectCosts, r.RestorationCost, r.GrantElement} {
		add(a.translate(r.units(amount), a.first))
	}
	add(new(big.Int).Neg(a.translate(r.units(r.Incentives), a.first)))
	return sum
}

// carried returns the prepaid rent at initial application; accrued rent is negative.
func (a *currencyBooks) carried() *big.Int {
	if a.lease.CarriedFunctional != nil && !a.own {
		return a.stated(a.lease.CarriedFunctional, nil)
	}
	return a.translate(a.commencement.carried, a.first)
}

func (a *currencyBooks) atFirst(units *big.Int) *big.Rat {
	if a.own {
		return new(big.Rat).SetInt(units)
	}
	exact := new(big.Rat).Mul(new(big.Rat).SetInt(units), used(a.first))
	return exact.Mul(exact, new(big.Rat).SetFrac(pow10(decimalsOf(a.lease.books())), pow10(decimalsOf(a.lease.Currency))))
}

// keep records the excess at the start of stage s, given the asset in the books' currency (value)
// and in the lease's currency (own).
func (a *currencyBooks) keep(s *stage, value, own *big.Int) {
	excess := new(big.Rat).Sub(new(big.Rat).SetInt(value), a.atFirst(own))
	a.states = append(a.states, carried{s, excess, s.lineLeft(s.from.dayBefore())})
}

// on returns the asset at the end of the day. It computes this amount from the argument own, the
// asset in the lease's currency.
func (a *currencyBooks) on(day date, own *big.Int) *big.Int {
	i := len(a.states) - 1
	for i > 0 && a.states[i].stage.from.after(day) {
		i--
	}
	s := &a.states[i]
	share := new(big.Rat)
	if s.months.Sign() != 0 {
		share.Quo(s.stage.lineLeft(day), s.months)
	}
	exact := share.Mul(share, s.excess)
	return nearest(exact.Add(exact, a.atFirst(own)))
}

// asset returns the asset at the end of the day, or 0 if no asset is recognized.
func (a *currencyBooks) asset(day date) *big.Int {
	known := a.known(day)
	if a.lease.Exemption != "" || day.before(a.lease.start()) || known.over || day.after(known.rows[len(known.rows)-1].last) {
		return new(big.Int)
	}
	return a.on(day, a.position(known, day).asset)
}

// lineLeft returns the stage's amortization months that remain at the end of the day. Part of a row
// counts by days.
func (s *stage) lineLeft(day date) *big.Rat {
	left := new(big.Rat).Set(s.line.months)
	for k := s.line.sinceRow; k < len(s.rows); k++ {
		row := &s.rows[k]
		passed := big.NewRat(int64(row.elapsed(day)), int64(row.days))
		left.Sub(left, passed.Mul(passed, row.Months))
	}
	if left.Sign() < 0 {
		return new(big.Rat)
	}
	return left
}

// change computes the effects of event m on the asset, starting from the asset before the event.
func (a *currencyBooks) change(m *mark, before *big.Int) *change {
	rate := m.exchangeRate
	if rate == nil {
		rate = new(big.Rat)
	}
	at := func(units *big.Int) *big.Int { return a.translate(units, rate) }
	c := &change{mark: m, rate: rate, before: before, impairment: new(big.Int), gain: new(big.Int), property: new(big.Int)}
	c.liabilityRemeasured, c.liabilityGone = at(m.LiabilityRemeasured), at(m.LiabilityDerecognized)
	c.costs = new(big.Int).Sub(at(m.directCosts), at(m.incentives))
	c.kept = new(big.Int).Set(before)
	switch {
	case m.derecognized:
		c.kept = new(big.Int)
	case m.shareKept != nil:
		c.kept = nearest(new(big.Rat).Mul(new(big.Rat).SetInt(before), m.shareKept))
	case m.shareGone != nil:
		c.kept.Sub(before, nearest(new(big.Rat).Mul(new(big.Rat).SetInt(before), m.shareGone)))
	}
	c.gone = new(big.Int).Sub(before, c.kept)
	switch {
	case m.ImpairmentLoss.Sign() < 0:
		c.impairment = a.reversed(m)
	case m.ImpairmentLoss.Sign() > 0:
		loss := new(big.Rat).SetFrac(m.ImpairmentLoss, m.RouAssetBefore)
		c.impairment = nearest(loss.Mul(loss, new(big.Rat).SetInt(before)))
	}
	moved := new(big.Int).Add(c.kept, c.liabilityRemeasured) // a reduction cannot make the asset negative; an asset that is already negative does not change
	floor := new(big.Int)
	if c.kept.Sign() < 0 {
		floor = c.kept
	}
	if c.liabilityRemeasured.Sign() < 0 && moved.Cmp(floor) < 0 {
		moved = floor
	}
	c.obtained = new(big.Int).Sub(moved, c.kept)
	c.remeasured = new(big.Int).Add(c.obtained, c.costs)
	c.after = new(big.Int).Add(c.kept, c.remeasured)
	c.after.Sub(c.after, c.impairment)
	a.settle(c)
	return c
}

// settle computes an event's gain or loss, and the cost of the asset at a purchase.
func (a *currencyBooks) settle(c *change) {
	m := c.mark
	g := new(big.Int).Sub(c.liabilityGone, c.liabilityRemeasured)
	g.Add(g, c.after)
	g.Sub(g, c.before)
	g.Add(g, c.impairment)
	g.Sub(g, c.costs)
	g.Sub(g, a.translate(m.penalty, c.rate))
	g.Sub(g, a.translate(m.price, c.rate))
	if purchase := m.Type == "purchase" && (a.own || m.property.Sign() != 0); purchase && g.Sign() < 0 {
		c.property.Neg(g)
		return
	}
	c.gain = g
}

// checkFunctional rejects functional-currency fields that the lease must not have.
func checkFunctional(r *Request) error {
	switch {
	case r.FunctionalCurrency == "":
		return nil
	case r.Currency == "":
		return refuse("functionalCurrency", "needs currency")
	case r.Fund == "governmental" || r.Fund == "both":
		return refuse("functionalCurrency", "cannot be combined with the entries of a governmental fund")
	case r.foreign() && r.ExchangeRate == nil:
		return refuse("exchangeRate", "is required where functionalCurrency differs")
	}
	for i := range r.Events {
		e := &r.Events[i]
		if r.foreign() && e.ExchangeRate == nil && e.Type != "impairment" && e.Type != "impairment_reversal" && !r.expenses(e) {
			return refuse(eventField(i, "exchangeRate"), "is required where functionalCurrency differs")
		}
	}
	return nil
}
