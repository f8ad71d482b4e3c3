package leasehold

import (
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
)

// carrying is what the books show at the end of the day before an event, or what
// an event of the same day left (METHOD 13.3).
type carrying struct {
	row       int     // rows of the segment before the event
	part      *Period // the part of the next one that is before it; nil where none is cut
	liability money.Amount
	asset     money.Amount
	prepaid   money.Amount // services paid before they are rendered; negative where after
}

// before returns what the books show before an event on a day within the segment.
func (s *segment) before(day civil.Date) carrying {
	b := carrying{liability: s.opening, asset: s.asset}
	for b.row < len(s.rows) && s.rows[b.row].Last.Before(day) {
		b.row++
	}
	if b.row > 0 {
		last := &s.rows[b.row-1]
		b.liability, b.asset = last.LiabilityClose, last.RouAssetClose
	}
	if b.row < len(s.rows) && s.rows[b.row].First.Before(day) {
		part := s.accrued(b.row, day.Ordinal()-s.rows[b.row].First.Ordinal())
		b.part, b.liability, b.asset = &part, part.LiabilityClose, part.RouAssetClose
	}
	b.prepaid = s.beside.prepaid(b.row, b.days(), s.daysOf(b.row))
	return b
}

// daysOf returns the days of a row, and 0 of one that another event of its first day has
// taken the place of.
func (s *segment) daysOf(row int) int {
	if row < len(s.rows) {
		return s.rows[row].Days
	}
	return 0
}

// days returns how many days of the row that is cut are over.
func (b *carrying) days() int {
	if b.part == nil {
		return 0
	}
	return b.part.Days
}

// happened returns the months of the segment's rows before the event.
func (s *segment) happened(b *carrying) monthCount {
	months := sumMonths(s.rows[:b.row])
	if b.part != nil {
		months = months.plus(monthsOf(b.part))
	}
	return months
}

// end makes b the end of the last segment. Rows after it give their place to those
// that follow; of one that was cut, reports within its first part ask.
func (v *life) end(b *carrying) {
	s := v.last()
	s.whole, s.part = b.row, b.part
	if s.rows = s.rows[:b.row]; b.part != nil {
		s.rows = s.rows[:b.row+1]
	}
	if s.event >= 0 {
		v.kept += len(s.rows)
	}
}

// cut reports whether a row is the rest of one that an event cut.
func (s *segment) cut(row int) bool {
	return s.liability.Flow(s.flow+row).Gone > 0 || row == 0 && s.gone > 0
}

// takeEffect takes the next event into account.
func (v *life) takeEffect(i int, e *Event) error {
	at := strict.Element(nil, "events", i)
	result := EventResult{
		Date: e.Date, Type: e.Type, ClassBefore: v.last().class, Citations: v.now.Standard.rules().eventCitations[e.Type],
	}
	var err error
	switch e.Type {
	case IndexChange:
		if v.now.Standard.rules().measuresIndex {
			err = v.remeasure(i, e, at, &result)
		} else {
			err = v.expense(i, e, at, &result)
		}
	case ContingencyResolved, ResidualGuarantee, Reassessment, Modification:
		err = v.remeasure(i, e, at, &result)
	case Impairment:
		err = v.impair(i, e, at, &result)
	case Termination, Purchase:
		v.finish(i, e, &result)
	}
	if err != nil {
		return err
	}
	s := v.last()
	result.TermMonths, result.DiscountRateAnnual, result.Class = v.now.TermMonths, s.rate, s.class
	result.Row += v.rowsBefore()
	v.results = append(v.results, result)
	return nil
}

// rowsBefore returns how many rows of the schedule precede the last segment.
func (v *life) rowsBefore() (n int) {
	for i := range v.segments[:len(v.segments)-1] {
		n += v.segments[i].whole
		if v.segments[i].part != nil {
			n++
		}
	}
	return n
}

// expense lets a change of an index pass through cost: the payments measured
// stay, and what is owed beyond them is variable (METHOD 13.7).
func (v *life) expense(i int, e *Event, at *strict.Place, result *EventResult) error {
	s := v.last()
	b := s.before(e.Date)
	result.Treatment = Expensed
	result.WithinRow = b.part != nil
	result.Row = b.row
	result.LiabilityBefore, result.LiabilityAfter = b.liability, b.liability
	result.RouAssetBefore, result.RouAssetAfter = b.asset, b.asset
	if !v.varies {
		v.varies = true
		v.owed.copy(&v.measured)
	}
	v.anew = true
	v.owed.apply(e, &v.now, &v.rents)
	v.rents.start(&v.owed, v.owed.frees)
	rows := s.rows
	if next := i + 1; next < len(v.now.Events) && v.now.Events[next].Type == IndexChange { // which states the later rows anew
		for rows = rows[:b.row]; len(rows) < len(s.rows) && s.rows[len(rows)].First.Before(v.now.Events[next].Date); {
			rows = rows[:len(rows)+1]
		}
	}
	for i := b.row; i < len(rows); i++ {
		row := &rows[i]
		if row.First.Before(e.Date) || s.cut(i) {
			continue // a period under way keeps the rent of its start
		}
		period, _ := v.owed.periods.at(row.First)
		rent := v.rents.period(&v.owed, period)
		row.VariableLeaseExpense = rent.lease.Sub(row.Rent).Add(s.variable.within(row.First, row.Last))
		s.beside.rent(i, rent, v.owed.timing == Arrears)
	}
	s.beside.fillFrom(b.row, rows)
	var f strict.Faults
	if v.rents.tooHigh {
		f.Add(at, "changePct", "the rent grows beyond every amount that is supported")
	}
	return f.Err()
}

// remeasure measures the liability anew and carries the asset over
// (METHOD 13.4 to 13.6).
func (v *life) remeasure(i int, e *Event, at *strict.Place, result *EventResult) error {
	s := v.last()
	b := s.before(e.Date)
	v.end(&b)
	change := v.newChange(e, s, &b)

	v.inputs(e, s, &b)
	result.Lapsed = v.change(e)
	next, paid, err := v.segmentFrom(i, e.Date, b.prepaid, at)
	if err != nil {
		return err
	}
	next.class, next.impaired = s.class, s.impaired
	next.asset = change.carry(&v.now, e, next.opening, next.months, result)
	if e.Type == Reassessment || e.Type == Modification {
		v.reclassify(e, &next, result)
	}
	v.amortize(&next, paid)

	result.Treatment = Remeasured
	result.Cut = b.part != nil
	result.LiabilityBefore, result.RouAssetBefore = b.liability, b.asset
	result.LiabilityAfter, result.RouAssetAfter = next.opening, next.asset
	v.segments = append(v.segments, next)
	return nil
}

// segmentFrom measures the payments in force from the day of event i on, and returns
// them with their sum. prepaid is what the books carry of services. What the asset and
// cost are is not known yet.
func (v *life) segmentFrom(i int, day civil.Date, prepaid money.Amount, at *strict.Place) (s segment, paid money.Amount, err error) {
	s = segment{
		event: i, start: day, rate: v.now.DiscountRateAnnual, term: v.now.TermMonths,
		beside: besideOf(&v.now), variable: v.last().variable,
	}
	lay := layout{rents: &v.rents, beside: s.beside, closingDayEarlier: v.closingDayEarlier, cut: v.nextRows(i)}
	key := v.key(i)
	known := v.known(key)
	if known != nil {
		lay.known, lay.liability = true, known.liability
	} else {
		lay.liability = v.liability()
		lay.liability.Begin(key.convention, key.rate)
		v.asBefore(&lay, v.alike)
		if lay.anew = v.anew; v.anew && v.notedOf != lay.before {
			lay.alike = 0
		}
		v.noteRents(&lay)
	}
	v.anew = false
	s.liability = lay.liability
	v.sheet = lay.lay(v.sheet[:v.kept], &v.measured, day, false)
	s.period, s.received, v.alike = lay.start, lay.received || known != nil, v.measured.periods.within(v.measured.months)
	s.rows = v.sheet[v.kept:]
	s.beside.carry(prepaid)
	if known != nil {
		paid, s.months = known.paid, known.months
	} else {
		s.liability.Measure()
		if err := v.refused(&lay, at); err != nil {
			return segment{}, money.Amount{}, err
		}
		paid, s.months = lay.later, lay.left.plus(sumMonths(s.rows))
		for i := range s.rows {
			paid = paid.Add(s.rows[i].Payment)
		}
		v.note(step{key: key, liability: s.liability, paid: paid, months: s.months})
	}
	s.opening = s.liability.Initial()
	s.whole = len(s.rows)
	fill(s.rows, s.liability, s.opening)
	s.beside.fill(s.rows)
	s.variable.add(s.rows)
	return s, paid, nil
}

// inputs applies the terms that the event states.
func (v *life) inputs(e *Event, s *segment, b *carrying) {
	v.passed = v.passed.plus(s.happened(b))
	l := &v.now
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
		v.lifeFrom = v.passed
	}
}

func take[T any](o *Optional[T], stated Optional[T]) {
	if stated.Set {
		*o = stated
	}
}

// change lets an event change the payments. When anything measures, the changes
// of an index so far enter the payments measured (842-10-35-5, 87.26).
func (v *life) change(e *Event) (lapsed bool) {
	c := &v.measured
	months, terminal := c.months, c.terminal
	if v.varies {
		lapsed = v.owed.apply(e, &v.now, &v.rents)
		c.copy(&v.owed)
	} else {
		lapsed = c.apply(e, &v.now, &v.rents)
	}
	switch v.anew = v.anew || e.changesRents(); {
	case e.changesSingles():
		v.alike = 0
	case c.months != months || c.terminal != terminal: // the last period changes
		v.alike = min(v.alike, c.periods.within(min(c.months, months))-1)
	}
	return lapsed
}

// changesRents reports whether the event changes what is paid for a period.
func (e *Event) changesRents() bool {
	return e.PaymentAmount.Set || e.ChangePct.Set || e.AnnualEscalationPct.Set || e.AnnualEscalationAmount.Set ||
		e.RentSteps != nil || e.RentFree != nil || e.Components != nil
}

// changesSingles reports whether the event changes single payments.
func (e *Event) changesSingles() bool { return e.OtherPayments != nil || e.Components != nil }

// lifeLeft returns the months left of the economic life in force, at least 1, if it
// is known. A life that an event states counts from it.
func (v *life) lifeLeft() monthCount {
	life := v.now.AssetEconomicLifeMonths
	if !life.Set {
		return monthCount{}
	}
	left := wholeMonths(life.Value).plus(v.lifeFrom).minus(v.passed)
	if least := wholeMonths(1); left.less(least) {
		return least
	}
	return left
}

// amortizationLeft returns the months left of the time over which an asset is
// amortized (METHOD 4.3), given the months left of the term.
func (v *life) amortizationLeft(term monthCount) monthCount {
	if left := v.lifeLeft(); left.known() && (v.now.ownershipExpected() || left.less(term)) {
		return left
	}
	return term
}

// nextRows returns the first event after event i that starts rows of its own; nil where
// there is none.
func (v *life) nextRows(i int) *Event {
	for j := range v.now.Events[i+1:] {
		if e := &v.now.Events[i+1+j]; v.replaces(e) {
			return e
		}
	}
	return nil
}

// replaces reports whether an event ends the rows of a measurement. Those of a
// liability go on after an impairment.
func (v *life) replaces(e *Event) bool {
	if e.Type == IndexChange {
		return v.now.Standard.rules().measuresIndex
	}
	return e.Type != Impairment
}

// amortize fills the asset and cost columns of the rows of a segment, given what is paid
// from it to the end of the term (METHOD 13.8, 13.9).
func (v *life) amortize(s *segment, paid money.Amount) {
	a := spread{pattern: byAsset, asset: s.asset, total: s.asset}
	s.amortized = v.amortizationLeft(s.months)
	months := s.amortized
	if s.class == Operating && !s.impaired {
		a.pattern, months = byCost, s.months
		a.total = paid.Add(s.asset).Sub(s.opening)
	}
	a.over(s.rows, months)
}

// reclassify derives the class anew, looking from the event's date (METHOD
// 13.8). An override stated before stands unless the event states what the class
// depends on.
func (v *life) reclassify(e *Event, s *segment, result *EventResult) {
	l := &v.now
	if l.Standard.SingleModel() {
		return
	}
	verdicts := judge(&question{
		lease: l, liability: s.opening, extra: extraGuarantee(l, s.liability), incentives: l.amount(e.LeaseIncentives),
		fair: e.AssetFairValue, life: lifespan{termLeft: s.months, lifeLeft: v.lifeLeft()},
	})
	derived := verdicts.derived()
	if e.statesClass() {
		l.Classification = e.Classification
	}
	s.class = derived
	if l.Classification != Derived {
		s.class = l.Classification
	}
	result.Overridden = s.class != derived
	if s.class == Finance {
		s.impaired = false
	}
}

// statesClass reports whether an event states anything that the class depends on.
func (e *Event) statesClass() bool {
	return e.TransfersOwnership.Set || e.PurchaseOptionReasonablyCertain.Set || e.Classification != Derived ||
		e.AssetFairValue.Set || e.AssetEconomicLifeMonths.Set || e.SpecializedAsset.Set
}

// impair writes the asset down. The liability and its rows stay (METHOD 13.9).
func (v *life) impair(i int, e *Event, at *strict.Place, result *EventResult) error {
	s := v.last()
	b := s.before(e.Date)
	loss := v.now.amount(e.ImpairmentLoss)
	if limit := b.asset; loss.Sign() > 0 && (limit.Sign() <= 0 || loss.Cmp(limit) > 0) {
		var f strict.Faults
		most := money.Amount{}
		if limit.Sign() > 0 {
			most = limit
		}
		places := v.now.Currency.Places()
		f.Add(at, "impairmentLoss", string(loss.AppendPlaces(nil, places))+" exceeds the carrying amount of the asset on that day: at most "+
			string(most.AppendPlaces(nil, places))+" is allowed")
		return f.Err()
	}
	rest := s.rows[b.row:]
	beside := s.beside.after(b.row, b.days(), s.daysOf(b.row))
	v.end(&b)
	v.inputs(e, s, &b)
	v.sheet = append(v.sheet[:v.kept], rest...)
	next := segment{
		event: i, start: e.Date, rate: s.rate, class: s.class, impaired: s.class == Operating, term: s.term,
		opening: b.liability, asset: b.asset.Sub(loss), liability: s.liability, flow: s.flow + b.row, period: s.period, received: s.received, variable: s.variable,
		rows: v.sheet[v.kept:],
	}
	if b.row == 0 {
		next.gone = s.gone
	}
	if b.part != nil {
		next.gone += int32(b.part.Days)
		next.rows[0].less(b.part)
	}
	next.beside = beside
	next.whole = len(next.rows)
	next.months = s.months.minus(s.happened(&b))
	v.amortize(&next, money.Amount{}) // by the asset, not by what is paid

	result.Treatment = Impaired
	result.Cut = b.part != nil
	result.LiabilityBefore, result.LiabilityAfter = b.liability, b.liability
	result.RouAssetBefore, result.RouAssetAfter = b.asset, next.asset
	result.ImpairmentLoss = loss
	v.segments = append(v.segments, next)
	return nil
}

// less makes p the rest of a row of which a part is over.
func (p *Period) less(part *Period) {
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
	if whole, gone := p.sides, part.sides; whole != nil {
		p.sides = &Sides{
			whole.NonLeaseExpense.Sub(gone.NonLeaseExpense), whole.NonLeasePaid.Sub(gone.NonLeasePaid), whole.TaxExpense.Sub(gone.TaxExpense),
		}
	}
}

// finish takes the liability and the asset off the books: the lease ended early,
// or the lessee bought the asset (METHOD 13.10).
func (v *life) finish(i int, e *Event, result *EventResult) {
	s := v.last()
	b := s.before(e.Date)
	v.end(&b)
	result.Treatment = Derecognized
	result.PrepaidServices = b.prepaid
	result.Cut = b.part != nil
	result.LiabilityBefore, result.LiabilityDerecognized = b.liability, b.liability
	result.RouAssetBefore, result.RouAssetDerecognized = b.asset, b.asset
	if e.Type == Termination {
		result.Penalty = v.now.amount(e.Penalty)
		result.GainOrLoss = b.liability.Sub(b.asset).Sub(result.Penalty)
	} else {
		result.Price = v.now.amount(e.Price)
		result.Property = b.asset.Add(result.Price).Sub(b.liability)
		if result.Property.Sign() < 0 {
			result.GainOrLoss, result.Property = result.Property.Neg(), money.Amount{}
		}
	}
	v.segments = append(v.segments, segment{event: i, start: e.Date, rate: s.rate, class: s.class, impaired: s.impaired, term: s.term, amortized: s.amortized, liability: s.liability, period: s.period, received: s.received, variable: s.variable})
}
