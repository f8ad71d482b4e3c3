package console

import (
	"hash/maphash"
	"net/netip"
	"sync/atomic"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/meter"
)

// addressLimiter bounds the computations of each client address in a minute.
type addressLimiter struct {
	limiter *meter.Limiter
	limit   int
	seed    maphash.Seed
	taken   atomic.Uint64
}

// sweepEvery is how many computations pass between two rounds of forgetting
// addresses that have gone.
const sweepEvery = 512

func newAddressLimiter(limiter *meter.Limiter, limit int) *addressLimiter {
	return &addressLimiter{limiter: limiter, limit: limit, seed: maphash.MakeSeed()}
}

// take returns 0, or how long the address has to wait.
func (l *addressLimiter) take(addr netip.Addr) time.Duration {
	if l.taken.Add(1)%sweepEvery == 0 {
		l.limiter.Sweep()
	}
	bytes := network(addr).As16()
	_, wait := l.limiter.Take(int64(maphash.Bytes(l.seed, bytes[:])), l.limit)
	return wait
}

// network is what one client is taken to own: an IPv4 address, or the 64 bits
// of IPv6 that a household or an office is given.
func network(addr netip.Addr) netip.Addr {
	addr = addr.Unmap()
	if !addr.Is6() {
		if !addr.IsValid() {
			return netip.IPv4Unspecified()
		}
		return addr
	}
	prefix, err := addr.WithZone("").Prefix(64)
	if err != nil { // 64 bits are within an IPv6 address
		return addr
	}
	return prefix.Addr()
}
