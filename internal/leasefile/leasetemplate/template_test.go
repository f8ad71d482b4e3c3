package leasetemplate_test

import (
	"bytes"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold/internal/leasefile"
	"github.com/leasehold-accounting/leasehold/internal/leasefile/leasetemplate"
)

// Every sheet's headings are fully visible: the heading row has one line for every twelve letters
// of its longest heading.
func TestTemplateHeadingsAreVisible(t *testing.T) {
	t.Parallel()
	var file bytes.Buffer
	if err := leasetemplate.Write(&file); err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(&file)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range leasefile.TemplateSheets() {
		height, err := f.GetRowHeight(s.Title, 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range s.Headings {
			if lines := (len(h.Text) + 11) / 12; height < float64(15*lines) {
				t.Errorf("%s: %q needs %d lines, and the row is %v points high", s.Title, h.Text, lines, height)
			}
		}
	}
}
