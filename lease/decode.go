package lease

import (
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/ratetable"
)

// Decode reads a lease from JSON: exactly one object in valid UTF-8, its
// members named as the contract names them, none twice, none unknown. null on
// an optional member means absent. Numbers are read from their text and never
// lose a digit.
//
// The error is an [*InvalidError] that lists every fault found, the first one
// first. Decode never panics, whatever the bytes, and keeps no part of body.
func Decode(body []byte) (*Lease, error) { return DecodeWith(body, nil) }

// DecodeWith is [Decode] of a lease that takes the rates which it does not state from
// a table, unless it has one of its own; nil means none.
func DecodeWith(body []byte, rates *ratetable.Table) (*Lease, error) {
	l := &Lease{shared: rates}
	f := strict.Decode(body, &lease, l)
	if f.Readable() {
		l.checkRules(&f, nil)
		l.checkRates(&f, nil)
	}
	if err := f.Err(); err != nil {
		return nil, err
	}
	return l, nil
}

// Read reads the lease that comes next in a larger request, at a place of it, as
// [Decode] reads one alone. It returns what is wrong with the lease, and an
// error of syntax. A lease that is to use a table of the request is given that before,
// or [ratetable.Pending].
func (l *Lease) Read(rd *strict.Reader, at *strict.Place) (strict.Faults, error) {
	return rd.Separately(func() error {
		if err := strict.ReadElement(rd, &lease, at, l); err != nil {
			return err
		}
		if rd.Faults().Readable() {
			l.checkRules(rd.Faults(), at)
			l.checkRates(rd.Faults(), at)
		}
		return nil
	})
}

// Validate checks a lease that was made by hand. The error is an
// [*InvalidError] with every fault, in the contract's order.
func (l *Lease) Validate() error {
	var f strict.Faults
	lease.Check(&f, nil, l)
	if len(f) == 0 {
		l.checkRules(&f, nil)
	}
	return f.Err()
}

// Append appends the normalized lease as one JSON object: defaults filled in,
// values as given in shortest plain decimals, absent options absent, members in
// the contract's order. Leases that mean the same print the same bytes.
func (l *Lease) Append(dst []byte) []byte { return lease.Append(dst, l) }

// MarshalJSON returns the lease as the body of a request: see [Lease.Append].
func (l *Lease) MarshalJSON() ([]byte, error) { return l.Append(nil), nil }

// UnmarshalJSON reads a lease as [Decode] does, and refuses what it refuses.
func (l *Lease) UnmarshalJSON(body []byte) error {
	read, err := Decode(body)
	if err != nil {
		return err
	}
	*l = *read
	return nil
}

// AppendTags appends the tags of the lease as a JSON object, by name; an empty one
// where it has none.
func (l *Lease) AppendTags(dst []byte) []byte { return strict.AppendTags(dst, l.Tags) }

// Append appends the conventions as a JSON object, with the defaults.
func (b *Basis) Append(dst []byte) []byte { return basis.Append(dst, b) }
