package leasehold

// recording is how the rows of a lease reach the books. It follows from the
// recognition exemption, the fund and the class, and is decided in one place.
type recording uint8

// The ways of recording.
const (
	recordOperating recording = iota // one straight-line cost
	recordFinance                    // interest and amortization separately
	recordExempt                     // kept off the balance sheet: what is paid and what it costs (METHOD 12.6)
	recordFund                       // debt service of a governmental fund (METHOD 12.8)
)

// recording returns how rows of a class are recorded.
func (l *Lease) recording(class Class) recording {
	switch {
	case l.Exempt():
		return recordExempt
	case l.InFund():
		return recordFund
	case class == Operating:
		return recordOperating
	}
	return recordFinance
}

// Exempt reports whether the lease is kept off the balance sheet.
func (l *Lease) Exempt() bool { return l.Exemption != NoExemption }

// InFund reports whether a governmental fund keeps the books of the lease, which
// recognizes neither an asset nor a liability. An exempt lease is recorded alike
// in every fund.
func (l *Lease) InFund() bool { return l.Fund.Value == Governmental && !l.Exempt() }

// HasFundEntries reports whether entries of a governmental fund are made, alone or in addition to
// those of the government-wide statements.
func (l *Lease) HasFundEntries() bool { return l.Fund.Value != GovernmentWide && !l.Exempt() }

// both are the statements for which each entry is written, in this order, where the lease
// states both (METHOD 25.5).
var both = [...]Fund{GovernmentWide, Governmental}

// Funds returns the statements whose entries are made of the lease.
func (l *Lease) Funds() []Fund {
	if l.Fund.Value == BothFunds {
		return both[:]
	}
	return []Fund{l.Fund.Value}
}

// governmentWide says of an entry that a governmental fund does not have that it is
// government-wide, where the lease states both.
func (l *Lease) governmentWide() Optional[Fund] {
	return Optional[Fund]{Value: GovernmentWide, Set: l.Fund.Value == BothFunds}
}
