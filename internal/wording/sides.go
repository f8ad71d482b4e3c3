package wording

import (
	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

// A Side is a column of additional cost, which only some leases have.
type Side struct {
	Member  string // of the contract
	Heading string
	Of      func(*leasehold.Period) money.Amount

	has func(*leasehold.Measurement) bool
}

// Sides are all columns of additional cost, in the API contract's order.
var Sides = [...]Side{
	{
		"variableLeaseExpense", "Variable lease cost", func(p *leasehold.Period) money.Amount { return p.VariableLeaseExpense },
		(*leasehold.Measurement).Varies,
	},
	{
		"nonLeaseExpense", "Non-lease components", func(p *leasehold.Period) money.Amount { return p.NonLeaseAmounts().Expense },
		func(m *leasehold.Measurement) bool { return m.Lease.HasServices() },
	},
	{
		"taxExpense", "Irrecoverable tax", func(p *leasehold.Period) money.Amount { return p.NonLeaseAmounts().Tax },
		func(m *leasehold.Measurement) bool { return m.Lease.IrrecoverableTaxRate.Set },
	},
}

// In reports whether the schedule of the lease has the column.
func (s *Side) In(m *leasehold.Measurement) bool { return s.has(m) }

// SidesOf returns the additional columns of a lease, with the standard's terms.
func SidesOf(m *leasehold.Measurement) (list []Side) {
	for i := range Sides {
		if s := &Sides[i]; s.In(m) {
			list = append(list, *s)
			list[len(list)-1].Heading = m.Lease.Say(s.Heading)
		}
	}
	return list
}
