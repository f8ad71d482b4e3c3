package faults

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"sync"

	"github.com/leasehold-accounting/leasehold/test/internal/program"
	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

// proQuota is the monthly quota of the pro plan.
const proQuota = 5000

// deal is one request of the load and what its client knows of it.
type deal struct {
	call  wire.Call
	op    string
	key   int         // which API key
	keyed bool        // with an Idempotency-Key
	reply *wire.Reply // nil: unanswered
}

func (d *deal) acknowledged() bool { return d.reply != nil && d.reply.Status == 200 }

// account is what may have been billed to one API key.
type account struct {
	least, most int
}

// oracle knows every deal of one life of the server and finds the broken
// promises after the next start.
type oracle struct {
	client *wire.Client
	keys   []program.Key

	mu     sync.Mutex
	broken []string
}

func (o *oracle) complain(format string, args ...any) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.broken = append(o.broken, fmt.Sprintf(format, args...))
}

// examine retries what was unanswered, asks again for what was answered, and
// compares the bill of every key.
func (o *oracle) examine(ctx context.Context, deals []*deal) error {
	accounts := make([]account, len(o.keys))
	for _, d := range deals {
		units := wire.Units(d.op)
		accounts[d.key].most += units
		if d.acknowledged() || d.keyed { // a keyed deal is billed by its retry at the latest
			accounts[d.key].least += units
		}
		if d.reply != nil && d.reply.Status != 200 && !d.keyed {
			accounts[d.key].most -= units // an answered refusal costs nothing
		}
	}
	if err := inParallel(16, len(deals), func(i int) error { return o.ask(ctx, deals[i]) }); err != nil {
		return err
	}
	return inParallel(16, len(o.keys), func(i int) error {
		reply, err := o.client.Do(ctx, wire.Call{Path: wire.Path("classify"), Key: o.keys[i].Key, Body: leaseOf(1)})
		if err != nil {
			return err
		}
		remaining, err := strconv.Atoi(reply.Header.Get("X-Quota-Remaining"))
		if err != nil {
			return fmt.Errorf("asking for the quota: %v", reply)
		}
		if billed := proQuota - remaining; billed < accounts[i].least || billed > accounts[i].most {
			o.complain("key %d was billed %d units for %d to %d", i, billed, accounts[i].least, accounts[i].most)
		}
		return nil
	})
}

// ask repeats a keyed deal. What was answered is replayed, byte for byte; what
// was not is answered now, and replayed when asked once more.
func (o *oracle) ask(ctx context.Context, d *deal) error {
	if !d.keyed {
		return nil
	}
	again, err := o.client.Do(ctx, d.call)
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
	once, err := o.client.Do(ctx, d.call)
	if err == nil && (!once.Replayed() || once.Figures() != again.Figures()) {
		o.complain("a retried %s is not replayed: %v", d.op, once.Status)
	}
	return err
}

// examineLog compares the usage log with every acknowledged deal: each original
// has its row, with its units. It reads the database beside the server.
func (o *oracle) examineLog(ctx context.Context, db string, deals []*deal) error {
	out, err := binary.Run(ctx, "usage", "--db", db, "--format", "json")
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
	for _, d := range deals {
		if d.acknowledged() && d.reply.Original() && units[d.reply.Header.Get("X-Request-Id")] != wire.Units(d.op) {
			o.complain("%s %s has %d units in the usage log", d.op, d.reply.Header.Get("X-Request-Id"), units[d.reply.Header.Get("X-Request-Id")])
		}
	}
	return nil
}

// verify runs the program's own audit.
func (o *oracle) verify(ctx context.Context, db string) error {
	out, err := binary.Run(ctx, "ledger", "verify", "--db", db)
	if err == nil && out.Code != 0 {
		o.complain("ledger verify: exit status %d: %.500s%.500s", out.Code, out.Stdout, out.Stderr)
	}
	return err
}

// leaseOf returns a lease of a term, so that answers differ.
func leaseOf(months int) string {
	return fmt.Sprintf(`{"commencementDate":"2025-01-31","termMonths":%d,"paymentAmount":1000.01,"discountRateAnnual":0.06}`, months)
}

// inParallel calls f for 0 to n-1 and returns an error, if any.
func inParallel(workers, n int, f func(i int) error) error {
	jobs := make(chan int)
	errs := make(chan error, n)
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for i := range jobs {
				if err := f(i); err != nil {
					errs <- err
				}
			}
		})
	}
	for i := range n {
		jobs <- i
	}
	close(jobs)
	group.Wait()
	close(errs)
	return <-errs
}
