package closingfile

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

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
	At         string // when, in the preparer's own words: there is no clock
}

// Closing is the signed closing of a reporting period.
type Closing struct {
	Head

	Inputs   []portfolio.Input  // by id
	Leases   []portfolio.Signed // by id: those with a figure or posted amounts
	Digest   string             // of the leases: see [portfolio.Digest]
	Previous string             // the chain of the preceding closing; empty for the first
	Entries  string             // SHA-256 of the entries as CSV
	Chain    string             // SHA-256 of the bytes before it

	signed *portfolio.Previous
}

// Follows returns an error if a reporting period that begins on from does not follow c.
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

// IsClosing reports whether a JSON object has a chain, as a closing does.
func IsClosing(file []byte) bool { return bytes.Contains(file, []byte(chainMember)) }

// Read reads a closing and verifies its chain. The error is one of [ErrNotAClosing] and
// [ErrEdited], with the reason.
func Read(file []byte) (*Closing, error) {
	file = bytes.TrimRight(file, "\r\n")
	if len(file) < tail+len(chainMember) || !bytes.HasSuffix(file[:len(file)-tail], []byte(chainMember)) {
		return nil, fmt.Errorf("%w: it does not end with a chain", ErrNotAClosing)
	}
	sum := sha256.Sum256(file[:len(file)-tail])
	c := &Closing{Chain: hex.EncodeToString(sum[:])}
	if string(file[len(file)-tail:]) != `"`+c.Chain+`"}` {
		return nil, ErrEdited
	}
	if err := c.members(file); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNotAClosing, err)
	}
	return c, nil
}

// members reads the members of a file.
func (c *Closing) members(file []byte) error {
	p, err := portfolio.DecodePrevious(file)
	switch {
	case err != nil:
		return err
	case p.Inputs == nil || p.Leases == nil || len(p.Periods) == 0:
		return errors.New("it has no inputs, leases and periods")
	}
	for i := 1; i < len(p.Inputs); i++ {
		if p.Inputs[i].ID <= p.Inputs[i-1].ID {
			return fmt.Errorf("lease %q is not in its place by the ids", p.Inputs[i].ID)
		}
	}
	for i := 1; i < len(p.Leases); i++ {
		if p.Leases[i].ID <= p.Leases[i-1].ID {
			return fmt.Errorf("lease %q is not in its place by the ids", p.Leases[i].ID)
		}
	}
	c.Head = Head{p.From.Value, p.To.Value, p.Version, p.Rules.Value, p.PreparedBy, p.ApprovedBy, p.At}
	c.Inputs, c.Leases, c.Digest, c.Previous, c.Entries, c.signed = p.Inputs, p.Leases, p.Digest, p.PreviousChain, p.EntriesHash, p
	return nil
}

// Signed returns the closing as a report accepts it for the preceding day.
func (c *Closing) Signed() *portfolio.Previous { return c.signed }

// byID returns the leases by id.
func (c *Closing) byID() map[string]*portfolio.Signed {
	list := map[string]*portfolio.Signed{}
	if c != nil {
		for i := range c.Leases {
			list[c.Leases[i].ID] = &c.Leases[i]
		}
	}
	return list
}

// inputs returns the fingerprints by lease.
func (c *Closing) inputs() map[string]string {
	list := map[string]string{}
	if c != nil {
		for _, in := range c.Inputs {
			list[in.ID] = in.SHA256
		}
	}
	return list
}
