package reportfile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/leasehold-accounting/leasehold/internal/closing"
	"github.com/leasehold-accounting/leasehold/internal/spool"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// writeJSON writes the object that the service answers.
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

// longJSON is the object of any number of leases. What comes after the leases is put
// aside until then.
type longJSON struct {
	leases           spool.List
	entries, skipped spool.KeptList
	signed           closing.Sorted
}

// writeLongJSON writes the object while leases are read.
func writeLongJSON(ctx context.Context, r *Report, w io.Writer) (*Result, error) {
	j := &longJSON{leases: spool.List{Out: w}}
	defer func() { _ = errors.Join(j.entries.Close(), j.skipped.Close(), j.signed.Close()) }() // they were read, or are not wanted
	if _, err := w.Write(append(portfolio.AppendSpan([]byte{'{'}, r.Question.From, r.Question.To), `,"leases":[`...)); err != nil {
		return nil, err
	}
	monthly := r.Question.Span().Monthly
	done, err := r.Run(ctx, j.plan(monthly), j.take)
	if err != nil {
		return nil, err
	}
	return done, j.finish(w, done.Sum, monthly)
}

// plan prints the leases, their entries, and the lines of the digest.
func (*longJSON) plan(monthly bool) *closing.Plan {
	plan := &closing.Plan{Lease: func(dst *bytes.Buffer, l *portfolio.Line) error {
		dst.Write(append(l.Append(dst.AvailableBuffer()), ','))
		return nil
	}, Start: func() any { return new(bytes.Buffer) }, Collect: func(to any, l *portfolio.Line) error {
		lines := to.(*bytes.Buffer)
		lines.Write(l.AppendSigned(lines.AvailableBuffer()))
		return nil
	}}
	if monthly {
		plan.Entries = func(dst *bytes.Buffer, l *portfolio.Line) error {
			for i := range l.Figures.Entries {
				dst.Write(append(l.AppendEntry(dst.AvailableBuffer(), &l.Figures.Entries[i]), ','))
			}
			return nil
		}
	}
	return plan
}

// take writes the leases of a part, and puts the rest aside.
func (j *longJSON) take(p *closing.Part) error {
	var skipped []byte
	for i := range p.Refused {
		f := &p.Refused[i]
		s := portfolio.NewSkipped(int(f.Index), f.ID, f.Err)
		skipped = append(s.Append(skipped), ',')
	}
	for line := range bytes.Lines(p.More.(*bytes.Buffer).Bytes()) {
		if err := j.signed.Add(line); err != nil {
			return err
		}
	}
	return errors.Join(j.leases.Add(p.Text.Bytes()), j.entries.Add(p.Entries.Bytes()), j.skipped.Add(skipped))
}

// finish writes what comes after the leases.
func (j *longJSON) finish(w io.Writer, sum *portfolio.Sum, monthly bool) error {
	if _, err := w.Write(sum.Append([]byte("],"))); err != nil {
		return err
	}
	if monthly {
		if err := j.entries.CopyTo(w, `,"journalEntries":[`); err != nil {
			return err
		}
	}
	digest := portfolio.NewDigest()
	if err := j.signed.Each(func(line []byte) error {
		_, err := digest.Write(line)
		return err
	}); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(w, `,"digest":"%s"`, digest); err != nil {
		return err
	}
	if err := j.skipped.CopyTo(w, `,"skipped":[`); err != nil {
		return err
	}
	_, err := w.Write(append(sum.AppendNotes(nil), '}', '\n'))
	return err
}
