package service

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"

	"github.com/leasehold-accounting/leasehold/internal/rowpack"
)

// maxAnswerLen is the length of the longest answer in bytes, so that every answer can be
// kept and repeated: a schedule of 1200 rows with its journal has less than 2 MiB,
// and a report on 5,000 leases with the entries of a year 40 MiB.
const maxAnswerLen = 64 << 20

// An answer that is kept for replay begins with a mark of four bytes, which names
// how the rest is packed, and a sum of the answer.
const (
	packMark = "rows"
	headLen  = len(packMark) + 4
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// pack returns body packed, in a buffer of its own.
func pack(body []byte) *buffer {
	b := newBuffer()
	b.data = append(b.data, packMark...)
	b.data = binary.LittleEndian.AppendUint32(b.data, crc32.Checksum(body, castagnoli))
	b.data = rowpack.Append(b.data, body)
	return b
}

// unpack appends to dst what was packed.
func unpack(dst, stored []byte) ([]byte, error) {
	if len(stored) < headLen || string(stored[:len(packMark)]) != packMark {
		return dst, errDamaged
	}
	body, err := rowpack.Decode(dst, stored[headLen:], maxAnswerLen)
	if err == nil && crc32.Checksum(body[len(dst):], castagnoli) != binary.LittleEndian.Uint32(stored[len(packMark):]) {
		err = errDamaged
	}
	if err != nil {
		return dst, fmt.Errorf("stored answer: %w", err)
	}
	return body, nil
}

var errDamaged = errors.New("stored answer: damaged")
