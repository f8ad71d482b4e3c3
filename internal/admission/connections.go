package admission

import (
	"container/list"
	"crypto/tls"
	"errors"
	"hash/maphash"
	"io"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

const (
	addressShare = 8 // one address has at most an eighth of the connections
	networkShare = 4
	// idleWhenFull is the maximum idle time while more than half of all permitted connections are open.
	idleWhenFull = 15 * time.Second
	// sendBuffer is the maximum number of bytes per connection that the operating system buffers while the
	// client does not receive them.
	sendBuffer = 256 << 10
)

// Connections limits a server's open connections. Use [Connections.State] as the ConnState of its
// [http.Server]. All methods are safe for concurrent use.
type Connections struct {
	most    int
	trusted []netip.Prefix
	clock   func() time.Time

	mu         sync.Mutex
	open       map[net.Conn]*connection
	sharing    map[netip.Prefix]int
	idle       list.List // elements are *connection, longest idle first
	refused    int64     // connections that were closed because of a limit, including idle ones
	rejections pressure
}

type connection struct {
	conn             net.Conn
	address, network netip.Prefix
	idle             *list.Element // position in Connections.idle; nil while the connection has a request
	since            time.Time     // time at which the connection became idle
}

// NewConnections returns Connections that permit the given number of connections in total. Connections of
// trusted proxies have no limit per address, because a proxy forwards many clients' requests.
func NewConnections(most int, trusted []netip.Prefix, clock func() time.Time) *Connections {
	return &Connections{most: most, trusted: trusted, clock: clock, open: map[net.Conn]*connection{}, sharing: map[netip.Prefix]int{}}
}

// State records a connection's new state and closes connections above a limit.
func (c *Connections) State(conn net.Conn, state http.ConnState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	k := c.open[conn]
	switch state {
	case http.StateNew:
		c.begin(conn)
	case http.StateIdle:
		if k != nil {
			c.setIdle(k)
		}
	case http.StateActive:
		if k != nil {
			c.setActive(k)
		}
	case http.StateClosed, http.StateHijacked:
		if k != nil {
			c.end(k)
		}
	}
}

// begin counts a new connection. If a limit is reached, begin closes an idle connection. If no connection is
// idle, it closes the new connection.
func (c *Connections) begin(conn net.Conn) {
	k := &connection{conn: conn}
	if tcp, ok := conn.RemoteAddr().(*net.TCPAddr); ok && !c.trusts(tcp.AddrPort().Addr()) {
		k.address, k.network = networks(tcp.AddrPort().Addr())
	}
	limitBuffer(conn)
	c.closeOld()
	room := true
	switch {
	case c.isFull(k.address, addressShare):
		room = c.closeIdle(func(o *connection) bool { return o.address == k.address })
	case c.isFull(k.network, networkShare):
		room = c.closeIdle(func(o *connection) bool { return o.network == k.network })
	}
	if room && len(c.open) >= c.most {
		if room = c.closeIdle(func(*connection) bool { return true }); !room {
			c.rejections.add(c.clock())
		}
	}
	if !room {
		c.refuse(conn)
		return
	}
	c.open[conn] = k
	if k.address.IsValid() {
		c.sharing[k.address]++
		c.sharing[k.network]++
	}
	c.setIdle(k) // a new connection is idle until a request arrives
}

// isFull reports whether the given addresses have reached their share of the connections. The share is the
// total divided by the given number.
func (c *Connections) isFull(addresses netip.Prefix, share int) bool {
	return addresses.IsValid() && c.sharing[addresses] >= max(1, c.most/share)
}

func (c *Connections) trusts(addr netip.Addr) bool {
	return slices.ContainsFunc(c.trusted, func(p netip.Prefix) bool { return p.Contains(addr.Unmap()) })
}

// limitBuffer limits how many bytes of a response the operating system buffers.
func limitBuffer(conn net.Conn) {
	if over, ok := conn.(*tls.Conn); ok {
		conn = over.NetConn()
	}
	if tcp, ok := conn.(interface{ SetWriteBuffer(bytes int) error }); ok {
		_ = tcp.SetWriteBuffer(sendBuffer) // fails only if the connection has ended
	}
}

func (c *Connections) setIdle(k *connection) {
	c.setActive(k)
	k.since = c.clock()
	k.idle = c.idle.PushBack(k)
}

func (c *Connections) setActive(k *connection) {
	if k.idle != nil {
		c.idle.Remove(k.idle)
		k.idle = nil
	}
}

func (c *Connections) end(k *connection) {
	c.setActive(k)
	delete(c.open, k.conn)
	if !k.address.IsValid() {
		return
	}
	for _, p := range []netip.Prefix{k.address, k.network} {
		if c.sharing[p]--; c.sharing[p] == 0 {
			delete(c.sharing, p)
		}
	}
}

// closeOld closes connections that have been idle for idleWhenFull, while more than half of the
// permitted connections are open.
func (c *Connections) closeOld() {
	at := c.clock()
	for len(c.open) > c.most/2 {
		front := c.idle.Front()
		if front == nil || at.Sub(front.Value.(*connection).since) < idleWhenFull { //nolint:forcetypeassert // the list has one type
			return
		}
		c.closeIdle(func(*connection) bool { return true })
	}
}

// closeIdle closes the matching connection with the longest idle time. It returns false if no idle connection matches.
func (c *Connections) closeIdle(match func(*connection) bool) bool {
	for e := c.idle.Front(); e != nil; e = e.Next() {
		k := e.Value.(*connection) //nolint:forcetypeassert // the list has one type
		if match(k) {
			c.end(k)
			c.refuse(k.conn)
			return true
		}
	}
	return false
}

// refuse closes a connection. The server detects this at the next read. For TLS, refuse closes the TCP
// connection, because closing the TLS connection waits for the client.
func (c *Connections) refuse(conn net.Conn) {
	c.refused++
	if over, ok := conn.(*tls.Conn); ok {
		conn = over.NetConn()
	}
	_ = conn.Close() // fails only if it is closed already
}

// States returns the current state of the connection limit by name.
func (c *Connections) States() map[string]State {
	c.mu.Lock()
	defer c.mu.Unlock()
	return map[string]State{"connections": {Limit: int64(c.most), Held: int64(len(c.open)), Refused: c.refused, FullFor: c.rejections.duration(c.clock())}}
}

// visitorShare is the ratio of slots for requests with a key to slots for requests without a key.
const visitorShare = 8

// ErrEnding rejects a request because the server is shutting down.
var ErrEnding = errors.New("the server is shutting down")

// Requests limits the number of requests in flight. A request occupies a request slot only while the server processes
// it, not while the server receives the body or sends the response. All methods are safe for concurrent use.
type Requests struct {
	keyed, visitors *Pool // request slots
	open            *Pool // requests of visitors, by address
	seed            maphash.Seed

	ending  atomic.Bool
	mu      sync.Mutex
	waiting map[*Request]struct{} // requests with bodies that are still arriving
}

// NewRequests returns Requests with the given number of slots for requests that need a key.
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

// InFlight returns the number of requests that occupy a request slot.
func (q *Requests) InFlight() int { return int(q.keyed.State().Held + q.visitors.State().Held) }

// Request is a request in flight. It also serves as the body of the HTTP request.
type Request struct {
	io.ReadCloser // body of the HTTP request

	of      *Requests
	places  *Pool
	control *http.ResponseController // nil if the request has no body
	owner   int64                    // 0 for a request with a key
	pace    pace

	mu    sync.Mutex
	held  bool // whether the request occupies a request slot
	ended bool
}

// Enter assigns a request slot to a request. If the client needs no key, the argument visitor is the client's address;
// otherwise, it is an invalid address. The caller must call Done at the end of the request. Enter returns [ErrBusy] if
// no slot is free, [ErrShare] if the address has too many requests, and [ErrEnding] if the server is shutting down.
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

// Visitor returns the owner number of a network address. The number is negative, unlike the numbers
// of key owners. All addresses of an IPv6 /64 have the same owner.
func Visitor(seed maphash.Seed, addr netip.Addr) int64 {
	address, _ := networks(addr)
	bytes := address.Addr().As16()
	return int64(maphash.Bytes(seed, bytes[:]) | 1<<63)
}

// networks returns the addresses that one client is assumed to own, and the network around them: an IPv4
// address and its /24, or an IPv6 /64 and its /48.
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

// enter occupies a request slot. It returns false if no slot is free.
func (r *Request) enter() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.held && !r.ended {
		r.held = r.places.Grab(0, 1, false)
		return r.held
	}
	return true
}

// leave frees the request slot. If end is true, the request cannot occupy a slot again.
func (r *Request) leave(end bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.held {
		r.places.Give(0, 1, false)
	}
	r.held, r.ended = false, r.ended || end
}

// Sending frees the request slot because the response is being sent.
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

// Read reads from the body. The request occupies no slot while it waits for the client. Read
// returns an error if the client is too slow, [ErrEnding] if the server is shutting down, and
// [ErrBusy] if no slot is free after the wait.
func (r *Request) Read(p []byte) (int, error) {
	r.leave(false)
	r.expect()
	n, err := r.ReadCloser.Read(p)
	r.pace.add(n)
	switch {
	case errors.Is(err, io.EOF):
		_ = r.control.SetReadDeadline(time.Time{}) // otherwise the server would report the client as disconnected while the request is being processed
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
	_ = r.control.SetReadDeadline(r.pace.deadline(BodyTime)) // fails only if there is no connection
	if r.of.ending.Load() {
		r.interrupt()
	}
}

func (r *Request) interrupt() { _ = r.control.SetReadDeadline(time.Unix(1, 0)) }

// Ending reports whether the server is shutting down.
func (q *Requests) Ending() bool { return q.ending.Load() }

// End rejects all new requests, and all requests whose bodies are still arriving.
func (q *Requests) End() {
	q.ending.Store(true)
	q.mu.Lock()
	defer q.mu.Unlock()
	for r := range q.waiting {
		r.interrupt()
	}
}
