package oracle

import (
	"math/big"
	"slices"
)

// book is the life of one lease as far as it has been written: the terms in
// force, the rows, and what every event did.
type book struct {
	lease *Request
	rates *rates
	rounder

	owed, measured *terms // with every event; without index events since the last that measured
	rate           *big.Rat
	rateGiven      *big.Rat // as sent
	looked         []TableRate

	class       string
	override    string
	specialized bool
	life        *life
	line        *line
	impaired    bool

	rows  []Row
	marks []mark
	over  bool // by termination or purchase

	commencement commencement
	stages       []stage
	split        []settlement   // once known
	fund         string         // whose entry is being written, where there are two
	days         map[date]sheet // flows of single days, once known
	accrual      string         // how a report counts what accrues within a row: months, thirty_360, or else by days
}

// commencement holds the figures of the first measurement.
type commencement struct {
	liability, asset *big.Int
	paid             *big.Int // on the commencement date and no part of the liability
	carried          *big.Int // rent, at first application
	provision        *big.Int // for an onerous lease, at first application
	criteria         []Criterion
	amortization     *big.Rat // months
	rowsMoved        int
}

// stage is the lease as known from a day on: the first from commencement, then
// one from the date of each event. What it holds never changes.
type stage struct {
	from   date
	rows   []Row
	marks  []mark
	class  string
	rate   *big.Rat // as sent
	months int      // the term
	over   bool
	line   line // over which the asset is spread
}

// write computes the whole life of a lease.
func write(r *Request) (*book, error) {
	if err := check(r); err != nil {
		return nil, err
	}
	b := &book{
		lease: r, rates: newRates(r),
		override: r.Classification, specialized: r.Specialized != nil && *r.Specialized,
	}
	if r.EconomicLife != nil {
		b.life = &life{*r.EconomicLife, 0}
	}
	b.measured = r.commencementTerms()
	b.owed = b.measured.clone()
	if r.DiscountRate == nil && len(r.DiscountRates) == 0 {
		return nil, refuse("discountRateAnnual", "is required without discountRates")
	}
	if err := b.takeRate(r.DiscountRate, r.start(), b.measured.lastDay()); err != nil {
		return nil, err
	}
	if err := b.commence(); err != nil {
		return nil, err
	}
	for i := range r.Events {
		if err := b.event(i); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// keep ends a stage: what the book holds is known from the day on.
func (b *book) keep(from date) {
	b.stages = append(b.stages, stage{from, slices.Clone(b.rows), slices.Clone(b.marks), b.class, b.rateGiven, b.measured.months, b.over, b.lineInForce()})
}

// lineInForce is the straight line of the asset: of an operating lease over the
// rows' own months.
func (b *book) lineInForce() line {
	in := *b.line
	if b.class == "operating" && !b.impaired {
		in.months = monthsOf(b.rows[min(in.sinceRow, len(b.rows)):])
	}
	return in
}

// commence measures the lease at commencement.
func (b *book) commence() error {
	r := b.lease
	rows := b.measured.lay(r.start(), b.rate, b.rates)
	c := &b.commencement
	c.paid = new(big.Int)
	if r.settled() {
		c.paid = rows[0].settle()
	}
	exact, after := value(rows)
	if day, is := b.overdrawn(rows, exact, after); is {
		return refuse("otherPayments", overdrawn, day)
	}
	c.liability = b.round(exact)
	c.rowsMoved = b.accrue(rows, c.liability, after)
	c.asset = new(big.Int).Add(c.liability, c.paid)
	for _, cost := range []*big.Rat{r.PrepaidRent, r.DirectCosts, r.RestorationCost, r.GrantElement} {
		c.asset.Add(c.asset, r.units(cost))
	}
	c.asset.Sub(c.asset, r.units(r.Incentives))
	if r.OpeningRouAsset != nil {
		c.asset = r.units(r.OpeningRouAsset)
	}
	if r.applied() {
		c.carried, c.provision = b.rentCarried(), r.units(r.Application.OnerousProvision)
		c.asset.Add(c.asset, c.carried)
		c.asset.Sub(c.asset, c.provision)
	}
	b.classify(rows)
	c.amortization = amortizationMonths(b.measured.ownedAtEnd(), b.life.left(nil), monthsOf(rows))
	b.line = &line{c.amortization, 0}
	treatment := finance
	if b.class == "operating" {
		treatment = operating
	}
	b.amortize(rows, treatment, c.asset, c.liability, c.amortization)
	if r.Exemption != "" {
		b.exempt(rows)
	}
	b.number(rows)
	b.keep(r.start())
	return nil
}

const overdrawn = "what is to be received from %s on exceeds what is owed"

// settle takes out of the first row what is paid for the lease on its first
// day; service and tax stay.
func (r *Row) settle() *big.Int {
	paid := r.at(opening)
	flows := slices.Clone(r.flows)
	for i := range flows {
		if flows[i].place == opening {
			flows[i].amount = new(big.Int)
		}
	}
	r.setFlows(flows)
	return paid
}

// classify decides the class at commencement.
func (b *book) classify(rows []Row) {
	if !b.lease.asc() {
		b.class = "finance"
		return
	}
	r, c := b.lease, &b.commencement
	paid := new(big.Int).Add(c.liability, r.units(r.PrepaidRent))
	paid.Sub(paid, r.units(r.Incentives))
	paid.Add(paid, c.paid)
	paid.Add(paid, b.guaranteeBeyond(r, r.ResidualGuarantee, rows))
	at := b.criteria(rows, nil, r.FairValue, paid)
	at.termLeft = big.NewRat(int64(r.TermMonths), 1) // as stated, also where a calendar's rows have other months (20.4)
	c.criteria = at.evaluate()
	b.class = b.override
	if b.class == "" {
		b.class = derived(c.criteria)
	}
}

// criteria looks at the lease as it is in force, with the rows left and those
// before.
func (b *book) criteria(rows, before []Row, fairValue *big.Rat, paid *big.Int) *criteria {
	t := b.owed
	return &criteria{
		owned:       t.ownership != nil && *t.ownership,
		certain:     optionCertain(t.certain, t.optionPrice),
		specialized: b.specialized,
		termLeft:    monthsOf(rows),
		lifeLeft:    b.life.left(before),
		totalLife:   b.lease.TotalLife,
		fairValue:   fairValue,
		paid:        paid,
		decimals:    b.lease.decimals(),
	}
}

// number appends rows to those before them.
func (b *book) number(rows []Row) {
	for k := range rows {
		rows[k].Number = len(b.rows) + 1
		b.rows = append(b.rows, rows[k])
	}
}
