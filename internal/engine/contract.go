package engine

import (
	"math/big"
	"slices"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/money"
)

// contract is what a lease's contract says about payments. Values are never changed: an
// event makes another contract, see [contract.after].
type contract struct {
	periods    lease.Periods
	timing     Timing
	places     int
	leaseShare *big.Rat // the share of each payment that is a lease payment (METHOD 20.2); nil for all of it
	taxRate    *big.Rat // the rate of irrecoverable tax (METHOD 20.3); nil without

	months   int          // the term, counted from commencement
	bases    []base       // by period
	rises    []rise       // by period
	frees    []free       // by date
	singles  []oneOff     // by date
	added    []addedRent  // by date
	terminal money.Amount // due on the last day of the term
}

// rise is the escalation of the rents from a period on.
type rise struct {
	period int
	pct    money.Decimal // compounding at each anniversary of commencement
	amount money.Decimal // or added at each
}

// oneOff is a single payment of a contract.
type oneOff struct {
	date   civil.Date
	amount money.Decimal // as stated
	kind   PaymentKind
	added  bool  // rent of the months that an extension added to a period under way
	parts  parts // of the amount, or of that rent
}

// parts divides a payment into the lease payment, the payment for services, and the
// irrecoverable tax on both.
type parts struct{ lease, service, tax money.Amount }

// addedRent is the rent of months that an extension added to a period under way, whose
// rent in advance was paid before. It is a one-off payment; a shorter term later shortens
// it (METHOD 13.3).
type addedRent struct {
	period int    // of which it pays a part
	span   span   // the part that it pays for
	frees  []free // the rent-free spans when it was added
}

// contractOf returns the contract at commencement.
func contractOf(l *Lease) *contract {
	c := &contract{
		periods: lease.PeriodsOf(l), timing: l.PaymentTiming, places: l.Currency.Places(), months: l.TermMonths,
		leaseShare: lease.ShareOf(l.Components), taxRate: lease.TaxRate(l), terminal: l.Terminal(),
		bases: []base{{rent: l.PaymentAmount}},
		rises: []rise{{pct: l.AnnualEscalationPct.Value, amount: l.AnnualEscalationAmount.Value}},
	}
	c.addSteps(l.RentSteps)
	c.escalate()
	c.addFrees(l.RentFree)
	c.addSingles(l.OtherPayments)
	return c
}

// clone returns a copy with lists of its own.
func (c *contract) clone() *contract {
	d := *c
	d.bases, d.rises, d.frees = slices.Clone(c.bases), slices.Clone(c.rises), slices.Clone(c.frees)
	d.singles, d.added = slices.Clone(c.singles), slices.Clone(c.added)
	return &d
}

// shortenedTo returns the contract with an earlier end and without the amount due at it, as
// known at an event of a day.
func (c *contract) shortenedTo(months int, day civil.Date) *contract {
	d := c.clone()
	d.months, d.terminal = months, money.Amount{}
	d.lapse(day)
	return d
}

func (c *contract) addSteps(steps []RentStep) {
	for i := range steps {
		period, _ := c.periods.PeriodAt(steps[i].From)
		c.putBase(base{period: period, rent: steps[i].PaymentAmount, step: true})
	}
}

// escalate sets the escalation of each base.
func (c *contract) escalate() {
	at := 0
	for i := range c.bases {
		b := &c.bases[i]
		for at+1 < len(c.rises) && c.rises[at+1].period <= b.period {
			at++
		}
		b.pct, b.amount = c.rises[at].pct, c.rises[at].amount
	}
}

// putBase inserts a base, or replaces that of the same period.
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
		share, _ := f.Portion().Units64(money.RatePlaces) // at most 10^17
		month, _ := c.periods.Start.MonthsTo(f.From)
		c.frees = append(c.frees, free{span{month, month + f.Months, f.From, c.periods.After(f.From, f.Months)}, share})
	}
}

func (c *contract) addSingles(list []SinglePayment) {
	for i := range list {
		c.putSingle(oneOff{date: list[i].Date, amount: list[i].Amount, kind: list[i].Kind})
	}
}

// since returns the one-off payments on a day and later.
func (c *contract) since(day civil.Date) []oneOff {
	i, _ := slices.BinarySearchFunc(c.singles, day, func(d oneOff, day civil.Date) int { return d.date.Compare(day) })
	return c.singles[i:]
}

// putSingle inserts a one-off payment after those of its day and before.
func (c *contract) putSingle(d oneOff) {
	i := len(c.singles)
	for i > 0 && d.date.Before(c.singles[i-1].date) {
		i--
	}
	c.divide(&d)
	c.singles = slices.Insert(c.singles, i, d)
}

// after returns the contract after an event, and whether terms lapsed because the term ends
// earlier. The terms of the event replace earlier ones from its date on. now are the inputs
// in force, those of the event included.
func (c *contract) after(e *Event, now *Lease) (next *contract, lapsed bool) {
	d, before := c.clone(), c.months
	d.changeRent(e)
	if e.RentFree != nil {
		d.endFrees(e.Date)
		d.addFrees(e.RentFree)
	}
	if e.OtherPayments != nil {
		d.singles = slices.DeleteFunc(d.singles, func(s oneOff) bool { return !s.added && !s.date.Before(e.Date) })
		d.addSingles(e.OtherPayments)
	}
	d.months = now.TermMonths
	if e.TermMonths.Set {
		lapsed = d.lapse(e.Date)
	}
	if e.Components != nil {
		d.leaseShare = lease.ShareOf(e.Components)
		for i := range d.singles {
			d.divide(&d.singles[i])
		}
		for i := range d.added {
			d.valueAdded(&d.added[i], e.Date)
		}
	}
	if d.months > before {
		d.lengthen(e.Date, before)
	}
	d.terminal = now.Terminal()
	return d, lapsed
}

// changeRent adds the base of an event that changes the rent, and replaces the future
// steps.
func (c *contract) changeRent(e *Event) {
	period := c.periods.Next(e.Date)
	escalates := e.AnnualEscalationPct.Set || e.AnnualEscalationAmount.Set
	if e.PaymentAmount.Set || e.ChangePct.Set || escalates {
		c.rebase(e, period, escalates)
	}
	if e.RentSteps == nil && !e.PaymentAmount.Set {
		return
	}
	c.bases = slices.DeleteFunc(c.bases, func(b base) bool { return b.step && b.period >= period })
	c.addSteps(e.RentSteps)
	c.escalate()
}

// rebase adds the base of an event: the rent of the event, or the exact rent of its first
// whole period before the event, changed by a percentage.
func (c *contract) rebase(e *Event, period int, escalates bool) {
	b := base{period: period, rent: e.PaymentAmount.Value}
	if !e.PaymentAmount.Set {
		b.exact = c.exactRent(period)
		b.exact.Mul(b.exact, lease.OnePlus(e.ChangePct.Value))
	}
	if e.ChangePct.Set { // never together with a rent
		c.grow(period, lease.OnePlus(e.ChangePct.Value))
	}
	c.putBase(b)
	if escalates { // stating one field sets the other to 0
		c.rises = slices.DeleteFunc(c.rises, func(r rise) bool { return r.period >= period })
		c.rises = append(c.rises, rise{period, e.AnnualEscalationPct.Value, e.AnnualEscalationAmount.Value})
	}
	c.escalate()
}

// grow multiplies the rents of the bases after a period.
func (c *contract) grow(period int, by *big.Rat) {
	products := map[*big.Rat]*big.Rat{nil: by} // by the factor before; most bases have the same
	for i := range c.bases {
		b := &c.bases[i]
		if b.period <= period {
			continue
		}
		if products[b.factor] == nil {
			products[b.factor] = new(big.Rat).Mul(b.factor, by)
		}
		b.factor = products[b.factor]
	}
}

// endFrees ends the rent-free spans on a day, or at the end of the month under way on it.
func (c *contract) endFrees(day civil.Date) {
	c.limitFrees(func(f *free) span {
		over := f.span
		if step, _ := c.periods.Step(f.from); day.Before(f.until) {
			for over.lastMonth, over.until = over.month, over.from; over.until.Before(day); {
				over.lastMonth += step
				over.until = c.periods.After(f.from, over.lastMonth-over.month)
			}
		}
		return over
	})
}

// limitFrees replaces each rent-free span by the part that a function returns.
func (c *contract) limitFrees(rest func(*free) span) {
	for i := range c.frees {
		c.frees[i].span = rest(&c.frees[i])
	}
	c.frees = slices.DeleteFunc(c.frees, func(f free) bool { return !f.from.Before(f.until) })
}

// end returns the day after the term in force.
func (c *contract) end() civil.Date { return c.periods.Start.AddMonths(c.months) }

// lapse drops the terms for days after the end of the term, and reports whether there were
// any. Payments made before the event for the months that are cut off are not returned.
func (c *contract) lapse(from civil.Date) (lapsed bool) {
	stated := len(c.bases) + len(c.frees) + len(c.singles)
	periods, end := c.periods.Within(c.months), c.end()
	over, _ := slices.BinarySearchFunc(c.bases, periods, func(b base, period int) int { return b.period - period })
	c.bases = c.bases[:over]
	c.rises = slices.DeleteFunc(c.rises, func(r rise) bool { return r.period >= periods })
	c.limitFrees(func(f *free) span { return f.before(c.months, end) })
	c.singles = c.singles[:len(c.singles)-len(c.since(end))]
	c.added = slices.DeleteFunc(c.added, func(a addedRent) bool { return !a.span.from.Before(end) })
	for i := range c.added {
		if a := &c.added[i]; end.Before(a.span.until) {
			a.span = a.span.before(c.months, end)
			c.valueAdded(a, from)
		}
	}
	return len(c.bases)+len(c.frees)+len(c.singles) < stated
}

// lengthen adds the rent of the months that an extension adds to a period under way, whose
// rent in advance was paid on its first day.
func (c *contract) lengthen(from civil.Date, before int) {
	over := c.periods.Start.AddMonths(before)
	period, starts := c.periods.PeriodAt(over)
	if c.timing != Advance || starts || !c.periods.Begin(period).Before(from) {
		return
	}
	rest := c.spanOf(period)
	rest.month, rest.from = before, over
	if !c.periods.Stated {
		rest.until = c.periods.Start.AddMonths(rest.lastMonth)
	}
	a := addedRent{period: period, span: rest, frees: slices.Clone(c.frees)}
	c.added = append(c.added, a)
	c.putSingle(oneOff{date: over, added: true})
	c.valueAdded(&a, from)
}

// valueAdded sets the amount of added rent that is due on an event's day or later.
func (c *contract) valueAdded(a *addedRent, from civil.Date) {
	if a.span.from.Before(from) {
		return
	}
	r := rents{contract: c, frees: a.frees}
	rent := r.of(a.period, a.span)
	for i := range c.singles {
		if c.singles[i].added && c.singles[i].date == a.span.from {
			c.singles[i].parts = rent
		}
	}
}

// spanOf returns the part of a period inside the term: by its months, or by its days if a
// calendar sets the periods.
func (c *contract) spanOf(period int) span {
	if m := c.periods.Months; !c.periods.Stated {
		return span{month: period * m, lastMonth: min((period+1)*m, c.months)}
	}
	return span{from: c.periods.Begin(period), until: c.periods.Begin(period + 1)}.before(0, c.end())
}

// divide divides a one-off payment into its parts.
func (c *contract) divide(d *oneOff) {
	if d.added {
		return
	}
	d.parts = parts{lease: d.amount.Minor(c.places)}
	p := &d.parts
	if c.leaseShare != nil {
		whole := p.lease
		p.lease = shareOfDecimal(d.amount, c.leaseShare, c.places)
		p.service = whole.Sub(p.lease)
	}
	if c.taxRate != nil {
		p.tax = shareOfDecimal(d.amount, c.taxRate, c.places)
	}
	if d.kind == Incentive {
		d.parts = parts{p.lease.Neg(), p.service.Neg(), p.tax.Neg()}
	}
}

// shareOfDecimal returns a share of an amount in minor units.
func shareOfDecimal(d money.Decimal, share *big.Rat, places int) money.Amount {
	exact := lease.InMinor(d, places)
	exact.Mul(exact, share)
	return money.FromBig(money.QuoRound(exact.Num(), exact.Denom()))
}
