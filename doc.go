// Package leasehold computes a lessee's accounting for one lease under ASC 842, IFRS 16, FRS 102
// section 20, GASB 87 or GASB 96: the lease liability and the right-of-use asset, the schedule of
// payments, the journal entries, the disclosures, and the operating-or-finance decision, with the
// paragraphs of the standard behind them.
//
// For most uses two calls are enough:
//
//	lease, err := leasehold.Decode(body) // JSON of the service's request
//	result, err := leasehold.Compute(lease)
//
// or, without JSON, with a [Lease] literal:
//
//	result, err := leasehold.Compute(&leasehold.Lease{
//		CommencementDate:   civil.Date{Year: 2026, Month: 1, Day: 1},
//		TermMonths:         60,
//		PaymentAmount:      money.Int(10_000),
//		DiscountRateAnnual: money.MustParse("0.06"),
//	})
//
// A [Result] contains all amounts and texts. [AppendCompute] prints it in the format of the
// service; [Journal] and [Explain] derive the journal entries and explanations from it.
//
// # Exactness
//
// Every amount is a whole number of cents, computed exactly and rounded once, half a cent away
// from zero. No binary floating point is used. docs/METHOD.md has the formulas, the paragraphs of
// the standards, and the conventions that Leasehold chose.
//
// # Errors
//
// A lease that is not valid is an [*InvalidError], which names each field, the fault and the
// allowed values. Every valid lease has a result.
//
// # Concurrency
//
// All functions are safe for concurrent use. A Lease and a Result are plain data: no function
// retains them.
//
// # Compatibility
//
// Within one major version, names and their meanings do not change. A change to any amount of any
// lease increments [RulesRevision] and is listed in CHANGELOG.md.
package leasehold
