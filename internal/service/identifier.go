package service

import "strings"

// IsID reports whether a text can be the ID of a key, an account or a request, that is, whether it
// is visible ASCII. Databases differ in which other texts they accept, so such texts are rejected
// before they reach a database.
func IsID(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return r < '!' || r > '~' })
}
