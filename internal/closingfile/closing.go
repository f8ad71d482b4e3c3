package closingfile

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// Head is what a closing says of itself.
type Head struct {
	From, To   leasehold.Date
	Version    string // of the program
	Rules      int    // revision of the accounting rules
	PreparedBy string
	ApprovedBy string
	At         string // when, in the words of whoever closes: there is no clock
}

// Closing is what was signed for a span.
type Closing struct {
	Head

	Inputs   map[string]string // SHA-256 of each lease's normalized request, by id
	Leases   []Lease           // those with a figure other than 0.00, by id
	Digest   string            // of the leases: see [portfolio.Digest]
	Previous string            // the chain of the closing before; empty for the first
	Entries  string            // SHA-256 of the entries as CSV
	Chain    string            // SHA-256 of the bytes before it
}

// Lease is what the books carried of a lease.
type Lease struct {
	portfolio.Signed

	Standard leasehold.Standard
	Currency leasehold.Currency // functional; none where none was stated
}

// Signed returns what a report takes as the close before it.
func (c *Closing) Signed() *portfolio.Previous {
	p := &portfolio.Previous{Digest: c.Digest, Leases: make([]portfolio.Signed, len(c.Leases))}
	for i := range c.Leases {
		p.Leases[i] = c.Leases[i].Signed
	}
	return p
}

// Follows reports why a span can't follow a closing: nil where it can.
func (c *Closing) Follows(from leasehold.Date) error {
	if next := c.To.Next(); next != from {
		return fmt.Errorf("the previous closing ends on %s, so this one begins on %s; got %s", c.To, next, from)
	}
	return nil
}

// Errors of a file.
var (
	ErrNotAClosing = errors.New("is not a closing")
	ErrEdited      = errors.New("was changed after it was made: its chain is not that of its bytes")
)

// wire is the file as it is read.
type wire struct {
	From        leasehold.Date   `json:"from"`
	To          leasehold.Date   `json:"to"`
	Version     string           `json:"version"`
	Rules       int              `json:"rulesRevision"`
	Inputs      []wireInput      `json:"inputs"`
	Leases      []map[string]any `json:"leases"`
	Totals      json.RawMessage  `json:"totals"`
	Digest      string           `json:"digest"`
	Previous    string           `json:"previous"`
	Entries     string           `json:"entries"`
	PreparedBy  string           `json:"preparedBy"`
	ApprovedBy  string           `json:"approvedBy"`
	At          string           `json:"at"`
	LateChanges json.RawMessage  `json:"lateChanges"`
	Chain       string           `json:"chain"`
}

type wireInput struct {
	ID     string `json:"id"`
	SHA256 string `json:"sha256"`
}

// chainMember begins the last member of a file.
const chainMember = `,"chain":`

// Read reads a closing and verifies its chain. The error is one of [ErrNotAClosing] and
// [ErrEdited], with what was wrong.
func Read(file []byte) (*Closing, error) {
	file = bytes.TrimRight(file, "\r\n")
	var w wire
	d := json.NewDecoder(bytes.NewReader(file))
	d.DisallowUnknownFields()
	d.UseNumber()
	if err := d.Decode(&w); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNotAClosing, err)
	}
	at := bytes.LastIndex(file, []byte(chainMember))
	if at < 0 || w.Chain == "" {
		return nil, fmt.Errorf("%w: it has no chain", ErrNotAClosing)
	}
	body := file[:at+len(chainMember)]
	sum := sha256.Sum256(body)
	if hex.EncodeToString(sum[:]) != w.Chain || string(file[len(body):]) != `"`+w.Chain+`"}` {
		return nil, ErrEdited
	}
	return w.closing()
}

// IsClosing reports whether a JSON object has a chain, as a closing has.
func IsClosing(file []byte) bool { return bytes.Contains(file, []byte(chainMember)) }

// closing returns what a file says.
func (w *wire) closing() (*Closing, error) {
	c := &Closing{
		Head:   Head{w.From, w.To, w.Version, w.Rules, w.PreparedBy, w.ApprovedBy, w.At},
		Inputs: make(map[string]string, len(w.Inputs)), Leases: make([]Lease, len(w.Leases)),
		Digest: w.Digest, Previous: w.Previous, Entries: w.Entries, Chain: w.Chain,
	}
	for _, in := range w.Inputs {
		c.Inputs[in.ID] = in.SHA256
	}
	for i, members := range w.Leases {
		if err := c.Leases[i].read(members); err != nil {
			return nil, fmt.Errorf("%w: leases[%d].%w", ErrNotAClosing, i, err)
		}
	}
	return c, nil
}

// read takes the members of a lease.
func (l *Lease) read(members map[string]any) (err error) {
	text := func(name string) string {
		s, _ := members[name].(string)
		return s
	}
	l.ID = text("id")
	if err := l.Standard.UnmarshalText([]byte(text("standard"))); err != nil {
		return fmt.Errorf("standard: %w", err)
	}
	if code := text("currency"); code != "" {
		if l.Currency, err = leasehold.ParseCurrency(code); err != nil {
			return fmt.Errorf("currency: %w", err)
		}
	}
	for _, name := range portfolio.SignedNames() {
		n, _ := members[name].(json.Number)
		d, err := money.Parse(n.String())
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		l.Set(name, d)
	}
	return nil
}
