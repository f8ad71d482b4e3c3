package leasehold

import (
	"strings"

	"github.com/leasehold-accounting/leasehold/money"
)

// maxEntryLines is the most lines that one entry has.
const maxEntryLines = 5

// journal builds the entries in two blocks that they share, one of lines and
// one of text, because a lease has hundreds of both.
type journal struct {
	entries   []Entry
	lines     []Line
	text      strings.Builder
	treatment string // how every memo begins
	accrual   string // how the memo of a row ends
}

// record fills the journal from the schedule: the commencement entry and one
// entry for each period.
func (r *Result) record() {
	rows := len(r.Schedule)
	j := journal{
		entries:   make([]Entry, 0, rows+1),
		lines:     make([]Line, 0, r.countLines()),
		treatment: r.treatment(),
		accrual:   accrualWords[r.Lease.PaymentTiming][r.Class],
	}
	j.text.Grow((rows+1)*(len(j.treatment)+len(j.accrual)+memoFigures) + memoExtra)
	j.commencement(r)
	for i := range r.Schedule {
		row := &r.Schedule[i]
		start := len(j.lines)
		if r.Class == Operating {
			j.operatingRow(row)
		} else {
			j.financeRow(row)
		}
		j.enter(row.Date, j.rowMemo(r, row), start)
	}
	r.Journal = j.entries
}

// countLines returns room enough for the lines of the journal.
func (r *Result) countLines() int {
	n := maxEntryLines * (len(r.Schedule) + 1)
	if r.Class == Operating {
		for i := range r.Schedule {
			if r.Schedule[i].LeaseExpense == r.Schedule[i].Payment {
				n--
			}
		}
	}
	return n
}

func (j *journal) commencement(r *Result) {
	l := &r.Lease
	j.debit(AccountRouAsset, r.InitialRouAsset)
	j.credit(AccountLeaseLiability, r.InitialLiability)
	j.debit(AccountCash, l.LeaseIncentives.Value.Amount())
	j.credit(AccountPrepaidRent, l.PrepaidRent.Value.Amount())
	j.credit(AccountCash, l.InitialDirectCosts.Value.Amount())
	j.enter(l.CommencementDate, j.commencementMemo(l.CommencementDate), 0)
}

// operatingRow records one straight-line cost. The asset falls with the
// liability, and the difference between cost and payment moves it on to what
// ASC 842-20-35-3 asks for.
func (j *journal) operatingRow(p *Period) {
	j.debit(AccountLeaseExpense, p.LeaseExpense)
	j.credit(AccountCash, p.Payment)
	j.debit(AccountLeaseLiability, p.Principal)
	j.credit(AccountRouAsset, p.Principal)
	j.debit(AccountRouAsset, p.Payment.Sub(p.LeaseExpense))
}

// financeRow records interest and amortization apart.
func (j *journal) financeRow(p *Period) {
	j.debit(AccountInterestExpense, p.Interest)
	j.debit(AccountLeaseLiability, p.Principal)
	j.credit(AccountCash, p.Payment)
	j.debit(AccountAmortizationExpense, p.RouAmortization)
	j.credit(AccountRouAsset, p.RouAmortization)
}

// debit adds a line: none for 0.00, and a credit for a negative amount.
func (j *journal) debit(account Account, a money.Amount) {
	switch a.Sign() {
	case 1:
		j.lines = append(j.lines, Line{Account: account, Debit: a})
	case -1:
		j.lines = append(j.lines, Line{Account: account, Credit: a.Neg()})
	}
}

func (j *journal) credit(account Account, a money.Amount) { j.debit(account, a.Neg()) }

// enter closes the entry whose lines begin at start.
func (j *journal) enter(d Date, memo string, start int) {
	end := len(j.lines)
	j.entries = append(j.entries, Entry{Date: d, Memo: memo, Lines: j.lines[start:end:end]})
}

// Room in bytes for what a memo adds to its fixed words, and for what the last
// one adds to that.
const (
	memoFigures = 48
	memoExtra   = 192
)

// memo keeps text in the shared block.
func (j *journal) memo(text []byte) string {
	start := j.text.Len()
	j.text.Write(text)
	return j.text.String()[start:]
}

// commencementMemo names the treatment and what the first entry recognizes.
func (j *journal) commencementMemo(d Date) string {
	var buf [128]byte
	b := append(buf[:0], j.treatment...)
	b = append(b, ", commencement on "...)
	b = d.Append(b)
	return j.memo(append(b, ": right-of-use asset and lease liability recognized"...))
}

// rowMemo names the treatment, the period and its days, and says up to when
// the entry accrues: an entry in advance is dated before its cost is incurred.
func (j *journal) rowMemo(r *Result, p *Period) string {
	var buf [384]byte
	b := append(buf[:0], j.treatment...)
	b = appendInt(b, ", period ", p.Number)
	b = appendInt(b, " of ", len(r.Schedule))
	last := p.Number == len(r.Schedule)
	if last && r.StubMonths > 0 {
		b = appendInt(b, " (stub of ", r.StubMonths)
		b = appendInt(b, " of ", r.Lease.PaymentFrequency.Months())
		b = append(b, " months)"...)
	}
	b = append(b, ", "...)
	b = p.First.Append(b)
	b = append(b, " to "...)
	b = p.Last.Append(b)
	b = append(b, j.accrual...)
	if last && !r.TerminalPayment.IsZero() {
		b = appendAmount(b, "; the payment includes a terminal amount of ", r.TerminalPayment)
		b = append(b, " that falls due on "...)
		b = p.Last.Append(b)
		b = append(b, ", the last day of the term"...)
	}
	return j.memo(b)
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
