// Package filename names the files that people download after what is in them, in
// characters that every system takes.
package filename

import (
	"net/url"
	"strings"
	"unicode"

	"github.com/leasehold-accounting/leasehold"
)

// maxLen is how many characters of a name are kept.
const maxLen = 60

// Of returns the name of a lease as part of a file's name: its id, or else its name. It is
// empty where the lease has neither.
func Of(lease *leasehold.Lease) string {
	if lease.ID != "" {
		return Plain(lease.ID)
	}
	return Plain(lease.Name)
}

// Plain returns a text with a hyphen for everything that is not a letter, a digit, a
// hyphen or an underscore.
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

// Join puts the name of what is in a file before the file's own, as in HQ-1-journal.csv.
func Join(of, name string) string {
	if of == "" {
		return name
	}
	return of + "-" + name
}

// Attachment returns the value of Content-Disposition for a file: its name, and for older
// clients one in ASCII (RFC 6266).
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
