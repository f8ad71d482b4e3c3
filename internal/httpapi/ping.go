package httpapi

import (
	"context"
	"sync"
	"time"
)

// pings checks the store for /readyz. It runs one check at a time and uses each result for one
// second, because /readyz is available to everyone and must not overload the store.
type pings struct {
	clock func() time.Time

	mu    sync.Mutex
	asked time.Time
	err   error
}

const pingKept = time.Second

// ask returns the result of a call of ping that ended at most one second ago.
func (p *pings) ask(ctx context.Context, ping func(context.Context) error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if age := p.clock().Sub(p.asked); p.asked.IsZero() || age < 0 || age >= pingKept {
		p.err = ping(context.WithoutCancel(ctx)) // ping continues if the request is canceled, because other requests share the result
		p.asked = p.clock()
	}
	return p.err
}
