package leasehold

import (
	"fmt"
	"strings"
)

// The enumerations print and read as the contract names them, in text and in
// JSON. A value outside an enumeration prints as unknown and is refused by
// [Lease.Validate].

// Frequency is how often rent is due. The zero value is monthly.
type Frequency uint8

// The payment frequencies.
const (
	Monthly Frequency = iota
	Quarterly
	Semiannual
	Annual
)

var frequencyNames = []string{"monthly", "quarterly", "semiannual", "annual"}

// String returns the contract's name of f, as in monthly.
func (f Frequency) String() string { return nameOf(frequencyNames, f) }

// MarshalText returns the contract's name of f.
func (f Frequency) MarshalText() ([]byte, error) { return marshalName(frequencyNames, f) }

// UnmarshalText reads the contract's name of a frequency.
func (f *Frequency) UnmarshalText(text []byte) error { return unmarshalName(frequencyNames, f, text) }

// Months returns the months of one payment period: 1, 3, 6 or 12.
func (f Frequency) Months() int { return [...]int{1, 3, 6, 12}[f] }

// PerYear returns the payment periods of one year: 12, 4, 2 or 1.
func (f Frequency) PerYear() int { return 12 / f.Months() }

// Timing is when in its period a rent is due. The zero value is in advance.
type Timing uint8

// The payment timings.
const (
	Advance Timing = iota // on the first day of the period
	Arrears               // on the last day of the period
)

var timingNames = []string{"advance", "arrears"}

// String returns the contract's name of t: advance or arrears.
func (t Timing) String() string { return nameOf(timingNames, t) }

// MarshalText returns the contract's name of t.
func (t Timing) MarshalText() ([]byte, error) { return marshalName(timingNames, t) }

// UnmarshalText reads the contract's name of a timing.
func (t *Timing) UnmarshalText(text []byte) error { return unmarshalName(timingNames, t, text) }

// Class is the classification of a lease by its lessee.
type Class uint8

// The classes. As part of a [Lease], Derived asks for the class to be derived
// from the classification inputs; a [Measurement] is always Operating or
// Finance.
const (
	Derived Class = iota
	Operating
	Finance
)

var classNames = []string{"derived", "operating", "finance"}

// String returns the contract's name of c: operating or finance.
func (c Class) String() string { return nameOf(classNames, c) }

// MarshalText returns the contract's name of c.
func (c Class) MarshalText() ([]byte, error) { return marshalName(classNames, c) }

// UnmarshalText reads the contract's name of a class.
func (c *Class) UnmarshalText(text []byte) error { return unmarshalName(classNames, c, text) }

// nameOf keeps a value outside an enumeration printable.
func nameOf[E ~uint8](names []string, e E) string {
	if int(e) < len(names) {
		return names[e]
	}
	return "unknown"
}

func marshalName[E ~uint8](names []string, e E) ([]byte, error) {
	if int(e) >= len(names) {
		return nil, fmt.Errorf("leasehold: %d is not one of %s", e, strings.Join(names, ", "))
	}
	return []byte(names[e]), nil
}

func unmarshalName[E ~uint8](names []string, e *E, text []byte) error {
	for i, name := range names {
		if string(text) == name {
			*e = E(i)
			return nil
		}
	}
	return fmt.Errorf("leasehold: %s is not one of %s", quote(string(text)), strings.Join(names, ", "))
}
