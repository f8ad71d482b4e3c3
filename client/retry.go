package client

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"net/http"
	"time"
)

// connectionError is an attempt without a response. The server may have billed it; the
// Idempotency-Key prevents billing a retry.
type connectionError struct{ error }

// Unwrap returns the cause.
func (l *connectionError) Unwrap() error { return l.error }

// pause reports whether a failed attempt may be repeated, and after which
// delay.
func (c *Client) pause(err error, attempt int) (time.Duration, bool) {
	if attempt >= c.retries {
		return 0, false
	}
	backoff := min(c.wait<<min(attempt, 16), longestWait)
	// Wait for a random time in the second half of the backoff, so that clients that failed at the
	// same time do not retry at the same time.
	backoff = backoff/2 + jitter(backoff/2)
	if _, ok := errors.AsType[*connectionError](err); ok {
		return backoff, true
	}
	refused, ok := errors.AsType[*Error](err)
	if !ok {
		return 0, false
	}
	if refused.RetryAfter > mostWait {
		return 0, false // return the error instead of waiting this long
	}
	if refused.RetryAfter > 0 {
		return max(backoff, refused.RetryAfter), true
	}
	return backoff, refused.Status >= http.StatusInternalServerError
}

// jitter returns a time below limit.
func jitter(limit time.Duration) time.Duration {
	var random [8]byte
	_, _ = rand.Read(random[:]) // never fails: it ends the program instead
	if limit <= 0 {
		return 0
	}
	return time.Duration(binary.LittleEndian.Uint64(random[:]) % uint64(limit))
}

// sleep waits for d or the end of ctx.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

func newIdempotencyKey() string { return "auto_" + rand.Text() }
