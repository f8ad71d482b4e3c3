package pgtest

import (
	"io"
	"net"
	"sync"
	"sync/atomic"
)

// Proxy forwards connections between clients and a server. Tests can interrupt a connection at the
// worst moment: after the server has acted, but before its response arrives.
type Proxy struct {
	listener net.Listener
	upstream string
	deaf     atomic.Bool
	turns    atomic.Int64
	group    sync.WaitGroup

	mu    sync.Mutex
	links map[net.Conn]net.Conn // maps the client's connection to the server's connection
}

// NewProxy starts a proxy for the server at the upstream address.
func NewProxy(upstream string) (*Proxy, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // Close ends it
	if err != nil {
		return nil, err
	}
	p := &Proxy{listener: listener, upstream: upstream, links: map[net.Conn]net.Conn{}}
	p.group.Go(p.accept)
	return p, nil
}

// Address returns the proxy's host and port, as in host:port.
func (p *Proxy) Address() string { return p.listener.Addr().String() }

// LoseAnswers makes each connection end instead of forwarding the next response from the server.
func (p *Proxy) LoseAnswers(on bool) { p.deaf.Store(on) }

// Turns returns the number of round trips: the number of times that the server responded after the
// client sent something.
func (p *Proxy) Turns() int64 { return p.turns.Load() }

// Cut closes all client connections. The server detects this at its next write.
func (p *Proxy) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for client := range p.links {
		_ = client.Close() // the test expects an interrupted connection, so an error does not matter
	}
}

// Close stops the proxy and closes its connections.
func (p *Proxy) Close() {
	_ = p.listener.Close() // ends the accept method
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
			_ = client.Close() // to the client, the port appears to be closed
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
		_, _ = io.Copy(notify{server, func() bool { spoke.Store(true); return true }}, client) // the error reports that the client has disconnected
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

// notify is a writer that calls the function ask before each write. If the function returns false, the write fails.
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
