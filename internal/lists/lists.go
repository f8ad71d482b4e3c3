// Package lists provides functions that map and join the elements of slices.
package lists

import "strings"

// Map returns the results of f for the elements of list, in their order. The result is never nil.
func Map[E, T any](list []E, f func(E) T) []T {
	mapped := make([]T, len(list))
	for i, e := range list {
		mapped[i] = f(e)
	}
	return mapped
}

// Join joins the strings that f returns for the elements of list.
func Join[E any](list []E, separator string, f func(E) string) string {
	return strings.Join(Map(list, f), separator)
}

// And joins names with commas and "and", as in "a, b and c".
func And(names []string) string { return enumerate(names, " and ") }

// Or joins names with commas and "or", as in "a, b or c".
func Or(names []string) string { return enumerate(names, " or ") }

func enumerate(names []string, before string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + before + names[last]
}
