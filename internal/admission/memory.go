package admission

import (
	"context"
	"errors"
	"io"
	"slices"
)

// Lengths in bytes.
const (
	// Chunk is what a client has to send, or to take, in each [Patience].
	Chunk = 256 << 10
	// uncounted is how long a response may be that does not count.
	uncounted = 64 << 10
	// smallHolding is how much one request may hold of the quarter of the memory that large
	// requests leave free.
	smallHolding = 1 << 20
)

// Holding is the memory of one request. A nil Holding counts nothing. It is not safe for
// concurrent use.
type Holding struct {
	limits       *Limits
	owner        int64
	small, large int64
}

// Hold returns a Holding of an owner, which holds nothing yet.
func (l *Limits) Hold(owner int64) *Holding { return &Holding{limits: l, owner: owner} }

// grow takes n bytes more by take.
func (h *Holding) grow(n int64, take func(n int64, large bool) error) error {
	if h == nil {
		return nil
	}
	large := h.small+h.large+n > smallHolding
	if err := take(n, large); err != nil {
		return err
	}
	if large {
		h.large += n
	} else {
		h.small += n
	}
	return nil
}

// Grow takes n bytes more if they are free. It returns [ErrShare] if the owner holds its share,
// and [ErrBusy] if there are not as many.
func (h *Holding) Grow(n int64) error {
	return h.grow(n, func(n int64, large bool) error {
		switch memory := h.limits.memory; {
		case memory.Grab(h.owner, n, large):
			return nil
		case !memory.fits(h.owner, n):
			return ErrShare
		default:
			return ErrBusy
		}
	})
}

// Wait is Grow, and waits for the bytes.
func (h *Holding) Wait(ctx context.Context, n int64) error {
	return h.grow(n, func(n int64, large bool) error {
		return h.limits.memory.Take(ctx, h.owner, n, large, h.limits.LongestWait)
	})
}

// Shrink gives n bytes back.
func (h *Holding) Shrink(n int64) {
	if h == nil {
		return
	}
	large := min(n, h.large)
	if large > 0 {
		h.large -= large
		h.limits.memory.Give(h.owner, large, true)
	}
	if n -= large; n > 0 {
		h.small -= n
		h.limits.memory.Give(h.owner, n, false)
	}
}

// Release gives everything back.
func (h *Holding) Release() {
	if h != nil {
		h.Shrink(h.small + h.large)
	}
}

// firstRead is how much of a body is read before any of it counts.
const firstRead = 32 << 10

// Read reads a body to its end, no further than longest and one byte, and appends it to dst.
// length is what the client says of it, below 0 for nothing. What has arrived counts as soon as
// the rest has to be waited for, with the room for the next bytes. The errors are those of the
// body and of [Holding.Wait].
func (h *Holding) Read(ctx context.Context, dst []byte, body io.Reader, length int64, longest int) ([]byte, error) {
	if length < 0 || length > int64(longest) {
		length = int64(longest) + 1
	}
	end := int(length) + 1 // room for the byte that shows the end
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
		if more := room - counted; more > 0 && n > 0 {
			if err := h.Wait(ctx, int64(more)); err != nil {
				return dst, err
			}
			counted = room
		}
		if len(dst) == cap(dst) {
			dst = append(make([]byte, 0, room), dst...)
		}
	}
}
