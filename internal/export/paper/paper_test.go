package paper_test

import (
	"testing"

	"github.com/leasehold-accounting/leasehold/internal/export/paper"
)

// Parse accepts the name of a size in any letter case.
func TestSizesAreReadByName(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]paper.Size{"letter": paper.Letter, "Letter": paper.Letter, "a4": paper.A4, "A4": paper.A4} {
		if got, err := paper.Parse(name); err != nil || got != want {
			t.Errorf("%s: got %s, %v", name, got, err)
		}
	}
	for _, name := range []string{"", "a5", "legal"} {
		if got, err := paper.Parse(name); err == nil {
			t.Errorf("%q is read as %s", name, got)
		}
	}
}
