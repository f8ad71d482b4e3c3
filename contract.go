package leasehold

import (
	"math/big"
	"slices"

	"github.com/leasehold-accounting/leasehold/money"
)

// contract is what a lease's contract says about payments from some day of its
// life on. An event changes it (METHOD 13.2).
type contract struct {
	start  Date
	period int // months of a payment period
	timing Timing
	places int

	months  int    // the term in force, counted from commencement
	bases   []base // by month
	rises   []rise // by month
	frees   []free // by month
	singles []dated
	added   []addedRent

	terminal money.Amount // owed on the last day of the term
}

// rise is the escalation that belongs to the bases from a month on.
type rise struct {
	month  int
	pct    money.Decimal // compounding at each anniversary of commencement
	amount money.Decimal // or added at each
}

// dated is a single payment of a contract.
type dated struct {
	date   Date
	amount money.Amount // negative for an incentive
	added  bool         // rent of months that an extension added to a period begun
}

// addedRent is the rent of months that an extension added to a period that was
// under way, and whose rent in advance was therefore paid already. It is a single
// payment; a shorter term later shortens it (METHOD 13.3).
type addedRent struct {
	period       int    // the month in which its period starts
	from, months int    // the months that it pays for
	frees        []free // rent-free months as stated when they were added
}

// state fills c with what the request states at commencement.
func (c *contract) state(l *Lease) {
	c.start, c.period, c.timing = l.CommencementDate, l.PaymentFrequency.Months(), l.PaymentTiming
	c.places, c.months = l.Currency.Places(), l.TermMonths
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

// equal reports whether two contracts that no event has changed say the same.
func (c *contract) equal(d *contract) bool {
	return c.start == d.start && c.period == d.period && c.timing == d.timing && c.places == d.places && c.months == d.months &&
		c.terminal == d.terminal && slices.Equal(c.bases, d.bases) && slices.Equal(c.rises, d.rises) &&
		slices.Equal(c.frees, d.frees) && slices.Equal(c.singles, d.singles)
}

func (c *contract) addSteps(steps []RentStep) {
	for i := range steps {
		month, _ := c.start.monthsTo(steps[i].From)
		c.putBase(base{month: month, rent: steps[i].PaymentAmount, step: true})
	}
}

// escalate gives each base the escalation that belongs to it.
func (c *contract) escalate() {
	at := 0
	for i := range c.bases {
		b := &c.bases[i]
		for at+1 < len(c.rises) && c.rises[at+1].month <= b.month {
			at++
		}
		b.pct, b.amount = c.rises[at].pct, c.rises[at].amount
	}
}

// putBase puts a base among the others, in the place of one for the same month.
func (c *contract) putBase(b base) {
	i, same := slices.BinarySearchFunc(c.bases, b.month, func(b base, month int) int { return b.month - month })
	if same {
		c.bases[i] = b
		return
	}
	c.bases = slices.Insert(c.bases, i, b)
}

func (c *contract) addFrees(frees []RentFree) {
	for i := range frees {
		month, _ := c.start.monthsTo(frees[i].From)
		share, _ := frees[i].share().Units64(money.RatePlaces) // at most 10^17
		c.frees = append(c.frees, free{month: month, months: frees[i].Months, share: share})
	}
}

func (c *contract) addSingles(list []SinglePayment) {
	for i := range list {
		amount := list[i].Amount.Minor(c.places)
		if list[i].Kind == Incentive {
			amount = amount.Neg()
		}
		c.putSingle(dated{date: list[i].Date, amount: amount})
	}
}

// putSingle puts a single payment after those of its day and before.
func (c *contract) putSingle(d dated) {
	i := len(c.singles)
	for i > 0 && d.date.Before(c.singles[i-1].date) {
		i--
	}
	c.singles = slices.Insert(c.singles, i, d)
}

// firstPeriod returns the month in which the first payment period starts that
// begins on or after a day. It may lie beyond the term.
func (c *contract) firstPeriod(day Date) int {
	months, exact := c.start.monthsTo(day)
	period := months / c.period * c.period
	if exact && months == period {
		return period
	}
	return period + c.period
}

// apply makes c say what it says after an event. What the event states replaces
// what was stated before, from its date on; what it does not state stays. now
// are the inputs in force, the event's included.
func (c *contract) apply(e *Event, now *Lease, r *rents) (lapsed bool) {
	before := c.months
	c.changeRent(e, r)
	if e.RentFree != nil {
		c.cutFrees(c.monthOn(e.Date))
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
	if c.months > before {
		c.lengthen(e.Date, before, r)
	}
	c.terminal = now.terminal()
	return lapsed
}

// monthOn returns the first month, counted from commencement, that starts on or
// after a day.
func (c *contract) monthOn(day Date) int {
	months, exact := c.start.monthsTo(day)
	if exact {
		return months
	}
	return months + 1
}

// changeRent makes the base of an event that changes the rent, and replaces the
// steps that are still to come.
func (c *contract) changeRent(e *Event, r *rents) {
	month := c.firstPeriod(e.Date)
	escalates := e.AnnualEscalationPct.Set || e.AnnualEscalationAmount.Set
	if e.PaymentAmount.Set || e.ChangePct.Set || escalates {
		c.rebase(e, month, escalates, r)
	}
	if e.RentSteps == nil && !e.PaymentAmount.Set {
		return
	}
	c.bases = slices.DeleteFunc(c.bases, func(b base) bool { return b.step && b.month >= month })
	c.addSteps(e.RentSteps)
	c.escalate()
}

// rebase makes the base of an event: the stated rent, or the exact rent of its
// first whole period as it was stated before, changed or as it is.
func (c *contract) rebase(e *Event, month int, escalates bool, r *rents) {
	b := base{month: month, rent: e.PaymentAmount.Value}
	if !e.PaymentAmount.Set {
		r.start(c.bases, c.frees, c.period, c.places)
		b.exact = r.exactly(month)
	}
	if e.ChangePct.Set { // never beside a rent
		factor := onePlus(e.ChangePct.Value)
		b.exact.Mul(b.exact, factor)
		for i := range c.bases {
			if c.bases[i].month > month {
				c.bases[i].multiply(factor, c.places)
			}
		}
	}
	c.putBase(b)
	if escalates { // stating one member sets the other to 0
		c.rises = slices.DeleteFunc(c.rises, func(r rise) bool { return r.month >= month })
		c.rises = append(c.rises, rise{month, e.AnnualEscalationPct.Value, e.AnnualEscalationAmount.Value})
	}
	c.escalate()
}

// onePlus returns 1 + d, with d taken as rates are.
func onePlus(d money.Decimal) *big.Rat {
	num, den := new(big.Int), new(big.Int)
	setPow10(den, d.Fraction(num, money.RatePlaces))
	return new(big.Rat).SetFrac(num.Add(num, den), den)
}

// multiply changes the rent of a base.
func (b *base) multiply(factor *big.Rat, places int) {
	rent := new(big.Rat)
	if b.exact != nil {
		rent.Set(b.exact)
	} else {
		num, den := new(big.Int), new(big.Int)
		setPow10(den, b.rent.Fraction(num, money.AmountPlaces))
		for range places {
			num.Mul(num, ten)
		}
		rent.SetFrac(num, den)
	}
	b.exact = rent.Mul(rent, factor)
}

// cutFrees ends what is rent-free from a month on.
func (c *contract) cutFrees(month int) {
	for i := range c.frees {
		c.frees[i].months = min(c.frees[i].months, month-c.frees[i].month)
	}
	c.frees = slices.DeleteFunc(c.frees, func(f free) bool { return f.months <= 0 })
}

// lapse drops what was stated for days after the end of the term in force, and
// reports whether anything was. What was paid before the event for months that
// are cut off does not come back.
func (c *contract) lapse(from Date, r *rents) (lapsed bool) {
	stated := len(c.bases) + len(c.frees) + len(c.singles)
	c.bases = slices.DeleteFunc(c.bases, func(b base) bool { return b.month >= c.months })
	c.rises = slices.DeleteFunc(c.rises, func(r rise) bool { return r.month >= c.months })
	c.escalate()
	c.cutFrees(c.months)
	end := c.start.AddMonths(c.months)
	c.singles = slices.DeleteFunc(c.singles, func(d dated) bool { return !d.date.Before(end) })
	c.added = slices.DeleteFunc(c.added, func(a addedRent) bool { return a.from >= c.months })
	for i := range c.added {
		a := &c.added[i]
		if a.from+a.months <= c.months {
			continue
		}
		a.months = c.months - a.from
		if due := c.start.AddMonths(a.from); !due.Before(from) {
			r.start(c.bases, a.frees, c.period, c.places)
			c.owe(due, r.of(a.period, a.from, a.months))
		}
	}
	return len(c.bases)+len(c.frees)+len(c.singles) < stated
}

// lengthen adds the rent of the months that an extension adds to a period under
// way whose rent in advance was paid when it opened.
func (c *contract) lengthen(from Date, before int, r *rents) {
	period := before / c.period * c.period
	if c.timing != Advance || period == before || !c.start.AddMonths(period).Before(from) {
		return
	}
	a := addedRent{period: period, from: before, months: min(period+c.period, c.months) - before, frees: slices.Clone(c.frees)}
	r.start(c.bases, c.frees, c.period, c.places)
	c.added = append(c.added, a)
	c.putSingle(dated{date: c.start.AddMonths(before), amount: r.of(period, a.from, a.months), added: true})
}

// owe sets the amount of the added rent that is due on a day.
func (c *contract) owe(due Date, amount money.Amount) {
	for i := range c.singles {
		if c.singles[i].added && c.singles[i].date == due {
			c.singles[i].amount = amount
		}
	}
}
