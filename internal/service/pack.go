package service

import (
	"fmt"

	"github.com/klauspost/compress/zstd"
)

// packer compresses answers that are kept for replay. Both halves are safe for
// concurrent use and hold pools of their own; neither starts goroutines as long
// as only whole buffers are given.
type packer struct {
	encoder *zstd.Encoder
	decoder *zstd.Decoder
}

// maxAnswerLen is the length of the longest answer, so that every answer can be
// kept and repeated: a schedule of 1200 rows with its journal has less than 2 MiB,
// and a report on 5,000 leases with the entries of a year 40 MiB.
const maxAnswerLen = 64 << 20

func newPacker(concurrency int) (*packer, error) {
	encoder, err := zstd.NewWriter(nil,
		// The answers are long runs of the same member names: the fastest
		// level already makes an eighth of them.
		zstd.WithEncoderLevel(zstd.SpeedFastest),
		zstd.WithEncoderConcurrency(concurrency),
		zstd.WithWindowSize(128<<10),
		zstd.WithLowerEncoderMem(true))
	if err != nil {
		return nil, fmt.Errorf("compression: %w", err)
	}
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(concurrency), zstd.WithDecoderMaxMemory(maxAnswerLen))
	if err != nil {
		return nil, fmt.Errorf("compression: %w", err)
	}
	return &packer{encoder, decoder}, nil
}

// pack returns body compressed, with a checksum.
func (p *packer) pack(body []byte) []byte {
	return p.encoder.EncodeAll(body, make([]byte, 0, len(body)/4))
}

// unpack appends to dst what was packed.
func (p *packer) unpack(dst, stored []byte) ([]byte, error) {
	body, err := p.decoder.DecodeAll(stored, dst)
	if err != nil {
		return dst, fmt.Errorf("stored answer: %w", err)
	}
	return body, nil
}

func (p *packer) close() {
	p.decoder.Close()
	_ = p.encoder.Close() // it has no destination that could fail
}
