package engine

import (
	"context"
	"math/big"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/pv"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
)

// standing is where a lease stands after commencement or an event: the inputs and the
// contract in force, and the segment in which rows go on. An event makes another one.
type standing struct {
	stated   *Lease    // as it was stated, with the rates of its table
	lease    Lease     // with the inputs in force
	measured *contract // the payments that the liability measures
	owed     *contract // those with the changes of an index that are variable cost; nil if there are none
	passed   *big.Rat  // months of the rows before the segment
	lifeFrom *big.Rat  // of them, those before the economic life in force was stated
	segment  segment
}

// carrying is what the books show at the end of the day before an event, or after an
// earlier event of the same day (METHOD 13.3).
type carrying struct {
	row       int     // rows of the segment before the event
	part      *Period // the part of the next row before the event; nil if the event splits no row
	liability money.Amount
	asset     money.Amount
	prepaid   money.Amount // services paid before they are rendered; negative if after
	months    *big.Rat     // of the segment's rows before the event
}

// before returns what the books show before an event on a day within the segment.
func (s *segment) before(day civil.Date) carrying {
	b := carrying{liability: s.Liability, asset: s.RouAsset}
	for b.row < len(s.Periods) && s.Periods[b.row].Last.Before(day) {
		b.row++
	}
	b.months = sumMonths(s.Periods[:b.row])
	if b.row > 0 {
		last := &s.Periods[b.row-1]
		b.liability, b.asset = last.LiabilityClose, last.RouAssetClose
	}
	if b.row < len(s.Periods) && s.Periods[b.row].First.Before(day) {
		part := s.accrued(b.row, day.Ordinal()-s.Periods[b.row].First.Ordinal())
		b.part, b.liability, b.asset = &part, part.LiabilityClose, part.RouAssetClose
		b.months.Add(b.months, monthsOf(&part))
	}
	b.prepaid = s.nonLease.prepaid(b.row, b.days(), s.days(b.row))
	return b
}

// days returns the days of a row, and 0 after the last.
func (s *segment) days(row int) int {
	if row < len(s.Periods) {
		return s.Periods[row].Days
	}
	return 0
}

// days returns how many days of the split row are before the event.
func (b *carrying) days() int {
	if b.part == nil {
		return 0
	}
	return b.part.Days
}

// until returns the segment with its end before an event. Of a split row it has the whole:
// reports ask for days within its first part.
func (s *segment) until(b *carrying) *segment {
	ended := *s
	ended.happened, ended.part = b.row, b.part
	if ended.Periods = s.Periods[:b.row]; b.part != nil {
		ended.Periods = s.Periods[:b.row+1]
	}
	return &ended
}

// split reports whether an event split a row before this one from its period.
func (s *segment) split(row int) bool {
	flow, gone := s.flows.of(row)
	return flow.Gone > 0 || gone > 0
}

// after returns what stands after event i, and the segment that it ended; nil if that goes
// on.
func (at *standing) after(ctx context.Context, i int, o measureOptions) (ended *segment, next *standing, result EventResult, err error) {
	e, place := &at.lease.Events[i], strict.Element(nil, "events", i)
	s := &at.segment
	b := s.before(e.Date)
	result = EventResult{
		Date: e.Date, Type: e.Type, ClassBefore: s.Class, Citations: at.lease.Standard.Rules().Citations.Events[e.Type], Cut: b.part != nil,
		LiabilityBefore: b.liability, LiabilityAfter: b.liability, RouAssetBefore: b.asset, RouAssetAfter: b.asset,
	}
	changed := *at
	next = &changed
	switch {
	case e.Type == IndexChange && !at.lease.Standard.MeasuresIndex():
		err = next.expense(e, &b, place, &result)
	case e.Type == Impairment:
		err = next.impair(i, &b, place, &result)
	case e.Type == ImpairmentReversal:
		err = next.reverse(ctx, i, &b, o, place, &result)
	case e.Type == Termination || e.Type == Purchase:
		next.finish(i, &b, &result)
	default:
		err = next.remeasure(i, &b, o, place, &result)
	}
	if err != nil {
		return nil, nil, result, err
	}
	if result.Treatment != Expensed {
		ended = s.until(&b)
	}
	result.TermMonths, result.DiscountRateAnnual, result.Class = next.lease.TermMonths, next.segment.Rate, next.segment.Class
	return ended, next, result, nil
}

// expense lets a change of an index pass through cost: the liability measures the same
// payments, and the difference is variable cost (METHOD 13.7).
func (at *standing) expense(e *Event, b *carrying, place *strict.Place, result *EventResult) error {
	result.Treatment, result.Cut = Expensed, false
	result.WithinRow, result.Row = b.part != nil, b.row
	before := at.owed
	if before == nil {
		before = at.measured
	}
	at.owed, _ = before.after(e, &at.lease)
	s := &at.segment
	rows := append([]Period(nil), s.Periods...)
	s.Periods, s.nonLease = rows, s.nonLease.clone()
	rents := at.owed.rents()
	for i := b.row; i < len(rows); i++ {
		row := &rows[i]
		if row.First.Before(e.Date) || s.split(i) {
			continue // a period under way keeps the rent of its first day
		}
		period, _ := at.owed.periods.PeriodAt(row.First)
		rent := rents.period(period)
		row.VariableLeaseExpense = rent.lease.Sub(row.Rent).Add(s.variable.within(row.First, row.Last))
		s.nonLease.rent(i, rent, at.owed.timing == Arrears)
	}
	s.nonLease.fill(rows, b.row)
	var f strict.Faults
	if rents.tooHigh {
		f.Add(place, "changePct", "the rent grows beyond every amount that is supported")
	}
	return f.Err()
}

// remeasure measures the liability with the terms of an event, and adjusts the asset (METHOD
// 13.4 to 13.6).
func (at *standing) remeasure(i int, b *carrying, o measureOptions, place *strict.Place, result *EventResult) error {
	before, e := *at, &at.lease.Events[i]
	scope := before.scope(e, b, o)
	at.state(e, b)
	if before.owed != nil {
		at.owed, result.Lapsed = before.owed.after(e, &at.lease)
		at.measured = at.owed // whatever measures includes the changes of an index (842-10-35-5, 87.26)
	} else {
		at.measured, result.Lapsed = before.measured.after(e, &at.lease)
	}
	next, paid, err := at.measure(i, b.prepaid, o, place)
	if err != nil {
		return err
	}
	next.RouAsset = scope.carry(&at.lease, e, next.Liability, next.months, result)
	at.segment = next
	if e.Type == Reassessment || e.Type == Modification {
		at.reclassify(e, result)
	}
	at.amortize(paid)
	result.Treatment = Remeasured
	result.LiabilityAfter, result.RouAssetAfter = at.segment.Liability, at.segment.RouAsset
	return nil
}

// measure measures the payments in force from event i on, and returns the sum of them with
// the segment, whose asset and cost are not filled in yet. prepaid is the balance of prepaid
// services.
func (at *standing) measure(i int, prepaid money.Amount, o measureOptions, place *strict.Place) (next segment, paid money.Amount, err error) {
	l, before := &at.lease, &at.segment
	day := l.Events[i].Date
	p := at.measured.payments(day, rowOptions{
		convention: pv.Convention(l.Discounting()), rate: l.Rate(), until: nextRows(l, i), nonLease: l.HasNonLease(), closingDayEarlier: o.closingDayEarlier,
	})
	if err := p.measure(place); err != nil {
		return next, paid, err
	}
	if p.nonLease != nil {
		p.nonLease.rows[0].carried = prepaid
	}
	next = segment{
		Segment: Segment{
			Event: i, Start: day, Rate: l.DiscountRateAnnual, Class: before.Class, Impaired: before.Impaired, TermMonths: l.TermMonths,
			Liability: p.flows.Initial(), Periods: p.rows,
		},
		months: p.months, flows: flows{Liability: p.flows}, nonLease: p.nonLease, variable: before.variable, happened: len(p.rows),
	}
	fillLiability(p.rows, p.flows, next.Liability)
	p.nonLease.fill(p.rows, 0)
	next.variable.add(p.rows)
	return next, p.paid, nil
}

// state puts the inputs of an event into force.
func (at *standing) state(e *Event, b *carrying) {
	at.passed = new(big.Rat).Add(at.passed, b.months)
	l := &at.lease
	if e.TermMonths.Set {
		l.TermMonths = e.TermMonths.Value
	}
	if e.DiscountRateAnnual.Set {
		l.DiscountRateAnnual = e.DiscountRateAnnual.Value
	}
	take(&l.PurchaseOptionAmount, e.PurchaseOptionAmount)
	take(&l.PurchaseOptionReasonablyCertain, e.PurchaseOptionReasonablyCertain)
	take(&l.TransfersOwnership, e.TransfersOwnership)
	take(&l.ResidualValueGuarantee, e.ResidualValueGuarantee)
	take(&l.SpecializedAsset, e.SpecializedAsset)
	if e.AssetEconomicLifeMonths.Set {
		l.AssetEconomicLifeMonths = e.AssetEconomicLifeMonths
		at.lifeFrom = at.passed
	}
}

func take[T any](o *Optional[T], stated Optional[T]) {
	if stated.Set {
		*o = stated
	}
}

// lifeLeft returns the remaining months of the economic life in force, at least 1; nil if it
// is unknown. A life that an event states counts from that event.
func (at *standing) lifeLeft() *big.Rat {
	if !at.lease.AssetEconomicLifeMonths.Set {
		return nil
	}
	left := minus(wholeMonths(at.lease.AssetEconomicLifeMonths.Value), at.passed)
	left.Add(left, at.lifeFrom)
	if least := wholeMonths(1); fewer(left, least) {
		return least
	}
	return left
}

// amortize fills in the asset and cost columns of the rows of the segment, given the
// payments from it to the end of the term (METHOD 13.8, 13.9).
func (at *standing) amortize(paid money.Amount) {
	s := &at.segment
	s.amortized = s.months
	if left := at.lifeLeft(); left != nil && (at.lease.OwnershipExpected() || fewer(left, s.months)) {
		s.amortized = left
	}
	if s.Class == Operating && !s.Impaired {
		straightLineCost(s.Periods, s.RouAsset, paid.Add(s.RouAsset).Sub(s.Liability), s.months)
	} else {
		straightLineAsset(s.Periods, s.RouAsset, s.amortized)
	}
}

// reclassify derives the class again, from the day of the event on (METHOD 13.8). An earlier
// override stays unless the event states an input of the class.
func (at *standing) reclassify(e *Event, result *EventResult) {
	l, s := &at.lease, &at.segment
	if l.Standard.SingleModel() {
		return
	}
	verdicts := judge(&question{
		lease: l, liability: s.Liability, guarantee: extraGuarantee(l, s.flows.Liability), incentives: l.Amount(e.LeaseIncentives),
		fair: e.AssetFairValue, term: s.months, economicLife: at.lifeLeft(),
	})
	derived := verdicts.Derived()
	if e.StatesClass() {
		l.Classification = e.Classification
	}
	s.Class = derived
	if l.Classification != Derived {
		s.Class = l.Classification
	}
	result.Overridden = s.Class != derived
	if s.Class == Finance {
		s.Impaired = false
	}
}

// impair writes the asset down. The liability and its rows go on (METHOD 13.9).
func (at *standing) impair(i int, b *carrying, place *strict.Place, result *EventResult) error {
	e := &at.lease.Events[i]
	loss := at.lease.Amount(e.ImpairmentLoss)
	if err := at.lease.CheckLoss(loss, b.asset, place); err != nil {
		return err
	}
	at.writeDown(i, b, loss)
	result.Treatment, result.ImpairmentLoss, result.RouAssetAfter = Impaired, loss, at.segment.RouAsset
	return nil
}

// writeDown starts a segment on the day of event i with the asset less a loss, or plus a
// reversal, which is a negative loss.
func (at *standing) writeDown(i int, b *carrying, loss money.Amount) {
	s, e := at.segment, &at.lease.Events[i]
	at.state(e, b)
	next := segment{
		Segment: Segment{
			Event: i, Start: e.Date, Rate: s.Rate, Class: s.Class, Impaired: s.Class == Operating, TermMonths: s.TermMonths,
			Liability: b.liability, RouAsset: b.asset.Sub(loss), Periods: append([]Period(nil), s.Periods[b.row:]...),
		},
		months: minus(s.months, b.months), flows: s.flows, nonLease: s.nonLease.after(b.row, b.days(), s.days(b.row)), variable: s.variable,
		happened: len(s.Periods) - b.row,
	}
	next.flows.first += b.row
	if b.row > 0 {
		next.flows.gone = 0
	}
	if b.part != nil {
		next.flows.gone += int32(b.part.Days)
		next.Periods[0].subtract(b.part)
	}
	at.segment = next
	at.amortize(money.Amount{}) // by the asset, so what is paid does not matter
}

// subtract makes p the rest of a row after a part of it.
func (p *Period) subtract(part *Period) {
	p.First = part.Last.Next()
	p.Days -= part.Days
	if p.Date.Before(p.First) {
		p.Date = p.First
	}
	p.Rent = p.Rent.Sub(part.Rent)
	p.Payment = p.Payment.Sub(part.Payment)
	p.Interest = p.Interest.Sub(part.Interest)
	p.Principal = p.Payment.Sub(p.Interest)
	p.VariableLeaseExpense = p.VariableLeaseExpense.Sub(part.VariableLeaseExpense)
	if whole, gone := p.NonLease, part.NonLease; whole != nil {
		p.NonLease = &NonLease{whole.Expense.Sub(gone.Expense), whole.Paid.Sub(gone.Paid), whole.Tax.Sub(gone.Tax)}
	}
}

// finish derecognizes the liability and the asset: the lease was terminated early, or the
// lessee bought the asset (METHOD 13.10).
func (at *standing) finish(i int, b *carrying, result *EventResult) {
	s, e := at.segment, &at.lease.Events[i]
	result.Treatment = Derecognized
	result.PrepaidServices = b.prepaid
	result.LiabilityAfter, result.LiabilityDerecognized = money.Amount{}, b.liability
	result.RouAssetAfter, result.RouAssetDerecognized = money.Amount{}, b.asset
	if e.Type == Termination {
		result.Penalty = at.lease.Amount(e.Penalty)
		result.GainOrLoss = b.liability.Sub(b.asset).Sub(result.Penalty)
	} else {
		result.Price = at.lease.Amount(e.Price)
		result.Property = b.asset.Add(result.Price).Sub(b.liability)
		if result.Property.Sign() < 0 {
			result.GainOrLoss, result.Property = result.Property.Neg(), money.Amount{}
		}
	}
	at.segment = segment{
		Segment:   Segment{Event: i, Start: e.Date, Rate: s.Rate, Class: s.Class, Impaired: s.Impaired, TermMonths: s.TermMonths},
		amortized: s.amortized, flows: s.flows, variable: s.variable,
	}
}
