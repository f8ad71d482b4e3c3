// Package reperform checks a lease schedule that somebody else made: whether it
// agrees, where and by how much it differs, its internal inconsistencies, and which
// convention explains the difference (METHOD 15).
package reperform
