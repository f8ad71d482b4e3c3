// Package cost searches for the requests that cost most: processor time for each
// unit that they are billed, and memory. What it finds is kept in testdata, for
// test/faults to send them beside other people's requests.
package cost

import (
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/test/internal/costly"
	"github.com/leasehold-accounting/leasehold/test/internal/program"
	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

var search = flag.Duration("search", 0, "search for so long and write the worst finds to testdata/worst.json; 0: replay those")

const (
	file  = "testdata/worst.json"
	finds = 10
)

// mostOfUnit is the most that a unit may cost, in plain units: a plain unit is what a
// server's processor does for the computation of a plain lease of 60 months, with its
// request, its row of the usage log and its answer, on a connection of its own.
// docs/BOUNDS.md has what is measured.
const mostOfUnit = 50

// noise is by how much the same request may differ between machines: how much of a plain unit
// is the kernel's and how large the caches are differ more than two runs on one machine do. What
// this test is for, a family of requests without a bound, has cost tens of times the bound.
const noise = 3

// cost is what a request takes.
type cost struct {
	took  time.Duration
	beat  time.Duration // see [beat], at the same time
	bytes uint64
	units int64
	fits  bool // it is within what one request may take
}

// answer has the last answer: a server keeps such memory too.
var answer []byte

// measure makes a request, as a server would but for the network and the commit. The garbage
// of earlier requests is collected before it, its own while it is made.
func measure(tb testing.TB, r *costly.Request, body []byte) (c cost, ok bool) {
	tb.Helper()
	op := operations.Find(r.Operation)
	if op == nil || len(body) > op.MaxBody {
		return cost{}, false
	}
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	begun := processor(tb)
	task, err := op.Read(body)
	if err != nil {
		return cost{}, false
	}
	c.units, c.fits = 1, task.Effort() <= mostEffort
	if c.fits {
		result, err := task.Compute(context.Background(), operations.With{})
		if err == nil {
			c.units = max(1, result.Units())
			if r.Operation == "report" { // a lease that is skipped counts as the unit that it would have been
				c.units = max(c.units, int64(r.Leases))
			}
			answer = result.Append(answer[:0])
		}
	}
	c.took = max(processor(tb)-begun, 1)
	runtime.ReadMemStats(&after)
	c.bytes = after.TotalAlloc - before.TotalAlloc
	return c, true
}

// beats is what the request took, in beats.
func (c *cost) beats() float64 { return float64(c.took) / float64(c.beat) }

// processor is the processor's time of this process, which other programs do not
// lengthen as they do that of a clock.
func processor(tb testing.TB) time.Duration {
	tb.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		tb.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// mostEffort is what fits the deadline of a request, see [service.Config].
const mostEffort = int64(10 * time.Second / (200 * time.Nanosecond))

// beat is what this process takes for a plain computation, the mean of as many as take about
// so long. Other programs on the same cores make them slower as they do every computation of the
// same length, so that what a request takes in beats hardly depends on them.
func beat(tb testing.TB, lasting time.Duration) time.Duration {
	tb.Helper()
	lease := costly.Plain()
	body, op := lease.Body(), operations.Find(lease.Operation)
	begun := processor(tb)
	for n := time.Duration(1); ; n++ {
		task, err := op.Read(body)
		if err != nil {
			tb.Fatal(err)
		}
		result, err := task.Compute(context.Background(), operations.With{})
		if err != nil {
			tb.Fatal(err)
		}
		answer = result.Append(answer[:0])
		if n%8 != 0 {
			continue
		}
		if used := processor(tb) - begun; used >= lasting {
			return max(used/n, 1)
		}
	}
}

// A request and the beat are measured again and again, in turn, up to so often and for about so
// long; the least of each is what other programs have disturbed least.
const (
	tries    = 15
	tryFor   = 500 * time.Millisecond
	longBeat = 20 * time.Millisecond
)

func least(tb testing.TB, r *costly.Request) (best cost, ok bool) {
	tb.Helper()
	body, used := r.Body(), time.Duration(0)
	for i := 0; i < tries && used < tryFor; i++ {
		c, ok := measure(tb, r, body)
		if !ok {
			return cost{}, false
		}
		lasting := min(c.took, longBeat)
		c.beat = beat(tb, lasting)
		if i == 0 {
			best = c
		}
		best.took, best.beat = min(best.took, c.took), min(best.beat, c.beat)
		used += c.took + lasting
	}
	return best, true
}

// find is a request with what it costs.
type find struct {
	Request costly.Request
	PerUnit float64 // plain computations that a unit of it costs
	MB      float64 // allocated
}

// plain returns a plain unit in beats: what a server takes that answers one request after
// the other.
func plain(tb testing.TB) (unit float64) {
	tb.Helper()
	const keys, each, rounds = 24, 8, 12
	tool, err := program.Build(tb.TempDir())
	if err != nil {
		tb.Fatal(err)
	}
	server := &program.Server{Binary: tool, DB: "sqlite:" + filepath.Join(tb.TempDir(), "cost.db")}
	list, err := tool.CreateKeys(tb.Context(), server.DB, "pro", "test", "cost", keys)
	if err != nil {
		tb.Fatal(err)
	}
	if err := server.Start(tb.Context()); err != nil {
		tb.Fatal(err)
	}
	defer server.Kill()
	client := wire.NewClient(server.URL(), 1)
	defer client.Close()
	lease := costly.Plain()
	body := string(lease.Body())
	used, quick := time.Duration(0), time.Duration(0)
	for round := range rounds {
		before := usedBy(tb, server.PID())
		for range each {
			for _, key := range list {
				reply, err := client.Do(tb.Context(), wire.Call{Path: wire.Path(lease.Operation), Key: key.Key, Body: body})
				if err != nil || reply.Status != http.StatusOK {
					tb.Fatalf("%v, %v", reply, err)
				}
			}
		}
		request, computation := (usedBy(tb, server.PID())-before)/(keys*each), beat(tb, longBeat)
		if round < 2 { // it has started
			used, quick = request, computation
		}
		used, quick = min(used, request), min(quick, computation)
	}
	tb.Logf("a plain unit takes %v, and a computation without a server %v", used, quick)
	return float64(used) / float64(quick)
}

// usedBy returns the processor's time that a process has used.
func usedBy(tb testing.TB, pid int) (used time.Duration) {
	tb.Helper()
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
	if err != nil || len(threads) == 0 {
		tb.Fatalf("no threads of %d, %v", pid, err)
	}
	for _, file := range threads {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended
		}
		var n int64
		if _, err := fmt.Sscan(string(text), &n); err != nil {
			tb.Fatal(err)
		}
		used += time.Duration(n)
	}
	return used
}

func judge(tb testing.TB, r *costly.Request, unit float64) (find, bool) {
	tb.Helper()
	c, ok := least(tb, r)
	if !ok {
		return find{}, false
	}
	if !c.fits { // refused once it is read: it is billed nothing, and takes the slots that it cost
		return find{*r, 0, float64(c.bytes) / (1 << 20)}, true
	}
	return find{*r, c.beats() / unit / float64(c.units), float64(c.bytes) / (1 << 20)}, true
}

// No unit costs more than its bound, in plain computations of the same run: those
// that a search has found worst, and those that it started from.
func TestTheWorstUnitHasABound(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // the collector takes no processor because it is idle
	if *search > 0 {
		searchFor(t, *search)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var worst []find
	if err := json.Unmarshal(text, &worst); err != nil || len(worst) != finds {
		t.Fatalf("%d finds, %v", len(worst), err)
	}
	requests := costly.Seeds()
	for _, f := range worst {
		requests = append(requests, f.Request)
	}
	unit := plain(t)
	for _, r := range requests {
		f, ok := judge(t, &r, unit)
		if !ok {
			t.Errorf("refused: %+v", r)
			continue
		}
		for try := 0; try < 4 && f.PerUnit > noise*mostOfUnit; try++ { // other programs never make it less
			again, _ := judge(t, &r, unit)
			f.PerUnit = min(f.PerUnit, again.PerUnit)
		}
		t.Logf("%-8s %-10s %4d months, %4d payments, %3d events, %4d leases: %6.1f plain units a unit, %.0f MB allocated",
			r.Operation, r.Discounting, r.Months, r.Others, r.Events, r.Leases, f.PerUnit, f.MB)
		if f.PerUnit > noise*mostOfUnit {
			t.Errorf("%+v: %.0f plain units a unit, at most %d would do", r, f.PerUnit, mostOfUnit)
		}
	}
}

// searchFor changes the worst requests at random and keeps those that are worse.
func searchFor(t *testing.T, lasting time.Duration) {
	t.Helper()
	rnd := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 1))
	unit := plain(t)
	var worst []find
	keep := func(r costly.Request) {
		f, ok := judge(t, &r, unit)
		if !ok || slices.ContainsFunc(worst, func(o find) bool { return o.Request == r }) {
			return
		}
		worst = append(worst, f)
		slices.SortStableFunc(worst, func(a, b find) int { return cmp.Compare(b.PerUnit, a.PerUnit) })
		worst = byOperation(worst)
	}
	for _, r := range costly.Seeds() {
		keep(r)
	}
	tried := 0
	for end := time.Now().Add(lasting); time.Now().Before(end); tried++ {
		r := worst[rnd.IntN(len(worst))].Request
		for range 1 + rnd.IntN(3) {
			change(rnd, &r)
		}
		keep(r)
	}
	t.Logf("tried %d requests", tried)
	text, err := json.MarshalIndent(worst, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, append(text, '\n'), 0o600); err != nil {
		t.Fatal(err)
	}
}

// byOperation keeps the worst finds, at most two of an operation, so that all are
// searched.
func byOperation(list []find) []find {
	const each = 2
	count := map[string]int{}
	list = slices.DeleteFunc(list, func(f find) bool {
		count[f.Request.Operation]++
		return count[f.Request.Operation] > each
	})
	return list[:min(len(list), finds)]
}

// change changes one number of a request.
func change(rnd *rand.Rand, r *costly.Request) {
	pick := func(of ...string) string { return of[rnd.IntN(len(of))] }
	near := func(n *int, most int) {
		if rnd.IntN(3) == 0 {
			*n = rnd.IntN(most + 1)
		} else {
			*n = min(most, max(0, *n+rnd.IntN(2*most/10+3)-most/10-1))
		}
	}
	switch rnd.IntN(20) {
	case 0:
		r.Operation = pick("compute", "schedule", "journal-entries", "classify", "compare", "verify", "report")
		r.Rows, r.Leases = rnd.IntN(1400), 1+rnd.IntN(200)
	case 1:
		r.Standard = pick("ASC_842", "IFRS_16", "GASB_87")
	case 2:
		r.Discounting = pick("nominal", "effective", "actual_365")
	case 3:
		r.Frequency = pick("monthly", "quarterly", "semiannual", "annual")
	case 4:
		r.Timing = pick("advance", "arrears")
	case 5:
		near(&r.Months, 1199)
		r.Months++
	case 6:
		near(&r.Others, 1200)
	case 7:
		near(&r.OtherEvery, 60)
	case 8:
		near(&r.OtherFrom, 3000)
	case 9:
		near(&r.Events, 200)
	case 10:
		near(&r.EventEvery, 180)
	case 11:
		near(&r.EventFrom, 400)
		r.EventFrom++
	case 12:
		r.Kind = rnd.IntN(costly.Kinds)
	case 13:
		near(&r.Steps, 1200)
	case 14:
		near(&r.Digits, 390)
	case 15:
		near(&r.Free, 120)
	case 16:
		near(&r.Variable, 1200)
	case 17:
		r.Rates = rnd.IntN(2) * rnd.IntN(800)
	case 18:
		r.Received, r.Divided, r.Taxed = rnd.IntN(2) == 0, rnd.IntN(2) == 0, rnd.IntN(2) == 0
	case 19:
		r.Calendar, r.Tie = rnd.IntN(2) == 0, rnd.IntN(4) == 0
	default:
		r.Escalation, r.Adjusted, r.Monthly, r.Skip = rnd.IntN(2) == 0, rnd.IntN(2) == 0, rnd.IntN(2) == 0, rnd.IntN(8) == 0
	}
}

// BenchmarkSeeds measures the requests that a search starts from, after a plain one.
func BenchmarkSeeds(b *testing.B) {
	for i, r := range append([]costly.Request{costly.Plain()}, costly.Seeds()...) {
		b.Run(fmt.Sprintf("%d-%s-%s", i, r.Operation, r.Discounting), func(b *testing.B) {
			body, begun := r.Body(), processor(b)
			for b.Loop() {
				if _, ok := measure(b, &r, body); !ok {
					b.Fatal("refused")
				}
			}
			b.ReportMetric(float64((processor(b)-begun).Microseconds())/1000/float64(b.N), "processor-ms/op")
		})
	}
}
