package main

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// TestMain runs a replica instead of the tests if the arguments require it, because the program
// starts copies of itself as replicas.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "-replica" {
		main()
		return
	}
	os.Exit(m.Run())
}

// A short run makes every measurement.
func TestMeasure(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	err := measure(t.Context(), settings{connections: 8, keys: 50, rounds: 1, lasting: time.Second}, &out)
	if err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	for _, want := range []string{"one hot key", "50 keys", "pgbench", "4 replicas", "4 servers"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the report lacks %q:\n%s", want, out.String())
		}
	}
	t.Log(out.String())
}

// A short run measures the storage of computations. An Idempotency-Key requires space, but less than storing its
// response would, because the databases store only digests.
func TestStorage(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	if err := storage(t.Context(), 200, &out); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	var log, usage, replays, counters [2]int
	for i, part := range strings.Split(out.String(), "PostgreSQL: ")[1:] {
		if _, err := fmt.Sscanf(part, "log %d, usage %d, replays %d, counters %d", &log[i], &usage[i], &replays[i], &counters[i]); err != nil {
			t.Fatalf("%v\n%s", err, out.String())
		}
	}
	if more := replays[1] - replays[0]; log[0] <= 0 || usage[0] <= 0 || log[1] <= log[0] || more <= 0 || more > 1500 {
		t.Error(out.String())
	}
}
