// Package filename builds the names of downloaded files from their content. Every operating system
// accepts the characters in these names.
package filename

import (
	"cmp"
	"net/url"
	"strings"
	"unicode"

	"github.com/leasehold-accounting/leasehold"
)

const maxLen = 60 // in characters

// Of returns the id or name of a lease in a form suitable for file names, or "" if it has neither.
func Of(lease *leasehold.Lease) string {
	return Plain(cmp.Or(lease.ID, lease.Name))
}

// Plain limits the length and replaces each run of characters other than letters, digits, hyphens
// and underscores with one hyphen.
func Plain(text string) string {
	var b strings.Builder
	for _, c := range text {
		if unicode.IsLetter(c) || unicode.IsDigit(c) || c == '_' || c == '-' || unicode.IsMark(c) {
			b.WriteRune(c)
		} else if s := b.String(); s != "" && !strings.HasSuffix(s, "-") {
			b.WriteByte('-')
		}
	}
	runes := []rune(strings.Trim(b.String(), "-"))
	return strings.TrimRight(string(runes[:min(len(runes), maxLen)]), "-")
}

// Join puts the name of the content in front of a file name, as in HQ-1-journal.csv.
func Join(of, name string) string {
	if of == "" {
		return name
	}
	return of + "-" + name
}

// Attachment returns the Content-Disposition header for a file (RFC 6266). For older clients, it
// also contains the name in ASCII.
func Attachment(name string) string {
	ascii := strings.Map(func(c rune) rune {
		if c > unicode.MaxASCII || c < ' ' || c == '"' || c == '\\' || c == '%' {
			return '_'
		}
		return c
	}, name)
	value := `attachment; filename="` + ascii + `"`
	if ascii != name {
		value += "; filename*=UTF-8''" + strings.ReplaceAll(url.QueryEscape(name), "+", "%20")
	}
	return value
}
