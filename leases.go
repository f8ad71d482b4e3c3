package leasehold

import (
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/ratetable"
)

// The types of package lease, by the names that callers of this package use.
type (
	Lease               = lease.Lease
	RentStep            = lease.RentStep
	RentFree            = lease.RentFree
	SinglePayment       = lease.SinglePayment
	Basis               = lease.Basis
	Event               = lease.Event
	Quote               = lease.Quote
	Component           = lease.Component
	ComponentKind       = lease.ComponentKind
	VariablePayment     = lease.VariablePayment
	Sublease            = lease.Sublease
	SubleaseIncome      = lease.SubleaseIncome
	Calendar            = lease.Calendar
	PaymentDays         = lease.PaymentDays
	PaymentPeriod       = lease.PaymentPeriod
	InitialApplication  = lease.InitialApplication
	Frequency           = lease.Frequency
	Discounting         = lease.Discounting
	CommencementPayment = lease.CommencementPayment
	PaymentKind         = lease.PaymentKind
	Proportion          = lease.Proportion
	RateBasis           = lease.RateBasis
)

// Fault is one validation error of a lease.
type Fault = strict.Fault

// InvalidError reports every validation error of a lease, in the API's order.
type InvalidError = strict.InvalidError

// Optional is a value that a lease may omit. The zero value is absent.
type Optional[T any] = strict.Optional[T]

// Some returns an Optional that holds v.
func Some[T any](v T) Optional[T] { return strict.Some(v) }

// Decode parses a lease from JSON: see [lease.Decode].
func Decode(body []byte) (*Lease, error) { return lease.Decode(body) }

// DecodeWith is [Decode] with a table for the rates that the lease omits: see [lease.DecodeWith].
func DecodeWith(body []byte, rates *ratetable.Table) (*Lease, error) {
	return lease.DecodeWith(body, rates)
}

// FieldNames returns the names of the fields of a lease.
func FieldNames() []string { return lease.FieldNames() }

// The payment frequencies.
const (
	Monthly    = lease.Monthly
	Quarterly  = lease.Quarterly
	Semiannual = lease.Semiannual
	Annual     = lease.Annual
)

// The conventions of discounting.
const (
	Nominal           = lease.Nominal
	Effective         = lease.Effective
	Actual365         = lease.Actual365
	CompoundedMonthly = lease.CompoundedMonthly
)

// The treatments of what is paid on the commencement date.
const (
	InLiability = lease.InLiability
	Settled     = lease.Settled
)

// The kinds of one-off payments.
const (
	Paid      = lease.Paid
	Incentive = lease.Incentive
)

// The proportions of a decrease in scope.
const (
	ByAsset     = lease.ByAsset
	ByLiability = lease.ByLiability
)

// The kinds of discount rates.
const (
	NoRateBasis     = lease.NoRateBasis
	ImplicitRate    = lease.ImplicitRate
	IncrementalRate = lease.IncrementalRate
	RiskFreeRate    = lease.RiskFreeRate
	ObtainableRate  = lease.ObtainableRate
)

// The days of each year on which rent is due.
const (
	EnglishQuarterDays = lease.EnglishQuarterDays
	ScottishTermDays   = lease.ScottishTermDays
)

// The kinds of components.
const (
	LeaseComponent   = lease.LeaseComponent
	ServiceComponent = lease.ServiceComponent
)
