package mcpapi

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// RunStdio serves one conversation, one message a line, until in ends and what
// was asked has been answered, or ctx ends.
func RunStdio(ctx context.Context, server *mcp.Server, in io.Reader, out io.Writer) error {
	answers := &lockedWriter{out: out}
	lines := &messageReader{in: bufio.NewReader(in), out: answers}
	err := server.Run(ctx, patient{&mcp.IOTransport{Reader: io.NopCloser(lines), Writer: answers}})
	if ended := errors.Is(err, io.EOF) || ctx.Err() != nil; !ended {
		return err
	}
	return nil // the host has ended the conversation
}

// lockedWriter writes whole messages. It keeps the output open for whatever follows.
type lockedWriter struct {
	mu  sync.Mutex
	out io.Writer
}

func (w *lockedWriter) Write(message []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.out.Write(message)
}

// Close does nothing.
func (*lockedWriter) Close() error { return nil }

// messageReader reads messages, one a line. It answers a line that is none itself and
// goes on: the protocol's library would end the conversation.
type messageReader struct {
	in   *bufio.Reader
	out  io.Writer
	left []byte // of the message that is being read
}

func (r *messageReader) Read(p []byte) (int, error) {
	for len(r.left) == 0 {
		line, err := r.line()
		switch why := faultOf(line); {
		case len(bytes.TrimSpace(line)) == 0:
		case len(line) > maxBody:
			why = &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: fmt.Sprintf("longer than the %d bytes that a message may have", maxBody)}
			fallthrough
		case why != nil:
			if _, err := r.out.Write(appendFault(nil, why)); err != nil {
				return 0, err
			}
		default:
			r.left = line
		}
		if err != nil && len(r.left) == 0 {
			return 0, err
		}
	}
	n := copy(p, r.left)
	r.left = r.left[n:]
	return n, nil
}

// line reads a line. What is beyond the longest message is not kept, so that the rest
// is no message.
func (r *messageReader) line() (line []byte, err error) {
	for {
		part, err := r.in.ReadSlice('\n')
		if len(line) <= maxBody {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

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
