package leasehold

import (
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/ratetable"
	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/standard"
)

// Aliases for the types of package lease.
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
	Proportion          = lease.Proportion
	RateBasis           = lease.RateBasis
)

// Fault is one validation error of a lease.
type Fault = strict.Fault

// InvalidError reports every validation error of a lease, in the API's order.
type InvalidError = strict.InvalidError

// Optional is a value that a lease may omit. The zero value means absent.
type Optional[T any] = strict.Optional[T]

// Some wraps v in an Optional.
func Some[T any](v T) Optional[T] { return strict.Some(v) }

// Decode parses a lease from JSON: see [lease.Decode].
func Decode(body []byte) (*Lease, error) { return lease.Decode(body) }

// DecodeWith is [Decode] with a rate table for any discount rates that the lease omits: see [lease.DecodeWith].
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

// The treatments of the payment on the commencement date.
const (
	InLiability = lease.InLiability
	Settled     = lease.Settled
)

// The kinds of one-off payments.
const (
	Paid      = lease.Paid
	Incentive = lease.Incentive
)

// The methods by which a decrease in scope reduces the asset.
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

// The sets of days on which rent is due each year.
const (
	EnglishQuarterDays = lease.EnglishQuarterDays
	ScottishTermDays   = lease.ScottishTermDays
)

// The kinds of components.
const (
	LeaseComponent   = lease.LeaseComponent
	ServiceComponent = lease.ServiceComponent
)

// Standard and the following types are aliases for types of package standard.
type (
	Standard  = standard.Standard
	Class     = standard.Class
	Timing    = standard.Timing
	Exemption = standard.Exemption
	Label     = standard.Label
	Fund      = standard.Fund
	EventType = standard.EventType
	Account   = standard.Account
)

// Standards returns every reporting standard in the API's order.
func Standards() []Standard { return standard.Standards() }

// Accounts returns every account used in entries.
func Accounts() []Account { return standard.Accounts() }

// The reporting standards.
const (
	ASC842 = standard.ASC842
	IFRS16 = standard.IFRS16
	GASB87 = standard.GASB87
	FRS102 = standard.FRS102
	GASB96 = standard.GASB96
)

// The lease classes.
const (
	Derived   = standard.Derived
	Operating = standard.Operating
	Finance   = standard.Finance
)

// The payment timings.
const (
	Advance = standard.Advance
	Arrears = standard.Arrears
)

// The recognition exemptions.
const (
	NoExemption = standard.NoExemption
	ShortTerm   = standard.ShortTerm
	LowValue    = standard.LowValue
)

// The financial statements of a government.
const (
	GovernmentWide = standard.GovernmentWide
	Governmental   = standard.Governmental
	BothFunds      = standard.BothFunds
)

// The types of events.
const (
	IndexChange         = standard.IndexChange
	ContingencyResolved = standard.ContingencyResolved
	ResidualGuarantee   = standard.ResidualGuarantee
	Reassessment        = standard.Reassessment
	Modification        = standard.Modification
	Impairment          = standard.Impairment
	ImpairmentReversal  = standard.ImpairmentReversal
	Termination         = standard.Termination
	Purchase            = standard.Purchase
)

// Aliases for the types of results.
type (
	EventResult   = schedule.EventResult
	Explanation   = schedule.Explanation
	Figures       = schedule.Figures
	Band          = schedule.Band
	LeaseFigures  = schedule.LeaseFigures
	ReportedClass = schedule.ReportedClass
	Span          = schedule.Span
	Accrual       = schedule.Accrual
	Entry         = schedule.Entry
	Line          = schedule.Line
	Measurement   = schedule.Measurement
	Period        = schedule.Period
	Result        = schedule.Result
	NumberedEntry = schedule.NumberedEntry
	Position      = schedule.Position
	LeaseYear     = schedule.LeaseYear
)
