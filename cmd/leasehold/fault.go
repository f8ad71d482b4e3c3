//go:build !faults

package main

// armFault does nothing in this build.
func armFault() {}
