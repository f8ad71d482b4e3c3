// Package beam makes the report of any number of leases on an engine that spreads work
// over many machines, by Apache Beam.
//
// # Design
//
// The work is that of the command leasehold report: package closing turns a chunk of
// leases into lines and a sum. Here the chunks are ranges of bytes of files with one
// lease a line, and they are the elements of the pipeline: a lease takes microseconds,
// handing one over takes many times that. The lines of a chunk are written to a file
// named by the chunk, under another name first, so that a chunk that is done twice
// leaves the same bytes. Sums are merged by the engine. Leases that are wrong go to an
// output of their own, with the reason.
//
// A type without a registered coder crosses from one machine to another as its zero
// value, without an error. So every type of the pipeline has one, and a test that it
// keeps amounts beyond 64 and 128 bits.
//
// The command leasehold-beam runs the pipeline and is its own worker. The script boot.sh
// starts workers as processes on engines that do it by a command.
//
// That ids are unique is not checked: it would need all of them in one place.
package beam
