package leasehold

import "github.com/leasehold-accounting/leasehold/schedule"

// The types of results, by the names that callers of this package use.
type (
	Classification = schedule.Classification
	Criterion      = schedule.Criterion
	Disclosures    = schedule.Disclosures
	Maturity       = schedule.Maturity
	EventResult    = schedule.EventResult
	Life           = schedule.Life
	Treatment      = schedule.Treatment
	Explanation    = schedule.Explanation
	Figures        = schedule.Figures
	Band           = schedule.Band
	LeaseFigures   = schedule.LeaseFigures
	Release        = schedule.Release
	ReportedClass  = schedule.ReportedClass
	Span           = schedule.Span
	Accrual        = schedule.Accrual
	Entry          = schedule.Entry
	EntryKind      = schedule.EntryKind
	Line           = schedule.Line
	Measurement    = schedule.Measurement
	Commencement   = schedule.Commencement
	Segment        = schedule.Segment
	Period         = schedule.Period
	NonLease       = schedule.NonLease
	Result         = schedule.Result
	Verdict        = schedule.Verdict
	Verdicts       = schedule.Verdicts
	Ratio          = schedule.Ratio
	NumberedEntry  = schedule.NumberedEntry
	Note           = schedule.Note
	Position       = schedule.Position
	TaxBases       = schedule.TaxBases
	Terms          = schedule.Terms
	StatedRent     = schedule.StatedRent
	FreeMonths     = schedule.FreeMonths
	DatedPayment   = schedule.DatedPayment
	Balances       = schedule.Balances
	LeaseYear      = schedule.LeaseYear
)

// The keys of the criteria of ASC 842-10-25-2.
const (
	CriterionTransferOfOwnership = schedule.CriterionTransferOfOwnership
	CriterionPurchaseOption      = schedule.CriterionPurchaseOption
	CriterionEconomicLife        = schedule.CriterionEconomicLife
	CriterionFairValue           = schedule.CriterionFairValue
	CriterionSpecializedAsset    = schedule.CriterionSpecializedAsset
)

// The criteria of ASC 842-10-25-2, in the order of the paragraph.
const (
	CriterionOwnership   = schedule.CriterionOwnership
	CriterionOption      = schedule.CriterionOption
	CriterionLife        = schedule.CriterionLife
	CriterionFair        = schedule.CriterionFair
	CriterionSpecialized = schedule.CriterionSpecialized
	CriteriaCount        = schedule.CriteriaCount
)

// The treatments of events.
const (
	Remeasured   = schedule.Remeasured
	Expensed     = schedule.Expensed
	Impaired     = schedule.Impaired
	Derecognized = schedule.Derecognized
	Reversed     = schedule.Reversed
)

// The classes that reports group leases by.
const (
	ReportedOperating = schedule.ReportedOperating
	ReportedFinance   = schedule.ReportedFinance
	ReportedShortTerm = schedule.ReportedShortTerm
	ReportedLowValue  = schedule.ReportedLowValue
)

// The ways to divide a row between two reporting periods.
const (
	ByDays        = schedule.ByDays
	ByMonths      = schedule.ByMonths
	ByLevelMonths = schedule.ByLevelMonths
)

// The kinds of entries.
const (
	EntryCommencement = schedule.EntryCommencement
	EntryPeriod       = schedule.EntryPeriod
	EntryEvent        = schedule.EntryEvent
	EntryMonth        = schedule.EntryMonth
	EntryExpiry       = schedule.EntryExpiry
	EntryCorrection   = schedule.EntryCorrection
	EntryTax          = schedule.EntryTax
)

// The keys of notes that name the class.
const (
	NoteClassOverride        = schedule.NoteClassOverride
	NoteClassAgainstCriteria = schedule.NoteClassAgainstCriteria
)
