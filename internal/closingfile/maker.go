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

// MaxLeases is the maximum number of leases in a closing, because the leases are sorted in memory.
const MaxLeases = 1_000_000

// ErrTooMany is the error for a closing with more than [MaxLeases] leases.
var ErrTooMany = fmt.Errorf("a closing has at most %d leases", MaxLeases)

// Maker creates a closing. The caller executes the plan from [Maker.Plan] with a [closing.Run] and
// passes each part to [Maker.Take]. [Maker.Write] then writes the closing and the entries.
type Maker struct {
	Head

	Question *portfolio.Question // options of the close; nil means the default options
	Before   *Closing            // preceding closing; nil for the first closing
	Entries  closing.Printer     // prints the journal entries of a lease as CSV
	Texts    bool                // whether to store the normalized requests of changed leases

	chain  *portfolio.Chain
	signed map[string]*portfolio.Signed // signed balances of the preceding closing, by lease id
	inputs map[string]string            // fingerprints of the requests of the preceding closing, by lease id
	collected
}

// collected contains the records of leases and the rows of the rate tables that these leases used.
type collected struct {
	records []*record
	used    portfolio.Used
}

// Span returns the reporting period and options for measuring leases.
func (m *Maker) Span() leasehold.Span { return m.question().Span() }

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

// record contains the data of a lease that Write needs.
type record struct {
	id       string
	input    string // fingerprint of the normalized request; empty if the lease was not supplied
	text     string // normalized request of a changed lease, if Maker.Texts is set
	entries  bytes.Buffer
	line     []byte // line of the lease in the digest; empty if all balances are zero
	standard leasehold.Standard
	currency money.Currency // functional currency of the lease
	class    leasehold.ReportedClass
	tags     map[string]string
	lastDay  civil.Date
	closed   leasehold.Position
	change   *portfolio.LateChange // prior-period correction, or nil
	posted   *portfolio.Posted
}

// Plan returns the plan for collecting the records of the leases. A [*leasehold.InvalidError]
// reports that the closing cannot follow the preceding closing.
func (m *Maker) Plan() (*closing.Plan, error) {
	m.signed, m.inputs = m.Before.Signed().ByID()
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

// Take adds the records of a part to the closing.
func (m *Maker) Take(p *closing.Part) error {
	more := p.Collected.(*collected)
	m.records = append(m.records, more.records...)
	m.used.Merge(&more.used)
	if len(m.records) > MaxLeases {
		return ErrTooMany
	}
	return nil
}

// collect adds deferred tax and prior-period corrections to the figures of a lease and stores its
// record in to.
func (m *Maker) collect(to *collected, l *portfolio.Line) error {
	text := l.Lease.Append(nil)
	change, posted, err := m.chain.Close(l.Lease, l.Figures)
	if err != nil {
		return err
	}
	r := &record{
		id: l.Lease.ID, input: portfolio.Fingerprint(text), line: l.AppendSigned(nil), standard: l.Lease.Standard, currency: l.Lease.Functional(),
		class: l.Figures.Class, tags: l.Lease.Tags, lastDay: l.Figures.LastDay, closed: l.Figures.Closed, change: change, posted: posted,
	}
	if was := m.inputs[r.id]; m.Texts && was != "" && was != r.input {
		r.text = string(text)
	}
	to.records = append(to.records, r)
	to.used.Add(l.Lease, l.Figures)
	return m.Entries(&r.entries, l)
}

func (m *Maker) allRecords() ([]*record, error) {
	byID := func(a, b *record) int { return strings.Compare(a.id, b.id) }
	slices.SortFunc(m.records, byID)
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
			if err := m.Entries(&r.entries, change.Line()); err != nil {
				return nil, err
			}
		}
		all = append(all, r)
	}
	for _, in := range m.Before.Inputs {
		if !seen[in.ID] {
			all = append(all, &record{id: in.ID, posted: new(portfolio.Posted)})
		}
	}
	slices.SortFunc(all, byID)
	return all, nil
}
