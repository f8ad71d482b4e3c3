package client

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"time"
)

// connectionError is the error of an attempt that got no response. The server may have billed the
// attempt. Thanks to the Idempotency-Key, it does not bill the retry.
type connectionError struct{ error }

func (l *connectionError) Unwrap() error { return l.error }

// pause reports whether the call may be retried after a failed attempt. It also returns the wait
// before the retry.
func (c *Client) pause(err error, attempt int) (time.Duration, bool) {
	if attempt >= c.retries {
		return 0, false
	}
	backoff := max(0, min(c.wait<<min(attempt, 16), longestWait))
	// Half of the wait is random, so that calls that failed together are not retried together.
	backoff = backoff/2 + rand.N(backoff/2+1) //nolint:gosec // the wait need not be secret
	if _, ok := errors.AsType[*connectionError](err); ok {
		return backoff, true
	}
	refused, ok := errors.AsType[*Error](err)
	if !ok {
		return 0, false
	}
	if refused.RetryAfter > mostWait {
		return 0, false // the wait is too long, so the call returns the error
	}
	if refused.RetryAfter > 0 {
		return max(backoff, refused.RetryAfter), true
	}
	return backoff, refused.Status >= http.StatusInternalServerError
}

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
