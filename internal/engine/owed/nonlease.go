package owed

import (
	"slices"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// NonLease contains the amounts due in addition to the lease payments of one measurement:
// services, which accrue over the days that the rent pays for, and irrecoverable tax, which is
// expensed when paid (METHOD 20.2, 20.3).
type NonLease struct{ rows []nonLeaseRow }

// nonLeaseRow contains the non-lease amounts of one row.
type nonLeaseRow struct {
	carried money.Amount // balance of prepaid services before the row's first payment
	service money.Amount // services included in the rent, if the row pays the rent
	tax     money.Amount // tax on the rent
	arrears bool         // the rent is paid on the last day, not on the first
	singles []nonLeaseSingle
}

// nonLeaseSingle contains the non-lease amounts of a one-off payment.
type nonLeaseSingle struct {
	day          int32 // days since the row's first
	service, tax money.Amount
}

// SetRent sets the non-lease amounts of the rent of row i. It ignores rows after the last row.
func (b *NonLease) SetRent(i int, rent Parts, arrears bool) {
	if b == nil || i >= len(b.rows) {
		return
	}
	row := &b.rows[i]
	row.service, row.tax, row.arrears = rent.Service, rent.Tax, arrears
}

// Carry sets the balance of prepaid services before the first row.
func (b *NonLease) Carry(prepaid money.Amount) {
	if b != nil {
		b.rows[0].carried = prepaid
	}
}

// single adds the non-lease amounts of a one-off payment.
func (b *NonLease) single(i int, day int32, p *Parts) {
	if b == nil || i >= len(b.rows) {
		return
	}
	row := &b.rows[i]
	row.singles = append(row.singles, nonLeaseSingle{day, p.Service, p.Tax})
}

// Clone returns a deep copy.
func (b *NonLease) Clone() *NonLease {
	if b == nil {
		return nil
	}
	return &NonLease{slices.Clone(b.rows)}
}

// Fill fills in the non-lease columns of the rows from index first on.
func (b *NonLease) Fill(rows []schedule.Period, first int) {
	if b == nil {
		return
	}
	for i := first; i < len(rows); i++ {
		rows[i].NonLease = b.By(i, rows[i].Days, rows[i].Days)
	}
}

// By returns the amounts accrued and paid by the end of day e of row i, given the number of days
// of the row.
func (b *NonLease) By(i, e, days int) *schedule.NonLease {
	row, of := &b.rows[i], new(schedule.NonLease)
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

// Prepaid returns the balance of prepaid services at the end of day e of row i; e is 0 for the
// preceding day.
func (b *NonLease) Prepaid(i, e, days int) money.Amount {
	if b == nil || i >= len(b.rows) {
		return money.Amount{}
	}
	carried := b.rows[i].carried
	if e == 0 {
		return carried
	}
	of := b.By(i, e, days)
	return carried.Add(of.Paid).Sub(of.Expense)
}

// After returns the amounts of the rows from row i on, without the first e days of that row.
func (b *NonLease) After(i, e, days int) *NonLease {
	if b == nil {
		return nil
	}
	rest := &NonLease{slices.Clone(b.rows[i:])}
	if e == 0 {
		return rest
	}
	row := &rest.rows[0]
	row.carried = b.Prepaid(i, e, days)
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

// VariablePayments contains the actual payments that depend on sales or use (METHOD 25.8), by
// date.
type VariablePayments struct {
	list   []lease.VariablePayment
	places int
}

// VariablePaymentsOf returns the variable payments of a lease.
func VariablePaymentsOf(l *lease.Lease) VariablePayments {
	return VariablePayments{l.VariablePayments, l.Currency.Places()}
}

// Within returns the sum of the payments from one day to another, both included.
func (v VariablePayments) Within(from, to civil.Date) (sum money.Amount) {
	if len(v.list) == 0 {
		return sum
	}
	i, _ := slices.BinarySearchFunc(v.list, from, func(p lease.VariablePayment, day civil.Date) int { return p.Date.Compare(day) })
	for ; i < len(v.list) && !to.Before(v.list[i].Date); i++ {
		sum = sum.Add(v.list[i].Amount.Minor(v.places))
	}
	return sum
}

// AddTo adds the payments of each row to its variable cost.
func (v VariablePayments) AddTo(rows []schedule.Period) {
	if len(v.list) == 0 {
		return
	}
	for i := range rows {
		row := &rows[i]
		row.VariableLeaseExpense = row.VariableLeaseExpense.Add(v.Within(row.First, row.Last))
	}
}
