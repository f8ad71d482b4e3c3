package lease

import (
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/ratetable"
)

// Decode reads a lease from JSON: one object in valid UTF-8, with known field names that do not
// repeat. null means that an optional field is absent. Numbers are read from their text, exactly.
//
// The error is an [*InvalidError] with all validation errors in order. Decode never panics and does
// not retain body.
func Decode(body []byte) (*Lease, error) { return DecodeWith(body, nil) }

// DecodeWith is [Decode] with a table for the rates that the lease omits, unless the lease has a
// table. The table may be nil.
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

// Read reads the next lease of a larger request, at a path, as [Decode] does. It returns the
// validation errors of the lease, and a syntax error. A table of the request is set before, or
// [ratetable.Pending].
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

// Validate checks a lease built in Go. The error is an [*InvalidError] with all validation errors,
// in the contract's order.
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

// UnmarshalJSON reads a lease as [Decode] does, with the same errors.
func (l *Lease) UnmarshalJSON(body []byte) error {
	read, err := Decode(body)
	if err != nil {
		return err
	}
	*l = *read
	return nil
}

// AppendTags appends the tags of the lease as a JSON object, by name; an empty one without tags.
func (l *Lease) AppendTags(dst []byte) []byte { return strict.AppendTags(dst, l.Tags) }

// Append appends the conventions as a JSON object, with the defaults.
func (b *Basis) Append(dst []byte) []byte { return basis.Append(dst, b) }
