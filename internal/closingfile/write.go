package closingfile

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"
	"maps"
	"slices"
	"strconv"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// Kind classifies a change of a lease between two closings.
type Kind string

// Values of Kind.
const (
	New        Kind = "new"        // absent from the preceding closing
	Ended      Kind = "ended"      // supplied, but fully derecognized
	Gone       Kind = "gone"       // no longer supplied
	Changed    Kind = "changed"    // its request changed
	Remeasured Kind = "remeasured" // its accounts changed without its request: by rates or rules
)

// Move is a change of a lease between two closings.
type Move struct {
	ID   string
	Kind Kind
	Late *portfolio.LateChange // prior-period correction, or nil
	Was  string                // fingerprint of the earlier request, for Changed
	Text string                // normalized request, for Changed with [Maker.Texts]
}

// Written is the result of a close.
type Written struct {
	Leases int // number of supplied leases
	Moves  []Move
	Causes []string // rates and rules that changed since the preceding closing
	Digest string
	Chain  string
}

// total is the sum of the leases in one currency.
type total struct {
	leases int
	sums   []money.Amount
	places int
}

// writing holds the state of Write.
type writing struct {
	*Maker

	out     io.Writer
	chain   hash.Hash
	written Written
	err     error
}

// Write writes the closing to out, and heading and the entries to entries.
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
		if _, err := entries.Write(r.entries); err != nil {
			return nil, err
		}
	}
	w := &writing{Maker: m, chain: sha256.New()}
	w.out = io.MultiWriter(out, w.chain)
	w.leases(all)
	if m.Before != nil {
		w.text(`,"previous":"`, m.Before.Chain, `"`)
	}
	w.text(`,"entries":"`, hex.EncodeToString(sum.Sum(nil)), `"`)
	for _, said := range [...]struct{ name, value string }{{"preparedBy", m.PreparedBy}, {"approvedBy", m.ApprovedBy}, {"at", m.At}} {
		if said.value != "" {
			w.text(`,"`, said.name, `":`, quoted(said.value))
		}
	}
	w.changes(all)
	w.written.Causes = m.chain.Causes()
	w.text(chainMember)
	w.written.Chain = hex.EncodeToString(w.chain.Sum(nil))
	w.text(`"`, w.written.Chain, "\"}\n")
	if w.err != nil {
		return nil, w.err
	}
	return &w.written, nil
}

// text writes to the closing and records the first error.
func (w *writing) text(parts ...string) {
	for _, part := range parts {
		if w.err == nil {
			_, w.err = io.WriteString(w.out, part)
		}
	}
}

func quoted(s string) string { return string(strict.AppendQuoted(nil, s)) }

// leases writes the fields before the digest: inputs, leases and totals.
func (w *writing) leases(all []*record) {
	w.text(`{"from":"`, w.From.String(), `","to":"`, w.To.String(), `","version":`, quoted(w.Version), `,"rulesRevision":`, strconv.Itoa(w.Rules), ",", string(w.Maker.chain.AppendChain(nil, &w.used)), `,"inputs":[`)
	for i, r := range w.records {
		w.comma(i)
		w.text(`{"id":`, quoted(r.id), `,"sha256":"`, r.input, `"}`)
	}
	w.written.Leases = len(w.records)
	w.text(`],"leases":[`)
	digest, totals, n := portfolio.NewDigest(), map[string]*total{}, 0
	for _, r := range all {
		if len(r.line) == 0 && len(r.posted.All) == 0 {
			continue
		}
		_, _ = digest.Write(r.line) // hash.Hash never returns an error
		w.comma(n)
		n++
		w.lease(r, totals)
	}
	w.text(`],"totals":[`)
	w.sums(totals)
	w.written.Digest = digest.String()
	w.text(`],"digest":"`, w.written.Digest, `"`)
}

func (w *writing) comma(i int) {
	if i > 0 {
		w.text(",")
	}
}

// lease writes the balances and the posted amounts of a lease and adds the balances to its total.
func (w *writing) lease(r *record, totals map[string]*total) {
	w.text(`{"id":`, quoted(r.id), `,"standard":"`, r.standard.String(), `"`)
	currency := r.currency.String()
	if currency != "" {
		w.text(`,"currency":"`, currency, `"`)
	}
	w.text(`,"classification":"`, r.class.String(), `"`)
	if r.tags != nil {
		w.text(`,"tags":`, string(strict.AppendTags(nil, r.tags)))
	}
	if r.lastDay != (civil.Date{}) {
		w.text(`,"lastDay":"`, r.lastDay.String(), `"`)
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
	for i, name := range names {
		a := portfolio.SignedOf(&r.closed, name)
		t.sums[i] = t.sums[i].Add(a)
		w.text(`,"`, name, `":`, string(a.AppendPlaces(nil, t.places)))
	}
	w.text(",", string(r.posted.Append(nil, t.places)), "}")
}

// sums writes the totals by currency.
func (w *writing) sums(totals map[string]*total) {
	for i, currency := range slices.Sorted(maps.Keys(totals)) {
		t := totals[currency]
		w.comma(i)
		w.text("{")
		if currency != "" {
			w.text(`"currency":"`, currency, `",`)
		}
		w.text(`"leases":`, strconv.Itoa(t.leases))
		for i, name := range portfolio.SignedNames() {
			w.text(`,"`, name, `":`, string(t.sums[i].AppendPlaces(nil, t.places)))
		}
		w.text("}")
	}
}

// changes writes the prior-period corrections and lists the changes.
func (w *writing) changes(all []*record) {
	w.text(`,"lateChanges":[`)
	n := 0
	for _, r := range all {
		if r.change != nil {
			w.comma(n)
			n++
			w.text(string(r.change.Append(nil)))
		}
		if w.Before != nil {
			w.written.Moves = append(w.written.Moves, w.movesOf(r)...)
		}
	}
	w.text(`]`)
}

// movesOf returns the changes of a lease since the preceding closing.
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
