package reportfile

import (
	"bytes"
	"context"
	"io"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/batch"
	"github.com/leasehold-accounting/leasehold/internal/closing"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// textTo returns a function that writes the text of each part to w.
func textTo(w io.Writer) func(*closing.Part) error {
	return func(p *closing.Part) error {
		_, err := w.Write(p.Text.Bytes())
		return err
	}
}

// writeLines writes a line of JSON for each lease. If entries are requested, the lines of the
// lease's entries follow.
func writeLines(ctx context.Context, r *Report, w io.Writer) (*Result, error) {
	return r.Run(ctx, &closing.Plan{
		Lease: func(dst *bytes.Buffer, l *portfolio.Line) error {
			text := append(l.Append(dst.AvailableBuffer()), '\n')
			for i := range l.Figures.Entries {
				text = append(l.AppendEntry(text, &l.Figures.Entries[i]), '\n')
			}
			dst.Write(text)
			return nil
		},
		Refused: func(dst *bytes.Buffer, f *closing.Refusal) {
			text := batch.AppendRefusal(dst.AvailableBuffer(), f.Line, string(batch.AppendID(nil, f.ID)), f.Err)
			dst.Write(append(text, '\n'))
		},
	}, textTo(w))
}

func writeRows(ctx context.Context, r *Report, w io.Writer) (*Result, error) {
	rows := export.NewLeaseRows(r.Question, r.tags(false))
	if r.Question.TiesOut() {
		answer, done, err := r.Answer(ctx)
		if err != nil {
			return nil, err
		}
		return done, rows.Write(w, answer)
	}
	if _, err := w.Write(rows.AppendHeader(nil)); err != nil {
		return nil, err
	}
	return r.Run(ctx, &closing.Plan{Lease: func(dst *bytes.Buffer, l *portfolio.Line) error {
		dst.Write(rows.Append(dst.AvailableBuffer(), l))
		return nil
	}}, textTo(w))
}

// tags returns the tags with a column in the file: the tags in the grouping keys, followed by
// Report.Tags. If distinct is set, repeated tags are omitted, because database programs reject
// duplicate column names.
func (r *Report) tags(distinct bool) (list []string) {
	add := func(tag string) {
		if !distinct || !slices.Contains(list, tag) {
			list = append(list, tag)
		}
	}
	for _, k := range r.Question.GroupBy {
		if tag, ok := strings.CutPrefix(k.String(), "tag:"); ok {
			add(tag)
		}
	}
	for _, tag := range r.Tags {
		add(strings.TrimPrefix(tag, "tag:"))
	}
	return list
}
