package faults

import (
	"context"
	"fmt"
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

// These constants are the violations that hostile clients can cause.
const (
	trafficFails = "real traffic: "
	memoryGrows  = "memory: "
	waitsForever = "nobody hung up on "
)

// attack describes one kind of hostile client. The client begins a request and never completes it.
type attack struct {
	name, opening string
	rest          string
	pause         time.Duration // pause before each repetition of rest
	hungUp        atomic.Bool   // whether the server has closed a connection of this attack
}

// attacks returns the attacks by clients that have a valid key.
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
		// If the server continues to read, the chunks add up to more than 10 GiB.
		{
			name: "endless chunks", opening: opening + known + "Transfer-Encoding: chunked\r\n\r\n",
			rest: "10000\r\n" + strings.Repeat(" ", 1<<16) + "\r\n", pause: time.Millisecond,
		},
	}
}

// on attacks the server at address until ctx ends. Whenever the server closes the connection, on
// opens a new connection.
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

// face is the address to which clients connect. The address belongs to the server or to a proxy in
// front of the server.
type face struct {
	address string
	pid     int
}

// TestSlowClients runs all attacks. Normal clients must receive no errors, the server's memory must
// stay within a limit, and the server must disconnect every hostile client after some time.
func TestSlowClients(t *testing.T) {
	t.Parallel()
	server := start(t, binary(t), onFile().database(t))
	complain(t, sendSlowClients(t, server, face{server.Address, server.PID()}, time.Minute))
}

// hostileKey creates the API key that the hostile clients use.
func hostileKey(t *testing.T, db string) program.Key {
	t.Helper()
	keys, err := binary(t).CreateKeys(t.Context(), db, "pro", "test", "hostile", 1)
	if err != nil {
		t.Fatal(err)
	}
	return keys[0]
}

// sendSlowClients sends requests from hostile and normal clients to a server, and returns the
// violations. The server must disconnect each kind of hostile client within the time patience.
func sendSlowClients(t *testing.T, server *program.Server, front face, patience time.Duration) (broken []string) {
	t.Helper()
	begin := time.Now()
	keys := createKeys(t, server.DB, keysFor(100, hostileTime))
	l := &load{servers: []*program.Server{{Address: front.address}}, keys: keys, rate: 100}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var hostile sync.WaitGroup
	kinds := attacks(hostileKey(t, server.DB))
	most := 0
	exchanges := l.while(t.Context(), func() {
		for range idleConnections {
			conn, err := from("127.0.1.1").DialContext(ctx, "tcp", front.address)
			if err != nil {
				t.Error(err)
				return
			}
			defer conn.Close() //nolint:errcheck // no data was sent on this connection
		}
		for _, kind := range kinds {
			for range 10 {
				hostile.Go(func() { kind.on(ctx, front.address) })
			}
		}
		for end := time.Now().Add(hostileTime); time.Now().Before(end) && most <= mostResident; time.Sleep(100 * time.Millisecond) {
			most = max(most, fieldOf(t, front.pid, "VmRSS:"))
		}
	})
	if most > mostResident {
		cancel() // the attacks need not continue
		broken = append(broken, fmt.Sprintf("%s%d kB resident", memoryGrows, most))
	}
	for _, kind := range kinds {
		for !kind.hungUp.Load() && ctx.Err() == nil && time.Since(begin) < patience {
			time.Sleep(100 * time.Millisecond)
		}
		if !kind.hungUp.Load() && ctx.Err() == nil {
			broken = append(broken, waitsForever+kind.name)
		}
	}
	cancel()
	hostile.Wait()
	for _, d := range exchanges {
		if !d.acknowledged() {
			broken = append(broken, fmt.Sprintf("%s%s was answered %v", trafficFails, d.op, d.reply))
		}
	}
	t.Logf("%d well-behaved requests, at most %d MB resident", len(exchanges), most>>10)
	return append(broken, judge(t, onFile(), server, keys, exchanges, true)...)
}
