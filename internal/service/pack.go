package service

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"

	"github.com/klauspost/compress/s2"
	"github.com/klauspost/compress/zstd"
)

// packer compresses answers that are kept for replay, as blocks of S2: they take a
// quarter of the processor's time that zstd takes, and nearly twice its space.
// Answers of earlier versions are frames of zstd. It is safe for concurrent use,
// and starts no goroutines as long as only whole buffers are given.
type packer struct {
	decoder *zstd.Decoder
}

// maxAnswerLen is the length of the longest answer, so that every answer can be
// kept and repeated: a schedule of 1200 rows with its journal has less than 2 MiB,
// and a report on 5,000 leases with the entries of a year 40 MiB.
const maxAnswerLen = 64 << 20

// blockMark begins a block of S2. A sum of the answer follows, and then the block.
// A frame of zstd begins otherwise.
const blockMark = "s2.1"

// headLen is the length of what stands before the block.
const headLen = len(blockMark) + 4

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func newPacker(concurrency int) (*packer, error) {
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(concurrency), zstd.WithDecoderMaxMemory(maxAnswerLen))
	if err != nil {
		return nil, fmt.Errorf("compression: %w", err)
	}
	return &packer{decoder}, nil
}

// pack returns body compressed, with a checksum, in a buffer of its own.
func (p *packer) pack(body []byte) *buffer {
	b := newBuffer()
	if most := headLen + s2.MaxEncodedLen(len(body)); cap(b.data) < most {
		b.data = make([]byte, 0, most)
	}
	head := append(b.data, blockMark...)
	head = binary.LittleEndian.AppendUint32(head, crc32.Checksum(body, castagnoli))
	block := s2.Encode(head[headLen:cap(head)], body)
	b.data = head[:headLen+len(block)]
	return b
}

// unpack appends to dst what was packed.
func (p *packer) unpack(dst, stored []byte) ([]byte, error) {
	if len(stored) == 0 {
		return dst, fmt.Errorf("stored answer: %w", errDamaged)
	}
	if !bytes.HasPrefix(stored, []byte(blockMark)) {
		body, err := p.decoder.DecodeAll(stored, dst)
		if err != nil {
			return dst, fmt.Errorf("stored answer: %w", err)
		}
		return body, nil
	}
	if len(stored) < headLen {
		return dst, fmt.Errorf("stored answer: %w", errDamaged)
	}
	if n, err := s2.DecodedLen(stored[headLen:]); err != nil || n > maxAnswerLen {
		return dst, fmt.Errorf("stored answer: %d bytes: %w", n, errors.Join(err, errDamaged))
	}
	body, err := s2.Decode(nil, stored[headLen:])
	if err != nil {
		return dst, fmt.Errorf("stored answer: %w", err)
	}
	if crc32.Checksum(body, castagnoli) != binary.LittleEndian.Uint32(stored[len(blockMark):]) {
		return dst, fmt.Errorf("stored answer: %w", errDamaged)
	}
	return append(dst, body...), nil
}

var errDamaged = errors.New("it is damaged")

func (p *packer) close() { p.decoder.Close() }
