package simulate

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/httpapi"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb/sqlite"
)

// heldMost is the limit of what bodies and responses hold, in bytes.
const heldMost = 4 << 20

// world is one database and the server on it, which is replaced when it is killed.
type world struct {
	t    *testing.T
	dir  string
	rng  *rand.Rand   // of the conductor
	leap atomic.Int64 // of the clock, in nanoseconds

	mu     mutex
	path   string // of the database
	kills  int
	store  *sqlite.Store
	server *http.Server
	core   *service.Service
	conns  chan net.Conn

	secrets []string
	keys    []service.Key
	history history
}

// mutex is a lock for which time goes on while it is waited for.
type mutex chan struct{}

func (m mutex) Lock()   { m <- struct{}{} }
func (m mutex) Unlock() { <-m }

func (w *world) clock() time.Time { return time.Now().Add(time.Duration(w.leap.Load())) }

// faulty is a store of which some records fail: before anything is written, or after the
// commit, so that the outcome is not reported.
type faulty struct {
	*sqlite.Store

	w *world
}

// Record records, slowly, and sometimes fails.
func (f faulty) Record(ctx context.Context, c *service.Computation) (service.Recorded, error) {
	n := rand.New(rand.NewPCG(uint64(len(c.RequestID)), hash(c.RequestID))).IntN(100)
	time.Sleep(time.Duration(n%7) * time.Millisecond)
	if n < 4 {
		return service.Recorded{}, errors.New("the disk failed")
	}
	r, err := f.Store.Record(ctx, c)
	if n > 95 && err == nil {
		return service.Recorded{}, service.ErrUncertain
	}
	return r, err
}

func hash(text string) (h uint64) {
	for _, b := range []byte(text) {
		h = (h ^ uint64(b)) * 1099511628211
	}
	return h
}

// start opens the database as a server does and serves it.
func (w *world) start() {
	w.t.Helper()
	log := slog.New(slog.DiscardHandler)
	store, err := sqlite.Open(context.Background(), sqlite.Options{Path: w.path, Clock: w.clock, Log: log, Keep: true})
	if err != nil {
		w.t.Fatalf("after %d kills: %v", w.kills, err)
	}
	config := service.Config{Store: faulty{store, w}, Clock: w.clock, Log: log, Version: "1.0.0; rules=1"}
	config.Limits.Memory, config.Limits.ShortSlots = heldMost, 2
	core := service.New(config)
	api := httpapi.New(httpapi.Options{Service: core, Log: log, Clock: w.clock, PublicURL: "http://server", MaxInFlight: 64})
	listener := pipes(make(chan net.Conn))
	w.store, w.core, w.conns = store, core, listener
	w.server = &http.Server{
		Handler: api, ConnContext: api.ConnContext, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 15 * time.Second,
		WriteTimeout: time.Minute, IdleTimeout: 2 * time.Minute, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	go func(s *http.Server) { _ = s.Serve(listener) }(w.server) // until it is closed
}

// dial connects to the server that runs now.
func (w *world) dial(address byte) (net.Conn, error) {
	w.mu.Lock()
	conns := w.conns
	w.mu.Unlock()
	client, server := net.Pipe()
	select {
	case conns <- &conn{server, &net.TCPAddr{IP: net.IPv4(192, 0, 2, address), Port: 1}}:
		return client, nil
	case <-time.After(time.Second): // it was killed
		return nil, errors.Join(io.ErrClosedPipe, client.Close(), server.Close())
	}
}

// kill ends the server in the middle of everything and starts another one on the files as
// they are at that moment.
func (w *world) kill() {
	w.t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	_ = w.server.Close() // no response is sent from here on
	w.kills++
	folder := filepath.Join(w.dir, strconv.Itoa(w.kills))
	if err := os.Mkdir(folder, 0o700); err != nil {
		w.t.Fatal(err)
	}
	path := filepath.Join(folder, "x.db")
	for _, suffix := range []string{".mark", "", "-wal", "-shm"} {
		content, err := os.ReadFile(w.path + suffix)
		if err == nil {
			err = os.WriteFile(path+suffix, content, 0o600)
		}
		if err != nil {
			w.t.Fatal(err)
		}
	}
	_ = w.store.Close()
	w.path = path
	w.start()
}

// sweep removes what is past its time, as the server does once a minute.
func (w *world) sweep() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.core.Sweep(context.Background()); err != nil {
		w.t.Error(err)
	}
}

// held checks that no more is held than allowed.
func (w *world) held() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if held := w.core.Admission().States()["memory"].Held; held > heldMost {
		w.t.Errorf("%d bytes are held of %d", held, heldMost)
	}
}

// createKeys creates n keys.
func (w *world) createKeys(n int) {
	w.t.Helper()
	issued, err := w.core.CreateKeys(context.Background(), service.KeySpec{Plan: meter.Pro, Mode: apikey.Live, Count: n})
	if err != nil {
		w.t.Fatal(err)
	}
	for _, key := range issued {
		w.secrets = append(w.secrets, key.Secret)
	}
	if w.keys, err = w.core.Keys(context.Background()); err != nil {
		w.t.Fatal(err)
	}
}

// pipes is a listener of connections in memory.
type pipes chan net.Conn

// Accept waits for a connection.
func (p pipes) Accept() (net.Conn, error) {
	c, ok := <-p
	if !ok {
		return nil, net.ErrClosed
	}
	return c, nil
}

// Close ends Accept.
func (p pipes) Close() error {
	defer func() { _ = recover() }() // it may be closed twice
	close(p)
	return nil
}

// Addr is the address of the server.
func (p pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(192, 0, 2, 1), Port: 80} }

// conn is a connection in memory with an address.
type conn struct {
	net.Conn

	from net.Addr
}

// RemoteAddr is the client's address.
func (c *conn) RemoteAddr() net.Addr { return c.from }
