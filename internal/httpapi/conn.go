package httpapi

import (
	"context"
	"crypto/tls"
	"net"
	"sync"
)

// OneWrite returns a listener for connections that send each API response with one system call. net/http alone
// would send the first 4 KB separately, which costs another call and wakes the client early. The server's
// ConnContext must be [API.ConnContext].
func OneWrite(l net.Listener) net.Listener { return oneWrite{l} }

type oneWrite struct{ net.Listener }

// Accept implements [net.Listener].
func (l oneWrite) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if tcp, ok := c.(*net.TCPConn); ok {
		c = &conn{TCPConn: tcp}
	}
	return c, err
}

// ConnContext gives the API access to a request's connection. Use it as the ConnContext of the [net/http.Server].
func (a *API) ConnContext(ctx context.Context, c net.Conn) context.Context {
	switch c := c.(type) {
	case *conn:
		c.api = a
		return context.WithValue(ctx, connKey{}, c)
	case *tls.Conn:
		if own, ok := c.NetConn().(*conn); ok {
			own.api = a
		}
	}
	return ctx
}

type connKey struct{}

// conn is a connection that can delay the beginning of a response. Only the response's goroutine writes to it.
type conn struct {
	*net.TCPConn

	api    *API    // writes errors for requests that net/http cannot read; nil before [API.ConnContext]
	held   *[]byte // delayed beginning of the response; nil without a delay
	pieces [2][]byte
	vector net.Buffers // contains the delayed beginning and the next part
}

// beginnings is a pool of buffers for delayed beginnings. Each buffer is as large as net/http's.
var beginnings = sync.Pool{New: func() any { b := make([]byte, 0, 4<<10); return &b }}

// hold keeps back the data of the next write until there is another write or a call of release.
func (c *conn) hold() { c.held, _ = beginnings.Get().(*[]byte) }

func (c *conn) release() error {
	if c.held == nil {
		return nil
	}
	_, err := c.writeAll(nil)
	return err
}

// Write implements [net.Conn].
func (c *conn) Write(p []byte) (int, error) {
	if c.held == nil {
		if status, said, plain := plainAnswer(p); plain && c.api != nil {
			_, err := c.TCPConn.Write(c.api.refusal(status, said))
			return len(p), err
		}
		return c.TCPConn.Write(p)
	}
	if len(*c.held) == 0 && len(p) <= cap(*c.held) {
		*c.held = append(*c.held, p...)
		return len(p), nil
	}
	return c.writeAll(p)
}

// writeAll writes the delayed beginning and then p, and returns how many bytes of p were written.
func (c *conn) writeAll(p []byte) (int, error) {
	held := c.held
	c.held = nil
	c.pieces = [2][]byte{*held, p}
	c.vector = c.pieces[:]
	n, err := c.vector.WriteTo(c.TCPConn)
	c.pieces, c.vector = [2][]byte{}, nil
	before := int64(len(*held))
	*held = (*held)[:0]
	beginnings.Put(held)
	return int(max(0, n-before)), err
}
