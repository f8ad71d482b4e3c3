package mcpapi

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// RunStdio serves one conversation, one message or batch a line, until in ends and
// what was asked has been answered, or ctx ends.
func RunStdio(ctx context.Context, server *mcp.Server, in io.Reader, out io.Writer) error {
	err := server.Run(ctx, stdio{in, out})
	if ended := errors.Is(err, io.EOF) || ctx.Err() != nil; !ended {
		return err
	}
	return nil // the host has ended the conversation
}

// stdio is the transport of one conversation. The one of the protocol's library ends
// the conversation at a line that it cannot read, drops the answers that are under way
// at the end of its input, and takes no batch.
type stdio struct {
	in  io.Reader
	out io.Writer
}

// Connect implements [mcp.Transport].
func (s stdio) Connect(context.Context) (mcp.Connection, error) {
	c := &conversation{lines: make(chan line), closed: make(chan struct{}), out: s.out, open: map[jsonrpc.ID]*question{}}
	c.changed = sync.NewCond(&c.mu)
	go c.listen(bufio.NewReader(s.in))
	return c, nil
}

// conversation is a connection over lines.
type conversation struct {
	lines  chan line
	closed chan struct{}

	// The reader's own.
	queue []jsonrpc.Message // of the last line, not yet read
	ended error             // of the input

	mu      sync.Mutex // guards what follows
	changed *sync.Cond // open has, or the connection has closed
	out     io.Writer
	open    map[jsonrpc.ID]*question // without an answer
	version string                   // of the protocol; empty before it is agreed
	over    bool                     // whether closed is
}

// line is a line of the input, and how the input ended after it.
type line struct {
	text []byte
	err  error
}

// question is a request of the client that has no answer yet.
type question struct {
	method    string
	turn      *turn
	cancelled bool
}

// turn is what one line asks, with the answers so far.
type turn struct {
	batch   bool
	open    int
	answers [][]byte
}

// SessionID implements [mcp.Connection].
func (*conversation) SessionID() string { return "" }

// Close implements [mcp.Connection].
func (c *conversation) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.over {
		c.over = true
		close(c.closed)
		c.changed.Broadcast()
	}
	return nil
}

// listen reads lines until the input ends or the connection closes. Reading cannot be
// interrupted, which is why it has a goroutine of its own.
func (c *conversation) listen(in *bufio.Reader) {
	for {
		text, err := readLine(in)
		select {
		case c.lines <- line{text, err}:
		case <-c.closed:
			return
		}
		if err != nil {
			return
		}
	}
}

// readLine reads a line. What is beyond the longest message is not kept.
func readLine(in *bufio.Reader) (text []byte, err error) {
	for {
		part, err := in.ReadSlice('\n')
		if len(text) <= longestBody() {
			text = append(text, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return text, err
		}
	}
}

// Read implements [mcp.Connection]. It tells the end of the input when every request
// has been answered: scripts pipe their requests in.
func (c *conversation) Read(context.Context) (jsonrpc.Message, error) {
	for len(c.queue) == 0 {
		if c.ended != nil {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.await(func() bool { return len(c.open) == 0 })
			return nil, c.ended
		}
		select {
		case <-c.closed:
			return nil, io.EOF
		case l := <-c.lines:
			c.ended = l.err
			if err := c.take(l.text); err != nil {
				return nil, err
			}
		}
	}
	next := c.queue[0]
	c.queue = c.queue[1:]
	return next, nil
}

// await waits, with the lock held, until a condition holds or the connection closes.
func (c *conversation) await(holds func() bool) {
	for !holds() && !c.over {
		c.changed.Wait()
	}
}

// take queues the messages of a line, and answers what is not a message.
func (c *conversation) take(text []byte) error {
	if len(bytes.TrimSpace(text)) == 0 {
		return nil
	}
	var messages []incoming
	var batch bool
	fault := tooLong(longestBody())
	if len(text) <= longestBody() {
		messages, batch, fault = readMessages(text)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if fault == nil && batch {
		c.await(c.agreed)
		if c.version != batchVersion {
			fault = noBatch()
		}
	}
	if fault != nil {
		return c.write(errorAnswer(nil, fault))
	}
	t := &turn{batch: batch}
	for _, m := range messages {
		if m.fault == nil {
			m = c.admit(m, t)
		}
		if m.fault != nil {
			t.answers = append(t.answers, errorAnswer(m.id, m.fault))
			continue
		}
		c.queue = append(c.queue, m.message)
	}
	return c.finish(t)
}

// agreed reports whether no agreement on the version of the protocol is under way.
func (c *conversation) agreed() bool {
	for _, q := range c.open {
		if q.method == "initialize" {
			return false
		}
	}
	return true
}

// admit notes what a message asks or cancels. It refuses one whose id is in use.
func (c *conversation) admit(m incoming, t *turn) incoming {
	request, ok := m.message.(*jsonrpc.Request)
	switch {
	case !ok:
	case request.IsCall() && c.open[request.ID] != nil:
		return m.repeated()
	case request.IsCall():
		c.open[request.ID] = &question{method: request.Method, turn: t}
		t.open++
	case request.Method == "notifications/cancelled":
		if q := c.open[cancelled(request)]; q != nil {
			q.cancelled = true
		}
	}
	return m
}

// cancelled returns the id of the request that a notification cancels.
func cancelled(notification *jsonrpc.Request) jsonrpc.ID {
	var params struct {
		RequestID any `json:"requestId"`
	}
	_ = json.Unmarshal(notification.Params, &params)
	id, _ := jsonrpc.MakeID(params.RequestID)
	return id
}

// Write implements [mcp.Connection].
func (c *conversation) Write(_ context.Context, message jsonrpc.Message) error {
	text, err := jsonrpc.EncodeMessage(message)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	answer, ok := message.(*jsonrpc.Response)
	if !ok || c.open[answer.ID] == nil {
		return c.write(text)
	}
	q := c.open[answer.ID]
	delete(c.open, answer.ID)
	defer c.changed.Broadcast()
	if q.method == "initialize" && answer.Error == nil {
		var result mcp.InitializeResult
		if err := json.Unmarshal(answer.Result, &result); err != nil {
			return err
		}
		c.version = result.ProtocolVersion
	}
	q.turn.open--
	if !q.cancelled { // the client waits for none
		q.turn.answers = append(q.turn.answers, inPlainWords(text))
	}
	return c.finish(q.turn)
}

// finish writes the answers of a turn if they are complete. A turn of notifications has
// none.
func (c *conversation) finish(t *turn) error {
	switch {
	case t.open > 0 || len(t.answers) == 0:
		return nil
	case t.batch:
		return c.write(joinBatch(t.answers))
	default:
		return c.write(t.answers[0])
	}
}

// joinBatch returns the answer to a batch.
func joinBatch(answers [][]byte) []byte {
	return append(append([]byte{'['}, bytes.Join(answers, []byte{','})...), ']')
}

func (c *conversation) write(text []byte) error {
	_, err := c.out.Write(append(text, '\n'))
	return err
}
