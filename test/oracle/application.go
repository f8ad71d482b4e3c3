package oracle

import "math/big"

// Application describes the initial application of a standard to a lease that was previously
// classified as an operating lease.
type Application struct {
	Date date     `json:"date"`
	Rent *big.Rat `json:"prepaidOrAccruedRent"` // prepaid rent; a negative amount is accrued rent; nil if the amount must be computed from the rent

	OnerousProvision *big.Rat `json:"onerousProvision"`
}

// start returns the date of the first measurement: the commencement date or the date of initial
// application.
func (r *Request) start() date {
	if r.applied() {
		return r.Application.Date
	}
	return r.Commencement
}

func (r *Request) applied() bool { return r.Application != nil && r.Exemption == "" }

func checkApplication(r *Request) error {
	a := r.Application
	if a == nil {
		return nil
	}
	end := r.monthStart(r.TermMonths)
	switch {
	case !r.ifrs():
		return refuse("initialApplication", "has a meaning under IFRS_16 and FRS_102 alone")
	case !a.Date.after(r.Commencement) || !a.Date.before(end):
		return refuse("initialApplication.date", "must be after commencement and within the term")
	case r.Exemption == "low_value":
		return refuse("initialApplication", "cannot be combined with low_value")
	case r.Exemption == "short_term" && a.Date.plusMonths(12).before(end):
		return refuse("exemption", "short_term needs a term that ends within 12 months of initialApplication.date")
	case r.Exemption == "short_term" && (a.Rent != nil || a.OnerousProvision != nil):
		return refuse("initialApplication", "accepts only its date for a short_term lease")
	}
	for _, other := range []struct {
		member string
		stated bool
	}{
		{"openingRouAsset", r.OpeningRouAsset != nil},
		{"grantElement", r.GrantElement != nil},
		{"restorationCost", r.RestorationCost != nil},
		{"settled", r.settled()},
		{"prepaidRent", r.PrepaidRent != nil},
		{"initialDirectCosts", r.DirectCosts != nil},
		{"leaseIncentives", r.Incentives != nil},
	} {
		if other.stated {
			return refuse("initialApplication", "cannot be combined with %s", other.member)
		}
	}
	uneven := r.Rent.Steps != nil && len(*r.Rent.Steps) > 0 || r.Rent.Free != nil && len(*r.Rent.Free) > 0 ||
		r.Rent.Others != nil && len(*r.Rent.Others) > 0 || above(r.Escalation) || above(r.Rent.EscalationAmount)
	if r.applied() && a.Rent == nil && uneven {
		return refuse("initialApplication.prepaidOrAccruedRent", "is required here; whether steps were spread is a matter of the books")
	}
	return nil
}

// rentCarried returns the prepaid rent at the end of the day before initial application. Accrued
// rent is returned as a negative amount. If the request supplies no balance, rentCarried apportions
// the current period's rent by days. If rent is paid in advance, the days after that day count. If
// rent is paid in arrears, the days up to that day count.
func (b *book) rentCarried() *big.Int {
	r, t := b.lease, b.measured
	if r.Application.Rent != nil {
		return r.units(r.Application.Rent)
	}
	k, _ := r.periodOf(r.Application.Date)
	p := r.period(k)
	end := earlier(p.next, r.monthStart(r.TermMonths))
	elapsed, days := p.first.daysTo(r.Application.Date), p.first.daysTo(end)
	part := -elapsed // in arrears, the rent for the elapsed days is accrued
	if r.advance() {
		part = days - elapsed
	}
	if elapsed == 0 {
		part = 0
	}
	byDays := fraction{big.NewInt(int64(part)), big.NewInt(int64(days))}
	share := whole(t.rentDue(k).lease).times(byDays) // the period's rent is rounded to cents before it is apportioned
	return roundedQuotient(share.num, share.den)
}
