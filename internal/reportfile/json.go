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

// writeJSON writes the report as JSON, in the form of a service response.
func writeJSON(ctx context.Context, r *Report, w io.Writer) (*Result, error) {
	if !r.Question.TiesOut() {
		return writeLongJSON(ctx, r, w)
	}
	answer, done, err := r.Answer(ctx)
	if err != nil {
		return nil, err
	}
	_, err = w.Write(append(answer.Append(nil), '\n'))
	return done, err
}

// longJSON contains the fields of a report that follow the leases in the JSON object.
type longJSON struct {
	out              io.Writer
	some             bool     // whether at least one lease has been written
	entries, skipped []byte   // elements of JSON arrays, each preceded by a comma
	signed           []string // lines of the digest, one per lease with a balance
}

// writeLongJSON writes the JSON object of a report on any number of leases. Each lease is written
// as soon as it is computed. The other fields remain in memory until all leases are written.
func writeLongJSON(ctx context.Context, r *Report, w io.Writer) (*Result, error) {
	j := &longJSON{out: w}
	if _, err := w.Write(append(portfolio.AppendSpan([]byte{'{'}, r.Question.From, r.Question.To), `,"leases":[`...)); err != nil {
		return nil, err
	}
	monthly := r.Question.Span().Monthly // whether journal entries are requested
	done, err := r.Run(ctx, j.plan(monthly), j.take)
	if err != nil {
		return nil, err
	}
	return done, j.finish(done.Sum, monthly)
}

// plan returns a plan that prints each lease and each entry after a comma. The plan also collects
// the lines of the digest.
func (*longJSON) plan(monthly bool) *closing.Plan {
	plan := &closing.Plan{Lease: func(dst *bytes.Buffer, l *portfolio.Line) error {
		dst.Write(l.Append(append(dst.AvailableBuffer(), ',')))
		return nil
	}, Start: func() any { return new(bytes.Buffer) }, Collect: func(to any, l *portfolio.Line) error {
		lines := to.(*bytes.Buffer)
		lines.Write(l.AppendSigned(lines.AvailableBuffer()))
		return nil
	}}
	if monthly {
		plan.Entries = func(dst *bytes.Buffer, l *portfolio.Line) error {
			for i := range l.Figures.Entries {
				dst.Write(l.AppendEntry(append(dst.AvailableBuffer(), ','), &l.Figures.Entries[i]))
			}
			return nil
		}
	}
	return plan
}

// take writes the leases of a part, and stores the part's other results. The function finish uses these results later.
func (j *longJSON) take(p *closing.Part) error {
	for i := range p.Refused {
		f := &p.Refused[i]
		s := portfolio.NewSkipped(int(f.Index), f.ID, f.Err)
		j.skipped = s.Append(append(j.skipped, ','))
	}
	for line := range bytes.Lines(p.Collected.(*bytes.Buffer).Bytes()) {
		j.signed = append(j.signed, string(line))
	}
	j.entries = append(j.entries, p.Entries.Bytes()...)
	leases := p.Text.Bytes()
	if len(leases) > 0 && !j.some {
		leases, j.some = leases[1:], true
	}
	_, err := j.out.Write(leases)
	return err
}

// finish writes the fields that follow the leases in the JSON object.
func (j *longJSON) finish(sum *portfolio.Sum, monthly bool) error {
	text := sum.Append([]byte("],"))
	if monthly {
		text = append(append(append(text, `,"journalEntries":[`...), bytes.TrimPrefix(j.entries, []byte{','})...), ']')
	}
	slices.SortFunc(j.signed, func(a, b string) int {
		return strings.Compare(a[:strings.IndexByte(a, '\t')], b[:strings.IndexByte(b, '\t')])
	})
	digest := portfolio.NewDigest()
	for _, line := range j.signed {
		_, _ = io.WriteString(digest, line) // the Write method of a hash never returns an error
	}
	text = append(append(append(text, `,"digest":"`...), digest.String()...), `","skipped":[`...)
	text = append(append(text, bytes.TrimPrefix(j.skipped, []byte{','})...), ']')
	_, err := j.out.Write(append(sum.AppendNotes(text), '}', '\n'))
	return err
}

// textTo returns a function that writes the text of each part to w.
func textTo(w io.Writer) func(*closing.Part) error {
	return func(p *closing.Part) error {
		_, err := w.Write(p.Text.Bytes())
		return err
	}
}

// writeLines writes a line of JSON for each lease. If entries are requested, the lines for the lease's entries follow.
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
	rows := export.LeaseColumns(r.Question, r.tags(false))
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

// tags returns the tags that have a column in the file: the tags in the grouping keys, followed by Report.Tags. If
// distinct is true, repeated tags are omitted, because database programs reject duplicate column names.
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
