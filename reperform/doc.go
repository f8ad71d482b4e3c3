// Package reperform checks a lease schedule that other software or another person has computed, the
// reported schedule (METHOD 15, 26). [Decode] parses a request with the lease and the reported
// amounts, and [Verify] computes the schedule of the lease and compares the amounts.
//
// An [Answer] lists the amounts that differ and the inconsistencies within the reported schedule. It
// also explains the differences. For this purpose, Verify measures variants of the lease, called
// candidates: with other conventions, inputs, payments or another rate. The explanation is the
// candidate that agrees with the reported schedule, possibly except for one or two wrong amounts.
//
// Fields named Ours contain computed amounts, and fields named Theirs contain reported amounts.
package reperform
