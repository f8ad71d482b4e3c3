package oracle

import (
	"math/big"
	"slices"
)

// mark holds one event's results and other effects. Amounts are in minor units.
type mark struct {
	EventResult

	day                                     date
	directCosts, incentives, penalty, price *big.Int
	property                                *big.Int // cost of a purchased asset
	service                                 *big.Int
	shareKept, shareGone                    *big.Rat // share of the asset that a decrease in scope retains, and share that it derecognizes; nil without such a decrease
	exchangeRate                            *big.Rat // exchange rate on the event's date; nil if not supplied
	unimpaired                              *book    // for a reversal: the lease before the event, without impairments
	derecognized                            bool     // whether the event ends the lease
	measured                                bool
}

func newMark(e *Event, liability, asset *big.Int) mark {
	m := mark{day: e.Date, exchangeRate: e.ExchangeRate}
	m.Date, m.Type, m.LiabilityBefore, m.LiabilityAfter, m.RouAssetBefore, m.RouAssetAfter = e.Date.String(), e.Type, liability, liability, asset, asset
	for _, amount := range []**big.Int{
		&m.GainOrLoss, &m.ImpairmentLoss, &m.LiabilityRemeasured, &m.LiabilityDerecognized, &m.RouAssetRemeasured, &m.RouAssetDerecognized,
		&m.directCosts, &m.incentives, &m.penalty, &m.price, &m.property, &m.service,
	} {
		*amount = new(big.Int)
	}
	return m
}

// event applies the i-th event to the book.
func (b *book) event(i int) error {
	e := &b.lease.Events[i]
	if err := b.checkEvent(i); err != nil {
		return err
	}
	before, rest := b.cut(e.Date)
	liability, asset := b.balances(before)
	if n := len(b.marks); n > 0 && b.marks[n-1].day == e.Date { // start from the balances after the day's preceding event
		liability, asset = b.marks[n-1].LiabilityAfter, b.marks[n-1].RouAssetAfter
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
	m.TermMonths, m.DiscountRate, m.Classification = b.measured.months, b.rateGiven, b.class
	b.marks = append(b.marks, m)
	b.keep(e.Date)
	return nil
}

// balances returns the liability and the asset at the end of the given rows.
func (b *book) balances(rows []Row) (liability, asset *big.Int) {
	last := &rows[len(rows)-1]
	return last.LiabilityClose, last.RouAssetClose
}

// expense records an index event whose change is variable cost rather than a remeasurement. From
// the event on, the payable rent differs from the rent in the liability.
func (b *book) expense(e *Event, m *mark) {
	m.Treatment = "expensed"
	b.owed.change(e)
	for k := range b.rows {
		if row := &b.rows[k]; row.rentDue && !row.last.before(e.Date) {
			payable, measured := b.owed.rentDue(row.period), b.measured.rentDue(row.period)
			row.Variable = new(big.Int).Sub(payable.lease, measured.lease)
			row.setRentParts(payable)
		}
	}
}

// setRentParts sets the row's service and tax from the payable rent.
func (r *Row) setRentParts(rent due) {
	r.service = new(big.Int).Sub(r.service, r.rentService())
	r.flows = slices.Clone(r.flows)
	for i := range r.flows {
		if f := &r.flows[i]; f.rent {
			f.service, f.tax = rent.service, rent.tax
		}
	}
	r.service.Add(r.service, r.rentService())
}

// impair applies an impairment to the asset. The liability and the payments do not change.
func (b *book) impair(i int, m *mark, before, rest []Row) error {
	e := &b.lease.Events[i]
	loss := b.lease.units(e.ImpairmentLoss)
	if limit := m.RouAssetBefore; loss.Sign() != 0 && (limit.Sign() <= 0 || loss.Cmp(limit) > 0) {
		return refuse(eventField(i, "impairmentLoss"), "exceeds the asset of %s", Amount(limit, b.lease.decimals()))
	}
	m.Treatment, m.ImpairmentLoss = "impaired", loss
	m.RouAssetAfter = new(big.Int).Sub(m.RouAssetBefore, loss)
	b.rows = before
	b.stateLife(e)
	b.impaired = b.class == "operating"
	b.draw(rest, m)
	b.number(rest)
	return nil
}

// stateLife sets the remaining economic life that the event supplies, counted from its date.
func (b *book) stateLife(e *Event) {
	if e.EconomicLife != nil {
		b.life = &life{*e.EconomicLife, len(b.rows)}
	}
}

// draw sets the asset columns of the rows after the event. It amortizes the asset over the
// remaining months.
func (b *book) draw(rows []Row, m *mark) {
	term := amortizationMonths(b.owed.ownedAtEnd(), b.life.left(b.rows), monthsOf(rows))
	b.line = &line{term, len(b.rows)}
	treatment := finance
	switch {
	case b.class == "operating" && b.impaired:
		treatment = impaired
	case b.class == "operating":
		treatment = operating
	}
	amortize(rows, treatment, m.RouAssetAfter, m.LiabilityAfter, term)
}

func (b *book) derecognize(e *Event, m *mark, before []Row) {
	m.Treatment, m.derecognized = "derecognized", true
	m.service = unspent(before)
	m.penalty, m.price = b.lease.units(e.Penalty), b.lease.units(e.Price)
	m.LiabilityAfter = new(big.Int)
	b.carry(m, new(big.Int))
	b.rows, b.over = before, true
}
