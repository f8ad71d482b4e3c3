// Package closingfile reads and writes closings. A closing is a file that records the signed
// balances of every lease at the end of a reporting period, the inputs and entries from which the
// balances result, and the preceding closing. Each closing contains the chain (a hash) of the
// preceding closing, so that later changes to a signed period are detected and measured (METHOD
// 27).
//
// A closing is one line of JSON. Its last field, chain, is the SHA-256 of all preceding bytes. The
// same leases and options give the same bytes on every machine: the current time is not recorded,
// leases are sorted by id, and fields have a fixed order.
package closingfile
