package reperform

import (
	"math/big"
	"slices"
	"strconv"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
)

// PaymentDifference is the first reported payment that differs from the computed payment. If one
// change to the lease makes all payments match, it may explain the difference (METHOD 26.2).
type PaymentDifference struct {
	From   int        // number of the row
	Date   civil.Date // date of the row
	Ours   money.Amount
	Theirs money.Decimal
	Fits   string // the matching change; empty if none was found
}

// paymentChange changes the terms that determine a candidate's payments, and records one change.
type paymentChange func(*variant)

// differingPayments returns the indexes of reported rows with payments that differ from those in m.
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

// explainPayments returns the first payment difference and a recipe that makes all payments match.
// If no change to the payment terms matches, the recipe uses the reported payments as rents. If
// they cannot be rents, the recipe is the lease as supplied.
func (s *search) explainPayments() (*PaymentDifference, recipe) {
	m := &s.ours.Measurement
	rows := s.differingPayments(m)
	if len(rows) == 0 {
		return nil, s.asGiven()
	}
	d := s.differenceAt(m, rows[0])
	first := []*PaymentDifference{d}
	if len(rows) > 2 && rows[1] != rows[0]+1 {
		first = append(first, s.differenceAt(m, rows[1]))
	}
	fits, words := s.fitPayments(len(rows), first)
	if d.Fits = words; words == "" && len(rows) > 1 { // a single differing payment is an error in its row
		fits.base = s.substituted(d)
	}
	return d, fits
}

func (s *search) differenceAt(m *leasehold.Measurement, i int) *PaymentDifference {
	d := &PaymentDifference{From: s.number(i)}
	r := &s.theirs.Schedule[i]
	if d.Theirs, d.Date = r.Payment.Value, r.Date.Value; s.rows[i] >= 0 {
		p := &m.Schedule[s.rows[i]]
		d.Ours, d.Date = p.Payment, p.Date
	}
	return d
}

func (s *search) asGiven() recipe {
	basis := s.q.Lease.Basis.Value
	return recipe{discounting: basis.Discounting, commencement: basis.CommencementPayment, timing: s.q.Lease.PaymentTiming}
}

// fitPayments looks for a recipe with one change that makes all payments match, and returns this recipe with a
// description of the change. If there is no such recipe and the schedule is long enough, fitPayments looks for a recipe
// under which only one row differs. If that fails too, it returns the lease as supplied and an empty description. One
// parameter is the number of rows that differ for the lease as supplied. The other parameter contains the differences
// from which the changes are derived.
func (s *search) fitPayments(differ int, first []*PaymentDifference) (fits recipe, words string) {
	fits = s.asGiven()
	other := s.asGiven()
	other.commencement = leasehold.InLiability + leasehold.Settled - other.commencement
	candidates := []recipe{other}
	for _, change := range s.paymentChanges(first...) {
		r := s.asGiven()
		r.base = change
		candidates = append(candidates, r)
	}
	for _, r := range candidates {
		m := s.measure(&r)
		if m == nil {
			continue
		}
		switch rows := s.differingPayments(m); {
		case len(rows) == 0:
			return r, s.v.changes[0].words
		case len(rows) == 1 && differ >= 2 && len(s.rows) > 2*maxErrors && words == "":
			fits, words = r, s.v.changes[0].words
		}
	}
	return fits, words
}

func (s *search) paymentChanges(first ...*PaymentDifference) (list []paymentChange) {
	l := &s.q.Lease
	if l.AnnualEscalationPct.Value.Sign() > 0 || l.AnnualEscalationAmount.Value.Sign() > 0 {
		list = append(list, (*variant).dropEscalation)
	}
	for _, f := range inputChanges[1:3] {
		if f.applies == nil || f.applies(s.q, &recipe{}) {
			list = append(list, f.change)
		}
	}
	for i := range l.RentFree {
		list = append(list, func(v *variant) {
			v.lease.RentFree = without(v.lease.RentFree, i)
			v.note("rentFree["+strconv.Itoa(i)+"]", "null", "the rent-free months from "+l.RentFree[i].From.String()+" are omitted")
		})
	}
	for i := range l.OtherPayments {
		list = append(list, func(v *variant) {
			v.lease.OtherPayments = without(v.lease.OtherPayments, i)
			v.note("otherPayments["+strconv.Itoa(i)+"]", "null", "the payment of "+l.OtherPayments[i].Date.String()+" is omitted")
		})
	}
	for i := range l.Events {
		list = append(list, s.q.eventChanges(i)[0].change)
	}
	list = append(list, s.otherEscalations()...)
	for _, d := range first {
		list = append(list, s.escalations(d)...)
		list = append(list, s.steps(d)...)
		list = append(list, s.rents(d)...)
	}
	return list
}

func (s *search) period(row int) leasehold.PaymentPeriod {
	return s.q.Lease.PaymentPeriodAt(s.ours.Schedule[row].First)
}

// pays reports whether a computed row includes the rent payment of its payment period. If events split the period into
// several rows, the first row includes rent in advance, and the last row includes rent in arrears.
func (s *search) pays(row int) bool {
	p, period := &s.ours.Schedule[row], s.period(row)
	if s.q.Lease.PaymentTiming == leasehold.Advance {
		return p.First == period.First
	}
	return p.Last == period.Last
}

func (s *search) paying() int {
	for k := range s.ours.Schedule {
		if s.pays(k) {
			return k
		}
	}
	return 0
}

// rowOf returns the number of the computed row that contains the rent payment of a payment period, or 0 if there is no
// such row. For a period before an initial application, it returns the first row with a rent payment.
func (s *search) rowOf(period leasehold.PaymentPeriod) int {
	paying := s.paying()
	for k := paying; k < len(s.ours.Schedule); k++ {
		if of := s.period(k).Number; of == period.Number && s.pays(k) || k == paying && period.Number < of {
			return k + 1
		}
	}
	return 0
}

// isEffective reports whether a step's rent applies to any computed row before the next step starts.
func (s *search) isEffective(step int) bool {
	steps := s.q.Lease.RentSteps
	return step == len(steps)-1 || s.period(s.paying()).First.Before(steps[step+1].From)
}

// scaled returns the rent that makes the computed payment equal the reported payment, in the row of
// the difference d. The second result is false if there is no such rent.
func (s *search) scaled(stated money.Decimal, d *PaymentDifference) (rent money.Decimal, ok bool) {
	if d.From > len(s.ours.Schedule) {
		return d.Theirs, true
	}
	p := &s.ours.Schedule[d.From-1]
	theirs := d.Theirs.Minor(s.places).Sub(p.Payment.Sub(p.Rent)).Big()
	if p.Rent.Sign() <= 0 { // no computed rent that can be scaled
		return d.Theirs, d.Theirs.Sign() > 0
	}
	if theirs.Sign() < 0 {
		return money.Decimal{}, false
	}
	scaled := theirs.Mul(theirs, stated.Units(money.AmountPlaces))
	exact := money.FromUnits(money.QuoRound(scaled, p.Rent.Big()), money.AmountPlaces)
	return exact.Minor(s.places).Decimal(s.places), true
}

func (s *search) rents(d *PaymentDifference) (list []paymentChange) {
	l := &s.q.Lease
	if rent, ok := s.scaled(l.PaymentAmount, d); ok && d.From <= 2 && rent.Sign() > 0 { // row 2 has the first payment if the commencement payment is settled
		list = append(list, func(v *variant) {
			v.lease.PaymentAmount = rent
			v.note("paymentAmount", rent.String(), "the rent is "+s.shown(rent)+", not "+s.shown(l.PaymentAmount))
		})
	}
	for i := range l.Events {
		if e := &l.Events[i]; e.PaymentAmount.Set && d.Theirs.Sign() >= 0 {
			list = append(list, func(v *variant) {
				v.lease.Events = changed(v.lease.Events, i, func(e *leasehold.Event) { e.PaymentAmount.Value = d.Theirs })
				v.note("events["+strconv.Itoa(i)+"].paymentAmount", d.Theirs.String(), "the rent from the "+dated(e)+" onward is "+s.shown(d.Theirs))
			})
		}
	}
	return list
}

// maxStepShift limits the number of rows by which the search moves a rent step.
const maxStepShift = 24

// steps returns the changes that move a rent step to another row, change its amount, or omit it.
func (s *search) steps(d *PaymentDifference) (list []paymentChange) {
	l := &s.q.Lease
	for i := range l.RentSteps {
		step := l.RentSteps[i]
		period := l.PaymentPeriodAt(step.From)
		row := s.rowOf(period)
		if row == 0 || !s.isEffective(i) || row < d.From-maxStepShift || row > d.From+maxStepShift {
			continue
		}
		member, on := "rentSteps["+strconv.Itoa(i)+"]", "the rent step of "+step.From.String()
		list = append(list, func(v *variant) {
			v.lease.RentSteps = without(v.lease.RentSteps, i)
			v.note(member, "null", on+" is omitted")
		})
		if rent, ok := s.scaled(step.PaymentAmount, d); ok && row == d.From {
			list = append(list, func(v *variant) {
				v.lease.RentSteps = changed(v.lease.RentSteps, i, func(step *leasehold.RentStep) { step.PaymentAmount = rent })
				v.note(member+".paymentAmount", rent.String(), on+" changes the rent to "+s.shown(rent)+", not to "+s.shown(step.PaymentAmount))
			})
		}
		for by := 1; by <= maxStepShift; by++ {
			if earlier := period.Number - by; earlier > 0 && row != d.From && s.rowOf(l.PaymentPeriod(earlier)) == d.From {
				list = append(list, s.moved(i, earlier, on+" comes "+count(by, "row")+" earlier"))
			}
			if row == d.From {
				list = append(list, s.moved(i, period.Number+by, on+" comes "+count(by, "row")+" later"))
			}
		}
	}
	return list
}

func (s *search) moved(step, period int, words string) paymentChange {
	from := s.q.Lease.PaymentPeriod(period).First
	return func(v *variant) {
		v.lease.RentSteps = changed(v.lease.RentSteps, step, func(step *leasehold.RentStep) { step.From = from })
		v.note("rentSteps["+strconv.Itoa(step)+"].from", `"`+from.String()+`"`, words)
	}
}

func without[T any](list []T, i int) []T {
	if i >= len(list) {
		return list
	}
	return slices.Delete(slices.Clone(list), i, i+1)
}

func changed[T any](list []T, i int, change func(*T)) []T {
	if list = slices.Clone(list); i < len(list) {
		change(&list[i])
	}
	return list
}

func count(n int, noun string) string {
	if n == 1 {
		return "one " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// escalations returns payment changes that replace the escalation rate or amount. Each new rate follows from the growth
// of the reported payment in one row: the row of difference d or the row of the first reported increase.
func (s *search) escalations(d *PaymentDifference) (list []paymentChange) {
	rows := []int{d.From}
	if k := s.firstRise(); k > 0 && k+1 != d.From {
		rows = append(rows, k+1)
	}
	l := &s.q.Lease
	for _, row := range rows {
		before, after, ok := s.aroundRow(row)
		if !ok || after.Cmp(before) <= 0 {
			continue
		}
		if rate, ok := growth(before, after); ok {
			list = append(list, s.escalationChanges(rate, l.AnnualEscalationPct, percent, func(v *variant, words string) {
				v.lease.AnnualEscalationPct, v.lease.AnnualEscalationAmount = strict.Some(rate), optional{}
				v.note("annualEscalationPct", rate.String(), words)
			})...)
		}
		if by := money.FromUnits(new(big.Int).Sub(after, before), s.places); l.AnnualEscalationAmount.Set && by.Cmp(l.AnnualEscalationAmount.Value) != 0 {
			list = append(list, s.escalationChanges(by, l.AnnualEscalationAmount, s.shown, func(v *variant, words string) {
				v.lease.AnnualEscalationAmount = strict.Some(by)
				v.note("annualEscalationAmount", by.String(), words)
			})...)
		}
	}
	return list
}

// escalationChanges returns changes that give the lease another escalation rate or amount from
// commencement. A further change keeps the rent that applies before a date of initial application.
func (s *search) escalationChanges(by money.Decimal, stated optional, show func(money.Decimal) string, change func(v *variant, words string)) (list []paymentChange) {
	words, not := "the rent rises by "+show(by)+" a year", ""
	if stated.Value.Sign() > 0 {
		not = ", not by " + show(stated.Value)
	}
	list = append(list, func(v *variant) { change(v, words+not) })
	l := &s.q.Lease
	if p := s.period(s.paying()); l.Applied() && p.Number > 0 && len(l.RentSteps) == 0 {
		rent := s.escalated(p.Year)
		list = append(list, func(v *variant) {
			change(v, words+" from "+l.Start().String()+" on"+not)
			v.step(p.First, rent)
		})
	}
	return list
}

func (v *variant) step(from civil.Date, rent money.Decimal) {
	v.lease.RentSteps = append(v.lease.RentSteps, leasehold.RentStep{From: from, PaymentAmount: rent})
}

// otherEscalations returns changes to the pattern of the escalation. It might not be compounded, might begin one year
// early or up to three years late, or might occur on days other than commencement anniversaries.
func (s *search) otherEscalations() (list []paymentChange) {
	l := &s.q.Lease
	grows := l.AnnualEscalationPct.Value.Sign() > 0 || l.AnnualEscalationAmount.Value.Sign() > 0
	if !grows || len(l.RentSteps) > 0 {
		return nil
	}
	if l.AnnualEscalationPct.Value.Sign() > 0 {
		rent := l.PaymentAmount.Units(money.AmountPlaces)
		amount := money.FromUnits(rent.Mul(rent, l.AnnualEscalationPct.Value.Units(money.RatePlaces)), money.AmountPlaces+money.RatePlaces)
		list = append(list, func(v *variant) {
			v.lease.AnnualEscalationPct, v.lease.AnnualEscalationAmount = optional{}, strict.Some(amount)
			v.note("annualEscalationAmount", amount.String(), "the escalation is not compounded")
		})
	}
	for years := 1; 12*years < l.TermMonths && years <= 3; years++ {
		list = append(list, func(v *variant) { v.delay(years) })
	}
	early := s.escalated(1)
	list = append(list, func(v *variant) {
		v.lease.PaymentAmount = early
		v.note("paymentAmount", early.String(), "the rent rises one year early")
	})
	return append(list, s.otherAnniversary()...)
}

// delay changes the lease so that the escalation begins a number of years late.
func (v *variant) delay(years int) {
	from := v.lease.CommencementDate.AddMonths(12 * years)
	if p := v.lease.PaymentPeriodAt(from); p.First != from {
		from = v.lease.PaymentPeriod(p.Number + 1).First
	}
	v.step(from, v.lease.PaymentAmount)
	v.note("rentSteps[0]", `{"from":"`+from.String()+`","paymentAmount":`+v.lease.PaymentAmount.String()+`}`, "the rent rises "+count(years, "year")+" late")
}

func (s *search) escalated(years int) money.Decimal {
	l := &s.q.Lease
	rent, places := l.PaymentAmount.Units(money.AmountPlaces), money.AmountPlaces
	if g := l.AnnualEscalationPct.Value; g.Sign() > 0 {
		up := new(big.Int).Exp(big.NewInt(10), big.NewInt(money.RatePlaces), nil)
		up.Add(up, g.Units(money.RatePlaces))
		for range years {
			rent.Mul(rent, up)
			places += money.RatePlaces
		}
		return money.FromUnits(rent, places)
	}
	more := l.AnnualEscalationAmount.Value.Units(money.AmountPlaces)
	return money.FromUnits(rent.Add(rent, more.Mul(more, big.NewInt(int64(years)))), places)
}

// otherAnniversary returns changes that replace the escalation with rent steps every twelve months.
// The first step is at the first reported increase, which is not on an anniversary of commencement.
func (s *search) otherAnniversary() []paymentChange {
	l := &s.q.Lease
	row := s.firstRise()
	if row <= 0 || row >= len(s.ours.Schedule) || l.AnnualEscalationPct.Value.Sign() == 0 {
		return nil
	}
	at, paying := s.period(row), s.period(s.paying())
	if at.Year > s.period(row-1).Year {
		return nil // the first increase is on an anniversary
	}
	words := "the rent first rises on " + at.First.String() + ", not on the anniversary of commencement"
	if paying.Number > 0 {
		words = "the rent rises on " + at.First.String() + ", not on the anniversary of commencement"
	}
	// Before the date of initial application, the actual number of escalations may be one less than the
	// computed number.
	var list []paymentChange
	for _, risen := range []int{paying.Year, paying.Year - 1} {
		if risen >= 0 {
			list = append(list, func(v *variant) { s.statedRises(v, risen, at.Number, words) })
		}
	}
	return list
}

// statedRises replaces an escalation with one rent step per year from the given payment period.
// risen is the number of escalations before the first computed row.
func (s *search) statedRises(v *variant, risen, period int, words string) {
	l := &v.lease
	if p := s.period(s.paying()); p.Number > 0 {
		v.step(p.First, s.escalated(risen))
	}
	for ; ; period += l.PaymentFrequency.PerYear() {
		from := l.PaymentPeriod(period).First
		if !from.Before(l.CommencementDate.AddMonths(l.TermMonths)) {
			break
		}
		risen++
		v.step(from, s.escalated(risen))
	}
	l.AnnualEscalationPct = optional{}
	v.note("annualEscalationPct", "0", words)
}

// firstRise returns the index of the first computed row with an increased payment, or 0.
func (s *search) firstRise() int {
	for i := 1; i < len(s.theirs.Schedule); i++ {
		a, b := s.theirs.Schedule[i-1].Payment, s.theirs.Schedule[i].Payment
		if a.Set && b.Set && a.Value.Sign() > 0 && a.Value.Cmp(b.Value) < 0 {
			return s.number(i) - 1
		}
	}
	return 0
}

// growth returns the relative increase between two payments, to four decimals. The second result is
// true only if the increase is above 0 and at most 100%.
func growth(before, after *big.Int) (rate money.Decimal, ok bool) {
	if before.Sign() <= 0 {
		return money.Decimal{}, false
	}
	gain := new(big.Int).Sub(after, before)
	rate = money.FromUnits(money.QuoRound(gain.Mul(gain, big.NewInt(10_000)), before), 4)
	return rate, rate.Sign() > 0 && rate.Cmp(money.Int(1)) <= 0
}

// aroundRow returns the reported payments of a row and of the row before it, in minor units. The
// third result is false if either payment is not reported.
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

// substituted returns a change that replaces the lease's rents with rent steps from the reported payments. The result
// is nil if the payments still do not match, for example because one is not reported.
func (s *search) substituted(d *PaymentDifference) paymentChange {
	r := s.asGiven()
	r.base = func(v *variant) {
		s.replaceRents(&v.lease)
		v.note(inSchedule(strconv.Itoa(d.From-1), "payment"), d.Theirs.String(), "the payments are replaced by the reported payments")
	}
	if m := s.measure(&r); m == nil || len(s.differingPayments(m)) > 0 {
		return nil
	}
	return r.base
}

func (s *search) replaceRents(l *leasehold.Lease) {
	s.match(&s.ours.Measurement)
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
		p, period := &s.ours.Schedule[k], s.period(k)
		if !s.pays(k) {
			continue
		}
		rent := s.theirs.Schedule[i].Payment.Value.Minor(s.places).Sub(p.Payment.Sub(p.Rent)).Big()
		whole := money.QuoRound(rent.Mul(rent, period.Share.Denom()), period.Share.Num()) // rent for the whole period, including services
		s.setRent(l, period, money.FromUnits(whole, s.places))
	}
}

// setRent sets the rent of a payment period. It changes the last event that can have rents and is
// on or before the period's first day. Without such an event, it changes the lease.
func (s *search) setRent(l *leasehold.Lease, period leasehold.PaymentPeriod, rent money.Decimal) {
	steps := &l.RentSteps
	for i := range l.Events {
		e := &l.Events[i]
		if period.First.Before(e.Date) {
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
		default: // the event has no rents
		}
	}
	if period.Number == 0 {
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
	*steps = append(*steps, leasehold.RentStep{From: period.First, PaymentAmount: rent})
}
