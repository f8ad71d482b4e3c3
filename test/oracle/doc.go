// Package oracle computes lease accounting independently of the engine, so that tests can compare
// every figure.
//
// It was written only from docs/METHOD.md and docs/SPEC.md. It shares no code with packages
// leasehold and money: it has its own parser, calendar and arithmetic (math/big). It prefers
// obvious correctness to speed. Present values are fractions of unlimited size or, for irrational
// powers, numbers of two hundred digits. Comparisons with a half cent or with the one-cent
// threshold use integers.
//
// [Read] reads a valid lease; the engine rejects invalid leases. [Solve] returns every figure of
// the result through all events, or a [Refusal]. [ReadReport] and [Tell] report on many leases, and
// [Compare] compares one lease under every treatment.
//
// [Answer.Compute], [Report.Figures] and Compare list the figures by their path in the printed
// result, so that a test can compare all of the engine's JSON.
package oracle
