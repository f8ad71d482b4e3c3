package leasehold

import (
	"slices"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/money"
)

// beside are the amounts owed in addition to the lease payments of one measurement: services, which
// accrue over the days that their rent pays for, and tax that is not recovered, which is
// cost of the day of its payment (METHOD 20.2, 20.3).
type beside struct {
	rows    []besideRow
	singles []besideSingle // of all rows that were laid
}

// besideRow is that of one row.
type besideRow struct {
	carried money.Amount // on Prepaid services before the row's first payment: of a row that an event cut
	service money.Amount // of the rent, as it is paid in the row
	tax     money.Amount // of the rent
	closes  bool         // the rent is paid on the last day, not on the first
	singles []besideSingle
}

// besideSingle is that of one single payment.
type besideSingle struct {
	day          int32 // days since the row's first
	service, tax money.Amount
}

// besideOf returns where to note what is owed in addition to the payments of a lease; nil where
// nothing is.
func besideOf(l *Lease) *beside {
	if !l.HasServices() && !l.IrrecoverableTaxRate.Set {
		return nil
	}
	return new(beside)
}

// begin makes room for n rows. What later ones bring is not noted.
func (b *beside) begin(n int) {
	if b != nil {
		b.rows = make([]besideRow, n)
	}
}

// carry notes what stands on Prepaid services before the first row.
func (b *beside) carry(prepaid money.Amount) {
	if b != nil {
		b.rows[0].carried = prepaid
	}
}

// rent notes what a row's rent brings.
func (b *beside) rent(i int, rent *parts, closes bool) {
	if b == nil || i >= len(b.rows) {
		return
	}
	row := &b.rows[i]
	row.service, row.tax, row.closes = rent.service, rent.tax, closes
}

// single notes what a single payment brings.
func (b *beside) single(i int, day int32, p *parts) {
	if b == nil || i >= len(b.rows) {
		return
	}
	n := len(b.singles)
	b.singles = append(b.singles, besideSingle{day, p.service, p.tax})
	row := &b.rows[i]
	row.singles = b.singles[n-len(row.singles):]
}

// fill fills the columns of rows, from their first on.
func (b *beside) fill(rows []Period) { b.fillFrom(0, rows) }

// fillFrom is fill of the rows from one on.
func (b *beside) fillFrom(first int, rows []Period) {
	if b == nil {
		return
	}
	for i := first; i < len(rows); i++ {
		sides := b.by(i, rows[i].Days, rows[i].Days)
		rows[i].sides = &sides
	}
}

// by returns what of row i, which has some days, has accrued and was paid by the end of
// its day e.
func (b *beside) by(i, e, days int) (sides Sides) {
	row := &b.rows[i]
	sides.NonLeaseExpense = row.carried.Add(row.service)
	if e < days {
		sides.NonLeaseExpense = sides.NonLeaseExpense.Prorate(uint64(e), uint64(days))
	}
	if !row.closes || e == days {
		sides.NonLeasePaid, sides.TaxExpense = row.service, row.tax
	}
	for _, s := range row.singles {
		if int(s.day) < e {
			sides.NonLeaseExpense = sides.NonLeaseExpense.Add(s.service)
			sides.NonLeasePaid = sides.NonLeasePaid.Add(s.service)
			sides.TaxExpense = sides.TaxExpense.Add(s.tax)
		}
	}
	return sides
}

// prepaid returns what stands on Prepaid services at the end of day e of row i; e is 0
// before its first.
func (b *beside) prepaid(i, e int, days int) money.Amount {
	if b == nil || i >= len(b.rows) {
		return money.Amount{}
	}
	if e == 0 {
		return b.rows[i].carried
	}
	sides := b.by(i, e, days)
	return b.rows[i].carried.Add(sides.NonLeasePaid).Sub(sides.NonLeaseExpense)
}

// after returns b for the rows from row i on, of which the days up to e are over.
func (b *beside) after(i, e, days int) *beside {
	if b == nil {
		return nil
	}
	rest := &beside{rows: slices.Clone(b.rows[i:])}
	if e == 0 {
		return rest
	}
	row := &rest.rows[0]
	row.carried = b.prepaid(i, e, days)
	if !row.closes {
		row.service, row.tax = money.Amount{}, money.Amount{}
	}
	row.singles = nil
	for _, s := range b.rows[i].singles {
		if int(s.day) >= e {
			row.singles = append(row.singles, besideSingle{s.day - int32(e), s.service, s.tax})
		}
	}
	return rest
}

// variablePayments are what was paid by sales, use or the like (METHOD 25.8), by date.
type variablePayments struct {
	list   []VariablePayment
	places int
	next   int // the place of the one that was not yet paid when looked at last
}

func variableOf(l *Lease) variablePayments {
	return variablePayments{list: l.VariablePayments, places: l.Currency.Places()}
}

// within returns what was paid from one day to another.
func (v *variablePayments) within(from, to civil.Date) (sum money.Amount) {
	i := v.next // as a rule the days before are those looked at last
	if i > 0 && !v.list[i-1].Date.Before(from) || i < len(v.list) && v.list[i].Date.Before(from) {
		i, _ = slices.BinarySearchFunc(v.list, from, func(p VariablePayment, day civil.Date) int { return p.Date.Compare(day) })
	}
	for ; i < len(v.list) && !to.Before(v.list[i].Date); i++ {
		sum = sum.Add(v.list[i].Amount.Minor(v.places))
	}
	v.next = i
	return sum
}

// add adds what was paid in rows to their variable cost.
func (v *variablePayments) add(rows []Period) {
	if len(v.list) == 0 {
		return
	}
	for i := range rows {
		row := &rows[i]
		row.VariableLeaseExpense = row.VariableLeaseExpense.Add(v.within(row.First, row.Last))
	}
}
