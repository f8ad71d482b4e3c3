package reperform

import (
	"math/big"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
)

// escalations returns payment changes that replace the escalation rate or amount. The reported
// payment's growth in one row determines each new rate. This is the row of difference d or the row
// of the first reported increase.
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

// escalationChanges returns changes to an escalation by another rate or amount from commencement.
// For a lease with an initial application, another change keeps the rents before the date of
// initial application.
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

// otherEscalations returns changes to the pattern of the escalation. The escalation is not
// compounded, begins one year early or up to three years late, or occurs on other days than
// anniversaries of commencement.
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

// escalated returns the rent after the given number of annual escalations.
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

// otherAnniversary returns changes to an escalation every twelve months from the first reported
// increase, which is not on an anniversary of commencement. The changes replace the escalation with
// rent steps.
func (s *search) otherAnniversary() []paymentChange {
	l := &s.q.Lease
	row := s.firstRise()
	if row <= 0 || row >= len(s.ours.Schedule) || l.AnnualEscalationPct.Value.Sign() == 0 {
		return nil
	}
	at, paying := s.period(row), s.period(s.paying())
	if at.Year > s.period(row-1).Year {
		return nil // an anniversary
	}
	words := "the rent first rises on " + at.First.String() + ", not on the anniversary of commencement"
	if paying.Number > 0 {
		words = "the rent rises on " + at.First.String() + ", not on the anniversary of commencement"
	}
	// Before the date of initial application, the rent may have escalated one time fewer than computed.
	var list []paymentChange
	for _, risen := range []int{paying.Year, paying.Year - 1} {
		if risen >= 0 {
			list = append(list, func(v *variant) { s.statedRises(v, risen, at.Number, words) })
		}
	}
	return list
}

// statedRises replaces an escalation with one rent step per year from the given payment period. risen
// is the number of escalations before the first computed row.
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

// firstRise returns the index of the computed row in which the reported payment first increases, or 0
// if the reported payment never increases.
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
// false unless the increase is above 0 and at most 100 %.
func growth(before, after *big.Int) (rate money.Decimal, ok bool) {
	if before.Sign() <= 0 {
		return money.Decimal{}, false
	}
	gain := new(big.Int).Sub(after, before)
	rate = money.FromUnits(money.QuoRound(gain.Mul(gain, big.NewInt(10_000)), before), 4)
	return rate, rate.Sign() > 0 && rate.Cmp(money.Int(1)) <= 0
}

// aroundRow returns the reported payments of a row and of the preceding row, in minor units. The
// third result is false if a payment is not reported.
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
