// Package beam computes a report on any number of leases on an engine that distributes work over
// many machines, with Apache Beam.
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
// A type without a registered coder arrives on another machine as its zero value, without an
// error. Every type of the pipeline therefore has a coder, and a test verifies that the coders
// preserve amounts beyond 64 and 128 bits.
//
// The command leasehold-beam runs the pipeline and is its own worker. The script boot.sh starts
// workers as processes, for engines that start workers with a command.
//
// The pipeline does not check that ids are unique, because the check would need all ids on one
// machine.
package beam
