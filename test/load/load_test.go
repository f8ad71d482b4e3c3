package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestMain lets the test binary be the bare handler, as the program is.
func TestMain(m *testing.M) {
	if len(os.Args) == 5 && os.Args[1] == "-bare" {
		fmt.Fprintln(os.Stderr, serveBare(os.Args[2], os.Args[4]))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// The generator sends exactly the load that it is given, with every key and
// Idempotency-Key in turn, and sees every answer's status.
func TestGeneratorSendsExactlyItsLoad(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	keys, claims := map[string]int{}, map[string]int{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		mu.Lock()
		defer mu.Unlock()
		keys[r.Header.Get("Authorization")]++
		claims[r.Header.Get("Idempotency-Key")]++
		if string(body) != lease60 {
			t.Errorf("body %q", body)
		}
		if claims[""]%10 == 3 {
			w.WriteHeader(http.StatusTooManyRequests)
		}
		_, _ = io.WriteString(w, strings.Repeat("x", 5000)) // long enough to be sent in chunks
	}))
	defer server.Close()
	g := &generator{address: server.Listener.Addr().String(), connections: 8, keys: []string{"a", "b"}, body: lease60, keyedEvery: 4}
	got, err := g.run(t.Context(), load{requests: 400})
	if err != nil {
		t.Fatal(err)
	}
	if got.requests != 400 || len(got.latencies) != 400 || got.refused[429] == 0 {
		t.Errorf("%d requests, %d latencies, refused %v", got.requests, len(got.latencies), got.refused)
	}
	if keys["Bearer a"] != 200 || keys["Bearer b"] != 200 || len(claims) != 101 || claims[""] != 300 {
		t.Errorf("keys %v, %d Idempotency-Keys", keys, len(claims))
	}
}

// At a given rate a load lasts as long as it says, and a stall counts against
// every request that was due.
func TestLatencyCountsFromWhenARequestWasDue(t *testing.T) {
	t.Parallel()
	var once sync.Once
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		once.Do(func() { time.Sleep(300 * time.Millisecond) })
	}))
	defer server.Close()
	g := &generator{address: server.Listener.Addr().String(), connections: 1, keys: []string{"a"}}
	got, err := g.run(t.Context(), load{requests: 60, rate: 100})
	if err != nil {
		t.Fatal(err)
	}
	if got.took < 550*time.Millisecond || got.percentile(75) < 100*time.Millisecond {
		t.Errorf("took %v, p75 %v", got.took, got.percentile(75))
	}
}

// A short run goes through every measurement against the real program.
func TestMeasure(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	_, err := measure(t.Context(), settings{connections: 8, keys: 600, rounds: 1, lasting: 200 * time.Millisecond, memoryRequests: 400}, &out)
	if err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	for _, want := range []string{"bare net/http handler", "distinct Idempotency-Keys", "p99", "resident memory"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the report lacks %q:\n%s", want, out.String())
		}
	}
}
