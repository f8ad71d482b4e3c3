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
	New        Kind = "new"        // the lease is not in the preceding closing
	Ended      Kind = "ended"      // the lease was supplied and is fully derecognized
	Gone       Kind = "gone"       // the lease is in the preceding closing but was not supplied
	Changed    Kind = "changed"    // the request of the lease changed
	Remeasured Kind = "remeasured" // the amounts of the lease changed because of rates or rules; its request did not change
)

// Move is the change of a lease between a closing and the preceding closing.
type Move struct {
	ID   string
	Kind Kind
	Late *portfolio.LateChange // prior-period correction, or nil
	Was  string                // fingerprint of the request in the preceding closing, if Kind is Changed
	Text string                // normalized request, if Kind is Changed and [Maker.Texts] is set
}

// Written describes the closing that [Maker.Write] wrote.
type Written struct {
	Leases int // number of supplied leases
	Moves  []Move
	Causes []string // rates and rules that changed since the preceding closing
	Digest string
	Chain  string
}

// total contains the sums of the balances of all leases in one currency.
type total struct {
	leases int
	sums   []money.Amount
	places int
}

// writing is the state of a call of [Maker.Write].
type writing struct {
	*Maker

	out     io.Writer
	chain   hash.Hash
	written Written
	err     error
}

// Write writes the closing to out. It writes heading, then the journal entries, to entries.
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

// text writes parts to the closing. It stores the first error in w.
func (w *writing) text(parts ...string) {
	for _, part := range parts {
		if w.err == nil {
			_, w.err = io.WriteString(w.out, part)
		}
	}
}

func quoted(s string) string { return string(strict.AppendQuoted(nil, s)) }

// leases writes the fields of the closing that precede the digest: inputs, leases and totals.
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
		_, _ = digest.Write(r.line) // Write of a hash never returns an error
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

// lease writes the balances and the posted amounts of a lease, and adds the balances to the total
// of the lease's currency.
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

// sums writes the total of each currency.
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

// changes writes the prior-period corrections and adds the changes of the leases to the result.
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

// movesOf returns the changes of a lease since the preceding closing. A lease may have several.
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
