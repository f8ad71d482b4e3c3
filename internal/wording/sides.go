package wording

import (
	"slices"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

// ScheduleColumn is an amount column of a schedule.
type ScheduleColumn struct {
	Member  string // name of the column in the API contract
	Heading string
	Balance bool // whether the amounts are balances at the ends of the rows, which have no total
	Of      func(*leasehold.Period) money.Amount
}

// Side is a column for a cost that is not part of the lease cost. Only some leases have such
// columns.
type Side struct {
	ScheduleColumn

	has func(*leasehold.Measurement) bool
}

// Sides contains all columns of additional costs, in the order of the API contract.
var Sides = [...]Side{
	{
		ScheduleColumn{"variableLeaseExpense", "Variable lease cost", false, func(p *leasehold.Period) money.Amount { return p.VariableLeaseExpense }},
		(*leasehold.Measurement).Varies,
	},
	{
		ScheduleColumn{"nonLeaseExpense", "Non-lease components", false, func(p *leasehold.Period) money.Amount { return p.NonLeaseAmounts().Expense }},
		func(m *leasehold.Measurement) bool { return m.Lease.HasServices() },
	},
	{
		ScheduleColumn{"taxExpense", "Irrecoverable tax", false, func(p *leasehold.Period) money.Amount { return p.NonLeaseAmounts().Tax }},
		func(m *leasehold.Measurement) bool { return m.Lease.IrrecoverableTaxRate.Set },
	},
}

// amounts returns the columns that every schedule has.
func amounts(c *Columns) []ScheduleColumn {
	return []ScheduleColumn{
		{"payment", c.Payment, false, func(p *leasehold.Period) money.Amount { return p.Payment }},
		{"interest", c.Interest, false, func(p *leasehold.Period) money.Amount { return p.Interest }},
		{"principal", c.Principal, false, func(p *leasehold.Period) money.Amount { return p.Principal }},
		{"liabilityClose", c.Liability, true, func(p *leasehold.Period) money.Amount { return p.LiabilityClose }},
		{"rouAmortization", c.Amortization, false, func(p *leasehold.Period) money.Amount { return p.RouAmortization }},
		{"rouAssetClose", c.Asset, true, func(p *leasehold.Period) money.Amount { return p.RouAssetClose }},
		{"leaseExpense", c.Cost, false, func(p *leasehold.Period) money.Amount { return p.LeaseExpense }},
	}
}

// ScheduleColumns returns the amount columns of a lease's schedule with headings in the terms of
// its standard. The columns that every schedule has come first, followed by the columns of the
// lease's additional costs.
func ScheduleColumns(m *leasehold.Measurement) []ScheduleColumn {
	headings := Headings(m)
	list := amounts(&headings)
	for _, side := range SidesOf(m) {
		list = append(list, side.ScheduleColumn)
	}
	return list
}

// EveryScheduleColumn returns every amount column that any schedule can have. Only the columns of
// additional costs have headings.
func EveryScheduleColumn() []ScheduleColumn {
	list := amounts(new(Columns))
	for i := range Sides {
		list = append(list, Sides[i].ScheduleColumn)
	}
	return list
}

// SumOf returns the total of a column over the given rows.
func (c *ScheduleColumn) SumOf(rows []leasehold.Period) (sum money.Amount) {
	for i := range rows {
		sum = sum.Add(c.Of(&rows[i]))
	}
	return sum
}

// Values returns the amounts of a row in the given columns.
func Values(list []ScheduleColumn, p *leasehold.Period) []money.Amount {
	values := make([]money.Amount, len(list))
	for i := range list {
		values[i] = list[i].Of(p)
	}
	return values
}

// In reports whether the schedule of a lease has the column.
func (s *Side) In(m *leasehold.Measurement) bool { return s.has(m) }

// SidesOf returns the columns of a lease's additional costs, with headings in the terms of its
// standard.
func SidesOf(m *leasehold.Measurement) (list []Side) {
	list = slices.DeleteFunc(slices.Clone(Sides[:]), func(s Side) bool { return !s.has(m) })
	for i := range list {
		list[i].Heading = m.Lease.Say(list[i].Heading)
	}
	return list
}
