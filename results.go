package leasehold

import "github.com/leasehold-accounting/leasehold/internal/engine"

// The types of results, by the names that callers of this package use.
type (
	Classification = engine.Classification
	Criterion      = engine.Criterion
	Disclosures    = engine.Disclosures
	Maturity       = engine.Maturity
	EventResult    = engine.EventResult
	Life           = engine.Life
	Treatment      = engine.Treatment
	Explanation    = engine.Explanation
	Figures        = engine.Figures
	Band           = engine.Band
	LeaseFigures   = engine.LeaseFigures
	Release        = engine.Release
	ReportedClass  = engine.ReportedClass
	Span           = engine.Span
	Accrual        = engine.Accrual
	Entry          = engine.Entry
	EntryKind      = engine.EntryKind
	Line           = engine.Line
	Measurement    = engine.Measurement
	Commencement   = engine.Commencement
	Segment        = engine.Segment
	Period         = engine.Period
	NonLease       = engine.NonLease
	Result         = engine.Result
	Verdict        = engine.Verdict
	Verdicts       = engine.Verdicts
	Ratio          = engine.Ratio
	NumberedEntry  = engine.NumberedEntry
	Note           = engine.Note
	Position       = engine.Position
	TaxBases       = engine.TaxBases
	Terms          = engine.Terms
	StatedRent     = engine.StatedRent
	FreeMonths     = engine.FreeMonths
	DatedPayment   = engine.DatedPayment
	Balances       = engine.Balances
	LeaseYear      = engine.LeaseYear
)

// The keys of the criteria of ASC 842-10-25-2.
const (
	CriterionTransferOfOwnership = engine.CriterionTransferOfOwnership
	CriterionPurchaseOption      = engine.CriterionPurchaseOption
	CriterionEconomicLife        = engine.CriterionEconomicLife
	CriterionFairValue           = engine.CriterionFairValue
	CriterionSpecializedAsset    = engine.CriterionSpecializedAsset
)

// The criteria of ASC 842-10-25-2, in the order of the paragraph.
const (
	CriterionOwnership   = engine.CriterionOwnership
	CriterionOption      = engine.CriterionOption
	CriterionLife        = engine.CriterionLife
	CriterionFair        = engine.CriterionFair
	CriterionSpecialized = engine.CriterionSpecialized
	CriteriaCount        = engine.CriteriaCount
)

// The treatments of events.
const (
	Remeasured   = engine.Remeasured
	Expensed     = engine.Expensed
	Impaired     = engine.Impaired
	Derecognized = engine.Derecognized
	Reversed     = engine.Reversed
)

// The classes that reports group leases by.
const (
	ReportedOperating = engine.ReportedOperating
	ReportedFinance   = engine.ReportedFinance
	ReportedShortTerm = engine.ReportedShortTerm
	ReportedLowValue  = engine.ReportedLowValue
)

// The ways to divide a row between two reporting periods.
const (
	ByDays        = engine.ByDays
	ByMonths      = engine.ByMonths
	ByLevelMonths = engine.ByLevelMonths
)

// The kinds of entries.
const (
	EntryCommencement = engine.EntryCommencement
	EntryPeriod       = engine.EntryPeriod
	EntryEvent        = engine.EntryEvent
	EntryMonth        = engine.EntryMonth
	EntryExpiry       = engine.EntryExpiry
	EntryCorrection   = engine.EntryCorrection
	EntryTax          = engine.EntryTax
)

// The keys of notes that name the class.
const (
	NoteClassOverride        = engine.NoteClassOverride
	NoteClassAgainstCriteria = engine.NoteClassAgainstCriteria
)
