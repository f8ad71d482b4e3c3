package disclosure

import (
	"testing"

	"github.com/leasehold-accounting/leasehold"
)

// Every standard has the note that it asks for, once, in the order of the standards.
func TestEveryStandardHasItsNote(t *testing.T) {
	t.Parallel()
	for i, s := range leasehold.Standards() {
		if i >= len(notes) || notes[i].standard != s || notes[i].sheet != s.Title()+" note" || len(notes[i].tables) == 0 {
			t.Errorf("%s has no note in its place", s)
		}
	}
	if len(notes) != len(leasehold.Standards()) {
		t.Errorf("%d notes", len(notes))
	}
}
