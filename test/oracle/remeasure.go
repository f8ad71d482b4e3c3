package oracle

import (
	"math/big"
	"slices"
)

// measure remeasures the lease at the event with index i. before and rest are the rows before and
// after the event.
func (b *book) measure(i int, m *mark, before, rest []Row) error {
	e, r := &b.lease.Events[i], b.lease
	m.treatment, m.measured = "remeasured", true
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
	m.liabilityAfter = round(exact)
	s := b.scope(i, m, earlier, oldRate, before, rest, rows)
	m.directCosts, m.incentives = r.units(e.DirectCosts), r.units(e.Incentives)
	b.carry(m, s)
	b.rows = before
	accrue(rows, m.liabilityAfter, after)
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

// carry computes the asset after a remeasurement. carry also sets the amounts by which liability
// and asset were remeasured and derecognized.
func (b *book) carry(m *mark, s scope) {
	m.liabilityDerecognized = new(big.Int).Sub(m.liabilityBefore, s.liability)
	m.assetDerecognized = new(big.Int).Sub(m.assetBefore, s.asset)
	m.gain = new(big.Int).Sub(m.liabilityDerecognized, m.assetDerecognized)
	m.liabilityRemeasured = new(big.Int).Sub(m.liabilityAfter, s.liability)
	remeasured := new(big.Int).Set(m.liabilityRemeasured)
	asset := new(big.Int).Add(s.asset, remeasured)
	if remeasured.Sign() < 0 && asset.Sign() < 0 { // a reduction makes the asset at least 0; an asset that is already negative does not change
		floor := new(big.Int)
		if s.asset.Sign() < 0 {
			floor = s.asset
		}
		m.gain.Add(m.gain, new(big.Int).Sub(floor, asset))
		asset = floor
	}
	m.assetAfter = new(big.Int).Add(asset, m.directCosts)
	m.assetAfter.Sub(m.assetAfter, m.incentives)
	m.assetRemeasured = new(big.Int).Sub(m.assetAfter, s.asset)
}

// reclassify sets the class that applies after a reassessment or a modification.
func (b *book) reclassify(e *Event, m *mark, rows []Row) {
	if e.lifts() {
		b.override = e.Classification
	}
	paid := new(big.Int).Sub(m.liabilityAfter, m.incentives)
	paid.Add(paid, guaranteeBeyond(b.lease, b.owed.guarantee, rows))
	b.class = b.override
	if b.class == "" {
		b.class = derived(b.criteria(rows, b.rows, e.FairValue, paid).evaluate())
	}
	if b.class == "finance" {
		b.impaired = false
	}
}

// scope contains the liability and the asset that a decrease in scope retains, before the
// remeasurement. If the scope does not decrease, the retained balances are the balances before the
// event.
type scope struct{ liability, asset *big.Int }

// scope returns the balances that a modification retains. The lessee surrenders the remaining
// balances.
func (b *book) scope(i int, m *mark, earlier *terms, oldRate *big.Rat, before, rest, rows []Row) scope {
	e := &b.lease.Events[i]
	kept := scope{m.liabilityBefore, m.assetBefore}
	share := big.NewRat(1, 1)
	if e.RetainedShare != nil {
		share = used(e.RetainedShare)
	}
	shorter := b.measured.months < earlier.months
	decreases := e.Type == "modification" && (share.Cmp(big.NewRat(1, 1)) < 0 || shorter && !b.lease.asc())
	if !decreases {
		return kept
	}
	if e.Proportion == "liability" && m.liabilityAfter.Cmp(m.liabilityBefore) < 0 {
		fallen := new(big.Int).Sub(m.liabilityBefore, m.liabilityAfter)
		given := round(whole(new(big.Int).Mul(m.assetBefore, fallen)).dividedBy(whole(m.liabilityBefore)))
		m.shareGone = new(big.Rat).SetFrac(fallen, m.liabilityBefore)
		return scope{m.liabilityAfter, new(big.Int).Sub(m.assetBefore, given)}
	}
	left := share
	if !b.lease.asc() {
		left = new(big.Rat).Mul(share, b.monthsKept(before, rest, rows))
	}
	m.shareKept = left
	kept.asset = round(whole(m.assetBefore).times(ratio(left)))
	kept.liability = round(whole(m.liabilityBefore).times(ratio(share)))
	if !b.lease.asc() && shorter {
		ended := earlier.clone()
		ended.end(b.measured.months, e.Date)
		kept.liability = round(b.withoutTerminal(ended, e.Date, oldRate).times(ratio(share)))
	}
	return kept
}

// monthsKept returns the ratio M'/M. M' is the amortization months after the event under the
// changed terms, and M the amortization months under the previous terms. monthsKept returns 1 if M
// is 0.
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

// withoutTerminal returns the present value on day of the rents and one-off payments of t, without
// the terminal amount. withoutTerminal returns 0 if the value is negative.
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
