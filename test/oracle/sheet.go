package oracle

import (
	"math/big"
)

// sheet contains a report's amounts by name, such as `liability.additions`. Names with a leading
// `~` are used only to compute entries and are not printed.
type sheet map[string]*big.Int

func (s sheet) add(name string, amount *big.Int) {
	if s[name] == nil {
		s[name] = new(big.Int)
	}
	s[name].Add(s[name], amount)
}

func (s sheet) of(name string) *big.Int {
	if s[name] == nil {
		return new(big.Int)
	}
	return s[name]
}

func (s sheet) less(other sheet) sheet {
	difference := sheet{}
	for name, amount := range s {
		difference.add(name, amount)
	}
	for name, amount := range other {
		difference.add(name, new(big.Int).Neg(amount))
	}
	return difference
}

// These are the movements in each rollforward table.
var (
	liabilityFlows = []string{
		"late", "additions", "takenOver", "initialApplication", "remeasured", "interest", "payments", "derecognized", "exchange", "translation",
	}
	assetFlows = []string{
		"late", "additions", "takenOver", "initialApplication", "remeasured", "amortization", "impairment", "derecognized", "translation",
	}
	principalFlows = []string{"late", "additions", "takenOver", "remeasured", "payments", "derecognized", "exchange", "translation"}
	costKinds      = []string{"interest", "amortization", "operating", "shortTerm", "lowValue", "nonLease", "taxes", "variable", "subleaseIncome", "impairment", "gainsAndLosses", "late"}
	cashKinds      = []string{"interest", "principal", "operating", "exempt", "nonLease", "taxes", "variable", "subleases", "commencement", "initialDirectCosts", "incentives", "penalties", "prices", "late"}
)

// deductions lists the movements that reduce a balance.
var deductions = map[string]bool{"payments": true, "derecognized": true, "amortization": true, "impairment": true, "decreases": true}

// cumulative totals a lease's payments, costs and interest from commencement through the end of the
// day, in the lease's currency. It takes into account only events up to that day.
func (b *book) cumulative(day date) sheet {
	s := sheet{}
	if day.before(b.lease.start()) {
		return s
	}
	known := b.known(day)
	for k := range known.rows {
		if row := &known.rows[k]; row.elapsed(day) > 0 {
			b.addRow(s, row, day)
		}
	}
	for i := range known.marks {
		s.add("cost.nonLease", known.marks[i].service)
	}
	b.addCash(s, day)
	b.addActual(s, day)
	return s
}

// enters returns the name of the rollforward line in which the lease first appears.
func (r *Request) enters() string {
	switch {
	case r.applied():
		return "initialApplication"
	case r.OpeningRouAsset != nil:
		return "takenOver"
	default:
		return "additions"
	}
}

// addRow adds to s a row's amounts through the end of the day.
func (b *book) addRow(s sheet, row *Row, day date) {
	interest, amortization, expense := b.soFar(row, row.elapsed(day))
	paid := row.paidBy(day)
	switch row.treatment {
	case exempt:
		kind := "shortTerm"
		if b.lease.Exemption == "low_value" {
			kind = "lowValue"
		}
		s.add("cost."+kind, expense)
		s.add("cash.exempt", paid)
	case finance:
		s.add("cost.interest", interest)
		s.add("cost.amortization", amortization)
	default:
		s.add("cost.operating", expense)
	}
	if row.treatment != exempt {
		s.add("liability.interest", interest)
		s.add("liability.payments", paid)
		s.add("rouAsset.amortization", amortization)
	}
	s.add("cost.nonLease", row.serviceBy(row.elapsed(day)))
	s.add("~service", row.serviceBy(row.elapsed(day))) // without prepaid services that are expensed when a lease ends
	service, tax := row.nonLeaseAmounts(day)
	s.add("cash.nonLease", service)
	s.add("cost.taxes", tax)
	s.add("cash.taxes", tax)
	for name, amount := range map[string]*big.Int{"payment": paid, "interest": interest, "amortization": amortization, "cost": expense} {
		s.add(entryFlow(row.treatment, name), amount)
	}
	due := row.last
	if b.lease.advance() {
		due = row.first
	}
	if !due.after(day) {
		s.add("cost.variable", row.Variable)
		s.add("cash.variable", row.Variable)
	}
}

// entryFlow returns the name of an amount that entries need separately for each treatment.
func entryFlow(of treatment, name string) string { return "~" + string(of) + "." + name }

// addLost corrects the effect of event m on principal. The correction is the unpaid accrued
// interest that the event removes together with the liability.
func (s sheet) addLost(m *mark, lost *big.Int) {
	if m.LiabilityDerecognized.Sign() != 0 {
		s.add("principal.derecognized", new(big.Int).Neg(lost))
		return
	}
	s.add("principal.remeasured", lost)
}

// unpaidLost returns the amount by which event m reduces the unpaid accrued interest. Unpaid
// accrued interest counts only up to the liability.
func (b *book) unpaidLost(m *mark) *big.Int {
	unpaid := b.unpaidBy(b.known(m.day), m.day.dayBefore())
	before := atMost(unpaid, m.LiabilityBefore)
	if m.derecognized {
		return new(big.Int).Set(before)
	}
	return new(big.Int).Sub(before, atMost(unpaid, m.LiabilityAfter))
}

// addCash adds the lease payments to s by cash flow caption. It excludes the payments of exempt
// leases.
func (b *book) addCash(s sheet, day date) {
	for _, paid := range b.settlements() {
		if paid.day.after(day) {
			continue
		}
		switch paid.treatment {
		case finance:
			s.add("cash.interest", paid.interest)
			s.add("cash.principal", paid.principal)
		default:
			s.add("cash.operating", paid.amount)
		}
		s.add(entryFlow(paid.treatment, "split"), paid.interest)
		s.add("principal.payments", paid.principal)
	}
}

// addActual adds to s the sublease receipts and the actual payments outside the liability. It
// excludes amounts dated before an initial application.
func (b *book) addActual(s sheet, day date) {
	for _, v := range b.lease.VariablePayments {
		if !v.Date.before(b.lease.start()) && !v.Date.after(day) {
			s.add("cost.variable", b.lease.units(v.Amount))
			s.add("cash.variable", b.lease.units(v.Amount))
		}
	}
	for _, income := range b.lease.SubleaseIncome {
		if !income.Date.before(b.lease.start()) && !income.Date.after(day) {
			received := new(big.Int).Neg(b.lease.units(income.Amount))
			s.add("cost.subleaseIncome", received)
			s.add("~dated.income", received)
			s.add("cash.subleases", received)
		}
	}
	b.addSubleases(s, day)
}
