package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/batch"
	"github.com/leasehold-accounting/leasehold/internal/closing"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/export/disclosure"
	"github.com/leasehold-accounting/leasehold/internal/markup"
	"github.com/leasehold-accounting/leasehold/internal/report"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// reportFormat is one form of a report.
type reportFormat struct {
	name   string
	about  string
	ext    string // of the files that have it
	binary bool
	held   bool // written while leases are read, so that it is held back until it is whole
	write  func(*reportRun) error
}

// reportFormats are the forms of a report: those of this program, and the journals for
// others.
var reportFormats = append([]reportFormat{
	{"table", "totals as a table", ".txt", false, false, (*reportRun).table},
	{"json", "one object: leases, groups, total, averages, entries", ".json", false, true, (*reportRun).json},
	{"ndjson", "one line per lease, rejected leases inline", ".ndjson", false, false, (*reportRun).ndjson},
	{"csv", "one row per lease", ".csv", false, true, (*reportRun).csv},
	{"xlsx", "the disclosure workbook, with live formulas over the leases", ".xlsx", true, false, (*reportRun).workbook},
}, reportJournals()...)

// reportJournals are the journals of bookkeeping programs as forms of a report.
func reportJournals() (list []reportFormat) {
	for i := range export.Formats {
		if f := &export.Formats[i]; f.IsJournal() {
			list = append(list, reportFormat{f.Name, f.About, f.Ext, false, true, func(r *reportRun) error { return r.journal(f) }})
		}
	}
	return list
}

func reportFormatNames() []string {
	names := make([]string, len(reportFormats))
	for i := range reportFormats {
		names[i] = reportFormats[i].name
	}
	return names
}

// reportFormatHelp lists the forms in the command's help.
func reportFormatHelp() string {
	var b strings.Builder
	b.WriteString("Forms:\n")
	for i := range reportFormats {
		fmt.Fprintf(&b, "  %-20s %s\n", reportFormats[i].name, reportFormats[i].about)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// reportRun is one report in the making.
type reportRun struct {
	cmd   *cobra.Command
	flags *reportFlags
	span  leasehold.Span
	keys  []portfolio.Key
	where portfolio.Where
	skip  bool
	files *inputs
	out   io.Writer
	head  []byte // what comes before the leases

	question *portfolio.Question // of a report that ties out to something; nil for others

	listed int64 // refused leases that were named
}

// listedMost is how many refused leases are named on standard error.
const listedMost = 100

// do reads the leases and makes of them what the plan says. take gets the parts in
// their order; what it gets is used again. Where leases were left out, the error is
// errReported after everything else.
func (r *reportRun) do(plan *closing.Plan, take func(*closing.Part) error) (*closing.Run, error) {
	plan.Span, plan.Keys, plan.Where = r.span, r.keys, r.where
	run, err := r.read(plan, take)
	if err != nil {
		return nil, err
	}
	return run, r.writeTotals(run)
}

// read is [reportRun.do] with a plan that says which leases, and without a file of totals.
func (r *reportRun) read(plan *closing.Plan, take func(*closing.Part) error) (*closing.Run, error) {
	defer forBatch()()
	bar := newProgressBar(r.cmd, r.out, r.flags.out != "", r.files.size)
	run := &closing.Run{Plan: plan, Source: r.files.source(), Skip: r.skip, Progress: bar.show}
	run.Part = func(p *closing.Part) error {
		if len(p.Refused) > 0 {
			bar.clear()
			r.list(p.Refused)
		}
		if err := r.open(); err != nil || take == nil {
			return err
		}
		return take(p)
	}
	err := run.Do(r.cmd.Context())
	bar.clear()
	if err == nil {
		err = r.open() // without a lease
	}
	if mixed, ok := errors.AsType[*closing.MixedError](err); ok {
		return nil, fmt.Errorf("%w; --group-by currency reports on each separately", mixed)
	}
	if err != nil {
		return nil, err
	}
	if run.Unchecked() {
		fmt.Fprintf(r.cmd.ErrOrStderr(), "leasehold: duplicate IDs were checked only in the first %d leases\n", closing.MaxIDs)
	}
	return run, nil
}

// open writes the head once leases were read, so that a file that cannot be read
// leaves nothing behind.
func (r *reportRun) open() error {
	if len(r.head) == 0 {
		return nil
	}
	_, err := r.out.Write(r.head)
	r.head = nil
	return err
}

// list names refused leases on standard error.
func (r *reportRun) list(refused []closing.Refusal) {
	for i := range refused {
		switch r.listed++; {
		case r.listed <= listedMost:
			fmt.Fprintf(r.cmd.ErrOrStderr(), "leasehold: %v\n", &refused[i])
		case r.listed == listedMost+1:
			fmt.Fprintln(r.cmd.ErrOrStderr(), "leasehold: further rejected leases are only counted")
		}
	}
}

// writeTotals writes the file of --totals.
func (r *reportRun) writeTotals(run *closing.Run) error {
	if r.flags.totals == "" {
		return nil
	}
	text := run.Sum.Append(append(portfolio.AppendSpan([]byte{'{'}, r.span.From, r.span.To), ','))
	text = append(run.Sum.AppendNotes(text), '}', '\n')
	return writeTo(r.cmd, r.flags.totals, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// end says how many leases were left out.
func (r *reportRun) end(run *closing.Run) error {
	return reportRefused(r.cmd.ErrOrStderr(), r.files.name(), run.Done.Refused, run.Done.Leases)
}

func (r *reportRun) table() error {
	if r.question != nil {
		return r.tableTied()
	}
	run, err := r.do(&closing.Plan{}, nil)
	if err != nil {
		return err
	}
	page := newPage(r.out)
	page.Portfolio(&report.Portfolio{From: r.span.From, To: r.span.To, Sum: run.Sum, Refused: run.Done.Refused})
	if _, err := page.WriteTo(r.out); err != nil {
		return err
	}
	return r.end(run)
}

// ndjson writes one line per lease and, where they are asked for, one per entry after
// that of its lease.
func (r *reportRun) ndjson() error {
	run, err := r.do(&closing.Plan{
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
	}, r.writeText)
	if err != nil {
		return err
	}
	return r.end(run)
}

func (r *reportRun) writeText(p *closing.Part) error {
	_, err := r.out.Write(p.Text.Bytes())
	return err
}

func (r *reportRun) csv() error {
	if r.question != nil {
		return r.csvTied()
	}
	rows := &export.LeaseRows{Tags: r.tags()}
	r.head = rows.AppendHeader(nil)
	run, err := r.do(&closing.Plan{Lease: func(dst *bytes.Buffer, l *portfolio.Line) error {
		dst.Write(rows.Append(dst.AvailableBuffer(), l))
		return nil
	}}, r.writeText)
	if err != nil {
		return err
	}
	return r.end(run)
}

// tags are those that have a column: what leases are grouped by, and what --tags
// names.
func (r *reportRun) tags() (list []string) {
	for _, name := range r.flags.groupBy {
		if tag, ok := strings.CutPrefix(name, "tag:"); ok {
			list = append(list, tag)
		}
	}
	for _, tag := range r.flags.tags {
		list = append(list, strings.TrimPrefix(tag, "tag:"))
	}
	return list
}

// journal writes the entries of the leases for a bookkeeping program, lease by lease or
// added up.
func (r *reportRun) journal(f *export.Format) error {
	options, err := r.flags.options()
	if err != nil {
		return err
	}
	r.span.Monthly = true
	j, err := f.Journals(options, r.span)
	if err != nil {
		return r.flags.wrong(err)
	}
	var text bytes.Buffer
	j.Open(&text)
	r.head = bytes.Clone(text.Bytes())
	text.Reset()
	var run *closing.Run
	switch {
	case r.flags.summed:
		run, err = r.summed(j)
	case j.Numbered():
		run, err = r.do(&closing.Plan{Keep: true}, func(p *closing.Part) error {
			for i := range p.Lines {
				if err := j.Lease(&text, &p.Lines[i]); err != nil {
					return err
				}
			}
			_, err := text.WriteTo(r.out)
			return err
		})
	default:
		run, err = r.do(&closing.Plan{Lease: j.Lease}, r.writeText)
	}
	if err != nil {
		return r.flags.wrong(err)
	}
	if err := j.Close(&text, run.Sum.Currencies()); err != nil {
		return r.flags.wrong(err)
	}
	if _, err := text.WriteTo(r.out); err != nil {
		return err
	}
	if n := j.Unclassified(); n > 0 {
		fmt.Fprintf(r.cmd.ErrOrStderr(), "leasehold: --reclassify leaves out %s of governmental funds, whose books hold no lease liability\n", markup.Plural(n, "lease"))
	}
	return r.end(run)
}

// workbook writes the disclosure workbook. Its leases are kept, so that there is a limit
// to them.
func (r *reportRun) workbook() error {
	options, err := r.flags.options()
	if err != nil {
		return err
	}
	book := &disclosure.Report{
		From: r.span.From, To: r.span.To, GroupBy: r.keys, Entries: r.span.Monthly, AssetClassTag: strings.TrimPrefix(r.flags.assetClassTag, "tag:"),
	}
	var run *closing.Run
	if r.question == nil {
		run, err = r.plainBook(book)
	} else {
		run, err = r.tiedBook(book)
	}
	if err != nil {
		return err
	}
	if err := export.Disclosure(r.out, book, options); err != nil {
		return r.flags.wrong(err)
	}
	return r.end(run)
}

// plainBook fills a workbook with the leases.
func (r *reportRun) plainBook(book *disclosure.Report) (*closing.Run, error) {
	run, err := r.do(&closing.Plan{Keep: true}, func(p *closing.Part) error {
		book.Leases = append(book.Leases, p.Lines...)
		for i := range p.Refused {
			f := &p.Refused[i]
			book.Skipped = append(book.Skipped, portfolio.NewSkipped(int(f.Index), f.ID, f.Err))
		}
		if len(book.Leases) > disclosure.MaxLeases {
			return fmt.Errorf("a workbook holds at most %d leases; --format csv holds any number", disclosure.MaxLeases)
		}
		return nil
	})
	if err == nil {
		book.Notes = run.Sum.Notes()
	}
	return run, err
}

// tiedBook fills a workbook with a report that ties out to something.
func (r *reportRun) tiedBook(book *disclosure.Report) (*closing.Run, error) {
	answer, run, err := r.answerTied(disclosure.MaxLeases)
	if err != nil {
		return nil, err
	}
	book.Leases, book.Skipped, book.Notes = answer.Leases, answer.Skipped, answer.Notes
	book.Comparative = export.Comparative(answer)
	return run, nil
}

// summed writes the entries added up by account and group.
func (r *reportRun) summed(j *export.Journals) (*closing.Run, error) {
	all, err := j.Summed(r.keys)
	if err != nil {
		return nil, err
	}
	run, err := r.do(&closing.Plan{
		Start:   func() any { return all.Another() },
		Collect: func(to any, l *portfolio.Line) error { return to.(*export.Summed).Add(l) },
	}, func(p *closing.Part) error {
		all.Merge(p.More.(*export.Summed))
		return nil
	})
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	if err := all.Write(&text); err != nil {
		return nil, err
	}
	_, err = text.WriteTo(r.out)
	return run, err
}

// json writes the object that the service answers, of any number of leases. What
// comes after the leases is put aside until then.
func (r *reportRun) json() error {
	if r.question != nil {
		return r.jsonTied()
	}
	entries, skipped, signed := new(spool), new(spool), new(closing.Sorted)
	defer func() { _ = errors.Join(entries.close(), skipped.close(), signed.Close()) }() // they were read, or are not wanted
	plan := &closing.Plan{Lease: func(dst *bytes.Buffer, l *portfolio.Line) error {
		dst.Write(append(l.Append(dst.AvailableBuffer()), ','))
		return nil
	}, Start: func() any { return new(bytes.Buffer) }, Collect: func(to any, l *portfolio.Line) error {
		lines := to.(*bytes.Buffer)
		lines.Write(l.AppendSigned(lines.AvailableBuffer()))
		return nil
	}}
	if r.span.Monthly {
		plan.Entries = func(dst *bytes.Buffer, l *portfolio.Line) error {
			for i := range l.Figures.Entries {
				dst.Write(append(l.AppendEntry(dst.AvailableBuffer(), &l.Figures.Entries[i]), ','))
			}
			return nil
		}
	}
	r.head = append(portfolio.AppendSpan([]byte{'{'}, r.span.From, r.span.To), `,"leases":[`...)
	leases := list{out: r.out}
	run, err := r.do(plan, func(p *closing.Part) error {
		var left []byte
		for i := range p.Refused {
			f := &p.Refused[i]
			s := portfolio.NewSkipped(int(f.Index), f.ID, f.Err)
			left = append(s.Append(left), ',')
		}
		for line := range bytes.Lines(p.More.(*bytes.Buffer).Bytes()) {
			if err := signed.Add(line); err != nil {
				return err
			}
		}
		return errors.Join(leases.add(p.Text.Bytes()), entries.add(p.Entries.Bytes()), skipped.add(left))
	})
	if err != nil {
		return err
	}
	if _, err := r.out.Write(run.Sum.Append([]byte("],"))); err != nil {
		return err
	}
	if r.span.Monthly {
		if err := entries.writeList(r.out, `,"journalEntries":[`); err != nil {
			return err
		}
	}
	digest := portfolio.NewDigest()
	if err := signed.Each(func(line []byte) error {
		_, err := digest.Write(line)
		return err
	}); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(r.out, `,"digest":"%s"`, digest); err != nil {
		return err
	}
	if err := skipped.writeList(r.out, `,"skipped":[`); err != nil {
		return err
	}
	if _, err := r.out.Write(append(run.Sum.AppendNotes(nil), '}', '\n')); err != nil {
		return err
	}
	return r.end(run)
}
