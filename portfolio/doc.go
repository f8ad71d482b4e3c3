// Package portfolio reports on many leases over a reporting period: balances, rollforwards, cost by
// kind, cash, maturities, weighted averages and journal entries by calendar month, for each lease,
// for groups and in total (METHOD 14).
//
// A [Report] holds the complete result of one [Question]. A [Sum] adds any number of leases in
// constant memory, and partial sums can be merged.
//
// Every total equals the sum of the printed figures of its leases, to the cent. The package reads
// no clock and performs no I/O.
package portfolio
