package workbench

import (
	"hash/maphash"
	"net/netip"
	"sync/atomic"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/meter"
)

// clientLimiter limits the computations of each client in a minute.
type clientLimiter struct {
	limiter *meter.Limiter
	limit   int
	seed    maphash.Seed
	taken   atomic.Uint64
}

// sweepEvery is how many computations pass between two rounds of forgetting
// clients that have gone.
const sweepEvery = 512

func newClientLimiter(limiter *meter.Limiter, limit int) *clientLimiter {
	return &clientLimiter{limiter: limiter, limit: limit, seed: maphash.MakeSeed()}
}

// take returns 0, or how long the client has to wait.
func (l *clientLimiter) take(client netip.Addr) time.Duration {
	if l.limit < 1 {
		return 0
	}
	if l.taken.Add(1)%sweepEvery == 0 {
		l.limiter.Sweep()
	}
	bytes := client.As16()
	_, wait := l.limiter.Take(int64(maphash.Bytes(l.seed, bytes[:])), l.limit)
	return wait
}
