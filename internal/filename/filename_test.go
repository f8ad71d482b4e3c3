package filename

import (
	"mime"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/leasehold-accounting/leasehold"
)

// A file is named after its lease, using only characters that every operating system accepts.
func TestFilesAreNamedAfterTheirLease(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ id, name, want string }{
		{"", "", ""},
		{"HQ-1", "Head office", "HQ-1"},
		{"", "Head office", "Head-office"},
		{"", "Büro Köln / 3. Stock", "Büro-Köln-3-Stock"},
		{"", "東京オフィス", "東京オフィス"},
		{"", "..", ""},
		{`../../etc/passwd`, "", "etc-passwd"},
		{"a\"b\r\nX: y", "", "a-b-X-y"},
		{strings.Repeat("é", 100), "", strings.Repeat("é", 60)},
	} {
		if got := Of(&leasehold.Lease{ID: tt.id, Name: tt.name}); got != tt.want {
			t.Errorf("%q, %q: %q, want %q", tt.id, tt.name, got, tt.want)
		}
	}
	if got := Join("", "lease.xlsx") + " " + Join("HQ-1", "journal.csv"); got != "lease.xlsx HQ-1-journal.csv" {
		t.Errorf("%q", got)
	}
}

// Whatever the name is, the header is a single line of ASCII.
func TestNamesFitTheHeader(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"lease.xlsx", "Büro-Köln.pdf", "東京.csv", "100% \"x\".csv", "a b+c;d.csv"} {
		value := Attachment(name)
		kind, values, err := mime.ParseMediaType(value)
		if err != nil || kind != "attachment" || values["filename"] != name {
			t.Errorf("%q is read as %q, %v", value, values, err)
		}
		if strings.ContainsFunc(value, func(c rune) bool { return c >= utf8.RuneSelf || c < ' ' }) {
			t.Errorf("%q is not plain", value)
		}
	}
}
