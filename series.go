package leasehold

import (
	"slices"

	"github.com/leasehold-accounting/leasehold/internal/pv"
	"github.com/leasehold-accounting/leasehold/money"
)

// trail is what the events of a life measured, in their order. A lease that is measured
// under one standard after the other has, as a rule, the same payments and rates each time:
// as far as it has, nothing is measured again.
type trail struct {
	shared bool     // lives are measured one after the other of one lease
	begun  contract // what the lease stated at commencement
	events []Event
	steps  []step

	short short // of the step that is next

	before []step // of the life measured before
	spare  []*pv.Liability
	alike  bool // as the life before that: in contract and events
	same   bool // so far
}

// step is one measurement at an event.
type step struct {
	key       stepKey
	liability *pv.Liability
	place     int          // among the life's liabilities
	paid      money.Amount // from the event to the end of the term
	months    monthCount   // likewise
	short     short
}

// short is the result of [life.shortened] before a step.
type short struct {
	known  bool
	key    shortKey
	amount money.Amount
}

// shortKey has the inputs of that result, in addition to the steps before and the step's event.
type shortKey struct {
	share             uint64
	rate              money.Decimal
	convention        pv.Convention
	closingDayEarlier bool
}

// stepKey has the inputs of a step's figures, in addition to the steps before and the contract
// at commencement.
type stepKey struct {
	event, months     int
	terminal          money.Amount
	varied            bool // changes of an index were variable cost until then
	convention        pv.Convention
	rate              uint64
	closingDayEarlier bool
}

// begin starts a trail, given the contract at commencement.
func (v *life) begin() {
	t := &v.trail
	if !t.shared {
		return
	}
	t.short = short{}
	t.same = t.begun.equal(&v.measured) && slices.EqualFunc(t.events, v.now.Events, payAlike)
	if t.events = v.now.Events; !t.same {
		t.begun.copy(&v.measured)
	}
	stays := t.same && t.alike && len(t.steps) == 0 // a life that measured nothing leaves the one before it
	if t.alike = t.same; stays {
		return
	}
	t.steps, t.before = t.before[:0], t.steps
	// The liabilities of the life before stay as they are for this one.
	v.liabilities, t.spare = t.spare, v.liabilities
}

// payAlike reports whether two events change payments in the same way. Lists are the same
// where they are one list.
func payAlike(a, b Event) bool {
	return a.Type == b.Type && a.Date == b.Date && a.PaymentAmount == b.PaymentAmount && a.ChangePct == b.ChangePct &&
		a.AnnualEscalationPct == b.AnnualEscalationPct && a.AnnualEscalationAmount == b.AnnualEscalationAmount && a.TermMonths == b.TermMonths &&
		oneList(a.RentSteps, b.RentSteps) && oneList(a.RentFree, b.RentFree) && oneList(a.OtherPayments, b.OtherPayments) && oneList(a.Components, b.Components)
}

func oneList[T any](a, b []T) bool {
	return (a == nil) == (b == nil) && len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// key returns that of a measurement at event i.
func (v *life) key(i int) stepKey {
	return stepKey{
		event: i, months: v.measured.months, terminal: v.measured.terminal, varied: v.varies,
		convention: pv.Convention(v.now.discounting()), rate: v.now.rate(), closingDayEarlier: v.closingDayEarlier,
	}
}

// known returns the step of the life before that measured the same; nil where there is
// none. The step's liability becomes one of this life's.
func (v *life) known(key stepKey) *step {
	t := &v.trail
	n := len(t.steps)
	if !t.shared || !t.same {
		return nil
	}
	if t.same = n < len(t.before) && t.before[n].key == key; !t.same {
		return nil
	}
	found := &t.before[n]
	own := v.place()
	v.liabilities[own], t.spare[found.place] = found.liability, v.liabilities[own]
	v.used++
	t.steps = append(t.steps, *found)
	last := &t.steps[n]
	last.place = own
	t.put(last)
	return last
}

// shortened returns what the life before found before the step that is next, where all steps so
// far are the same. A modification measures under every standard, so that the step is of the
// same event.
func (t *trail) shortened(key shortKey) (amount money.Amount, known bool) {
	n := len(t.steps)
	if !t.shared || !t.same || n >= len(t.before) {
		return money.Amount{}, false
	}
	found := &t.before[n].short
	return found.amount, found.known && found.key == key
}

// put adds to a step what was found before it was measured.
func (t *trail) put(s *step) {
	if t.short.known {
		s.short, t.short = t.short, short{}
	}
}

// place returns the place of the next liability, and makes one there.
func (v *life) place() int {
	if v.used == len(v.liabilities) {
		v.liabilities = append(v.liabilities, new(pv.Liability))
	}
	return v.used
}

// note adds a measurement to the trail.
func (v *life) note(s step) {
	if v.trail.shared {
		s.place = slices.Index(v.liabilities[:v.used], s.liability)
		v.trail.put(&s)
		v.trail.steps = append(v.trail.steps, s)
	}
}

// forget empties the trail, so that the next life has none before it.
func (t *trail) forget() {
	t.shared, t.alike, t.events, t.steps, t.before = false, false, nil, t.steps[:0], t.before[:0]
}

// Series computes leases one after the other. Where one has the payments, the events and
// the rates of the one before, and differs in its standard, its liability is not measured
// again. The zero value is ready; Close gives its memory back.
type Series struct{ life *life }

// Check reports why a lease has no answer. The error is that of [Compute], or that of
// stop, which is asked before each event.
func (s *Series) Check(stop stopper, l *Lease) error {
	return s.measure(stop, l, new(Measurement))
}

// Compute returns what [Compute] and [LeaseYears] do.
func (s *Series) Compute(stop stopper, l *Lease) (*Result, []LeaseYear, error) {
	r := new(Result)
	if err := s.measure(stop, l, &r.Measurement); err != nil {
		return nil, nil, err
	}
	s.life.describe(r)
	return r, s.life.years(&r.Measurement), nil
}

// Close gives back the memory of s, which is then ready for other leases. No result has any of it.
func (s *Series) Close() {
	if s.life != nil {
		s.life.giveBack()
		s.life = nil
	}
}

func (s *Series) measure(stop stopper, l *Lease, m *Measurement) error {
	if err := l.Validate(); err != nil {
		return err
	}
	if s.life == nil {
		s.life = borrow(stop)
	}
	v := s.life
	v.stop, v.keeps, v.trail.shared = stop, true, true
	return v.measure(m, l)
}
