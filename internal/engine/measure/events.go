package measure

import (
	"context"
	"math/big"
	"slices"

	"github.com/leasehold-accounting/leasehold/internal/engine/months"
	"github.com/leasehold-accounting/leasehold/internal/engine/owed"
	"github.com/leasehold-accounting/leasehold/internal/pv"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/standard"
)

// standing is the state of a lease after commencement or an event: the inputs, the payment terms
// and the current segment. Applying an event produces a new standing.
type standing struct {
	stated   *lease.Lease   // the lease as supplied, with the rates from its table
	lease    lease.Lease    // the lease with the inputs of the events so far
	measured *owed.Contract // the payments that the liability includes
	owed     *owed.Contract // payments including index changes that are variable cost; nil without such changes
	passed   *big.Rat       // months of all rows before the segment
	lifeFrom *big.Rat       // months that had passed when the economic life was supplied
	segment  Segment
}

// The results are the state after event i, and the segment that the event ended, or nil if the segment continues.
func (at *standing) after(ctx context.Context, i int, o Deviations) (ended *Segment, next *standing, result schedule.EventResult, err error) {
	e, place := &at.lease.Events[i], strict.Element(nil, "events", i)
	s := &at.segment
	b := s.before(e.Date)
	result = schedule.EventResult{
		Date: e.Date, Type: e.Type, ClassBefore: s.Class, Citations: at.lease.Standard.Rules().Citations.Events[e.Type], Cut: b.part != nil,
		LiabilityBefore: b.liability, LiabilityAfter: b.liability, RouAssetBefore: b.asset, RouAssetAfter: b.asset,
	}
	changed := *at
	next = &changed
	switch {
	case e.Type == standard.IndexChange && !at.lease.Standard.MeasuresIndex():
		err = next.expense(e, &b, place, &result)
	case e.Type == standard.Impairment:
		err = next.impair(i, &b, place, &result)
	case e.Type == standard.ImpairmentReversal:
		err = next.reverse(ctx, i, &b, o, place, &result)
	case e.Type == standard.Termination || e.Type == standard.Purchase:
		next.finish(i, &b, &result)
	default:
		err = next.remeasure(i, &b, o, place, &result)
	}
	if err != nil {
		return nil, nil, result, err
	}
	if result.Treatment != schedule.Expensed {
		ended = s.until(&b)
	}
	result.TermMonths, result.DiscountRateAnnual, result.Class = next.lease.TermMonths, next.segment.Rate, next.segment.Class
	return ended, next, result, nil
}

// A change in an index is recognized as variable cost (METHOD 13.7). The payments in the liability
// do not change. The difference between the new rent and the old rent is expensed.
func (at *standing) expense(e *lease.Event, b *carrying, place *strict.Place, result *schedule.EventResult) error {
	result.Treatment, result.Cut = schedule.Expensed, false
	result.WithinRow, result.Row = b.part != nil, b.row
	before := at.owed
	if before == nil {
		before = at.measured
	}
	at.owed, _ = before.After(e, &at.lease)
	s := &at.segment
	rows := slices.Clone(s.Periods)
	s.Periods, s.nonLease = rows, s.nonLease.Clone()
	rents := at.owed.Rents()
	for i := b.row; i < len(rows); i++ {
		row := &rows[i]
		if row.First.Before(e.Date) || s.split(i) {
			continue // a period's rent is set on its first day, so the current period's rent does not change
		}
		period, _ := at.owed.Periods.PeriodAt(row.First)
		rent := rents.Period(period)
		row.VariableLeaseExpense = rent.Lease.Sub(row.Rent).Add(s.variable.Within(row.First, row.Last))
		s.nonLease.SetRent(i, rent, at.owed.Timing == standard.Arrears)
	}
	s.nonLease.Fill(rows, b.row)
	var f strict.Faults
	if rents.TooHigh {
		f.Add(place, "changePct", "the rent exceeds the largest supported amount")
	}
	return f.Err()
}

// remeasure measures the liability on an event's terms, and adjusts the asset (METHOD 13.4 to
// 13.6).
func (at *standing) remeasure(i int, b *carrying, o Deviations, place *strict.Place, result *schedule.EventResult) error {
	before, e := *at, &at.lease.Events[i]
	scope := before.scope(e, b, o)
	at.apply(e, b)
	if before.owed != nil {
		at.owed, result.Lapsed = before.owed.After(e, &at.lease)
		at.measured = at.owed // a remeasurement includes earlier index changes (842-10-35-5, 87.26)
	} else {
		at.measured, result.Lapsed = before.measured.After(e, &at.lease)
	}
	next, paid, err := at.measure(i, b.prepaid, o, place)
	if err != nil {
		return err
	}
	next.RouAsset = scope.carry(&at.lease, e, next.Liability, next.Months, result)
	at.segment = next
	if e.Type == standard.Reassessment || e.Type == standard.Modification {
		at.reclassify(e, result)
	}
	at.amortize(paid)
	result.Treatment = schedule.Remeasured
	result.LiabilityAfter, result.RouAssetAfter = at.segment.Liability, at.segment.RouAsset
	return nil
}

// measure measures the payments from event i onward, given the balance of prepaid services. It
// returns the new segment, whose asset and cost are not set, and the sum of the payments.
func (at *standing) measure(i int, prepaid money.Amount, o Deviations, place *strict.Place) (next Segment, paid money.Amount, err error) {
	l, before := &at.lease, &at.segment
	day := l.Events[i].Date
	p := at.measured.Payments(day, owed.Options{
		Convention: pv.Convention(l.Discounting()), Rate: l.Rate(), Until: nextRows(l, i), NonLease: l.HasNonLease(), ClosingDayEarlier: o.ClosingDayEarlier,
	})
	if err := p.Measure(place); err != nil {
		return next, paid, err
	}
	p.NonLease.Carry(prepaid)
	next = Segment{
		Segment: schedule.Segment{
			Event: i, Start: day, Rate: l.DiscountRateAnnual, Class: before.Class, Impaired: before.Impaired, TermMonths: l.TermMonths,
			Liability: p.Flows.Initial(), Periods: p.Rows,
		},
		Months: p.Months, Flows: Flows{Liability: p.Flows}, nonLease: p.NonLease, variable: before.variable, Happened: len(p.Rows),
	}
	fillLiability(p.Rows, p.Flows, next.Liability)
	p.NonLease.Fill(p.Rows, 0)
	next.variable.AddTo(p.Rows)
	return next, p.Paid, nil
}

// apply sets the inputs that an event supplies.
func (at *standing) apply(e *lease.Event, b *carrying) {
	at.passed = new(big.Rat).Add(at.passed, b.months)
	l := &at.lease
	if e.TermMonths.Set {
		l.TermMonths = e.TermMonths.Value
	}
	if e.DiscountRateAnnual.Set {
		l.DiscountRateAnnual = e.DiscountRateAnnual.Value
	}
	replace(&l.PurchaseOptionAmount, e.PurchaseOptionAmount)
	replace(&l.PurchaseOptionReasonablyCertain, e.PurchaseOptionReasonablyCertain)
	replace(&l.TransfersOwnership, e.TransfersOwnership)
	replace(&l.ResidualValueGuarantee, e.ResidualValueGuarantee)
	replace(&l.SpecializedAsset, e.SpecializedAsset)
	if e.AssetEconomicLifeMonths.Set {
		l.AssetEconomicLifeMonths = e.AssetEconomicLifeMonths
		at.lifeFrom = at.passed
	}
}

// replace sets o to an event's value if the event supplies one.
func replace[T any](o *strict.Optional[T], supplied strict.Optional[T]) {
	if supplied.Set {
		*o = supplied
	}
}

// lifeLeft returns the remaining months of the economic life, at least 1, or nil if no life is
// supplied. A life supplied by an event starts at that event.
func (at *standing) lifeLeft() *big.Rat {
	if !at.lease.AssetEconomicLifeMonths.Set {
		return nil
	}
	left := months.Minus(months.Whole(at.lease.AssetEconomicLifeMonths.Value), at.passed)
	left.Add(left, at.lifeFrom)
	if least := months.Whole(1); months.Fewer(left, least) {
		return least
	}
	return left
}

// amortize fills in the asset and cost columns of the segment (METHOD 13.8, 13.9), given the sum of
// the payments. This sum runs from the start of the segment to the end of the term.
func (at *standing) amortize(paid money.Amount) {
	s := &at.segment
	s.amortized = s.Months
	if left := at.lifeLeft(); left != nil && (at.lease.OwnershipExpected() || months.Fewer(left, s.Months)) {
		s.amortized = left
	}
	if s.Class == standard.Operating && !s.Impaired {
		straightLineCost(s.Periods, s.RouAsset, paid.Add(s.RouAsset).Sub(s.Liability), s.Months)
	} else {
		straightLineAsset(s.Periods, s.RouAsset, s.amortized)
	}
}

// reclassify derives the class again as of an event (METHOD 13.8). A class supplied earlier remains
// unless the event supplies a classification input.
func (at *standing) reclassify(e *lease.Event, result *schedule.EventResult) {
	l, s := &at.lease, &at.segment
	if l.Standard.SingleModel() {
		return
	}
	verdicts := testCriteria(&criteriaInputs{
		lease: l, liability: s.Liability, guarantee: extraGuarantee(l, s.Flows.Liability), incentives: l.Amount(e.LeaseIncentives),
		fair: e.AssetFairValue, term: s.Months, economicLife: at.lifeLeft(),
	})
	derived := verdicts.Derived()
	if e.StatesClass() {
		l.Classification = e.Classification
	}
	s.Class = derived
	if l.Classification != standard.Derived {
		s.Class = l.Classification
	}
	result.Overridden = s.Class != derived
	if s.Class == standard.Finance {
		s.Impaired = false
	}
}

// impair writes the asset down. The liability and its rows continue (METHOD 13.9).
func (at *standing) impair(i int, b *carrying, place *strict.Place, result *schedule.EventResult) error {
	e := &at.lease.Events[i]
	loss := at.lease.Amount(e.ImpairmentLoss)
	if err := at.lease.CheckLoss(loss, b.asset, place); err != nil {
		return err
	}
	at.writeDown(i, b, loss)
	result.Treatment, result.ImpairmentLoss, result.RouAssetAfter = schedule.Impaired, loss, at.segment.RouAsset
	return nil
}

// reverse writes the asset up after an impairment. The limit is the carrying amount that the asset
// would have without impairment (METHOD 13.9). A negative asset is not written up.
func (at *standing) reverse(ctx context.Context, i int, b *carrying, o Deviations, place *strict.Place, result *schedule.EventResult) error {
	e := &at.lease.Events[i]
	impaired := func(of lease.Event) bool {
		return of.Type == standard.Impairment && !at.lease.Amount(of.ImpairmentLoss).IsZero()
	}
	if !slices.ContainsFunc(at.lease.Events[:i], impaired) {
		var f strict.Faults
		f.Add(place, "type", "impairment_reversal requires an earlier impairment event with a loss")
		return f.Err()
	}
	unimpaired, err := at.unimpaired(ctx, i, o)
	if err != nil {
		return err
	}
	most := unimpaired.AssetBefore(e.Date)
	result.AmountReversed = at.lease.Amount(e.Amount)
	rise := money.Min(result.AmountReversed, most.Sub(b.asset)).NotNegative()
	if most.Sign() <= 0 {
		rise = money.Amount{}
	}
	at.writeDown(i, b, rise.Neg())
	result.Treatment, result.ImpairmentLoss, result.RouAssetAfter = schedule.Reversed, rise.Neg(), at.segment.RouAsset
	at.segment.Unimpaired = unimpaired
	return nil
}

// The lease is measured up to event i without impairment losses.
func (at *standing) unimpaired(ctx context.Context, i int, o Deviations) (*Life, error) {
	l := *at.stated
	l.Events = slices.Clone(l.Events[:i])
	for k := range l.Events {
		if e := &l.Events[k]; e.Type == standard.Impairment || e.Type == standard.ImpairmentReversal {
			e.Type, e.ImpairmentLoss, e.Amount = standard.Impairment, strict.Some(money.Decimal{}), strict.Optional[money.Decimal]{}
		}
	}
	return Of(ctx, &l, o)
}

// writeDown starts a segment on the day of event i. The asset is reduced by a loss; a reversal is a negative loss.
func (at *standing) writeDown(i int, b *carrying, loss money.Amount) {
	s, e := at.segment, &at.lease.Events[i]
	at.apply(e, b)
	next := Segment{
		Segment: schedule.Segment{
			Event: i, Start: e.Date, Rate: s.Rate, Class: s.Class, Impaired: s.Class == standard.Operating, TermMonths: s.TermMonths,
			Liability: b.liability, RouAsset: b.asset.Sub(loss), Periods: slices.Clone(s.Periods[b.row:]),
		},
		Months: months.Minus(s.Months, b.months), Flows: s.Flows, nonLease: s.nonLease.After(b.row, b.days(), s.days(b.row)), variable: s.variable,
		Happened: len(s.Periods) - b.row,
	}
	next.Flows.first += b.row
	if b.row > 0 {
		next.Flows.gone = 0
	}
	if b.part != nil {
		next.Flows.gone += int32(b.part.Days)
		subtractPart(&next.Periods[0], b.part)
	}
	at.segment = next
	at.amortize(money.Amount{}) // amortization depends only on the asset, so the payments may be 0
}

// subtractPart subtracts the amounts of a row's first part from the row.
func subtractPart(p *schedule.Period, part *schedule.Period) {
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
		p.NonLease = &schedule.NonLease{Expense: whole.Expense.Sub(gone.Expense), Paid: whole.Paid.Sub(gone.Paid), Tax: whole.Tax.Sub(gone.Tax)}
	}
}

// finish derecognizes the liability and the asset if the lease was terminated early or the lessee
// bought the asset (METHOD 13.10).
func (at *standing) finish(i int, b *carrying, result *schedule.EventResult) {
	s, e := at.segment, &at.lease.Events[i]
	result.Treatment = schedule.Derecognized
	result.PrepaidServices = b.prepaid
	result.LiabilityAfter, result.LiabilityDerecognized = money.Amount{}, b.liability
	result.RouAssetAfter, result.RouAssetDerecognized = money.Amount{}, b.asset
	if e.Type == standard.Termination {
		result.Penalty = at.lease.Amount(e.Penalty)
		result.GainOrLoss = b.liability.Sub(b.asset).Sub(result.Penalty)
	} else {
		result.Price = at.lease.Amount(e.Price)
		result.Property = b.asset.Add(result.Price).Sub(b.liability)
		if result.Property.Sign() < 0 {
			result.GainOrLoss, result.Property = result.Property.Neg(), money.Amount{}
		}
	}
	at.segment = Segment{
		Segment:   schedule.Segment{Event: i, Start: e.Date, Rate: s.Rate, Class: s.Class, Impaired: s.Impaired, TermMonths: s.TermMonths},
		amortized: s.amortized, Flows: s.Flows, variable: s.variable,
	}
}

// scope contains the portion of the lease that the lessee retains after a modification (METHOD
// 13.6), and the carrying amounts before the modification.
type scope struct {
	liability, asset money.Amount // carrying amounts at the end of the preceding day

	decreases   bool
	byLiability bool         // whether the asset decreases in proportion to the liability
	assetKept   bool         // see [Deviations]
	share       uint64       // share of the leased asset that is retained, in units of 10^−17
	retained    money.Amount // L1: the liability for the retained scope
	left        *big.Rat     // M: remaining months of the asset
	timed       bool         // whether the retained share of the asset also decreases with the remaining months
}

// scope returns the portion of the lease that the lessee retains after event e.
func (at *standing) scope(e *lease.Event, b *carrying, o Deviations) *scope {
	c := &scope{liability: b.liability, asset: b.asset, assetKept: o.AssetKept, share: owed.WholeShare}
	if e.Type != standard.Modification {
		return c
	}
	if e.RetainedShare.Set {
		c.share, _ = e.RetainedShare.Value.Units64(money.RatePlaces) // at most 10^17
	}
	c.timed = at.lease.Standard.Rules().Choices.ShorterIsDecrease
	shorter := c.timed && e.TermMonths.Set && e.TermMonths.Value < at.segment.TermMonths
	c.decreases = shorter || c.share < owed.WholeShare
	if !c.decreases {
		return c
	}
	c.byLiability = e.Proportion.Value == lease.ByLiability
	c.left = at.segment.monthsLeft(b)
	c.retained = b.liability.Prorate(c.share, owed.WholeShare)
	if shorter {
		c.retained = at.shortened(e, c.share, o)
	}
	return c
}

// monthsLeft returns the remaining months of the segment, limited to the remaining months of the asset's amortization.
func (s *Segment) monthsLeft(b *carrying) *big.Rat {
	limit := s.amortized
	if months.Fewer(s.Months, limit) {
		limit = s.Months
	}
	left := months.Minus(limit, b.months)
	if left.Sign() < 0 {
		return new(big.Rat)
	}
	return left
}

// The result is a share of V, or 0 if V is negative. V is the present value of the rents and
// one-off payments that the earlier terms require up to the new end. V is computed at the rate
// before the event. V excludes the guarantee and the option price.
func (at *standing) shortened(e *lease.Event, share uint64, o Deviations) money.Amount {
	p := at.measured.ShortenedTo(e.TermMonths.Value, e.Date).Payments(e.Date, owed.Options{
		Convention: pv.Convention(at.lease.Discounting()), Rate: at.lease.Rate(), Until: e.Date, ClosingDayEarlier: o.ClosingDayEarlier,
	})
	p.Flows.Measure()
	return p.Flows.Scaled(share, owed.WholeShare)
}

// carry returns the asset after an event at which the liability was remeasured to the given amount,
// and fills in the event's details. The remaining term is in months.
func (c *scope) carry(l *lease.Lease, e *lease.Event, liability money.Amount, after *big.Rat, result *schedule.EventResult) money.Amount {
	asset, from := c.asset, c.liability
	result.Decrease = c.decreases
	switch {
	case c.decreases && (!c.byLiability || liability.Cmp(c.liability) >= 0):
		result.RetainedShare = c.retainedShare(after)
		asset, from = c.asset.MulDiv(result.RetainedShare.Num(), result.RetainedShare.Denom()), c.retained
		result.LiabilityDerecognized = c.liability.Sub(from)
		result.RouAssetDerecognized = c.asset.Sub(asset)
		result.GainOrLoss = result.LiabilityDerecognized.Sub(result.RouAssetDerecognized)
	case c.decreases:
		result.Proportion = lease.ByLiability
		removed := c.liability.Sub(liability)
		if !c.assetKept {
			asset = c.asset.Sub(ShareOf(c.asset, removed, c.liability))
		}
		result.LiabilityDerecognized = removed
		result.RouAssetDerecognized = c.asset.Sub(asset)
		result.GainOrLoss = removed.Sub(result.RouAssetDerecognized)
		from = liability
	}
	asset = remeasureAsset(result, asset, from, liability)
	result.InitialDirectCosts, result.LeaseIncentives = l.Amount(e.InitialDirectCosts), l.Amount(e.LeaseIncentives)
	costs := result.InitialDirectCosts.Sub(result.LeaseIncentives)
	result.RouAssetRemeasured = result.RouAssetRemeasured.Add(costs)
	return asset.Add(costs)
}

// retainedShare returns the share of the asset that is retained: q in METHOD 13.6. The remaining term is in months.
func (c *scope) retainedShare(after *big.Rat) *big.Rat {
	if c.assetKept {
		return big.NewRat(1, 1)
	}
	q := big.NewRat(int64(c.share), owed.WholeShare)
	if !c.timed || c.left.Sign() == 0 || !months.Fewer(after, c.left) {
		return q
	}
	return q.Mul(q, after).Quo(q, c.left)
}

// remeasureAsset adjusts the asset by the remeasurement of the liability. If the liability
// decreases by more than the asset, the excess is a gain (METHOD 13.5; 842-20-35-4, IFRS 16.39).
func remeasureAsset(r *schedule.EventResult, asset, from, to money.Amount) money.Amount {
	r.LiabilityRemeasured = to.Sub(from)
	after := asset.Add(r.LiabilityRemeasured)
	if r.LiabilityRemeasured.Sign() < 0 {
		least := money.Min(asset, money.Amount{})
		r.Floored = least.Sub(after).NotNegative()
		r.GainOrLoss = r.GainOrLoss.Add(r.Floored)
		after = after.Add(r.Floored)
	}
	r.RouAssetRemeasured = after.Sub(asset)
	return after
}

// ShareOf returns a × part / whole in minor units. The divisor must not be 0.
func ShareOf(a, part, whole money.Amount) money.Amount {
	if whole.Sign() < 0 {
		part, whole = part.Neg(), whole.Neg()
	}
	return a.MulDiv(part.Big(), whole.Big())
}
