package admission

import (
	"context"
	"errors"
	"io"
	"slices"
)

const (
	// uncounted is the maximum length in bytes of a response that does not count toward the memory
	// limit.
	uncounted = 64 << 10
	// smallHolding is the maximum number of bytes that a request may take from the quarter of the
	// memory that is reserved for small requests.
	smallHolding = 1 << 20
	// firstRead is the number of body bytes that are read before any of them count toward the
	// memory limit.
	firstRead = 32 << 10
)

// Holding is the memory that one request holds. A nil Holding counts nothing. It is not safe for
// concurrent use.
type Holding struct {
	limits       *Limits
	owner        int64
	small, large int64 // bytes
}

// Hold returns an empty Holding of an owner.
func (l *Limits) Hold(owner int64) *Holding { return &Holding{limits: l, owner: owner} }

// isLarge reports whether n more bytes exceed the reserve for small requests.
func (h *Holding) isLarge(n int64) bool { return h.small+h.large+n > smallHolding }

func (h *Holding) add(n int64, large bool) {
	if large {
		h.large += n
	} else {
		h.small += n
	}
}

// Grow takes n bytes if n bytes are free. Grow returns [ErrShare] if the owner would exceed its
// share, and [ErrBusy] if fewer bytes are free.
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

// Wait takes n bytes as soon as n bytes are free. It returns the errors of [Pool.Take].
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

// Shrink gives back n bytes.
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

// Release gives back all bytes.
func (h *Holding) Release() {
	if h != nil {
		h.Shrink(h.small + h.large)
	}
}

// Read appends a body to dst[:0]. Read reads at most longest+1 bytes, so that the caller can detect
// a longer body. length is the declared length of the body, or negative if the length is unknown.
// After the first bytes have arrived, the buffer counts toward the memory limit. Read returns the
// errors of the body and of [Holding.Wait].
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
