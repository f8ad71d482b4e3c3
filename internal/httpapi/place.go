package httpapi

import (
	"errors"
	"io"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/service"
)

// visitorShare is the divisor of the places in flight that gives those which
// requests without a key may take: pages and forms, which anybody can send,
// leave the operations theirs.
const visitorShare = 8

// Of the visitors' bodies that may be waited for at once, one address and one
// network may have one in so many.
const (
	addressShare = 8
	networkShare = 4
)

// places are those of one class of requests. A place is for work: it is not held
// while a body is waited for, and not while an answer is taken by its client.
type places struct {
	all     int64
	taken   atomic.Int64
	refused atomic.Int64 // requests, for the metrics

	mu    sync.Mutex
	since time.Time // of the refusals that have come without a second between them
	last  time.Time // of these
}

// take takes a place, if one is free.
func (p *places) take(now func() time.Time) bool {
	if p.taken.Add(1) <= p.all {
		return true
	}
	p.taken.Add(-1)
	at := now()
	p.mu.Lock()
	defer p.mu.Unlock()
	if at.Sub(p.last) > time.Second {
		p.since = at
	}
	p.last = at
	return false
}

// fullFor returns for how long the places have kept refusing, 0 where they do not.
func (p *places) fullFor(now time.Time) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	if now.Sub(p.last) > time.Second {
		return 0
	}
	return p.last.Sub(p.since)
}

// give gives a place back.
func (p *places) give() { p.taken.Add(-1) }

// place is a request's place among them, which it leaves and takes again.
type place struct {
	of   *places
	mu   sync.Mutex
	held bool
	gone bool // the request has ended
}

// leave gives the place back for as long as the request waits for its client.
func (p *place) leave() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.held {
		p.held = false
		p.of.give()
	}
}

// enter takes a place again, if one is free.
func (p *place) enter(now func() time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.held || p.gone {
		return true
	}
	p.held = p.of.take(now)
	return p.held
}

// end gives the place back for good.
func (p *place) end() {
	p.leave()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.gone = true
}

// body is a request's body. Waiting for it takes no place, but a share of what
// its sender may keep waiting, and it ends where the server ends.
type body struct {
	io.ReadCloser

	api     *API
	request *place
	writer  http.ResponseWriter
	sender  netip.Addr // of a visitor; not valid where a key has its own share
	waiting bool       // among those that the API can interrupt
}

// Read waits for some of the body.
func (b *body) Read(p []byte) (int, error) {
	if !b.waiting {
		if !b.api.wait(b) {
			return 0, service.Overloaded()
		}
		b.waiting = true
	}
	b.request.leave()
	n, err := b.ReadCloser.Read(p)
	if err != nil && !errors.Is(err, io.EOF) && b.api.ending.Load() {
		return n, ended()
	}
	if !b.request.enter(b.api.Clock) {
		return n, service.Overloaded()
	}
	return n, err
}

var errEnding = errors.New("the server is ending")

// ended is what a caller is told whose request came too late to be worked on.
func ended() *service.Error {
	return &service.Error{
		Code:       service.InternalError,
		Message:    "The server is ending. Nothing was billed; try again.",
		RetryAfter: 1,
		Cause:      errEnding,
	}
}

// waiters are the bodies that are still being received.
type waiters struct {
	mu      sync.Mutex
	bodies  map[*body]struct{}
	senders map[netip.Prefix]int // of visitors: their addresses and their networks
}

// wait registers a body that is still being received. It returns false where
// its sender keeps too many waiting.
func (a *API) wait(b *body) bool {
	w := &a.waiting
	w.mu.Lock()
	defer w.mu.Unlock()
	if b.sender.IsValid() {
		address, network := sharing(b.sender)
		if w.senders[address] >= max(1, a.MaxInFlight/addressShare) || w.senders[network] >= max(1, a.MaxInFlight/networkShare) {
			return false
		}
		w.senders[address]++
		w.senders[network]++
	}
	w.bodies[b] = struct{}{}
	if a.ending.Load() {
		b.interrupt()
	}
	return true
}

// waited is the end of wait.
func (a *API) waited(b *body) {
	if !b.waiting {
		return
	}
	w := &a.waiting
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.bodies, b)
	if !b.sender.IsValid() {
		return
	}
	address, network := sharing(b.sender)
	for _, p := range []netip.Prefix{address, network} {
		if w.senders[p]--; w.senders[p] == 0 {
			delete(w.senders, p)
		}
	}
}

// interrupt ends the wait for a body.
func (b *body) interrupt() {
	_ = http.NewResponseController(b.writer).SetReadDeadline(time.Unix(1, 0)) // a writer without deadlines has no client to wait for
}

// sharing returns what one sender is taken to own, and the network around it:
// an IPv4 address in its /24, or a /64 of IPv6 in its /48.
func sharing(addr netip.Addr) (address, network netip.Prefix) {
	own, around := 32, 24
	if addr.Is6() {
		own, around = 64, 48
	}
	address, _ = addr.Prefix(own) // an address has as many bits
	network, _ = addr.Prefix(around)
	return address, network
}

// placesFor returns the places of a request's path.
func (a *API) placesFor(path string) *places {
	if strings.HasPrefix(path, "/api/") || a.metered[path] {
		return &a.operations
	}
	return &a.visitors
}

// enter gives a request its place, and returns nil where none is free. leave
// must be called at its end.
func (a *API) enter(w *response, r *http.Request) (leave func()) {
	free := a.placesFor(r.URL.Path)
	if !free.take(a.Clock) {
		return nil
	}
	of := &struct { // one piece of memory
		place place
		body  body
	}{place: place{of: free, held: true}}
	w.place = &of.place
	if r.Body == nil || r.Body == http.NoBody {
		return w.place.end
	}
	b := &of.body
	b.ReadCloser, b.api, b.request, b.writer = r.Body, a, w.place, w.ResponseWriter
	if free == &a.visitors {
		b.sender = a.visitor(r)
	}
	r.Body = b
	return func() {
		a.waited(b)
		w.place.end()
	}
}

// visitor returns a visitor's address; one that is not known is shared by all of
// its kind.
func (a *API) visitor(r *http.Request) netip.Addr {
	addr, err := netip.ParseAddr(a.client(r))
	if err != nil {
		return netip.IPv4Unspecified()
	}
	return addr.Unmap().WithZone("")
}
