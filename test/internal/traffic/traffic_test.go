package traffic

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestGeneratorSendsExactlyItsLoad checks that the generator sends the given number of requests,
// uses every key and Idempotency-Key in turn, and records the status of every response.
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
		if string(body) != Lease60 {
			t.Errorf("body %q", body)
		}
		if claims[""]%10 == 3 {
			w.WriteHeader(http.StatusTooManyRequests)
		}
		_, _ = io.WriteString(w, strings.Repeat("x", 5000)) // so long that the server sends it in chunks
	}))
	defer server.Close()
	g := &Generator{Address: server.Listener.Addr().String(), Connections: 8, Keys: []string{"a", "b"}, Body: Lease60, KeyedEvery: 4}
	got, err := g.Run(t.Context(), Load{Requests: 400})
	if err != nil {
		t.Fatal(err)
	}
	if got.Requests != 400 || len(got.Latencies) != 400 || got.Refused[429] == 0 {
		t.Errorf("%d requests, %d latencies, refused %v", got.Requests, len(got.Latencies), got.Refused)
	}
	if keys["Bearer a"] != 200 || keys["Bearer b"] != 200 || len(claims) != 101 || claims[""] != 300 {
		t.Errorf("keys %v, %d Idempotency-Keys", keys, len(claims))
	}
}

// TestLatencyCountsFromWhenARequestWasDue checks that a load with a rate lasts as long as
// scheduled. If the server stalls, the latency of every request scheduled during the stall must
// increase.
func TestLatencyCountsFromWhenARequestWasDue(t *testing.T) {
	t.Parallel()
	var once sync.Once
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		once.Do(func() { time.Sleep(300 * time.Millisecond) })
	}))
	defer server.Close()
	g := &Generator{Address: server.Listener.Addr().String(), Connections: 1, Keys: []string{"a"}}
	got, err := g.Run(t.Context(), Load{Requests: 60, Rate: 100})
	if err != nil {
		t.Fatal(err)
	}
	if got.Took < 550*time.Millisecond || got.Percentile(75) < 100*time.Millisecond {
		t.Errorf("took %v, p75 %v", got.Took, got.Percentile(75))
	}
}
