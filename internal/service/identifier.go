package service

import "strings"

// IsID reports whether a text can be the id of a key, an account or a request.
// Those that are made here are visible ASCII. Anything else is an
// unknown id, and no store is asked about it: stores differ in what
// they take for a text.
func IsID(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return r < '!' || r > '~' })
}
