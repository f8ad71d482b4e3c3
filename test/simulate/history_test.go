package simulate

import (
	"bufio"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

const (
	clients = 12
	actions = 25 // actions per client
	// longestWait is the maximum duration of a small request while other clients occupy the server.
	// It covers one turn for each owner of keys, and the database's delays.
	longestWait = time.Second
)

// history records the responses that all clients received.
type history struct {
	mu         sync.Mutex
	first      map[string]response // first response to each request, by request ID
	order      []string            // request IDs in the order of their responses
	named      map[string]string   // request ID of the first response by key, operation and Idempotency-Key
	refunded   map[string]bool     // whether a request was refunded, by request ID
	pages      map[string]page     // billed work on pages that were shown, by request ID
	unanswered map[string]int64    // units of requests without a response, by key
}

// response contains a response with status 200.
type response struct {
	key, slot, row, head, body string
	units                      int64
}

// page is a page that was billed and shown to a key's owner.
type page struct {
	key   string
	units int64
}

// run simulates one history with all clients and all faults.
func (w *world) run() {
	w.began, w.mu = time.Now(), make(mutex, 1)
	w.rng = rand.New(rand.NewPCG(w.seed, 1))
	w.history = history{
		first: map[string]response{}, named: map[string]string{}, refunded: map[string]bool{},
		pages: map[string]page{}, unanswered: map[string]int64{},
	}
	w.path = w.dir + "/x.db"
	w.start()
	w.createKeys(4)
	var working sync.WaitGroup
	for i := range clients {
		rng := rand.New(rand.NewPCG(w.seed, uint64(i)+2))
		working.Go(func() {
			for range actions {
				time.Sleep(time.Duration(rng.Int64N(int64(4 * time.Second))))
				w.act(i, rng)
			}
		})
	}
	done := make(chan struct{})
	go func() { working.Wait(); close(done) }()
	w.conduct(done)
	time.Sleep(5 * time.Minute) // all requests end during this time
	w.atEnd()
	w.check()
	slices.Sort(w.trace) // actions at the same moment have no defined order
}

// conduct causes server faults until done is closed.
func (w *world) conduct(done <-chan struct{}) {
	for {
		select {
		case <-done:
			return
		case <-time.After(time.Duration(w.rng.Int64N(int64(3 * time.Second)))):
		}
		w.checkHeld()
		switch w.rng.IntN(16) {
		case 0:
			w.kill()
		case 1:
			w.disturb("leap")
			w.leap.Add(int64(time.Duration(w.rng.IntN(80)-40) * time.Hour))
		case 2:
			w.sweep()
		case 3:
			w.refund()
		case 4:
			w.revoke()
		default:
		}
	}
}

// act performs one action of a client. Clients with the first three keys occupy the server; the
// others send small requests.
func (w *world) act(client int, rng *rand.Rand) {
	key := client % 4
	c := call{client: client, key: key, operation: "compute", body: lease(12 + rng.IntN(2)), units: 1}
	if rng.IntN(2) == 0 {
		c.name = fmt.Sprintf("name %d", rng.IntN(6))
	}
	switch kind := rng.IntN(12); {
	case key == 3:
		w.small(c)
		return
	case kind < 4: // the client does not read the response
		c.operation, c.unread, c.units = "report", true, int64(2+rng.IntN(4))
		c.body = report(int(c.units))
	case kind < 6: // the client sends one byte every ten seconds
		c.operation, c.body, c.pause, c.units = "verify", strings.Repeat(" ", 100_000), 10*time.Second, 0
	case kind < 8:
		c.accept = slowFile
	case kind < 9:
		c.accept = quickFile
	case kind < 10:
		w.page(key, rng)
		return
	}
	w.ask(c)
}

func lease(months int) string {
	return fmt.Sprintf(`{"id":"L","commencementDate":"2026-01-01","termMonths":%d,"paymentAmount":1000,"discountRateAnnual":0.06}`, months)
}

// report returns a report request with a response of a few hundred KB.
func report(leases int) string {
	var list []string
	for i := range leases {
		list = append(list, strings.Replace(lease(600), `"L"`, fmt.Sprintf(`"L-%d"`, i), 1))
	}
	return `{"from":"2026-01-01","to":"2075-12-31","journal":"monthly","leases":[` + strings.Join(list, ",") + `]}`
}

// small sends a small request and reads its response. The response must arrive within longestWait,
// and the server must not reject the request for lack of capacity.
func (w *world) small(c call) {
	began, before := time.Now(), w.disturbances()
	status, body := w.ask(c)
	if w.disturbances() != before {
		return
	}
	if took := time.Since(began); took > longestWait {
		w.violate("a small request took %v (status %d)", took, status)
	}
	if strings.Contains(body, service.Overloaded().Message) || status == http.StatusTooManyRequests {
		w.violate("a small request was rejected: %s", body)
	}
}

// call is a client's request.
type call struct {
	client, key             int
	operation, body, accept string
	name                    string        // Idempotency-Key; "" if the request has no key
	units                   int64         // units that the request costs
	pause                   time.Duration // pause before each byte of the body; 0 for none
	unread                  bool          // whether the client does not read the response
}

// ask sends a request and returns the response's status and body. Without a complete response, the
// status is 0.
func (w *world) ask(c call) (status int, body string) {
	w.mu.Lock()
	id, secret := w.keys[c.key].ID, w.secrets[c.key]
	w.mu.Unlock()
	slot := id + " " + c.operation + " " + c.name
	r, body := w.exchange(c, secret)
	replay, row := "", ""
	if r == nil {
		w.countLost(id, c.units)
	} else {
		status, replay, row = r.StatusCode, r.Header.Get("Idempotent-Replay"), r.Header.Get("X-Usage-Row")
		if status == http.StatusOK {
			w.received(c, slot, r, body)
		}
	}
	w.count(map[bool]string{true: strconv.Itoa(status), false: "no response"}[r != nil])
	w.note("client %d: %s %q %d units: status %d, row %s %s", c.client, c.operation, c.name, c.units, status, row, replay)
	return status, body
}

// countLost counts a request's units if the client received no response, because the request may
// have been billed nevertheless.
func (w *world) countLost(key string, units int64) {
	w.history.mu.Lock()
	defer w.history.mu.Unlock()
	w.history.unanswered[key] += units
}

// exchange sends a request and returns its response, or nil if it is incomplete.
func (w *world) exchange(c call, secret string) (*http.Response, string) {
	conn, err := w.dial(byte(c.client + 10))
	if err != nil {
		return nil, ""
	}
	defer conn.Close() //nolint:errcheck // the server may have closed the connection
	type reply struct {
		*http.Response

		body string
	}
	replies := make(chan reply, 1)
	go func() {
		defer close(replies)
		if c.unread {
			time.Sleep(30*time.Second + time.Duration(1+c.client)) // differs by client, so that no two actions are simultaneous
			return
		}
		r, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			return
		}
		body, err := io.ReadAll(r.Body)
		if err == nil {
			replies <- reply{r, string(body)}
		}
	}()
	_, err = fmt.Fprintf(conn, "POST /api/v1/%s HTTP/1.1\r\nHost: server\r\nAuthorization: Bearer %s\r\nIdempotency-Key: %s\r\nAccept: %s\r\nContent-Length: %d\r\n\r\n",
		c.operation, secret, c.name, c.accept, len(c.body))
	for rest := c.body; err == nil && rest != ""; {
		n := len(rest)
		if c.pause > 0 {
			time.Sleep(c.pause + time.Duration(1+c.client))
			n = 1
		}
		_, err = io.WriteString(conn, rest[:n])
		rest = rest[n:]
	}
	r := <-replies
	return r.Response, r.body
}

// received records a response with status 200.
func (w *world) received(c call, slot string, r *http.Response, body string) {
	h := &w.history
	h.mu.Lock()
	defer h.mu.Unlock()
	id := r.Header.Get("X-Request-Id")
	body, _, _ = strings.Cut(body, `,"request_id":`)
	got := response{
		key: strings.Fields(slot)[0], slot: slot, units: c.units, row: r.Header.Get("X-Usage-Row"), head: r.Header.Get("X-Usage-Head"), body: body,
	}
	if r.Header.Get("Idempotent-Replay") != "" {
		w.count("replay")
		if first, ok := h.first[h.named[slot]]; ok && (first.body != got.body || first.row != got.row || first.head != got.head) {
			w.violate("%s: the replay has another response or receipt than %s", slot, h.named[slot])
		}
		return
	}
	if was := h.named[slot]; c.name != "" && was != "" {
		w.violate("%s has two first responses, %s and %s", slot, was, id)
	}
	h.first[id] = got
	h.order = append(h.order, id)
	if c.name != "" {
		h.named[slot] = id
	}
}

// page requests a page with a report on some leases, and records the request if it is billed.
func (w *world) page(key int, rng *rand.Rand) {
	w.mu.Lock()
	defer w.mu.Unlock()
	file := fmt.Sprint("file ", rng.IntN(5))
	units := int64(10 * (1 + rng.IntN(2)))
	id := w.keys[key].ID
	err := w.core.Bill(context.Background(), w.keys[key], &service.PageWork{Operation: operations.Report, Units: units, Of: sha256.Sum256([]byte(file))})
	w.note("page of key %d: %s, %d units: %v", key, file, units, err)
	switch {
	case err == nil:
		w.count("page")
		w.history.mu.Lock()
		defer w.history.mu.Unlock()
		w.history.pages[fmt.Sprint(id, file, units)] = page{id, units}
	case errors.Is(err, service.ErrUncertain):
		w.countLost(id, units)
	}
}

// refund refunds one of the most recent original responses.
func (w *world) refund() {
	w.mu.Lock()
	defer w.mu.Unlock()
	h := &w.history
	h.mu.Lock()
	id := ""
	if len(h.order) > 0 {
		id = h.order[len(h.order)-1-w.rng.IntN(min(10, len(h.order)))]
	}
	refunded := h.refunded[id]
	h.mu.Unlock() // recording the refund takes time, so the lock must be free
	if id == "" || refunded {
		return
	}
	if err := w.core.Refund(context.Background(), id); err != nil {
		w.violate("refund of %s: %v", id, err)
		return
	}
	w.count("refund")
	h.mu.Lock()
	defer h.mu.Unlock()
	h.refunded[id] = true
	if slot := h.first[id].slot; h.named[slot] == id {
		delete(h.named, slot) // a repeated request is billed again
	}
}

// check compares the database with the responses that the clients received.
func (w *world) check() {
	w.kill()
	ctx := context.Background()
	found, err := w.core.Check(ctx)
	if err != nil || len(found.Differences) > 0 {
		w.violate("check: %q, %v", found.Differences, err)
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
	h := &w.history
	for id, r := range h.first {
		if row, ok := rows[id]; !ok || row.Key.ID != r.key || row.Units != r.units {
			w.violate("%s of key %s has no usage row of %d units, but %+v", id, r.key, r.units, row)
		}
		if n, err := strconv.Atoi(r.row); err != nil || n < 1 || len(r.head) != 16 {
			w.violate("%s has the receipt %q, %q", id, r.row, r.head)
		}
		if !h.refunded[id] {
			billed[r.key] -= r.units
		}
	}
	for _, p := range h.pages {
		billed[p.key] -= p.units
	}
	for id, rest := range billed {
		if rest < 0 || rest > h.unanswered[id] {
			w.violate("key %s was billed %d units more than it was shown, and may have lost %d", id, rest, h.unanswered[id])
		}
	}
	_ = w.server.Close()
	if err := w.store.Close(); err != nil {
		w.t.Error(err)
	}
}
