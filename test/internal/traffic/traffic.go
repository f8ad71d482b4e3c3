// Package traffic sends HTTP requests using little CPU time, so that the server can use most of the
// machine.
package traffic

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// Lease60 is the lease that the benchmarks compute. It has 60 months, and its response is 40 KB
// long.
const Lease60 = `{"commencementDate":"2025-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06}`

// Generator repeats a request over raw connections. To save CPU time, it parses only a response's
// length.
type Generator struct {
	Address     string
	Connections int
	Keys        []string // used in turn, so that no key reaches its rate limit
	Body        string
	KeyedEvery  int // every n-th request has a unique Idempotency-Key; if 0, no request has an Idempotency-Key

	sent atomic.Int64 // requests sent in all loads; keys and Idempotency-Keys are derived from this number
}

// Load defines the number and rate of requests. A load ends after the number of requests in the
// Requests field, or after the duration in the Lasting field.
type Load struct {
	Requests int           // maximum number of requests; 0 for no limit
	Lasting  time.Duration // maximum duration; 0 for no limit
	Rate     int           // requests per second, each sent at its scheduled time; if 0, each connection sends its next request after a response
}

// Outcome holds a load's measurements.
type Outcome struct {
	Requests  int
	Took      time.Duration
	Latencies []time.Duration // response times in ascending order
	Refused   map[int]int     // responses by status, except status 200
}

// PerSecond returns the number of responses per second.
func (o Outcome) PerSecond() int { return int(float64(o.Requests) / o.Took.Seconds()) }

// Percentile returns the latency that p percent of requests do not exceed.
func (o Outcome) Percentile(p float64) time.Duration {
	if len(o.Latencies) == 0 {
		return 0
	}
	i := int(p / 100 * float64(len(o.Latencies)))
	return o.Latencies[min(i, len(o.Latencies)-1)]
}

// Run sends a load and returns when all responses have arrived.
func (g *Generator) Run(ctx context.Context, l Load) (Outcome, error) {
	if l.Requests == 0 && l.Lasting == 0 {
		return Outcome{}, errors.New("a load without a bound")
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var taken atomic.Int64
	begin := time.Now()
	parts := make([]Outcome, g.Connections)
	errs := make([]error, g.Connections)
	var group sync.WaitGroup
	for c := range g.Connections {
		group.Go(func() {
			if parts[c], errs[c] = g.connection(ctx, l, begin, &taken); errs[c] != nil {
				cancel()
			}
		})
	}
	group.Wait()
	whole := Outcome{Took: time.Since(begin), Refused: map[int]int{}}
	for _, part := range parts {
		whole.Requests += part.Requests
		whole.Latencies = append(whole.Latencies, part.Latencies...)
		for status, n := range part.Refused {
			whole.Refused[status] += n
		}
	}
	slices.Sort(whole.Latencies)
	return whole, errors.Join(errs...)
}

// connection sends its share of a load over one connection.
func (g *Generator) connection(ctx context.Context, l Load, begin time.Time, taken *atomic.Int64) (Outcome, error) {
	var dialer net.Dialer
	conn, err := dialer.DialContext(ctx, "tcp", g.Address)
	if err != nil {
		return Outcome{}, err
	}
	defer conn.Close() //nolint:errcheck // every response has been read
	part := Outcome{Refused: map[int]int{}}
	r := bufio.NewReaderSize(conn, 64<<10)
	var request []byte
	for ctx.Err() == nil {
		n := int(taken.Add(1)) - 1
		start := time.Now()
		if l.Rate > 0 {
			// The latency is measured from the request's scheduled time. Otherwise, a stalled
			// server would delay the next requests, and their latency would appear low.
			start = begin.Add(time.Duration(n) * time.Second / time.Duration(l.Rate))
			time.Sleep(time.Until(start))
		}
		if l.Requests > 0 && n >= l.Requests || l.Lasting > 0 && time.Since(begin) >= l.Lasting {
			break
		}
		request = g.appendRequest(request[:0])
		if err := conn.SetDeadline(time.Now().Add(time.Minute)); err != nil {
			return part, err
		}
		if _, err := conn.Write(request); err != nil {
			return part, err
		}
		status, err := skipAnswer(r)
		if err != nil {
			return part, err
		}
		part.Requests++
		part.Latencies = append(part.Latencies, time.Since(start))
		if status != 200 {
			part.Refused[status]++
		}
	}
	return part, nil
}

// appendRequest appends the bytes of the next request.
func (g *Generator) appendRequest(b []byte) []byte {
	n := int(g.sent.Add(1)) - 1
	b = append(b, "POST /api/v1/compute HTTP/1.1\r\nHost: "...)
	b = append(b, g.Address...)
	b = append(b, "\r\nContent-Type: application/json\r\nAuthorization: Bearer "...)
	b = append(b, g.Keys[n%len(g.Keys)]...)
	if g.KeyedEvery > 0 && n%g.KeyedEvery == 0 {
		b = append(b, "\r\nIdempotency-Key: load-"...)
		b = strconv.AppendInt(b, int64(n), 10)
	}
	b = append(b, "\r\nContent-Length: "...)
	b = strconv.AppendInt(b, int64(len(g.Body)), 10)
	b = append(b, "\r\n\r\n"...)
	return append(b, g.Body...)
}

var (
	lengthName  = []byte("Content-Length: ")
	chunkedName = []byte("Transfer-Encoding: chunked")
)

// skipAnswer reads one response and returns its status.
func skipAnswer(r *bufio.Reader) (int, error) {
	line, err := r.ReadSlice('\n')
	if err != nil {
		return 0, err
	}
	if len(line) < 12 {
		return 0, fmt.Errorf("status line %q", line)
	}
	status, err := strconv.Atoi(string(line[9:12]))
	if err != nil {
		return 0, err
	}
	length, chunked := 0, false
	for {
		line, err := r.ReadSlice('\n')
		if err != nil {
			return status, err
		}
		if len(line) <= 2 {
			break
		}
		if bytes.HasPrefix(line, lengthName) {
			if length, err = strconv.Atoi(string(bytes.TrimSpace(line[len(lengthName):]))); err != nil {
				return status, err
			}
		}
		chunked = chunked || bytes.HasPrefix(line, chunkedName)
	}
	if chunked {
		return status, skipChunks(r)
	}
	_, err = r.Discard(length)
	return status, err
}

func skipChunks(r *bufio.Reader) error {
	for {
		line, err := r.ReadSlice('\n')
		if err != nil {
			return err
		}
		size, err := strconv.ParseUint(string(bytes.TrimSpace(line)), 16, 31)
		if err != nil {
			return err
		}
		if _, err := r.Discard(int(size) + 2); err != nil || size == 0 {
			return err
		}
	}
}
