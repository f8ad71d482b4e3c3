package admission

import (
	"crypto/sha256"
	"io"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/klauspost/compress/s2"
)

// Output is the body of a response until it is sent. Beyond a [Chunk] it is kept in compressed
// blocks, and beyond 64 KiB it counts. It is not safe for concurrent use.
type Output struct {
	holding *Holding
	copies  int64 // of the whole, which is not packed; 0 for an output that is sent from its blocks

	tail   []byte   // what is not packed; never empty once something was written
	blocks [][]byte // each a Chunk, packed
	tailed bool     // whether the tail counts
	whole  int64    // bytes that count for the copies
}

var outputs = sync.Pool{New: func() any { return &Output{tail: make([]byte, 0, 32<<10)} }}

// scratch is for packing and unpacking one block.
var scratch = sync.Pool{New: func() any { b := make([]byte, s2.MaxEncodedLen(Chunk)); return &b }}

// NewOutput returns an empty Output that counts for h. An output of which other code makes copies as a
// whole counts as many times.
func NewOutput(h *Holding, copies int) *Output {
	o, _ := outputs.Get().(*Output)
	o.holding, o.copies = h, int64(copies)
	return o
}

// Release gives the memory back. The output must not be used afterward.
func (o *Output) Release() {
	o.Reset()
	o.holding = nil
	if cap(o.tail) <= 2*Chunk {
		outputs.Put(o)
	}
}

// Reset empties the output.
func (o *Output) Reset() {
	o.holding.Release()
	*o = Output{holding: o.holding, copies: o.copies, tail: o.tail[:0]}
}

// Len returns the length in bytes.
func (o *Output) Len() int { return len(o.blocks)*Chunk + len(o.tail) }

// Write implements [io.Writer]. It returns the errors of [Holding.Grow].
func (o *Output) Write(p []byte) (int, error) {
	for piece := range slices.Chunk(p, Chunk) {
		if err := o.Append(func(dst []byte) []byte { return append(dst, piece...) }); err != nil {
			return 0, err
		}
	}
	return len(p), nil
}

// Append appends what print appends. It returns the errors of [Holding.Grow].
func (o *Output) Append(print func(dst []byte) []byte) error {
	o.tail = print(o.tail)
	if len(o.tail) <= uncounted && o.blocks == nil {
		return nil
	}
	if o.copies > 0 {
		more := o.copies*int64(len(o.tail)) - o.whole
		o.whole += more
		return o.count(more)
	}
	if !o.tailed {
		if err := o.count(Chunk); err != nil {
			return err
		}
		o.tailed = true
	}
	rest := o.tail
	for len(rest) > Chunk {
		if err := o.pack(rest[:Chunk]); err != nil {
			return err
		}
		rest = rest[Chunk:]
	}
	if cap(o.tail) > 2*Chunk {
		o.tail = make([]byte, 0, Chunk)
	}
	o.tail = append(o.tail[:0], rest...)
	return nil
}

func (o *Output) count(n int64) error {
	if n <= 0 {
		return nil
	}
	return o.holding.Grow(n)
}

// pack keeps a block.
func (o *Output) pack(block []byte) error {
	b, _ := scratch.Get().(*[]byte)
	defer scratch.Put(b)
	packed := slices.Clone(s2.Encode(*b, block))
	if err := o.count(int64(len(packed))); err != nil {
		return err
	}
	o.blocks = append(o.blocks, packed)
	return nil
}

// ReplaceLast replaces the last byte by what print appends.
func (o *Output) ReplaceLast(print func(dst []byte) []byte) { o.tail = print(o.tail[:len(o.tail)-1]) }

// Each calls each with one piece after the other, which it must not keep. It ends at an error.
func (o *Output) Each(each func(piece []byte) error) error {
	if o.blocks != nil {
		b, _ := scratch.Get().(*[]byte)
		defer scratch.Put(b)
		for _, packed := range o.blocks {
			block, err := s2.Decode((*b)[:Chunk], packed)
			if err != nil {
				return err
			}
			if err := each(block); err != nil {
				return err
			}
		}
	}
	return each(o.tail)
}

// Bytes returns the whole output, which is valid until Release.
func (o *Output) Bytes() []byte {
	if o.blocks == nil {
		return o.tail
	}
	whole := make([]byte, 0, o.Len())
	_ = o.Each(func(piece []byte) error { whole = append(whole, piece...); return nil }) // blocks are as they were packed
	return whole
}

// Sum returns the SHA-256 of the output.
func (o *Output) Sum() (sum [sha256.Size]byte) {
	h := sha256.New()
	_ = o.Each(func(piece []byte) error { _, err := h.Write(piece); return err }) // a hash never fails to write
	h.Sum(sum[:0])
	return sum
}

// WriteTo implements [io.WriterTo]. What has been written counts no more.
func (o *Output) WriteTo(w io.Writer) (n int64, err error) {
	block := 0
	err = o.Each(func(piece []byte) error {
		written, err := w.Write(piece)
		n += int64(written)
		if block < len(o.blocks) {
			o.holding.Shrink(int64(len(o.blocks[block])))
			o.blocks[block] = nil
			block++
		}
		return err
	})
	return n, err
}

// Sender writes a response to its client, which has to take a [Chunk] in each [Patience] and all
// of it in [SendTime].
type Sender struct {
	http.ResponseWriter

	started, marked time.Time // of the first long write, and of the chunk that is being sent
	since           int       // bytes of the chunk
	sent            int
}

// Write implements [io.Writer].
func (s *Sender) Write(p []byte) (n int, err error) {
	if s.sent += len(p); s.sent <= uncounted { // it fits what the operating system keeps
		return s.ResponseWriter.Write(p)
	}
	for err == nil && len(p) > 0 {
		s.expect()
		piece := p[:min(len(p), Chunk-s.since)]
		var written int
		written, err = s.ResponseWriter.Write(piece)
		n += written
		s.since = (s.since + written) % Chunk
		p = p[len(piece):]
	}
	return n, err
}

// expect sets the time until which the client has to take something.
func (s *Sender) expect() {
	now := time.Now() // as the deadlines of connections have it
	if s.started.IsZero() {
		s.started = now
	}
	if s.since == 0 || s.marked.IsZero() {
		s.marked = now
	}
	until := s.marked.Add(Patience)
	if whole := s.started.Add(SendTime); whole.Before(until) {
		until = whole
	}
	_ = http.NewResponseController(s.ResponseWriter).SetWriteDeadline(until) // a writer without deadlines has no client
}
