package oracle

import (
	"math/big"
	"slices"
)

// Entry is a journal entry.
type Entry struct {
	Date  string
	Lines []Line
	Fund  string // empty unless the lease has separate entries for two funds
	Of    string // subject of the entry: the commencement, a row, an event or the end of the term

	titles  map[string]string // the standard's titles, by common account name
	subject []string          // two accounts for lines of zero, if the entry would otherwise have no lines
	slot    string            // slot of the lines added next; empty for lines that every row's entry has
}

func (r *Request) entry(day, of string) Entry {
	return Entry{Date: day, Of: of, titles: titles[r.Standard]}
}

// Line is a debit or a credit to one account.
type Line struct {
	Account       string
	Debit, Credit *big.Int
	slot          string
}

// debit appends a line that debits the account, or credits it if the amount is negative. Only a
// row's entry has lines of 0.
func (e *Entry) debit(account string, amount *big.Int) {
	if title, ok := e.titles[account]; ok {
		account = title
	}
	switch amount.Sign() {
	case 1:
		e.Lines = append(e.Lines, Line{account, amount, new(big.Int), e.slot})
	case -1:
		e.Lines = append(e.Lines, Line{account, new(big.Int), new(big.Int).Neg(amount), e.slot})
	case 0:
		if e.Of == "row" {
			e.Lines = append(e.Lines, Line{account, new(big.Int), new(big.Int), e.slot})
		}
	}
}

// debitIn appends a line that belongs to a slot. If any row uses a slot, every row's entry has the
// slot's lines.
func (e *Entry) debitIn(slot, account string, amount *big.Int) {
	e.slot = slot
	e.debit(account, amount)
	e.slot = ""
}

func (e *Entry) creditIn(slot, account string, amount *big.Int) {
	e.debitIn(slot, account, new(big.Int).Neg(amount))
}

// credit appends a line that credits the account, or debits it if the amount is negative.
func (e *Entry) credit(account string, amount *big.Int) {
	e.debit(account, new(big.Int).Neg(amount))
}

// entries returns the lease's journal: the entries for the commencement, the rows and the events.
// An event's entry precedes the entry of the first row that starts on or after the event's date.
func (b *book) entries() []Entry {
	a := b.in(true)
	all := b.eachFund(a.commencementEntry)
	changes := a.changes
	event := func() {
		all = append(all, b.eachFund(func() Entry { return a.eventEntry(&changes[0], changes[0].mark.service) })...)
	}
	for k := range b.rows {
		row := &b.rows[k]
		for ; len(changes) > 0 && !row.first.before(changes[0].mark.day); changes = changes[1:] {
			event()
		}
		all = append(all, b.eachFund(func() Entry { return b.rowEntry(row) })...)
	}
	for ; len(changes) > 0; changes = changes[1:] {
		event()
	}
	return shaped(all)
}

// shaped removes the lines of slots that no row uses. If an entry then has no lines, it receives
// two lines with the amount 0, for the accounts of a commencement entry.
func shaped(all []Entry) []Entry {
	used := map[string]bool{"": true}
	for _, e := range all {
		for _, line := range e.Lines {
			if line.Debit.Sign() != 0 || line.Credit.Sign() != 0 {
				used[line.slot] = true
			}
		}
	}
	for i := range all {
		e := &all[i]
		e.Lines = slices.DeleteFunc(e.Lines, func(line Line) bool { return !used[line.slot] })
		if len(e.Lines) == 0 {
			for _, account := range e.subject {
				e.Lines = append(e.Lines, Line{Account: account, Debit: new(big.Int), Credit: new(big.Int)})
			}
		}
	}
	return all
}

func (b *book) eachFund(write func() Entry) []Entry {
	var all []Entry
	for _, fund := range b.lease.funds() {
		b.fund = fund
		e := write()
		e.Fund = fund
		e.subject = b.subject()
		all = append(all, e)
	}
	return all
}

// governmental reports whether the current entry belongs to a governmental fund, which uses the
// current financial resources measurement focus.
func (b *book) governmental() bool { return b.fund == "governmental" || b.lease.Fund == "governmental" }

// subject returns the two accounts of a commencement entry, with their titles under the lease's
// standard.
func (b *book) subject() []string {
	accounts := []string{asset, liability}
	switch {
	case b.lease.Exemption != "":
		accounts = []string{prepaid, cash}
	case b.governmental():
		accounts = []string{capitalOutlay, financingSources}
	}
	for i, account := range accounts {
		if title, ok := titles[b.lease.Standard][account]; ok {
			accounts[i] = title
		}
	}
	return accounts
}

func (a *currencyBooks) commencementEntry() Entry {
	r, c := a.lease, &a.commencement
	e := r.entry(r.start().String(), "commencement")
	at := func(units *big.Int) *big.Int { return a.translate(units, a.first) }
	if r.Exemption != "" {
		e.debit(prepaid, at(r.units(r.DirectCosts)))
		e.credit(cash, at(r.units(r.DirectCosts)))
		e.debit(cash, at(r.units(r.Incentives)))
		e.credit(prepaid, at(r.units(r.Incentives)))
		return e
	}
	debited, credited := asset, liability
	if a.governmental() {
		debited, credited = capitalOutlay, financingSources
	}
	e.debit(debited, a.entered())
	e.credit(credited, at(c.liability))
	switch {
	case r.OpeningRouAsset != nil:
		e.credit(openingBalance, new(big.Int).Sub(a.entered(), at(c.liability)))
	case r.applied():
		e.credit(prepaid, a.carried())
		e.debit(onerous, at(c.provision))
	default:
		e.debit(cash, at(r.units(r.Incentives)))
		e.credit(prepaid, a.stated(r.PrepaidFunctional, r.PrepaidRent))
		e.credit(cash, at(r.units(r.DirectCosts)))
		e.credit(cash, at(c.paid))
		e.credit(restoration, at(r.units(r.RestorationCost)))
		e.credit(deferredIncome, at(r.units(r.GrantElement)))
	}
	return e
}

// movement holds the amounts from which the journal entry of a row or a month is computed.
type movement struct {
	treatment                             treatment
	payment, interest, amortization, cost *big.Int
	splitInterest                         *big.Int // part of the payments that settles interest; nil if payments are not divided by date into interest and principal
}

func (b *book) rowEntry(row *Row) Entry {
	m := movement{row.treatment, row.Payment, row.Interest, row.RouAmortization, row.LeaseExpense, nil}
	if b.governmental() {
		m.splitInterest = new(big.Int)
		for _, s := range b.settlements() {
			if !s.day.before(row.first) && !s.day.after(row.last) {
				m.splitInterest.Add(m.splitInterest, s.interest)
			}
		}
	}
	e := b.lease.entry(row.Date, "row")
	b.post(&e, &m)
	b.postVariable(&e, b.variableOf(row))
	service, tax := row.nonLeaseAmounts(row.last)
	b.postNonLease(&e, row.serviceBy(row.days), service, tax)
	return e
}

func (b *book) post(e *Entry, m *movement) {
	principal := new(big.Int).Sub(m.payment, m.interest)
	switch {
	case m.treatment == exempt:
		e.debit(expense, m.cost)
		e.credit(cash, m.payment)
		e.debitIn("uneven", prepaid, new(big.Int).Sub(m.payment, m.cost))
	case b.governmental():
		e.debit(principalExpenditure, new(big.Int).Sub(m.payment, m.splitInterest))
		e.debit(interestExpenditure, m.splitInterest)
		e.credit(cash, m.payment)
	case m.treatment == finance:
		e.debit(interest, m.interest)
		e.debit(liability, principal)
		e.credit(cash, m.payment)
		e.debit(amortized, m.amortization)
		e.credit(asset, m.amortization)
	default:
		e.debit(expense, m.cost)
		e.credit(cash, m.payment)
		e.debit(liability, principal)
		e.credit(asset, principal)
		e.creditIn("uneven", asset, new(big.Int).Sub(m.cost, m.payment))
	}
}

func (b *book) postVariable(e *Entry, cost *big.Int) {
	account := variable
	if b.governmental() && b.lease.Exemption == "" {
		account = otherExpenditure
	}
	e.debitIn("variable", account, cost)
	e.creditIn("variable", cash, cost)
}

// postNonLease appends the lines for services received, services paid and irrecoverable tax.
func (b *book) postNonLease(e *Entry, accrued, paid, tax *big.Int) {
	e.debitIn("service", serviceExpense, accrued)
	e.creditIn("service", cash, paid)
	e.debitIn("ahead", prepaidService, new(big.Int).Sub(paid, accrued))
	e.debitIn("tax", taxExpense, tax)
	e.creditIn("tax", cash, tax)
}

// variableOf returns a row's variable cost: expensed index changes plus actual payments.
func (b *book) variableOf(row *Row) *big.Int {
	cost := new(big.Int).Set(row.Variable)
	for _, v := range b.lease.VariablePayments {
		if !v.Date.before(row.first) && !v.Date.after(row.last) {
			cost.Add(cost, b.lease.units(v.Amount))
		}
	}
	return cost
}

// eventEntry returns an event's entry, including any cost of prepaid services expensed at the
// event.
func (a *currencyBooks) eventEntry(c *change, service *big.Int) Entry {
	m := c.mark
	e := a.lease.entry(m.Date, "event")
	if a.governmental() {
		a.fundEvent(&e, m)
		a.postNonLease(&e, service, new(big.Int), new(big.Int))
		return e
	}
	e.debit(liability, new(big.Int).Sub(c.liabilityGone, c.liabilityRemeasured))
	e.debit(asset, new(big.Int).Sub(c.after, c.before))
	for _, paid := range []*big.Int{m.penalty, m.price, m.directCosts} {
		e.credit(cash, a.translate(paid, c.rate))
	}
	e.debit(cash, a.translate(m.incentives, c.rate))
	if c.gain.Sign() > 0 {
		e.credit(gainOnChange, c.gain)
	} else {
		e.credit(lossOnChange, c.gain)
	}
	e.debitImpairment(m, c.impairment)
	e.debit(property, c.property)
	a.postNonLease(&e, service, new(big.Int), new(big.Int))
	return e
}

// fundEvent appends a governmental fund's lines for event m. It records an addition to the
// liability as it does for a commencement, and also the net amount paid or received.
func (b *book) fundEvent(e *Entry, m *mark) {
	if added := new(big.Int).Sub(m.LiabilityAfter, m.LiabilityBefore); m.measured && added.Sign() > 0 {
		e.debit(capitalOutlay, added)
		e.credit(financingSources, added)
	}
	paid := new(big.Int).Add(m.penalty, m.price)
	paid.Add(paid, m.directCosts).Sub(paid, m.incentives)
	e.debit(otherExpenditure, paid)
	e.credit(cash, paid)
}
