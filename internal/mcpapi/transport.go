package mcpapi

import (
	"context"
	"errors"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// NewLocal returns a server that computes on this machine and requires no API key. [RunStdio]
// serves it.
func NewLocal(options Options) (*mcp.Server, error) {
	return newServer(options, computeLocally, false)
}

func computeLocally(ctx context.Context, c *call) (*reply, mcp.Meta, error) {
	meta := mcp.Meta{}
	if err := c.args.check(c.operation); err != nil {
		return nil, meta, err
	}
	result, err := c.operation.Compute(ctx, c.args.body)
	if err != nil {
		return nil, meta, err
	}
	return &reply{object: result.Append(nil), result: result}, meta, nil
}

// RunStdio serves one session with one message per line. RunStdio returns when the input has ended
// and every request has a response, or when ctx ends. If a line is not a message, the session ends
// with an error.
func RunStdio(ctx context.Context, server *mcp.Server, in io.Reader, out io.Writer) error {
	err := server.Run(ctx, patient{&mcp.IOTransport{Reader: io.NopCloser(&markReader{Reader: in}), Writer: writeCloser{out}}})
	if ended := errors.Is(err, io.EOF) || ctx.Err() != nil; !ended {
		return err
	}
	return nil
}

// markReader is a reader that returns an error if its input begins with a byte order mark.
type markReader struct {
	io.Reader

	begun bool
}

// Read implements [io.Reader].
func (r *markReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if problem := strict.ByteOrderMark(p[:n]); problem != "" && !r.begun {
		return 0, errors.New("standard input " + problem)
	}
	r.begun = r.begun || n > 0
	return n, err
}

type writeCloser struct{ io.Writer }

func (writeCloser) Close() error { return nil }

// patient is a transport that reports the end of its input only after every request has its
// response. The SDK cancels all pending requests at the end of the input. A script that pipes its
// requests would therefore not receive all responses.
type patient struct{ mcp.Transport }

// Connect implements [mcp.Transport].
func (t patient) Connect(ctx context.Context) (mcp.Connection, error) {
	c, err := t.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &patientConnection{Connection: c}, nil
}

type patientConnection struct {
	mcp.Connection

	open sync.WaitGroup // counts the requests without a response
}

// Read implements [mcp.Connection].
func (c *patientConnection) Read(ctx context.Context) (jsonrpc.Message, error) {
	m, err := c.Connection.Read(ctx)
	if errors.Is(err, io.EOF) {
		c.open.Wait()
	}
	if r, ok := m.(*jsonrpc.Request); ok && err == nil && r.IsCall() {
		c.open.Add(1)
	}
	return m, err
}

// Write implements [mcp.Connection].
func (c *patientConnection) Write(ctx context.Context, m jsonrpc.Message) error {
	err := c.Connection.Write(ctx, m)
	if _, ok := m.(*jsonrpc.Response); ok {
		c.open.Done()
	}
	return err
}
