package usagedb

import "context"

// Few limits concurrent reads that can be long, so that they do not occupy all connections.
type Few chan struct{}

// NewFew returns room for n.
func NewFew(n int) Few { return make(Few, n) }

// Enter waits for a place. If it returns nil, the caller must call Leave. It returns the error of
// ctx.
func (f Few) Enter(ctx context.Context) error {
	select {
	case f <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Leave makes room for another.
func (f Few) Leave() { <-f }
