package lease

import "github.com/leasehold-accounting/leasehold/standard"

// Exempt reports whether a recognition exemption excludes the lease from the balance sheet.
func (l *Lease) Exempt() bool { return l.Exemption != standard.NoExemption }

// InFund reports whether the entries of the lease are only for a governmental fund, which
// recognizes neither an asset nor a liability. It is false for exempt leases, because they have
// the same entries in every fund.
func (l *Lease) InFund() bool { return l.Fund.Value == standard.Governmental && !l.Exempt() }

// HasFundEntries reports whether the lease has entries of a governmental fund, with or without entries
// of the government-wide statements.
func (l *Lease) HasFundEntries() bool { return l.Fund.Value != standard.GovernmentWide && !l.Exempt() }

// BothStatements lists the statements for which a lease with the fund "both" has entries, in the
// order of the entries (METHOD 25.5).
var BothStatements = [...]standard.Fund{standard.GovernmentWide, standard.Governmental}

// Funds returns the statements for which the lease has entries.
func (l *Lease) Funds() []standard.Fund {
	if l.Fund.Value == standard.BothFunds {
		return BothStatements[:]
	}
	return []standard.Fund{l.Fund.Value}
}

// GovernmentWide returns the fund of an entry that a governmental fund does not have:
// government-wide if the lease has entries for both statements, otherwise absent.
func (l *Lease) GovernmentWide() Optional[standard.Fund] {
	return Optional[standard.Fund]{Value: standard.GovernmentWide, Set: l.Fund.Value == standard.BothFunds}
}
