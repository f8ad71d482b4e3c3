package lease

import (
	"fmt"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/standard"
)

// InitialApplication contains the terms on which an existing lease is first recognized. Since
// commencement, the lessee has accounted for it as an operating lease (METHOD 19).
type InitialApplication struct {
	Date                 civil.Date
	PrepaidOrAccruedRent Optional[money.Decimal] // carrying amount at the end of the preceding day; negative if accrued
	OnerousProvision     Optional[money.Decimal]
}

// Applied reports whether the lease is recognized at an initial application instead of at
// commencement. It is false for an exempt lease, which is not recognized at all.
func (l *Lease) Applied() bool { return l.InitialApplication.Set && !l.Exempt() }

// Start returns the date of the first measurement: the date of initial application or, without an
// initial application, the commencement date.
func (l *Lease) Start() civil.Date {
	if l.Applied() {
		return l.InitialApplication.Value.Date
	}
	return l.CommencementDate
}

// checkApplication rejects an initial application that is not allowed for the lease (METHOD 19.1
// to 19.3).
func (l *Lease) checkApplication(f *strict.Faults, in *strict.Place) {
	if !l.InitialApplication.Set {
		return
	}
	a, at := &l.InitialApplication.Value, strict.Element(in, "initialApplication", -1)
	if last := l.end(l.TermMonths); !l.CommencementDate.Before(a.Date) || last.Before(a.Date) {
		f.Add(at, "date", fmt.Sprintf("%s must be after commencement, %s, and not after the last day of the term, %s", a.Date, l.CommencementDate, last))
		return
	}
	for _, m := range []statedField{
		{"openingRouAsset", l.OpeningRouAsset.Set},
		{"grantElement", l.GrantElement.Set},
		{"restorationCost", l.RestorationCost.Set},
		{"basis.commencementPayment of settled", l.Settles()},
		{"prepaidRent", l.PrepaidRent.Set},
		{"initialDirectCosts", l.InitialDirectCosts.Set},
		{"leaseIncentives", l.LeaseIncentives.Set},
	} {
		if m.set {
			f.Add(in, "initialApplication", "is not allowed together with "+m.name+": prepaidOrAccruedRent includes its remaining amount")
		}
	}
	switch {
	case l.Exemption == standard.LowValue:
		f.Add(in, "initialApplication", "is not allowed together with low_value: a lease of a low-value asset is not recognized; supply only low_value")
	case l.Exemption == standard.ShortTerm:
		if a.PrepaidOrAccruedRent.Set {
			f.Add(at, "prepaidOrAccruedRent", "is not allowed together with short_term, which recognizes no amounts; supply only the date")
		}
		if a.OnerousProvision.Set {
			f.Add(at, "onerousProvision", "is not allowed together with short_term, which recognizes no amounts; supply only the date")
		}
	case !a.PrepaidOrAccruedRent.Set && l.UnevenRents():
		f.Add(at, "prepaidOrAccruedRent", "is required for uneven rents: supply the balance in the books, or 0 if the books did not spread the rents")
	}
}

// UnevenRents reports whether the lease has rent steps, rent-free periods, one-off payments or an
// escalation.
func (l *Lease) UnevenRents() bool {
	return len(l.RentSteps) > 0 || len(l.RentFree) > 0 || len(l.OtherPayments) > 0 ||
		l.AnnualEscalationPct.Value.Sign() > 0 || l.AnnualEscalationAmount.Value.Sign() > 0
}

// endsWithinAYear reports whether the term ends within twelve months of initial application
// (METHOD 19.3).
func (l *Lease) endsWithinAYear() bool {
	return l.end(l.TermMonths).Before(l.InitialApplication.Value.Date.AddMonths(12))
}
