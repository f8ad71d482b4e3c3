package reportfile

import (
	"bytes"
	"context"
	"io"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/batch"
	"github.com/leasehold-accounting/leasehold/internal/closing"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// plain computes the sums of the report and writes nothing.
func (r *Report) plain(ctx context.Context) (*Result, error) {
	return r.Run(ctx, &closing.Plan{}, nil)
}

// textTo returns a function that writes the text of each part to w.
func textTo(w io.Writer) func(*closing.Part) error {
	return func(p *closing.Part) error {
		_, err := w.Write(p.Text.Bytes())
		return err
	}
}

// writeLines writes a line of JSON for each lease. If entries are requested, the line of a lease is
// followed by one line for each entry.
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

// writeRows writes a CSV row for each lease.
func writeRows(ctx context.Context, r *Report, w io.Writer) (*Result, error) {
	rows := export.NewLeaseRows(r.Question, r.tags())
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

// tags returns the tags for which the file has a column: the tags in the group keys, followed by
// Report.Tags.
func (r *Report) tags() (list []string) {
	for _, k := range r.Question.GroupBy {
		if tag, ok := strings.CutPrefix(k.String(), "tag:"); ok {
			list = append(list, tag)
		}
	}
	for _, tag := range r.Tags {
		list = append(list, strings.TrimPrefix(tag, "tag:"))
	}
	return list
}
