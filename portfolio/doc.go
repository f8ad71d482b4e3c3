// Package portfolio reports on many leases over a span of days: balances,
// rollforwards, cost by kind, cash, maturities, weighted averages and entries by
// calendar month, for each lease, for groups of them and for all (METHOD 14).
//
// A [Report] answers one [Question] whole. A [Sum] takes any number of leases one
// after the other, in constant memory; sums of parts merge into that of the whole,
// whatever the parts were.
//
// Every total is the sum of the printed figures of its leases, to the cent. Nothing
// here has a clock, input or output.
package portfolio
