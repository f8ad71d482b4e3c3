package closingfile

import (
	"bytes"
	"cmp"
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
	"github.com/leasehold-accounting/leasehold/internal/spool"
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
	Was  string // of one that changed: the fingerprint that its request had
	Text string // of one that changed: its normalized request, with [Maker.Texts]
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
	late    spool.KeptList
	written Written
	err     error
}

// Write writes the closing, and the entries after what their file opens with. The
// leases may be read again.
func (m *Maker) Write(out, entries io.Writer, opening []byte) (*Written, error) {
	w := &making{Maker: m, chain: sha256.New(), hash: sha256.New(), digest: portfolio.NewDigest(), totals: map[string]*total{}}
	defer func() { _ = w.late.Close() }() // it was written, or is not wanted
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
	if w.err == nil {
		w.err = w.late.CopyTo(w.out, `,"lateChanges":[`)
	}
	w.text(chainMember)
	w.written.Chain = hex.EncodeToString(w.chain.Sum(nil))
	w.text(`"`, w.written.Chain, "\"}\n")
	if w.err != nil {
		return nil, w.err
	}
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

// leases writes what the books carry of the leases and their entries, next to the leases of
// the closing before.
func (w *making) leases() error {
	earlier, err := w.Before.open()
	if err != nil {
		return err
	}
	defer earlier.close()
	comma := ""
	err = w.each(func(r *record) error {
		was, err := earlier.before(r.id, w.gone)
		if err != nil {
			return err
		}
		if w.Before != nil {
			if err := w.moved(r, was); err != nil {
				return err
			}
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
	return earlier.rest(w.gone)
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
	c, err := money.ParseCurrency(code)
	if err != nil {
		c = money.Currency{}
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

// moved notes what became of a stated lease since the closing before, which had it so or
// not at all, and writes the entry that corrects its opening.
func (w *making) moved(r *record, was *standing) error {
	if was == nil {
		was = new(standing)
	}
	late, err := w.corrected(r, was.signed)
	if err != nil {
		return err
	}
	move := Move{ID: r.id, Late: late}
	switch {
	case was.SHA256 == "":
		move.Kind = New
	case was.SHA256 != r.input:
		move.Kind, move.Was = Changed, was.SHA256
		if w.Texts {
			move.Text = r.text
		}
	case late != "":
		move.Kind = Moved
	}
	if move.Kind != "" {
		w.written.Moves = append(w.written.Moves, move)
	}
	if was.SHA256 != "" && was.signed != nil && r.signed == "" {
		w.written.Moves = append(w.written.Moves, Move{ID: r.id, Kind: Ended})
	}
	return nil
}

// corrected takes the opening of a lease from what was signed to what it is now: it
// returns the late change as JSON, or nothing.
func (w *making) corrected(r *record, signed *portfolio.Signed) (string, error) {
	opened, err := r.position()
	if err != nil {
		return "", err
	}
	if signed == nil && opened == (leasehold.Position{}) {
		return "", nil
	}
	l, err := r.lease()
	if err != nil {
		return "", err
	}
	if signed != nil && signed.Currency != l.Currency {
		return "", fmt.Errorf("lease %s was signed in %s and is in %s now; give it another id, so that the signed one is gone",
			r.id, cmp.Or(signed.Currency.String(), "no currency"), cmp.Or(r.currency, "no currency"))
	}
	change, entry, late := portfolio.Correct(l, signed, &opened, w.From)
	if !late {
		return "", nil
	}
	return w.correct(&change, entryLine(l, &entry))
}

// correct writes a late change and its entry, and returns the change as JSON.
func (w *making) correct(change *portfolio.LateChange, entry *portfolio.Line) (string, error) {
	text := change.Append(nil)
	if err := w.late.Add(append(bytes.Clone(text), ',')); err != nil {
		return "", err
	}
	if len(entry.Figures.Entries[0].Lines) == 0 {
		return string(text), nil
	}
	var lines bytes.Buffer
	if err := w.Entries(&lines, entry); err != nil {
		return "", err
	}
	_, err := lines.WriteTo(w.entries)
	return string(text), err
}

// gone takes off the books what was signed and is no longer stated.
func (w *making) gone(was *standing) error {
	move := Move{ID: was.ID, Kind: Gone}
	if s := was.signed; s != nil {
		change, entry := portfolio.CorrectGone(s, s.Currency.Places(), w.From)
		l := &leasehold.Lease{ID: s.ID, Standard: s.Standard.Value, Currency: s.Currency}
		var err error
		if move.Late, err = w.correct(&change, entryLine(l, &entry)); err != nil {
			return err
		}
	}
	w.written.Moves = append(w.written.Moves, move)
	return nil
}
