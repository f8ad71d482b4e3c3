package main

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

// generator sends one request again and again over raw connections. It parses
// of an answer only what it needs to find its end, so that the machine's time
// goes to the server.
type generator struct {
	address     string
	connections int
	keys        []string // taken in turn, so that no key meets its rate limit
	body        string
	keyedEvery  int // every n-th request has an Idempotency-Key of its own; 0: none

	sent atomic.Int64 // over all loads; it makes keys and Idempotency-Keys
}

// load is how much is sent and how fast. One of requests and lasting ends it.
type load struct {
	requests int           // 0: no bound
	lasting  time.Duration // 0: no bound
	rate     int           // requests a second, open loop; 0: as fast as answers come
}

// outcome is what a load met.
type outcome struct {
	requests  int
	took      time.Duration
	latencies []time.Duration // sorted
	refused   map[int]int     // answers by status, where not 200
}

func (o outcome) perSecond() int { return int(float64(o.requests) / o.took.Seconds()) }

// percentile returns the latency that p of a hundred requests do not exceed.
func (o outcome) percentile(p float64) time.Duration {
	if len(o.latencies) == 0 {
		return 0
	}
	i := int(p / 100 * float64(len(o.latencies)))
	return o.latencies[min(i, len(o.latencies)-1)]
}

// run sends a load and waits for all its answers.
func (g *generator) run(ctx context.Context, l load) (outcome, error) {
	if l.requests == 0 && l.lasting == 0 {
		return outcome{}, errors.New("a load without a bound")
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var taken atomic.Int64
	begin := time.Now()
	parts := make([]outcome, g.connections)
	errs := make([]error, g.connections)
	var group sync.WaitGroup
	for c := range g.connections {
		group.Go(func() {
			if parts[c], errs[c] = g.connection(ctx, l, begin, &taken); errs[c] != nil {
				cancel()
			}
		})
	}
	group.Wait()
	whole := outcome{took: time.Since(begin), refused: map[int]int{}}
	for _, part := range parts {
		whole.requests += part.requests
		whole.latencies = append(whole.latencies, part.latencies...)
		for status, n := range part.refused {
			whole.refused[status] += n
		}
	}
	slices.Sort(whole.latencies)
	return whole, errors.Join(errs...)
}

// connection sends its share of a load over one connection.
func (g *generator) connection(ctx context.Context, l load, begin time.Time, taken *atomic.Int64) (outcome, error) {
	var dialer net.Dialer
	conn, err := dialer.DialContext(ctx, "tcp", g.address)
	if err != nil {
		return outcome{}, err
	}
	defer conn.Close() //nolint:errcheck // read to the end of every answer
	part := outcome{refused: map[int]int{}}
	r := bufio.NewReaderSize(conn, 64<<10)
	var request []byte
	for ctx.Err() == nil {
		n := int(taken.Add(1)) - 1
		start := time.Now()
		if l.rate > 0 {
			// Latency counts from when the request was due: a server that
			// stalls does not get to slow its own examiner down.
			start = begin.Add(time.Duration(n) * time.Second / time.Duration(l.rate))
			time.Sleep(time.Until(start))
		}
		if l.requests > 0 && n >= l.requests || l.lasting > 0 && time.Since(begin) >= l.lasting {
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
		part.requests++
		part.latencies = append(part.latencies, time.Since(start))
		if status != 200 {
			part.refused[status]++
		}
	}
	return part, nil
}

// appendRequest makes the next request.
func (g *generator) appendRequest(b []byte) []byte {
	n := int(g.sent.Add(1)) - 1
	b = append(b, "POST /api/v1/compute HTTP/1.1\r\nHost: "...)
	b = append(b, g.address...)
	b = append(b, "\r\nContent-Type: application/json\r\nAuthorization: Bearer "...)
	b = append(b, g.keys[n%len(g.keys)]...)
	if g.keyedEvery > 0 && n%g.keyedEvery == 0 {
		b = append(b, "\r\nIdempotency-Key: load-"...)
		b = strconv.AppendInt(b, int64(n), 10)
	}
	b = append(b, "\r\nContent-Length: "...)
	b = strconv.AppendInt(b, int64(len(g.body)), 10)
	b = append(b, "\r\n\r\n"...)
	return append(b, g.body...)
}

var (
	lengthName  = []byte("Content-Length: ")
	chunkedName = []byte("Transfer-Encoding: chunked")
)

// skipAnswer reads one answer to its end and returns its status.
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
