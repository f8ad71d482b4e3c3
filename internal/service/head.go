package service

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/leasehold-accounting/leasehold/internal/meter"
)

// Head is the hash of a usage row and of all earlier rows of the same key and month. If a copy of
// the head is stored elsewhere, it can later prove that these rows are unchanged.
type Head [sha256.Size]byte

// String returns the hash in hexadecimal digits, or "" if the head is zero.
func (h Head) String() string {
	if h == (Head{}) {
		return ""
	}
	return hex.EncodeToString(h[:])
}

// Start returns the first bytes of the hash, which receipts contain.
func (h Head) Start() (start ReceiptHead) {
	copy(start[:], h[:])
	return start
}

// ReceiptHead contains the first bytes of a [Head].
type ReceiptHead [8]byte

// String returns 16 hexadecimal digits.
func (h ReceiptHead) String() string { return hex.EncodeToString(h[:]) }

// ParseHead parses the text that String returns.
func ParseHead(text string) (h Head, err error) {
	if n, err := hex.Decode(h[:], []byte(text[:min(len(text), 2*len(h))])); err != nil || n != len(h) || len(text) != 2*len(h) {
		return Head{}, fmt.Errorf("%q is not a head: 64 hexadecimal digits", text)
	}
	return h, nil
}

// Proven describes a head whose usage rows are proven to be unchanged.
type Proven struct {
	Head  Head
	KeyID string
	Month meter.Month
	Rows  int64 // number of rows up to the head
	Of    int64 // current number of rows of the same key and month
}
