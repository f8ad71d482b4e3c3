package leasehold

import (
	"strings"

	"github.com/leasehold-accounting/leasehold/money"
)

// Entry is one balanced journal entry.
type Entry struct {
	Kind   EntryKind
	Period int // number of the row that it records; 0 where it records none
	Date   Date
	Memo   string
	Lines  []Line // empty where nothing moves
}

// EntryKind is what an entry records.
type EntryKind uint8

// The kinds of entries.
const (
	EntryCommencement EntryKind = iota // recognition of the asset and the liability
	EntryPeriod                        // one row of the schedule
)

// Line is one line of an entry. Exactly one side is above zero.
type Line struct {
	Account Account
	Debit   money.Amount
	Credit  money.Amount
}

// Account names an account of the general ledger.
type Account uint8

// The accounts that entries use.
const (
	AccountRouAsset Account = iota
	AccountLeaseLiability
	AccountCash
	AccountPrepaidRent
	AccountLeaseExpense
	AccountInterestExpense
	AccountAmortizationExpense
	AccountDepreciationExpense // what IFRS 16 calls the amortization of the asset
)

var accountNames = []string{
	"Right-of-use asset", "Lease liability", "Cash", "Prepaid rent",
	"Lease expense", "Interest expense", "Amortization expense", "Depreciation expense",
}

// Accounts returns every account that entries use.
func Accounts() []Account {
	all := make([]Account, len(accountNames))
	for i := range all {
		all[i] = Account(i)
	}
	return all
}

// String returns the account's name, as in Lease liability.
func (a Account) String() string { return nameOf(accountNames, a) }

// MarshalText returns the account's name.
func (a Account) MarshalText() ([]byte, error) { return marshalName(accountNames, a) }

// UnmarshalText reads the name of an account.
func (a *Account) UnmarshalText(text []byte) error { return unmarshalName(accountNames, a, text) }

// maxEntryLines is the most lines that one entry has.
const maxEntryLines = 5

// Journal returns the entries: one at commencement and one for each row of the
// schedule, dated as the rows. Each entry balances and no line is negative;
// after every row the accounts are at the row's closing balances.
func (m *Measurement) Journal() []Entry {
	b := newBookkeeper(m)
	n := b.entries()
	entries := make([]Entry, n)
	lines := make([]Line, 0, n*maxEntryLines)
	var memos strings.Builder
	memos.Grow(n*(len(b.treatment)+len(b.accrual)+memoFigures) + memoExtra)
	for i := range entries {
		e := &entries[i]
		first, start := len(lines), memos.Len()
		b.write(i)
		e.Kind, e.Period, e.Date = b.kind, b.period, b.date
		lines = append(lines, b.lines[:b.count]...)
		e.Lines = lines[first:len(lines):len(lines)]
		var memo [384]byte
		memos.Write(b.appendMemo(memo[:0]))
		e.Memo = memos.String()[start:]
	}
	return entries
}

// Room in bytes for what a memo adds to its fixed words, and for what the last
// one adds to that.
const (
	memoFigures = 44
	memoExtra   = 192
)

// bookkeeper writes one entry after the other into the same memory: a response
// prints hundreds of them and keeps none.
type bookkeeper struct {
	m            *Measurement
	treatment    string  // how every memo begins
	accrual      string  // how the memo of a row ends
	amortization Account // charged with the amortization of the asset

	kind   EntryKind // of the entry at hand
	period int       // the number of its row
	date   Date
	lines  [maxEntryLines]Line
	count  int // how many it has
}

func newBookkeeper(m *Measurement) bookkeeper {
	rules := m.Lease.Standard.rules()
	return bookkeeper{
		m: m, treatment: rules.treatments[m.Class], amortization: rules.amortization,
		accrual: accrualWords[m.Lease.PaymentTiming][rules.amortization == AccountDepreciationExpense][m.Class],
	}
}

// entries returns how many entries there are.
func (b *bookkeeper) entries() int { return 1 + len(b.m.Schedule) }

// write makes the entry with the given place, 0 for commencement.
func (b *bookkeeper) write(place int) {
	b.count = 0
	if place == 0 {
		b.kind, b.period, b.date = EntryCommencement, 0, b.m.Lease.CommencementDate
		b.commencement()
		return
	}
	row := &b.m.Schedule[place-1]
	b.kind, b.period, b.date = EntryPeriod, row.Number, row.Date
	if b.m.Class == Operating {
		b.operatingRow(row)
	} else {
		b.financeRow(row)
	}
}

func (b *bookkeeper) commencement() {
	l := &b.m.Lease
	b.debit(AccountRouAsset, b.m.InitialRouAsset)
	b.credit(AccountLeaseLiability, b.m.InitialLiability)
	b.debit(AccountCash, l.LeaseIncentives.Value.Amount())
	b.credit(AccountPrepaidRent, l.PrepaidRent.Value.Amount())
	b.credit(AccountCash, l.InitialDirectCosts.Value.Amount())
}

// operatingRow records one straight-line cost. The asset falls with the
// liability, and the difference between cost and payment moves it on to what
// ASC 842-20-35-3 asks for.
func (b *bookkeeper) operatingRow(p *Period) {
	b.debit(AccountLeaseExpense, p.LeaseExpense)
	b.credit(AccountCash, p.Payment)
	b.debit(AccountLeaseLiability, p.Principal)
	b.credit(AccountRouAsset, p.Principal)
	b.debit(AccountRouAsset, p.Payment.Sub(p.LeaseExpense))
}

// financeRow records interest and amortization separately.
func (b *bookkeeper) financeRow(p *Period) {
	b.debit(AccountInterestExpense, p.Interest)
	b.debit(AccountLeaseLiability, p.Principal)
	b.credit(AccountCash, p.Payment)
	b.debit(b.amortization, p.RouAmortization)
	b.credit(AccountRouAsset, p.RouAmortization)
}

// debit adds a line: none for 0.00, and a credit for a negative amount.
func (b *bookkeeper) debit(account Account, a money.Amount) {
	switch a.Sign() {
	case 1:
		b.lines[b.count] = Line{Account: account, Debit: a}
		b.count++
	case -1:
		b.lines[b.count] = Line{Account: account, Credit: a.Neg()}
		b.count++
	}
}

func (b *bookkeeper) credit(account Account, a money.Amount) { b.debit(account, a.Neg()) }

// appendMemo appends the memo of the entry at hand. It names the treatment, the
// period and its days, and says up to when the entry accrues: an entry in
// advance is dated before its cost is incurred.
func (b *bookkeeper) appendMemo(dst []byte) []byte {
	m := b.m
	dst = append(dst, b.treatment...)
	if b.kind == EntryCommencement {
		dst = append(dst, ", commencement on "...)
		dst = m.Lease.CommencementDate.Append(dst)
		dst = append(dst, ": "...)
		dst = append(dst, m.Lease.Standard.AssetNoun()...)
		return append(dst, " and lease liability recognized"...)
	}
	p := &m.Schedule[b.period-1]
	dst = appendInt(dst, ", period ", p.Number)
	dst = appendInt(dst, " of ", len(m.Schedule))
	if p.Number == len(m.Schedule) && m.StubMonths > 0 {
		dst = appendInt(dst, " (stub of ", m.StubMonths)
		dst = appendInt(dst, " of ", m.Lease.PaymentFrequency.Months())
		dst = append(dst, " months)"...)
	}
	dst = append(dst, ", "...)
	dst = p.First.Append(dst)
	dst = append(dst, " to "...)
	dst = p.Last.Append(dst)
	dst = append(dst, b.accrual...)
	if !p.Terminal.IsZero() {
		dst = append(dst, "; the payment includes a terminal amount of "...)
		dst = p.Terminal.AppendGrouped(dst, 2)
		dst = append(dst, " due on "...)
		dst = p.Last.Append(dst)
		dst = append(dst, ", the last day of the term"...)
	}
	return dst
}

// accrualWords say when rent is paid and up to when a row accrues: by timing,
// by whether the standard speaks of depreciation, and by class.
var accrualWords = [...]map[bool][3]string{
	Advance: {
		false: {
			Operating: ": rent in advance, lease cost to the last day",
			Finance:   ": rent in advance, interest and amortization to the last day",
		},
		true: {Finance: ": rent in advance, interest and depreciation to the last day"},
	},
	Arrears: {
		false: {
			Operating: ": rent in arrears, lease cost",
			Finance:   ": rent in arrears, interest and amortization",
		},
		true: {Finance: ": rent in arrears, interest and depreciation"},
	},
}
