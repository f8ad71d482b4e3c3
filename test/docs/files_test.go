package docs

import (
	"os"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/internal/member"
)

// METHOD 20, 25.8: every list that a file of leases can have is named in docs/FILES.md, with
// its sheet, its file and what its rows say.
func TestEveryListOfAFileIsDescribed(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/FILES.md")
	if err != nil {
		t.Fatal(err)
	}
	for i := range member.Lease {
		m := &member.Lease[i]
		if m.Sheet == "" {
			continue
		}
		file := strings.ReplaceAll(strings.ToLower(m.Sheet), " ", "-") + ".csv"
		row := "| " + m.Sheet + " | `" + file + "` | Lease ID, "
		if m.Shared || m.Keyed { // described in a paragraph of its own
			row = "A sheet " + m.Sheet + ", or a file `" + file + "`"
		}
		_, columns, found := strings.Cut(string(text), row)
		if !found {
			t.Errorf("%s: docs/FILES.md has no %q", m.Name, row)
		}
		columns, _, _ = strings.Cut(columns, "\n")
		for j := range m.Of {
			if label := m.Of[j].Label; !m.Shared && !m.Keyed && m.Name != "events" && !strings.Contains(strings.ToLower(columns), strings.ToLower(label)) {
				t.Errorf("%s: docs/FILES.md names no column %s in %q", m.Name, label, columns)
			}
		}
	}
}
