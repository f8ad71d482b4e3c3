package admission

import (
	"errors"
	"hash/maphash"
	"io"
	"net/http"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
)

// visitorShare divides the number of places for requests with a key. The result is the number of
// places for requests without a key.
const visitorShare = 8

// ErrEnding rejects a request because the server is ending.
var ErrEnding = errors.New("the server is ending")

// Requests are the requests in flight. A request has a place only while the server processes it. It
// has no place while the server receives the body or sends the response. Requests are safe for
// concurrent use.
type Requests struct {
	keyed, visitors *Pool // places
	open            *Pool // requests of visitors, by address
	seed            maphash.Seed

	ending  atomic.Bool
	mu      sync.Mutex
	waiting map[*Request]struct{} // requests with a body that is arriving
}

// NewRequests returns Requests with most places for requests that need a key.
func NewRequests(most int, clock func() time.Time) *Requests {
	all, visitors := int64(most), int64(max(1, most/visitorShare))
	return &Requests{
		keyed: NewPool(all, unlimited, all, clock), visitors: NewPool(visitors, unlimited, visitors, clock),
		open: NewPool(unlimited, max(16, visitors), unlimited, clock),
		seed: maphash.MakeSeed(), waiting: map[*Request]struct{}{},
	}
}

// States returns the states of the limits by name.
func (q *Requests) States() map[string]State {
	visitors := q.visitors.State()
	visitors.Refused += q.open.State().Refused
	return map[string]State{"operations": q.keyed.State(), "visitors": visitors}
}

// InFlight returns the number of requests that have a place.
func (q *Requests) InFlight() int { return int(q.keyed.State().Held + q.visitors.State().Held) }

// Request is a request in flight. It is also the body of the request.
type Request struct {
	io.ReadCloser // the body

	of      *Requests
	places  *Pool
	control *http.ResponseController // nil without a body
	owner   int64                    // 0 for a request with a key
	pace    pace

	mu    sync.Mutex
	held  bool // whether the request has a place
	ended bool
}

// Enter gives a request a place. visitor is the address of a client that needs no key, and invalid
// for other clients. The caller must call Done at the end of the request. Enter returns [ErrBusy]
// if no place is free, [ErrShare] if the address has too many requests, and [ErrEnding].
func (q *Requests) Enter(w http.ResponseWriter, r *http.Request, visitor netip.Addr) (*Request, error) {
	if q.ending.Load() {
		return nil, ErrEnding
	}
	req := &Request{of: q, places: q.keyed}
	if visitor.IsValid() {
		req.places, req.owner = q.visitors, Visitor(q.seed, visitor)
		if !q.open.Grab(req.owner, 1, false) {
			return nil, ErrShare
		}
	}
	if !req.enter() {
		req.Done()
		return nil, ErrBusy
	}
	if r.Body != nil && r.Body != http.NoBody {
		req.ReadCloser, req.control = r.Body, http.NewResponseController(w)
		r.Body = req
	}
	return req, nil
}

// Visitor returns the owner for an address: a negative number, unlike the owners of keys. All
// addresses of a /64 of IPv6 have the same owner.
func Visitor(seed maphash.Seed, addr netip.Addr) int64 {
	address, _ := networks(addr)
	bytes := address.Addr().As16()
	return int64(maphash.Bytes(seed, bytes[:]) | 1<<63)
}

// networks returns the addresses that one client is assumed to own and the network around them: an
// IPv4 address and its /24, or a /64 of IPv6 and its /48.
func networks(addr netip.Addr) (address, network netip.Prefix) {
	addr = addr.Unmap().WithZone("")
	own, around := 32, 24
	if addr.Is6() {
		own, around = 64, 48
	}
	address, _ = addr.Prefix(own) // cannot fail: the address has enough bits
	network, _ = addr.Prefix(around)
	return address, network
}

// enter takes a place. It returns false if no place is free.
func (r *Request) enter() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.held && !r.ended {
		r.held = r.places.Grab(0, 1, false)
		return r.held
	}
	return true
}

// leave gives the place back. If end is true, the request takes no further place.
func (r *Request) leave(end bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.held {
		r.places.Give(0, 1, false)
	}
	r.held, r.ended = false, r.ended || end
}

// Sending gives the place back because the response is being sent.
func (r *Request) Sending() { r.leave(true) }

// Done ends the request.
func (r *Request) Done() {
	r.leave(true)
	if r.owner != 0 {
		r.of.open.Give(r.owner, 1, false)
	}
	if !r.pace.started.IsZero() {
		r.of.mu.Lock()
		defer r.of.mu.Unlock()
		delete(r.of.waiting, r)
	}
}

// Read reads from the body. The request has no place while it waits. Read returns an error if the
// client is too slow, [ErrEnding] if the server ends, and [ErrBusy] if no place is free after the
// wait.
func (r *Request) Read(p []byte) (int, error) {
	r.leave(false)
	r.expect()
	n, err := r.ReadCloser.Read(p)
	r.pace.add(n)
	switch {
	case errors.Is(err, io.EOF):
		_ = r.control.SetReadDeadline(time.Time{}) // otherwise the server would report during the work that the client has disconnected
	case err != nil && r.of.ending.Load():
		return n, ErrEnding
	}
	if !r.enter() {
		return n, ErrBusy
	}
	return n, err
}

func (r *Request) expect() {
	if r.pace.started.IsZero() {
		r.of.mu.Lock()
		r.of.waiting[r] = struct{}{}
		r.of.mu.Unlock()
	}
	_ = r.control.SetReadDeadline(r.pace.deadline(BodyTime)) // a writer without deadlines has no client
	if r.of.ending.Load() {
		r.interrupt()
	}
}

// interrupt ends the wait for the body.
func (r *Request) interrupt() { _ = r.control.SetReadDeadline(time.Unix(1, 0)) }

// Ending reports whether the server is ending.
func (q *Requests) Ending() bool { return q.ending.Load() }

// End rejects all further requests, and all requests with a body that is still arriving.
func (q *Requests) End() {
	q.ending.Store(true)
	q.mu.Lock()
	defer q.mu.Unlock()
	for r := range q.waiting {
		r.interrupt()
	}
}
