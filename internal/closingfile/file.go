// Package closingfile reads and writes closings. A closing is a file that records the balances of
// every lease at the end of a reporting period. After an accountant has approved the file, these
// balances are called signed balances. A closing also records hashes of the leases' requests, of the
// journal entries and of the preceding closing, so that a later change to a signed period is
// detected and measured (METHOD 27).
//
// A closing is one line of JSON. The last field, chain, contains the SHA-256 of all preceding bytes. The
// same leases and options give the same bytes on every machine: the current time is not recorded,
// leases are sorted by id, and fields have a fixed order.
package closingfile

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// Head contains the general fields of a closing.
type Head struct {
	From, To   civil.Date
	Version    string // version of the program that wrote the closing
	Rules      int    // revision of the accounting rules (METHOD)
	PreparedBy string
	ApprovedBy string
	At         string // time of the close as entered by the preparer; the program does not read the clock
}

// Closing is the signed closing of a reporting period.
type Closing struct {
	Head

	Inputs   []portfolio.Input  // sorted by id
	Leases   []portfolio.Signed // leases with a balance or with posted amounts, sorted by id
	Digest   string             // hash of the balances: see [portfolio.Digest]
	Previous string             // chain of the preceding closing; empty for the first closing
	Entries  string             // SHA-256 of the journal entries as CSV
	Chain    string             // SHA-256 of the bytes of the file before the field chain

	signed *portfolio.Previous
}

// Follows returns an error unless from is the day after the last day of c.
func (c *Closing) Follows(from civil.Date) error {
	if next := c.To.Next(); next != from {
		return fmt.Errorf("the previous closing ends on %s, so this one begins on %s; got %s", c.To, next, from)
	}
	return nil
}

// Errors that [Read] wraps.
var (
	ErrNotAClosing = errors.New("is not a closing")
	ErrEdited      = errors.New("was changed after it was written: its chain does not match its bytes")
)

// chainMember begins the last field of a closing.
const chainMember = `,"chain":`

// chainBytes is the number of bytes that the chain does not cover at the end of a closing: the
// chain in quotation marks, and a brace.
const chainBytes = 2*sha256.Size + len(`""}`)

// IsClosing reports whether a file contains a chain field. Only closings contain this field.
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

// Signed returns the closing as the previous closing of a report, or nil if c is nil.
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
// on the day after the preceding closing ends, and contain the chain of the preceding closing.
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

// chainFault describes why closing l, which contains the chain of another closing, cannot directly
// follow closing before.
func (l *Link) chainFault(links []Link, before *Link) string {
	for i := range links {
		if links[i].Chain == l.Previous {
			return fmt.Sprintf("%s follows %s (chain %.12s) and not %s: the order was changed", l.File, links[i].File, l.Previous, before.File)
		}
	}
	if before.To.Next().Before(l.From) {
		return fmt.Sprintf("%s was signed after a closing with the hash %.12s (field chain), which is not among the given closings: a closing between %s and %s is missing",
			l.File, l.Previous, before.To, l.From)
	}
	return fmt.Sprintf("%s was signed after a closing with the hash %.12s (field chain), but %s has the hash %.12s: %s was replaced after %s was signed",
		l.File, l.Previous, before.File, before.Chain, before.File, l.File)
}

// Differences compares the signed closing c with the recomputed closing now. The result has one
// message for each lease that differs.
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
		list = append(list, "the digest does not match its leases")
	}
	return list
}

// figuresDiffer compares the balances of a lease and, if posted is true, its posted amounts. The
// result lists the amounts that differ, or is "" if all are equal.
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
