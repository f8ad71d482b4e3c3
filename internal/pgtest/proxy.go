package pgtest

import (
	"io"
	"net"
	"sync"
	"sync/atomic"
)

// Proxy is between a client and a server and can cut them off from each
// other at the worst moment: after the server has acted, before its answer.
type Proxy struct {
	listener net.Listener
	upstream string
	deaf     atomic.Bool
	turns    atomic.Int64
	group    sync.WaitGroup

	mu    sync.Mutex
	links map[net.Conn]net.Conn // the client's side to the server's
}

// NewProxy starts a proxy to upstream.
func NewProxy(upstream string) (*Proxy, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // Close ends it
	if err != nil {
		return nil, err
	}
	p := &Proxy{listener: listener, upstream: upstream, links: map[net.Conn]net.Conn{}}
	p.group.Go(p.accept)
	return p, nil
}

// Address returns host:port.
func (p *Proxy) Address() string { return p.listener.Addr().String() }

// LoseAnswers makes every connection end instead of carrying the server's next
// answer.
func (p *Proxy) LoseAnswers(on bool) { p.deaf.Store(on) }

// Turns counts how often the server has answered after the client spoke: the
// round trips.
func (p *Proxy) Turns() int64 { return p.turns.Load() }

// Cut closes all client connections. The server notices when it next writes.
func (p *Proxy) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for client := range p.links {
		_ = client.Close() // that is the point
	}
}

// Close ends the proxy and its connections.
func (p *Proxy) Close() {
	_ = p.listener.Close() // stop accepting connections
	p.mu.Lock()
	for client, server := range p.links {
		_ = client.Close()
		_ = server.Close()
	}
	p.mu.Unlock()
	p.group.Wait()
}

func (p *Proxy) accept() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", p.upstream) //nolint:noctx // Close ends it
		if err != nil {
			_ = client.Close() // as if the port were closed
			continue
		}
		p.mu.Lock()
		p.links[client] = server
		p.mu.Unlock()
		p.group.Go(func() { p.carry(client, server) })
	}
}

func (p *Proxy) carry(client, server net.Conn) {
	var spoke atomic.Bool
	var both sync.WaitGroup
	both.Go(func() {
		_, _ = io.Copy(notify{server, func() bool { spoke.Store(true); return true }}, client) // its end is the client's
	})
	both.Go(func() {
		_, _ = io.Copy(notify{client, func() bool {
			if spoke.Swap(false) {
				p.turns.Add(1)
			}
			return !p.deaf.Load()
		}}, server)
		_ = client.Close()
	})
	both.Wait()
	_ = server.Close()
	p.mu.Lock()
	delete(p.links, client)
	p.mu.Unlock()
}

// notify is a writer that asks before each write.
type notify struct {
	io.Writer

	ask func() bool
}

func (n notify) Write(b []byte) (int, error) {
	if !n.ask() {
		return 0, io.ErrClosedPipe
	}
	return n.Writer.Write(b)
}
