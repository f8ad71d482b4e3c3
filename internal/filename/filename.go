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

// Of returns a lease's id or name for a file name, or "" if the lease has neither.
func Of(lease *leasehold.Lease) string {
	return Plain(cmp.Or(lease.ID, lease.Name))
}

// Plain replaces each run of characters other than letters, digits, hyphens and underscores with one hyphen,
// and limits the length.
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

// Join prefixes a file name with the name of the content, as in HQ-1-journal.csv.
func Join(of, name string) string {
	if of == "" {
		return name
	}
	return of + "-" + name
}

// Attachment returns the value of the Content-Disposition header for a file (RFC 6266). For older
// clients, the value also contains the name in ASCII.
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
