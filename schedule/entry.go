package schedule

import (
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/standard"
)

// Entry is a balanced journal entry.
type Entry struct {
	Kind   EntryKind
	Period int // number of the recorded row; 0 if the entry records no row
	Event  int // index of the recorded event in the lease's events; -1 if the entry records no event
	Date   civil.Date
	Memo   string
	Lines  []Line                         // never empty
	Fund   strict.Optional[standard.Fund] // the statements that the entry belongs to, if the lease requests both
}

// OfFund reports whether the entry belongs to the governmental fund of a lease that also has
// entries of the government-wide statements.
func (e *Entry) OfFund() bool { return e.Fund.Set && e.Fund.Value == standard.Governmental }

// EntryKind names the subject of an entry.
type EntryKind uint8

// The kinds of entries.
const (
	EntryCommencement EntryKind = iota // recognition of the asset and the liability
	EntryPeriod                        // one row of the schedule
	EntryEvent                         // an event in the life of the lease
	EntryMonth                         // a calendar month of a report
	EntryExpiry                        // remaining asset at the end of the term, reclassified
	EntryCorrection                    // correction of signed opening balances
	EntryTax                           // deferred tax of a reporting period
)

// Line is a line of an entry. At most one of debit and credit is above zero.
type Line struct {
	Account standard.Account
	Debit   money.Amount
	Credit  money.Amount
}

// NumberedEntry is an entry of a report, for a calendar month, commencement or an event. The
// entry number does not depend on amounts (METHOD 14.8).
type NumberedEntry struct {
	Entry
	Amortized []Line // in a correction: the portion of the asset lines that belongs to Accumulated amortization
	Number    string // ID-yyyymm, ID-yyyymm-dd for part of a month, ID-yyyymmdd or ID-yyyymmdd-n
}

// Net returns the debits of an account less its credits.
func (e *Entry) Net(title string) (net money.Amount) {
	for i := range e.Lines {
		if line := &e.Lines[i]; line.Account.String() == title {
			net = net.Add(line.Debit).Sub(line.Credit)
		}
	}
	return net
}
