package leasehold

import (
	"strings"

	"github.com/leasehold-accounting/leasehold/money"
)

// maxEntryLines is the most lines that one entry has.
const maxEntryLines = 5

// Journal returns the entries: one at commencement and one for each row of the
// schedule, dated as the rows. Each entry balances and no line is negative;
// after every row the accounts stand at the row's closing balances.
func (r *Result) Journal() []Entry {
	b := newBookkeeper(r)
	n := len(r.Schedule) + 1
	entries := make([]Entry, n)
	lines := make([]Line, 0, n*maxEntryLines)
	var memos strings.Builder
	memos.Grow(n*(len(b.treatment)+len(b.accrual)+memoFigures) + memoExtra)
	for i := range entries {
		e := &entries[i]
		first, start := len(lines), memos.Len()
		e.Date = b.write(i)
		lines = append(lines, b.lines[:b.count]...)
		e.Lines = lines[first:len(lines):len(lines)]
		var memo [384]byte
		memos.Write(b.appendMemo(memo[:0], i))
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
	result    *Result
	treatment string // how every memo begins
	accrual   string // how the memo of a row ends

	lines [maxEntryLines]Line // of the entry at hand
	count int                 // how many it has
}

func newBookkeeper(r *Result) bookkeeper {
	return bookkeeper{result: r, treatment: r.treatment(), accrual: accrualWords[r.Lease.PaymentTiming][r.Class]}
}

// write makes the entry with the given place, 0 for commencement, and returns
// its date.
func (b *bookkeeper) write(place int) Date {
	b.count = 0
	if place == 0 {
		b.commencement()
		return b.result.Lease.CommencementDate
	}
	row := &b.result.Schedule[place-1]
	if b.result.Class == Operating {
		b.operatingRow(row)
	} else {
		b.financeRow(row)
	}
	return row.Date
}

func (b *bookkeeper) commencement() {
	r := b.result
	l := &r.Lease
	b.debit(AccountRouAsset, r.InitialRouAsset)
	b.credit(AccountLeaseLiability, r.InitialLiability)
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

// financeRow records interest and amortization apart.
func (b *bookkeeper) financeRow(p *Period) {
	b.debit(AccountInterestExpense, p.Interest)
	b.debit(AccountLeaseLiability, p.Principal)
	b.credit(AccountCash, p.Payment)
	b.debit(AccountAmortizationExpense, p.RouAmortization)
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

// appendMemo appends the memo of the entry with the given place. It names the
// treatment, the period and its days, and says up to when the entry accrues: an
// entry in advance is dated before its cost is incurred.
func (b *bookkeeper) appendMemo(dst []byte, place int) []byte {
	r := b.result
	dst = append(dst, b.treatment...)
	if place == 0 {
		dst = append(dst, ", commencement on "...)
		dst = r.Lease.CommencementDate.Append(dst)
		return append(dst, ": right-of-use asset and lease liability recognized"...)
	}
	p := &r.Schedule[place-1]
	dst = appendInt(dst, ", period ", p.Number)
	dst = appendInt(dst, " of ", len(r.Schedule))
	last := place == len(r.Schedule)
	if last && r.StubMonths > 0 {
		dst = appendInt(dst, " (stub of ", r.StubMonths)
		dst = appendInt(dst, " of ", r.Lease.PaymentFrequency.Months())
		dst = append(dst, " months)"...)
	}
	dst = append(dst, ", "...)
	dst = p.First.Append(dst)
	dst = append(dst, " to "...)
	dst = p.Last.Append(dst)
	dst = append(dst, b.accrual...)
	if last && !r.TerminalPayment.IsZero() {
		dst = appendAmount(dst, "; the payment includes a terminal amount of ", r.TerminalPayment)
		dst = append(dst, " that falls due on "...)
		dst = p.Last.Append(dst)
		dst = append(dst, ", the last day of the term"...)
	}
	return dst
}

// accrualWords say when rent is paid and up to when a row accrues.
var accrualWords = [...][3]string{
	Advance: {
		Operating: ": rent in advance, lease cost to the last day",
		Finance:   ": rent in advance, interest and amortization to the last day",
	},
	Arrears: {
		Operating: ": rent in arrears, lease cost",
		Finance:   ": rent in arrears, interest and amortization",
	},
}

// treatment names how the lease is accounted for.
func (r *Result) treatment() string {
	switch r.Lease.Standard {
	case IFRS16:
		return "IFRS 16 lease"
	case GASB87:
		return "GASB 87 lease"
	case ASC842:
	}
	if r.Class == Finance {
		return "Finance lease"
	}
	return "Operating lease"
}
