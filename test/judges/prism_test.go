//go:build judges

package judges

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/test/internal/leases"
	"github.com/leasehold-accounting/leasehold/test/internal/program"
	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

var prismRequests = flag.Int("prism-requests", 5000, "mixed requests sent through Prism")

// callsPerKey slightly exceeds the plan's rate limit, so that some responses have the rate_limited
// error.
const callsPerKey = 160

// startPrism starts Prism as a proxy and returns its address.
func startPrism(t *testing.T, upstream string) string {
	t.Helper()
	address, err := program.FreeAddress()
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := strings.Cut(address, ":")
	document, err := filepath.Abs(filepath.Join(root, "api/openapi.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cmd := judge(ctx, t, "prism", "proxy", document, upstream, "-p", port, "--verboseLevel", "silent")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cancel()
		_ = cmd.Wait() // the process has been killed
	})
	url := "http://" + address
	client := wire.NewClient(url, 1)
	defer client.Close()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		if _, err := client.Do(ctx, wire.Call{Path: "/v1/compute"}); err == nil {
			return url
		}
	}
	t.Fatal("Prism does not listen")
	return ""
}

const members = `"commencementDate":"2026-01-01","termMonths":36,"paymentAmount":100`

// bad contains invalid requests. All of them are JSON, because Prism does not respond to other
// bodies.
var bad = []string{
	`{` + members + `}`, `[]`, `null`, `"lease"`, `{}`,
	`{` + members + `,"discountRateAnnual":"6%"}`, `{` + members + `,"discountRateAnnual":6}`, `{` + members + `,"discountRateAnnual":0.05,"rate":0.05}`,
	`{` + members + `,"discountRateAnnual":0.05,"standard":"ASC842"}`, `{` + members + `,"discountRateAnnual":0.05,"transfersOwnership":"yes"}`,
	`{"commencementDate":"01/02/2026","termMonths":36,"paymentAmount":100,"discountRateAnnual":0.05}`,
	`{"commencementDate":"2026-01-01","termMonths":36.5,"paymentAmount":100,"discountRateAnnual":0.05}`,
	`{"commencementDate":"2026-01-01","termMonths":1201,"paymentAmount":"1,000","discountRateAnnual":0.05}`,
}

// traffic returns requests of every kind: valid and invalid leases, every operation, wrong methods,
// wrong and missing API keys, replays, and Idempotency-Keys used for another lease.
func traffic(keys []program.Key, n int) []wire.Call {
	r := rand.New(rand.NewPCG(11, 11))
	good := leases.Some(2, n)
	calls := make([]wire.Call, n)
	for i := range calls {
		c := wire.Call{
			Path: "/v1/" + wire.Operations[r.IntN(4)], Key: keys[i/callsPerKey].Key, Body: good[i],
		}
		switch r.IntN(12) {
		case 0, 1:
			c.Body = bad[r.IntN(len(bad))]
		case 2:
			c.Key = ""
		case 3:
			c.Key = "sk_test_0000000000000000000000000000000000000"
		case 4:
			c.Method = []string{"GET", "PUT", "DELETE"}[r.IntN(3)] // no PATCH, because Prism itself responds to it with 501
		case 5, 6:
			c = c.Keyed(fmt.Sprintf("key-%d", r.IntN(5))) // most are reused with another lease
		case 7, 8:
			c = c.Keyed(fmt.Sprintf("replayed-%d", i/callsPerKey))
			c.Path, c.Body = "/v1/schedule", good[i/callsPerKey]
		case 9:
			c = c.With("Idempotency-Key", []string{"", "a b", strings.Repeat("k", 256)}[r.IntN(3)])
		}
		calls[i] = c
	}
	return calls
}

// violation is an error that Prism reports.
type violation struct {
	Location []string
	Severity string
	Message  string
}

// As a proxy, Prism finds no violation in 5,000 responses. It also reports errors in requests, as
// expected, because some requests are invalid. The server must reject each request that Prism
// reports.
func TestPrismFindsNoResponseViolation(t *testing.T) {
	s := start(t, *prismRequests/callsPerKey+2)
	client := wire.NewClient(startPrism(t, s.server.URL()+"/api"), 16)
	defer client.Close()
	var (
		mu       sync.Mutex
		statuses = map[int]int{}
		replays  int
		found    []string
		wg       sync.WaitGroup
		turn     = make(chan struct{}, 16)
	)
	for _, call := range traffic(s.keys, *prismRequests) {
		wg.Go(func() {
			turn <- struct{}{}
			defer func() { <-turn }()
			reply, err := client.Do(t.Context(), call)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				found = append(found, fmt.Sprintf("%s %s %v %.200s: %v", call.Method, call.Path, call.Header, call.Body, err))
				return
			}
			statuses[reply.Status]++
			if reply.Replayed() {
				replays++
			}
			found = append(found, objections(call, reply)...)
		})
	}
	wg.Wait()
	for i, f := range found {
		if i == 10 {
			t.Errorf("and %d more", len(found)-i)
			break
		}
		t.Error(f)
	}
	for _, status := range []int{200, 400, 401, 405, 429} {
		if statuses[status] == 0 {
			t.Errorf("no answer with status %d among %v", status, statuses)
		}
	}
	if replays == 0 {
		t.Error("no replay was seen")
	}
	t.Logf("statuses %v, %d replays", statuses, replays)
}

// objections returns the errors that Prism reports in a response. It also returns any request that
// Prism reports but the server accepts.
func objections(call wire.Call, reply wire.Reply) (found []string) {
	var all []violation
	if text := reply.Header.Get("Sl-Violations"); text != "" {
		if err := json.NewDecoder(io.LimitReader(strings.NewReader(text), 1<<20)).Decode(&all); err != nil {
			return []string{fmt.Sprintf("sl-violations: %v in %s", err, text)}
		}
	}
	for _, v := range all {
		if len(v.Location) == 0 || v.Location[0] != "request" {
			found = append(found, fmt.Sprintf("%s %s: %v %s: %s", call.Method, call.Path, v.Location, v.Message, reply))
		} else if reply.Status == http.StatusOK {
			found = append(found, fmt.Sprintf("%s %s: answered although %v %s: %s", call.Method, call.Path, v.Location, v.Message, call.Body))
		}
	}
	return found
}
