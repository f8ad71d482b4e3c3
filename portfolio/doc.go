// Package portfolio reports on many leases over a reporting period: balances, rollforwards, cost by
// kind, cash, maturities, weighted averages and journal entries by calendar month. A report shows
// these figures for each lease, for groups of leases and in total (METHOD 14).
//
// # Reports
//
// [Decode] parses a request, and [Answer] computes its [Report]. [NewReport], [Report.Add] and
// [Report.Finish] compute the same report one lease at a time. A [Sum] adds up the amounts of any
// number of leases in constant memory, and partial sums can be merged.
//
// Every total equals the sum of the printed figures of its leases, to the cent. The package reads
// no clock and performs no I/O.
//
// # Closings
//
// A closing records the balances of all leases at the end of a reporting period, and the amounts that the journal
// entries have posted to each account. Consecutive closings form a [Chain]. An accountant approves each closing, so its
// balances are called signed balances. They never change afterward.
//
// A request with a [Previous] closing compares the signed balances with the balances that the leases
// have under their current terms. A difference is a prior-period correction: a [LateChange] with a
// journal entry in the current reporting period. The report keeps the signed balances as its opening
// balances. Its late figures show the difference from the balances under the current terms.
package portfolio
