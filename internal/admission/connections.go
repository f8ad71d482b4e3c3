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

const (
	addressShare = 8 // one address has at most an eighth of the connections
	networkShare = 4
	// idleWhenFull is the maximum idle time while more than half of the permitted connections are
	// open.
	idleWhenFull = 15 * time.Second
	// sendBuffer is the maximum number of bytes per connection that the operating system stores
	// while the client does not receive them.
	sendBuffer = 256 << 10
)

// Connections limit the connections of a server. Use [Connections.State] as the ConnState of its
// [http.Server]. Connections are safe for concurrent use.
type Connections struct {
	most    int
	trusted []netip.Prefix
	clock   func() time.Time

	mu         sync.Mutex
	open       map[net.Conn]*connection
	sharing    map[netip.Prefix]int
	idle       list.List // of *connection, the longest idle time first
	refused    int64     // connections that were closed because of a limit, including idle ones
	rejections pressure
}

type connection struct {
	conn             net.Conn
	address, network netip.Prefix
	idle             *list.Element // position in Connections.idle; nil while the connection has a request
	since            time.Time     // time at which the connection became idle
}

// NewConnections returns Connections that permit most connections in total. Connections of trusted
// proxies have no share per address, because they transmit requests of many clients.
func NewConnections(most int, trusted []netip.Prefix, clock func() time.Time) *Connections {
	return &Connections{most: most, trusted: trusted, clock: clock, open: map[net.Conn]*connection{}, sharing: map[netip.Prefix]int{}}
}

// State records a new state of a connection and closes connections above a limit.
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

// begin counts a new connection. If a limit is exceeded, begin closes an idle connection, or the new
// connection if no connection is idle.
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
	c.setIdle(k) // no request has arrived
}

// isFull reports whether the given addresses have reached their share of the connections: the total
// divided by share.
func (c *Connections) isFull(addresses netip.Prefix, share int) bool {
	return addresses.IsValid() && c.sharing[addresses] >= max(1, c.most/share)
}

func (c *Connections) trusts(addr netip.Addr) bool {
	return slices.ContainsFunc(c.trusted, func(p netip.Prefix) bool { return p.Contains(addr.Unmap()) })
}

// limitBuffer limits the bytes of a response that the operating system stores.
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

// closeIdle closes the idle connection with the longest idle time that matches. It returns false if
// no idle connection matches.
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

// States returns the state of the limit by name.
func (c *Connections) States() map[string]State {
	c.mu.Lock()
	defer c.mu.Unlock()
	return map[string]State{"connections": {Limit: int64(c.most), Held: int64(len(c.open)), Refused: c.refused, FullFor: c.rejections.duration(c.clock())}}
}
