//go:build !faults

package main

// testVariables are those that only a build for tests knows.
var testVariables []string

// armFault does nothing in this build.
func armFault() {}
