// Package engine computes the accounting of a lease: what is owed and when, the lease
// liability and the right-of-use asset, their journal entries, the figures of a reporting
// period, and the notes. It is pure: it reads no clock, does no input or output and uses no
// binary floating point.
package engine
