package standard

import (
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// Label is the national standard, with the text of IFRS 16, under which a lease is reported. The
// zero value is IFRS 16. Labels change names, never figures or paragraph numbers.
type Label uint8

// The national standards.
const (
	NoLabel Label = iota
	AASB16
	IndAS116
	HKFRS16
	NZIFRS16
	KIFRS1116
)

// LabelNames are the names of the national standards, with IFRS 16 first.
var LabelNames = append([]string{rulesIFRS16.Names.Title}, member.Names(member.Frameworks)...)

// String returns the name of the standard, as in AASB 16.
func (l Label) String() string { return strict.Name(LabelNames, l) }

// MarshalText returns the name of the standard.
func (l Label) MarshalText() ([]byte, error) { return strict.MarshalName(LabelNames, l) }

// UnmarshalText reads the name of a national standard.
func (l *Label) UnmarshalText(text []byte) error { return strict.UnmarshalName(LabelNames, l, text) }

// Say returns text with the name of the national standard instead of IFRS 16.
func (l Label) Say(text string) string {
	if l == NoLabel {
		return text
	}
	name := LabelNames[NoLabel]
	// NZ IFRS 16 contains the name that it replaces.
	text = strings.ReplaceAll(text, LabelNames[NZIFRS16], name)
	return strings.ReplaceAll(text, name, l.String())
}
