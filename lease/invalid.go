package lease

import "github.com/leasehold-accounting/leasehold/internal/strict"

// Fault is a validation error of a lease.
type Fault = strict.Fault

// InvalidError contains all validation errors of a lease, in order.
type InvalidError = strict.InvalidError

// Optional is a value that a lease may omit. The zero value is absent.
type Optional[T any] = strict.Optional[T]

// Some returns an Optional that holds v.
func Some[T any](v T) Optional[T] { return strict.Some(v) }

// IsTrue reports whether a flag was supplied and is true.
func IsTrue(o Optional[bool]) bool { return o.Set && o.Value }
