// Package closingfile reads and writes closings. A closing is a file that records every lease's
// balances at the end of a reporting period. Once an accountant has approved the file, its balances
// are called signed balances. A closing also records hashes of the leases' requests, the journal
// entries and the preceding closing. These hashes make it possible to detect and measure a later
// change to a signed period (METHOD 27).
//
// A closing is one line of JSON. Its last field, chain, contains the SHA-256 of all preceding
// bytes. The same leases and options result in the same bytes on every machine. The current time is
// not recorded, leases are sorted by ID, and fields have a fixed order.
package closingfile

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/closing"
	"github.com/leasehold-accounting/leasehold/internal/jsonout"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// Head contains the general fields of a closing.
type Head struct {
	From, To   civil.Date
	Version    string // version of the program that wrote the closing
	Rules      int    // revision of the accounting rules (METHOD)
	PreparedBy string
	ApprovedBy string
	At         string // time of the close as entered by the preparer; the program never reads the clock
}

// Closing is the signed closing of a reporting period.
type Closing struct {
	Head

	Inputs   []portfolio.Input  // sorted by id
	Leases   []portfolio.Signed // leases with balances or posted amounts, sorted by id
	Digest   string             // hash of the balances; see [portfolio.Digest]
	Previous string             // chain of the preceding closing; empty for the first closing
	Entries  string             // SHA-256 of the journal entries as CSV
	Chain    string             // SHA-256 of the file's bytes before the chain field

	signed *portfolio.Previous
}

// Follows returns an error unless the given day is the day after the last day of c.
func (c *Closing) Follows(from civil.Date) error {
	if next := c.To.Next(); next != from {
		return fmt.Errorf("the previous closing ends on %s, so this closing must begin on %s, not %s", c.To, next, from)
	}
	return nil
}

// Errors that [Read] wraps.
var (
	ErrNotAClosing = errors.New("is not a closing")
	ErrEdited      = errors.New("was changed after it was written: its chain hash does not match its content")
)

// chainMember begins the last field of a closing.
const chainMember = `,"chain":`

// chainBytes is the number of bytes at the end of a closing that the chain does not cover: the
// chain in quotation marks and a closing brace.
const chainBytes = 2*sha256.Size + len(`""}`)

// IsClosing reports whether a file contains a chain field, as only closings do.
func IsClosing(file []byte) bool { return bytes.Contains(file, []byte(chainMember)) }

// Read parses a closing and verifies its chain. The error wraps [ErrNotAClosing] or [ErrEdited].
func Read(file []byte) (*Closing, error) {
	file = bytes.TrimRight(file, "\r\n")
	if len(file) < chainBytes+len(chainMember) || !bytes.HasSuffix(file[:len(file)-chainBytes], []byte(chainMember)) {
		return nil, fmt.Errorf("%w: it does not end with the chain field", ErrNotAClosing)
	}
	sum := sha256.Sum256(file[:len(file)-chainBytes])
	c := &Closing{Chain: hex.EncodeToString(sum[:])}
	if string(file[len(file)-chainBytes:]) != `"`+c.Chain+`"}` {
		return nil, ErrEdited
	}
	if err := c.parse(file); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNotAClosing, err)
	}
	return c, nil
}

func (c *Closing) parse(file []byte) error {
	p, err := portfolio.DecodePrevious(file)
	switch {
	case err != nil:
		return err
	case p.Inputs == nil || p.Leases == nil || len(p.Periods) == 0:
		return errors.New("it lacks the inputs, leases or periods field")
	}
	for i := 1; i < len(p.Inputs); i++ {
		if p.Inputs[i].ID <= p.Inputs[i-1].ID {
			return fmt.Errorf("lease %q is out of order: leases must be sorted by id", p.Inputs[i].ID)
		}
	}
	for i := 1; i < len(p.Leases); i++ {
		if p.Leases[i].ID <= p.Leases[i-1].ID {
			return fmt.Errorf("lease %q is out of order: leases must be sorted by id", p.Leases[i].ID)
		}
	}
	c.Head = Head{p.From.Value, p.To.Value, p.Version, p.Rules.Value, p.PreparedBy, p.ApprovedBy, p.At}
	c.Inputs, c.Leases, c.Digest, c.Previous, c.Entries, c.signed = p.Inputs, p.Leases, p.Digest, p.PreviousChain, p.EntriesHash, p
	return nil
}

// Signed returns the closing in the form that a report takes as its previous closing, or nil if c is nil.
func (c *Closing) Signed() *portfolio.Previous {
	if c == nil {
		return nil
	}
	return c.signed
}

// Link is a closing with the name of its file.
type Link struct {
	File string
	*Closing
}

// CheckChain verifies that the closings are consecutive in the given order. Each closing must begin
// on the day after the preceding closing ends, and must contain the preceding closing's chain.
// CheckChain returns one message for each closing that is missing, replaced or out of order.
func CheckChain(links []Link) (faults []string) {
	for i := range links[min(1, len(links)):] {
		before, l := &links[i], &links[i+1]
		switch {
		case l.Previous == before.Chain && l.From == before.To.Next():
		case l.Previous == before.Chain:
			faults = append(faults, fmt.Sprintf("%s begins on %s; it must begin on %s, because %s ends on the preceding day", l.File, l.From, before.To.Next(), before.File))
		case l.Previous == "":
			faults = append(faults, fmt.Sprintf("%s names no previous closing, but %s is listed before it", l.File, before.File))
		default:
			faults = append(faults, l.chainFault(links, before))
		}
	}
	return faults
}

// chainFault explains why closing l cannot directly follow the given closing: l contains the chain
// of a different closing.
func (l *Link) chainFault(links []Link, before *Link) string {
	for i := range links {
		if links[i].Chain == l.Previous {
			return fmt.Sprintf("%s follows %s (chain %.12s) rather than %s: the order was changed", l.File, links[i].File, l.Previous, before.File)
		}
	}
	if before.To.Next().Before(l.From) {
		return fmt.Sprintf("%s was signed after a closing with the chain hash %.12s, which is not among the given closings: a closing between %s and %s is missing",
			l.File, l.Previous, before.To, l.From)
	}
	return fmt.Sprintf("%s was signed after a closing with the chain hash %.12s, but %s has the chain hash %.12s: %s was replaced after %s was signed",
		l.File, l.Previous, before.File, before.Chain, before.File, l.File)
}

// Differences compares the signed closing c with a recomputed closing, and returns one message for
// each lease that differs.
func (c *Closing) Differences(now *Closing) (list []string) {
	signed, inputs := c.Signed().ByID()
	figures, again := now.Signed().ByID()
	whole := len(c.Signed().Periods) == len(now.Signed().Periods) // false if the preceding closing was not supplied
	ids := maps.Clone(inputs)
	maps.Copy(ids, again)
	for _, id := range slices.Sorted(maps.Keys(ids)) {
		differ := figuresDiffer(signed[id], figures[id], whole)
		switch {
		case again[id] == "":
			list = append(list, fmt.Sprintf("lease %s of the closing is not among the given leases%s", id, differ))
		case inputs[id] == "":
			list = append(list, fmt.Sprintf("lease %s is among the given leases but not in the closing%s", id, differ))
		case inputs[id] != again[id]:
			list = append(list, fmt.Sprintf("lease %s was changed after it was signed%s", id, differ))
		case differ != "":
			list = append(list, fmt.Sprintf("the figures of lease %s differ from the signed figures%s", id, differ))
		}
	}
	if len(list) == 0 && c.Digest != now.Digest {
		list = append(list, "the digest does not match the leases")
	}
	return list
}

// figuresDiffer compares a lease's balances and, if posted is true, its posted amounts. It returns
// a list of the amounts that differ, or "" if all are equal.
func figuresDiffer(signed, now *portfolio.Signed, posted bool) string {
	signed, now = cmp.Or(signed, new(portfolio.Signed)), cmp.Or(now, new(portfolio.Signed))
	places := cmp.Or(signed.Currency, now.Currency).Places()
	shown := func(s *portfolio.Signed, name string) string {
		return string(s.Of(name).Minor(places).AppendPlaces(nil, places))
	}
	var list []string
	for _, name := range portfolio.SignedNames() {
		if a, b := shown(signed, name), shown(now, name); a != b {
			list = append(list, name+" signed "+a+", now "+b)
		}
	}
	if !posted {
		now, signed = nil, nil
	}
	for _, d := range now.PostedDifferences(signed, places) {
		list = append(list, d.Account+" differs by "+string(d.Amount.AppendPlaces(nil, places)))
	}
	if len(list) == 0 {
		return ""
	}
	return ": " + strings.Join(list, ", ")
}

// Kind classifies a lease's change between two closings.
type Kind string

// Values of Kind.
const (
	New        Kind = "new"        // the lease is not in the preceding closing
	Ended      Kind = "ended"      // the lease was supplied, but it is fully derecognized
	Gone       Kind = "gone"       // the lease is in the preceding closing but was not supplied
	Changed    Kind = "changed"    // the lease's request changed
	Remeasured Kind = "remeasured" // the lease's amounts changed because rates or rules did, although its request did not
)

// Move is a lease's change between a closing and the preceding closing.
type Move struct {
	ID   string
	Kind Kind
	Late *portfolio.LateChange // prior-period correction, or nil
	Was  string                // the request's fingerprint in the preceding closing, if Kind is Changed
	Text string                // normalized request, if Kind is Changed and [Maker.Texts] is set
}

// Effect describes how a changed lease affects the accounts.
func (move *Move) Effect() string {
	switch {
	case move.Late != nil:
		return move.Late.Effect()
	case move.Kind == Ended:
		return "fully derecognized"
	}
	return "no account changes"
}

// Written describes the closing that [Maker.Write] wrote.
type Written struct {
	Leases int // number of supplied leases
	Moves  []Move
	Causes []string // rates and rules that changed since the preceding closing
	Digest string
	Chain  string
}

// total contains the summed balances of all leases in one currency.
type total struct {
	leases int
	sums   []money.Amount
	places int
}

type writing struct {
	*Maker

	jsonout.Printer // holds the text not yet written to the output

	out     io.Writer
	chain   hash.Hash
	written Written
	err     error // first error from writing to out
}

// Write writes the closing to out. It writes the heading and then the journal entries to the other writer.
func (m *Maker) Write(out, entries io.Writer, heading []byte) (*Written, error) {
	all, err := m.allRecords()
	if err != nil {
		return nil, err
	}
	sum := sha256.New()
	entries = io.MultiWriter(entries, sum)
	if _, err := entries.Write(heading); err != nil {
		return nil, err
	}
	for _, r := range all {
		if _, err := entries.Write(r.entries.Bytes()); err != nil {
			return nil, err
		}
	}
	w := &writing{Maker: m, chain: sha256.New()}
	w.out = io.MultiWriter(out, w.chain)
	w.leases(all)
	if m.Before != nil {
		w.Text(`,"previous":`, m.Before.Chain)
	}
	w.Text(`,"entries":`, hex.EncodeToString(sum.Sum(nil)))
	for _, field := range [...]struct{ name, value string }{{"preparedBy", m.PreparedBy}, {"approvedBy", m.ApprovedBy}, {"at", m.At}} {
		if field.value != "" {
			w.Text(`,"`+field.name+`":`, field.value)
		}
	}
	w.changes(all)
	w.written.Causes = m.chain.Causes()
	w.Raw(chainMember)
	w.flush()
	w.written.Chain = hex.EncodeToString(w.chain.Sum(nil))
	w.Raw(`"` + w.written.Chain + "\"}\n")
	w.flush()
	return &w.written, w.err
}

func (w *writing) flush() {
	if w.err == nil {
		_, w.err = w.out.Write(w.Dst)
	}
	w.Dst = w.Dst[:0]
}

func (w *writing) leases(all []*record) {
	w.Text(`{"from":`, w.From.String())
	w.Text(`,"to":`, w.To.String())
	w.Text(`,"version":`, w.Version)
	w.Int(`,"rulesRevision":`, w.Rules)
	w.Raw(",")
	w.Dst = w.Maker.chain.AppendChain(w.Dst, &w.used)
	jsonout.List(&w.Printer, `,"inputs":`, w.records, func(r **record) {
		w.Text(`{"id":`, (*r).id)
		w.Text(`,"sha256":`, (*r).input)
		w.Raw("}")
		w.flush()
	})
	w.written.Leases = len(w.records)
	w.Raw(`,"leases":[`)
	digest, totals, n := portfolio.NewDigest(), map[string]*total{}, 0
	for _, r := range all {
		if len(r.line) == 0 && len(r.posted.All) == 0 {
			continue
		}
		_, _ = digest.Write(r.line) // the Write method of a hash never returns an error
		w.Comma(n)
		n++
		w.lease(r, totals)
		w.flush()
	}
	w.Raw(`]`)
	w.sums(totals)
	w.written.Digest = digest.String()
	w.Text(`,"digest":`, w.written.Digest)
}

// lease writes a lease's balances and posted amounts, and adds the balances to the total for its currency.
func (w *writing) lease(r *record, totals map[string]*total) {
	w.Text(`{"id":`, r.id)
	w.Text(`,"standard":`, r.standard.String())
	currency := r.currency.String()
	if currency != "" {
		w.Text(`,"currency":`, currency)
	}
	w.Text(`,"classification":`, r.class.String())
	if r.tags != nil {
		w.Raw(`,"tags":`)
		w.Dst = strict.AppendTags(w.Dst, r.tags)
	}
	if r.lastDay != (civil.Date{}) {
		w.Text(`,"lastDay":`, r.lastDay.String())
	}
	t := totals[currency]
	names := portfolio.SignedNames()
	if t == nil {
		t = &total{sums: make([]money.Amount, len(names)), places: r.currency.Places()}
		totals[currency] = t
	}
	if len(r.line) > 0 {
		t.leases++
	}
	w.Places = t.places
	for i, name := range names {
		a := portfolio.SignedOf(&r.closed, name)
		t.sums[i] = t.sums[i].Add(a)
		w.Amount(`,"`+name+`":`, a)
	}
	w.Raw(",")
	w.Dst = append(r.posted.Append(w.Dst, t.places), '}')
}

func (w *writing) sums(totals map[string]*total) {
	jsonout.List(&w.Printer, `,"totals":`, slices.Sorted(maps.Keys(totals)), func(currency *string) {
		t := totals[*currency]
		w.Raw("{")
		if *currency != "" {
			w.Text(`"currency":`, *currency)
			w.Raw(",")
		}
		w.Int(`"leases":`, t.leases)
		w.Places = t.places
		for i, name := range portfolio.SignedNames() {
			w.Amount(`,"`+name+`":`, t.sums[i])
		}
		w.Raw("}")
	})
}

// changes writes the prior-period corrections and adds the leases' changes to the result.
func (w *writing) changes(all []*record) {
	w.Raw(`,"lateChanges":[`)
	n := 0
	for _, r := range all {
		if r.change != nil {
			w.Comma(n)
			n++
			w.Dst = r.change.Append(w.Dst)
			w.flush()
		}
		if w.Before != nil {
			w.written.Moves = append(w.written.Moves, w.movesOf(r)...)
		}
	}
	w.Raw(`]`)
}

// movesOf returns a lease's changes since the preceding closing. There may be several.
func (w *writing) movesOf(r *record) (list []Move) {
	was := w.inputs[r.id]
	move := Move{ID: r.id, Late: r.change}
	switch {
	case r.input == "" && was == "" && r.change == nil:
	case r.input == "":
		move.Kind = Gone
	case was == "":
		move.Kind = New
	case was != r.input:
		move.Kind, move.Was, move.Text = Changed, was, r.text
	case r.change != nil:
		move.Kind = Remeasured
	}
	if move.Kind != "" {
		list = append(list, move)
	}
	if was != "" && w.signed[r.id] != nil && r.input != "" && len(r.line) == 0 {
		list = append(list, Move{ID: r.id, Kind: Ended})
	}
	return list
}

// MaxLeases is the maximum number of leases in a closing. It is limited because the leases are sorted in memory.
const MaxLeases = 1_000_000

// ErrTooMany is the error for a closing of more than [MaxLeases] leases.
var ErrTooMany = fmt.Errorf("a closing can have at most %d leases", MaxLeases)

// Maker creates a closing. The caller executes the plan from [Maker.Plan] with a [closing.Run] and
// passes each part to [Maker.Take]. Afterward, [Maker.Write] writes the closing and the entries.
type Maker struct {
	Head

	Question *portfolio.Question // options of the close; nil for the default options
	Before   *Closing            // preceding closing; nil for the first closing
	Entries  closing.Printer     // prints a lease's journal entries as CSV
	Texts    bool                // whether to store the normalized requests of changed leases

	chain  *portfolio.Chain
	signed map[string]*portfolio.Signed // signed balances in the preceding closing, by lease id
	inputs map[string]string            // fingerprints of the requests in the preceding closing, by lease id
	collected
}

// collected contains the leases' records and the rows of the rate tables that the leases used.
type collected struct {
	records []*record
	used    portfolio.Used
}

// Span returns the reporting period and the options for measuring leases.
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

type record struct {
	id       string
	input    string // fingerprint of the normalized request; empty if the lease was not supplied
	text     string // normalized request of a changed lease, if Maker.Texts is set
	entries  bytes.Buffer
	line     []byte // the lease's line in the digest; empty if all its balances are zero
	standard leasehold.Standard
	currency money.Currency // functional currency of the lease
	class    leasehold.ReportedClass
	tags     map[string]string
	lastDay  civil.Date
	closed   leasehold.Position
	change   *portfolio.LateChange // prior-period correction, or nil
	posted   *portfolio.Posted
}

// Plan returns the plan for collecting the leases' records. The error is a
// [*leasehold.InvalidError] if the closing cannot follow the preceding closing.
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

// collect adds deferred tax and prior-period corrections to a lease's figures, and stores the lease's record in *to.
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
