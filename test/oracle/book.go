package oracle

import (
	"math/big"
	"slices"
)

// book holds the accounting for one lease as far as it has been computed: the effective terms, the
// rows and the effects of events.
type book struct {
	lease *Request
	rates *rates

	owed, measured *terms // the terms of the payments, and the terms of the last measurement; the two differ if an index change is expensed without a remeasurement
	rate           *big.Rat
	rateGiven      *big.Rat // the supplied discount rate, or the rate read from the rate table
	looked         []TableRate

	class       string
	override    string
	specialized bool
	life        *life
	line        *line
	impaired    bool

	rows  []Row
	marks []mark
	over  bool

	commencement commencement
	stages       []stage
	split        []settlement
	fund         string                  // fund of the current entry, if the lease has separate entries for two funds
	currencies   map[bool]*currencyBooks // cached results in the lease's currency (true) and in the functional currency
	days         map[date]sheet          // cached movements of single days
	accrual      string                  // how amounts accrue within a row: "months", "thirty_360", or "" for days
}

type commencement struct {
	liability, asset *big.Int
	paid             *big.Int // lease payment on the commencement date, if the liability excludes it
	carried          *big.Int // prepaid rent at initial application; accrued rent if negative
	provision        *big.Int // provision for an onerous lease at initial application
	criteria         []Criterion
	amortization     *big.Rat
	rowsMoved        int
}

// stage is a snapshot of the lease at commencement or after an event. It applies until the next
// event and is never modified.
type stage struct {
	from   date
	rows   []Row
	marks  []mark
	class  string
	rate   *big.Rat // the supplied discount rate, or the rate read from the rate table
	months int
	over   bool
	line   line // the asset's amortization months
}

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

// keep appends a stage that applies from the given date.
func (b *book) keep(from date) {
	b.stages = append(b.stages, stage{from, slices.Clone(b.rows), slices.Clone(b.marks), b.class, b.rateGiven, b.measured.months, b.over, b.lineInForce()})
}

// lineInForce returns the asset's amortization months. For an operating lease without an
// impairment, these are the months of the rows.
func (b *book) lineInForce() line {
	in := *b.line
	if b.class == "operating" && !b.impaired {
		in.months = monthsOf(b.rows[min(in.sinceRow, len(b.rows)):])
	}
	return in
}

func (b *book) commence() error {
	r := b.lease
	rows := b.measured.lay(r.start(), b.rate, b.rates)
	c := &b.commencement
	c.paid = new(big.Int)
	if r.settled() {
		c.paid = rows[0].settle()
	}
	exact, after := value(rows)
	if day, is := overdrawn(rows, exact, after); is {
		return refuse("otherPayments", receiptsExceed, day)
	}
	c.liability = round(exact)
	c.rowsMoved = accrue(rows, c.liability, after)
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
	amortize(rows, treatment, c.asset, c.liability, c.amortization)
	if r.Exemption != "" {
		b.exempt(rows)
	}
	b.number(rows)
	b.keep(r.start())
	return nil
}

const receiptsExceed = "receipts from %s exceed the remaining payments"

// settle removes the lease payment due on the first day of the row and returns its amount. Services
// and taxes paid on that day stay in the row.
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

func (b *book) classify(rows []Row) {
	if !b.lease.asc() {
		b.class = "finance"
		return
	}
	r, c := b.lease, &b.commencement
	paid := new(big.Int).Add(c.liability, r.units(r.PrepaidRent))
	paid.Sub(paid, r.units(r.Incentives))
	paid.Add(paid, c.paid)
	paid.Add(paid, guaranteeBeyond(r, r.ResidualGuarantee, rows))
	at := b.criteria(rows, nil, r.FairValue, paid)
	at.termLeft = big.NewRat(int64(r.TermMonths), 1) // the supplied term: with a calendar, the months of the rows may add up to another number (METHOD 20.4)
	c.criteria = at.evaluate()
	b.class = b.override
	if b.class == "" {
		b.class = derived(c.criteria)
	}
}

// criteria returns the inputs of the classification tests under the current terms. It receives the
// remaining rows and the earlier rows.
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

func (b *book) number(rows []Row) {
	for k := range rows {
		rows[k].Number = len(b.rows) + 1
		b.rows = append(b.rows, rows[k])
	}
}
