package faults

import (
	"context"
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/test/internal/program"
)

const (
	hostileTime     = 8 * time.Second
	idleConnections = 1000
	mostResident    = 300 << 10 // in kB
)

// attack is one kind of hostile client. It begins a request and never completes it.
type attack struct {
	name, opening string
	rest          string
	pause         time.Duration // pause before each repetition of the field rest
	hungUp        atomic.Bool   // whether the server has closed one of the connections
}

// attacks returns the attacks by clients with a valid key.
func attacks(key program.Key) []*attack {
	opening := "POST /api/v1/compute HTTP/1.1\r\nHost: x\r\n"
	known := "x-api-key: " + key.Key + "\r\n"
	return []*attack{
		{name: "slow headers", opening: opening, rest: "X-Slow: a\r\n", pause: 200 * time.Millisecond},
		{name: "slow bodies", opening: opening + known + "Content-Length: 60000\r\n\r\n", rest: " ", pause: 200 * time.Millisecond},
		{name: "huge headers", opening: opening, rest: "X-Huge: " + strings.Repeat("a", 8000) + "\r\n", pause: time.Millisecond},
		{
			name: "slow messages", opening: "POST /mcp HTTP/1.1\r\nHost: localhost\r\n" + known + "Content-Length: 60000\r\n\r\n",
			rest: " ", pause: 200 * time.Millisecond,
		},
		// If the server keeps reading, the chunks add up to more than 10 GiB.
		{
			name: "endless chunks", opening: opening + known + "Transfer-Encoding: chunked\r\n\r\n",
			rest: "10000\r\n" + strings.Repeat(" ", 1<<16) + "\r\n", pause: time.Millisecond,
		},
	}
}

// on runs the attack until the context ends. It opens a new connection whenever the server closes
// the old one.
func (a *attack) on(ctx context.Context, address string) {
	for ctx.Err() == nil {
		conn, err := new(net.Dialer).DialContext(ctx, "tcp", address)
		if err != nil {
			return
		}
		stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
		_, err = io.WriteString(conn, a.opening)
		for err == nil && ctx.Err() == nil {
			time.Sleep(a.pause)
			_, err = io.WriteString(conn, a.rest)
		}
		if ctx.Err() == nil {
			a.hungUp.Store(true)
		}
		stop()
		_ = conn.Close() // the server has closed the connection
	}
}

// TestSlowClients runs all attacks. Normal clients must receive no errors, the server's memory must
// stay within a limit, and the server must disconnect every hostile client within a minute.
func TestSlowClients(t *testing.T) {
	t.Parallel()
	begin := time.Now()
	server := start(t, binary(t), onFile().database(t))
	keys := createKeys(t, server.DB, keysFor(100, hostileTime))
	l := &load{servers: []*program.Server{server}, keys: keys, rate: 100}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var hostile sync.WaitGroup
	kinds := attacks(createKeys(t, server.DB, 1)[0])
	most := 0
	exchanges := l.while(t.Context(), func() {
		for range idleConnections {
			conn, err := from("127.0.1.1").DialContext(ctx, "tcp", server.Address)
			if err != nil {
				t.Error(err)
				return
			}
			defer conn.Close() //nolint:errcheck // no data was sent
		}
		for _, kind := range kinds {
			for range 10 {
				hostile.Go(func() { kind.on(ctx, server.Address) })
			}
		}
		for end := time.Now().Add(hostileTime); time.Now().Before(end) && most <= mostResident; time.Sleep(100 * time.Millisecond) {
			most = max(most, fieldOf(t, server.PID(), "VmRSS:"))
		}
	})
	if most > mostResident {
		cancel() // the attacks are no longer needed
		t.Errorf("%d kB resident", most)
	}
	for _, kind := range kinds {
		for !kind.hungUp.Load() && ctx.Err() == nil && time.Since(begin) < time.Minute {
			time.Sleep(100 * time.Millisecond)
		}
		if !kind.hungUp.Load() && ctx.Err() == nil {
			t.Errorf("the server does not disconnect %s", kind.name)
		}
	}
	cancel()
	hostile.Wait()
	for _, d := range exchanges {
		if !d.acknowledged() {
			t.Errorf("%s was answered %v", d.op, d.reply)
		}
	}
	t.Logf("at most %d MB resident", most>>10)
	expect(t, onFile(), server, keys, exchanges)
}
