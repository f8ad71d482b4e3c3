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

// visitorShare divides the places for requests with a key: requests without one, which anybody
// can send, have as many places of their own.
const visitorShare = 8

// Times that a client has for a request.
const (
	// Patience is how long a client may take to send, or to take, a [Chunk].
	Patience = 10 * time.Second
	// BodyTime is how long a client may take to send a request.
	BodyTime = 15 * time.Second
	// SendTime is how long a client may take to take a response.
	SendTime = 60 * time.Second
)

// ErrEnding refuses a request that came too late to be worked on.
var ErrEnding = errors.New("the server is ending")

// Requests are the requests in flight. A place is for work: a request holds none while its body
// is waited for, and none while its client takes the response. Requests are safe for
// concurrent use.
type Requests struct {
	clock    func() time.Time
	keyed    places
	visitors places
	owners   *Pool // of visitors, by address
	seed     maphash.Seed

	ending  atomic.Bool // no request is begun any more
	mu      sync.Mutex
	waiting map[*Request]struct{} // whose bodies are still being received
}

// NewRequests returns Requests with that number of places for requests that need a key.
func NewRequests(most int, clock func() time.Time) *Requests {
	const unlimited = 1 << 40
	q := &Requests{clock: clock, seed: maphash.MakeSeed(), waiting: map[*Request]struct{}{}}
	q.keyed.all, q.visitors.all = int64(most), int64(max(1, most/visitorShare))
	q.owners = NewPool(unlimited, int64(max(16, most/visitorShare)), unlimited, clock)
	return q
}

// places are those of one class of requests.
type places struct {
	all     int64
	taken   atomic.Int64
	refused atomic.Int64

	mu   sync.Mutex
	lack pressure
}

func (p *places) take(now func() time.Time) bool {
	if p.taken.Add(1) <= p.all {
		return true
	}
	p.taken.Add(-1)
	p.refused.Add(1)
	at := now()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lack.note(at)
	return false
}

func (p *places) state(now time.Time) State {
	p.mu.Lock()
	defer p.mu.Unlock()
	return State{Limit: p.all, Held: p.taken.Load(), Refused: p.refused.Load(), FullFor: p.lack.lasting(now)}
}

// States returns the state of each limit by its name.
func (q *Requests) States() map[string]State {
	now := q.clock()
	visitors := q.visitors.state(now)
	visitors.Refused += q.owners.State().Refused
	return map[string]State{"operations": q.keyed.state(now), "visitors": visitors}
}

// InFlight returns the number of requests that are worked on.
func (q *Requests) InFlight() int { return int(q.keyed.taken.Load() + q.visitors.taken.Load()) }

// Request is a request in flight. It is the request's body, too.
type Request struct {
	io.ReadCloser // the body

	of      *Requests
	places  *places
	control *http.ResponseController // nil without a body
	owner   int64                    // of a visitor; 0 for a request with a key
	started time.Time                // when the body was first waited for
	marked  time.Time                // when the client had last sent a chunk
	since   int                      // bytes since then

	mu    sync.Mutex
	held  bool
	ended bool
}

// Enter gives a request its place. The visitor is the address of a client that needs no key; it
// is not valid otherwise. Done must be called at the request's end. Enter returns [ErrBusy] if no
// place is free, [ErrShare] if the visitor has too many requests, and [ErrEnding].
func (q *Requests) Enter(w http.ResponseWriter, r *http.Request, visitor netip.Addr) (*Request, error) {
	if q.ending.Load() {
		return nil, ErrEnding
	}
	req := &Request{of: q, places: &q.keyed}
	if visitor.IsValid() {
		req.places, req.owner = &q.visitors, Visitor(q.seed, visitor)
		if !q.owners.Grab(req.owner, 1, false) {
			return nil, ErrShare
		}
	}
	if !req.places.take(q.clock) {
		if req.owner != 0 {
			q.owners.Give(req.owner, 1, false)
		}
		return nil, ErrBusy
	}
	req.held = true
	if r.Body != nil && r.Body != http.NoBody {
		req.ReadCloser, req.control = r.Body, http.NewResponseController(w)
		r.Body = req
	}
	return req, nil
}

// Visitor returns the owner that stands for an address: a number below 0, since keys have the
// others. Addresses of one /64 of IPv6 are one owner.
func Visitor(seed maphash.Seed, addr netip.Addr) int64 {
	address, _ := networks(addr)
	bytes := address.Addr().As16()
	return int64(maphash.Bytes(seed, bytes[:]) | 1<<63)
}

// networks returns what one client is taken to own of the addresses, and the network around it:
// an IPv4 address and its /24, or a /64 of IPv6 and its /48.
func networks(addr netip.Addr) (address, network netip.Prefix) {
	addr = addr.Unmap().WithZone("")
	own, around := 32, 24
	if addr.Is6() {
		own, around = 64, 48
	}
	address, _ = addr.Prefix(own) // an address has as many bits
	network, _ = addr.Prefix(around)
	return address, network
}

// leave gives the place back while the request waits for its client.
func (r *Request) leave() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.held {
		r.held = false
		r.places.taken.Add(-1)
	}
}

// enter takes a place again, if one is free.
func (r *Request) enter() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.held || r.ended {
		return true
	}
	r.held = r.places.take(r.of.clock)
	return r.held
}

// Sending gives the place back for good: the work is done, and the response is sent.
func (r *Request) Sending() {
	r.leave()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ended = true
}

// Done is the end of a request.
func (r *Request) Done() {
	r.Sending()
	if r.owner != 0 {
		r.of.owners.Give(r.owner, 1, false)
	}
	if !r.started.IsZero() {
		r.of.mu.Lock()
		defer r.of.mu.Unlock()
		delete(r.of.waiting, r)
	}
}

// Read waits for some of the body, without a place. The wait ends where the client is too slow
// and where the server ends, with [ErrEnding]; Read returns [ErrBusy] if no place is free
// afterwards.
func (r *Request) Read(p []byte) (int, error) {
	r.leave()
	r.expect()
	n, err := r.ReadCloser.Read(p)
	if r.since += n; r.since >= Chunk {
		r.marked, r.since = time.Now(), 0 // as the deadlines of connections have it
	}
	switch {
	case errors.Is(err, io.EOF):
		_ = r.control.SetReadDeadline(time.Time{}) // or the client would be taken for gone while the work lasts
	case err != nil && r.of.ending.Load():
		return n, ErrEnding
	}
	if !r.enter() {
		return n, ErrBusy
	}
	return n, err
}

// expect sets the time until which the client has to send something.
func (r *Request) expect() {
	if r.started.IsZero() {
		r.started = time.Now() // as the deadlines of connections have it
		r.marked = r.started
		r.of.mu.Lock()
		r.of.waiting[r] = struct{}{}
		r.of.mu.Unlock()
	}
	until := r.marked.Add(Patience)
	if whole := r.started.Add(BodyTime); whole.Before(until) {
		until = whole
	}
	_ = r.control.SetReadDeadline(until) // a writer without deadlines has no client to wait for
	if r.of.ending.Load() {
		r.interrupt()
	}
}

// interrupt ends the wait for a body.
func (r *Request) interrupt() { _ = r.control.SetReadDeadline(time.Unix(1, 0)) }

// Ending reports whether the server refuses requests because it ends.
func (q *Requests) Ending() bool { return q.ending.Load() }

// End refuses every request that comes from now on, and those whose body is still waited for.
func (q *Requests) End() {
	q.ending.Store(true)
	q.mu.Lock()
	defer q.mu.Unlock()
	for r := range q.waiting {
		r.interrupt()
	}
}
