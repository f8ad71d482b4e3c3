package engine

import (
	"context"
	"math/big"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/money"
)

// Terms are the payments of a lease as they are in force at commencement or after
// some of its events, and the rows that are measured on them (METHOD 12.2, 13.2).
type Terms struct {
	Rents    []StatedRent // that the liability measures, by month
	Owed     []StatedRent // with the changes of an index that are variable cost; nil where there are none
	Free     []FreeMonths
	Singles  []DatedPayment // in the order of their days
	Terminal money.Amount   // owed on the last day of the term

	Rows      []Period // of the last measurement, to the end of the term in force
	Amortized *big.Rat // months over which its asset is amortized from its start
}

// StatedRent is a stated rent, from which later rents are escalated.
type StatedRent struct {
	Month  int           // in which its period starts, counted from commencement
	Rent   *big.Rat      // of a whole period, exact, in minor units
	Pct    money.Decimal // compounding at each anniversary of commencement
	Amount money.Decimal // or added at each
}

// FreeMonths are months of which a share of the rent is not owed.
type FreeMonths struct {
	Month, Months int // counted from commencement
	Share         money.Decimal
}

// DatedPayment is a single payment; an incentive is negative.
type DatedPayment struct {
	Date   civil.Date
	Amount money.Amount
	Added  bool // the rent of months that an extension added to a period begun (METHOD 13.3)
}

// TermsInForce returns the terms at commencement and after each event: one more
// than the lease has events. The error is that of [Measure].
func TermsInForce(l *Lease) ([]Terms, error) {
	if err := l.Validate(); err != nil {
		return nil, err
	}
	list := make([]Terms, len(l.Events)+1)
	for i := range list {
		until := *l
		if until.Events = l.Events[:i]; i == 0 {
			until.Events = nil
		}
		v, err := measureLife(context.Background(), &until, measureOptions{})
		if err != nil {
			return nil, err
		}
		list[i] = v.last.terms()
	}
	return list, nil
}

// terms returns the terms in force.
func (at *standing) terms() Terms {
	c := at.measured
	t := Terms{Rents: c.stated(), Terminal: c.terminal, Rows: at.segment.Periods, Amortized: at.segment.amortized}
	if at.owed != nil {
		t.Owed = at.owed.stated()
	}
	if t.Amortized == nil { // the lease has ended
		t.Amortized = at.lease.AmortizationMonths(wholeMonths(at.lease.TermMonths))
	}
	for _, f := range c.frees {
		t.Free = append(t.Free, FreeMonths{f.month, f.lastMonth - f.month, money.New(f.share, money.RatePlaces)})
	}
	for _, d := range c.singles {
		t.Singles = append(t.Singles, DatedPayment{d.date, d.parts.lease, d.added})
	}
	return t
}

// stated returns the rents that a contract states.
func (c *contract) stated() []StatedRent {
	list := make([]StatedRent, len(c.bases))
	for i, b := range c.bases {
		list[i] = StatedRent{b.period * c.periods.Months, c.exactRent(b.period), b.pct, b.amount}
	}
	return list
}
