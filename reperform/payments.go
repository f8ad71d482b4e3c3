package reperform

import (
	"math/big"
	"slices"
	"strconv"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
)

// PaymentDifference is the first payment of theirs that differs from ours, and what
// fits all of theirs (METHOD 26.2).
type PaymentDifference struct {
	From   int            // number of the row
	Date   leasehold.Date // of the row
	Ours   money.Amount
	Theirs money.Decimal
	Fits   string // what of the lease theirs states otherwise; empty where nothing was found

	only bool // every other payment is as ours
}

// shape is a way in which what they pay differs from what the lease states.
type shape struct {
	changes []func(*variant)
	words   string
	counts  int // changes from the lease as given
}

// differingPayments returns the places of their rows whose payment differs from that of
// a candidate.
func (c *comparison) differingPayments(m *leasehold.Measurement) (rows []int) {
	c.match(m)
	for i := range c.rows {
		for j := c.first[i]; j < c.first[i+1]; j++ {
			if g := &c.figures[j]; g.column.name == "payment" && c.off(g, c.of(m, g)).size().above(c.allowance(c.number(i))) {
				rows = append(rows, i)
			}
		}
	}
	return rows
}

// paid finds where their payments differ from the lease as given, and what fits them:
// the lease as a recipe whose payments are theirs. The recipe is the lease as given
// where nothing fits and theirs can't be put in place of ours.
func (s *search) paid() (*PaymentDifference, recipe) {
	given := s.given()
	rows := s.differingPayments(&s.ours.Measurement)
	if len(rows) == 0 {
		return nil, given
	}
	d := s.differenceAt(&s.ours.Measurement, rows)
	if fits, words := s.fitting(given, len(rows)); words != "" {
		d.Fits = words
		return d, fits
	}
	if !d.only { // else it is one wrong cell and not another contract
		if base := s.substituted(d); base != nil {
			given.base = base
		}
	}
	return d, given
}

// differenceAt describes the first of the rows whose payments differ from those of a
// candidate.
func (s *search) differenceAt(m *leasehold.Measurement, rows []int) *PaymentDifference {
	i := rows[0]
	d := &PaymentDifference{From: s.number(i), only: len(rows) == 1}
	r := &s.theirs.Schedule[i]
	if d.Theirs, d.Date = r.Payment.Value, r.Date.Value; s.rows[i] >= 0 {
		p := &m.Schedule[s.rows[i]]
		d.Ours, d.Date = p.Payment, p.Date
	}
	return d
}

// given is the lease as a recipe.
func (s *search) given() recipe {
	basis := s.q.Lease.Basis.Value
	return recipe{discounting: basis.Discounting, commencement: basis.CommencementPayment, timing: s.q.Lease.PaymentTiming, payments: -1}
}

// attempt is a recipe whose payments differ from theirs in some rows.
type attempt struct {
	recipe
	words string
	rows  []int
	first []*PaymentDifference // where the rows begin to differ, also after a row that differs alone
}

// fitting returns the lease with the change, or the two, whose payments are theirs, and
// says what they are. Where there is no such change it returns one that fits all of
// theirs but for one row.
func (s *search) fitting(given recipe, differ int) (fits recipe, words string) {
	var nearly *attempt
	try := func(from *attempt, one shape) *attempt {
		x := &attempt{recipe: from.recipe, words: one.words}
		if from.words != "" {
			x.words = from.words + " and " + one.words
		}
		if one.changes != nil {
			joined := one
			if from.base != nil {
				joined = join(*from.base, one)
			}
			x.base = &joined
		}
		m := s.measure(&x.recipe)
		if m == nil {
			return nil
		}
		if x.rows = s.differingPayments(m); len(x.rows) > 0 {
			x.first = append(x.first, s.differenceAt(m, x.rows))
		}
		if len(x.rows) > 2 && x.rows[1] != x.rows[0]+1 {
			x.first = append(x.first, s.differenceAt(m, x.rows[1:]))
		}
		if len(x.rows) == 1 && differ >= 2 && len(s.rows) > 2*maxSlips && nearly == nil {
			nearly = x
		}
		return x
	}
	begin := []*attempt{}
	for _, commencement := range []leasehold.CommencementPayment{given.commencement, leasehold.InLiability, leasehold.Settled} {
		r, one := given, shape{}
		if len(begin) > 0 && commencement == given.commencement {
			continue
		}
		if r.commencement = commencement; commencement != given.commencement {
			one.words = commencementWords[commencement]
		}
		if x := try(&attempt{recipe: r}, one); x != nil && (len(begin) == 0 || len(x.rows) < len(begin[0].rows)) {
			begin = append(begin, x)
		}
	}
	var second []*attempt
	for _, x := range begin {
		if len(x.rows) == 0 {
			return x.recipe, x.words
		}
	}
	for _, x := range begin {
		for _, one := range s.shapes(x.first...) {
			y := try(x, one)
			switch {
			case y == nil:
			case len(y.rows) == 0:
				return y.recipe, y.words
			case y.rows[0] > x.rows[0] || len(y.rows) < len(x.rows):
				second = append(second, y)
			}
		}
	}
	for _, x := range second {
		for _, one := range s.shapes(x.first...) {
			if y := try(x, one); y != nil && len(y.rows) == 0 {
				return y.recipe, y.words
			}
		}
	}
	if nearly != nil {
		return nearly.recipe, nearly.words
	}
	return given, ""
}

// join makes one shape of several.
func join(shapes ...shape) shape {
	joined := shapes[0]
	for _, other := range shapes[1:] {
		joined.changes = append(slices.Clone(joined.changes), other.changes...)
		joined.words += " and " + other.words
		joined.counts += other.counts
	}
	return joined
}

// one is a shape of one change.
func one(words string, change func(*variant)) shape {
	return shape{[]func(*variant){change}, words, 1}
}

// shapes lists the ways in which schedules misread the payments of a lease, those
// that can explain a difference that begins where theirs begins.
func (s *search) shapes(first ...*PaymentDifference) (list []shape) {
	l := &s.q.Lease
	if l.AnnualEscalationPct.Value.Sign() > 0 || l.AnnualEscalationAmount.Value.Sign() > 0 {
		list = append(list, one("the escalation is left out", (*variant).dropEscalation))
	}
	for _, f := range furthers[1:3] {
		if f.applies(s.q, &recipe{}) {
			list = append(list, s.told(f))
		}
	}
	for i := range l.RentFree {
		words := "the rent-free months from " + l.RentFree[i].From.String() + " are left out"
		list = append(list, one(words, func(v *variant) {
			v.lease.RentFree = without(v.lease.RentFree, i)
			v.note("rentFree["+strconv.Itoa(i)+"]", "null", words)
		}))
	}
	for i := range l.OtherPayments {
		words := "the payment of " + l.OtherPayments[i].Date.String() + " is left out"
		list = append(list, one(words, func(v *variant) {
			v.lease.OtherPayments = without(v.lease.OtherPayments, i)
			v.note("otherPayments["+strconv.Itoa(i)+"]", "null", words)
		}))
	}
	for i := range l.Events {
		list = append(list, s.told(s.q.eventFurthers(i)[0]))
	}
	list = append(list, s.otherGrowth()...)
	for _, d := range first {
		list = append(list, s.escalations(d)...)
		list = append(list, s.steps(d)...)
		list = append(list, s.rents(d)...)
	}
	return list
}

// told is a further change as a shape.
func (s *search) told(f further) shape {
	v := variant{lease: s.q.Lease}
	f.change(&v)
	return one(v.changes[0].words, f.change)
}

// rents are another rent from commencement or from an event on.
func (s *search) rents(d *PaymentDifference) (list []shape) {
	l := &s.q.Lease
	if d.From <= 2 && d.Theirs.Sign() > 0 { // the second row is the first that pays where the payment at commencement is settled
		words := "the rent is " + s.shown(d.Theirs) + ", not " + s.shown(l.PaymentAmount)
		list = append(list, one(words, func(v *variant) {
			v.lease.PaymentAmount = d.Theirs
			v.note("paymentAmount", d.Theirs.String(), words)
		}))
	}
	for i := range l.Events {
		if e := &l.Events[i]; e.PaymentAmount.Set && d.Theirs.Sign() >= 0 {
			words := "the rent from the " + eventWords[e.Type] + " of " + e.Date.String() + " on is " + s.shown(d.Theirs)
			list = append(list, one(words, func(v *variant) {
				v.lease.Events = changed(v.lease.Events, i, func(e *leasehold.Event) { e.PaymentAmount.Value = d.Theirs })
				v.note("events["+strconv.Itoa(i)+"].paymentAmount", d.Theirs.String(), words)
			}))
		}
	}
	return list
}

// escalations are those at another rate, as the row shows in which theirs differs.
func (s *search) escalations(d *PaymentDifference) (list []shape) {
	l := &s.q.Lease
	if rate, ok := s.growthOf(d.From); ok {
		words := "the rent rises by " + percent(rate) + " a year"
		if l.AnnualEscalationPct.Value.Sign() > 0 {
			words += ", not by " + percent(l.AnnualEscalationPct.Value)
		}
		list = append(list, one(words, func(v *variant) {
			v.lease.AnnualEscalationPct, v.lease.AnnualEscalationAmount = strict.Some(rate), optional{}
			v.note("annualEscalationPct", rate.String(), words)
		}))
	}
	if by, ok := s.riseOf(d.From); ok && l.AnnualEscalationAmount.Set && by.Cmp(l.AnnualEscalationAmount.Value) != 0 {
		words := "the rent rises by " + s.shown(by) + " a year, not by " + s.shown(l.AnnualEscalationAmount.Value)
		list = append(list, one(words, func(v *variant) {
			v.lease.AnnualEscalationAmount = strict.Some(by)
			v.note("annualEscalationAmount", by.String(), words)
		}))
	}
	return list
}

// otherGrowth are escalations at another anniversary, or not compounded.
func (s *search) otherGrowth() (list []shape) {
	l := &s.q.Lease
	grows := l.AnnualEscalationPct.Value.Sign() > 0 || l.AnnualEscalationAmount.Value.Sign() > 0
	if !grows || len(l.RentSteps) > 0 {
		return nil
	}
	if l.AnnualEscalationPct.Value.Sign() > 0 {
		rent := l.PaymentAmount.Units(money.AmountPlaces)
		amount := money.FromUnits(rent.Mul(rent, l.AnnualEscalationPct.Value.Units(money.RatePlaces)), money.AmountPlaces+money.RatePlaces)
		const words = "the escalation is not compounded"
		list = append(list, one(words, func(v *variant) {
			v.lease.AnnualEscalationPct, v.lease.AnnualEscalationAmount = optional{}, strict.Some(amount)
			v.note("annualEscalationAmount", amount.String(), words)
		}))
	}
	for years := 1; 12*years < l.TermMonths && years <= 3; years++ {
		words := "the rent rises " + count(years, "year") + " late"
		list = append(list, one(words, func(v *variant) { v.delay(years, words) }))
	}
	const words = "the rent rises one year early"
	early := s.escalated()
	list = append(list, one(words, func(v *variant) {
		v.lease.PaymentAmount = early
		v.note("paymentAmount", early.String(), words)
	}))
	return append(list, s.otherAnniversary()...)
}

// delay makes the escalation begin years later.
func (v *variant) delay(years int, words string) {
	from := v.lease.CommencementDate.AddMonths(12 * years)
	v.lease.RentSteps = []leasehold.RentStep{{From: from, PaymentAmount: v.lease.PaymentAmount}}
	v.note("rentSteps[0]", `{"from":"`+from.String()+`","paymentAmount":`+v.lease.PaymentAmount.String()+`}`, words)
}

// escalated returns the rent after one escalation.
func (s *search) escalated() money.Decimal {
	l := &s.q.Lease
	rent := l.PaymentAmount.Units(money.AmountPlaces)
	if g := l.AnnualEscalationPct.Value; g.Sign() > 0 {
		more := new(big.Int).Mul(rent, g.Units(money.RatePlaces))
		scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(money.RatePlaces), nil)
		return money.FromUnits(more.Add(more, scale.Mul(scale, rent)), money.AmountPlaces+money.RatePlaces)
	}
	return money.FromUnits(rent.Add(rent, l.AnnualEscalationAmount.Value.Units(money.AmountPlaces)), money.AmountPlaces)
}

// otherAnniversary is an escalation that comes every twelve months, but from another
// period than the first after a year: the rents that follow are stated as steps.
func (s *search) otherAnniversary() []shape {
	l := &s.q.Lease
	at := s.firstRise() * l.PaymentFrequency.Months()
	if at <= 0 || at%12 == 0 || l.AnnualEscalationPct.Value.Sign() == 0 {
		return nil
	}
	words := "the rent first rises on " + l.CommencementDate.AddMonths(at).String() + ", not on the anniversary of commencement"
	return []shape{one(words, func(v *variant) { v.riseFrom(at, words) })}
}

// firstRise returns the place of our row in which their payment first rises; 0 where
// it never does.
func (s *search) firstRise() int {
	for i := 1; i < len(s.theirs.Schedule); i++ {
		a, b := s.theirs.Schedule[i-1].Payment, s.theirs.Schedule[i].Payment
		if a.Set && b.Set && a.Value.Sign() > 0 && a.Value.Cmp(b.Value) < 0 {
			return s.number(i) - 1
		}
	}
	return 0
}

// riseFrom states the rents of an escalation whose first one is in a given month as
// steps.
func (v *variant) riseFrom(month int, words string) {
	l := &v.lease
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(money.RatePlaces), nil)
	up := new(big.Int).Add(scale, l.AnnualEscalationPct.Value.Units(money.RatePlaces))
	rent, places := l.PaymentAmount.Units(money.AmountPlaces), money.AmountPlaces
	for ; month < l.TermMonths; month += 12 {
		rent, places = new(big.Int).Mul(rent, up), places+money.RatePlaces
		l.RentSteps = append(l.RentSteps, leasehold.RentStep{From: l.CommencementDate.AddMonths(month), PaymentAmount: money.FromUnits(new(big.Int).Set(rent), places)})
	}
	l.AnnualEscalationPct = optional{}
	v.note("annualEscalationPct", "0", words)
}

// growthOf returns the annual growth that their payments have at the first row that
// differs, to four decimals.
func (s *search) growthOf(row int) (money.Decimal, bool) {
	before, after, ok := s.aroundRow(row)
	if !ok || before.Sign() <= 0 || after.Cmp(before) <= 0 {
		return money.Decimal{}, false
	}
	gain := new(big.Int).Sub(after, before)
	rate := money.FromUnits(money.QuoRound(gain.Mul(gain, big.NewInt(10_000)), before), 4)
	return rate, rate.Sign() > 0 && rate.Cmp(money.Int(1)) <= 0
}

// riseOf returns by how much their payment rises at the first row that differs.
func (s *search) riseOf(row int) (money.Decimal, bool) {
	before, after, ok := s.aroundRow(row)
	if !ok || after.Cmp(before) <= 0 {
		return money.Decimal{}, false
	}
	return money.FromUnits(after.Sub(after, before), s.places), true
}

// aroundRow returns their payments before and at a row, in minor units.
func (s *search) aroundRow(row int) (before, after *big.Int, ok bool) {
	for i := 1; i < len(s.theirs.Schedule); i++ {
		if s.number(i) != row {
			continue
		}
		a, b := s.theirs.Schedule[i-1].Payment, s.theirs.Schedule[i].Payment
		if !a.Set || !b.Set {
			return nil, nil, false
		}
		return a.Value.Minor(s.places).Big(), b.Value.Minor(s.places).Big(), true
	}
	return nil, nil, false
}

// maxStepShift bounds by how many rows a step is looked for before or after its own.
const maxStepShift = 24

// steps are a rent step in another row, of another amount, or left out.
func (s *search) steps(d *PaymentDifference) (list []shape) {
	l := &s.q.Lease
	months := l.PaymentFrequency.Months()
	for i := range l.RentSteps {
		step := l.RentSteps[i]
		row := 1 + s.periodOf(step.From)
		if row < 2 || row < d.From-maxStepShift || row > d.From+maxStepShift {
			continue
		}
		member, on := "rentSteps["+strconv.Itoa(i)+"]", "the rent step of "+step.From.String()
		list = append(list, one(on+" is left out", func(v *variant) {
			v.lease.RentSteps = without(v.lease.RentSteps, i)
			v.note(member, "null", on+" is left out")
		}))
		if row == d.From && d.Theirs.Sign() >= 0 {
			words := on + " is to " + s.shown(d.Theirs) + ", not to " + s.shown(step.PaymentAmount)
			list = append(list, one(words, func(v *variant) {
				v.lease.RentSteps = changed(v.lease.RentSteps, i, func(step *leasehold.RentStep) { step.PaymentAmount = d.Theirs })
				v.note(member+".paymentAmount", d.Theirs.String(), words)
			}))
		}
		for by := -maxStepShift; by <= maxStepShift; by++ {
			if by == 0 || by < 0 && row+by != d.From || by > 0 && row != d.From || row+by < 2 {
				continue
			}
			words := on + " comes " + count(max(by, -by), "row") + " later"
			if by < 0 {
				words = on + " comes " + count(-by, "row") + " earlier"
			}
			from := l.CommencementDate.AddMonths((row + by - 1) * months)
			list = append(list, one(words, func(v *variant) {
				v.lease.RentSteps = changed(v.lease.RentSteps, i, func(step *leasehold.RentStep) { step.From = from })
				v.note(member+".from", `"`+from.String()+`"`, words)
			}))
		}
	}
	return list
}

// without returns a list less one of its elements, if it has it.
func without[T any](list []T, i int) []T {
	if i >= len(list) {
		return list
	}
	return slices.Delete(slices.Clone(list), i, i+1)
}

// changed returns a list with one of its elements changed, if it has it.
func changed[T any](list []T, i int, change func(*T)) []T {
	if list = slices.Clone(list); i < len(list) {
		change(&list[i])
	}
	return list
}

// periodOf returns the place of the period that starts on a day; -1 where none does.
func (s *search) periodOf(day leasehold.Date) int {
	months := s.q.Lease.PaymentFrequency.Months()
	for k := range s.q.Lease.TermMonths / months {
		if s.q.Lease.CommencementDate.AddMonths(k*months) == day {
			return k
		}
	}
	return -1
}

func count(n int, noun string) string {
	if n == 1 {
		return "one " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// substituted is the lease with their payments in place of ours: the rent of every
// period stated as a step. It is nil where they don't state all of them, or a lease
// can't state them.
func (s *search) substituted(d *PaymentDifference) *shape {
	r := s.given()
	base := &shape{changes: []func(*variant){func(v *variant) {
		s.replaceRents(&v.lease)
		v.note(inSchedule(strconv.Itoa(d.From-1), "payment"), d.Theirs.String(), "they pay what they do")
	}}, counts: 1}
	r.base = base
	if m := s.measure(&r); m == nil || len(s.differingPayments(m)) > 0 {
		return nil
	}
	return base
}

// replaceRents states every rent of a lease as they pay it.
func (s *search) replaceRents(l *leasehold.Lease) {
	s.match(&s.ours.Measurement)
	months := l.PaymentFrequency.Months()
	l.RentFree, l.RentSteps = nil, nil
	l.AnnualEscalationPct, l.AnnualEscalationAmount = optional{}, optional{}
	l.Events = slices.Clone(l.Events)
	for i := range l.Events {
		e := &l.Events[i]
		e.RentFree, e.AnnualEscalationPct, e.AnnualEscalationAmount = nil, optional{}, optional{}
		if e.RentSteps != nil {
			e.RentSteps = []leasehold.RentStep{}
		}
	}
	for i, k := range s.rows {
		if k < 0 || !s.theirs.Schedule[i].Payment.Set {
			continue
		}
		p := &s.ours.Schedule[k]
		period := k
		if len(l.Events) > 0 {
			if period = s.periodOf(p.First); period < 0 {
				continue // a row that an event cut
			}
		}
		rent := s.theirs.Schedule[i].Payment.Value.Minor(s.places)
		for _, other := range l.OtherPayments {
			if !other.Date.Before(p.First) && !p.Last.Before(other.Date) {
				single := other.Amount.Minor(s.places)
				if other.Kind == leasehold.Incentive {
					single = single.Neg()
				}
				rent = rent.Sub(single)
			}
		}
		s.stateRent(l, period, l.CommencementDate.AddMonths(period*months), rent.Decimal(s.places))
	}
}

// stateRent states the rent of a period, with the last event before it that may.
func (s *search) stateRent(l *leasehold.Lease, period int, from leasehold.Date, rent money.Decimal) {
	if rest := l.TermMonths - period*l.PaymentFrequency.Months(); rest > 0 && rest < l.PaymentFrequency.Months() {
		whole := rent.Units(money.AmountPlaces)
		whole = money.QuoRound(whole.Mul(whole, big.NewInt(int64(l.PaymentFrequency.Months()))), big.NewInt(int64(rest)))
		rent = money.FromUnits(whole, money.AmountPlaces)
	}
	steps := &l.RentSteps
	for i := range l.Events {
		e := &l.Events[i]
		if from.Before(e.Date) {
			break
		}
		switch e.Type {
		case leasehold.IndexChange:
			if len(e.RentSteps) == 0 && (e.ChangePct.Set || !e.PaymentAmount.Set || i == len(l.Events)-1) {
				e.ChangePct, e.PaymentAmount = optional{}, strict.Some(rent)
				e.RentSteps = nil
			}
			return
		case leasehold.ContingencyResolved, leasehold.Reassessment, leasehold.Modification:
			steps = &e.RentSteps
		default: // it states no rent
		}
	}
	if period == 0 {
		if rent.Sign() > 0 {
			l.PaymentAmount = rent
			return
		}
		l.RentFree = []leasehold.RentFree{{From: l.CommencementDate, Months: min(l.PaymentFrequency.Months(), l.TermMonths)}}
		return
	}
	if n := len(*steps); n > 0 && (*steps)[n-1].PaymentAmount.Cmp(rent) == 0 {
		return
	}
	*steps = append(*steps, leasehold.RentStep{From: from, PaymentAmount: rent})
}
