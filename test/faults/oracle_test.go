package faults

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/test/internal/program"
	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

// proQuota is the monthly quota of the pro plan.
const proQuota = 5000

// account holds the lowest and highest number of units that may have been billed to an API key.
type account struct {
	least, most int
	failed      bool // whether a request without an Idempotency-Key failed
}

// oracle checks the exchanges with a server against the promises, and collects the violations.
type oracle struct {
	backend backend
	binary  program.Binary
	client  *wire.Client
	keys    []program.Key

	mu     sync.Mutex
	broken []string
}

// judge examines all exchanges so far on a healthy server and returns the violations. If whole is
// true, it also reads the usage log and checks the counters.
func judge(t *testing.T, on backend, server *program.Server, keys []program.Key, exchanges []*exchange, whole bool) []string {
	t.Helper()
	o := &oracle{backend: on, binary: binary(t), client: wire.NewClient(server.URL(), clients), keys: keys}
	defer o.client.Close()
	if err := o.examine(t.Context(), exchanges); err != nil {
		t.Fatal(err)
	}
	o.figures(exchanges)
	if whole {
		if err := o.examineLog(t.Context(), server.DB, exchanges); err != nil {
			t.Fatal(err)
		}
		if err := o.check(t.Context(), server.DB); err != nil {
			t.Fatal(err)
		}
	}
	return o.broken
}

func expect(t *testing.T, on backend, server *program.Server, keys []program.Key, exchanges []*exchange) {
	t.Helper()
	t.Log(countsOf(exchanges))
	complain(t, judge(t, on, server, keys, exchanges, true))
}

// complain fails the test for each violation.
func complain(t *testing.T, broken []string) {
	t.Helper()
	for i, fault := range broken {
		if i == 20 {
			t.Error("and more")
			break
		}
		t.Error(fault)
	}
}

func (o *oracle) complain(format string, args ...any) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.broken = append(o.broken, fmt.Sprintf(format, args...))
}

// examine retries the requests that received no response, repeats all other requests that have an
// Idempotency-Key, and checks every key's bill.
func (o *oracle) examine(ctx context.Context, exchanges []*exchange) error {
	accounts := make([]account, len(o.keys))
	remaining := make([]map[string]bool, len(o.keys))
	for _, d := range exchanges {
		a, units := &accounts[d.key], wire.Units(d.op)
		a.most += units
		if d.acknowledged() || d.keyed { // with an Idempotency-Key, an exchange is billed no later than when it is retried
			a.least += units
		}
		if !d.acknowledged() && !d.keyed {
			a.failed = true
			if d.reply != nil {
				a.most -= units // a request with an error response is not billed
			}
		}
		if d.reply != nil && d.reply.Status != 200 && d.reply.Status != 500 {
			o.complain("%s was answered %v", d.op, d.reply)
		}
	}
	for _, d := range exchanges {
		if !d.acknowledged() || !d.reply.Original() || wire.Units(d.op) == 0 || o.backend.refunds && accounts[d.key].failed {
			continue
		}
		if remaining[d.key] == nil {
			remaining[d.key] = map[string]bool{}
		}
		left := d.reply.Header.Get("X-Quota-Remaining")
		if remaining[d.key][left] {
			o.complain("key %d was left %s units twice", d.key, left)
		}
		remaining[d.key][left] = true
	}
	if err := inParallel(16, len(exchanges), func(i int) error { return o.ask(ctx, exchanges[i]) }); err != nil {
		return err
	}
	return inParallel(clients, len(o.keys), func(i int) error { return o.bill(ctx, i, accounts[i]) })
}

// bill checks that a key's billed units are within the possible range. If a failed request was
// recorded, the server refunds it after a few seconds, so the function bill waits.
func (o *oracle) bill(ctx context.Context, key int, a account) error {
	for try := 0; ; try++ {
		reply, err := o.do(ctx, wire.Call{Path: wire.Path("classify"), Key: o.keys[key].Key, Body: leaseOf(1)})
		if err != nil {
			return err
		}
		remaining, err := strconv.Atoi(reply.Header.Get("X-Quota-Remaining"))
		if err != nil {
			return fmt.Errorf("asking for the quota: %v", reply)
		}
		billed := proQuota - remaining
		if billed > a.most && o.backend.refunds && a.failed && try < 10 {
			time.Sleep(time.Second)
			continue
		}
		if billed < a.least {
			o.complain("billed too little: key %d, %d units for %d to %d", key, billed, a.least, a.most)
		}
		if billed > a.most {
			o.complain("billed too much: key %d, %d units for %d to %d", key, billed, a.least, a.most)
		}
		return nil
	}
}

// do repeats a call while the server or its database is recovering.
func (o *oracle) do(ctx context.Context, call wire.Call) (reply wire.Reply, err error) {
	for range 8 {
		reply, err = o.client.Do(ctx, call)
		if err == nil && reply.Status != 500 {
			return reply, nil
		}
		time.Sleep(250 * time.Millisecond)
	}
	return reply, err
}

// ask repeats a request that has an Idempotency-Key. If the request had a successful response, the
// server must replay it byte for byte. Otherwise the server must respond successfully, and then
// replay the new response.
func (o *oracle) ask(ctx context.Context, d *exchange) error {
	if !d.keyed {
		return nil
	}
	again, err := o.do(ctx, d.call)
	if err != nil {
		return err
	}
	switch {
	case d.acknowledged() && !again.Replayed():
		o.complain("lost: %s with key %s was answered %s and is not a replay now: %v", d.op, d.call.Header.Get("Idempotency-Key"), d.reply.Header.Get("X-Request-Id"), again.Status)
	case d.acknowledged() && again.Figures() != d.reply.Figures():
		o.complain("changed: the replay of %s differs", d.reply.Header.Get("X-Request-Id"))
	case again.Status != 200:
		o.complain("the retry of an unanswered %s gives %v", d.op, again)
	case d.acknowledged():
		return nil
	}
	once, err := o.do(ctx, d.call)
	if err == nil && (!once.Replayed() || once.Figures() != again.Figures()) {
		o.complain("a retried %s is not replayed: %v", d.op, once.Status)
	}
	return err
}

// examineLog compares the usage log with all exchanges while the server runs. Each original request
// must have a row with its units.
func (o *oracle) examineLog(ctx context.Context, db string, exchanges []*exchange) error {
	out, err := o.binary.Run(ctx, "usage", "--db", db, "--format", "json")
	if err != nil || out.Code != 0 {
		return fmt.Errorf("usage: exit status %d, %w: %s", out.Code, err, out.Stderr)
	}
	var printed struct {
		Log []struct {
			RequestID string `json:"request_id"`
			Units     int
		}
	}
	if err := json.Unmarshal([]byte(out.Stdout), &printed); err != nil {
		return err
	}
	units := map[string]int{}
	for _, row := range printed.Log {
		units[row.RequestID] += row.Units
	}
	for _, d := range exchanges {
		if d.acknowledged() && d.reply.Original() && units[d.reply.Header.Get("X-Request-Id")] != wire.Units(d.op) {
			o.complain("%s %s has %d units in the usage log", d.op, d.reply.Header.Get("X-Request-Id"), units[d.reply.Header.Get("X-Request-Id")])
		}
	}
	return nil
}

// check runs the usage check command on the database.
func (o *oracle) check(ctx context.Context, db string) error {
	out, err := o.binary.Run(ctx, "usage", "check", "--db", db)
	if err == nil && out.Code != 0 {
		o.complain("usage check: exit status %d: %.500s%.500s", out.Code, out.Stdout, out.Stderr)
	}
	return err
}
