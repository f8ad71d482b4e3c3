package faults

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// unguardedVariable is an environment variable. If it is set, the test program runs a server as a
// separate process, so that the memory of this server can be measured.
const unguardedVariable = "FAULTS_UNGUARDED"

// unguarded maps names to the controls. Each control is a proxy in front of the server that lacks
// one protection against hostile clients.
var unguarded = map[string]struct {
	promises []string // promises that the control breaks
	server   func(forward http.Handler) *http.Server
	// connections is the maximum number of connections, or 0 for no limit.
	connections int64
}{
	"no deadlines": {promises: []string{waitsForever + "slow headers", waitsForever + "slow bodies"}, server: func(forward http.Handler) *http.Server {
		return &http.Server{Handler: readWhole(forward, 64<<10), MaxHeaderBytes: 16 << 10}
	}},
	"no limits": {promises: []string{memoryGrows}, server: func(forward http.Handler) *http.Server {
		return &http.Server{
			Handler: readWhole(forward, 1<<40), MaxHeaderBytes: 1 << 30,
			ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 15 * time.Second,
		}
	}},
	"few connections": {promises: []string{trafficFails}, connections: 256, server: func(forward http.Handler) *http.Server {
		server := &http.Server{Handler: readWhole(forward, 64<<10), MaxHeaderBytes: 16 << 10}
		server.SetKeepAlivesEnabled(false) // each connection is closed after one request
		return server
	}},
}

// readWhole returns a handler that reads a whole body into memory before it forwards the request.
func readWhole(forward http.Handler, limit int64) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		forward.ServeHTTP(w, r)
	})
}

// beUnguarded runs a control, which is an unguarded server, until input ends. The test ends input
// when it ends itself. told contains the name of the control and the URL of the real server.
// beUnguarded prints the address of the unguarded server.
func beUnguarded(told string, input io.Reader, output io.Writer) int {
	name, address, _ := strings.Cut(told, "=")
	target, err := url.Parse(address)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	listener, err := new(net.ListenConfig).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	kind := unguarded[name]
	server := kind.server(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target) }})
	go func() { _ = server.Serve(&crowded{Listener: listener, most: kind.connections}) }()
	fmt.Fprintln(output, listener.Addr())
	_, _ = io.Copy(io.Discard, input)
	return 0
}

// crowded is a listener that closes new connections while the maximum number of connections is
// open.
type crowded struct {
	net.Listener
	most int64
	open atomic.Int64
}

// Accept implements [net.Listener].
func (c *crowded) Accept() (net.Conn, error) {
	for {
		conn, err := c.Listener.Accept()
		if err != nil || c.most == 0 {
			return conn, err
		}
		if c.open.Add(1) <= c.most {
			return &counted{Conn: conn, open: &c.open}, nil
		}
		c.open.Add(-1)
		_ = conn.Close() // the connection is closed without a response
	}
}

type counted struct {
	net.Conn
	open   *atomic.Int64
	closed atomic.Bool
}

// Close implements [net.Conn].
func (c *counted) Close() error {
	if !c.closed.Swap(true) {
		c.open.Add(-1)
	}
	return c.Conn.Close()
}

// startUnguarded starts the control with the given name as a proxy in front of the real server at
// target.
func startUnguarded(t *testing.T, name, target string) (front face, stop func()) {
	t.Helper()
	cmd := exec.Command(os.Args[0]) //nolint:noctx // the function stop ends this process, and it also exits when its input ends
	cmd.Env = append(os.Environ(), unguardedVariable+"="+name+"="+target)
	cmd.Stderr = os.Stderr
	input, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	output, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	stop = func() {
		_ = input.Close()
		_ = cmd.Process.Kill() // killing the process frees its memory immediately
		_ = cmd.Wait()
	}
	address, err := bufio.NewReader(output).ReadString('\n')
	if err != nil {
		stop()
		t.Fatal(err)
	}
	return face{strings.TrimSpace(address), cmd.Process.Pid}, stop
}

// TestSlowClientsFindUnguardedServers checks that sendSlowClients reports the violations that each
// control causes.
func TestSlowClientsFindUnguardedServers(t *testing.T) {
	t.Parallel()
	server := start(t, binary(t), onFile().database(t))
	for name, kind := range unguarded {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			front, stop := startUnguarded(t, name, server.URL())
			defer stop()
			broken := sendSlowClients(t, server, front, 20*time.Second)
			for _, promise := range kind.promises {
				mustFind(t, 1, promise, func() []string { return broken })
			}
		})
	}
}
