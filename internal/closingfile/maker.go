package closingfile

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/closing"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// MaxLeases is the maximum number of leases in a closing. The number is limited because the leases
// are sorted in memory.
const MaxLeases = 1_000_000

// ErrTooMany is the error for a closing with more than [MaxLeases] leases.
var ErrTooMany = fmt.Errorf("a closing has at most %d leases", MaxLeases)

// Maker creates a closing: a run executes [Maker.Plan] and passes its parts to [Maker.Take], and
// [Maker.Write] writes the files.
type Maker struct {
	Head

	Question *portfolio.Question // options of the close; nil for the defaults
	Before   *Closing            // preceding closing; nil for the first
	Entries  closing.Printer     // prints the entries of a lease as CSV
	Texts    bool                // whether to store the requests of changed leases

	chain   *portfolio.Chain
	signed  map[string]*portfolio.Signed // from the preceding closing
	inputs  map[string]string
	records []*record
	used    portfolio.Used // rate table rows used
}

// collected holds the records of a part and the rate table rows that its leases used.
type collected struct {
	records []*record
	used    portfolio.Used
}

// Span returns the reporting period and options for measuring leases.
func (m *Maker) Span() leasehold.Span { return m.question().Span() }

// question returns the options of the close, completed with its reporting period and the preceding
// closing.
func (m *Maker) question() *portfolio.Question {
	if m.Question == nil {
		m.Question = new(portfolio.Question)
	}
	m.Question.From, m.Question.To, m.Question.Journal = m.From, m.To, portfolio.Monthly
	if m.Before != nil {
		m.Question.Previous = leasehold.Some(*m.Before.Signed())
	}
	return m.Question
}

// record holds the data of a lease for a closing.
type record struct {
	id       string
	input    string // fingerprint of the normalized request; empty if the lease is not supplied
	text     string // normalized request of a changed lease, if Maker.Texts is set
	entries  []byte
	line     []byte // line of the digest; empty if all balances are zero
	standard leasehold.Standard
	currency money.Currency // functional currency
	class    leasehold.ReportedClass
	tags     map[string]string
	lastDay  civil.Date
	closed   leasehold.Position
	change   *portfolio.LateChange // prior-period correction, or nil
	posted   *portfolio.Posted
}

// Plan returns the plan that collects the records of a close. The error is a
// [*leasehold.InvalidError] if the closing cannot follow the preceding one.
func (m *Maker) Plan() (*closing.Plan, error) {
	m.signed, m.inputs = m.Before.byID(), m.Before.inputs()
	q := m.question()
	if err := q.Check(); err != nil {
		return nil, err
	}
	var err error
	m.chain, err = portfolio.NewChain(q)
	return &closing.Plan{
		Start:   func() any { return new(collected) },
		Collect: func(to any, l *portfolio.Line) error { return m.collect(to.(*collected), l) },
	}, err
}

// Take collects the records of a part.
func (m *Maker) Take(p *closing.Part) error {
	more := p.Collected.(*collected)
	m.records = append(m.records, more.records...)
	m.used.Merge(&more.used)
	if len(m.records) > MaxLeases {
		return ErrTooMany
	}
	return nil
}

// collect adds the record of a lease, after adding deferred tax and corrections to its figures.
func (m *Maker) collect(to *collected, l *portfolio.Line) error {
	text := l.Lease.Append(nil)
	change, posted, err := m.chain.Close(l.Lease, l.Figures)
	if err != nil {
		return err
	}
	r := &record{
		id: l.Lease.ID, input: Fingerprint(text), line: l.AppendSigned(nil), standard: l.Lease.Standard, currency: l.Lease.Functional(),
		class: l.Figures.Class, tags: l.Lease.Tags, lastDay: l.Figures.LastDay, closed: l.Figures.Closed, change: change, posted: posted,
	}
	if was := m.inputs[r.id]; m.Texts && was != "" && was != r.input {
		r.text = string(text)
	}
	var entries bytes.Buffer
	if err := m.Entries(&entries, l); err != nil {
		return err
	}
	r.entries = entries.Bytes()
	to.records = append(to.records, r)
	to.used.Add(l.Lease, l.Figures)
	return nil
}

// allRecords returns the records sorted by id, including leases that are no longer supplied.
func (m *Maker) allRecords() ([]*record, error) {
	slices.SortFunc(m.records, func(a, b *record) int { return strings.Compare(a.id, b.id) })
	if m.Before == nil {
		return m.records, nil
	}
	seen, all := map[string]bool{}, slices.Clone(m.records)
	for _, r := range m.records {
		seen[r.id] = true
	}
	for i := range m.Before.Leases {
		s := &m.Before.Leases[i]
		if seen[s.ID] {
			continue
		}
		seen[s.ID] = true
		change := m.chain.CompareRemoved(s, s.Currency)
		r := &record{
			id: s.ID, standard: s.Standard.Value, currency: s.Currency, class: s.Class.Value, tags: s.Tags, lastDay: s.LastDay.Value,
			change: change, posted: m.chain.Reverse(s, change),
		}
		if change != nil {
			var entries bytes.Buffer
			if err := m.Entries(&entries, change.Line()); err != nil {
				return nil, err
			}
			r.entries = entries.Bytes()
		}
		all = append(all, r)
	}
	for _, in := range m.Before.Inputs {
		if !seen[in.ID] {
			all = append(all, &record{id: in.ID, posted: new(portfolio.Posted)})
		}
	}
	slices.SortFunc(all, func(a, b *record) int { return strings.Compare(a.id, b.id) })
	return all, nil
}
