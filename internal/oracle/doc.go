// Package oracle computes the accounting of one lease a second time, apart
// from the engine, so that the two can be compared figure by figure.
//
// It was written from docs/METHOD.md and docs/SPEC.md alone and shares no code
// with package leasehold or package money: it has its own reader, its own
// calendar and its own arithmetic, all of it exact (math/big). Where the engine
// is built to be fast, this package is built to be obviously right: present
// values are fractions of unlimited size, and a comparison with a half cent or
// with the threshold of the one-cent rule is a comparison of integers.
//
// [Read] takes a request that is known to be valid; refusing bad ones is the
// engine's affair. [Solve] returns every figure of the answer.
package oracle
