package mcpapi

import (
	"context"
	"errors"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// RunStdio serves one conversation, one message a line, until in ends and what
// was asked has been answered, or ctx ends.
func RunStdio(ctx context.Context, server *mcp.Server, in io.Reader, out io.Writer) error {
	err := server.Run(ctx, patient{&mcp.IOTransport{Reader: io.NopCloser(in), Writer: unclosed{out}}})
	if ended := errors.Is(err, io.EOF) || ctx.Err() != nil; !ended {
		return err
	}
	return nil // the host has ended the conversation
}

// unclosed keeps the output open for whatever follows.
type unclosed struct{ io.Writer }

// Close does nothing.
func (unclosed) Close() error { return nil }

// patient is a transport that reports the end of its input only when every
// request has been answered: the protocol's library drops the answers that are under
// way at that moment, and scripts pipe their requests in.
type patient struct{ mcp.Transport }

// Connect implements [mcp.Transport].
func (p patient) Connect(ctx context.Context) (mcp.Connection, error) {
	c, err := p.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &patientConnection{Connection: c, idle: sync.NewCond(new(sync.Mutex))}, nil
}

type patientConnection struct {
	mcp.Connection

	idle    *sync.Cond
	pending int // requests without an answer
	closed  bool
}

// Read implements [mcp.Connection].
func (c *patientConnection) Read(ctx context.Context) (jsonrpc.Message, error) {
	message, err := c.Connection.Read(ctx)
	c.idle.L.Lock()
	defer c.idle.L.Unlock()
	if request, ok := message.(*jsonrpc.Request); ok && err == nil && request.IsCall() {
		c.pending++
	}
	if errors.Is(err, io.EOF) {
		stop := context.AfterFunc(ctx, c.wake)
		defer stop()
		for c.pending > 0 && !c.closed && ctx.Err() == nil {
			c.idle.Wait()
		}
	}
	return message, err
}

// Write implements [mcp.Connection].
func (c *patientConnection) Write(ctx context.Context, message jsonrpc.Message) error {
	err := c.Connection.Write(ctx, message)
	if _, ok := message.(*jsonrpc.Response); ok {
		c.idle.L.Lock()
		c.pending--
		c.idle.L.Unlock()
		c.idle.Broadcast()
	}
	return err
}

// Close implements [mcp.Connection].
func (c *patientConnection) Close() error {
	c.idle.L.Lock()
	c.closed = true
	c.idle.L.Unlock()
	c.idle.Broadcast()
	return c.Connection.Close()
}

func (c *patientConnection) wake() {
	c.idle.L.Lock()
	defer c.idle.L.Unlock()
	c.idle.Broadcast()
}
