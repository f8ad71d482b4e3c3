package oracle

import (
	"math/big"
	"slices"
)

// Component is a lease or a service that the contract contains.
type Component struct {
	Kind  string   `json:"kind"`
	Price *big.Rat `json:"standalonePrice"`
}

func (r *Request) hasComponents() bool {
	return len(r.Components) > 0 || slices.ContainsFunc(r.Events, func(e Event) bool { return len(e.Components) > 0 })
}

// Dated is an amount with its date.
type Dated struct {
	Date   date     `json:"date"`
	Amount *big.Rat `json:"amount"`
}

// leaseShare is the lease's share of payments from a date on.
type leaseShare struct {
	from  date
	share fraction
}

// state divides payments between lease and service, in proportion to the components' stand-alone
// prices. It applies to payments due on or after the given date.
func (t *terms) state(components []Component, from date) {
	if len(components) == 0 {
		return
	}
	lease, all := new(big.Rat), new(big.Rat)
	for _, c := range components {
		price := toDecimals(c.Price, amountDecimals)
		all.Add(all, price)
		if c.Kind == "lease" {
			lease.Add(lease, price)
		}
	}
	t.shares = append(t.shares, leaseShare{from, ratio(lease.Quo(lease, all))})
}

// due holds the parts of one payment in minor units: the lease payment, the service payment and the
// irrecoverable tax on both.
type due struct{ lease, service, tax *big.Int }

// due divides an amount payable on the given day into its parts.
func (t *terms) due(amount fraction, day date) due {
	lease := amount
	for _, s := range t.shares {
		if !s.from.after(day) {
			lease = amount.times(s.share)
		}
	}
	d := due{lease: t.cents(lease), tax: new(big.Int)}
	d.service = new(big.Int).Sub(t.cents(amount), d.lease)
	if t.lease.TaxRate != nil {
		taxed := whole(t.cents(amount)).dividedBy(whole(pow10(t.lease.decimals())))
		d.tax = t.cents(taxed.times(ratio(used(t.lease.TaxRate))))
	}
	return d
}

func (t *terms) cents(amount fraction) *big.Int {
	return roundedQuotient(new(big.Int).Mul(amount.num, pow10(t.lease.decimals())), amount.den)
}

// rentDue divides the rent of period k according to the components that apply on its due date.
func (t *terms) rentDue(k int) due {
	p := t.lease.period(k)
	day := p.first
	if !t.lease.advance() {
		day = earlier(p.next, t.lease.monthStart(t.months)).dayBefore()
	}
	return t.due(t.periodRent(k), day)
}

// unspent returns the balance of Prepaid services after the given rows: services paid in the rent
// less services received. It excludes one-off payments, because their services are expensed on the
// payment date.
func unspent(rows []Row) *big.Int {
	balance := new(big.Int)
	for k := range rows {
		balance.Sub(balance, rows[k].service)
		balance.Add(balance, rows[k].rentService())
	}
	return balance
}

func (r *Row) rentService() *big.Int {
	sum := new(big.Int)
	for _, f := range r.flows {
		if f.rent {
			sum.Add(sum, f.service)
		}
	}
	return sum
}

// serviceBy returns a row's service cost through the end of the row's e-th day. Services paid in
// the rent accrue evenly by days; services in one-off payments are expensed on the payment date.
func (r *Row) serviceBy(e int) *big.Int {
	sum := roundedQuotient(new(big.Int).Mul(r.service, big.NewInt(int64(e))), big.NewInt(int64(r.days)))
	for _, f := range r.flows {
		if !f.rent && r.first.daysTo(f.day) < e {
			sum.Add(sum, f.service)
		}
	}
	return sum
}

// nonLeaseAmounts returns the services and irrecoverable tax that are paid within a row up to the
// end of the given day.
func (r *Row) nonLeaseAmounts(day date) (service, tax *big.Int) {
	service, tax = new(big.Int), new(big.Int)
	for _, f := range r.flows {
		if !f.day.after(day) {
			service.Add(service, f.service)
			tax.Add(tax, f.tax)
		}
	}
	return service, tax
}
