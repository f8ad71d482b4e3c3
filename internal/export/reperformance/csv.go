package reperformance

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"

	"github.com/leasehold-accounting/leasehold/internal/export/paper"
	"github.com/leasehold-accounting/leasehold/reperform"
)

// CSV writes one row for each compared amount.
func CSV(w io.Writer, a *reperform.Answer) error {
	p := newDraft(a, paper.Options{})
	c := csv.NewWriter(w)
	lines := [][]string{{"where", "period", "date", "figure", "ours", "theirs", "difference", "outside"}}
	list := a.Figures()
	for i := range list {
		f := &list[i]
		number, date := row(f)
		lines = append(lines, []string{
			f.Where, number, date, f.Member, string(f.Ours.AppendPlaces(nil, p.places)), f.Theirs.String(), f.Difference.String(), strconv.FormatBool(f.Outside),
		})
	}
	if err := c.WriteAll(lines); err != nil { // WriteAll also flushes the writer
		return fmt.Errorf("write CSV: %w", err)
	}
	return nil
}
