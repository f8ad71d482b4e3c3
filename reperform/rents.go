package reperform

import (
	"slices"
	"strconv"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

func (s *search) period(row int) leasehold.PaymentPeriod {
	return s.q.Lease.PaymentPeriodAt(s.ours.Schedule[row].First)
}

// pays reports whether a computed row pays the rent of its payment period. Events may split the
// period into several rows. The first row then pays rent in advance, and the last row pays rent in
// arrears.
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

// rowOf returns the number of the computed row that pays the rent of a payment period, or 0. For a
// period before an initial application, the result is the first row that pays rent.
func (s *search) rowOf(period leasehold.PaymentPeriod) int {
	paying := s.paying()
	for k := paying; k < len(s.ours.Schedule); k++ {
		if of := s.period(k).Number; of == period.Number && s.pays(k) || k == paying && period.Number < of {
			return k + 1
		}
	}
	return 0
}

// isEffective reports whether a computed row pays the rent of a rent step before the next rent step
// replaces that rent.
func (s *search) isEffective(step int) bool {
	steps := s.q.Lease.RentSteps
	return step == len(steps)-1 || s.period(s.paying()).First.Before(steps[step+1].From)
}

// scaled returns a rent to replace the rent in the lease, so that the row of difference d pays the
// reported payment. The second result is false if no such rent exists.
func (s *search) scaled(stated money.Decimal, d *PaymentDifference) (rent money.Decimal, ok bool) {
	if d.From > len(s.ours.Schedule) {
		return d.Theirs, true
	}
	p := &s.ours.Schedule[d.From-1]
	theirs := d.Theirs.Minor(s.places).Sub(p.Payment.Sub(p.Rent)).Big()
	if p.Rent.Sign() <= 0 { // no computed rent to compare with
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
	if rent, ok := s.scaled(l.PaymentAmount, d); ok && d.From <= 2 && rent.Sign() > 0 { // if the commencement payment is settled, row 2 is the first row with a payment
		list = append(list, func(v *variant) {
			v.lease.PaymentAmount = rent
			v.note("paymentAmount", rent.String(), "the rent is "+s.shown(rent)+", not "+s.shown(l.PaymentAmount))
		})
	}
	for i := range l.Events {
		if e := &l.Events[i]; e.PaymentAmount.Set && d.Theirs.Sign() >= 0 {
			list = append(list, func(v *variant) {
				v.lease.Events = changed(v.lease.Events, i, func(e *leasehold.Event) { e.PaymentAmount.Value = d.Theirs })
				v.note("events["+strconv.Itoa(i)+"].paymentAmount", d.Theirs.String(), "the rent from the "+dated(e)+" on is "+s.shown(d.Theirs))
			})
		}
	}
	return list
}

// maxStepShift limits the number of rows from a rent step to its new row in the search.
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
				v.note(member+".paymentAmount", rent.String(), on+" is to "+s.shown(rent)+", not to "+s.shown(step.PaymentAmount))
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

// moved returns the change that moves a rent step to another period.
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
