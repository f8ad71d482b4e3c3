package httpapi

import (
	"context"
	"sync"
	"time"
)

// pings asks the store for all who want to know: one question at a time, whose
// answer is good for a second. Anybody may ask for /readyz, as often as they like.
type pings struct {
	clock func() time.Time

	mu    sync.Mutex
	asked time.Time
	err   error
}

const pingKept = time.Second

// ask returns the last result of ping, at most one second old.
func (p *pings) ask(ctx context.Context, ping func(context.Context) error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if age := p.clock().Sub(p.asked); p.asked.IsZero() || age < 0 || age >= pingKept {
		p.err = ping(context.WithoutCancel(ctx)) // the answer is for others, too
		p.asked = p.clock()
	}
	return p.err
}
