package closingfile

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/closing"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// Maker makes a closing of any number of leases: [Maker.Plan] says what becomes of each,
// [Maker.Take] takes the parts of a run, and [Maker.Write] writes the files.
type Maker struct {
	Head

	Before  *Closing        // nil for the first
	Entries closing.Printer // prints the entries of a lease as CSV

	signed map[string]*Lease
	lines  closing.Sorted
}

// Begin makes the maker ready.
func (m *Maker) Begin() {
	m.signed = map[string]*Lease{}
	if m.Before == nil {
		return
	}
	for i := range m.Before.Leases {
		l := &m.Before.Leases[i]
		m.signed[l.ID] = l
	}
}

// Span is the span over which leases are measured.
func (m *Maker) Span() leasehold.Span {
	return leasehold.Span{From: m.From, To: m.To, Monthly: true}
}

// Close removes what was put aside.
func (m *Maker) Close() error { return m.lines.Close() }

// Plan says what becomes of a lease: a line to be sorted.
func (m *Maker) Plan() *closing.Plan {
	return &closing.Plan{
		Start:   func() any { return new(bytes.Buffer) },
		Collect: func(to any, l *portfolio.Line) error { return m.collect(to.(*bytes.Buffer), l) },
	}
}

// Take takes a part of a run.
func (m *Maker) Take(p *closing.Part) error {
	for line := range bytes.Lines(p.More.(*bytes.Buffer).Bytes()) {
		if err := m.lines.Add(line); err != nil {
			return err
		}
	}
	return nil
}

// record is a lease as it is sorted: texts without tabs and line feeds.
type record struct {
	id      string
	input   string // SHA-256
	late    string // a late change as JSON, or nothing
	text    string // the normalized request of a lease whose input changed
	entries string // quoted
	signed  string // the line of the digest, or nothing
}

// collect appends the line of a lease.
func (m *Maker) collect(to *bytes.Buffer, l *portfolio.Line) error {
	text := l.Lease.Append(nil)
	r := record{id: l.Lease.ID, input: Fingerprint(text)}
	if m.Before != nil {
		if was, known := m.Before.Inputs[r.id]; known && was != r.input {
			r.text = string(text)
		}
		var signed *portfolio.Signed
		if s := m.signed[r.id]; s != nil {
			signed = &s.Signed
		}
		change, entry, late := portfolio.Correct(l.Lease, signed, &l.Figures.Opened, m.From)
		if late {
			r.late = string(change.Append(nil))
			if len(entry.Lines) > 0 {
				l.Figures.Entries = slices.Insert(l.Figures.Entries, 0, entry)
			}
		}
	}
	var entries bytes.Buffer
	if err := m.Entries(&entries, l); err != nil {
		return err
	}
	r.entries = strconv.Quote(entries.String())
	r.signed = strings.TrimSuffix(string(l.AppendSigned(nil)), "\n")
	to.WriteString(strings.Join([]string{r.id, r.input, r.late, r.text, r.entries, r.signed}, "\t") + "\n")
	return nil
}

// read takes a line apart.
func (r *record) read(line []byte) {
	f := strings.SplitN(strings.TrimSuffix(string(line), "\n"), "\t", 6)
	*r = record{f[0], f[1], f[2], f[3], f[4], f[5]}
}

// each gives the leases by their ids.
func (m *Maker) each(do func(*record) error) error {
	var r record
	return m.lines.Each(func(line []byte) error {
		r.read(line)
		return do(&r)
	})
}

// line returns the line of a lease that is no longer stated, with the entry that takes it
// off the books.
func (l *Lease) line(e *leasehold.NumberedEntry) *portfolio.Line {
	lease := &leasehold.Lease{ID: l.ID, Standard: l.Standard, Currency: l.Currency}
	return &portfolio.Line{Lease: lease, Figures: &leasehold.LeaseFigures{Entries: []leasehold.NumberedEntry{*e}}}
}
