package portfolio

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

// Digest computes the SHA-256 of the balances of leases (METHOD 22.2). The hashed text consists of
// the lines of [Line.AppendSigned], sorted by lease id.
type Digest struct{ hash.Hash }

// NewDigest returns an empty digest.
func NewDigest() Digest { return Digest{sha256.New()} }

// AppendSigned appends the lease's line of the digest. It appends no line if all balances are 0.00.
func (l *Line) AppendSigned(dst []byte) []byte { return appendSigned(dst, l.Lease, &l.Figures.Closed) }

func appendSigned(dst []byte, l *leasehold.Lease, p *leasehold.Position) []byte {
	if !slices.ContainsFunc(carried[:], func(c carriedFigure) bool { return !c.now(p).IsZero() }) {
		return dst
	}
	places := l.Functional().Places()
	dst = append(append(dst, l.ID...), '\t')
	dst = append(append(dst, l.Standard.String()...), '\t')
	if l.Functional() != (money.Currency{}) {
		dst = append(dst, l.Functional().String()...)
	}
	for _, c := range carried {
		dst = c.now(p).AppendPlaces(append(dst, '\t'), places)
	}
	return append(dst, '\n')
}

// String returns the digest in lower-case hexadecimal.
func (d Digest) String() string { return hex.EncodeToString(d.Sum(nil)) }

// digestOf returns the digest of the balances that the function at returns for each lease.
func digestOf(lines []Line, at func(*leasehold.LeaseFigures) *leasehold.Position) string {
	order := make([]int, len(lines))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return strings.Compare(lines[i].Lease.ID, lines[j].Lease.ID) })
	d := NewDigest()
	var text []byte
	for _, i := range order {
		text = appendSigned(text[:0], lines[i].Lease, at(lines[i].Figures))
		_, _ = d.Write(text) // hash.Hash never returns an error
	}
	return d.String()
}

func opened(f *leasehold.LeaseFigures) *leasehold.Position { return &f.Opened }

func closed(f *leasehold.LeaseFigures) *leasehold.Position { return &f.Closed }
