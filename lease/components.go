package lease

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
)

// Component is a good or service under a contract (METHOD 20.2). The consideration is allocated
// in proportion to the stand-alone prices.
type Component struct {
	Name            string
	Kind            ComponentKind
	StandalonePrice money.Decimal // above 0
}

// ComponentKind is the kind of a component.
type ComponentKind uint8

// The kinds of components.
const (
	LeaseComponent ComponentKind = iota
	ServiceComponent
)

var componentKindNames = member.Names(member.ComponentKinds)

// String returns the API name of k, such as service.
func (k ComponentKind) String() string { return strict.Name(componentKindNames, k) }

// VariablePayment is an actual payment that depends on sales or use (METHOD
// 25.8).
type VariablePayment struct {
	Date   civil.Date    // within the term
	Amount money.Decimal // negative if refunded
	Name   string        // at most 200 characters
}

// SubleaseIncome is a receipt from a sublease on a date (METHOD 25.8).
type SubleaseIncome struct {
	Date   civil.Date
	Amount money.Decimal // above 0
}

// ShareOf returns the portion of each payment that is for the lease components, or nil if the whole payment is
// for the lease components.
func ShareOf(components []Component) *big.Rat {
	if components == nil {
		return nil
	}
	lease, all := new(big.Rat), new(big.Rat)
	for i := range components {
		c := &components[i]
		price := InMinor(c.StandalonePrice, 0)
		all.Add(all, price)
		if c.Kind == LeaseComponent {
			lease.Add(lease, price)
		}
	}
	if lease.Cmp(all) == 0 {
		return nil
	}
	return lease.Quo(lease, all)
}

// TaxRate returns the rate of irrecoverable tax, or nil if the lease has no such tax.
func TaxRate(l *Lease) *big.Rat {
	if !l.IrrecoverableTaxRate.Set {
		return nil
	}
	return OnePlus(l.IrrecoverableTaxRate.Value).Sub(OnePlus(l.IrrecoverableTaxRate.Value), big.NewRat(1, 1))
}

// HasServices reports whether the lease has a list of components, from commencement or from a modification.
func (l *Lease) HasServices() bool {
	return l.Components != nil || slices.ContainsFunc(l.Events, func(e Event) bool { return e.Components != nil })
}

// HasNonLease reports whether the lessee pays for services or irrecoverable tax in addition to the lease payments.
func (l *Lease) HasNonLease() bool { return l.HasServices() || l.IrrecoverableTaxRate.Set }

// Subleased returns the receipts from subleases through a date, excluding receipts before an
// initial application (METHOD 19.4).
func (l *Lease) Subleased(day civil.Date) (sum money.Amount) {
	for i := range l.SubleaseIncome {
		if p := &l.SubleaseIncome[i]; !day.Before(p.Date) && !p.Date.Before(l.Start()) {
			sum = sum.Add(p.Amount.Minor(l.Currency.Places()))
		}
	}
	return sum
}

// checkComponents rejects a list of components among which the payments cannot be allocated. The
// components of a modification may all be lease components.
func checkComponents(f *strict.Faults, at *strict.Place, list []Component, services bool) {
	if list == nil {
		return
	}
	kinds := [2]int{}
	for i := range list {
		kinds[list[i].Kind]++
	}
	switch {
	case len(list) < 2:
		f.Add(at, "components", fmt.Sprintf("must have 2 to %d components; got %d", member.MaxComponents, len(list)))
	case kinds[LeaseComponent] == 0:
		f.Add(at, "components", "must include at least one component of kind lease")
	case services && kinds[ServiceComponent] == 0:
		f.Add(at, "components", "must include at least one component of kind service; omit the components field if the lease has no services")
	}
}
