package standard

import (
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// Class is the classification of a lease by its lessee.
type Class uint8

// The classes. As part of a lease, Derived requests the class from the classification inputs; the
// class of a result is always Operating or Finance.
const (
	Derived Class = iota
	Operating
	Finance
)

// ClassNames are the API's names of the classes, derived before them.
var ClassNames = append([]string{"derived"}, member.Names(member.Classes)...)

// String returns the contract's name of c: operating or finance.
func (c Class) String() string { return strict.Name(ClassNames, c) }

// MarshalText returns the contract's name of c.
func (c Class) MarshalText() ([]byte, error) { return strict.MarshalName(ClassNames, c) }

// UnmarshalText reads the contract's name of a class.
func (c *Class) UnmarshalText(text []byte) error { return strict.UnmarshalName(ClassNames, c, text) }

// Timing is when in its period a rent is due. The zero value is in advance.
type Timing uint8

// The payment timings.
const (
	Advance Timing = iota // on the first day of the period
	Arrears               // on the last day of the period
)

// TimingNames are the API's names of the timings.
var TimingNames = member.Names(member.Timings)

// String returns the contract's name of t: advance or arrears.
func (t Timing) String() string { return strict.Name(TimingNames, t) }

// MarshalText returns the contract's name of t.
func (t Timing) MarshalText() ([]byte, error) { return strict.MarshalName(TimingNames, t) }

// UnmarshalText reads the contract's name of a timing.
func (t *Timing) UnmarshalText(text []byte) error { return strict.UnmarshalName(TimingNames, t, text) }

// Exemption selects a recognition exemption (METHOD 12.6). The zero value selects no exemption.
type Exemption uint8

// The recognition exemptions.
const (
	NoExemption Exemption = iota
	ShortTerm             // term of 12 months or less
	LowValue              // IFRS 16 alone
)

// ExemptionNames are the API's names of the exemptions, with "none" first.
var ExemptionNames = append([]string{"none"}, member.Names(member.Exemptions)...)

// String returns the contract's name of e, as in low_value.
func (e Exemption) String() string { return strict.Name(ExemptionNames, e) }

// MarshalText returns the contract's name of e.
func (e Exemption) MarshalText() ([]byte, error) { return strict.MarshalName(ExemptionNames, e) }

// UnmarshalText reads the contract's name of an exemption.
func (e *Exemption) UnmarshalText(text []byte) error {
	return strict.UnmarshalName(ExemptionNames, e, text)
}

// Fund selects the statements of a GASB 87 lease's entries (METHOD 12.8). The zero value is
// government-wide.
type Fund uint8

// The statements of a government.
const (
	GovernmentWide Fund = iota // full accrual
	Governmental               // a governmental fund: modified accrual
	BothFunds                  // each entry twice, once for either (METHOD 25.5)
)

// FundNames are the API's names of the funds.
var FundNames = member.Names(member.Funds)

// String returns the contract's name of f, as in governmental.
func (f Fund) String() string { return strict.Name(FundNames, f) }

// MarshalText returns the contract's name of f.
func (f Fund) MarshalText() ([]byte, error) { return strict.MarshalName(FundNames, f) }

// UnmarshalText reads the contract's name of a fund.
func (f *Fund) UnmarshalText(text []byte) error { return strict.UnmarshalName(FundNames, f, text) }

// EventType is the type of a lease event (METHOD 13.2).
type EventType uint8

// The types of events.
const (
	IndexChange         EventType = iota // an index, rate or review changed the rent
	ContingencyResolved                  // variable payments became fixed, or fixed ones were postponed
	ResidualGuarantee                    // the amount probable of being payable changed
	Reassessment                         // the term or an option was reassessed
	Modification                         // the contract changed without a separate lease
	Impairment                           // the asset was written down
	ImpairmentReversal                   // an impairment was reversed in whole or in part
	Termination                          // the lease was terminated early
	Purchase                             // the lessee bought the asset
)

// EventTypeNames are the API's names of the types of events.
var EventTypeNames = func() []string {
	names := make([]string, len(member.EventTypes))
	for i := range member.EventTypes {
		names[i] = member.EventTypes[i].Name
	}
	return names
}()

// String returns the contract's name of t, as in purchase.
func (t EventType) String() string { return strict.Name(EventTypeNames, t) }

// MarshalText returns the contract's name of t.
func (t EventType) MarshalText() ([]byte, error) { return strict.MarshalName(EventTypeNames, t) }

// UnmarshalText reads the contract's name of a type of event.
func (t *EventType) UnmarshalText(text []byte) error {
	return strict.UnmarshalName(EventTypeNames, t, text)
}

// Title returns the type as people write it, within a sentence.
func (t EventType) Title() string { return member.EventTypes[t].Title }

// Memo returns the name of the exemption in memos.
func (e Exemption) Memo() string {
	if e == LowValue {
		return "Low-value lease"
	}
	return "Short-term lease"
}
