package faults

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/leasehold-accounting/leasehold/test/internal/program"
	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

const (
	clients = 32
	// dealsAKey is the maximum number of requests per key: the oracle needs the remaining ones of
	// the 120 per minute.
	dealsAKey = 35
)

// exchange is a request of the load and its response, if any.
type exchange struct {
	call  wire.Call
	op    string
	body  int  // months of the lease
	key   int  // which API key
	keyed bool // with an Idempotency-Key
	sent  time.Time
	took  time.Duration
	reply *wire.Reply // nil: unanswered
}

func (d *exchange) acknowledged() bool { return d.reply != nil && d.reply.Status == 200 }

// newExchange makes the n-th request: all operations in turn, one in eight without
// an Idempotency-Key.
func newExchange(n int, keys []program.Key) *exchange {
	d := &exchange{key: n % len(keys), op: wire.Operations[n/3%len(wire.Operations)], body: n%60 + 1, keyed: n%8 != 7}
	d.call = wire.Call{Path: wire.Path(d.op), Key: keys[d.key].Key, Body: leaseOf(d.body)}
	if d.keyed {
		d.call = d.call.Keyed(fmt.Sprintf("exchange-%d", n))
	}
	return d
}

// leaseOf returns a lease of a term, so that answers differ.
func leaseOf(months int) string {
	return fmt.Sprintf(`{"commencementDate":"2025-01-31","termMonths":%d,"paymentAmount":1000.01,"discountRateAnnual":0.06}`, months)
}

// load is requests from many clients to one or more servers.
type load struct {
	servers []*program.Server
	keys    []program.Key
	rate    int  // requests a second; 0: as fast as answers come
	plain   bool // no Idempotency-Keys
}

// while sends requests until body has returned, and returns all exchanges. It retries a dead
// server.
func (l *load) while(ctx context.Context, body func()) []*exchange {
	done := make(chan struct{})
	go func() {
		defer close(done)
		body()
	}()
	var next atomic.Int64
	begin := time.Now()
	perClient := make([][]*exchange, clients)
	var group sync.WaitGroup
	for c := range clients {
		group.Go(func() {
			server := l.servers[c%len(l.servers)]
			client := wire.NewClient(server.URL(), clients)
			defer client.Close()
			for ctx.Err() == nil {
				n := int(next.Add(1)) - 1
				if n >= len(l.keys)*dealsAKey {
					<-done // the fault is still to come
					return
				}
				if l.rate > 0 {
					time.Sleep(time.Until(begin.Add(time.Duration(n) * time.Second / time.Duration(l.rate))))
				}
				select {
				case <-done:
					return
				default:
				}
				d := newExchange(n, l.keys)
				if l.plain {
					d.keyed, d.call.Header = false, nil
				}
				d.sent = time.Now()
				reply, err := client.Do(ctx, d.call)
				d.took = time.Since(d.sent)
				opError, _ := errors.AsType[*net.OpError](err)
				dead := opError != nil && opError.Op == "dial"
				if dead {
					time.Sleep(20 * time.Millisecond)
				}
				// net/http repeats requests with an Idempotency-Key automatically, so the first
				// attempt may have arrived even if the second finds no server.
				if !dead || d.keyed {
					perClient[c] = append(perClient[c], d)
				}
				if err != nil {
					continue
				}
				d.reply = &reply
			}
		})
	}
	group.Wait()
	return slices.Concat(perClient...)
}

// countsOf counts exchanges by outcome.
func countsOf(exchanges []*exchange) string {
	byStatus := map[int]int{}
	for _, d := range exchanges {
		if d.reply == nil {
			byStatus[0]++
		} else {
			byStatus[d.reply.Status]++
		}
	}
	return fmt.Sprintf("%d requests, by status (0: unanswered) %v", len(exchanges), byStatus)
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
