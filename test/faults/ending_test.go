package faults

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/test/internal/program"
	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

// TestEndingUnderLoad stops a server under load. The server must respond to all billed requests and
// exit normally, and slow clients must not delay the exit.
func TestEndingUnderLoad(t *testing.T) {
	t.Parallel()
	for _, clients := range []int{64, 256} {
		t.Run(fmt.Sprint(clients), func(t *testing.T) {
			t.Parallel()
			db := onFile().database(t)
			keys := createKeys(t, db, 400)
			server := &program.Server{Binary: binary(t), DB: db, Flags: []string{"--drain-timeout", "12s"}}
			if err := server.Start(t.Context()); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(server.Kill)
			slowly(t, server, keys[0])
			var answered, refused, cut atomic.Int64
			var next atomic.Int64
			done := make(chan struct{})
			var group sync.WaitGroup
			client := wire.NewClient(server.URL(), clients)
			defer client.Close()
			for range clients {
				group.Go(func() {
					for {
						select {
						case <-done:
							return
						default:
						}
						key := keys[int(next.Add(1))%len(keys)]
						reply, err := client.Do(t.Context(), wire.Call{Path: wire.Path("compute"), Key: key.Key, Body: leaseOf(600)})
						switch {
						case err != nil:
							cut.Add(1)
							time.Sleep(5 * time.Millisecond) // the server no longer accepts connections
						case reply.Status == http.StatusOK:
							answered.Add(1)
						default:
							refused.Add(1)
						}
					}
				})
			}
			time.Sleep(2 * time.Second)
			stopped := time.Now()
			if err := server.Terminate(); err != nil {
				t.Fatal(err)
			}
			code, err := server.Wait()
			took := time.Since(stopped)
			close(done)
			group.Wait()
			if code != 0 || err != nil {
				t.Errorf("exit status %d, %v:\n%s", code, err, server.Log())
			}
			if err := server.Start(t.Context()); err != nil {
				t.Fatal(err)
			}
			billed := 0
			for _, key := range keys {
				billed += used(t, client, key)
			}
			t.Logf("ended after %v; %d answered, %d billed, %d refused, %d not answered", took.Round(time.Second/100), answered.Load(), billed, refused.Load(), cut.Load())
			if billed != int(answered.Load()) {
				t.Errorf("%d units billed and %d answered", billed, answered.Load())
			}
		})
	}
}

// slowly opens connections and sends requests that never end.
func slowly(t *testing.T, server *program.Server, key program.Key) {
	t.Helper()
	for _, opening := range []string{
		"POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + key.Key + "\r\nContent-Length: 1000\r\n\r\n{",
		"POST /api/v1/compute HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + key.Key + "\r\nContent-Length: 1000\r\n\r\n{",
	} {
		conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", server.Address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		if _, err := io.Copy(conn, bytes.NewReader([]byte(opening))); err != nil {
			t.Fatal(err)
		}
	}
}
