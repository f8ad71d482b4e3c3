package leasehold

import (
	"math/big"
	"slices"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/money"
)

// contract is what a lease's contract says about payments from some day of its
// life on. An event changes it (METHOD 13.2).
type contract struct {
	periods periods
	timing  Timing
	places  int
	lease   *big.Rat      // the share of each payment that is a lease payment (METHOD 20.2); nil for all of it
	tax     *big.Rat      // the rate of tax that is not recovered (METHOD 20.3); nil without
	shares  [2]roughShare // of lease and tax

	months  int    // the term in force, counted from commencement
	bases   []base // by period
	rises   []rise // by period
	frees   []free // by date
	singles []dated
	added   []addedRent

	terminal money.Amount // owed on the last day of the term
}

// rise is the escalation that belongs to the bases from a period on.
type rise struct {
	period int
	pct    money.Decimal // compounding at each anniversary of commencement
	amount money.Decimal // or added at each
}

// dated is a single payment of a contract.
type dated struct {
	date   civil.Date
	amount money.Decimal // as stated
	kind   PaymentKind
	added  bool  // rent of months that an extension added to a period begun
	parts  parts // what is owed: of the amount, or that rent
}

// parts are a payment as it is owed: what is a lease payment, what is a service, and the
// tax on both that is not recovered.
type parts struct{ lease, service, tax money.Amount }

// addedRent is the rent of months that an extension added to a period that was
// under way, and whose rent in advance was therefore paid already. It is a single
// payment; a shorter term later shortens it (METHOD 13.3).
type addedRent struct {
	period int    // of which it pays a part
	span   span   // the part that it pays for
	frees  []free // rent-free spans as stated when it was added
}

// state fills c with what the request states at commencement.
func (c *contract) state(l *Lease) {
	c.periods, c.timing = periodsOf(l), l.PaymentTiming
	c.places, c.months = l.Currency.Places(), l.TermMonths
	c.lease, c.tax = leaseShare(l.Components), taxRate(l)
	c.bases, c.frees, c.singles, c.added = c.bases[:0], c.frees[:0], c.singles[:0], c.added[:0]
	c.bases = append(c.bases, base{rent: l.PaymentAmount})
	c.rises = append(c.rises[:0], rise{pct: l.AnnualEscalationPct.Value, amount: l.AnnualEscalationAmount.Value})
	c.addSteps(l.RentSteps)
	c.escalate()
	c.addFrees(l.RentFree)
	c.addSingles(l.OtherPayments)
	c.terminal = l.terminal()
}

// copy makes c say what d says.
func (c *contract) copy(d *contract) {
	bases, rises, frees, singles, added := c.bases, c.rises, c.frees, c.singles, c.added
	*c = *d
	c.rises = append(rises[:0], d.rises...)
	c.bases = append(bases[:0], d.bases...)
	c.frees = append(frees[:0], d.frees...)
	c.singles = append(singles[:0], d.singles...)
	c.added = append(added[:0], d.added...)
}

// copyUntil makes c say what d says of a shorter term, without what is owed at its end. c is for
// [contract.lapse] and rents alone: it may have lists of d, which neither changes.
func (c *contract) copyUntil(d *contract, months int) {
	if len(d.added) > 0 { // whose payments change with the term
		c.bases, c.singles, c.added = nil, nil, nil
		c.copy(d)
	} else {
		rises, frees := c.rises, c.frees
		*c = *d
		c.rises, c.frees = append(rises[:0], d.rises...), append(frees[:0], d.frees...)
	}
	c.months, c.terminal = months, money.Amount{}
}

// equal reports whether two contracts that no event has changed say the same.
func (c *contract) equal(d *contract) bool {
	return c.periods.equal(&d.periods) && c.timing == d.timing && c.places == d.places && c.months == d.months &&
		c.terminal == d.terminal && same(c.lease, d.lease) && same(c.tax, d.tax) && slices.EqualFunc(c.bases, d.bases, base.same) && slices.Equal(c.rises, d.rises) &&
		slices.Equal(c.frees, d.frees) && slices.Equal(c.singles, d.singles)
}

// same reports whether two shares, which may be absent, are the same.
func same(a, b *big.Rat) bool { return a == b || a != nil && b != nil && a.Cmp(b) == 0 }

func (c *contract) addSteps(steps []RentStep) {
	for i := range steps {
		period, _ := c.periods.at(steps[i].From)
		c.putBase(base{period: period, rent: steps[i].PaymentAmount, step: true})
	}
}

// escalate gives each base the escalation that belongs to it.
func (c *contract) escalate() {
	at := 0
	for i := range c.bases {
		b := &c.bases[i]
		for at+1 < len(c.rises) && c.rises[at+1].period <= b.period {
			at++
		}
		b.pct, b.amount, b.found = c.rises[at].pct, c.rises[at].amount, false
	}
}

// putBase puts a base among the others, in the place of one for the same period.
func (c *contract) putBase(b base) {
	i, same := slices.BinarySearchFunc(c.bases, b.period, func(b base, period int) int { return b.period - period })
	if same {
		c.bases[i] = b
		return
	}
	c.bases = slices.Insert(c.bases, i, b)
}

func (c *contract) addFrees(frees []RentFree) {
	for i := range frees {
		f := &frees[i]
		share, _ := f.share().Units64(money.RatePlaces) // at most 10^17
		month, _ := c.periods.start.MonthsTo(f.From)
		c.frees = append(c.frees, free{span{month, month + f.Months, f.From, c.periods.after(f.From, f.Months)}, share})
	}
}

func (c *contract) addSingles(list []SinglePayment) {
	for i := range list {
		c.putSingle(dated{date: list[i].Date, amount: list[i].Amount, kind: list[i].Kind})
	}
}

// since returns the single payments on a day and later.
func (c *contract) since(day civil.Date) []dated {
	i, _ := slices.BinarySearchFunc(c.singles, day, func(d dated, day civil.Date) int { return d.date.Compare(day) })
	return c.singles[i:]
}

// putSingle puts a single payment after those of its day and before.
func (c *contract) putSingle(d dated) {
	i := len(c.singles)
	for i > 0 && d.date.Before(c.singles[i-1].date) {
		i--
	}
	c.divide(&d)
	c.singles = slices.Insert(c.singles, i, d)
}

// apply makes c say what it says after an event. What the event states replaces
// what was stated before, from its date on; what it does not state stays. now
// are the inputs in force, the event's included.
func (c *contract) apply(e *Event, now *Lease, r *rents) (lapsed bool) {
	before := c.months
	c.changeRent(e, r)
	if e.RentFree != nil {
		c.endFrees(e.Date)
		c.addFrees(e.RentFree)
	}
	if e.OtherPayments != nil {
		c.singles = slices.DeleteFunc(c.singles, func(d dated) bool { return !d.added && !d.date.Before(e.Date) })
		c.addSingles(e.OtherPayments)
	}
	c.months = now.TermMonths
	if e.TermMonths.Set {
		lapsed = c.lapse(e.Date, r)
	}
	if e.Components != nil {
		c.lease = leaseShare(e.Components)
		for i := range c.bases {
			c.bases[i].found = false
		}
		for i := range c.singles {
			c.divide(&c.singles[i])
		}
		for i := range c.added {
			c.owe(&c.added[i], e.Date, r)
		}
	}
	if c.months > before {
		c.lengthen(e.Date, before, r)
	}
	c.terminal = now.terminal()
	return lapsed
}

// changeRent makes the base of an event that changes the rent, and replaces the
// steps that are still to come.
func (c *contract) changeRent(e *Event, r *rents) {
	period := c.periods.next(e.Date)
	escalates := e.AnnualEscalationPct.Set || e.AnnualEscalationAmount.Set
	if e.PaymentAmount.Set || e.ChangePct.Set || escalates {
		c.rebase(e, period, escalates, r)
	}
	if e.RentSteps == nil && !e.PaymentAmount.Set {
		return
	}
	c.bases = slices.DeleteFunc(c.bases, func(b base) bool { return b.step && b.period >= period })
	c.addSteps(e.RentSteps)
	c.escalate()
}

// rebase makes the base of an event: the stated rent, or the exact rent of its
// first whole period as it was stated before, changed or as it is.
func (c *contract) rebase(e *Event, period int, escalates bool, r *rents) {
	b := base{period: period, rent: e.PaymentAmount.Value}
	if !e.PaymentAmount.Set {
		b.from = c.derive(period, e.ChangePct.Value, r)
	}
	if e.ChangePct.Set { // never together with a rent
		c.grow(period, e.ChangePct.Value)
	}
	c.putBase(b)
	if escalates { // stating one member sets the other to 0
		c.rises = slices.DeleteFunc(c.rises, func(r rise) bool { return r.period >= period })
		c.rises = append(c.rises, rise{period, e.AnnualEscalationPct.Value, e.AnnualEscalationAmount.Value})
	}
	c.escalate()
}

// derive returns the rent of a whole period, changed.
func (c *contract) derive(period int, change money.Decimal, r *rents) *derived {
	r.start(c, c.frees)
	year := r.at(period)
	base := c.bases[r.base]
	d := &derived{base: base, years: year - c.periods.year(base.period), change: change, near: *r.about(year)}
	if change.Sign() != 0 {
		up := roughOnePlus(change)
		d.near = d.near.times(&up)
	}
	return d
}

// roughOnePlus returns the first digits of 1 + d.
func roughOnePlus(d money.Decimal) rough {
	exact := onePlus(d)
	return roughQuotient(exact.Num(), exact.Denom())
}

// onePlus returns 1 + d, with d taken as rates are.
func onePlus(d money.Decimal) *big.Rat {
	num, den := new(big.Int), new(big.Int)
	setPow10(den, d.Fraction(num, money.RatePlaces))
	return new(big.Rat).SetFrac(num.Add(num, den), den)
}

// grow multiplies the rents stated for the periods after one. Those that have grown alike
// share what they have grown by.
func (c *contract) grow(period int, change money.Decimal) {
	up := roughOnePlus(change)
	var last *growth
	for i := range c.bases {
		b := &c.bases[i]
		if b.period <= period {
			continue
		}
		if last == nil || b.grown != last.before {
			last = &growth{before: b.grown, change: change, near: up}
			if last.before != nil {
				last.near = up.times(&last.before.near)
			}
		}
		b.grown, b.found = last, false
	}
}

// exactRent returns the rent of a base in minor units.
func (b *base) exactRent(places int) *big.Rat {
	num, den := new(big.Int), new(big.Int)
	b.fraction(num, den, places)
	return new(big.Rat).SetFrac(num, den)
}

// after returns the rent of a base after some years, in minor units.
func (b *base) after(years, places int) *big.Rat {
	rent := b.exactRent(places)
	switch {
	case b.pct.Sign() > 0:
		up, n := onePlus(b.pct), big.NewInt(int64(years))
		num, den := new(big.Int).Exp(up.Num(), n, nil), new(big.Int).Exp(up.Denom(), n, nil)
		return rent.Mul(rent, up.SetFrac(num, den))
	case b.amount.Sign() != 0:
		more := exactAmount(b.amount)
		for range places {
			more.Mul(more, big.NewRat(10, 1))
		}
		return rent.Add(rent, more.Mul(more, big.NewRat(int64(years), 1)))
	default:
		return rent
	}
}

// fraction sets num / den to the rent of a base in minor units.
func (b *base) fraction(num, den *big.Int, places int) {
	if b.from != nil {
		rent := b.from.exactly(places)
		num.Set(rent.Num())
		den.Set(rent.Denom())
	} else {
		setPow10(den, b.rent.Fraction(num, money.AmountPlaces))
		for range places {
			num.Mul(num, ten)
		}
	}
	if b.grown != nil {
		grown := b.grown.exactly()
		num.Mul(num, grown.Num())
		den.Mul(den, grown.Denom())
	}
}

// endFrees ends what is rent-free on a day, or where the month of a span under way on it
// is over.
func (c *contract) endFrees(day civil.Date) {
	c.limitFrees(func(f *free) span {
		over := f.span
		if step, _ := c.periods.step(f.from); day.Before(f.until) {
			for over.lastMonth, over.until = over.month, over.from; over.until.Before(day); {
				over.lastMonth += step
				over.until = c.periods.after(f.from, over.lastMonth-over.month)
			}
		}
		return over
	})
}

// limitFrees shortens the rent-free spans to what a function leaves of each.
func (c *contract) limitFrees(rest func(*free) span) {
	for i := range c.frees {
		c.frees[i].span = rest(&c.frees[i])
	}
	c.frees = slices.DeleteFunc(c.frees, func(f free) bool { return !f.from.Before(f.until) })
}

// end returns the day after the term in force.
func (c *contract) end() civil.Date { return c.periods.start.AddMonths(c.months) }

// lapse drops what was stated for days after the end of the term in force, and
// reports whether anything was. What was paid before the event for months that
// are cut off does not come back.
func (c *contract) lapse(from civil.Date, r *rents) (lapsed bool) {
	stated := len(c.bases) + len(c.frees) + len(c.singles)
	periods, end := c.periods.within(c.months), c.end()
	over, _ := slices.BinarySearchFunc(c.bases, periods, func(b base, period int) int { return b.period - period })
	c.bases = c.bases[:over]
	c.rises = slices.DeleteFunc(c.rises, func(r rise) bool { return r.period >= periods })
	c.limitFrees(func(f *free) span { return f.before(c.months, end) })
	c.singles = c.singles[:len(c.singles)-len(c.since(end))]
	c.added = slices.DeleteFunc(c.added, func(a addedRent) bool { return !a.span.from.Before(end) })
	for i := range c.added {
		if a := &c.added[i]; end.Before(a.span.until) {
			a.span = a.span.before(c.months, end)
			c.owe(a, from, r)
		}
	}
	return len(c.bases)+len(c.frees)+len(c.singles) < stated
}

// lengthen adds the rent of the months that an extension adds to a period under
// way whose rent in advance was paid when it opened.
func (c *contract) lengthen(from civil.Date, before int, r *rents) {
	over := c.periods.start.AddMonths(before)
	period, starts := c.periods.at(over)
	if c.timing != Advance || starts || !c.periods.begin(period).Before(from) {
		return
	}
	rest := c.spanOf(period)
	rest.month, rest.from = before, over
	if !c.periods.stated {
		rest.until = c.periods.start.AddMonths(rest.lastMonth)
	}
	a := addedRent{period: period, span: rest, frees: slices.Clone(c.frees)}
	c.added = append(c.added, a)
	c.putSingle(dated{date: over, added: true})
	c.owe(&a, from, r)
}

// owe sets the amount of added rent that is due on an event's day or after it.
func (c *contract) owe(a *addedRent, from civil.Date, r *rents) {
	if a.span.from.Before(from) {
		return
	}
	r.start(c, a.frees)
	rent := r.of(a.period, a.span)
	for i := range c.singles {
		if c.singles[i].added && c.singles[i].date == a.span.from {
			c.singles[i].parts = rent
		}
	}
}

// spanOf returns the part of a period that is inside the term in force: by its months,
// and where there is a calendar by its days.
func (c *contract) spanOf(period int) span {
	if m := c.periods.months; !c.periods.stated {
		return span{month: period * m, lastMonth: min((period+1)*m, c.months)}
	}
	return span{from: c.periods.begin(period), until: c.periods.begin(period + 1)}.before(0, c.end())
}

// divide finds what of a single payment is a lease payment, and what a service.
func (c *contract) divide(d *dated) {
	if d.added {
		return
	}
	d.parts = parts{lease: d.amount.Minor(c.places)}
	p := &d.parts
	if c.lease != nil {
		whole := p.lease
		p.lease = minorOf(d.amount, c.lease, &c.shares[0], c.places)
		p.service = whole.Sub(p.lease)
	}
	if c.tax != nil {
		p.tax = minorOf(d.amount, c.tax, &c.shares[1], c.places)
	}
	if d.kind == Incentive {
		d.parts = parts{p.lease.Neg(), p.service.Neg(), p.tax.Neg()}
	}
}
