package faults

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/test/internal/program"
)

const (
	hostileTime     = 8 * time.Second
	idleConnections = 1000
	mostResident    = 300 << 10 // kB
)

// While hostile clients do their worst, no well-behaved one sees an error, and
// memory stays bounded.
func TestHostileClients(t *testing.T) {
	t.Parallel()
	g := onFile()
	server := start(t, binary(t), g.database(t))
	keys := createKeys(t, server.DB, keysFor(100, hostileTime))
	l := &load{servers: []*program.Server{server}, keys: keys, rate: 100}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var hostile sync.WaitGroup
	most := 0
	deals := l.while(t.Context(), func() {
		for range idleConnections {
			conn, err := new(net.Dialer).DialContext(ctx, "tcp", server.Address)
			if err != nil {
				t.Error(err)
				return
			}
			defer conn.Close() //nolint:errcheck // it never said a word
		}
		for _, attack := range []func(context.Context, string){slowHeaders, slowBody, hugeHeaders, endlessChunks} {
			for range 10 {
				hostile.Go(func() { attack(ctx, server.Address) })
			}
		}
		for end := time.Now().Add(hostileTime); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
			most = max(most, fieldOf(t, server.PID(), "VmRSS:"))
		}
	})
	cancel()
	hostile.Wait()
	for _, d := range deals {
		if !d.acknowledged() {
			t.Errorf("%s was answered %v", d.op, d.reply)
		}
	}
	if most > mostResident {
		t.Errorf("%d kB resident", most)
	}
	t.Logf("%d well-behaved requests, at most %d MB resident", len(deals), most>>10)
	expect(t, g, server, keys, deals)
}

// speak connects and writes what next yields, until ctx ends or the server hangs
// up; then it starts anew.
func speak(ctx context.Context, address string, opening string, next func() (string, time.Duration)) {
	for ctx.Err() == nil {
		conn, err := new(net.Dialer).DialContext(ctx, "tcp", address)
		if err != nil {
			return
		}
		stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
		_, err = io.WriteString(conn, opening)
		for err == nil && ctx.Err() == nil {
			text, pause := next()
			time.Sleep(pause)
			_, err = io.WriteString(conn, text)
		}
		stop()
		_ = conn.Close() // the server has hung up
	}
}

func slowHeaders(ctx context.Context, address string) {
	speak(ctx, address, "POST /api/v1/compute HTTP/1.1\r\nHost: x\r\n", func() (string, time.Duration) {
		return "X-Slow: a\r\n", 200 * time.Millisecond
	})
}

func slowBody(ctx context.Context, address string) {
	speak(ctx, address, "POST /api/v1/compute HTTP/1.1\r\nHost: x\r\nx-api-key: sk_test_x\r\nContent-Length: 60000\r\n\r\n", func() (string, time.Duration) {
		return " ", 200 * time.Millisecond
	})
}

func hugeHeaders(ctx context.Context, address string) {
	line := "X-Huge: " + strings.Repeat("a", 8000) + "\r\n"
	speak(ctx, address, "POST /api/v1/compute HTTP/1.1\r\nHost: x\r\n", func() (string, time.Duration) { return line, time.Millisecond })
}

// endlessChunks would send 10 GiB and more, for as long as someone reads it.
func endlessChunks(ctx context.Context, address string) {
	chunk := "10000\r\n" + strings.Repeat(" ", 1<<16) + "\r\n"
	speak(ctx, address, "POST /api/v1/compute HTTP/1.1\r\nHost: x\r\nx-api-key: sk_test_x\r\nTransfer-Encoding: chunked\r\n\r\n", func() (string, time.Duration) {
		return chunk, time.Millisecond
	})
}

// What two programs could read as different requests is one request here, or
// none: nothing hidden in it is ever answered as a second one.
func TestNoRequestIsSmuggled(t *testing.T) {
	t.Parallel()
	server := start(t, binary(t), onFile().database(t))
	key := createKeys(t, server.DB, 1)[0].Key
	hidden := "POST /api/v1/classify HTTP/1.1\r\nHost: x\r\nx-api-key: " + key + "\r\nContent-Length: 2\r\n\r\n{}"
	for name, request := range map[string]string{
		"CL.TE": fmt.Sprintf("POST /api/v1/compute HTTP/1.1\r\nHost: x\r\nx-api-key: %s\r\nContent-Length: %d\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n%s",
			key, 5+len(hidden), hidden),
		"TE.CL": fmt.Sprintf("POST /api/v1/compute HTTP/1.1\r\nHost: x\r\nx-api-key: %s\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n%x\r\n%s\r\n0\r\n\r\n",
			key, len(hidden), hidden),
		"TE.TE": "POST /api/v1/compute HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n0\r\n\r\n" + hidden,
		"two lengths": fmt.Sprintf("POST /api/v1/compute HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: %d\r\n\r\n{}%s",
			2+len(hidden), hidden),
		"bare LF":        "POST /api/v1/compute HTTP/1.1\nHost: x\nContent-Length: 2\n\n{}",
		"space in name":  "POST /api/v1/compute HTTP/1.1\r\nHost: x\r\nContent-Length : 2\r\n\r\n{}" + hidden,
		"folded header":  "POST /api/v1/compute HTTP/1.1\r\nHost: x\r\nX-A: b\r\n c\r\nTransfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n" + hidden,
		"chunk size":     "POST /api/v1/compute HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n" + hidden,
		"NUL in a field": "POST /api/v1/compute HTTP/1.1\r\nHost: x\r\nX-A: \x00\r\nContent-Length: 2\r\n\r\n{}" + hidden,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for i, status := range statuses(t, server.Address, request) {
				if i > 0 || status == http.StatusOK || status >= 500 && status != http.StatusNotImplemented {
					t.Errorf("answer %d has status %d", i+1, status)
				}
			}
		})
	}
	out := mustRun(t, "usage", "--db", server.DB, "--format", "json")
	if strings.Contains(out.Stdout, `"classify"`) {
		t.Errorf("the hidden request was carried out: %s", out.Stdout)
	}
}

// statuses sends bytes and returns the status of every answer that comes.
func statuses(t *testing.T, address, request string) []int {
	t.Helper()
	conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close() //nolint:errcheck // read to its end
	if _, err := io.WriteString(conn, request); err != nil {
		t.Fatal(err)
	}
	if err := conn.SetReadDeadline(time.Now().Add(2 * time.Second)); err != nil {
		t.Fatal(err)
	}
	var list []int
	r := bufio.NewReader(conn)
	for {
		resp, err := http.ReadResponse(r, nil)
		if err != nil {
			// The end, or a server that waits for more.
			return list
		}
		_, _ = io.Copy(io.Discard, resp.Body) // its length is all that counts
		_ = resp.Body.Close()
		list = append(list, resp.StatusCode)
	}
}
