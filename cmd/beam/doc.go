// Package beam makes the report of any number of leases on an engine that spreads work
// over many machines, by Apache Beam.
//
// # Design
//
// The pipeline does the work of the command leasehold report: package closing
// converts a chunk of leases to lines and totals. Its elements are byte ranges
// of files with one lease per line, because passing on single leases would
// take longer than computing them. The lines of a chunk are written to a
// temporary file that is renamed after the chunk, so a chunk that is processed
// twice leaves the same bytes. The engine merges the totals. Invalid leases go
// to a separate output with their reason.
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
