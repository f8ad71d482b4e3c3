//go:build !faults

package main

// testVariables are environment variables of test builds.
var testVariables []string

func armFault() {}
