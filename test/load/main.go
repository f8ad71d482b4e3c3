// Command load measures the service on the loopback interface. The baseline, in the same run on the
// same machine, is a bare net/http handler that sends the same bytes. The reported ratios are
// comparable across machines.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"time"

	"github.com/leasehold-accounting/leasehold/test/internal/program"
	"github.com/leasehold-accounting/leasehold/test/internal/traffic"
	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

// settings are a run's parameters and targets.
type settings struct {
	dir            string
	connections    int
	keys           int
	rounds         int
	lasting        time.Duration
	pause          time.Duration
	memoryRequests int

	plainPercent, keyedPercent int
	p99                        time.Duration
}

func main() {
	var s settings
	flag.StringVar(&s.dir, "dir", "", "folder for the database (default: a temporary one)")
	flag.IntVar(&s.connections, "connections", 64, "connections at once")
	flag.IntVar(&s.keys, "keys", 8000, "API keys, each with a rate of 120 requests per minute")
	flag.IntVar(&s.rounds, "rounds", 5, "rounds of each measurement; the median counts")
	flag.DurationVar(&s.lasting, "lasting", 3*time.Second, "length of one measurement")
	flag.DurationVar(&s.pause, "pause", 0, "pause between measurements, for a machine that has other work")
	flag.IntVar(&s.memoryRequests, "memory-requests", 200_000, "requests while memory is measured; 0: skip")
	flag.IntVar(&s.plainPercent, "plain-percent", 36, "wanted of the bare handler's rate, without Idempotency-Key")
	flag.IntVar(&s.keyedPercent, "keyed-percent", 24, "wanted with distinct Idempotency-Keys")
	flag.DurationVar(&s.p99, "p99", 25*time.Millisecond, "wanted 99th percentile at half of the rate")
	bare := flag.String("bare", "", "serve the bare handler on this address (used by the program itself)")
	answer := flag.String("answer", "", "file with the response of the bare handler")
	flag.Parse()
	if *bare != "" {
		fmt.Fprintln(os.Stderr, serveBare(*bare, *answer))
		os.Exit(1)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	missed, err := measure(ctx, s, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
	}
	if missed > 0 || err != nil {
		stop()
		os.Exit(1) //nolint:gocritic // stop has been called
	}
}

// measure makes all measurements and returns the number of missed targets.
func measure(ctx context.Context, s settings, w io.Writer) (missed int, err error) {
	dir, err := os.MkdirTemp(s.dir, "leasehold-load-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // the system deletes temporary directories
	b, err := newBench(ctx, s, dir)
	if err != nil {
		return 0, err
	}
	defer b.close()
	r := &report{w: w}
	fmt.Fprintf(w, "compute of a 60-month lease, %d bytes of answer, %d connections, medians of %d rounds of %v\n", len(b.answer.Body), s.connections, s.rounds, s.lasting)
	rates, err := b.rates(ctx, s)
	if err != nil {
		return 0, err
	}
	r.rate("bare net/http handler", rates.bare, rates.bare, 0)
	r.rate("service", rates.plain, rates.bare, s.plainPercent)
	r.rate("service, distinct Idempotency-Keys", rates.keyed, rates.bare, s.keyedPercent)
	half := max(1, medianSpeed(rates.plain).perSecond/2)
	for _, of := range []struct {
		name   string
		g      *traffic.Generator
		wanted time.Duration
	}{{"bare net/http handler", b.limit, 0}, {"service", b.service, s.p99}} {
		got, err := at(ctx, s, of.g, half)
		if err != nil {
			return 0, err
		}
		r.latency(of.name, half, got, of.wanted)
	}
	if s.memoryRequests > 0 {
		samples, err := b.memory(ctx, s)
		if err != nil {
			return 0, err
		}
		r.memory(samples)
	}
	return r.missed, b.audit(ctx)
}

// bench holds a running service, a running bare handler and the API keys.
type bench struct {
	server   *program.Server
	tool     program.Binary
	service  *traffic.Generator
	limit    *traffic.Generator
	answer   answerFile
	barePID  int
	stopBare func()
}

func newBench(ctx context.Context, s settings, dir string) (*bench, error) {
	tool, err := program.Build(dir)
	if err != nil {
		return nil, err
	}
	b := &bench{tool: tool, server: &program.Server{Binary: tool, DB: "sqlite:" + dir + "/load.db"}, stopBare: func() {}}
	keys, err := tool.CreateKeys(ctx, b.server.DB, "pro", "test", "load", s.keys)
	if err != nil {
		return nil, err
	}
	if err := b.server.Start(ctx); err != nil {
		return nil, err
	}
	b.service = &traffic.Generator{Address: b.server.Address, Connections: s.connections, Body: traffic.Lease60}
	for _, key := range keys {
		b.service.Keys = append(b.service.Keys, key.Key)
	}
	if err := b.startLimit(ctx, s, dir); err != nil {
		b.close()
		return nil, err
	}
	return b, nil
}

// startLimit records one of the service's responses and starts the bare handler with it.
func (b *bench) startLimit(ctx context.Context, s settings, dir string) error {
	client := wire.NewClient(b.server.URL(), 1)
	defer client.Close()
	reply, err := client.Do(ctx, wire.Call{Path: wire.Path("compute"), Key: b.service.Keys[0], Body: traffic.Lease60})
	if err != nil {
		return err
	}
	if reply.Status != 200 {
		return fmt.Errorf("the first answer: %v", reply)
	}
	reply.Header.Del("Date")
	reply.Header.Del("Content-Length")
	b.answer = answerFile{Header: reply.Header, Body: reply.Body}
	address, err := program.FreeAddress()
	if err != nil {
		return err
	}
	b.limit = &traffic.Generator{Address: address, Connections: s.connections, Body: traffic.Lease60, Keys: b.service.Keys}
	b.barePID, b.stopBare, err = startBare(ctx, address, dir, b.answer)
	return err
}

func (b *bench) close() {
	b.stopBare()
	b.server.Kill()
}

// audit stops the service and checks the recorded usage. The run fails if usage is missing.
func (b *bench) audit(ctx context.Context) error {
	if err := b.server.Stop(); err != nil {
		return err
	}
	out, err := b.tool.Run(ctx, "usage", "check", "--db", b.server.DB)
	if err == nil && out.Code != 0 {
		err = fmt.Errorf("usage check: exit status %d: %s%s", out.Code, out.Stdout, out.Stderr)
	}
	return err
}

// speed holds the requests per second and the server's CPU time per request. CPU time is meaningful
// even on a busy machine.
type speed struct {
	perSecond int
	cpuMicros int // server CPU time per request
}

// rates holds three speeds for each round: the bare handler's speed, the service's speed without
// Idempotency-Keys, and the service's speed with Idempotency-Keys.
type rates struct{ bare, plain, keyed []speed }

// rates measures the three speeds in turn, several times, so that a slow phase of the machine
// affects all three.
func (b *bench) rates(ctx context.Context, s settings) (rates, error) {
	var r rates
	for round := range s.rounds + 1 {
		for _, m := range []struct {
			of    *traffic.Generator
			pid   int
			every int
			into  *[]speed
		}{{b.limit, b.barePID, 0, &r.bare}, {b.service, b.server.PID(), 0, &r.plain}, {b.service, b.server.PID(), 1, &r.keyed}} {
			m.of.KeyedEvery = m.every
			time.Sleep(s.pause)
			got, err := measureSpeed(ctx, m.of, m.pid, s.lasting)
			if err != nil {
				return rates{}, err
			}
			if round > 0 { // the first round does not count, because caches are still empty
				*m.into = append(*m.into, got)
			}
		}
	}
	return r, nil
}

func measureSpeed(ctx context.Context, g *traffic.Generator, pid int, lasting time.Duration) (speed, error) {
	before, err := processorTime(pid)
	if err != nil {
		return speed{}, err
	}
	got, err := g.Run(ctx, traffic.Load{Lasting: lasting})
	if err != nil {
		return speed{}, err
	}
	if len(got.Refused) > 0 || got.Requests == 0 {
		return speed{}, fmt.Errorf("%d answers, of them not 200, by status: %v", got.Requests, got.Refused)
	}
	after, err := processorTime(pid)
	return speed{got.PerSecond(), int((after - before).Microseconds()) / got.Requests}, err
}

// medianSpeed returns the median of the rounds' speeds.
func medianSpeed(rounds []speed) speed {
	rounds = slices.SortedFunc(slices.Values(rounds), func(a, b speed) int { return a.perSecond - b.perSecond })
	return rounds[len(rounds)/2]
}

// medianRatio returns the speed in thousandths of the baseline's speed. It computes each round's
// ratio and returns the median, because a disturbance reduces both speeds in a round.
func medianRatio(rounds, limit []speed) int {
	ratios := make([]int, len(rounds))
	for i, round := range rounds {
		ratios[i] = 1000 * round.perSecond / max(1, limit[i].perSecond)
	}
	return median(ratios)
}

func median(values []int) int {
	slices.Sort(values)
	return values[len(values)/2]
}

// at measures the latency at the given number of requests per second.
func at(ctx context.Context, s settings, g *traffic.Generator, rate int) (traffic.Outcome, error) {
	g.KeyedEvery = 0
	time.Sleep(s.pause)
	got, err := g.Run(ctx, traffic.Load{Lasting: 2 * s.lasting, Rate: rate})
	if err == nil && len(got.Refused) > 0 {
		err = fmt.Errorf("answers other than 200, by status: %v", got.Refused)
	}
	return got, err
}

// memory measures the service's resident memory during many requests. One in eight of them has an
// Idempotency-Key.
func (b *bench) memory(ctx context.Context, s settings) ([]int, error) {
	const samples = 20
	b.service.KeyedEvery = 8
	var resident []int
	for range samples {
		if _, err := b.service.Run(ctx, traffic.Load{Requests: s.memoryRequests / samples}); err != nil {
			return nil, err
		}
		kilobytes, err := residentKilobytes(b.server.PID())
		if err != nil {
			return nil, err
		}
		resident = append(resident, kilobytes)
	}
	return resident, nil
}
