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

// DecodeWith is [Decode] with a table for the discount rates that the lease omits. The table of
// the lease, if it has one, takes precedence. rates may be nil.
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

// Read reads a lease within a larger request as [Decode] does. at is the place of the lease in
// the request. It returns the validation errors of the lease, and a syntax error. If the request
// has a rate table, call [Lease.UseRates] first, with [ratetable.Pending] if the table has not
// been read.
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
// in the order of the API contract.
func (l *Lease) Validate() error {
	var f strict.Faults
	lease.Check(&f, nil, l)
	if len(f) == 0 {
		l.checkRules(&f, nil)
	}
	return f.Err()
}

// Append appends the normalized lease as one JSON object. It includes defaults, omits absent
// fields, prints numbers as the shortest plain decimals and follows the field order of the API
// contract. Equivalent leases print the same bytes.
func (l *Lease) Append(dst []byte) []byte { return lease.Append(dst, l) }

// MarshalJSON returns the lease as a request body: see [Lease.Append].
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

// AppendTags appends the tags of the lease as a JSON object, sorted by name. Without tags the
// object is empty.
func (l *Lease) AppendTags(dst []byte) []byte { return strict.AppendTags(dst, l.Tags) }

// Append appends the conventions as a JSON object, with the defaults.
func (b *Basis) Append(dst []byte) []byte { return basis.Append(dst, b) }
