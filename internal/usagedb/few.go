package usagedb

import "context"

// Few limits concurrent reads that can be long, so that they do not occupy all connections.
type Few chan struct{}

// NewFew returns a Few that allows n concurrent reads.
func NewFew(n int) Few { return make(Few, n) }

// Enter waits until a read may begin. If it returns nil, the caller must call Leave. Otherwise it
// returns the error of ctx.
func (f Few) Enter(ctx context.Context) error {
	select {
	case f <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Leave ends a read that Enter allowed.
func (f Few) Leave() { <-f }
