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

// Head is the general information of a closing.
type Head struct {
	From, To   civil.Date
	Version    string // program version
	Rules      int    // revision of the accounting rules
	PreparedBy string
	ApprovedBy string
	At         string // time of the close in the preparer's words; the program does not read a clock
}

// Closing is the signed closing of a reporting period.
type Closing struct {
	Head

	Inputs   []portfolio.Input  // sorted by id
	Leases   []portfolio.Signed // leases with a balance or posted amounts, sorted by id
	Digest   string             // digest of the leases: see [portfolio.Digest]
	Previous string             // chain of the preceding closing; empty for the first
	Entries  string             // SHA-256 of the entries as CSV
	Chain    string             // SHA-256 of the preceding bytes

	signed *portfolio.Previous
}

// Follows returns an error unless a reporting period that begins on from follows c.
func (c *Closing) Follows(from civil.Date) error {
	if next := c.To.Next(); next != from {
		return fmt.Errorf("the previous closing ends on %s, so this one begins on %s; got %s", c.To, next, from)
	}
	return nil
}

// Errors of [Read].
var (
	ErrNotAClosing = errors.New("is not a closing")
	ErrEdited      = errors.New("was changed after it was written: its chain does not match its bytes")
)

// chainMember is the text with which the last field of a closing begins.
const chainMember = `,"chain":`

// chainBytes is the number of bytes at the end of a closing that are not hashed: the chain in
// quotation marks and a brace.
const chainBytes = 2*sha256.Size + len(`""}`)

// IsClosing reports whether a JSON object contains a chain, as only closings do.
func IsClosing(file []byte) bool { return bytes.Contains(file, []byte(chainMember)) }

// Read parses a closing and verifies its chain. The error wraps [ErrNotAClosing] or [ErrEdited].
func Read(file []byte) (*Closing, error) {
	file = bytes.TrimRight(file, "\r\n")
	if len(file) < chainBytes+len(chainMember) || !bytes.HasSuffix(file[:len(file)-chainBytes], []byte(chainMember)) {
		return nil, fmt.Errorf("%w: it does not end with a chain", ErrNotAClosing)
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

// parse parses the fields of a file.
func (c *Closing) parse(file []byte) error {
	p, err := portfolio.DecodePrevious(file)
	switch {
	case err != nil:
		return err
	case p.Inputs == nil || p.Leases == nil || len(p.Periods) == 0:
		return errors.New("it has no inputs, leases and periods")
	}
	for i := 1; i < len(p.Inputs); i++ {
		if p.Inputs[i].ID <= p.Inputs[i-1].ID {
			return fmt.Errorf("lease %q is out of order: leases are sorted by id", p.Inputs[i].ID)
		}
	}
	for i := 1; i < len(p.Leases); i++ {
		if p.Leases[i].ID <= p.Leases[i-1].ID {
			return fmt.Errorf("lease %q is out of order: leases are sorted by id", p.Leases[i].ID)
		}
	}
	c.Head = Head{p.From.Value, p.To.Value, p.Version, p.Rules.Value, p.PreparedBy, p.ApprovedBy, p.At}
	c.Inputs, c.Leases, c.Digest, c.Previous, c.Entries, c.signed = p.Inputs, p.Leases, p.Digest, p.PreviousChain, p.EntriesHash, p
	return nil
}

// Signed returns the closing in the form of a report's previous closing.
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

// inputs returns the fingerprints of the requests by lease id.
func (c *Closing) inputs() map[string]string {
	list := map[string]string{}
	if c != nil {
		for _, in := range c.Inputs {
			list[in.ID] = in.SHA256
		}
	}
	return list
}
