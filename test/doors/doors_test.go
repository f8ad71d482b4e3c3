// Package doors checks that all of the program's interfaces (HTTP, command line, MCP, client)
// return the same amounts for the same lease.
package doors

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/client"
	"github.com/leasehold-accounting/leasehold/test/internal/leases"
	"github.com/leasehold-accounting/leasehold/test/internal/program"
	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

var howMany = flag.Int("leases", 200, "leases sent through every door")

// operations lists the operations in the order of the API contract, with their names in each
// interface.
var operations = []struct{ path, tool, command string }{
	{"compute", "compute_lease", "compute"},
	{"schedule", "lease_schedule", "schedule"},
	{"journal-entries", "journal_entries", "journal"},
	{"classify", "classify_lease", "classify"},
}

// callsPerKey is the number of calls with one key. It is below the pro plan's rate limit, so that
// no call has to wait.
const callsPerKey = 100

// testServer is a running server with API keys.
type testServer struct {
	binary program.Binary
	server *program.Server
	client *wire.Client

	mu   sync.Mutex
	keys []program.Key
	used int
}

// key returns an API key that has requests left in this minute.
func (s *testServer) key() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := s.keys[s.used/callsPerKey].Key
	s.used++
	return key
}

// fresh returns an unused API key.
func (s *testServer) fresh() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	last := len(s.keys) - 1
	key := s.keys[last].Key
	s.keys = s.keys[:last]
	return key
}

func start(t *testing.T) *testServer {
	t.Helper()
	binary := program.MustBuild(t)
	s := &testServer{binary: binary, server: binary.Serve(t, "--workbench", "public", "--workbench-rate", "0")}
	calls := 3*len(operations)*(*howMany+len(sources)) + callsPerKey*len(operations)
	s.keys = binary.MustCreateKeys(t, s.server.DB, "pro", "test", calls/callsPerKey*2+8)
	s.client = wire.NewClient(s.server.URL(), 8)
	t.Cleanup(s.client.Close)
	return s
}

// figures returns a response without the fields that differ between calls. Numbers keep their text.
func figures(answer []byte) (string, error) {
	d := json.NewDecoder(bytes.NewReader(answer))
	d.UseNumber()
	var v map[string]any
	if err := d.Decode(&v); err != nil {
		return "", fmt.Errorf("%w in %.200q", err, answer)
	}
	delete(v, "request_id")
	delete(v, "replay")
	text, err := json.Marshal(v)
	return string(text), err
}

// TestEveryInterfaceGivesTheSameAmounts runs all four operations on 200 leases and on the leases in
// sources. Every interface must return the same amounts: the command line, HTTP, the client, the
// command line over HTTP, and the MCP tools on both transports.
func TestEveryInterfaceGivesTheSameAmounts(t *testing.T) {
	s := start(t)
	all := append(leases.Some(1, *howMany), compact(t, sources)...)
	for _, op := range operations {
		want := s.local(t, op.command, all)
		for name, door := range map[string]func() ([][]byte, error){
			"HTTP":                  func() ([][]byte, error) { return s.each(t, all, s.overHTTP(op.path)) },
			"client":                func() ([][]byte, error) { return s.each(t, all, s.overClient(op.path)) },
			"MCP over HTTP":         func() ([][]byte, error) { return s.each(t, all, s.overMCP(op.tool)) },
			"MCP over stdio":        func() ([][]byte, error) { return s.stdio(t.Context(), op.tool, all) },
			"command line --server": func() ([][]byte, error) { return s.remote(t.Context(), op.command, all) },
		} {
			answers, err := door()
			if err != nil {
				t.Errorf("%s through %s: %v", op.path, name, err)
				continue
			}
			if len(answers) != len(want) {
				t.Errorf("%s through %s: %d answers to %d leases", op.path, name, len(answers), len(want))
				continue
			}
			for i := range want {
				got, err := figures(answers[i])
				if err != nil || got != want[i] {
					t.Errorf("%s through %s: lease %s\n got %.500s\nwant %.500s\n%v", op.path, name, all[i], got, want[i], err)
					break
				}
			}
		}
	}
}

// compact returns each lease on one line, so that the command line can read several leases.
func compact(t *testing.T, list []string) []string {
	t.Helper()
	out := make([]string, len(list))
	for i, lease := range list {
		var b bytes.Buffer
		if err := json.Compact(&b, []byte(lease)); err != nil {
			t.Fatal(err)
		}
		out[i] = b.String()
	}
	return out
}

// local runs a command that computes on the local machine.
func (s *testServer) local(t *testing.T, command string, all []string) []string {
	t.Helper()
	lines, err := s.command(t.Context(), nil, strings.Join(all, "\n"), command, "--format", "ndjson")
	if err != nil {
		t.Fatal(err)
	}
	out := make([]string, len(lines))
	for i, line := range lines {
		if out[i], err = figures(line); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// remote runs a command that sends its requests to the server.
func (s *testServer) remote(ctx context.Context, command string, all []string) ([][]byte, error) {
	var out [][]byte
	for len(all) > 0 {
		n := min(callsPerKey, len(all))
		lines, err := s.command(ctx, []string{"LEASEHOLD_KEY=" + s.fresh()}, strings.Join(all[:n], "\n"),
			command, "--format", "ndjson", "--server", s.server.URL())
		if err != nil {
			return nil, err
		}
		out, all = append(out, lines...), all[n:]
	}
	return out, nil
}

// greeting contains the messages that start an MCP session on standard input and output.
const greeting = `{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"doors","version":"1"}}}` + "\n" +
	`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n"

// stdio calls a tool for all leases in one MCP session on standard input and output.
func (s *testServer) stdio(ctx context.Context, tool string, all []string) ([][]byte, error) {
	var in strings.Builder
	in.WriteString(greeting)
	for i, lease := range all {
		in.WriteString(toolCall(i, tool, lease) + "\n")
	}
	lines, err := s.command(ctx, nil, in.String(), "mcp")
	if err != nil {
		return nil, err
	}
	out := make([][]byte, len(all)) // responses may arrive in any order
	for _, line := range lines {
		id, answer, err := structure(line)
		if err != nil {
			return nil, err
		}
		if number, ok := id.(json.Number); ok {
			i, err := number.Int64()
			if err != nil {
				return nil, err
			}
			out[i] = answer
		}
	}
	return out, nil
}

// command runs the program and returns the lines of its output.
func (s *testServer) command(ctx context.Context, env []string, in string, args ...string) ([][]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, string(s.binary), args...)
	cmd.Stdin = strings.NewReader(in)
	cmd.Env = append(os.Environ(), env...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("leasehold %s: %w\n%s", strings.Join(args, " "), err, &stderr)
	}
	return bytes.Split(bytes.TrimSpace(out), []byte("\n")), nil
}

// each calls the ask function with every lease, and limits the number of simultaneous calls.
func (s *testServer) each(t *testing.T, all []string, ask func(context.Context, string) ([]byte, error)) ([][]byte, error) {
	t.Helper()
	out, errs := make([][]byte, len(all)), make([]error, len(all))
	var wg sync.WaitGroup
	slots := make(chan struct{}, 8)
	for i, lease := range all {
		wg.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			out[i], errs[i] = ask(t.Context(), lease)
		})
	}
	wg.Wait()
	for i, err := range errs {
		if err != nil {
			return nil, fmt.Errorf("lease %s: %w", all[i], err)
		}
	}
	return out, nil
}

func (s *testServer) overHTTP(operation string) func(context.Context, string) ([]byte, error) {
	return func(ctx context.Context, lease string) ([]byte, error) {
		reply, err := s.client.Do(ctx, wire.Call{Path: wire.Path(operation), Key: s.key(), Body: lease})
		if err == nil && reply.Status != http.StatusOK {
			err = fmt.Errorf("%s", reply)
		}
		return reply.Body, err
	}
}

func (s *testServer) overClient(operation string) func(context.Context, string) ([]byte, error) {
	return func(ctx context.Context, lease string) ([]byte, error) {
		c, err := client.New(s.server.URL(), s.key())
		if err != nil {
			return nil, err
		}
		answer, err := c.Do(ctx, client.Operation(operation), []byte(lease))
		if err != nil {
			return nil, err
		}
		return answer.Body, nil
	}
}

func (s *testServer) overMCP(tool string) func(context.Context, string) ([]byte, error) {
	return func(ctx context.Context, lease string) ([]byte, error) {
		call := wire.Call{Path: "/mcp", Key: s.key(), Body: toolCall(1, tool, lease)}.With("Accept", "application/json, text/event-stream")
		reply, err := s.client.Do(ctx, call)
		if err != nil || reply.Status != http.StatusOK {
			return nil, fmt.Errorf("%s, %w", reply, err)
		}
		_, answer, err := structure(reply.Body)
		return answer, err
	}
}

// toolCall returns the message that calls a tool for a lease and requests the complete response.
func toolCall(id int, tool, lease string) string {
	arguments := strings.Replace(lease, "{", `{"rows":"all",`, 1)
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, id, tool, arguments)
}

// structure returns the ID and the structured content of a tool's response. The response to
// initialize has no structured content.
func structure(message []byte) (id any, answer []byte, err error) {
	var m struct {
		ID     any
		Error  json.RawMessage
		Result struct {
			IsError           bool
			Content           []struct{ Text string }
			StructuredContent json.RawMessage
		}
	}
	d := json.NewDecoder(bytes.NewReader(message))
	d.UseNumber()
	if err := d.Decode(&m); err != nil {
		return nil, nil, fmt.Errorf("%w in %.200q", err, message)
	}
	if m.Error != nil || m.Result.IsError {
		return nil, nil, fmt.Errorf("refused: %.500s", message)
	}
	return m.ID, m.Result.StructuredContent, nil
}
