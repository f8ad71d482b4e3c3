// Package oracle computes the accounting of leases a second time, separately from the
// engine, so that the two can be compared figure by figure.
//
// It was written from the two parts of docs/METHOD.md and docs/SPEC.md alone and
// shares no code with package leasehold or package money: it has its own reader, its own calendar and its own arithmetic
// (math/big). Where the engine is built to be fast, this package is built to be
// obviously right: present values are fractions of unlimited size, or, where
// powers are irrational, numbers of two hundred digits, and a comparison with a
// half cent or with the threshold of the one-cent rule is one of integers.
//
// [Read] takes a lease that is known to be valid; refusing bad ones is the
// engine's affair. [Solve] returns every figure of the answer, through all
// events of the lease's life, or a [Refusal] where the terms or the arithmetic
// rule an answer out. [ReadReport] and [Tell] do the same for many leases over a
// span of days, and [Compare] for one lease under every treatment.
//
// [Answer.Compute], [Report.Figures] and Compare list the figures by the path
// that they have in the printed answer, so that a test can walk the engine's
// JSON and compare them all.
package oracle

// revision is the revision of the rules that the engine follows. METHOD 28 to 30
// change some figures for leases and reports that revision 1 answers too; they
// are computed as the engine computes them.
const revision = 2

// monthlyTax says whether the engine writes the entries of deferred tax by month
// (METHOD 28.8).
const monthlyTax = false

// revised reports whether the rules are those of revision 2.
func (r *Request) revised() bool { return r.Revision >= 2 }
