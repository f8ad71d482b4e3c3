package oracle

import (
	"math/big"
	"slices"
)

// reverse applies the i-th event, an impairment reversal. The asset rises by the event's amount,
// but at most to the amount that the asset would have without any impairment. The reversal is
// recorded as a negative impairment.
func (b *book) reverse(i int, m *mark, before, rest []Row) error {
	e := &b.lease.Events[i]
	unimpaired, err := b.withoutImpairments(i)
	if err != nil {
		return err
	}
	rise := b.lease.units(e.Amount)
	if most := new(big.Int).Sub(unimpaired.assetBefore(e.Date), m.RouAssetBefore); rise.Cmp(most) > 0 {
		rise = most
	}
	if rise.Sign() < 0 || unimpaired.assetBefore(e.Date).Sign() <= 0 {
		rise = new(big.Int)
	}
	m.Treatment, m.ImpairmentLoss, m.unimpaired = "reversed", new(big.Int).Neg(rise), unimpaired
	m.RouAssetAfter = new(big.Int).Add(m.RouAssetBefore, rise)
	b.rows = before
	b.draw(rest, m)
	b.number(rest)
	return nil
}

// withoutImpairments computes the lease with the events before index i, but sets the amounts of
// their impairments and reversals to 0.
func (b *book) withoutImpairments(i int) (*book, error) {
	r := *b.lease
	r.Events = slices.Clone(r.Events[:i])
	for k := range r.Events {
		if e := &r.Events[k]; e.Type == "impairment" || e.Type == "impairment_reversal" {
			e.Type, e.ImpairmentLoss = "impairment", new(big.Rat)
		}
	}
	return write(&r)
}

// assetBefore returns the asset before an event on the given day, after the day's earlier events.
func (b *book) assetBefore(day date) *big.Int {
	if n := len(b.marks); n > 0 && b.marks[n-1].day == day {
		return b.marks[n-1].RouAssetAfter
	}
	before, _ := b.cut(day)
	_, asset := b.balances(before)
	return asset
}

// reversed returns the reversal of event m. In both currencies, it is the same share of the asset
// without impairments.
func (a *currencyBooks) reversed(m *mark) *big.Int {
	own := m.unimpaired.assetBefore(m.day)
	unimpaired := m.unimpaired.in(a.own)
	asset := unimpaired.on(m.day.dayBefore(), own)
	if n := len(unimpaired.changes); n > 0 && unimpaired.changes[n-1].mark.day == m.day {
		asset = unimpaired.changes[n-1].after
	}
	share := new(big.Rat).SetFrac(m.ImpairmentLoss, own)
	return nearest(share.Mul(share, new(big.Rat).SetInt(asset)))
}

// debitImpairment appends the line for an impairment or its reversal.
func (e *Entry) debitImpairment(m *mark, loss *big.Int) {
	if m.unimpaired != nil {
		e.debit(impairmentReversal, loss)
		return
	}
	e.debit(impairmentLoss, loss)
}

// checkReversal rejects a reversal that no impairment precedes, or that the standard prohibits.
func (b *book) checkReversal(i int) error {
	if b.lease.Events[i].Type != "impairment_reversal" {
		return nil
	}
	impaired := slices.ContainsFunc(b.marks, func(m mark) bool { return m.ImpairmentLoss.Sign() > 0 })
	if !b.lease.ifrs() || !impaired {
		return refuse(eventField(i, "type"), "impairment_reversal needs an impairment before it, under IFRS_16 or FRS_102")
	}
	return nil
}
