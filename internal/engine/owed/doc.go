// Package owed computes the payments due under a contract: the rent of each period, one-off
// payments, and the rows from a day to the end of the term.
package owed
