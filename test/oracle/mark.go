package oracle

import (
	"math/big"
	"slices"
)

// mark is what one event did to the books. Amounts are minor units.
type mark struct {
	date, kind, treatment string
	day                   date
	months                int      // the term in force after it
	rate                  *big.Rat // in force after it, as sent
	class                 string   // in force after it

	liabilityBefore, liabilityAfter            *big.Int
	assetBefore, assetAfter                    *big.Int
	gain, impairment                           *big.Int
	liabilityRemeasured, liabilityDerecognized *big.Int
	assetRemeasured, assetDerecognized         *big.Int
	directCosts, incentives, penalty, price    *big.Int
	property                                   *big.Int // at which the asset bought enters
	obtained                                   *big.Int // added to the asset for the liability, without cash
	decreaseOf, decreaseTo                     *big.Int // the asset's decrease of scope; equal without one
	service                                    *big.Int // on Prepaid services, expensed at an end
	shareKept, shareGone                       *big.Rat // of the asset, exact, at a decrease; nil without
	exchangeRate                               *big.Rat // of the event's day; nil where none is given
	unimpaired                                 *book    // at a reversal: the life without impairments until it
	derecognized                               bool     // liability and asset left the books
	measured                                   bool
}

func newMark(e *Event, liability, asset *big.Int) mark {
	m := mark{exchangeRate: e.ExchangeRate, date: e.Date.String(), day: e.Date, kind: e.Type, liabilityBefore: liability, assetBefore: asset, decreaseOf: asset, decreaseTo: asset}
	for _, amount := range []**big.Int{
		&m.gain, &m.impairment, &m.liabilityRemeasured, &m.liabilityDerecognized, &m.assetRemeasured, &m.assetDerecognized,
		&m.directCosts, &m.incentives, &m.penalty, &m.price, &m.property, &m.obtained, &m.service,
	} {
		*amount = new(big.Int)
	}
	m.liabilityAfter, m.assetAfter = liability, asset
	return m
}

// event applies the lease's event i.
func (b *book) event(i int) error {
	e := &b.lease.Events[i]
	if err := b.checkEvent(i); err != nil {
		return err
	}
	before, rest := b.cut(e.Date)
	liability, asset := b.balances(before)
	if n := len(b.marks); n > 0 && b.marks[n-1].day == e.Date { // what the event before left
		liability, asset = b.marks[n-1].liabilityAfter, b.marks[n-1].assetAfter
	}
	m := newMark(e, liability, asset)
	var err error
	switch {
	case b.lease.expenses(e):
		b.expense(e, &m)
	case e.Type == "impairment":
		err = b.impair(i, &m, before, rest)
	case e.Type == "impairment_reversal":
		err = b.reverse(i, &m, before, rest)
	case e.ends():
		b.derecognize(e, &m, before)
	default:
		err = b.measure(i, &m, before, rest)
	}
	if err != nil {
		return err
	}
	m.months, m.rate, m.class = b.measured.months, b.rateGiven, b.class
	b.marks = append(b.marks, m)
	b.keep(e.Date)
	return nil
}

// balances are those after the rows.
func (b *book) balances(rows []Row) (liability, asset *big.Int) {
	last := &rows[len(rows)-1]
	return last.LiabilityClose, last.RouAssetClose
}

// expense takes an index event as variable cost: rents owed and measured part
// from its date on.
func (b *book) expense(e *Event, m *mark) {
	m.treatment = "expensed"
	b.owed.change(e)
	for k := range b.rows {
		if row := &b.rows[k]; row.rentDue && !row.last.before(e.Date) {
			owed, measured := b.owed.rentDue(row.period), b.measured.rentDue(row.period)
			row.Variable = new(big.Int).Sub(owed.lease, measured.lease)
			row.owe(owed)
		}
	}
}

// owe takes the service and the tax of the rent that is owed.
func (r *Row) owe(d due) {
	r.service = new(big.Int).Sub(r.service, r.rentService())
	r.flows = slices.Clone(r.flows)
	for i := range r.flows {
		if f := &r.flows[i]; f.rent {
			f.service, f.tax = d.service, d.tax
		}
	}
	r.service.Add(r.service, r.rentService())
}

// impair writes the asset down; liability and payments go on.
func (b *book) impair(i int, m *mark, before, rest []Row) error {
	e := &b.lease.Events[i]
	loss := b.lease.units(e.ImpairmentLoss)
	if limit := m.assetBefore; loss.Sign() != 0 && (limit.Sign() <= 0 || loss.Cmp(limit) > 0) {
		return refuse(eventField(i, "impairmentLoss"), "exceeds the asset of %s", Amount(limit, b.lease.decimals()))
	}
	m.treatment, m.impairment = "impaired", loss
	m.assetAfter = new(big.Int).Sub(m.assetBefore, loss)
	b.rows = before
	b.stateLife(e)
	b.impaired = b.class == "operating"
	b.draw(rest, m)
	b.number(rest)
	return nil
}

// stateLife takes an economic life that an event states: it counts from there.
func (b *book) stateLife(e *Event) {
	if e.EconomicLife != nil {
		b.life = &life{*e.EconomicLife, len(b.rows)}
	}
}

// draw fills the asset's columns of the rows left, on a new line.
func (b *book) draw(rows []Row, m *mark) {
	over := amortizationMonths(b.owed.ownedAtEnd(), b.life.left(b.rows), monthsOf(rows))
	b.line = &line{over, len(b.rows)}
	treatment := finance
	switch {
	case b.class == "operating" && b.impaired:
		treatment = impaired
	case b.class == "operating":
		treatment = operating
	}
	b.amortize(rows, treatment, m.assetAfter, m.liabilityAfter, over)
}

// derecognize ends the lease: liability and asset leave the books.
func (b *book) derecognize(e *Event, m *mark, before []Row) {
	m.treatment, m.derecognized = "derecognized", true
	m.service = unspent(before)
	m.penalty, m.price = b.lease.units(e.Penalty), b.lease.units(e.Price)
	m.liabilityDerecognized, m.assetDerecognized = m.liabilityBefore, m.assetBefore
	m.liabilityAfter, m.assetAfter = new(big.Int), new(big.Int)
	if e.Type == "termination" {
		m.gain = new(big.Int).Sub(m.liabilityBefore, m.assetBefore)
		m.gain.Sub(m.gain, m.penalty)
	} else {
		m.property = new(big.Int).Add(m.assetBefore, m.price)
		m.property.Sub(m.property, m.liabilityBefore)
		if m.property.Sign() < 0 {
			m.gain.Neg(m.property)
			m.property = new(big.Int)
		}
	}
	b.rows, b.over = before, true
}
