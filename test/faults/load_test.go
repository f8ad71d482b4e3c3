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
	// A load sends at most dealsAKey requests with one key. The rate limit is 120 requests per
	// minute, and the oracle needs the rest.
	dealsAKey = 35
)

// exchange is a request and its response, if any.
type exchange struct {
	call  wire.Call
	op    string
	body  int  // lease term in months
	key   int  // index of the API key
	keyed bool // whether the request has an Idempotency-Key
	sent  time.Time
	took  time.Duration
	reply *wire.Reply // nil if there was no response
}

func (d *exchange) acknowledged() bool { return d.reply != nil && d.reply.Status == 200 }

// newExchange returns the n-th request of a load. The requests use all operations in turn, and one
// in eight has no Idempotency-Key.
func newExchange(n int, keys []program.Key) *exchange {
	d := &exchange{key: n % len(keys), op: wire.Operations[n/3%len(wire.Operations)], body: n%60 + 1, keyed: n%8 != 7}
	d.call = wire.Call{Path: wire.Path(d.op), Key: keys[d.key].Key, Body: leaseOf(d.body)}
	if d.keyed {
		d.call = d.call.Keyed(fmt.Sprintf("exchange-%d", n))
	}
	return d
}

// leaseOf returns a lease with the given term. Different terms lead to different responses.
func leaseOf(months int) string {
	return fmt.Sprintf(`{"commencementDate":"2025-01-31","termMonths":%d,"paymentAmount":1000.01,"discountRateAnnual":0.06}`, months)
}

// load describes the requests that many clients send to the servers.
type load struct {
	servers []*program.Server
	keys    []program.Key
	rate    int  // requests per second; if 0, each client sends its next request after a response
	plain   bool // whether all requests lack Idempotency-Keys
}

// while sends requests until the given function returns. It retries a request if a server does not
// respond, and returns all exchanges.
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
					<-done // all requests have been sent, but the fault may still be present
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
				// net/http automatically repeats a request that has an Idempotency-Key. Even if the
				// second attempt cannot connect, the first may have reached the server.
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

// countsOf returns the number of exchanges by outcome, as text.
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

// inParallel calls f with each number from 0 to n-1 from several goroutines. It returns one of f's
// errors, if any.
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
