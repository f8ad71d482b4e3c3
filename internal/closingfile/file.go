package closingfile

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// Head is what a closing says of itself.
type Head struct {
	From, To   civil.Date
	Version    string // of the program
	Rules      int    // revision of the accounting rules
	PreparedBy string
	ApprovedBy string
	At         string // when, in the words of whoever closes: there is no clock
}

// Closing is what was signed for a span. Its leases stay in the file, and are read one
// after the other.
type Closing struct {
	Head

	Digest   string // of the leases: see [portfolio.Digest]
	Previous string // the chain of the closing before; empty for the first
	Entries  string // SHA-256 of the entries as CSV
	Chain    string // SHA-256 of the bytes before it

	in             io.ReaderAt
	end            int64
	inputs, leases int64 // where their lists are
}

// Input is the fingerprint of the normalized request of a lease.
type Input struct {
	ID     string `json:"id"`
	SHA256 string `json:"sha256"`
}

// Follows reports why a span can't follow a closing: nil where it can.
func (c *Closing) Follows(from civil.Date) error {
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

// chainMember begins the last member of a file.
const chainMember = `,"chain":`

// tail is the length of what follows the hashed bytes: the chain in quotation marks, and
// a brace.
const tail = 2*sha256.Size + len(`""}`)

// Open opens a closing and verifies its chain. The error is one of [ErrNotAClosing] and
// [ErrEdited], with what was wrong, or that of in.
func Open(in io.ReaderAt, size int64) (*Closing, error) {
	c := &Closing{in: in}
	if err := c.chain(size); err != nil {
		return nil, err
	}
	if err := c.members(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNotAClosing, err)
	}
	return c, nil
}

// Read opens a closing that is in memory.
func Read(file []byte) (*Closing, error) { return Open(bytes.NewReader(file), int64(len(file))) }

// IsClosing reports whether a JSON object has a chain, as a closing has.
func IsClosing(file []byte) bool { return bytes.Contains(file, []byte(chainMember)) }

// chain compares the chain with the bytes before it.
func (c *Closing) chain(size int64) error {
	last := make([]byte, min(size, int64(tail+len(chainMember)+2)))
	if _, err := c.in.ReadAt(last, size-int64(len(last))); err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("read the closing: %w", err)
	}
	ended := bytes.TrimRight(last, "\r\n")
	c.end = size - int64(len(last)-len(ended))
	if len(ended) < tail+len(chainMember) || !bytes.HasSuffix(ended[:len(ended)-tail], []byte(chainMember)) {
		return fmt.Errorf("%w: it does not end with a chain", ErrNotAClosing)
	}
	sum := sha256.New()
	if _, err := io.Copy(sum, io.NewSectionReader(c.in, 0, c.end-int64(tail))); err != nil {
		return fmt.Errorf("read the closing: %w", err)
	}
	c.Chain = hex.EncodeToString(sum.Sum(nil))
	if string(ended[len(ended)-tail:]) != `"`+c.Chain+`"}` {
		return ErrEdited
	}
	return nil
}

// members reads the members but the lists of leases, whose places it keeps.
func (c *Closing) members() error {
	d := jsontext.NewDecoder(io.NewSectionReader(c.in, 0, c.end))
	if t, err := d.ReadToken(); err != nil || t.Kind() != '{' {
		return fmt.Errorf("it is no object (%w)", err)
	}
	for d.PeekKind() == '"' {
		t, err := d.ReadToken()
		if err != nil {
			return err
		}
		name, at := t.String(), d.InputOffset()
		if err := c.member(d, name, at); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	if c.inputs == 0 || c.leases == 0 {
		return errors.New("it has no inputs and leases")
	}
	return nil
}

// member reads one member, whose name ends at a place of the file.
func (c *Closing) member(d *jsontext.Decoder, name string, at int64) error {
	into, known := map[string]any{
		"from": &c.From, "to": &c.To, "version": &c.Version, "rulesRevision": &c.Rules, "digest": &c.Digest, "previous": &c.Previous, "entries": &c.Entries,
		"preparedBy": &c.PreparedBy, "approvedBy": &c.ApprovedBy, "at": &c.At,
	}[name]
	switch {
	case known:
		v, err := d.ReadValue()
		if err != nil {
			return err
		}
		return json.Unmarshal(v, into)
	case name == "inputs":
		c.inputs = at + int64(len(":"))
	case name == "leases":
		c.leases = at + int64(len(":"))
	case name != "totals" && name != "lateChanges" && name != "chain":
		return errors.New("is not known")
	}
	return d.SkipValue()
}

// each calls do with each element of a list.
func (c *Closing) each(at int64, do func(jsontext.Value) error) error {
	d := jsontext.NewDecoder(io.NewSectionReader(c.in, at, c.end-at))
	if t, err := d.ReadToken(); err != nil || t.Kind() != '[' {
		return fmt.Errorf("%w: it has no list where one belongs", ErrNotAClosing)
	}
	for d.PeekKind() != ']' {
		v, err := d.ReadValue()
		if err != nil {
			return fmt.Errorf("%w: %w", ErrNotAClosing, err)
		}
		if err := do(v); err != nil {
			return err
		}
	}
	return nil
}

// errOrder refuses leases in another order than that of their ids.
func errOrder(id string) error {
	return fmt.Errorf("%w: lease %q is not in its place by the ids", ErrNotAClosing, id)
}

// EachInput calls do with the fingerprint of each lease, by their ids.
func (c *Closing) EachInput(do func(Input) error) error {
	before := ""
	return c.each(c.inputs, func(v jsontext.Value) error {
		var in Input
		if err := json.Unmarshal(v, &in); err != nil {
			return fmt.Errorf("%w: %w", ErrNotAClosing, err)
		}
		if in.ID <= before {
			return errOrder(in.ID)
		}
		before = in.ID
		return do(in)
	})
}

// EachLease calls do with what the books carried of each lease that has a figure, by
// their ids.
func (c *Closing) EachLease(do func(*portfolio.Signed) error) error {
	before := ""
	return c.each(c.leases, func(v jsontext.Value) error {
		s, err := portfolio.DecodeSigned(v)
		if err != nil {
			return fmt.Errorf("%w: %w", ErrNotAClosing, err)
		}
		if s.ID <= before {
			return errOrder(s.ID)
		}
		before = s.ID
		return do(s)
	})
}

// Signed returns what a report takes as the close before it.
func (c *Closing) Signed() (*portfolio.Previous, error) {
	p := &portfolio.Previous{Digest: c.Digest, Leases: []portfolio.Signed{}}
	err := c.EachLease(func(s *portfolio.Signed) error {
		p.Leases = append(p.Leases, *s)
		return nil
	})
	return p, err
}
