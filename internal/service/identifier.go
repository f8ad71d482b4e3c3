package service

import "strings"

// IsID reports whether a text can be the ID of a key, an account or a request: visible ASCII.
// Stores differ in the other texts that they accept, so those are rejected before a store sees
// them.
func IsID(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return r < '!' || r > '~' })
}
