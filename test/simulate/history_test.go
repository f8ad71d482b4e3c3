package simulate

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// longestWait is how long a small request may take, whatever the others do: the longest
// wait for a slot and what the faulty store takes.
const longestWait = 6 * time.Second

// history is what clients have seen.
type history struct {
	mu    sync.Mutex
	first map[string]response // original responses by request_id
	named map[string]string   // request_id of the original by key and Idempotency-Key
	pages map[string]int64    // units of page work that was shown, by key and work
}

// response is a response with status 200.
type response struct {
	key   string
	units int64
	row   string
	head  string
	body  string
}

// run is one history.
func run(t *testing.T, dir string, seed uint64) {
	t.Helper()
	w := &world{t: t, mu: make(mutex, 1), dir: dir, path: dir + "/x.db", rng: rand.New(rand.NewPCG(seed, 1))}
	w.history = history{first: map[string]response{}, named: map[string]string{}, pages: map[string]int64{}}
	w.start()
	w.createKeys(4)
	var clients sync.WaitGroup
	for i := range 12 {
		rng := rand.New(rand.NewPCG(seed, uint64(i)+2))
		clients.Go(func() {
			for range 25 {
				w.act(i, rng)
				time.Sleep(time.Duration(rng.IntN(4000)) * time.Millisecond)
			}
		})
	}
	done := make(chan struct{})
	go func() { clients.Wait(); close(done) }()
	w.conduct(done)
	w.check()
}

// conduct disturbs the server until the clients are done.
func (w *world) conduct(done <-chan struct{}) {
	for {
		select {
		case <-done:
			return
		case <-time.After(time.Duration(w.rng.IntN(3000)) * time.Millisecond):
		}
		w.held()
		switch w.rng.IntN(12) {
		case 0:
			w.kill()
		case 1:
			w.leap.Add(int64(time.Duration(w.rng.IntN(80)-40) * time.Hour))
		case 2:
			w.sweep()
		default:
		}
	}
}

// act is one action of a client. The first three keys belong to clients that hold what they
// can; the last one to clients whose requests are small.
func (w *world) act(client int, rng *rand.Rand) {
	switch {
	case client%4 == 3:
		w.small(client, rng)
	case rng.IntN(3) == 0:
		w.ask(client, rng, client%4, "report", large(rng), 0, true) // never reads
	case rng.IntN(3) == 0:
		w.ask(client, rng, client%4, "verify", strings.Repeat(" ", 100_000), 10*time.Second, false) // a byte in ten seconds
	case rng.IntN(4) == 0:
		w.page(client%4, rng)
	default:
		w.ask(client, rng, client%4, "compute", lease(12+rng.IntN(2)), 0, false)
	}
}

func lease(months int) string {
	return fmt.Sprintf(`{"commencementDate":"2026-01-01","termMonths":%d,"paymentAmount":1000,"discountRateAnnual":0.06}`, months)
}

// large is a report with entries of some hundred KB.
func large(rng *rand.Rand) string {
	leases := strings.Repeat(lease(600)+",", 2+rng.IntN(4))
	return `{"from":"2026-01-01","to":"2075-12-31","journal":"monthly","leases":[` + strings.TrimSuffix(leases, ",") + `]}`
}

// small is a request of a client that reads what it is sent. It is answered in time.
func (w *world) small(client int, rng *rand.Rand) {
	began, kills := time.Now(), w.killed()
	status := w.ask(client, rng, 3, "compute", lease(12+rng.IntN(2)), 0, false)
	if took := time.Since(began); took > longestWait && w.killed() == kills {
		w.t.Errorf("a small request took %v (status %d)", took, status)
	}
}

func (w *world) killed() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.kills
}

// ask sends a request, a byte per pause if there is one, and reads the response unless
// unread. It returns the status, or 0 for none.
func (w *world) ask(client int, rng *rand.Rand, key int, operation, body string, pause time.Duration, unread bool) int {
	c, err := w.dial(byte(client + 10))
	if err != nil {
		return 0
	}
	defer c.Close() //nolint:errcheck // a simulation
	name := ""
	if rng.IntN(2) == 0 {
		name = fmt.Sprintf("name %d", rng.IntN(6))
	}
	head := fmt.Sprintf("POST /api/v1/%s HTTP/1.1\r\nHost: server\r\nAuthorization: Bearer %s\r\nIdempotency-Key: %s\r\nContent-Length: %d\r\n\r\n",
		operation, w.secrets[key], name, len(body))
	responses := make(chan *http.Response, 1)
	go func() {
		defer close(responses)
		if unread {
			time.Sleep(5 * time.Minute)
			return
		}
		if r, err := http.ReadResponse(bufio.NewReader(c), nil); err == nil {
			var text bytes.Buffer
			if _, err := io.Copy(&text, r.Body); err == nil {
				r.Body = io.NopCloser(&text)
				responses <- r
			}
		}
	}()
	if _, err := io.WriteString(c, head); err == nil {
		for part := body; part != "" && err == nil; {
			n := len(part)
			if pause > 0 {
				time.Sleep(pause)
				n = 1
			}
			_, err = io.WriteString(c, part[:n])
			part = part[n:]
		}
	}
	r, ok := <-responses
	if !ok {
		return 0
	}
	text, _ := io.ReadAll(r.Body)
	if r.StatusCode == http.StatusOK {
		w.seen(key, operation+" "+name, name != "", r, string(text))
	}
	return r.StatusCode
}

// seen notes a response with status 200.
func (w *world) seen(key int, name string, named bool, r *http.Response, body string) {
	h := &w.history
	h.mu.Lock()
	defer h.mu.Unlock()
	id := r.Header.Get("X-Request-Id")
	body, _, _ = strings.Cut(body, `,"request_id":`)
	slot := w.keys[key].ID + " " + name
	got := response{key: w.keys[key].ID, units: 1, row: r.Header.Get("X-Usage-Row"), head: r.Header.Get("X-Usage-Head"), body: body}
	if r.Header.Get("Idempotent-Replay") == "" {
		if was := h.named[slot]; named && was != "" {
			w.t.Errorf("%s has two first responses, %s and %s", slot, was, id)
		}
		h.first[id] = got
		if named {
			h.named[slot] = id
		}
		return
	}
	if first, ok := h.first[h.named[slot]]; ok && (first.body != got.body || first.row != got.row || first.head != got.head) {
		w.t.Errorf("%s: the replay has another response or receipt than %s", slot, h.named[slot])
	}
}

// page shows a report of some leases, if it is billed.
func (w *world) page(key int, rng *rand.Rand) {
	w.mu.Lock()
	defer w.mu.Unlock()
	file := fmt.Sprint("file ", rng.IntN(5))
	units := int64(10 + len(file)*(1+rng.IntN(2)))
	err := w.core.Bill(context.Background(), w.keys[key], &service.PageWork{Operation: operations.Report, Units: units, Of: sha256.Sum256([]byte(file))})
	if err == nil {
		w.history.mu.Lock()
		defer w.history.mu.Unlock()
		w.history.pages[fmt.Sprintf("%s %s %d", w.keys[key].ID, file, units)] = units
	}
}

// check compares the database with what clients have seen.
func (w *world) check() {
	w.kill()
	ctx := context.Background()
	found, err := w.core.Check(ctx)
	if err != nil || len(found.Differences) > 0 {
		w.t.Errorf("check: %q, %v", found.Differences, err)
	}
	rows, billed := map[string]service.UsageRow{}, map[string]int64{}
	for row, err := range w.core.Usage(ctx, service.UsageQuery{}) {
		if err != nil {
			w.t.Fatal(err)
		}
		if row.Status == http.StatusOK && row.ReplayOf == "" {
			rows[row.RequestID] = row
		}
		billed[row.Key.ID] += row.Units
	}
	for id, r := range w.history.first {
		if row, ok := rows[id]; !ok || row.Key.ID != r.key || row.Units < r.units {
			w.t.Errorf("%s was answered, and its row is %+v", id, row)
		}
		if n, err := strconv.Atoi(r.row); err != nil || n < 1 || len(r.head) != 16 {
			w.t.Errorf("%s has the receipt %q, %q", id, r.row, r.head)
		}
		billed[r.key] -= r.units
	}
	for work, units := range w.history.pages {
		id, _, _ := strings.Cut(work, " ")
		billed[id] -= units
	}
	for id, left := range billed {
		if left < 0 {
			w.t.Errorf("key %s was billed %d units less than it was shown", id, -left)
		}
	}
	w.t.Logf("%d kills, %d rows, %d answered, %d pages", w.kills, found.Rows, len(w.history.first), len(w.history.pages))
	_ = w.server.Close()
	if err := w.store.Close(); err != nil {
		w.t.Error(err)
	}
}
