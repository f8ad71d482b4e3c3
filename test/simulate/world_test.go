package simulate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/admission"
	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/httpapi"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb/sqlite"
)

// heldMost is the maximum number of bytes that bodies and responses may occupy.
const heldMost = 3 << 19

// These are the media types of two file formats. Files of the first type take a long time to
// create; files of the second type do not. Both formats occupy a worker slot.
const (
	slowFile  = "application/x-slow"
	quickFile = "application/x-quick"
)

// world is a database and its current server. If the server is killed, a new one replaces it.
type world struct {
	t      *testing.T
	dir    string
	seed   uint64
	defect func(*world, service.Store) service.Store // replaces the store with a defective one; nil for no defect
	rng    *rand.Rand                                // random numbers for conduct
	began  time.Time
	leap   atomic.Int64 // the clock's difference from the fake time, in nanoseconds

	mu     mutex
	path   string // path of the database file
	kills  int
	store  *sqlite.Store
	server *http.Server
	api    *httpapi.API
	core   *service.Service
	limits atomic.Pointer[admission.Limits] // the service's limits
	conns  chan net.Conn

	secrets []string
	keys    []service.Key
	history history

	notes      sync.Mutex
	trace      []string
	violations []string
	seen       map[string]int // number of events by kind
	disturbed  int
}

// mutex is a lock that allows fake time to pass while goroutines wait for it.
type mutex chan struct{}

func (m mutex) Lock()   { m <- struct{}{} }
func (m mutex) Unlock() { <-m }

func (w *world) clock() time.Time { return time.Now().Add(time.Duration(w.leap.Load())) }

// note appends a line to the trace.
func (w *world) note(format string, args ...any) {
	w.notes.Lock()
	defer w.notes.Unlock()
	w.trace = append(w.trace, fmt.Sprintf("%020d ", time.Since(w.began))+fmt.Sprintf(format, args...))
}

// violate records that a guarantee was broken.
func (w *world) violate(format string, args ...any) {
	w.notes.Lock()
	defer w.notes.Unlock()
	w.violations = append(w.violations, fmt.Sprintf("after %v: ", time.Since(w.began))+fmt.Sprintf(format, args...))
}

// count records an event of the given kind.
func (w *world) count(event string) {
	w.notes.Lock()
	defer w.notes.Unlock()
	w.seen[event]++
}

// disturb counts an event that may delay or end requests.
func (w *world) disturb(event string) {
	w.count(event)
	w.note("%s", event)
	w.notes.Lock()
	defer w.notes.Unlock()
	w.disturbed++
}

func (w *world) disturbances() int {
	w.notes.Lock()
	defer w.notes.Unlock()
	return w.disturbed
}

// faulty is a store with a Record method that can fail, either before anything is written or after
// the commit. In the second case, the outcome is unknown.
type faulty struct {
	service.Store

	w   *world
	mu  *sync.Mutex
	rng *rand.Rand
}

func (f faulty) draw() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.rng.IntN(100_000)
}

// Record records a computation after a delay, and sometimes fails.
func (f faulty) Record(ctx context.Context, c *service.Computation) (service.Recorded, error) {
	n := f.draw()
	time.Sleep(time.Duration(n) * 70 * time.Nanosecond) // up to 7 ms, in small steps, so that two delays are rarely equal
	if n%100 < 4 {
		f.w.count("failed record")
		return service.Recorded{}, errors.New("the disk failed")
	}
	r, err := f.Store.Record(ctx, c)
	if n%100 > 95 && err == nil {
		f.w.count("uncertain record")
		return service.Recorded{}, service.ErrUncertain
	}
	return r, err
}

// file returns a file format. Writing a file in this format takes a random time, up to a maximum.
func (f faulty) file(mediaType string, large bool, most time.Duration) service.Format {
	return service.Format{
		Name: mediaType, MediaType: mediaType, Ext: ".x", Operations: []string{"compute"}, Large: large,
		Write: func(to io.Writer, _ *operations.Operation, result operations.Result) error {
			time.Sleep(most * time.Duration(f.draw()) / 100_000)
			_, err := to.Write(result.Append(nil))
			return err
		},
	}
}

// start opens the database as a server does, and starts a server with it.
func (w *world) start() {
	w.t.Helper()
	log := slog.New(slog.DiscardHandler)
	store, err := sqlite.Open(context.Background(), sqlite.Options{Path: w.path, Clock: w.clock, Log: log, Keep: true})
	if err != nil {
		w.t.Fatalf("after %d kills: %v", w.kills, err)
	}
	var inner service.Store = store
	if w.defect != nil {
		inner = w.defect(w, store)
	}
	faults := faulty{inner, w, new(sync.Mutex), rand.New(rand.NewPCG(w.seed, uint64(1000+w.kills)))}
	config := service.Config{
		Store: faults, Clock: w.clock, Log: log, Version: "1.0.0; rules=1",
		Plans:   meter.Plans{meter.Free: {PerMinute: 1000, PerMonth: 1000}, meter.Pro: {PerMinute: 1000, PerMonth: 100_000}},
		Formats: []service.Format{faults.file(slowFile, true, 400*time.Millisecond), faults.file(quickFile, false, 50*time.Millisecond)},
	}
	config.Limits.Memory, config.Limits.ShortSlots = heldMost, 2
	core := service.New(config)
	api := httpapi.New(httpapi.Options{Service: core, Log: log, Clock: w.clock, PublicURL: "http://server", MaxInFlight: 64})
	listener := pipes(make(chan net.Conn))
	w.store, w.core, w.api, w.conns = store, core, api, listener
	w.limits.Store(core.Admission())
	w.server = &http.Server{
		Handler: api, ConnContext: api.ConnContext, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 15 * time.Second,
		WriteTimeout: time.Minute, IdleTimeout: 2 * time.Minute, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	go func(s *http.Server) { _ = s.Serve(listener) }(w.server) // Serve returns when the server is closed
}

// dial connects to the current server.
func (w *world) dial(address byte) (net.Conn, error) {
	w.mu.Lock()
	conns := w.conns
	w.mu.Unlock()
	client, server := net.Pipe()
	select {
	case conns <- &conn{server, &net.TCPAddr{IP: net.IPv4(192, 0, 2, address), Port: 1}}:
		return client, nil
	case <-time.After(time.Second): // the server has been killed
		return nil, errors.Join(io.ErrClosedPipe, client.Close(), server.Close())
	}
}

// kill ends the server, and starts another one with the files in their current state. Responses
// that have not been sent are lost.
func (w *world) kill() {
	w.t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.disturb("kill")
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
	_ = w.server.Close() // no request has made progress since the files were copied
	_ = w.store.Close()
	w.path = path
	w.start()
}

// sweep removes expired records, as a server does every minute.
func (w *world) sweep() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.count("sweep")
	if err := w.core.Sweep(context.Background()); err != nil {
		w.violate("sweep: %v", err)
	}
}

// revoke replaces the third key with a new one. From then on, the old key's secret is rejected.
func (w *world) revoke() {
	w.mu.Lock()
	id, secret := w.keys[2].ID, w.secrets[2]
	if _, err := w.core.RevokeKey(context.Background(), id); err != nil {
		w.violate("revocation: %v", err)
	}
	w.count("revocation")
	issued, err := w.core.CreateKeys(context.Background(), service.KeySpec{Plan: meter.Pro, Mode: apikey.Live})
	if err != nil {
		w.t.Fatal(err)
	}
	w.secrets[2] = issued[0].Secret
	if w.keys[2], err = w.core.Key(context.Background(), issued[0].ID); err != nil {
		w.t.Fatal(err)
	}
	w.mu.Unlock()
	if r, body := w.exchange(call{client: clients, operation: "compute", body: lease(12)}, secret); r != nil && r.StatusCode != http.StatusUnauthorized {
		w.violate("a revoked key has the response %d: %s", r.StatusCode, body)
	}
}

// checkHeld fails if bodies and responses occupy more memory than allowed.
func (w *world) checkHeld() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if held := w.core.Admission().States()["memory"].Held; held > heldMost {
		w.violate("%d bytes are held of %d", held, heldMost)
	}
}

// atEnd checks that no limit is in use when no requests are in progress.
func (w *world) atEnd() {
	for name, state := range w.api.States() {
		if state.Held != 0 || state.Waiting != 0 {
			w.violate("%d of %q are held at the end, %d wait", state.Held, name, state.Waiting)
		}
	}
}

// createKeys creates n API keys.
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

// pipes is a listener for in-memory connections.
type pipes chan net.Conn

// Accept returns the next connection.
func (p pipes) Accept() (net.Conn, error) {
	c, ok := <-p
	if !ok {
		return nil, net.ErrClosed
	}
	return c, nil
}

// Close makes Accept return an error.
func (p pipes) Close() error {
	defer func() { _ = recover() }() // the channel may already be closed
	close(p)
	return nil
}

// Addr returns the server's address.
func (p pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(192, 0, 2, 1), Port: 80} }

// conn is an in-memory connection with an address.
type conn struct {
	net.Conn

	from net.Addr
}

// RemoteAddr returns the client's address.
func (c *conn) RemoteAddr() net.Addr { return c.from }
