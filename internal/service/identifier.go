package service

import "strings"

// IsID reports whether a text may be the ID of a key, an account or a request: it must consist of
// visible ASCII characters. Databases differ in which other texts they accept, so other texts are
// rejected before they are sent to a database.
func IsID(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return r < '!' || r > '~' })
}
