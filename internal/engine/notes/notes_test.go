package notes

import (
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/docs"
)

// allNotes returns every note that some result can carry, in order.
func allNotes() (all []note) {
	all = append(all, generalNotes[:]...)
	for _, list := range standardNotes {
		all = append(all, list...)
	}
	return append(all, lastNotes[:]...)
}

// A note is a sentence, or a function that writes one.
func TestEveryNoteHasOneText(t *testing.T) {
	t.Parallel()
	for _, n := range allNotes() {
		if (n.text == "") == (n.write == nil) {
			t.Errorf("%s needs a text or a function that writes it", n.key)
		}
	}
}

// METHOD 9: the page lists every note and no other, in the order in which a
// result carries them.
func TestMethod9_PageListsEveryNote(t *testing.T) {
	t.Parallel()
	page := docs.Method
	all := allNotes()
	_, section, _ := strings.Cut(page, "\n## 9 ")
	_, table, _ := strings.Cut(section, "| note | given where |\n|---|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	rows := strings.Split(table, "\n")
	if len(rows) != len(all) {
		t.Errorf("%d rows for %d notes", len(rows), len(all))
	}
	for i := range min(len(rows), len(all)) {
		if !strings.HasPrefix(rows[i], "| `"+all[i].key+"` | ") {
			t.Errorf("row %d is %q, want %s", i, rows[i], all[i].key)
		}
	}
	tableOfNotes(t, page, "| note on payments | given where |\n|---|---|\n", func(yield func(string)) {
		for i := range paymentNotes {
			yield(paymentNotes[i].key)
		}
	})
	tableOfNotes(t, page, "| note on what is paid for | given where |\n|---|---|\n", func(yield func(string)) {
		for i := range sourceNotes {
			yield(sourceNotes[i].key)
		}
	})
	tableOfNotes(t, page, "| note on an event | given where |\n|---|---|\n", func(yield func(string)) {
		yield("commencement_figures")
		for i := range lifeNotes {
			yield(lifeNotes[i].key)
		}
	})
}

// tableOfNotes fails unless the table under a heading lists exactly these notes.
func tableOfNotes(t *testing.T, page, heading string, keys func(yield func(string))) {
	t.Helper()
	_, table, _ := strings.Cut(page, heading)
	keys(func(key string) {
		row, rest, _ := strings.Cut(table, "\n")
		if !strings.HasPrefix(row, "| `"+key+"` | ") {
			t.Errorf("the page has %q where the note %s belongs", row, key)
		}
		table = rest
	})
	if !strings.HasPrefix(table, "\n") {
		t.Errorf("the page has a note that no result carries: %.80q", table)
	}
}
