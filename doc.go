// Package leasehold computes the accounting of one lease, as its lessee keeps
// it, under ASC 842, IFRS 16, FRS 102 section 20, GASB 87 or GASB 96: the lease
// liability and the right-of-use asset, the schedule of payments, the journal
// entries, the disclosures, and the operating-or-finance decision, with the
// paragraphs of the standard behind them.
//
// For most uses two calls are enough:
//
//	lease, err := leasehold.Decode(body) // JSON of the service's request
//	result, err := leasehold.Compute(lease)
//
// or, without JSON, a [Lease] made by hand:
//
//	result, err := leasehold.Compute(&leasehold.Lease{
//		CommencementDate:   civil.Date{Year: 2026, Month: 1, Day: 1},
//		TermMonths:         60,
//		PaymentAmount:      money.Int(10_000),
//		DiscountRateAnnual: money.MustParse("0.06"),
//	})
//
// A [Result] holds everything; its Append methods print the service's answers.
//
// # Exactness
//
// Every amount is a whole number of cents that exact arithmetic leads to, with
// one rounding at its end, half a cent away from zero. No binary floating
// point is involved anywhere. docs/METHOD.md has the formulas, their
// paragraphs, and the few conventions that are a choice.
//
// # Errors
//
// Refusals are an [*InvalidError], which names every field at fault, says what
// was wrong with it and what is allowed. Every lease that passes has an answer.
//
// # Concurrency
//
// All functions may be called at once from any number of goroutines. A Lease
// and a Result are plain data that nobody else keeps.
//
// # Compatibility
//
// Within one major version, names and meanings stay. A change to any figure of
// any lease raises [RulesRevision] and is named in CHANGELOG.md.
package leasehold
