package lease

import "github.com/leasehold-accounting/leasehold/standard"

// Exempt reports whether the lease is kept off the balance sheet.
func (l *Lease) Exempt() bool { return l.Exemption != standard.NoExemption }

// InFund reports whether a governmental fund keeps the books of the lease, which recognizes neither
// an asset nor a liability. Exempt leases have the same entries in every fund.
func (l *Lease) InFund() bool { return l.Fund.Value == standard.Governmental && !l.Exempt() }

// HasFundEntries reports whether the lease has entries of a governmental fund, with or without entries
// of the government-wide statements.
func (l *Lease) HasFundEntries() bool { return l.Fund.Value != standard.GovernmentWide && !l.Exempt() }

// BothStatements are the statements of a lease with the fund "both", in the order of their
// entries (METHOD 25.5).
var BothStatements = [...]standard.Fund{standard.GovernmentWide, standard.Governmental}

// Funds returns the statements with entries of the lease.
func (l *Lease) Funds() []standard.Fund {
	if l.Fund.Value == standard.BothFunds {
		return BothStatements[:]
	}
	return []standard.Fund{l.Fund.Value}
}

// GovernmentWide says of an entry that a governmental fund does not have that it is
// government-wide, where the lease states both.
func (l *Lease) GovernmentWide() Optional[standard.Fund] {
	return Optional[standard.Fund]{Value: standard.GovernmentWide, Set: l.Fund.Value == standard.BothFunds}
}
