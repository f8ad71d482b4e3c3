package docs

import (
	"os"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/internal/member"
)

// METHOD 20, 25.8: docs/FILES.md describes every list in a lease file, and names the list's sheet,
// file and columns.
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
		if m.Shared || m.Keyed { // another paragraph describes these lists
			row = " " + m.Sheet + " sheet, or a file `" + file + "`"
		}
		_, columns, found := strings.Cut(string(text), row)
		if !found {
			t.Errorf("%s: docs/FILES.md has no %q", m.Name, row)
		}
		columns, _, _ = strings.Cut(columns, "\n")
		if n := len(strings.Split(columns, ", ")); !m.Shared && !m.Keyed && m.Name != "events" && n < len(m.Of) { // for events, the page names only the first column
			t.Errorf("%s: docs/FILES.md names %d columns in %q, and a row has %d members", m.Name, n, columns, len(m.Of))
		}
	}
}
