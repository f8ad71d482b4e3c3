package usagedb

import "context"

// Few lets a few in at once, and the others wait: for reads that can be long and
// must not have all connections to themselves.
type Few chan struct{}

// NewFew returns room for n.
func NewFew(n int) Few { return make(Few, n) }

// Enter waits for room, or returns the error of ctx. Leave must follow where it
// returns nil.
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
