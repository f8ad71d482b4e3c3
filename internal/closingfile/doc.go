// Package closingfile is what was signed at the end of a month: a file that says which
// figures every lease had, from which inputs and entries they came, and which closing
// came before. Each closing names the chain of the one before it, so that a month that
// moves after it was signed is found, and by how much (METHOD 27).
//
// A closing is one line of JSON whose last member, chain, is the SHA-256 of all bytes
// before it. The same close gives the same bytes on every machine: there is no clock,
// leases are by their ids, and members have one order.
package closingfile
