package export

import (
	"fmt"
	"slices"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// ParseFund parses the fund of a journal. The name is empty for no selection, or a value of the
// lease field fund other than both. The error is an [*OptionError].
func ParseFund(name string) (fund leasehold.Optional[leasehold.Fund], err error) {
	if name == "" {
		return fund, nil
	}
	if !slices.Contains(member.Names(member.Funds), name) || name == leasehold.BothFunds.String() {
		return fund, &OptionError{Option: "fund", Message: fmt.Sprintf("%s is not allowed; allowed are %s and %s", strict.Quote(name), leasehold.GovernmentWide, leasehold.Governmental)}
	}
	fund.Set = true
	return fund, fund.Value.UnmarshalText([]byte(name))
}

// checkFund returns an error if a lease has entries for both funds and the options select no fund.
func (o *Options) checkFund(l *leasehold.Lease) error {
	if l.Fund.Value != leasehold.BothFunds || o.Fund.Set {
		return nil
	}
	return &OptionError{Option: "fund", Message: fmt.Sprintf("%s has both sets of journal entries, but a ledger uses one set; choose %s or %s",
		nameOf(l), leasehold.GovernmentWide, leasehold.Governmental)}
}

// wants reports whether an entry is written. If the options select a fund, entries of the other
// fund are omitted.
func (o *Options) wants(e *leasehold.Entry) bool {
	return !o.Fund.Set || !e.Fund.Set || e.Fund == o.Fund
}

// inFund reports whether the entries of a lease are written for a governmental fund. Such a fund
// recognizes neither an asset nor a liability.
func (o *Options) inFund(l *leasehold.Lease) bool {
	return l.InFund() || l.HasFundEntries() && o.Fund.Set && o.Fund.Value == leasehold.Governmental
}
