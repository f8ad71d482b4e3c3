package admission

import (
	"container/list"
	"crypto/tls"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"sync"
	"time"
)

// Parts of all connections that one address, and one network, may have.
const (
	addressShare = 8
	networkShare = 4
)

const (
	// idleWhenFull is how long a connection may be idle while more than half of all are open.
	idleWhenFull = 15 * time.Second
	// sendBuffer is the most that the operating system keeps of what a client does not take.
	sendBuffer = 256 << 10
)

// Connections limit the connections of a server. [Connections.State] is the ConnState of its
// [http.Server]. They are safe for concurrent use.
type Connections struct {
	most    int
	trusted []netip.Prefix
	clock   func() time.Time

	mu      sync.Mutex
	open    map[net.Conn]*connection
	sharing map[netip.Prefix]int
	idle    list.List // of *connection: those that are not answered, idle for longest first
	refused int64     // connections that were closed because of a limit, idle ones included
	lack    pressure
}

// connection is an open connection.
type connection struct {
	conn             net.Conn
	address, network netip.Prefix
	idle             *list.Element // nil while a request is answered
	since            time.Time     // when it became idle
}

// NewConnections returns Connections of which most may be open. Connections of trusted proxies,
// which carry the requests of many clients, have no share per address.
func NewConnections(most int, trusted []netip.Prefix, clock func() time.Time) *Connections {
	return &Connections{most: most, trusted: trusted, clock: clock, open: map[net.Conn]*connection{}, sharing: map[netip.Prefix]int{}}
}

// State notes that the state of a connection has changed, and closes connections beyond a limit.
func (c *Connections) State(conn net.Conn, state http.ConnState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	k := c.open[conn]
	switch state {
	case http.StateNew:
		c.begin(conn)
	case http.StateIdle:
		if k != nil {
			c.rest(k)
		}
	case http.StateActive:
		if k != nil {
			c.wake(k)
		}
	case http.StateClosed, http.StateHijacked:
		if k != nil {
			c.end(k)
		}
	}
}

// begin counts a connection. It makes room by closing an idle one, or refuses the new one.
func (c *Connections) begin(conn net.Conn) {
	k := &connection{conn: conn}
	if tcp, ok := conn.RemoteAddr().(*net.TCPAddr); ok && !c.trusts(tcp.AddrPort().Addr()) {
		k.address, k.network = networks(tcp.AddrPort().Addr())
	}
	limitBuffer(conn)
	c.closeOld()
	switch {
	case k.address.IsValid() && c.sharing[k.address] >= max(1, c.most/addressShare):
		if !c.closeIdle(func(o *connection) bool { return o.address == k.address }) {
			c.refuse(conn)
			return
		}
	case k.network.IsValid() && c.sharing[k.network] >= max(1, c.most/networkShare):
		if !c.closeIdle(func(o *connection) bool { return o.network == k.network }) {
			c.refuse(conn)
			return
		}
	}
	if len(c.open) >= c.most && !c.closeIdle(func(*connection) bool { return true }) {
		c.lack.note(c.clock())
		c.refuse(conn)
		return
	}
	c.open[conn] = k
	if k.address.IsValid() {
		c.sharing[k.address]++
		c.sharing[k.network]++
	}
	c.rest(k) // until it has sent a request
}

func (c *Connections) trusts(addr netip.Addr) bool {
	return slices.ContainsFunc(c.trusted, func(p netip.Prefix) bool { return p.Contains(addr.Unmap()) })
}

// limitBuffer bounds what the operating system keeps of a response that is not read.
func limitBuffer(conn net.Conn) {
	if over, ok := conn.(*tls.Conn); ok {
		conn = over.NetConn()
	}
	if tcp, ok := conn.(interface{ SetWriteBuffer(bytes int) error }); ok {
		_ = tcp.SetWriteBuffer(sendBuffer) // a connection that has ended says so when it is read
	}
}

// rest makes a connection idle, wake ends that.
func (c *Connections) rest(k *connection) {
	c.wake(k)
	k.since = c.clock()
	k.idle = c.idle.PushBack(k)
}

func (c *Connections) wake(k *connection) {
	if k.idle != nil {
		c.idle.Remove(k.idle)
		k.idle = nil
	}
}

// end forgets a connection.
func (c *Connections) end(k *connection) {
	c.wake(k)
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

// closeOld closes connections that have been idle for long, if more than half of all are open.
func (c *Connections) closeOld() {
	now := c.clock()
	for len(c.open) > c.most/2 {
		front := c.idle.Front()
		if front == nil || now.Sub(front.Value.(*connection).since) < idleWhenFull { //nolint:forcetypeassert // of one type
			return
		}
		c.closeIdle(func(*connection) bool { return true })
	}
}

// closeIdle closes the connection that has been idle for longest among some. It returns false if
// none of them is idle.
func (c *Connections) closeIdle(among func(*connection) bool) bool {
	for e := c.idle.Front(); e != nil; e = e.Next() {
		k := e.Value.(*connection) //nolint:forcetypeassert // of one type
		if among(k) {
			c.end(k)
			c.refuse(k.conn)
			return true
		}
	}
	return false
}

// refuse closes a connection. Its server notices when it reads from it. Closing a connection
// of TLS would wait for its client: the connection under it is closed.
func (c *Connections) refuse(conn net.Conn) {
	c.refused++
	if over, ok := conn.(*tls.Conn); ok {
		conn = over.NetConn()
	}
	_ = conn.Close() // the client may have closed it
}

// States returns the state of the limit by its name.
func (c *Connections) States() map[string]State {
	c.mu.Lock()
	defer c.mu.Unlock()
	return map[string]State{"connections": {Limit: int64(c.most), Held: int64(len(c.open)), Refused: c.refused, FullFor: c.lack.lasting(c.clock())}}
}
