// Package checking is the page on which somebody else's schedule is checked: the
// lease on the left, the schedule on the right, and below whether they agree,
// where not, and which convention explains it, as a paper for the audit file.
//
// It works on the engine alone, bills nothing and keeps nothing. Files:
// reading.go reads what was sent, answer.go is what the page shows of it.
package checking
