package leasehold

import (
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold/money"
)

// maxEntryLines is the most lines that one entry has.
const maxEntryLines = 5

// journal builds the entries in two blocks that they share, one of lines and
// one of text, because a lease has hundreds of both.
type journal struct {
	entries []Entry
	lines   []Line
	text    strings.Builder
}

// record fills the journal from the schedule: the commencement entry and one
// entry for each period.
func (r *Result) record() {
	j := journal{
		entries: make([]Entry, 0, len(r.Schedule)+1),
		lines:   make([]Line, 0, maxEntryLines*(len(r.Schedule)+1)),
	}
	j.text.Grow((len(r.Schedule) + 1) * memoLen)
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

func (j *journal) commencement(r *Result) {
	l := &r.Lease
	j.debit(AccountRouAsset, r.InitialRouAsset)
	j.credit(AccountLeaseLiability, r.InitialLiability)
	j.debit(AccountCash, l.LeaseIncentives.Value.Amount())
	j.credit(AccountPrepaidRent, l.PrepaidRent.Value.Amount())
	j.credit(AccountCash, l.InitialDirectCosts.Value.Amount())
	j.enter(l.CommencementDate, j.commencementMemo(r), 0)
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
func (j *journal) debit(account string, a money.Amount) {
	switch a.Sign() {
	case 1:
		j.lines = append(j.lines, Line{Account: account, Debit: a})
	case -1:
		j.lines = append(j.lines, Line{Account: account, Credit: a.Neg()})
	}
}

func (j *journal) credit(account string, a money.Amount) { j.debit(account, a.Neg()) }

// enter closes the entry whose lines begin at start.
func (j *journal) enter(d Date, memo string, start int) {
	end := len(j.lines)
	j.entries = append(j.entries, Entry{Date: d, Memo: memo, Lines: j.lines[start:end:end]})
}

// memoLen is room for a memo of ordinary size, in bytes.
const memoLen = 128

// commencementMemo names the treatment and what the first entry recognizes.
func (j *journal) commencementMemo(r *Result) string {
	start := j.text.Len()
	j.text.WriteString(r.treatment())
	j.text.WriteString(", commencement on ")
	j.date(r.Lease.CommencementDate)
	j.text.WriteString(": right-of-use asset and lease liability recognized")
	return j.text.String()[start:]
}

// rowMemo names the treatment, the period and its days, and says up to when
// the entry accrues: an entry in advance is dated before its cost is incurred.
func (j *journal) rowMemo(r *Result, p *Period) string {
	start := j.text.Len()
	j.text.WriteString(r.treatment())
	j.text.WriteString(", period ")
	j.int(p.Number)
	j.text.WriteString(" of ")
	j.int(len(r.Schedule))
	last := p.Number == len(r.Schedule)
	if last && r.StubMonths > 0 {
		j.text.WriteString(" (stub of ")
		j.int(r.StubMonths)
		j.text.WriteString(" of ")
		j.int(r.Lease.PaymentFrequency.Months())
		j.text.WriteString(" months)")
	}
	j.text.WriteString(", ")
	j.date(p.First)
	j.text.WriteString(" to ")
	j.date(p.Last)
	j.text.WriteString(accrualWords[r.Lease.PaymentTiming][r.Class])
	if last && !r.TerminalPayment.IsZero() {
		j.text.WriteString("; the payment includes a terminal amount of ")
		var buf [64]byte
		j.text.Write(r.TerminalPayment.Append(buf[:0]))
		j.text.WriteString(" that falls due on ")
		j.date(p.Last)
		j.text.WriteString(", the last day of the term")
	}
	return j.text.String()[start:]
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

func (j *journal) date(d Date) {
	var buf [10]byte
	j.text.Write(d.Append(buf[:0]))
}

func (j *journal) int(n int) {
	var buf [20]byte
	j.text.Write(strconv.AppendInt(buf[:0], int64(n), 10))
}
