package leasehold

import (
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/pv"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
)

// life measures a lease at commencement and through its events (METHOD 13). It
// is a chain of segments: an event takes the carrying amounts of the end of the
// previous day, changes what it changes and, if its kind measures, starts the next
// segment. Nothing before an event changes. A life is
// reused from one lease to the next.
type life struct {
	now      Lease    // the inputs in force
	resolved Lease    // the inputs with the rates of a table, where there is one
	measured contract // the payments that the liability measures
	owed     contract // those and the changes of an index that are variable cost
	varies   bool     // owed and measured may differ
	shorter  contract // see [life.shortened]
	alike    int      // the periods before this one are paid as the last measurement had them, but for their rents where those are anew
	anew     bool

	noted   []money.Amount // the rent of each period in the flows of a measurement, where a lease has events
	notedOf *pv.Liability  // of that measurement

	segments    []segment
	liabilities []*pv.Liability // of the segments that measured, and spare ones
	used        int             // how many of them
	sheet       []Period        // the rows of segments that events started, one after the other
	kept        int             // of those, the rows of segments that ended
	results     []EventResult
	laid        layout // of the rows at commencement

	rents    rents
	lifeFrom monthCount // months of the rows before the economic life in force was stated
	passed   monthCount // months of the rows before the current segment

	keeps             bool    // reports look into the rows of every segment
	closingDayEarlier bool    // see [Workspace.ClosingDayEarlier]
	assetKept         bool    // see [Workspace.AssetKept]
	stop              stopper // see [Workspace.Stop]; nil where nothing ends a measurement
	prose             prose

	trail       trail
	measurement Measurement // behind figures that outlive it
}

// stopper says whether a measurement is still wanted.
type stopper interface{ Err() error }

// stopped returns the error that ends a measurement whose caller has canceled it.
func (v *life) stopped() error {
	if v.stop == nil {
		return nil
	}
	return v.stop.Err()
}

// segment is one measurement and the rows that it laid, to the end of the term
// then in force. Later events may end it sooner.
type segment struct {
	event     int // place of the event that started it; −1 for commencement
	start     civil.Date
	rate      money.Decimal
	class     Class
	impaired  bool
	exempt    bool          // kept off the balance sheet
	term      int           // months in force, counted from commencement
	opening   money.Amount  // liability at the start of the first row
	asset     money.Amount  // likewise
	amortized monthCount    // months over which an asset is amortized from the start
	rows      []Period      // up to the next event that starts rows of its own
	months    monthCount    // to the end of the term in force
	liability *pv.Liability // behind the rows
	flow      int           // of the first row
	period    int           // of the first flow
	received  bool          // something is received and not paid
	gone      int32         // days of that flow before the first row
	byMonths  bool          // a report accrues its rows by months (METHOD 25.6)
	beside    *beside       // what is owed in addition to the lease payments, by row; nil where nothing is
	variable  variablePayments

	whole int     // rows that happened whole before the next event
	part  *Period // and the part of the next one that happened, if it was cut
}

// liability returns memory for one more measurement: that of an earlier one, unless it is
// the last or rows of all segments are looked into once the life is measured.
func (v *life) liability() *pv.Liability {
	if !v.keeps && !v.now.HasFundEntries() {
		for _, m := range v.liabilities[:v.used] {
			if m != v.last().liability {
				return m
			}
		}
	}
	place := v.place()
	v.used++
	return v.liabilities[place]
}

// release gives back the memory that [life.liability] returned last.
func (v *life) release(m *pv.Liability) {
	if v.liabilities[v.used-1] == m {
		v.used--
	}
}

// asBefore lets a layout take over flows of the last measurement before a period.
func (v *life) asBefore(lay *layout, until int) {
	s := v.last()
	lay.before, lay.first, lay.alike, lay.receivedBefore = s.liability, s.period, min(v.alike, until), s.received
}

// noteRents lets a layout of the payments measured note their rents, where events may change them.
func (v *life) noteRents(lay *layout) {
	v.anew, v.notedOf = false, nil
	if v.now.Events != nil && !v.closingDayEarlier { // which makes rents single payments
		lay.noted, v.notedOf = &v.noted, lay.liability
	}
}

func (v *life) last() *segment { return &v.segments[len(v.segments)-1] }

// measure fills m with the figures of a valid lease. It returns a fault where
// arithmetic alone shows that the lease has no answer.
func (v *life) measure(m *Measurement, l *Lease) error {
	if l.table() != nil {
		v.resolved = *l
		var err error
		if m.RatesUsed, err = v.resolved.resolve(m.RatesUsed[:0]); err != nil {
			return err
		}
		l = &v.resolved
	}
	v.now, v.varies, v.used, v.kept = *l, false, 0, 0
	v.segments, v.results = v.segments[:0], v.results[:0]
	if err := v.stopped(); err != nil {
		return err
	}
	if err := v.commence(m, l); err != nil {
		return err
	}
	if l.Events == nil {
		v.uneventful(m)
		return nil
	}
	v.lifeFrom, v.passed, v.alike = wholeMonths(0), wholeMonths(0), v.measured.periods.within(v.measured.months)
	for i := range l.Events {
		if err := v.stopped(); err != nil {
			return err
		}
		if err := v.takeEffect(i, &l.Events[i]); err != nil {
			return err
		}
	}
	v.flatten(m)
	v.fund(m)
	return nil
}

// samePayments reports whether a lease is laid in the same rows as the one at hand:
// its contract says the same, and what is paid at commencement is treated alike.
func (v *life) samePayments(l *Lease) bool {
	v.owed.state(l) // of no use to a lease without events
	return v.owed.equal(&v.measured) && l.settles() == v.now.settles() && l.Start() == v.now.Start()
}

// again is [life.measure] of a lease without events whose rows are those of m,
// the one measured before.
func (v *life) again(m *Measurement, l *Lease) error {
	rows, settled := m.Schedule, m.CommencementPayment
	m.reset()
	m.Schedule, m.CommencementPayment = rows, settled
	v.now, v.segments = *l, v.segments[:0]
	v.laid.liability.DiscountAt(pv.Convention(l.discounting()), l.rate())
	if err := v.value(m, l); err != nil {
		return err
	}
	v.uneventful(m)
	return nil
}

// uneventful completes the measurement of a lease without events.
func (v *life) uneventful(m *Measurement) {
	m.Segments = append(m.Segments, v.segments[0].public(m.Schedule))
	v.fund(m)
}

// commence measures the lease at commencement.
func (v *life) commence(m *Measurement, l *Lease) error {
	v.measured.state(l)
	v.begin()
	liability := v.liability()
	liability.Begin(pv.Convention(l.discounting()), l.rate())
	v.laid = layout{rents: &v.rents, liability: liability, beside: besideOf(l), closingDayEarlier: v.closingDayEarlier}
	v.noteRents(&v.laid)
	m.Schedule = v.laid.lay(m.Schedule[:0], &v.measured, l.Start(), l.settles())
	m.CommencementPayment = v.laid.settled
	return v.value(m, l)
}

// value measures the lease at commencement, given its rows and what is paid in them.
func (v *life) value(m *Measurement, l *Lease) error {
	m.Lease = *l
	m.TerminalPayment = l.terminal()
	rows, liability := m.Schedule, v.laid.liability
	m.PeriodicRate = liability.PeriodicRate(l.PaymentFrequency.Months())
	liability.Measure()
	if err := v.refused(&v.laid, nil); err != nil {
		return err
	}
	if last := &rows[len(rows)-1]; last.Months < v.measured.periods.months {
		m.StubMonths = last.Months
	}
	m.InitialLiability = liability.Initial()
	m.InitialRouAsset = m.InitialLiability.Add(l.assetAdjustments()).Add(m.CommencementPayment)
	switch {
	case l.Applied():
		m.apply(&rows[0], int(liability.Flow(0).Gone), v.measured.lease)
	case l.OpeningRouAsset.Set:
		m.InitialRouAsset = l.amount(l.OpeningRouAsset)
	}
	m.remaining = wholeMonths(l.TermMonths)
	if l.Applied() {
		m.remaining = sumMonths(rows)
		for i := range rows {
			months, _ := l.Start().MonthsTo(rows[i].First)
			rows[i].Year = months/12 + 1
		}
	}
	m.measured = m.remaining
	if l.Calendar.Set {
		m.measured = sumMonths(rows)
	}
	m.verdicts, m.derived = classify(l, m, liability)
	m.Class = m.derived
	if l.Classification != Derived && !l.Standard.SingleModel() {
		m.Class = l.Classification
	}
	m.RowsMoved = fill(rows, liability, m.InitialLiability)
	for i := range rows {
		rows[i].Number = i + 1
		m.TotalUndiscountedPayments = m.TotalUndiscountedPayments.Add(rows[i].Payment)
	}
	v.laid.beside.fill(rows)
	variable := variableOf(l)
	variable.add(rows)
	m.full = rows
	amortized := l.amortizationLeft(m.measured)
	m.AmortizationMonths = amortized.ceil()
	v.allocate(m, rows, amortized)
	for i := range rows {
		m.TotalLeaseCost = m.TotalLeaseCost.Add(rows[i].LeaseExpense)
	}
	v.segments = append(v.segments, segment{
		event: -1, start: l.Start(), rate: l.DiscountRateAnnual, class: m.Class, term: l.TermMonths,
		exempt: l.Exempt(), opening: m.InitialLiability, asset: m.InitialRouAsset, rows: rows, months: m.measured, amortized: amortized,
		liability: liability, period: v.laid.start, received: v.laid.received, beside: v.laid.beside, variable: variable, whole: len(rows),
	})
	m.Disclosures, m.longTermCapped = disclose(m, v.last())
	return nil
}

// fill fills the columns of the liability, and returns how many rows the one-cent rule
// moved.
func fill(rows []Period, liability *pv.Liability, open money.Amount) (moved int) {
	for i := range rows {
		row := &rows[i]
		if liability.Row(i+1, row.Payment, &row.Interest, &row.Principal, &open) {
			moved++
		}
		row.LiabilityClose = open
	}
	return moved
}

// allocate fills the columns of the asset and the cost at commencement.
func (v *life) allocate(m *Measurement, rows []Period, amortized monthCount) {
	l := &m.Lease
	if l.Exempt() {
		exempt(m, rows, m.measured)
		return
	}
	cost := m.TotalUndiscountedPayments.Add(m.InitialRouAsset).Sub(m.InitialLiability)
	s := spread{pattern: byAsset, asset: m.InitialRouAsset, total: m.InitialRouAsset}
	if m.Class == Operating {
		s.pattern, s.total, amortized = byCost, cost, m.measured
	}
	m.SharesMoved = s.over(rows, amortized)
}

// classify returns the verdicts of the criteria and the class that they give;
// where a standard has a single model there are none, and the class is finance.
func classify(l *Lease, m *Measurement, liability *pv.Liability) (verdicts, Class) {
	if l.Standard.SingleModel() {
		return verdicts{}, Finance
	}
	v := judge(&question{
		lease: l, liability: m.InitialLiability, settled: m.CommencementPayment, extra: extraGuarantee(l, liability),
		prepaid: l.amount(l.PrepaidRent), incentives: l.amount(l.LeaseIncentives), fair: l.AssetFairValue,
		life: lifespan{term: l.TermMonths, life: l.AssetEconomicLifeMonths},
	})
	return v, v.derived()
}

// extraGuarantee returns the present value of the part of a residual value
// guarantee that is not probable of being owed, for the 90% test (METHOD 12.7).
func extraGuarantee(l *Lease, m *pv.Liability) money.Amount {
	more := l.amount(l.GuaranteedResidualValue).Sub(l.amount(l.ResidualValueGuarantee))
	if !l.GuaranteedResidualValue.Set || more.Sign() <= 0 {
		return money.Amount{}
	}
	return m.AtEnd(more)
}

// refused returns why a measurement has no answer: a rent beyond every bound, or
// more to be received than is owed (METHOD 12.3).
func (v *life) refused(lay *layout, at *strict.Place) error {
	var f strict.Faults
	switch {
	case v.rents.tooHigh:
		f.Add(at, "paymentAmount", "a rent grows beyond every amount that is supported; check the changes of the rent")
	case lay.received:
		if row, day, owed := lay.liability.Owed(); !owed {
			for k := range row {
				day += int(lay.liability.Flow(k).Days)
			}
			f.Add(at, "otherPayments", "what is to be received from "+lay.from.AddDays(day).String()+" on exceeds what is owed")
		}
	}
	return f.Err()
}

// public returns the segment as a measurement shows it, given its rows there.
func (s *segment) public(rows []Period) Segment {
	return Segment{
		Event: s.event, Start: s.start, Rate: s.rate, Class: s.class, Impaired: s.impaired, TermMonths: s.term,
		Liability: s.opening, RouAsset: s.asset, Periods: rows,
	}
}

// flatten lists the rows that happened, and totals the life.
func (v *life) flatten(m *Measurement) {
	n := 0
	for i := range v.segments {
		n += v.segments[i].whole
		if v.segments[i].part != nil {
			n++
		}
	}
	m.Schedule = make([]Period, 0, n)
	for i := range v.segments {
		s := &v.segments[i]
		from := len(m.Schedule)
		m.Schedule = append(m.Schedule, s.rows[:s.whole]...)
		if s.part != nil {
			m.Schedule = append(m.Schedule, *s.part)
		}
		m.Segments = append(m.Segments, s.public(m.Schedule[from:len(m.Schedule):len(m.Schedule)]))
		m.Segments[i].row = from
	}
	for i := range m.Schedule {
		row := &m.Schedule[i]
		row.Number = i + 1
		m.Life.Payments = m.Life.Payments.Add(row.Payment)
		m.Life.VariablePayments = m.Life.VariablePayments.Add(row.VariableLeaseExpense)
		m.Life.Interest = m.Life.Interest.Add(row.Interest)
		m.Life.Amortization = m.Life.Amortization.Add(row.RouAmortization)
		m.Life.LeaseExpense = m.Life.LeaseExpense.Add(row.LeaseExpense)
	}
	m.Events = append(m.Events, v.results...)
	for i := range m.Events {
		e := &m.Events[i]
		m.Life.ImpairmentLosses = m.Life.ImpairmentLosses.Add(e.ImpairmentLoss)
		m.Life.GainsAndLosses = m.Life.GainsAndLosses.Add(e.GainOrLoss)
	}
}
