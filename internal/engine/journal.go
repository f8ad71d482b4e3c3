package engine

import (
	"strings"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/standard"
)

// Entry is one balanced journal entry.
type Entry struct {
	Kind   EntryKind
	Period int // number of the row that it records; 0 where it records none
	Event  int // place of the event that it records in the lease; -1 where it records none
	Date   civil.Date
	Memo   string
	Lines  []Line         // never empty
	Fund   Optional[Fund] // whose entry it is, where the lease states both
}

// OfFund reports whether it is the entry of a governmental fund next to one of the
// government-wide statements.
func (e *Entry) OfFund() bool { return e.Fund.Set && e.Fund.Value == Governmental }

// EntryKind names the subject of an entry.
type EntryKind uint8

// The kinds of entries.
const (
	EntryCommencement EntryKind = iota // recognition of the asset and the liability
	EntryPeriod                        // one row of the schedule
	EntryEvent                         // an event in the life of the lease
	EntryMonth                         // a calendar month of a report
	EntryExpiry                        // what is left of the asset when the term is over
	EntryCorrection                    // what was signed before, taken to what the books show now
	EntryTax                           // the deferred tax of a span
)

// Line is one line of an entry. At most one side is above zero.
type Line struct {
	Account Account
	Debit   money.Amount
	Credit  money.Amount
}

// maxEntryLines is the most lines that one entry has: that of a month in which the
// class changed, in another currency than the lease's.
const maxEntryLines = 28

// usualLines are the most that the entry of a row without variable cost has.
const usualLines = 5

// Journal returns the entries: one at commencement, one for each row of the
// schedule, dated as the rows, and one for each event, before the row that starts
// on its day. Each entry balances and no line is negative; after every row and
// event the accounts are at the closing balances. The entries of all rows of a
// class have the same lines, some of them with 0.00.
func (m *Measurement) Journal() []Entry {
	b := newBookkeeper(m)
	n := b.entries()
	entries := make([]Entry, 0, n)
	lines := make([]Line, 0, n*usualLines)
	var memos strings.Builder
	memos.Grow(n*(len(b.treatment)+len(b.accrual)+memoFigures) + memoExtra*(1+len(m.Events)))
	for b.next() {
		if cap(lines)-len(lines) < b.count {
			lines = make([]Line, 0, max(n-len(entries), maxEntryLines)*usualLines)
		}
		first, start := len(lines), memos.Len()
		lines = append(lines, b.lines[:b.count]...)
		var memo [384]byte
		memos.Write(b.appendMemo(memo[:0]))
		entries = append(entries, Entry{
			Kind: b.kind, Period: b.period, Event: b.event, Date: b.date,
			Memo: memos.String()[start:], Lines: lines[first:len(lines):len(lines)], Fund: b.whose(),
		})
	}
	return entries
}

// Room in bytes for what a memo adds to its fixed words, and for what the last
// one and those of events add to that.
const (
	memoFigures = 44
	memoExtra   = 192
)

// bookkeeper writes one entry after the other into the same memory: a response
// prints hundreds of them and keeps none.
type bookkeeper struct {
	m            *Measurement
	rules        *standard.Rules
	renames      bool      // the standard has names of its own for some accounts
	record       recording // of a row
	treatment    string    // how every memo begins
	accrual      string    // how the memo of a row ends
	fund         Fund      // whose entry is written
	segment      int       // of the current row
	zeros        bool      // write lines of 0.00
	needed       rowLines  // in the entry of every row
	rows, events int       // written so far; rows is -1 before commencement

	kind   EntryKind // of the current entry
	period int       // the number of its row
	event  int
	date   civil.Date
	lines  [maxEntryLines]Line
	count  int // how many it has
}

func newBookkeeper(m *Measurement) bookkeeper {
	b := bookkeeper{m: m, rules: m.Lease.Standard.Rules(), fund: m.Lease.Fund.Value, rows: -1}
	b.renames = b.rules.Names.Accounts != nil
	b.needed = b.rowLines()
	if m.Lease.Fund.Value == BothFunds {
		b.fund = Governmental // the entry before the first
	}
	b.enter(0)
	return b
}

// inFund reports whether the entry is that of a governmental fund, which recognizes
// neither an asset nor a liability.
func (b *bookkeeper) inFund() bool { return b.fund == Governmental && !b.m.Lease.Exempt() }

// whose says for whom the entry is where the lease states both.
func (b *bookkeeper) whose() Optional[Fund] {
	return Optional[Fund]{Value: b.fund, Set: b.m.Lease.Fund.Value == BothFunds}
}

// turn goes over to the entries of other statements.
func (b *bookkeeper) turn(fund Fund) {
	b.fund = fund
	b.enter(b.segment)
}

// enter turns to a segment, whose class decides how rows are recorded.
func (b *bookkeeper) enter(segment int) {
	m := b.m
	b.segment = segment
	class := m.Class
	if segment > 0 {
		class = m.Segments[segment].Class
	}
	b.treatment = b.rules.Names.Treatments[class]
	b.accrual = b.rules.Names.Accruals[m.Lease.PaymentTiming][class]
	b.record = b.recording(class)
	switch b.record {
	case recordExempt:
		b.treatment, b.accrual = m.Lease.Exemption.Memo(), ": lease cost, kept off the balance sheet"
	case recordFund:
		b.accrual = ": debt service of a governmental fund"
	case recordOperating, recordFinance:
	}
}

// recording returns how rows of a class are recorded in the entries that are written.
func (b *bookkeeper) recording(class Class) recording {
	if b.inFund() {
		return recordFund
	}
	return recordingOf(&b.m.Lease, class)
}

// entries returns how many entries there are.
func (b *bookkeeper) entries() int {
	n := 1 + len(b.m.Schedule) + len(b.m.Events)
	if b.m.Lease.Fund.Value == BothFunds {
		return len(lease.BothStatements) * n
	}
	return n
}

// rowLines are the lines that the entries of all rows have because one of them needs it.
type rowLines struct {
	uneven                           bool // the difference between payment and straight-line cost
	variable, services, prepaid, tax bool
}

func (b *bookkeeper) rowLines() (n rowLines) {
	m := b.m
	for i := range m.Segments {
		record := recordingOf(&m.Lease, m.Segments[i].Class)
		level := record != recordOperating && record != recordExempt
		for _, p := range m.Segments[i].Periods {
			n.uneven = n.uneven || !level && p.Payment != p.LeaseExpense
			n.variable = n.variable || !p.VariableLeaseExpense.IsZero()
			if of := p.NonLease; of != nil {
				n.services = n.services || !of.Expense.IsZero() || !of.Paid.IsZero()
				n.prepaid = n.prepaid || of.Paid != of.Expense
				n.tax = n.tax || !of.Tax.IsZero()
			}
		}
	}
	return n
}

// next writes the next entry and reports whether there is one. An entry that moves no
// balance has the two lines of commencement with 0.00.
func (b *bookkeeper) next() bool {
	if !b.advance() {
		return false
	}
	if b.count == 0 {
		b.zeros = true
		asset, liability := b.recognized()
		b.debit(asset, money.Amount{})
		b.credit(liability, money.Amount{})
		b.zeros = false
	}
	return true
}

// advance writes the next entry. If the lease states both funds, it writes two entries for
// each subject, one for each fund.
func (b *bookkeeper) advance() bool {
	if b.m.Lease.Fund.Value == BothFunds && b.again() {
		return true
	}
	b.count, b.period, b.event = 0, 0, -1
	switch m := b.m; {
	case b.rows < 0:
		b.rows = 0
		b.kind, b.date = EntryCommencement, m.Lease.Start()
		b.commencement()
	case b.events < len(m.Events) && m.Events[b.events].position() <= b.rows:
		b.kind, b.event, b.date = EntryEvent, b.events, m.Events[b.events].Date
		b.events++
		b.change(&m.Events[b.event])
	case b.rows < len(m.Schedule):
		for b.segment+1 < len(m.Segments) && m.Segments[b.segment+1].FirstRow <= b.rows {
			b.enter(b.segment + 1)
		}
		row := &m.Schedule[b.rows]
		b.rows++
		b.kind, b.period, b.date = EntryPeriod, b.rows, row.Date
		b.row(row)
	default:
		return false
	}
	return true
}

// again makes the entry of the governmental fund after that of the government-wide
// statements. It reports whether it was due, and else turns to these for the next.
func (b *bookkeeper) again() bool {
	if b.fund == Governmental {
		b.turn(GovernmentWide)
		return false
	}
	b.turn(Governmental)
	b.count = 0
	switch {
	case b.event >= 0:
		b.change(&b.m.Events[b.event])
	case b.period > 0:
		b.row(&b.m.Schedule[b.period-1])
	default:
		b.commencement()
	}
	return true
}

// row writes the lines of a row.
func (b *bookkeeper) row(p *Period) {
	b.zeros = true
	switch b.record {
	case recordOperating:
		b.operating(p.Payment, p.Interest, p.LeaseExpense)
	case recordFinance:
		b.finance(p.Payment, p.Interest, p.RouAmortization)
	case recordExempt:
		b.exempt(p.Payment, p.LeaseExpense)
	case recordFund:
		interest := b.m.FundInterest[p.Number-1]
		b.service(p.Payment.Sub(interest), interest)
	}
	if b.needed.variable {
		b.variable(p.VariableLeaseExpense)
	}
	of := p.NonLeaseAmounts()
	if b.needed.services {
		b.services(of.Expense, of.Paid)
	}
	if b.needed.tax {
		b.tax(of.Tax)
	}
	b.zeros = false
}

// position returns how many rows are recorded before the event.
func (e *EventResult) position() int {
	if e.WithinRow {
		return e.Row + 1
	}
	return e.Row
}

// recognized returns the accounts that the commencement entry debits and credits.
func (b *bookkeeper) recognized() (asset, liability Account) {
	switch {
	case b.m.Lease.Exempt():
		return AccountPrepaidRent, AccountCash
	case b.inFund():
		return AccountCapitalOutlay, AccountOtherFinancing
	}
	return AccountRouAsset, AccountLeaseLiability
}

func (b *bookkeeper) commencement() {
	m, l := b.m, &b.m.Lease
	asset, liability := b.recognized()
	costs, incentives := l.Amount(l.InitialDirectCosts), l.Amount(l.LeaseIncentives)
	if l.Exempt() {
		b.debit(AccountPrepaidRent, costs)
		b.credit(AccountCash, costs)
		b.debit(AccountCash, incentives)
		b.credit(AccountPrepaidRent, incentives)
		return
	}
	b.debit(asset, m.InitialRouAsset)
	b.credit(liability, m.InitialLiability)
	if l.OpeningRouAsset.Set {
		b.credit(AccountOpeningBalance, m.InitialRouAsset.Sub(m.InitialLiability))
		return
	}
	if l.Applied() {
		b.credit(AccountPrepaidRent, m.CarriedRent)
		b.debit(AccountOnerousProvision, l.Amount(l.InitialApplication.Value.OnerousProvision))
		return
	}
	b.debit(AccountCash, incentives)
	b.credit(AccountPrepaidRent, l.Amount(l.PrepaidRent))
	b.credit(AccountCash, costs)
	b.credit(AccountCash, m.CommencementPayment)
	b.credit(AccountRestorationProvision, l.Amount(l.RestorationCost))
	b.credit(AccountDeferredIncome, l.Amount(l.GrantElement))
}

// operating records one straight-line cost. The asset falls with the liability, and
// the difference between cost and payment moves it on to what ASC 842-20-35-3 asks
// for.
func (b *bookkeeper) operating(paid, interest, expense money.Amount) {
	principal := paid.Sub(interest)
	b.debit(AccountLeaseExpense, expense)
	b.credit(AccountCash, paid)
	b.debit(AccountLeaseLiability, principal)
	b.credit(AccountRouAsset, principal)
	b.optional(b.needed.uneven, AccountRouAsset, paid.Sub(expense))
}

// finance records interest and amortization separately.
func (b *bookkeeper) finance(paid, interest, amortization money.Amount) {
	b.debit(AccountInterestExpense, interest)
	b.debit(AccountLeaseLiability, paid.Sub(interest))
	b.credit(AccountCash, paid)
	b.debit(b.rules.Names.Amortization, amortization)
	b.credit(AccountRouAsset, amortization)
}

// exempt records the cost of a lease that is kept off the balance sheet. What is
// paid before it is cost, or after, is on Prepaid rent, which ends at 0.00.
func (b *bookkeeper) exempt(paid, expense money.Amount) {
	b.debit(AccountLeaseExpense, expense)
	b.credit(AccountCash, paid)
	b.optional(b.needed.uneven, AccountPrepaidRent, paid.Sub(expense))
}

// service records the debt service of a governmental fund (METHOD 12.8).
func (b *bookkeeper) service(principal, interest money.Amount) {
	b.debit(AccountExpenditurePrincipal, principal)
	b.debit(AccountExpenditureInterest, interest)
	b.credit(AccountCash, principal.Add(interest))
}

// variable records what is owed beyond the measured payments.
func (b *bookkeeper) variable(expense money.Amount) {
	account := AccountVariableLeaseExpense
	if b.inFund() {
		account = AccountExpenditureOther
	}
	b.debit(account, expense)
	b.credit(AccountCash, expense)
}

// services records what is paid for services and what they cost. The difference stands on
// Prepaid services.
func (b *bookkeeper) services(expense, paid money.Amount) {
	b.debit(AccountNonLeaseExpense, expense)
	b.credit(AccountCash, paid)
	b.optional(b.needed.prepaid, AccountPrepaidServices, paid.Sub(expense))
}

// tax records tax that is not recovered.
func (b *bookkeeper) tax(expense money.Amount) {
	b.debit(AccountIrrecoverableTax, expense)
	b.credit(AccountCash, expense)
}

// subleased records income from and receipts of subleases, which are negative, and the rent
// recognized but not received, or received but not recognized.
func (b *bookkeeper) subleased(income, received money.Amount, before, after *books) {
	b.debit(AccountCash, received.Neg())
	b.debit(AccountRentReceivable, after.rents.receivable.Sub(before.rents.receivable))
	b.credit(AccountDeferredRent, after.rents.deferred.Sub(before.rents.deferred))
	b.credit(AccountSubleaseIncome, income.Neg())
}

// change records an event (METHOD 13.11).
func (b *bookkeeper) change(e *EventResult) {
	if b.inFund() {
		b.fundChange(e)
		return
	}
	b.debit(AccountLeaseLiability, e.LiabilityBefore.Sub(e.LiabilityAfter))
	b.debit(AccountRouAsset, e.RouAssetAfter.Sub(e.RouAssetBefore))
	b.credit(AccountCash, e.InitialDirectCosts)
	b.debit(AccountCash, e.LeaseIncentives)
	b.credit(AccountCash, e.Penalty)
	b.credit(AccountCash, e.Price)
	if e.GainOrLoss.Sign() < 0 {
		b.debit(AccountLoss, e.GainOrLoss.Neg())
	} else {
		b.credit(AccountGain, e.GainOrLoss)
	}
	if e.Treatment == Reversed {
		b.credit(AccountImpairmentReversal, e.ImpairmentLoss.Neg())
	} else {
		b.debit(AccountImpairmentLoss, e.ImpairmentLoss)
	}
	b.debit(AccountProperty, e.Property)
	b.services(e.PrepaidServices, money.Amount{})
}

// fundChange records an event in a governmental fund: what it adds to the
// liability like a commencement, and what is paid on its day.
func (b *bookkeeper) fundChange(e *EventResult) {
	if added := e.LiabilityAfter.Sub(e.LiabilityBefore); added.Sign() > 0 {
		b.debit(AccountCapitalOutlay, added)
		b.credit(AccountOtherFinancing, added)
	}
	paid := e.InitialDirectCosts.Sub(e.LeaseIncentives).Add(e.Penalty).Add(e.Price)
	b.debit(AccountExpenditureOther, paid)
	b.credit(AccountCash, paid)
	b.services(e.PrepaidServices, money.Amount{})
}

// debit adds a line, with a credit for a negative amount. It adds a line of 0.00 only in
// the entry of a row.
func (b *bookkeeper) debit(account Account, a money.Amount) {
	line := Line{Account: b.account(account), Debit: a}
	switch a.Sign() {
	case 0:
		if !b.zeros {
			return
		}
	case -1:
		line.Debit, line.Credit = money.Amount{}, a.Neg()
	}
	b.lines[b.count] = line
	b.count++
}

// credit adds a line, with a debit for a negative amount.
func (b *bookkeeper) credit(account Account, a money.Amount) { b.debit(account, a.Neg()) }

// optional adds a line if it is needed or its amount is not 0.00.
func (b *bookkeeper) optional(needed bool, account Account, a money.Amount) {
	if needed || !a.IsZero() {
		b.debit(account, a)
	}
}

// account returns what the standard calls an account.
func (b *bookkeeper) account(a Account) Account {
	if b.renames {
		return b.rules.Account(a)
	}
	return a
}

// appendMemo appends the memo of the current entry. It names the lease, the
// treatment, the period and its days, and says up to when the entry accrues: an
// entry in advance is dated before its cost is incurred. The caller quotes it
// where the lease has an identity.
func (b *bookkeeper) appendMemo(dst []byte) []byte {
	dst = appendIdentity(dst, &b.m.Lease)
	if fund := b.whose(); fund.Set {
		dst = append(dst, memoFunds[fund.Value]...)
	}
	from := len(dst)
	dst = b.appendWords(dst)
	if words := b.rules.Names.Words; words != nil {
		end := len(dst)
		dst = words.Append(dst, dst[from:])
		return dst[:from+copy(dst[from:], dst[end:])]
	}
	return dst
}

// memoFunds begin the memos of entries that are written for both funds.
var memoFunds = [...]string{GovernmentWide: "government-wide: ", Governmental: "governmental fund: "}

// appendWords appends what follows the identity of the lease.
func (b *bookkeeper) appendWords(dst []byte) []byte {
	m := b.m
	switch b.kind {
	case EntryCommencement:
		dst = append(dst, b.treatment...)
		if m.Lease.Applied() {
			dst = append(dst, ", first application on "...)
		} else {
			dst = append(dst, ", commencement on "...)
		}
		dst = m.Lease.Start().Append(dst)
		return b.appendRecognized(dst)
	case EntryEvent:
		return b.appendEvent(dst, &m.Events[b.event])
	case EntryMonth:
		return b.appendMonth(dst)
	case EntryExpiry:
		dst = append(dst, "term over: what is left of the "...)
		dst = append(dst, b.rules.Names.Asset...)
		return append(dst, " is reclassified to property and equipment"...)
	case EntryPeriod:
	default: // the corrections and the tax of a span come with their words
	}
	p := &m.Schedule[b.period-1]
	dst = append(dst, b.treatment...)
	dst = appendInt(dst, ", period ", p.Number)
	dst = appendInt(dst, " of ", len(m.Schedule))
	if stub := m.Lease.PaymentFrequency.Months(); p.Whole() && p.Months < stub {
		dst = appendInt(dst, " (stub of ", p.Months)
		dst = appendInt(dst, " of ", stub)
		dst = append(dst, " months)"...)
	}
	dst = append(dst, ", "...)
	dst = p.First.Append(dst)
	dst = append(dst, " to "...)
	dst = p.Last.Append(dst)
	dst = append(dst, b.accrual...)
	if !p.Terminal.IsZero() {
		dst = append(dst, "; the payment includes a terminal amount of "...)
		dst = p.Terminal.AppendGrouped(dst, m.Lease.Currency.Places())
		dst = append(dst, " due on "...)
		dst = p.Last.Append(dst)
		dst = append(dst, ", the last day of the term"...)
	}
	return dst
}

// appendMonth appends the memo of a calendar month.
func (b *bookkeeper) appendMonth(dst []byte) []byte {
	dst = append(dst, b.rules.Names.Title...)
	dst = append(dst, " lease, "...)
	dst = append(dst, b.date.String()[:7]...)
	switch {
	case b.m.Lease.Exempt():
		return append(dst, ": lease cost, kept off the balance sheet"...)
	case b.inFund():
		return append(dst, ": debt service of a governmental fund"...)
	}
	return append(dst, ": cost accrued and payments of the month"...)
}

// appendIdentity appends what the caller calls the lease.
func appendIdentity(dst []byte, l *Lease) []byte {
	switch {
	case l.ID == "" && l.Name == "":
		return dst
	case l.Name == "":
		dst = append(dst, l.ID...)
	case l.ID == "":
		dst = append(dst, l.Name...)
	default:
		dst = append(dst, l.ID...)
		dst = append(dst, ' ')
		dst = append(dst, l.Name...)
	}
	return append(dst, ": "...)
}

// memoOf is the memo of an entry that comes with its words: what the caller calls the lease
// stands before them, as in every other memo.
func memoOf(l *Lease, words string) string { return string(append(appendIdentity(nil, l), words...)) }

// appendRecognized ends the memo of the commencement entry.
func (b *bookkeeper) appendRecognized(dst []byte) []byte {
	l := &b.m.Lease
	switch {
	case l.Exempt():
		return append(dst, ": direct costs and incentives"...)
	case b.inFund():
		return append(dst, ": capital outlay and other financing source"...)
	case l.OpeningRouAsset.Set:
		dst = append(dst, ": "...)
		dst = append(dst, b.rules.Names.Asset...)
		return append(dst, " and lease liability taken over"...)
	}
	dst = append(dst, ": "...)
	dst = append(dst, b.rules.Names.Asset...)
	return append(dst, " and lease liability recognized"...)
}

// appendEvent appends the memo of an event's entry.
func (b *bookkeeper) appendEvent(dst []byte, e *EventResult) []byte {
	class := e.Class
	if e.Treatment == Derecognized {
		class = e.ClassBefore
	}
	dst = append(dst, b.rules.Names.Treatments[class]...)
	dst = append(dst, ", "...)
	dst = append(dst, e.Type.Title()...)
	dst = append(dst, " on "...)
	dst = e.Date.Append(dst)
	dst = append(dst, ": "...)
	return append(dst, treatmentWords[e.Treatment]...)
}

// treatmentWords say what an event did to the books.
var treatmentWords = [...]string{
	Remeasured:   "lease liability remeasured",
	Expensed:     "the change of the payments is variable cost",
	Impaired:     "asset written down",
	Derecognized: "lease liability and asset derecognized",
	Reversed:     "impairment reversed",
}
