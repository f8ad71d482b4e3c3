// Package months computes exact numbers of months. A number is a fraction if an event splits a
// row.
package months
