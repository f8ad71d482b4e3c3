package disclosure

import (
	"fmt"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
	"github.com/leasehold-accounting/leasehold/standard"
)

// field is an amount of a lease that has a column on the sheets of leases.
type field struct {
	name    string // such as liability.closing
	heading string
	of      func(*portfolio.Line) money.Amount
}

// Prefixes of the names of numbered fields.
const (
	year1     = "maturity.year"
	principal = "principal."
	interest  = "interest."
)

const lateTaxExpense = "deferredTax.expense.late"

// fields returns the amount columns on the sheets of leases, with principal and interest by
// maturity window. Deferred tax is in functional currency, so it is omitted if other amounts are in
// another currency.
func fields(windows int, taxed bool) (list []*field) {
	add := func(name, heading string, of func(*portfolio.Line) money.Amount) {
		list = append(list, &field{name: name, heading: heading, of: of})
	}
	for c := range figure.Count() {
		if c.Statement().Taxed && !taxed {
			continue
		}
		add(c.String(), c.Heading(), func(l *portfolio.Line) money.Amount { return l.Figures.Of(c) })
	}
	addWindows(add, windows)
	return list
}

// taxCaughtUp returns the field for the correction of deferred tax expense. The amounts come from
// the report's list of prior-period corrections.
func (d *draft) taxCaughtUp() *field {
	caughtUp := map[string]money.Amount{}
	if d.Previous != nil {
		for i := range d.Previous.LateChanges {
			change := &d.Previous.LateChanges[i]
			for _, a := range change.Accounts() {
				if a.Account == standard.AccountDeferredTaxExpense.String() {
					caughtUp[change.ID] = a.Amount
				}
			}
		}
	}
	return &field{name: lateTaxExpense, heading: "Deferred tax expense, prior-period corrections", of: func(l *portfolio.Line) money.Amount {
		if !l.Figures.Taxed {
			return money.Amount{} // the comparative period has no prior-period corrections
		}
		return caughtUp[l.Lease.ID]
	}}
}

// addWindows adds fields for principal and interest. Each of the five years after the reporting
// period has two fields, and so has each later window of five years.
func addWindows(add func(name, heading string, of func(*portfolio.Line) money.Amount), windows int) {
	const years = 5
	for i := range windows {
		band := func(l *portfolio.Line) leasehold.Band {
			if i < len(l.Figures.Schedule) {
				return l.Figures.Schedule[i]
			}
			return leasehold.Band{}
		}
		span, when := fmt.Sprint(i+1), fmt.Sprintf("year %d", i+1)
		if i >= years {
			span = fmt.Sprintf("%d to %d", years*(i-years+1)+1, years*(i-years+2))
			when = "years " + span
		}
		add(principal+span, "Principal, "+when, func(l *portfolio.Line) money.Amount { return band(l).Principal })
		add(interest+span, "Interest, "+when, func(l *portfolio.Line) money.Amount { return band(l).Interest })
	}
}
