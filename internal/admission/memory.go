package admission

import (
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/klauspost/compress/s2"
)

const (
	// uncounted is a length in bytes. The memory limit ignores a response of at most this length.
	uncounted = 64 << 10
	// smallHolding is the maximum number of bytes that a request may take from the quarter of the
	// memory reserved for small requests.
	smallHolding = 1 << 20
	// firstRead is the number of body bytes that are read before the body counts toward the memory limit.
	firstRead = 32 << 10
)

// Holding is the memory that one request occupies. A nil Holding has no effect. A Holding is not safe for
// concurrent use.
type Holding struct {
	limits       *Limits
	owner        int64
	small, large int64 // bytes within smallHolding, and all other bytes
}

// Hold returns an empty Holding for the given owner.
func (l *Limits) Hold(owner int64) *Holding { return &Holding{limits: l, owner: owner} }

func (h *Holding) isLarge(n int64) bool { return h.small+h.large+n > smallHolding }

func (h *Holding) add(n int64, large bool) {
	if large {
		h.large += n
	} else {
		h.small += n
	}
}

// Grow reserves n bytes immediately. It returns [ErrShare] if the owner would exceed its share, and [ErrBusy]
// if fewer than n bytes are free.
func (h *Holding) Grow(n int64) error {
	if h == nil || n <= 0 {
		return nil
	}
	large := h.isLarge(n)
	if !h.limits.memory.Grab(h.owner, n, large) {
		if !h.limits.memory.fits(h.owner, n) {
			return ErrShare
		}
		return ErrBusy
	}
	h.add(n, large)
	return nil
}

// Wait reserves n bytes as soon as that many are free. It returns the errors of [Pool.Take].
func (h *Holding) Wait(ctx context.Context, n int64) error {
	if h == nil {
		return nil
	}
	large := h.isLarge(n)
	if err := h.limits.memory.Take(ctx, h.owner, n, large, h.limits.LongestWait); err != nil {
		return err
	}
	h.add(n, large)
	return nil
}

// Shrink releases n bytes.
func (h *Holding) Shrink(n int64) {
	if h == nil {
		return
	}
	large := min(n, h.large)
	small := n - large
	h.large -= large
	h.small -= small
	h.limits.memory.Give(h.owner, large, true)
	h.limits.memory.Give(h.owner, small, false)
}

// Release releases all bytes.
func (h *Holding) Release() {
	if h != nil {
		h.Shrink(h.small + h.large)
	}
}

// Read reads a body from its beginning into dst and returns the bytes read. It reads at most longest+1 bytes,
// so that the caller can detect a longer body. A negative length means that the body's declared length is
// unknown. After the first bytes have arrived, the buffer counts toward the memory limit. Read returns the
// body's errors and those of [Holding.Wait].
func (h *Holding) Read(ctx context.Context, dst []byte, body io.Reader, length int64, longest int) ([]byte, error) {
	if length < 0 || length > int64(longest) {
		length = int64(longest) + 1
	}
	end := int(length) + 1 // includes a byte for the read that returns EOF
	dst = slices.Grow(dst[:0], min(firstRead, end))
	counted := 0
	for limited := io.LimitReader(body, int64(longest)+1); ; {
		n, err := limited.Read(dst[len(dst):cap(dst)])
		dst = dst[:len(dst)+n]
		if errors.Is(err, io.EOF) {
			return dst, nil
		}
		if err != nil {
			return dst, err
		}
		room := cap(dst)
		if len(dst) == room {
			room = max(room+1, min(2*room, end))
		}
		if n > 0 && room > counted {
			if err := h.Wait(ctx, int64(room-counted)); err != nil {
				return dst, err
			}
			counted = room
		}
		if len(dst) == cap(dst) {
			dst = append(make([]byte, 0, room), dst...)
		}
	}
}

// Output stores the body of a response until it is sent. Above 64 KiB it counts toward the memory limit, and
// above a [Chunk] it is stored in compressed blocks. An Output is not safe for concurrent use.
type Output struct {
	holding *Holding
	copies  int64 // number of copies that count toward the memory limit; 0 if the output is stored in blocks

	tail   []byte   // the uncompressed end of the output; not empty after a write
	blocks [][]byte // the bytes before those in tail, in compressed chunks
	tailed bool     // whether the tail counts toward the memory limit
	whole  int64    // bytes of the copies that count toward the memory limit
}

var outputs = sync.Pool{New: func() any { return &Output{tail: make([]byte, 0, 32<<10)} }}

// scratch contains buffers to compress or decompress one block.
var scratch = sync.Pool{New: func() any { b := make([]byte, s2.MaxEncodedLen(Chunk)); return &b }}

// NewOutput returns an empty Output, whose memory counts toward h. If other code copies the whole output, the
// caller passes the number of copies in memory, and all these copies count too. Otherwise, the caller passes
// 0.
func NewOutput(h *Holding, copies int) *Output {
	o, _ := outputs.Get().(*Output)
	o.holding, o.copies = h, int64(copies)
	return o
}

// Release releases the memory. The caller must not use the output afterward.
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

// Append appends the bytes that appendTo appends to dst. It returns the errors of [Holding.Grow].
func (o *Output) Append(appendTo func(dst []byte) []byte) error {
	o.tail = appendTo(o.tail)
	if len(o.tail) <= uncounted && o.blocks == nil {
		return nil
	}
	if o.copies > 0 {
		more := o.copies*int64(len(o.tail)) - o.whole
		o.whole += more
		return o.holding.Grow(more)
	}
	if !o.tailed {
		if err := o.holding.Grow(Chunk); err != nil {
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

func (o *Output) pack(block []byte) error {
	b, _ := scratch.Get().(*[]byte)
	defer scratch.Put(b)
	packed := slices.Clone(s2.Encode(*b, block))
	if err := o.holding.Grow(int64(len(packed))); err != nil {
		return err
	}
	o.blocks = append(o.blocks, packed)
	return nil
}

// ReplaceLast replaces the last byte of the output with the bytes that appendTo appends to dst.
func (o *Output) ReplaceLast(appendTo func(dst []byte) []byte) {
	o.tail = appendTo(o.tail[:len(o.tail)-1])
}

// Each calls a function with every piece of the output, in order. The function must not retain the
// pieces. Each stops at the function's first error.
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
	_ = o.Each(func(piece []byte) error { whole = append(whole, piece...); return nil }) // cannot fail, because this package compressed the blocks
	return whole
}

// Sum returns the SHA-256 of the output.
func (o *Output) Sum() (sum [sha256.Size]byte) {
	h := sha256.New()
	_ = o.Each(func(piece []byte) error { _, err := h.Write(piece); return err }) // a hash returns no error
	h.Sum(sum[:0])
	return sum
}

// WriteTo implements [io.WriterTo]. A written block no longer counts toward the memory limit.
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

// Sender writes a response to its client. The client must receive a [Chunk] within each [Patience]
// and the whole response within [SendTime].
type Sender struct {
	http.ResponseWriter

	pace pace
	sent int
}

// Write implements [io.Writer].
func (s *Sender) Write(p []byte) (n int, err error) {
	if s.sent += len(p); s.sent <= uncounted { // the operating system buffers about this many bytes
		return s.ResponseWriter.Write(p)
	}
	control := http.NewResponseController(s.ResponseWriter)
	for err == nil && len(p) > 0 {
		_ = control.SetWriteDeadline(s.pace.deadline(SendTime)) // fails only if there is no connection
		piece := p[:min(len(p), Chunk-s.pace.since)]
		var written int
		written, err = s.ResponseWriter.Write(piece)
		n += written
		s.pace.add(written)
		p = p[len(piece):]
	}
	return n, err
}

const (
	// Chunk is the number of bytes that a client must send or receive in each interval of length [Patience].
	Chunk = 256 << 10
	// Patience is the time in which a client must send or receive a [Chunk].
	Patience = 10 * time.Second
	// BodyTime is the time in which a client must send the body of a request.
	BodyTime = 15 * time.Second
	// SendTime is the time in which a client must receive a response.
	SendTime = 60 * time.Second
)

// now returns the system clock's time, on which network deadlines are based.
func now() time.Time { return time.Now() } //nolint:forbidigo // deadlines of connections use this clock

// pace measures how fast a client sends or receives bytes.
type pace struct {
	started time.Time // zero before the first deadline
	marked  time.Time // start of the current chunk
	since   int       // bytes of the current chunk
}

// deadline returns the time by which the client must have sent or received the current chunk. The time for all
// chunks together is limited to the given total.
func (p *pace) deadline(total time.Duration) time.Time {
	at := now()
	if p.started.IsZero() {
		p.started = at
	}
	if p.since == 0 {
		p.marked = at
	}
	chunk, end := p.marked.Add(Patience), p.started.Add(total)
	if end.Before(chunk) {
		return end
	}
	return chunk
}

func (p *pace) add(n int) {
	if p.since += n; p.since >= Chunk {
		p.since = 0
	}
}
