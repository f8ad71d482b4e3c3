//go:build !faults

package main

// testVariables lists the environment variables that only test builds use.
var testVariables []string

func armFault() {}
