package oracle

import (
	"math/big"
	"slices"
)

// measure remeasures the lease at the i-th event. It receives the rows before and after the event.
func (b *book) measure(i int, m *mark, before, rest []Row) error {
	e, r := &b.lease.Events[i], b.lease
	m.Treatment, m.measured = "remeasured", true
	earlier, oldRate := b.measured, b.rate
	b.owed.change(e)
	b.measured = b.owed.clone()
	if e.DiscountRate != nil || e.reclassifies() {
		if err := b.takeRate(e.DiscountRate, e.Date, b.owed.lastDay()); err != nil {
			return err
		}
	}
	rows := b.measured.lay(e.Date, b.rate, b.rates)
	rows[0].service = new(big.Int).Add(rows[0].service, unspent(before))
	exact, after := value(rows)
	if day, is := overdrawn(rows, exact, after); is {
		return refuse(eventField(i, "otherPayments"), receiptsExceed, day)
	}
	m.LiabilityAfter = round(exact)
	m.directCosts, m.incentives = r.units(e.DirectCosts), r.units(e.Incentives)
	b.carry(m, b.retained(i, m, earlier, oldRate, before, rest, rows))
	b.rows = before
	accrue(rows, m.LiabilityAfter, after)
	b.stateLife(e)
	if e.Specialized != nil {
		b.specialized = *e.Specialized
	}
	if e.reclassifies() && r.asc() {
		b.reclassify(e, m, rows)
	}
	b.draw(rows, m)
	b.number(rows)
	return nil
}

// carry sets an event's effects on the asset, and the gain or loss. Both depend on the retained
// portion of the liability before the remeasurement (kept).
func (b *book) carry(m *mark, kept *big.Int) {
	m.LiabilityDerecognized = new(big.Int).Sub(m.LiabilityBefore, kept)
	m.LiabilityRemeasured = new(big.Int).Sub(m.LiabilityAfter, kept)
	c := (&currencyBooks{book: b, own: true}).change(m, m.RouAssetBefore)
	m.RouAssetDerecognized, m.RouAssetRemeasured, m.RouAssetAfter = c.gone, c.remeasured, c.after
	m.GainOrLoss, m.property = c.gain, c.property
}

// reclassify sets the class that applies after a reassessment or a modification.
func (b *book) reclassify(e *Event, m *mark, rows []Row) {
	if e.lifts() {
		b.override = e.Classification
	}
	paid := new(big.Int).Sub(m.LiabilityAfter, m.incentives)
	paid.Add(paid, guaranteeBeyond(b.lease, b.owed.guarantee, rows))
	b.class = b.override
	if b.class == "" {
		b.class = derived(b.criteria(rows, b.rows, e.FairValue, paid).evaluate())
	}
	if b.class == "finance" {
		b.impaired = false
	}
}

// retained returns the liability that the lessee retains in a modification. It also sets the share
// of the asset that the lessee retains or surrenders.
func (b *book) retained(i int, m *mark, earlier *terms, oldRate *big.Rat, before, rest, rows []Row) *big.Int {
	e := &b.lease.Events[i]
	share := big.NewRat(1, 1)
	if e.RetainedShare != nil {
		share = used(e.RetainedShare)
	}
	shorter := b.measured.months < earlier.months
	decreases := e.Type == "modification" && (share.Cmp(big.NewRat(1, 1)) < 0 || shorter && !b.lease.asc())
	if !decreases {
		return m.LiabilityBefore
	}
	if e.Proportion == "liability" && m.LiabilityAfter.Cmp(m.LiabilityBefore) < 0 {
		fallen := new(big.Int).Sub(m.LiabilityBefore, m.LiabilityAfter)
		m.shareGone = new(big.Rat).SetFrac(fallen, m.LiabilityBefore)
		return m.LiabilityAfter
	}
	m.shareKept = share
	if !b.lease.asc() {
		m.shareKept = new(big.Rat).Mul(share, b.monthsKept(before, rest, rows))
	}
	if !b.lease.asc() && shorter {
		ended := earlier.clone()
		ended.end(b.measured.months, e.Date)
		return round(b.withoutTerminal(ended, e.Date, oldRate).times(ratio(share)))
	}
	return round(whole(m.LiabilityBefore).times(ratio(share)))
}

// monthsKept returns the ratio M'/M. M' is the number of amortization months after the event under
// the changed terms, and M the number under the previous terms. If M is 0, the ratio is 1.
func (b *book) monthsKept(before, rest, rows []Row) *big.Rat {
	most := b.line.left(before)
	was, is := lesser(monthsOf(rest), most), lesser(monthsOf(rows), most)
	if was.Sign() == 0 {
		return big.NewRat(1, 1)
	}
	return new(big.Rat).Quo(lesser(is, was), was)
}

func lesser(a, b *big.Rat) *big.Rat {
	if a.Cmp(b) < 0 {
		return a
	}
	return b
}

// withoutTerminal returns the present value, on the given day, of the rents and one-off payments of
// t, excluding the terminal amount. It returns 0 if this value is negative.
func (b *book) withoutTerminal(t *terms, day date, rate *big.Rat) fraction {
	rows := t.lay(day, rate, b.rates)
	last := &rows[len(rows)-1]
	last.setFlows(slices.Concat(last.flows, []flow{{day: last.last, amount: new(big.Int).Neg(t.terminal()), fixed: true, place: closing}}))
	exact, _ := value(rows)
	if negative(exact) {
		return whole(new(big.Int))
	}
	return exact
}
