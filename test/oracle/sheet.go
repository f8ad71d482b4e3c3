package oracle

import (
	"math/big"
	"slices"
)

// sheet holds amounts by the name under which a report prints them, as
// `liability.additions`. Names that begin with `~` serve entries and are not
// printed.
type sheet map[string]*big.Int

func (s sheet) add(name string, amount *big.Int) {
	if s[name] == nil {
		s[name] = new(big.Int)
	}
	s[name].Add(s[name], amount)
}

// of returns an amount, 0 where nothing was added.
func (s sheet) of(name string) *big.Int {
	if s[name] == nil {
		return new(big.Int)
	}
	return s[name]
}

// less takes another sheet off.
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

// The flows of a span, by table.
var (
	liabilityFlows = []string{
		"late", "additions", "takenOver", "initialApplication", "remeasured", "interest", "payments", "derecognized", "exchange", "translation",
	}
	assetFlows = []string{
		"late", "additions", "takenOver", "initialApplication", "remeasured", "amortization", "impairment", "derecognized", "translation",
	}
	principalFlows  = []string{"late", "additions", "takenOver", "remeasured", "payments", "derecognized"}
	governmentFlows = append(slices.Clone(principalFlows), "exchange", "translation")
	costKinds       = []string{"interest", "amortization", "operating", "shortTerm", "lowValue", "nonLease", "taxes", "variable", "subleaseIncome", "impairment", "gainsAndLosses"}
	cashKinds       = []string{"interest", "principal", "operating", "exempt", "nonLease", "taxes", "variable", "subleases", "commencement", "initialDirectCosts", "incentives", "penalties", "prices"}
)

// deductions are the flows that lessen a balance.
var deductions = map[string]bool{"payments": true, "derecognized": true, "amortization": true, "impairment": true}

// cumulative adds up what happened to a lease through the end of a day, as
// known then.
func (b *book) cumulative(day date) sheet {
	s := sheet{}
	if day.before(b.lease.start()) {
		return s
	}
	known := b.known(day)
	b.addCommencement(s)
	for k := range known.rows {
		if row := &known.rows[k]; row.elapsed(day) > 0 {
			b.addRow(s, row, day)
		}
	}
	for i := range known.marks {
		b.addMark(s, &known.marks[i])
	}
	b.addCash(s, day)
	if b.lease.gasb() {
		beside := b.principalBeside(s, day)
		s.add("principal.remeasured", beside)
		s.add("~principal", beside)
	}
	b.addActual(s, day)
	if last := &known.rows[len(known.rows)-1]; !known.over && day.after(last.last) {
		s.add("rouAsset.derecognized", last.RouAssetClose)
	}
	return s
}

// enters is the line of the rollforwards by which a lease enters.
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

func (b *book) addCommencement(s sheet) {
	r, c := b.lease, &b.commencement
	enters := r.enters()
	s.add("liability."+enters, c.liability)
	s.add("rouAsset."+enters, c.asset)
	s.add("principal."+enters, c.liability)
	s.add("cash.initialDirectCosts", r.units(r.DirectCosts))
	s.add("cash.incentives", new(big.Int).Neg(r.units(r.Incentives)))
	s.add("cash.commencement", c.paid)
	if r.Exemption == "" && enters == "additions" {
		s.add("nonCash", c.liability)
		s.add("nonCash", new(big.Int).Neg(b.stages[0].rows[0].paidBy(r.Commencement)))
	}
}

// addRow adds what a row has come to by the end of a day.
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
	s.add("~service", row.serviceBy(row.elapsed(day))) // without what an end expenses
	service, tax := row.beside(day)
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

// entryFlow names what the entries of rows under a treatment sum up.
func entryFlow(of treatment, name string) string { return "~" + string(of) + "." + name }

func (b *book) addMark(s sheet, m *mark) {
	s.add("liability.remeasured", m.liabilityRemeasured)
	s.add("liability.derecognized", m.liabilityDerecognized)
	s.add("principal.remeasured", m.liabilityRemeasured)
	s.add("principal.derecognized", m.liabilityDerecognized)
	s.addLost(m, b.unpaidLost(m))
	s.add("rouAsset.remeasured", m.assetRemeasured)
	s.add("rouAsset.derecognized", m.assetDerecognized)
	s.add("rouAsset.impairment", m.impairment)
	s.add("cost.impairment", m.impairment)
	s.add("cost.nonLease", m.service)
	s.add("cost.gainsAndLosses", new(big.Int).Neg(m.gain))
	s.add("cash.initialDirectCosts", m.directCosts)
	s.add("cash.incentives", new(big.Int).Neg(m.incentives))
	s.add("cash.penalties", m.penalty)
	s.add("cash.prices", m.price)
	s.add("nonCash", m.obtained)
}

// addLost takes accrued interest that was lost by an event off what it did to the principal.
func (s sheet) addLost(m *mark, lost *big.Int) {
	if m.liabilityDerecognized.Sign() != 0 {
		s.add("principal.derecognized", new(big.Int).Neg(lost))
		return
	}
	s.add("principal.remeasured", lost)
}

// principalBeside is what the principal rose by the end of a day other than by what
// commenced, was paid or changed: interest that was paid ahead lessens it until it accrues,
// and accrued interest of which the liability had not enough is principal again where
// something is received.
func (b *book) principalBeside(s sheet, day date) *big.Int {
	rose := b.principal(day)
	for _, flow := range principalFlows {
		rose.Sub(rose, signed(flow, s.of("principal."+flow)))
	}
	return rose
}

// unpaidLost is by how much an event lessens the interest accrued and not yet
// paid, which is never more than the liability that it is a part of.
func (b *book) unpaidLost(m *mark) *big.Int {
	unpaid := b.unpaidBy(b.known(m.day), m.day.dayBefore()) // with the row that the event cut
	before := atMost(unpaid, m.liabilityBefore)
	if m.derecognized {
		return new(big.Int).Set(before)
	}
	return new(big.Int).Sub(before, atMost(unpaid, m.liabilityAfter))
}

// addCash adds the payments of a lease that is not exempt by kind.
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

// addActual adds what was paid outside the liability and received from subleases, at a
// first application nothing from before it.
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

// accumulated is the amortization and impairment of an asset that is still in
// the books at the end of a day; what leaves at a decrease of scope takes its
// share along.
func (b *book) accumulated(day date) *big.Int {
	sum := new(big.Int)
	known := b.known(day)
	if day.before(b.lease.start()) || known.over || day.after(known.rows[len(known.rows)-1].last) {
		return sum
	}
	marks := known.marks
	for k := range known.rows {
		row := &known.rows[k]
		for ; len(marks) > 0 && !row.first.before(marks[0].day); marks = marks[1:] {
			sum.Add(sum, marks[0].impairment)
			sum.Sub(sum, marks[0].gone(sum))
		}
		if e := row.elapsed(day); e > 0 {
			_, amortization, _ := b.soFar(row, e)
			sum.Add(sum, amortization)
		}
	}
	return sum
}

// gone is the part of an amount that left with the asset's decrease.
func (m *mark) gone(of *big.Int) *big.Int {
	if m.derecognized || m.decreaseOf.Sign() == 0 {
		return new(big.Int)
	}
	gone := new(big.Int).Sub(m.decreaseOf, m.decreaseTo)
	gone.Mul(gone, of)
	if m.decreaseOf.Sign() < 0 {
		gone.Neg(gone)
	}
	return roundedQuotient(gone, new(big.Int).Abs(m.decreaseOf))
}
