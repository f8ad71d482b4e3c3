package oracle

import (
	"math/big"
	"slices"
)

// Component is a part of what a contract pays for.
type Component struct {
	Lease bool // else a service
	Price *big.Rat
}

func readComponent(m *reader) Component {
	m.text("name", "")
	return Component{m.text("kind", "") == "lease", m.requiredNumber("standalonePrice")}
}

// hasComponents reports whether the lease or an event states components.
func (r *Request) hasComponents() bool {
	return len(r.Components) > 0 || slices.ContainsFunc(r.Events, func(e Event) bool { return len(e.Components) > 0 })
}

// Dated is an amount on a day.
type Dated struct {
	Date   date
	Amount *big.Rat
}

func readDated(m *reader) Dated { return Dated{m.day("date"), m.requiredNumber("amount")} }

// leaseShare is the part of what is paid from a day on that is for the lease.
type leaseShare struct {
	from  date
	share fraction
}

// state takes components: their shares hold for what is paid from the day on.
func (t *terms) state(components []Component, from date) {
	if len(components) == 0 {
		return
	}
	lease, all := new(big.Rat), new(big.Rat)
	for _, c := range components {
		price := toDecimals(c.Price, amountDecimals)
		all.Add(all, price)
		if c.Lease {
			lease.Add(lease, price)
		}
	}
	t.shares = append(t.shares, leaseShare{from, ratio(lease.Quo(lease, all))})
}

// due is what is owed on a day, in minor units: the lease payment, the service
// in addition, and the tax on both that is not recovered.
type due struct{ lease, service, tax *big.Int }

// due splits an amount that is owed on a day.
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
		taxed := amount
		if t.lease.revised() { // the payment as printed
			taxed = whole(t.cents(amount)).over(whole(pow10(t.lease.decimals())))
		}
		d.tax = t.cents(taxed.times(ratio(used(t.lease.TaxRate))))
	}
	return d
}

// cents rounds an amount to minor units.
func (t *terms) cents(amount fraction) *big.Int {
	return roundedQuotient(new(big.Int).Mul(amount.num, pow10(t.lease.decimals())), amount.den)
}

// rentDue is what the rent of period k comes to, where it is due.
func (t *terms) rentDue(k int) due {
	p := t.lease.period(k)
	day := p.first
	if !t.lease.advance() {
		day = earlier(p.next, t.lease.monthStart(t.months)).dayBefore()
	}
	return t.due(t.periodRent(k), day)
}

// unspent is what stands on Prepaid services after rows: paid less accrued,
// what is paid on single days aside.
func unspent(rows []Row) *big.Int {
	balance := new(big.Int)
	for k := range rows {
		balance.Sub(balance, rows[k].service)
		balance.Add(balance, rows[k].rentService())
	}
	return balance
}

// rentService is the service that a row pays with its rent.
func (r *Row) rentService() *big.Int {
	sum := new(big.Int)
	for _, f := range r.flows {
		if f.rent {
			sum.Add(sum, f.service)
		}
	}
	return sum
}

// serviceBy is the service that a row has accrued by the end of its day e: with
// rent evenly over its days, on single days at once.
func (r *Row) serviceBy(e int) *big.Int {
	sum := roundedQuotient(new(big.Int).Mul(r.service, big.NewInt(int64(e))), big.NewInt(int64(r.days)))
	for _, f := range r.flows {
		if !f.rent && r.first.daysTo(f.day) < e {
			sum.Add(sum, f.service)
		}
	}
	return sum
}

// beside adds up the service and the tax that a row has paid by the end of a day.
func (r *Row) beside(day date) (service, tax *big.Int) {
	service, tax = new(big.Int), new(big.Int)
	for _, f := range r.flows {
		if !f.day.after(day) {
			service.Add(service, f.service)
			tax.Add(tax, f.tax)
		}
	}
	return service, tax
}
