package standard

import (
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// Class is the classification of a lease by its lessee.
type Class uint8

// The classes. A lease with the class Derived is classified by its classification inputs. The class
// of a result is always Operating or Finance.
const (
	Derived Class = iota
	Operating
	Finance
)

// ClassNames contains the API names of the classes, with "derived" first.
var ClassNames = append([]string{"derived"}, member.Names(member.Classes)...)

// String returns the API name of c: derived, operating or finance.
func (c Class) String() string { return strict.Name(ClassNames, c) }

// MarshalText returns the API name of c.
func (c Class) MarshalText() ([]byte, error) { return strict.MarshalName(ClassNames, c) }

// UnmarshalText reads the API name of a class.
func (c *Class) UnmarshalText(text []byte) error { return strict.UnmarshalName(ClassNames, c, text) }

// Timing selects the day of a payment period on which the rent is due. By default the rent is due in advance.
type Timing uint8

// The payment timings.
const (
	Advance Timing = iota // on the first day of the period
	Arrears               // on the last day of the period
)

// TimingNames contains the API names of the timings.
var TimingNames = member.Names(member.Timings)

// String returns the API name of t: advance or arrears.
func (t Timing) String() string { return strict.Name(TimingNames, t) }

// MarshalText returns the API name of t.
func (t Timing) MarshalText() ([]byte, error) { return strict.MarshalName(TimingNames, t) }

// UnmarshalText reads the API name of a timing.
func (t *Timing) UnmarshalText(text []byte) error { return strict.UnmarshalName(TimingNames, t, text) }

// Exemption selects a recognition exemption (METHOD 12.6). The zero value means that there is no exemption.
type Exemption uint8

// The recognition exemptions.
const (
	NoExemption Exemption = iota
	ShortTerm             // term of 12 months or less
	LowValue              // low-value asset; only under IFRS 16
)

// ExemptionNames contains the API names of the exemptions, with "none" first.
var ExemptionNames = append([]string{"none"}, member.Names(member.Exemptions)...)

// String returns the API name of e, such as low_value.
func (e Exemption) String() string { return strict.Name(ExemptionNames, e) }

// MarshalText returns the API name of e.
func (e Exemption) MarshalText() ([]byte, error) { return strict.MarshalName(ExemptionNames, e) }

// UnmarshalText reads the API name of an exemption.
func (e *Exemption) UnmarshalText(text []byte) error {
	return strict.UnmarshalName(ExemptionNames, e, text)
}

// Fund selects the financial statements for which a GASB 87 lease has entries (METHOD 12.8). The
// default is government-wide.
type Fund uint8

// A government's statements.
const (
	GovernmentWide Fund = iota // full accrual
	Governmental               // a governmental fund: modified accrual
	BothFunds                  // two versions of each entry, one for each of the two statements (METHOD 25.5)
)

// FundNames contains the API names of the funds.
var FundNames = member.Names(member.Funds)

// String returns the API name of f, such as governmental.
func (f Fund) String() string { return strict.Name(FundNames, f) }

// MarshalText returns the API name of f.
func (f Fund) MarshalText() ([]byte, error) { return strict.MarshalName(FundNames, f) }

// UnmarshalText reads the API name of a fund.
func (f *Fund) UnmarshalText(text []byte) error { return strict.UnmarshalName(FundNames, f, text) }

// EventType is the type of a lease event (METHOD 13.2).
type EventType uint8

// The types of events.
const (
	IndexChange         EventType = iota // an index, rate or review changed the rent
	ContingencyResolved                  // variable payments became fixed, or fixed payments were postponed
	ResidualGuarantee                    // the amount probable of being payable under the guarantee changed
	Reassessment                         // the term or an option was reassessed
	Modification                         // the contract changed, and the change is not a separate lease
	Impairment                           // the asset was written down
	ImpairmentReversal                   // an impairment was reversed in whole or in part
	Termination                          // the lease was terminated early
	Purchase                             // the lessee bought the asset
)

// EventTypeNames contains the API names of the event types.
var EventTypeNames = func() []string {
	names := make([]string, len(member.EventTypes))
	for i := range member.EventTypes {
		names[i] = member.EventTypes[i].Name
	}
	return names
}()

// String returns the API name of t, such as purchase.
func (t EventType) String() string { return strict.Name(EventTypeNames, t) }

// MarshalText returns the API name of t.
func (t EventType) MarshalText() ([]byte, error) { return strict.MarshalName(EventTypeNames, t) }

// UnmarshalText reads the API name of an event type.
func (t *EventType) UnmarshalText(text []byte) error {
	return strict.UnmarshalName(EventTypeNames, t, text)
}

// Title returns the name of the event type for use within a sentence.
func (t EventType) Title() string { return member.EventTypes[t].Title }

// Memo returns the name that memos use for the exemption.
func (e Exemption) Memo() string {
	if e == LowValue {
		return "Low-value lease"
	}
	return "Short-term lease"
}
