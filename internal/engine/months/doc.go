// Package months counts months exactly. They are fractions if an event splits a row.
package months
