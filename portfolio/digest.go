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

// AppendSigned appends the lease's line of the digest. If all balances are 0.00, no text is
// appended.
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

// digestOf returns the digest of the balances that position returns for each lease.
func digestOf(lines []Line, position func(*leasehold.LeaseFigures) *leasehold.Position) string {
	d := NewDigest()
	for _, l := range slices.SortedFunc(slices.Values(lines), func(a, b Line) int { return strings.Compare(a.Lease.ID, b.Lease.ID) }) {
		_, _ = d.Write(appendSigned(nil, l.Lease, position(l.Figures))) // hash.Hash never returns an error
	}
	return d.String()
}

func opened(f *leasehold.LeaseFigures) *leasehold.Position { return &f.Opened }

func closed(f *leasehold.LeaseFigures) *leasehold.Position { return &f.Closed }
