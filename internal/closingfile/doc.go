// Package closingfile reads and writes closings: files that record the signed balances of every
// lease at the end of a reporting period, the inputs and entries behind them, and the preceding
// closing. Each closing contains the chain of the preceding one, so later changes to a signed
// period are detected and measured (METHOD 27).
//
// A closing is one line of JSON. Its last field, chain, is the SHA-256 of all preceding bytes. The
// same close gives the same bytes on every machine: there is no clock, leases are sorted by id, and
// fields have a defined order.
package closingfile
