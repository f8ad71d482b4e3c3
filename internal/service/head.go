package service

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/leasehold-accounting/leasehold/internal/meter"
)

// Head is the hash of a usage row, which covers the row and every row before it of
// the same key and month. Whoever keeps the head of a month elsewhere can prove later
// that the rows up to it are as they were.
type Head [sha256.Size]byte

// String returns the head in hexadecimal digits, "" for none.
func (h Head) String() string {
	if h == (Head{}) {
		return ""
	}
	return hex.EncodeToString(h[:])
}

// Start returns the beginning of a head, which receipts have.
func (h Head) Start() (start ReceiptHead) {
	copy(start[:], h[:])
	return start
}

// ReceiptHead is the beginning of the hash of a usage row.
type ReceiptHead [8]byte

// String returns 16 hexadecimal digits.
func (h ReceiptHead) String() string { return hex.EncodeToString(h[:]) }

// ParseHead reads what String returns.
func ParseHead(text string) (h Head, err error) {
	if n, err := hex.Decode(h[:], []byte(text[:min(len(text), 2*len(h))])); err != nil || n != len(h) || len(text) != 2*len(h) {
		return Head{}, fmt.Errorf("%q is not a head: 64 hexadecimal digits", text)
	}
	return h, nil
}

// Proven is a head up to which the usage rows of its key and month are as they were
// written.
type Proven struct {
	Head  Head
	KeyID string
	Month meter.Month
	Rows  int64 // up to the head
	Of    int64 // rows that the month has by now
}
