package closingfile

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/closing"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// MaxLeases is the largest number of leases of a closing, which are sorted in memory.
const MaxLeases = 1_000_000

// ErrTooMany rejects more than [MaxLeases].
var ErrTooMany = fmt.Errorf("a closing has at most %d leases", MaxLeases)

// Maker makes a closing: [Maker.Plan] says what a run collects of each lease,
// [Maker.Take] accepts the parts of the run, and [Maker.Write] writes the files.
type Maker struct {
	Head

	Before  *Closing        // the preceding closing; nil for the first
	Entries closing.Printer // prints the entries of a lease as CSV
	Texts   bool            // keep the requests of leases that changed

	signed  map[string]*portfolio.Signed // of the preceding closing
	inputs  map[string]string
	records []*record
}

// Span is the reporting period over which leases are measured.
func (m *Maker) Span() leasehold.Span {
	return leasehold.Span{From: m.From, To: m.To, Monthly: true}
}

// record is what a closing has of a lease.
type record struct {
	id       string
	input    string // fingerprint of the normalized request
	text     string // the normalized request of a changed lease, with Maker.Texts
	entries  []byte
	line     []byte // of the digest; empty for a lease without a figure
	standard leasehold.Standard
	currency money.Currency // functional
	closed   leasehold.Position
	change   *portfolio.LateChange // from the preceding closing; nil for none
}

// Fund is the set of entries kept with a closing if leases have the entries of both
// funds: the figures of a closing are government-wide.
var Fund = leasehold.Optional[leasehold.Fund]{Value: leasehold.GovernmentWide, Set: true}

// Plan says what a run collects of each lease.
func (m *Maker) Plan() *closing.Plan {
	m.signed, m.inputs = m.Before.signed(), m.Before.inputs()
	return &closing.Plan{
		Start:   func() any { return new([]*record) },
		Collect: func(to any, l *portfolio.Line) error { return m.collect(to.(*[]*record), l) },
	}
}

// Take accepts a part of the run.
func (m *Maker) Take(p *closing.Part) error {
	m.records = append(m.records, *p.More.(*[]*record)...)
	if len(m.records) > MaxLeases {
		return ErrTooMany
	}
	return nil
}

// collect adds the record of a lease.
func (m *Maker) collect(to *[]*record, l *portfolio.Line) error {
	text := l.Lease.Append(nil)
	r := &record{
		id: l.Lease.ID, input: Fingerprint(text), line: l.AppendSigned(nil),
		standard: l.Lease.Standard, currency: l.Lease.Functional(), closed: l.Figures.Closed,
	}
	if was := m.inputs[r.id]; m.Texts && was != "" && was != r.input {
		r.text = string(text)
	}
	var entries bytes.Buffer
	if m.Before != nil {
		if err := m.correct(&entries, r, l); err != nil {
			return err
		}
	}
	if err := m.Entries(&entries, l); err != nil {
		return err
	}
	r.entries = entries.Bytes()
	*to = append(*to, r)
	return nil
}

// correct compares the opening of a lease with the signed balances and prints the entry
// that corrects it.
func (m *Maker) correct(entries *bytes.Buffer, r *record, l *portfolio.Line) error {
	s := m.signed[r.id]
	if s == nil && l.Figures.Opened == (leasehold.Position{}) {
		return nil
	}
	if s != nil && s.Currency != r.currency {
		return fmt.Errorf("it was signed in %s and is in %s now; give it another id, so that the signed one is gone",
			cmp.Or(s.Currency.String(), "no currency"), cmp.Or(r.currency.String(), "no currency"))
	}
	change, entry, late := portfolio.Correct(l.Lease, s, &l.Figures.Opened, m.From)
	if !late {
		return nil
	}
	r.change = &change
	if len(entry.Lines) == 0 {
		return nil
	}
	return m.Entries(entries, entryLine(l.Lease, &entry))
}

// sort sorts the records by id and adds those of leases that are no longer supplied.
func (m *Maker) sort() (gone []*record, err error) {
	slices.SortFunc(m.records, func(a, b *record) int { return strings.Compare(a.id, b.id) })
	supplied := map[string]bool{}
	for _, r := range m.records {
		supplied[r.id] = true
	}
	if m.Before == nil {
		return nil, nil
	}
	for _, in := range m.Before.Inputs {
		if !supplied[in.ID] {
			gone = append(gone, &record{id: in.ID})
		}
	}
	for _, r := range gone {
		if s := m.signed[r.id]; s != nil {
			change, entry := portfolio.CorrectGone(s, s.Currency.Places(), m.From)
			r.change = &change
			l := &leasehold.Lease{ID: s.ID, Standard: s.Standard.Value, Currency: s.Currency}
			var entries bytes.Buffer
			err = errors.Join(err, m.Entries(&entries, entryLine(l, &entry)))
			r.entries = entries.Bytes()
		}
	}
	return gone, err
}

// entryLine is the line of a lease with one entry.
func entryLine(l *leasehold.Lease, e *leasehold.NumberedEntry) *portfolio.Line {
	return &portfolio.Line{Lease: l, Figures: &leasehold.LeaseFigures{Entries: []leasehold.NumberedEntry{*e}}}
}
