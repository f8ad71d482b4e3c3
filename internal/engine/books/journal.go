package books

import (
	"strconv"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/standard"
)

// maxEntryLines is the maximum number of lines in an entry. The longest entry is a foreign-currency
// lease's entry for a month in which the class changed.
const maxEntryLines = 28

// Journal returns the entries: one at commencement, one for each schedule row on the row's date,
// and one for each event. An event's entry precedes the entry of the row that starts on the same
// date. Each entry balances, and no line is negative. After every row and event, the account
// balances equal the closing balances. As long as the lease's class does not change, the entries
// for all rows have the same lines, even if an amount is 0.00.
func Journal(m *schedule.Measurement) (entries []schedule.Entry) {
	b := NewBookkeeper(m)
	for b.Next() {
		entries = append(entries, b.entry())
	}
	return entries
}

// Bookkeeper writes one entry after another into the same memory, because a response prints hundreds of entries without
// retaining them. Its fields contain the position in the lease and the current entry.
type Bookkeeper struct {
	m            *schedule.Measurement
	rules        *standard.Rules
	renames      bool            // whether the standard renames some accounts
	record       recording       // how a row is recorded
	treatment    string          // first words of every memo
	accrual      string          // last words of a row's memo
	funds        []standard.Fund // the statements for which entries are written
	written      int             // number of entries written for the current subject, one for each fund
	fund         standard.Fund   // the statements of the current entry
	segment      int             // segment of the current row
	zeros        bool            // whether to write lines of 0.00
	needed       rowLines        // optional lines that every row's entry includes
	rows, events int             // number of recorded rows (-1 before commencement) and events

	kind   schedule.EntryKind // kind of the current entry
	period int                // row number of the current entry
	event  int
	Date   civil.Date
	Lines  [maxEntryLines]schedule.Line
	Count  int // number of lines
}

// NewBookkeeper returns a bookkeeper positioned before the first row of m.
func NewBookkeeper(m *schedule.Measurement) Bookkeeper {
	funds := m.Lease.Funds()
	b := Bookkeeper{m: m, rules: m.Lease.Standard.Rules(), funds: funds, written: len(funds), fund: funds[0], rows: -1}
	b.renames = b.rules.Names.Accounts != nil
	b.needed = b.rowLines()
	b.enter(0)
	return b
}

// inFund reports whether the entry belongs to a governmental fund, which recognizes neither an asset nor a liability.
func (b *Bookkeeper) inFund() bool { return b.fund == standard.Governmental && !b.m.Lease.Exempt() }

// Fund returns the statements to which the current entry belongs, if the lease has entries for both.
func (b *Bookkeeper) Fund() strict.Optional[standard.Fund] {
	return strict.Optional[standard.Fund]{Value: b.fund, Set: b.m.Lease.Fund.Value == standard.BothFunds}
}

// enter selects a segment. The class of the segment determines how rows are recorded.
func (b *Bookkeeper) enter(segment int) {
	m := b.m
	b.segment = segment
	class := m.Segments[segment].Class
	b.treatment = b.m.Lease.Framework.Say(b.rules.Names.Treatments[class])
	b.accrual = b.rules.Names.Accruals[m.Lease.PaymentTiming][class]
	b.record = b.recording(class)
	switch b.record {
	case recordExempt:
		b.treatment, b.accrual = m.Lease.Exemption.Memo(), exemptCostWords
	case recordFund:
		b.accrual = debtServiceWords
	case recordOperating, recordFinance:
	}
}

// recording selects the lines of an entry for a row.
type recording uint8

// The ways to record a row.
const (
	recordOperating recording = iota // one straight-line cost
	recordFinance                    // interest and amortization separately
	recordExempt                     // exempt from recognition: payments and cost (METHOD 12.6)
	recordFund                       // debt service of a governmental fund (METHOD 12.8)
)

// recording returns how rows under a class are recorded in the current statements.
func (b *Bookkeeper) recording(class standard.Class) recording {
	switch {
	case b.m.Lease.Exempt():
		return recordExempt
	case b.inFund():
		return recordFund
	case class == standard.Operating:
		return recordOperating
	}
	return recordFinance
}

// rowLines selects the optional lines. If at least one row needs an optional line, every row's entry
// includes this line.
type rowLines struct {
	uneven                           bool // the lines for the difference between payment and straight-line cost
	variable, services, prepaid, tax bool
}

func (b *Bookkeeper) rowLines() (n rowLines) {
	m := b.m
	for i := range m.Segments {
		level := m.Segments[i].Class != standard.Operating && !m.Lease.Exempt()
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

// Next writes the next entry and reports whether there is one. If the lease has entries for both funds, each subject
// has two entries. An entry that would otherwise be empty has the two commencement lines with 0.00.
func (b *Bookkeeper) Next() bool {
	if b.written == len(b.funds) {
		if !b.advance() {
			return false
		}
		b.written = 0
	}
	if fund := b.funds[b.written]; fund != b.fund {
		b.fund = fund
		b.enter(b.segment)
	}
	b.written++
	b.Count = 0
	switch {
	case b.event >= 0:
		b.change(&b.m.Events[b.event])
	case b.period > 0:
		b.row(&b.m.Schedule[b.period-1])
	default:
		b.commencement()
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

// advance selects the subject of the next entry, and reports whether there is one.
func (b *Bookkeeper) advance() bool {
	m := b.m
	b.period, b.event = 0, -1
	switch {
	case b.rows < 0:
		b.rows = 0
		b.kind, b.Date = schedule.EntryCommencement, m.Lease.Start()
	case b.events < len(m.Events) && m.Events[b.events].RowsBefore() <= b.rows:
		b.kind, b.event, b.Date = schedule.EntryEvent, b.events, m.Events[b.events].Date
		b.events++
	case b.rows < len(m.Schedule):
		for b.segment+1 < len(m.Segments) && m.Segments[b.segment+1].FirstRow <= b.rows {
			b.enter(b.segment + 1)
		}
		b.kind, b.Date = schedule.EntryPeriod, m.Schedule[b.rows].Date
		b.rows++
		b.period = b.rows
	default:
		return false
	}
	return true
}

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

// The result contains the accounts that the commencement entry debits and credits.
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

// An operating lease has a single straight-line cost. The decrease in the asset is the sum of two amounts: the decrease
// in the liability, and the difference between cost and payment (ASC 842-20-35-3).
func (b *Bookkeeper) operating(paid, interest, expense money.Amount) {
	principal := paid.Sub(interest)
	b.debit(standard.AccountLeaseExpense, expense)
	b.credit(standard.AccountCash, paid)
	b.debit(standard.AccountLeaseLiability, principal)
	b.credit(standard.AccountRouAsset, principal)
	b.optional(b.needed.uneven, standard.AccountRouAsset, paid.Sub(expense))
}

func (b *Bookkeeper) finance(paid, interest, amortization money.Amount) {
	b.debit(standard.AccountInterestExpense, interest)
	b.debit(standard.AccountLeaseLiability, paid.Sub(interest))
	b.credit(standard.AccountCash, paid)
	b.debit(b.rules.Names.Amortization, amortization)
	b.credit(standard.AccountRouAsset, amortization)
}

// The cost of an exempt lease is recorded, and the difference between payments and cost is posted
// to Prepaid rent, which ends at 0.00.
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

// Variable cost consists of payments that are excluded from the liability.
func (b *Bookkeeper) variable(expense money.Amount) {
	account := standard.AccountVariableLeaseExpense
	if b.inFund() {
		account = standard.AccountExpenditureOther
	}
	b.debit(account, expense)
	b.credit(standard.AccountCash, expense)
}

// The payments for services and the cost of services are recorded. The difference is posted to Prepaid services.
func (b *Bookkeeper) services(expense, paid money.Amount) {
	b.debit(standard.AccountNonLeaseExpense, expense)
	b.credit(standard.AccountCash, paid)
	b.optional(b.needed.prepaid, standard.AccountPrepaidServices, paid.Sub(expense))
}

func (b *Bookkeeper) tax(expense money.Amount) {
	b.debit(standard.AccountIrrecoverableTax, expense)
	b.credit(standard.AccountCash, expense)
}

// Sublease income and receipts, both passed as negative amounts, are recorded together with the
// change in rent receivable and deferred rent.
func (b *Bookkeeper) subleased(income, received money.Amount, before, after *books) {
	b.debit(standard.AccountCash, received.Neg())
	b.debit(standard.AccountRentReceivable, after.rents.receivable.Sub(before.rents.receivable))
	b.credit(standard.AccountDeferredRent, after.rents.deferred.Sub(before.rents.deferred))
	b.credit(standard.AccountSubleaseIncome, income.Neg())
}

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

// fundChange records an event in a governmental fund. An increase in the liability is recorded like
// a commencement. The payments on the event's date are also recorded.
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

// debit appends a debit line, or a credit line if the amount is negative. Lines of 0.00 are added
// only to a row's entry.
func (b *Bookkeeper) debit(account standard.Account, a money.Amount) {
	if a.IsZero() && !b.zeros {
		return
	}
	if b.renames {
		account = b.rules.Account(account)
	}
	b.Lines[b.Count] = lineOf(account, a)
	b.Count++
}

// lineOf returns a debit, or a credit if the amount is negative.
func lineOf(account standard.Account, a money.Amount) schedule.Line {
	if a.Sign() < 0 {
		return schedule.Line{Account: account, Credit: a.Neg()}
	}
	return schedule.Line{Account: account, Debit: a}
}

// credit appends a credit line, or a debit line if the amount is negative.
func (b *Bookkeeper) credit(account standard.Account, a money.Amount) { b.debit(account, a.Neg()) }

// A debit line of 0.00 is appended only if it is needed.
func (b *Bookkeeper) optional(needed bool, account standard.Account, a money.Amount) {
	if needed || !a.IsZero() {
		b.debit(account, a)
	}
}

// AppendMemo appends the memo of the current entry: the lease, the treatment, the period with its days, and the last
// day of the accrual. A payment in advance is recorded before its cost accrues, so the memo states the last day of the
// accrual. The caller must quote the memo if the lease has an ID or a name.
func (b *Bookkeeper) AppendMemo(dst []byte) []byte {
	dst = appendIdentity(dst, &b.m.Lease)
	if fund := b.Fund(); fund.Set {
		dst = append(dst, memoFunds[fund.Value]...)
	}
	words, spelling := b.rules.Names.Words, b.rules.Names.Spelling
	switch {
	case words == nil && spelling == nil:
		return b.appendWords(dst)
	case spelling == nil:
		return words.Append(dst, b.appendWords(nil))
	}
	return spelling.Append(dst, words.Append(nil, b.appendWords(nil)))
}

// memoFunds contains the first words of memos, by fund, for a lease with entries for both statements.
var memoFunds = [...]string{standard.GovernmentWide: "government-wide: ", standard.Governmental: "governmental fund: "}

// The endings of memos.
const (
	exemptCostWords  = ": cost of a lease kept off the balance sheet"
	debtServiceWords = ": debt service of a governmental fund"
)

func put(dst []byte, texts ...string) []byte {
	for _, text := range texts {
		dst = append(dst, text...)
	}
	return dst
}

// AppendInt appends a name and then a number.
func AppendInt(dst []byte, name string, n int) []byte {
	return strconv.AppendInt(append(dst, name...), int64(n), 10)
}

// appendWords appends the part of a memo that follows the lease's ID and name.
func (b *Bookkeeper) appendWords(dst []byte) []byte {
	m, l, names := b.m, &b.m.Lease, &b.rules.Names
	switch b.kind {
	case schedule.EntryCommencement:
		day := ", commencement on "
		if l.Applied() {
			day = ", initial application on "
		}
		return put(dst, b.treatment, day, l.Start().String(), ": ", b.recognizedWords())
	case schedule.EntryEvent:
		e := &m.Events[b.event]
		class := e.Class
		if e.Treatment == schedule.Derecognized {
			class = e.ClassBefore
		}
		return put(dst, l.Framework.Say(names.Treatments[class]), ", ", e.Type.Title(), " on ", e.Date.String(), ": ", treatmentWords[e.Treatment])
	case schedule.EntryMonth:
		words := ": cost accrued and payments of the month"
		switch {
		case l.Exempt():
			words = exemptCostWords
		case b.inFund():
			words = debtServiceWords
		}
		return put(dst, l.Framework.Say(names.Title), " lease, ", b.Date.String()[:7], words)
	case schedule.EntryExpiry:
		return put(dst, "end of term: the remaining ", names.Asset, " is reclassified to property and equipment")
	case schedule.EntryPeriod:
	default: // corrections and tax entries have their own memos
	}
	p := &m.Schedule[b.period-1]
	dst = AppendInt(append(dst, b.treatment...), ", period ", p.Number)
	dst = AppendInt(dst, " of ", len(m.Schedule))
	if whole := l.PaymentFrequency.Months(); p.Whole() && p.Months < whole {
		dst = put(dst, " (stub of ", strconv.Itoa(p.Months), " of ", strconv.Itoa(whole), " months)")
	}
	dst = p.First.Append(append(dst, ", "...))
	dst = p.Last.Append(append(dst, " to "...))
	dst = append(dst, b.accrual...)
	if !p.Terminal.IsZero() {
		dst = p.Terminal.AppendGrouped(append(dst, "; the payment includes a terminal amount of "...), l.Currency.Places())
		dst = put(dst, " due on ", p.Last.String(), ", the last day of the term")
	}
	return dst
}

// appendIdentity appends the ID and name of the lease.
func appendIdentity(dst []byte, l *lease.Lease) []byte {
	switch {
	case l.ID == "" && l.Name == "":
		return dst
	case l.ID == "" || l.Name == "":
		return put(dst, l.ID, l.Name, ": ")
	}
	return put(dst, l.ID, " ", l.Name, ": ")
}

// memoOf returns a memo: the ID and name of the lease, then the text.
func memoOf(l *lease.Lease, words string) string {
	return string(append(appendIdentity(nil, l), words...))
}

// recognizedWords returns the end of the commencement entry's memo.
func (b *Bookkeeper) recognizedWords() string {
	switch l := &b.m.Lease; {
	case l.Exempt():
		return "direct costs and incentives"
	case b.inFund():
		return "capital outlay and other financing source"
	case l.OpeningRouAsset.Set:
		return b.rules.Names.Asset + " and lease liability transferred in"
	}
	return b.rules.Names.Asset + " and lease liability recognized"
}

var treatmentWords = [...]string{
	schedule.Remeasured:   "lease liability remeasured",
	schedule.Expensed:     "the change in the payments is variable cost",
	schedule.Impaired:     "asset written down",
	schedule.Derecognized: "lease liability and asset derecognized",
	schedule.Reversed:     "impairment reversed",
}
