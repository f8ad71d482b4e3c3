package books

import (
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/standard"
)

// maxEntryLines is the maximum number of lines in an entry: in a month in which the class changed,
// for a foreign-currency lease.
const maxEntryLines = 28

// usualLines is the maximum number of lines in a row's entry without variable cost.
const usualLines = 5

// Journal returns the entries: one at commencement, one for each row of the schedule, dated as the
// rows, and one for each event, before the row that starts on its date. Each entry balances and no
// line is negative. After every row and event the accounts equal the closing balances. Entries of
// all rows under a class have the same lines, some of them with 0.00.
func Journal(m *schedule.Measurement) []schedule.Entry {
	b := NewBookkeeper(m)
	n := b.entries()
	entries := make([]schedule.Entry, 0, n)
	lines := make([]schedule.Line, 0, n*usualLines)
	var memos strings.Builder
	memos.Grow(n*(len(b.treatment)+len(b.accrual)+memoFigures) + memoExtra*(1+len(m.Events)))
	for b.Next() {
		if cap(lines)-len(lines) < b.Count {
			lines = make([]schedule.Line, 0, max(n-len(entries), maxEntryLines)*usualLines)
		}
		first, start := len(lines), memos.Len()
		lines = append(lines, b.Lines[:b.Count]...)
		var memo [384]byte
		memos.Write(b.AppendMemo(memo[:0]))
		entries = append(entries, schedule.Entry{
			Kind: b.kind, Period: b.period, Event: b.event, Date: b.Date,
			Memo: memos.String()[start:], Lines: lines[first:len(lines):len(lines)], Fund: b.Fund(),
		})
	}
	return entries
}

// Bytes reserved for the variable part of a memo, and for memos of events.
const (
	memoFigures = 44
	memoExtra   = 192
)

// Bookkeeper writes one entry after the other into the same memory: a response prints hundreds of
// entries and retains no entry. Its fields are the position in the lease and the current entry.
type Bookkeeper struct {
	m            *schedule.Measurement
	rules        *standard.Rules
	renames      bool          // the standard renames some accounts
	record       recording     // of a row
	treatment    string        // first words of every memo
	accrual      string        // last words of a row's memo
	fund         standard.Fund // statements of the current entry
	segment      int           // of the current row
	zeros        bool          // write lines of 0.00
	needed       rowLines      // lines in the entry of every row
	rows, events int           // written so far; rows is -1 before commencement

	kind   schedule.EntryKind // of the current entry
	period int                // the number of its row
	event  int
	Date   civil.Date
	Lines  [maxEntryLines]schedule.Line
	Count  int // number of lines
}

// NewBookkeeper returns a bookkeeper before the first row of m.
func NewBookkeeper(m *schedule.Measurement) Bookkeeper {
	b := Bookkeeper{m: m, rules: m.Lease.Standard.Rules(), fund: m.Lease.Fund.Value, rows: -1}
	b.renames = b.rules.Names.Accounts != nil
	b.needed = b.rowLines()
	if m.Lease.Fund.Value == standard.BothFunds {
		b.fund = standard.Governmental // statements before the first entry
	}
	b.enter(0)
	return b
}

// inFund reports whether the entry belongs to a governmental fund, which recognizes neither an asset nor
// a liability.
func (b *Bookkeeper) inFund() bool { return b.fund == standard.Governmental && !b.m.Lease.Exempt() }

// Fund returns the statements of the current entry, if the lease has both.
func (b *Bookkeeper) Fund() strict.Optional[standard.Fund] {
	return strict.Optional[standard.Fund]{Value: b.fund, Set: b.m.Lease.Fund.Value == standard.BothFunds}
}

// selectFund selects the statements of the next entry.
func (b *Bookkeeper) selectFund(fund standard.Fund) {
	b.fund = fund
	b.enter(b.segment)
}

// enter selects a segment; its class determines how rows are recorded.
func (b *Bookkeeper) enter(segment int) {
	m := b.m
	b.segment = segment
	class := m.Class
	if segment > 0 {
		class = m.Segments[segment].Class
	}
	b.treatment = b.m.Lease.Framework.Say(b.rules.Names.Treatments[class])
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

// recording returns how rows of a class are recorded in the current statements.
func (b *Bookkeeper) recording(class standard.Class) recording {
	if b.inFund() {
		return recordFund
	}
	return recordingOf(&b.m.Lease, class)
}

// entries returns the number of entries.
func (b *Bookkeeper) entries() int {
	n := 1 + len(b.m.Schedule) + len(b.m.Events)
	if b.m.Lease.Fund.Value == standard.BothFunds {
		return len(lease.BothStatements) * n
	}
	return n
}

// rowLines are the optional lines that all rows have because one of them needs it.
type rowLines struct {
	uneven                           bool // the difference between payment and straight-line cost
	variable, services, prepaid, tax bool
}

func (b *Bookkeeper) rowLines() (n rowLines) {
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

// Next writes the next entry and reports whether there is one. An entry without lines has the two
// lines of commencement with 0.00.
func (b *Bookkeeper) Next() bool {
	if !b.advance() {
		return false
	}
	if b.Count == 0 {
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
func (b *Bookkeeper) advance() bool {
	if b.m.Lease.Fund.Value == standard.BothFunds && b.again() {
		return true
	}
	b.Count, b.period, b.event = 0, 0, -1
	switch m := b.m; {
	case b.rows < 0:
		b.rows = 0
		b.kind, b.Date = schedule.EntryCommencement, m.Lease.Start()
		b.commencement()
	case b.events < len(m.Events) && rowsRecordedBefore(&m.Events[b.events]) <= b.rows:
		b.kind, b.event, b.Date = schedule.EntryEvent, b.events, m.Events[b.events].Date
		b.events++
		b.change(&m.Events[b.event])
	case b.rows < len(m.Schedule):
		for b.segment+1 < len(m.Segments) && m.Segments[b.segment+1].FirstRow <= b.rows {
			b.enter(b.segment + 1)
		}
		row := &m.Schedule[b.rows]
		b.rows++
		b.kind, b.period, b.Date = schedule.EntryPeriod, b.rows, row.Date
		b.row(row)
	default:
		return false
	}
	return true
}

// again writes the entry of the governmental fund after the government-wide entry.
// It reports whether it wrote one; otherwise it selects the government-wide statements for the next.
func (b *Bookkeeper) again() bool {
	if b.fund == standard.Governmental {
		b.selectFund(standard.GovernmentWide)
		return false
	}
	b.selectFund(standard.Governmental)
	b.Count = 0
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
func (b *Bookkeeper) row(p *schedule.Period) {
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

// rowsRecordedBefore returns the number of rows recorded before the event.
func rowsRecordedBefore(e *schedule.EventResult) int {
	if e.WithinRow {
		return e.Row + 1
	}
	return e.Row
}

// recognized returns the accounts that the commencement entry debits and credits.
func (b *Bookkeeper) recognized() (asset, liability standard.Account) {
	switch {
	case b.m.Lease.Exempt():
		return standard.AccountPrepaidRent, standard.AccountCash
	case b.inFund():
		return standard.AccountCapitalOutlay, standard.AccountOtherFinancing
	}
	return standard.AccountRouAsset, standard.AccountLeaseLiability
}

func (b *Bookkeeper) commencement() {
	m, l := b.m, &b.m.Lease
	asset, liability := b.recognized()
	costs, incentives := l.Amount(l.InitialDirectCosts), l.Amount(l.LeaseIncentives)
	if l.Exempt() {
		b.debit(standard.AccountPrepaidRent, costs)
		b.credit(standard.AccountCash, costs)
		b.debit(standard.AccountCash, incentives)
		b.credit(standard.AccountPrepaidRent, incentives)
		return
	}
	b.debit(asset, m.InitialRouAsset)
	b.credit(liability, m.InitialLiability)
	if l.OpeningRouAsset.Set {
		b.credit(standard.AccountOpeningBalance, m.InitialRouAsset.Sub(m.InitialLiability))
		return
	}
	if l.Applied() {
		b.credit(standard.AccountPrepaidRent, m.CarriedRent)
		b.debit(standard.AccountOnerousProvision, l.Amount(l.InitialApplication.Value.OnerousProvision))
		return
	}
	b.debit(standard.AccountCash, incentives)
	b.credit(standard.AccountPrepaidRent, l.Amount(l.PrepaidRent))
	b.credit(standard.AccountCash, costs)
	b.credit(standard.AccountCash, m.CommencementPayment)
	b.credit(standard.AccountRestorationProvision, l.Amount(l.RestorationCost))
	b.credit(standard.AccountDeferredIncome, l.Amount(l.GrantElement))
}

// operating records one straight-line cost. The asset decreases with the liability, and by the
// difference between cost and payment (ASC 842-20-35-3).
func (b *Bookkeeper) operating(paid, interest, expense money.Amount) {
	principal := paid.Sub(interest)
	b.debit(standard.AccountLeaseExpense, expense)
	b.credit(standard.AccountCash, paid)
	b.debit(standard.AccountLeaseLiability, principal)
	b.credit(standard.AccountRouAsset, principal)
	b.optional(b.needed.uneven, standard.AccountRouAsset, paid.Sub(expense))
}

// finance records interest and amortization separately.
func (b *Bookkeeper) finance(paid, interest, amortization money.Amount) {
	b.debit(standard.AccountInterestExpense, interest)
	b.debit(standard.AccountLeaseLiability, paid.Sub(interest))
	b.credit(standard.AccountCash, paid)
	b.debit(b.rules.Names.Amortization, amortization)
	b.credit(standard.AccountRouAsset, amortization)
}

// exempt records the cost of an exempt lease. The difference between payments and cost is on
// Prepaid rent, which ends at 0.00.
func (b *Bookkeeper) exempt(paid, expense money.Amount) {
	b.debit(standard.AccountLeaseExpense, expense)
	b.credit(standard.AccountCash, paid)
	b.optional(b.needed.uneven, standard.AccountPrepaidRent, paid.Sub(expense))
}

// service records the debt service of a governmental fund (METHOD 12.8).
func (b *Bookkeeper) service(principal, interest money.Amount) {
	b.debit(standard.AccountExpenditurePrincipal, principal)
	b.debit(standard.AccountExpenditureInterest, interest)
	b.credit(standard.AccountCash, principal.Add(interest))
}

// variable records payments in addition to the measured ones.
func (b *Bookkeeper) variable(expense money.Amount) {
	account := standard.AccountVariableLeaseExpense
	if b.inFund() {
		account = standard.AccountExpenditureOther
	}
	b.debit(account, expense)
	b.credit(standard.AccountCash, expense)
}

// services records the payments for services and their cost. The difference is on Prepaid
// services.
func (b *Bookkeeper) services(expense, paid money.Amount) {
	b.debit(standard.AccountNonLeaseExpense, expense)
	b.credit(standard.AccountCash, paid)
	b.optional(b.needed.prepaid, standard.AccountPrepaidServices, paid.Sub(expense))
}

// tax records irrecoverable tax.
func (b *Bookkeeper) tax(expense money.Amount) {
	b.debit(standard.AccountIrrecoverableTax, expense)
	b.credit(standard.AccountCash, expense)
}

// subleased records income from and receipts of subleases, which are negative, and the rent
// recognized but not received, or received but not recognized.
func (b *Bookkeeper) subleased(income, received money.Amount, before, after *books) {
	b.debit(standard.AccountCash, received.Neg())
	b.debit(standard.AccountRentReceivable, after.rents.receivable.Sub(before.rents.receivable))
	b.credit(standard.AccountDeferredRent, after.rents.deferred.Sub(before.rents.deferred))
	b.credit(standard.AccountSubleaseIncome, income.Neg())
}

// change records an event (METHOD 13.11).
func (b *Bookkeeper) change(e *schedule.EventResult) {
	if b.inFund() {
		b.fundChange(e)
		return
	}
	b.debit(standard.AccountLeaseLiability, e.LiabilityBefore.Sub(e.LiabilityAfter))
	b.debit(standard.AccountRouAsset, e.RouAssetAfter.Sub(e.RouAssetBefore))
	b.credit(standard.AccountCash, e.InitialDirectCosts)
	b.debit(standard.AccountCash, e.LeaseIncentives)
	b.credit(standard.AccountCash, e.Penalty)
	b.credit(standard.AccountCash, e.Price)
	if e.GainOrLoss.Sign() < 0 {
		b.debit(standard.AccountLoss, e.GainOrLoss.Neg())
	} else {
		b.credit(standard.AccountGain, e.GainOrLoss)
	}
	if e.Treatment == schedule.Reversed {
		b.credit(standard.AccountImpairmentReversal, e.ImpairmentLoss.Neg())
	} else {
		b.debit(standard.AccountImpairmentLoss, e.ImpairmentLoss)
	}
	b.debit(standard.AccountProperty, e.Property)
	b.services(e.PrepaidServices, money.Amount{})
}

// fundChange records an event in a governmental fund: an addition to the liability like a
// commencement, and the payments on its date.
func (b *Bookkeeper) fundChange(e *schedule.EventResult) {
	if added := e.LiabilityAfter.Sub(e.LiabilityBefore); added.Sign() > 0 {
		b.debit(standard.AccountCapitalOutlay, added)
		b.credit(standard.AccountOtherFinancing, added)
	}
	paid := e.InitialDirectCosts.Sub(e.LeaseIncentives).Add(e.Penalty).Add(e.Price)
	b.debit(standard.AccountExpenditureOther, paid)
	b.credit(standard.AccountCash, paid)
	b.services(e.PrepaidServices, money.Amount{})
}

// debit adds a line, with a credit for a negative amount. It adds a line of 0.00 only in
// the entry of a row.
func (b *Bookkeeper) debit(account standard.Account, a money.Amount) {
	line := schedule.Line{Account: b.account(account), Debit: a}
	switch a.Sign() {
	case 0:
		if !b.zeros {
			return
		}
	case -1:
		line.Debit, line.Credit = money.Amount{}, a.Neg()
	}
	b.Lines[b.Count] = line
	b.Count++
}

// credit adds a line, with a debit for a negative amount.
func (b *Bookkeeper) credit(account standard.Account, a money.Amount) { b.debit(account, a.Neg()) }

// optional adds a line if it is needed or its amount is not 0.00.
func (b *Bookkeeper) optional(needed bool, account standard.Account, a money.Amount) {
	if needed || !a.IsZero() {
		b.debit(account, a)
	}
}

// account returns the account that the standard uses for a.
func (b *Bookkeeper) account(a standard.Account) standard.Account {
	if b.renames {
		return b.rules.Account(a)
	}
	return a
}

// AppendMemo appends the memo of the current entry: the lease, the treatment, the period with its
// days, and the end of the accrual, because an entry in advance is dated before its cost is
// incurred. The caller quotes it if the lease has an ID or name.
func (b *Bookkeeper) AppendMemo(dst []byte) []byte {
	dst = appendIdentity(dst, &b.m.Lease)
	if fund := b.Fund(); fund.Set {
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

// memoFunds are the first words of memos, for a lease with both statements.
var memoFunds = [...]string{standard.GovernmentWide: "government-wide: ", standard.Governmental: "governmental fund: "}

// appendWords appends the memo after the identity of the lease.
func (b *Bookkeeper) appendWords(dst []byte) []byte {
	m := b.m
	switch b.kind {
	case schedule.EntryCommencement:
		dst = append(dst, b.treatment...)
		if m.Lease.Applied() {
			dst = append(dst, ", first application on "...)
		} else {
			dst = append(dst, ", commencement on "...)
		}
		dst = m.Lease.Start().Append(dst)
		return b.appendRecognized(dst)
	case schedule.EntryEvent:
		return b.appendEvent(dst, &m.Events[b.event])
	case schedule.EntryMonth:
		return b.appendMonth(dst)
	case schedule.EntryExpiry:
		dst = append(dst, "term over: what is left of the "...)
		dst = append(dst, b.rules.Names.Asset...)
		return append(dst, " is reclassified to property and equipment"...)
	case schedule.EntryPeriod:
	default: // corrections and tax entries have their own memos
	}
	p := &m.Schedule[b.period-1]
	dst = append(dst, b.treatment...)
	dst = AppendInt(dst, ", period ", p.Number)
	dst = AppendInt(dst, " of ", len(m.Schedule))
	if stub := m.Lease.PaymentFrequency.Months(); p.Whole() && p.Months < stub {
		dst = AppendInt(dst, " (stub of ", p.Months)
		dst = AppendInt(dst, " of ", stub)
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
func (b *Bookkeeper) appendMonth(dst []byte) []byte {
	dst = append(dst, b.rules.Names.Title...)
	dst = append(dst, " lease, "...)
	dst = append(dst, b.Date.String()[:7]...)
	switch {
	case b.m.Lease.Exempt():
		return append(dst, ": lease cost, kept off the balance sheet"...)
	case b.inFund():
		return append(dst, ": debt service of a governmental fund"...)
	}
	return append(dst, ": cost accrued and payments of the month"...)
}

// appendIdentity appends the ID and name of the lease.
func appendIdentity(dst []byte, l *lease.Lease) []byte {
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

// memoOf returns a memo with the identity of the lease before the text.
func memoOf(l *lease.Lease, words string) string {
	return string(append(appendIdentity(nil, l), words...))
}

// appendRecognized ends the memo of the commencement entry.
func (b *Bookkeeper) appendRecognized(dst []byte) []byte {
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
func (b *Bookkeeper) appendEvent(dst []byte, e *schedule.EventResult) []byte {
	class := e.Class
	if e.Treatment == schedule.Derecognized {
		class = e.ClassBefore
	}
	dst = append(dst, b.m.Lease.Framework.Say(b.rules.Names.Treatments[class])...)
	dst = append(dst, ", "...)
	dst = append(dst, e.Type.Title()...)
	dst = append(dst, " on "...)
	dst = e.Date.Append(dst)
	dst = append(dst, ": "...)
	return append(dst, treatmentWords[e.Treatment]...)
}

// treatmentWords describe the treatment of an event.
var treatmentWords = [...]string{
	schedule.Remeasured:   "lease liability remeasured",
	schedule.Expensed:     "the change of the payments is variable cost",
	schedule.Impaired:     "asset written down",
	schedule.Derecognized: "lease liability and asset derecognized",
	schedule.Reversed:     "impairment reversed",
}

// AppendInt appends a name and a number.
func AppendInt(dst []byte, name string, n int) []byte {
	return strconv.AppendInt(append(dst, name...), int64(n), 10)
}
