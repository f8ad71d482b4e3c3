package faults

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/test/internal/program"
	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

var (
	soakTime = flag.Duration("soak-time", 6*time.Second, "how long mixed requests are sent, on each kind of database")
	soakRate = flag.Int("soak-rate", 100, "requests a second of the soak")
	restarts = flag.Int("soak-restarts", 1, "orderly restarts during the soak")
)

// nonsense lists invalid requests.
var nonsense = []string{
	`{`, `[]`, `null`, ``, `{"termMonths":0}`, `{"commencementDate":"2025-02-30"}`, strings.Repeat(`{"a":`, 2000),
	`{"commencementDate":"2025-01-31","termMonths":12,"paymentAmount":-1,"discountRateAnnual":0.06}`, "\xff\xfe",
}

// measure is a process's resource use at a single point in time.
type measure struct {
	resident, descriptors, goroutines, wal int
}

// TestSoak sends mixed operations and invalid requests under load for a long time, and restarts the
// server. The server must keep all promises, and its resource use must not grow.
func TestSoak(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, on backend) {
		t.Helper()
		db := on.database(t)
		metrics, err := program.FreeAddress()
		if err != nil {
			t.Fatal(err)
		}
		server := start(t, binary(t), db, "LEASEHOLD_METRICS_ADDR="+metrics)
		var all []*exchange
		var measures []measure
		lives := *restarts + 1
		failed := 0
		for range lives {
			measures = nil // a new process's resource use is not comparable
			length := *soakTime / time.Duration(lives)
			keys := createKeys(t, db, keysFor(*soakRate, length))
			l := &load{servers: []*program.Server{server}, keys: keys, rate: *soakRate}
			var told time.Time
			exchanges := l.while(t.Context(), func() {
				for end := time.Now().Add(length); time.Now().Before(end); time.Sleep(length / 60) {
					misbehave(t, server, keys)
					measures = append(measures, measureOf(t, server, metrics))
				}
				told = time.Now()
				if err := server.Stop(); err != nil { // the server is stopped under load
					t.Error(err)
				}
			})
			for _, d := range exchanges {
				if !d.acknowledged() && d.sent.Add(d.took).Before(told) {
					failed++
					t.Logf("%s was answered %v", d.op, d.reply)
				}
			}
			if err := server.Start(t.Context()); err != nil {
				t.Fatal(err)
			}
			all = append(all, exchanges...)
			expect(t, on, server, keys, exchanges)
		}
		for _, growth := range growths(t, measures, *soakTime > time.Minute) {
			t.Error(growth)
		}
		took := make([]time.Duration, 0, len(all))
		for _, d := range all {
			took = append(took, d.took)
		}
		// If a charge waits for two seconds, the server responds with an error and does not bill
		// the request. This can happen on a busy machine.
		if failed > len(all)/1000 {
			t.Errorf("%d of %d requests failed", failed, len(all))
		}
		slices.Sort(took)
		t.Logf("%d requests in %v, %d failed, p50 %v, p99 %v, slowest %v; at the end %+v", len(took), *soakTime, failed,
			took[len(took)/2], took[len(took)*99/100], took[len(took)-1], measures[len(measures)-1])
	})
}

// misbehave sends invalid requests. Requests without an API key use no worker slot.
func misbehave(t *testing.T, server *program.Server, keys []program.Key) {
	t.Helper()
	client := wire.NewClient(server.URL(), 1)
	defer client.Close()
	for i, body := range nonsense {
		call := wire.Call{Path: wire.Path(wire.Operations[i%4]), Body: body}
		want := http.StatusUnauthorized
		if i == rand.IntN(len(nonsense)) {
			call.Key, want = keys[rand.IntN(len(keys))].Key, http.StatusBadRequest
		}
		if reply, err := client.Do(t.Context(), call); err != nil || reply.Status != want {
			t.Errorf("%.30q: %v, %v", body, reply, err)
		}
	}
}

// growths compares how much of each resource the last process used in the second quarter and in the
// last quarter of its life. It returns the resources whose use increased. In a short run, it
// reports only extreme growth.
func growths(t *testing.T, measures []measure, long bool) (list []string) {
	t.Helper()
	n := len(measures)
	for _, of := range []struct {
		name  string
		value func(measure) int
		slack int // tolerated growth in the pools and the log
	}{
		{"resident kB", func(m measure) int { return m.resident }, 32 << 10},
		{"descriptors", func(m measure) int { return m.descriptors }, 64},
		{"goroutines", func(m measure) int { return m.goroutines }, 64},
		{"WAL bytes", func(m measure) int { return m.wal }, 48 << 20},
	} {
		values := make([]int, n)
		for i, m := range measures {
			values[i] = of.value(m)
		}
		early, late := slices.Max(values[n/4:n/2+1]), slices.Max(values[3*n/4:])
		t.Logf("%s: %d at most in the second quarter, %d in the last", of.name, early, late)
		if late > early+early/4+of.slack && long || late > 4*early+4*of.slack {
			list = append(list, fmt.Sprintf("%s grew from %d to %d", of.name, early, late))
		}
	}
	return list
}

func measureOf(t *testing.T, server *program.Server, metrics string) measure {
	t.Helper()
	m := measure{resident: fieldOf(t, server.PID(), "VmRSS:")}
	if entries, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", server.PID())); err == nil {
		m.descriptors = len(entries)
	}
	m.goroutines = goroutines(t.Context(), metrics)
	if file, ok := strings.CutPrefix(server.DB, "sqlite:"); ok {
		if info, err := os.Stat(file + "-wal"); err == nil {
			m.wal = int(info.Size())
		}
	}
	return m
}

// goroutines returns the number of goroutines in a process's metrics.
func goroutines(ctx context.Context, metrics string) int {
	client := wire.NewClient("http://"+metrics, 1)
	defer client.Close()
	reply, err := client.Do(ctx, wire.Call{Method: http.MethodGet, Path: "/metrics"})
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(reply.Body)) {
		if value, ok := strings.CutPrefix(line, "go_goroutines "); ok {
			n, _ := strconv.Atoi(strings.TrimSpace(value)) // an invalid value becomes 0, which the report shows
			return n
		}
	}
	return 0
}

// fieldOf returns a number in a process's status file.
func fieldOf(t *testing.T, pid int, name string) int {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(status)) {
		if value, ok := strings.CutPrefix(line, name); ok {
			n, _ := strconv.Atoi(strings.Fields(value)[0]) // the kernel always writes a number
			return n
		}
	}
	return 0
}
