package engine

import (
	"slices"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/money"
)

// nonLease has the amounts due in addition to the lease payments of the rows of one
// measurement: services, which accrue over the days that their rent pays for, and
// irrecoverable tax, an expense of the day of its payment (METHOD 20.2, 20.3).
type nonLease struct{ rows []nonLeaseRow }

// nonLeaseRow has those of one row.
type nonLeaseRow struct {
	carried money.Amount // balance of prepaid services before the row's first payment
	service money.Amount // of the rent, if it is paid in the row
	tax     money.Amount // of the rent
	arrears bool         // the rent is paid on the last day, not on the first
	singles []nonLeaseSingle
}

// nonLeaseSingle has those of one one-off payment.
type nonLeaseSingle struct {
	day          int32 // days since the row's first
	service, tax money.Amount
}

// rent sets the amounts of a row's rent. Rows after the last are ignored.
func (b *nonLease) rent(i int, rent parts, arrears bool) {
	if b == nil || i >= len(b.rows) {
		return
	}
	row := &b.rows[i]
	row.service, row.tax, row.arrears = rent.service, rent.tax, arrears
}

// single adds the amounts of a one-off payment.
func (b *nonLease) single(i int, day int32, p *parts) {
	if b == nil || i >= len(b.rows) {
		return
	}
	row := &b.rows[i]
	row.singles = append(row.singles, nonLeaseSingle{day, p.service, p.tax})
}

// clone returns a copy whose rows can be changed.
func (b *nonLease) clone() *nonLease {
	if b == nil {
		return nil
	}
	return &nonLease{slices.Clone(b.rows)}
}

// fill fills in the columns of rows from one on.
func (b *nonLease) fill(rows []Period, first int) {
	if b == nil {
		return
	}
	for i := first; i < len(rows); i++ {
		rows[i].NonLease = b.by(i, rows[i].Days, rows[i].Days)
	}
}

// by returns what has accrued and was paid by the end of day e of row i, which has so many
// days.
func (b *nonLease) by(i, e, days int) *NonLease {
	row, of := &b.rows[i], new(NonLease)
	of.Expense = row.carried.Add(row.service)
	if e < days {
		of.Expense = of.Expense.Prorate(uint64(e), uint64(days))
	}
	if !row.arrears || e == days {
		of.Paid, of.Tax = row.service, row.tax
	}
	for _, s := range row.singles {
		if int(s.day) < e {
			of.Expense = of.Expense.Add(s.service)
			of.Paid = of.Paid.Add(s.service)
			of.Tax = of.Tax.Add(s.tax)
		}
	}
	return of
}

// prepaid returns the balance of prepaid services at the end of day e of row i; e is 0 for
// the day before its first.
func (b *nonLease) prepaid(i, e, days int) money.Amount {
	if b == nil || i >= len(b.rows) {
		return money.Amount{}
	}
	carried := b.rows[i].carried
	if e == 0 {
		return carried
	}
	of := b.by(i, e, days)
	return carried.Add(of.Paid).Sub(of.Expense)
}

// after returns the amounts of the rows from row i on, without the first e days of that row.
func (b *nonLease) after(i, e, days int) *nonLease {
	if b == nil {
		return nil
	}
	rest := &nonLease{slices.Clone(b.rows[i:])}
	if e == 0 {
		return rest
	}
	row := &rest.rows[0]
	row.carried = b.prepaid(i, e, days)
	if !row.arrears {
		row.service, row.tax = money.Amount{}, money.Amount{}
	}
	row.singles = nil
	for _, s := range b.rows[i].singles {
		if int(s.day) >= e {
			row.singles = append(row.singles, nonLeaseSingle{s.day - int32(e), s.service, s.tax})
		}
	}
	return rest
}

// variablePayments are the actual payments by sales, use or the like (METHOD 25.8), by date.
type variablePayments struct {
	list   []VariablePayment
	places int
}

func variableOf(l *Lease) variablePayments {
	return variablePayments{l.VariablePayments, l.Currency.Places()}
}

// within returns what was paid from one day to another.
func (v variablePayments) within(from, to civil.Date) (sum money.Amount) {
	if len(v.list) == 0 {
		return sum
	}
	i, _ := slices.BinarySearchFunc(v.list, from, func(p VariablePayment, day civil.Date) int { return p.Date.Compare(day) })
	for ; i < len(v.list) && !to.Before(v.list[i].Date); i++ {
		sum = sum.Add(v.list[i].Amount.Minor(v.places))
	}
	return sum
}

// add adds the payments in rows to their variable cost.
func (v variablePayments) add(rows []Period) {
	if len(v.list) == 0 {
		return
	}
	for i := range rows {
		row := &rows[i]
		row.VariableLeaseExpense = row.VariableLeaseExpense.Add(v.within(row.First, row.Last))
	}
}
