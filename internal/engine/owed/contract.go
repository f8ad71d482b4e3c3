// Package owed computes the payments due under a contract: the rent of each period, the one-off
// payments, and the rows from a day to the end of the term.
package owed

import (
	"math/big"
	"slices"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/standard"
)

// Contract contains the payment terms of a lease, with a list for each kind of term. A Contract is
// immutable. [Contract.After] returns a new Contract with the terms after an event.
type Contract struct {
	Periods    lease.Periods
	Timing     standard.Timing
	places     int
	LeaseShare *big.Rat // the share of each payment that is a lease payment (METHOD 20.2); nil for the whole payment
	taxRate    *big.Rat // the rate of irrecoverable tax (METHOD 20.3); nil without such a tax

	months   int          // the term, counted from commencement
	bases    []base       // sorted by period
	rises    []rise       // sorted by period
	frees    []free       // sorted by date
	singles  []oneOff     // sorted by date
	added    []addedRent  // sorted by date
	terminal money.Amount // due on the last day of the term
}

// rise is the escalation of the rent from a period onward.
type rise struct {
	period int
	pct    money.Decimal // compounded at each anniversary of commencement
	amount money.Decimal // alternatively, the amount added at each anniversary
}

type oneOff struct {
	date   civil.Date
	amount money.Decimal // the amount as supplied
	kind   lease.PaymentKind
	added  bool  // whether an extension lengthened a current period and the payment is the rent for the added months
	parts  Parts // portions of the amount or, if added is set, of the added rent
}

// Parts contains the portions of a payment: the lease payment, the payment for services, and the
// irrecoverable tax on both.
type Parts struct{ Lease, Service, Tax money.Amount }

// addedRent is the rent for months that an extension added to a period. The rent of that period had
// already been paid in advance. Added rent is a one-off payment. If the term is shortened later,
// the added rent covers a shorter span (METHOD 13.3).
type addedRent struct {
	period int    // the period to which the extension adds months
	span   span   // the interval that the rent covers
	frees  []free // rent-free spans at the time the rent was added
}

// ContractOf returns the contract at commencement.
func ContractOf(l *lease.Lease) *Contract {
	c := &Contract{
		Periods: lease.PeriodsOf(l), Timing: l.PaymentTiming, places: l.Currency.Places(), months: l.TermMonths,
		LeaseShare: lease.ShareOf(l.Components), taxRate: lease.TaxRate(l), terminal: l.Terminal(),
		bases: []base{{rent: l.PaymentAmount}},
		rises: []rise{{pct: l.AnnualEscalationPct.Value, amount: l.AnnualEscalationAmount.Value}},
	}
	c.addSteps(l.RentSteps)
	c.escalate()
	c.addFrees(l.RentFree)
	c.addSingles(l.OtherPayments)
	return c
}

func (c *Contract) clone() *Contract {
	d := *c
	d.bases, d.rises, d.frees = slices.Clone(c.bases), slices.Clone(c.rises), slices.Clone(c.frees)
	d.singles, d.added = slices.Clone(c.singles), slices.Clone(c.added)
	return &d
}

// ShortenedTo returns the contract after an event that shortens the term to the given number of
// months. The result excludes the amount due at the end of the term.
func (c *Contract) ShortenedTo(months int, day civil.Date) *Contract {
	d := c.clone()
	d.months, d.terminal = months, money.Amount{}
	d.lapse(day)
	return d
}

func (c *Contract) addSteps(steps []lease.RentStep) {
	for i := range steps {
		period, _ := c.Periods.PeriodAt(steps[i].From)
		c.putBase(base{period: period, rent: steps[i].PaymentAmount, step: true})
	}
}

// escalate sets the escalation of each base.
func (c *Contract) escalate() {
	at := 0
	for i := range c.bases {
		b := &c.bases[i]
		for at+1 < len(c.rises) && c.rises[at+1].period <= b.period {
			at++
		}
		b.pct, b.amount = c.rises[at].pct, c.rises[at].amount
	}
}

// putBase inserts a base, or replaces the base for the same period.
func (c *Contract) putBase(b base) {
	i, same := slices.BinarySearchFunc(c.bases, b.period, func(b base, period int) int { return b.period - period })
	if same {
		c.bases[i] = b
		return
	}
	c.bases = slices.Insert(c.bases, i, b)
}

func (c *Contract) addFrees(frees []lease.RentFree) {
	for i := range frees {
		f := &frees[i]
		share, _ := f.Portion().Units64(money.RatePlaces) // at most 10^17
		month, _ := c.Periods.Start.MonthsTo(f.From)
		c.frees = append(c.frees, free{span{month, month + f.Months, f.From, c.Periods.After(f.From, f.Months)}, share})
	}
}

func (c *Contract) addSingles(list []lease.SinglePayment) {
	for i := range list {
		c.putSingle(oneOff{date: list[i].Date, amount: list[i].Amount, kind: list[i].Kind})
	}
}

// The result contains the one-off payments on or after a day.
func (c *Contract) since(day civil.Date) []oneOff {
	i, _ := slices.BinarySearchFunc(c.singles, day, func(d oneOff, day civil.Date) int { return d.date.Compare(day) })
	return c.singles[i:]
}

// putSingle inserts a one-off payment after payments on earlier dates or the same date.
func (c *Contract) putSingle(d oneOff) {
	i := len(c.singles)
	for i > 0 && d.date.Before(c.singles[i-1].date) {
		i--
	}
	c.divide(&d)
	c.singles = slices.Insert(c.singles, i, d)
}

// After returns the contract after an event, given the inputs after the event. From the event's
// date onward, the event's terms replace earlier terms. After also reports whether payment terms
// lapsed because the lease term ends earlier.
func (c *Contract) After(e *lease.Event, now *lease.Lease) (next *Contract, lapsed bool) {
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
		d.LeaseShare = lease.ShareOf(e.Components)
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

// changeRent adds a base for an event that changes the rent, and replaces later rent steps.
func (c *Contract) changeRent(e *lease.Event) {
	period := c.Periods.Next(e.Date)
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

// rebase adds a base for an event. The base is the rent that the event supplies. If the event supplies a percentage
// instead, the base is the earlier, exact rent of the given period, increased or decreased by this percentage.
func (c *Contract) rebase(e *lease.Event, period int, escalates bool) {
	b := base{period: period, rent: e.PaymentAmount.Value}
	if !e.PaymentAmount.Set {
		b.exact = c.exactRent(period)
		b.exact.Mul(b.exact, lease.OnePlus(e.ChangePct.Value))
	}
	if e.ChangePct.Set { // an event specifies either the rent or a percentage, not both
		c.grow(period, lease.OnePlus(e.ChangePct.Value))
	}
	c.putBase(b)
	if escalates { // if the event supplies only one of the two fields, the other becomes 0
		c.rises = slices.DeleteFunc(c.rises, func(r rise) bool { return r.period >= period })
		c.rises = append(c.rises, rise{period, e.AnnualEscalationPct.Value, e.AnnualEscalationAmount.Value})
	}
	c.escalate()
}

// grow multiplies the base rents after a period by a factor.
func (c *Contract) grow(period int, by *big.Rat) {
	products := map[*big.Rat]*big.Rat{nil: by} // products, keyed by previous factor; most bases have the same factor
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

// endFrees ends the rent-free spans on a day. A span that cannot end on that day ends with the
// month or payment period that contains the day.
func (c *Contract) endFrees(day civil.Date) {
	c.limitFrees(func(f *free) span {
		ended := f.span
		if step, _ := c.Periods.Step(f.from); day.Before(f.until) {
			for ended.lastMonth, ended.until = ended.month, ended.from; ended.until.Before(day); {
				ended.lastMonth += step
				ended.until = c.Periods.After(f.from, ended.lastMonth-ended.month)
			}
		}
		return ended
	})
}

// limitFrees replaces each rent-free span with the result of a function, and removes empty spans.
func (c *Contract) limitFrees(rest func(*free) span) {
	for i := range c.frees {
		c.frees[i].span = rest(&c.frees[i])
	}
	c.frees = slices.DeleteFunc(c.frees, func(f free) bool { return !f.from.Before(f.until) })
}

// The result is the day after the term.
func (c *Contract) end() civil.Date { return c.Periods.Start.AddMonths(c.months) }

// lapse removes the payment terms for days after the end of the lease term, and reports whether there were any.
// Payments that were made before the event are not refunded, even if they are for months after the new end.
func (c *Contract) lapse(from civil.Date) (lapsed bool) {
	stated := len(c.bases) + len(c.frees) + len(c.singles)
	periods, end := c.Periods.Within(c.months), c.end()
	count, _ := slices.BinarySearchFunc(c.bases, periods, func(b base, period int) int { return b.period - period })
	c.bases = c.bases[:count]
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

// lengthen applies if an extension adds months to a period whose rent had already been paid in
// advance. It adds rent for those months.
func (c *Contract) lengthen(from civil.Date, before int) {
	oldEnd := c.Periods.Start.AddMonths(before)
	period, starts := c.Periods.PeriodAt(oldEnd)
	if c.Timing != standard.Advance || starts || !c.Periods.Begin(period).Before(from) {
		return
	}
	rest := c.spanOf(period)
	rest.month, rest.from = before, oldEnd
	if !c.Periods.Stated {
		rest.until = c.Periods.Start.AddMonths(rest.lastMonth)
	}
	a := addedRent{period: period, span: rest, frees: slices.Clone(c.frees)}
	c.added = append(c.added, a)
	c.putSingle(oneOff{date: oldEnd, added: true})
	c.valueAdded(&a, from)
}

// valueAdded sets the amount of added rent if this rent is due on or after an event's date.
func (c *Contract) valueAdded(a *addedRent, from civil.Date) {
	if a.span.from.Before(from) {
		return
	}
	r := Rents{Contract: c, frees: a.frees}
	rent := r.of(a.period, a.span)
	for i := range c.singles {
		if c.singles[i].added && c.singles[i].date == a.span.from {
			c.singles[i].parts = rent
		}
	}
}

// spanOf returns the part of a period within the term. The part is in months, or in days if a
// calendar sets the periods.
func (c *Contract) spanOf(period int) span {
	if m := c.Periods.Months; !c.Periods.Stated {
		return span{month: period * m, lastMonth: min((period+1)*m, c.months)}
	}
	return span{from: c.Periods.Begin(period), until: c.Periods.Begin(period + 1)}.before(0, c.end())
}

// divide sets the parts of a one-off payment.
func (c *Contract) divide(d *oneOff) {
	if d.added {
		return
	}
	whole := d.amount.Minor(c.places)
	d.parts = Parts{Lease: whole}
	p := &d.parts
	if c.LeaseShare != nil {
		p.Lease = shareOfDecimal(d.amount, c.LeaseShare, c.places)
		p.Service = whole.Sub(p.Lease)
	}
	if c.taxRate != nil { // the tax is computed from the rounded payment
		p.Tax = whole.MulDiv(c.taxRate.Num(), c.taxRate.Denom())
	}
	if d.kind == lease.Incentive {
		d.parts = Parts{p.Lease.Neg(), p.Service.Neg(), p.Tax.Neg()}
	}
}

// LeasePart returns the portion of a one-off payment that is a lease payment. The lease portion of
// an incentive is negative.
func LeasePart(l *lease.Lease, p *lease.SinglePayment) money.Amount {
	c := Contract{places: l.Currency.Places(), LeaseShare: lease.ShareOf(l.Components)}
	d := oneOff{amount: p.Amount, kind: p.Kind}
	c.divide(&d)
	return d.parts.Lease
}

// shareOfDecimal returns a share of an amount, rounded to minor units.
func shareOfDecimal(d money.Decimal, share *big.Rat, places int) money.Amount {
	exact := lease.InMinor(d, places)
	exact.Mul(exact, share)
	return money.FromBig(money.QuoRound(exact.Num(), exact.Denom()))
}

// Terms returns the payment terms of a contract.
func (c *Contract) Terms() schedule.Terms {
	t := schedule.Terms{Rents: c.Stated(), Terminal: c.terminal}
	for _, f := range c.frees {
		t.Free = append(t.Free, schedule.FreeMonths{Month: f.month, Months: f.lastMonth - f.month, Share: money.New(f.share, money.RatePlaces)})
	}
	for _, d := range c.singles {
		t.Singles = append(t.Singles, schedule.DatedPayment{Date: d.date, Amount: d.parts.Lease, Added: d.added})
	}
	return t
}

// Stated returns the rents from which later rents escalate.
func (c *Contract) Stated() []schedule.StatedRent {
	list := make([]schedule.StatedRent, len(c.bases))
	for i, b := range c.bases {
		list[i] = schedule.StatedRent{Month: b.period * c.Periods.Months, Rent: c.exactRent(b.period), Pct: b.pct, Amount: b.amount}
	}
	return list
}
