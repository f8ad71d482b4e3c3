package service

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/leasehold-accounting/leasehold/internal/meter"
)

// Head is the hash of a usage row and all earlier rows of the same key and month. A copy of the
// head that is stored elsewhere proves later that these rows are unchanged.
type Head [sha256.Size]byte

// String returns the head in hexadecimal digits, or "" for the zero head.
func (h Head) String() string {
	if h == (Head{}) {
		return ""
	}
	return hex.EncodeToString(h[:])
}

// Start returns the beginning of a head, as in receipts.
func (h Head) Start() (start ReceiptHead) {
	copy(start[:], h[:])
	return start
}

// ReceiptHead is the beginning of the hash of a usage row.
type ReceiptHead [8]byte

// String returns 16 hexadecimal digits.
func (h ReceiptHead) String() string { return hex.EncodeToString(h[:]) }

// ParseHead reads the text that String returns.
func ParseHead(text string) (h Head, err error) {
	if n, err := hex.Decode(h[:], []byte(text[:min(len(text), 2*len(h))])); err != nil || n != len(h) || len(text) != 2*len(h) {
		return Head{}, fmt.Errorf("%q is not a head: 64 hexadecimal digits", text)
	}
	return h, nil
}

// Proven is a head whose usage rows are unchanged.
type Proven struct {
	Head  Head
	KeyID string
	Month meter.Month
	Rows  int64 // up to the head
	Of    int64 // current number of rows of the month
}
