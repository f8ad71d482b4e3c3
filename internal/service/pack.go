package service

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"

	"github.com/klauspost/compress/s2"
	"github.com/klauspost/compress/zstd"

	"github.com/leasehold-accounting/leasehold/internal/rowpack"
)

// packer packs answers that are kept for replay by [rowpack]. Answers of earlier
// versions are blocks of S2 or frames of zstd. It is safe for concurrent use, and
// starts no goroutines as long as only whole buffers are given.
type packer struct {
	decoder *zstd.Decoder
}

// maxAnswerLen is the length of the longest answer, so that every answer can be
// kept and repeated: a schedule of 1200 rows with its journal has less than 2 MiB,
// and a report on 5,000 leases with the entries of a year 40 MiB.
const maxAnswerLen = 64 << 20

// A mark of four bytes and a sum of the answer stand before what is packed. A frame
// of zstd begins otherwise and has a sum of its own.
const (
	rowsMark  = "rows"
	blockMark = "s2.1"
	headLen   = 4 + 4
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func newPacker(concurrency int) (*packer, error) {
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(concurrency), zstd.WithDecoderMaxMemory(maxAnswerLen))
	if err != nil {
		return nil, fmt.Errorf("compression: %w", err)
	}
	return &packer{decoder}, nil
}

// pack returns body packed, in a buffer of its own.
func (p *packer) pack(body []byte) *buffer {
	b := newBuffer()
	b.data = append(b.data, rowsMark...)
	b.data = binary.LittleEndian.AppendUint32(b.data, crc32.Checksum(body, castagnoli))
	b.data = rowpack.Append(b.data, body)
	return b
}

// unpack appends to dst what was packed.
func (p *packer) unpack(dst, stored []byte) ([]byte, error) {
	body, err := p.body(dst, stored)
	if err != nil {
		return dst, fmt.Errorf("stored answer: %w", err)
	}
	return body, nil
}

func (p *packer) body(dst, stored []byte) ([]byte, error) {
	if len(stored) < headLen {
		return nil, errDamaged
	}
	var body []byte
	var err error
	switch packed := stored[headLen:]; string(stored[:4]) {
	case rowsMark:
		body, err = rowpack.Decode(dst, packed, maxAnswerLen)
	case blockMark:
		body, err = unblock(dst, packed)
	default:
		return p.decoder.DecodeAll(stored, dst)
	}
	if err == nil && crc32.Checksum(body[len(dst):], castagnoli) != binary.LittleEndian.Uint32(stored[4:]) {
		err = errDamaged
	}
	return body, err
}

func unblock(dst, block []byte) ([]byte, error) {
	if n, err := s2.DecodedLen(block); err != nil || n > maxAnswerLen {
		return dst, fmt.Errorf("%d bytes: %w", n, errors.Join(err, errDamaged))
	}
	body, err := s2.Decode(nil, block)
	return append(dst, body...), err
}

var errDamaged = errors.New("damaged")

func (p *packer) close() { p.decoder.Close() }
