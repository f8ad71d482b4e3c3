package closingfile

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// Kind is what became of a lease between two closings.
type Kind string

// The kinds.
const (
	New     Kind = "new"     // the closing before did not have it
	Ended   Kind = "ended"   // it is stated, and the books carry nothing of it any more
	Gone    Kind = "gone"    // it is no longer stated
	Changed Kind = "changed" // its input changed
	Moved   Kind = "moved"   // its input did not change, and its opening did
)

// Move is a lease that became something between two closings.
type Move struct {
	ID   string
	Kind Kind
	Late string // its late change as JSON: the effect on the opening; empty for none
	Text string // of one that changed: its normalized request
}

// Written is what was written.
type Written struct {
	Leases int // stated
	Moves  []Move
	Digest string
	Chain  string
}

// total is the sum of the leases of one currency.
type total struct {
	leases int
	sums   []money.Amount
	places int
}

// making is a closing that is written.
type making struct {
	*Maker

	out     io.Writer
	chain   hash.Hash
	entries io.Writer
	hash    hash.Hash // of the entries
	digest  portfolio.Digest
	totals  map[string]*total
	late    []string
	written Written
	err     error
}

// Write writes the closing, and the entries after what their file opens with. The
// leases may be read again.
func (m *Maker) Write(out, entries io.Writer, opening []byte) (*Written, error) {
	w := &making{Maker: m, chain: sha256.New(), hash: sha256.New(), digest: portfolio.NewDigest(), totals: map[string]*total{}}
	w.out, w.entries = io.MultiWriter(out, w.chain), io.MultiWriter(entries, w.hash)
	if _, err := w.entries.Write(opening); err != nil {
		return nil, err
	}
	w.text(`{"from":"`, m.From.String(), `","to":"`, m.To.String(), `","version":`, quoted(m.Version), `,"rulesRevision":`, strconv.Itoa(m.Rules), `,"inputs":[`)
	if err := w.inputs(); err != nil {
		return nil, err
	}
	w.text(`],"leases":[`)
	if err := w.leases(); err != nil {
		return nil, err
	}
	w.text(`],"totals":[`)
	w.sums()
	w.written.Digest = w.digest.String()
	w.text(`],"digest":"`, w.written.Digest, `"`)
	if m.Before != nil {
		w.text(`,"previous":"`, m.Before.Chain, `"`)
	}
	w.text(`,"entries":"`, hex.EncodeToString(w.hash.Sum(nil)), `"`)
	for _, said := range [...]struct{ name, value string }{{"preparedBy", m.PreparedBy}, {"approvedBy", m.ApprovedBy}, {"at", m.At}} {
		if said.value != "" {
			w.text(`,"`, said.name, `":`, quoted(said.value))
		}
	}
	w.text(`,"lateChanges":[`, strings.Join(w.late, ","), `]`, chainMember)
	w.written.Chain = hex.EncodeToString(w.chain.Sum(nil))
	w.text(`"`, w.written.Chain, "\"}\n")
	if w.err != nil {
		return nil, w.err
	}
	slices.SortStableFunc(w.written.Moves, func(a, b Move) int { return strings.Compare(a.ID, b.ID) })
	return &w.written, nil
}

// text writes to the closing. The first error stays.
func (w *making) text(parts ...string) {
	for _, part := range parts {
		if w.err == nil {
			_, w.err = io.WriteString(w.out, part)
		}
	}
}

func quoted(s string) string { return string(strict.AppendQuoted(nil, s)) }

// inputs writes the fingerprints of the leases.
func (w *making) inputs() error {
	return w.each(func(r *record) error {
		if w.written.Leases++; w.written.Leases > 1 {
			w.text(",")
		}
		w.text(`{"id":`, quoted(r.id), `,"sha256":"`, r.input, `"}`)
		return w.err
	})
}

// leases writes what the books carry of the leases, their entries, and those that take
// off the books what was signed and is no longer stated.
func (w *making) leases() error {
	stated := map[string]bool{}
	comma := ""
	err := w.each(func(r *record) error {
		if w.Before != nil {
			if _, was := w.Before.Inputs[r.id]; was || w.signed[r.id] != nil {
				stated[r.id] = true
			}
			w.moved(r)
		}
		entries, err := strconv.Unquote(r.entries)
		if err != nil {
			return fmt.Errorf("read the entries of lease %s: %w", r.id, err)
		}
		if _, err := io.WriteString(w.entries, entries); err != nil {
			return err
		}
		if r.signed == "" {
			return nil
		}
		_, _ = w.digest.Write([]byte(r.signed + "\n"))
		w.text(comma)
		comma = ","
		return w.lease(strings.Split(r.signed, "\t"))
	})
	if err != nil {
		return err
	}
	return w.gone(stated)
}

// lease writes a lease from the fields of its line in the digest, and adds it up.
func (w *making) lease(fields []string) error {
	w.text(`{"id":`, quoted(fields[0]), `,"standard":"`, fields[1], `"`)
	currency := fields[2]
	if currency != "" {
		w.text(`,"currency":"`, currency, `"`)
	}
	t := w.totals[currency]
	names := portfolio.SignedNames()
	if t == nil {
		t = &total{sums: make([]money.Amount, len(names)), places: placesOf(currency)}
		w.totals[currency] = t
	}
	t.leases++
	for i, name := range names {
		text := fields[3+i]
		d, err := money.Parse(text)
		if err != nil {
			return fmt.Errorf("read %s of lease %s: %w", name, fields[0], err)
		}
		t.sums[i] = t.sums[i].Add(d.Minor(t.places))
		w.text(`,"`, name, `":`, text)
	}
	w.text("}")
	return w.err
}

// placesOf returns the decimals of a currency, by its code.
func placesOf(code string) int {
	c, err := leasehold.ParseCurrency(code)
	if err != nil {
		c = leasehold.Currency{}
	}
	return c.Places()
}

// sums writes the totals by currency.
func (w *making) sums() {
	for i, currency := range slices.Sorted(maps.Keys(w.totals)) {
		t := w.totals[currency]
		if i > 0 {
			w.text(",")
		}
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

// moved notes what became of a stated lease.
func (w *making) moved(r *record) {
	if r.late != "" {
		w.late = append(w.late, r.late)
	}
	_, known := w.Before.Inputs[r.id]
	add := func(kind Kind) { w.written.Moves = append(w.written.Moves, Move{r.id, kind, r.late, r.text}) }
	switch {
	case !known:
		add(New)
	case r.text != "":
		add(Changed)
	case r.late != "":
		add(Moved)
	}
	if known && w.signed[r.id] != nil && r.signed == "" {
		w.written.Moves = append(w.written.Moves, Move{ID: r.id, Kind: Ended})
	}
}

// gone takes off the books what was signed and is no longer stated.
func (w *making) gone(stated map[string]bool) error {
	if w.Before == nil {
		return nil
	}
	late := map[string]string{}
	for i := range w.Before.Leases {
		l := &w.Before.Leases[i]
		if stated[l.ID] {
			continue
		}
		change, entry := portfolio.CorrectGone(&l.Signed, l.Standard, l.Currency.Places(), w.From)
		late[l.ID] = string(change.Append(nil))
		w.late = append(w.late, late[l.ID])
		if len(entry.Lines) == 0 {
			continue
		}
		var text bytes.Buffer
		if err := w.Entries(&text, l.line(&entry)); err != nil {
			return err
		}
		if _, err := text.WriteTo(w.entries); err != nil {
			return err
		}
	}
	for id := range w.Before.Inputs {
		if !stated[id] {
			w.written.Moves = append(w.written.Moves, Move{ID: id, Kind: Gone, Late: late[id]})
		}
	}
	return nil
}
