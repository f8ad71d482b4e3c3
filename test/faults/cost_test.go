package faults

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/test/internal/costly"
	"github.com/leasehold-accounting/leasehold/test/internal/program"
	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

// expensive is a request that costs much, sent again and again.
type expensive struct {
	call    wire.Call
	metered bool // whether it is billed for each answer
}

// expensives are the worst requests, and a message to agents' tools that is long and says
// nothing.
func expensives(t *testing.T, seeds []costly.Request) (list []expensive) {
	t.Helper()
	for _, r := range seeds {
		units, fixed := operations.Find(r.Operation).Fixed() // a report is billed for each lease
		list = append(list, expensive{wire.Call{Path: wire.Path(r.Operation), Body: string(r.Body())}, fixed && units == 1})
	}
	initialize := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","clientInfo":{"name":"x","version":"1"},` +
		`"capabilities":{"experimental":{"x":[` + strings.Repeat("[],", 2_700_000) + `[]]}}}}`
	return append(list, expensive{wire.Call{Path: "/mcp", Body: initialize}.With("Accept", "application/json, text/event-stream"), false})
}

// Whatever one key sends, two at a time and without a pause, of the worst requests
// that a search has found, and of reports: every plain computation of other keys is answered, in little
// more than its usual time, within the memory of a small machine. What was answered is
// billed, and the server ends well.
func TestTheWorstRequestsStallNobody(t *testing.T) {
	t.Parallel()
	server := start(t, binary(t), onFile().database(t))
	list := expensives(t, slices.DeleteFunc(costly.Seeds(), func(r costly.Request) bool { return r.Operation != "report" }))
	keys := createKeys(t, server.DB, len(list)+30)
	attackers, others := keys[:len(list)], keys[len(list):]
	client := wire.NewClient(server.URL(), 8)
	defer client.Close()
	for i, a := range list {
		a.call.Key = attackers[i].Key
		before := answerFor(t, client, others, "compute", time.Second, nil)
		told, answered, besides := beside(t, client, a.call, func() time.Duration {
			return answerFor(t, client, others, "compute", 3*time.Second, nil)
		})
		quiet := max(before, answerFor(t, client, others, "compute", time.Second, nil))
		t.Logf("%s of %d bytes: p99 of compute %v, %v without; answered %v; at most %d MB resident so far",
			a.call.Path, len(a.call.Body), besides, quiet, told, fieldOf(t, server.PID(), "VmHWM:")>>10)
		// A shared machine can hold up any request for some milliseconds.
		if bound := 10*quiet + 100*time.Millisecond; besides > bound {
			t.Errorf("p99 of compute is %v, at most %v would do", besides, bound)
		}
		if billed := usedBy(t, server, attackers[i]); a.metered && billed != answered {
			t.Errorf("%d units billed, %d answered", billed, answered)
		}
	}
	if most := fieldOf(t, server.PID(), "VmHWM:"); most > mostResident {
		t.Errorf("%d kB resident, at most %d would do", most, mostResident)
	}
	if err := server.Terminate(); err != nil {
		t.Fatal(err)
	}
	if status, err := server.Wait(); status != 0 || err != nil {
		t.Errorf("ended with status %d, %v", status, err)
	}
}

// The same holds while all of them, and those that the search starts from, are sent at once, each by a key of its own: every plain
// computation of other keys is answered, and the server ends well within its memory.
func TestAllTheWorstRequestsAtOnceStallNobody(t *testing.T) {
	t.Parallel()
	server := start(t, binary(t), onFile().database(t))
	list := expensives(t, costly.Seeds())
	keys := createKeys(t, server.DB, len(list)+30)
	others := keys[len(list):]
	client := wire.NewClient(server.URL(), 2*len(list)+2)
	defer client.Close()
	before := answerFor(t, client, others, "compute", time.Second, nil)
	over := make(chan struct{})
	answered := make([]int, len(list))
	var group sync.WaitGroup
	for i, a := range list {
		a.call.Key = keys[i].Key
		group.Go(func() {
			_, answered[i], _ = beside(t, client, a.call, func() time.Duration { <-over; return 0 })
		})
	}
	besides := answerFor(t, client, others, "compute", allAtOnce, nil)
	close(over)
	group.Wait()
	quiet := max(before, answerFor(t, client, others, "compute", time.Second, nil))
	most := fieldOf(t, server.PID(), "VmHWM:")
	t.Logf("p99 of compute %v, %v without; answered %v; at most %d MB resident", besides, quiet, answered, most>>10)
	if bound := 10*quiet + 100*time.Millisecond; besides > bound {
		t.Errorf("p99 of compute is %v, at most %v would do", besides, bound)
	}
	for i, a := range list {
		if billed := usedBy(t, server, keys[i]); a.metered && billed != answered[i] {
			t.Errorf("%s: %d units billed, %d answered", a.call.Path, billed, answered[i])
		}
	}
	if most > mostResident {
		t.Errorf("%d kB resident, at most %d would do", most, mostResident)
	}
	if err := server.Terminate(); err != nil {
		t.Fatal(err)
	}
	if status, err := server.Wait(); status != 0 || err != nil {
		t.Errorf("ended with status %d, %v", status, err)
	}
}

// allAtOnce is how long all are sent at once.
const allAtOnce = 10 * time.Second

// beside sends a call again and again while do runs, and tells how often it was
// answered with which status.
func beside(t *testing.T, client *wire.Client, call wire.Call, do func() time.Duration) (told map[int]int, answered int, took time.Duration) {
	t.Helper()
	var mu sync.Mutex
	told = map[int]int{}
	over := make(chan struct{})
	var group sync.WaitGroup
	for range 2 {
		group.Go(func() {
			for {
				select {
				case <-over:
					return
				default:
				}
				reply, err := client.Do(t.Context(), call)
				if err != nil {
					t.Errorf("%s: no answer: %v", call.Path, err)
					return
				}
				mu.Lock()
				told[reply.Status]++
				mu.Unlock()
				if reply.Status == http.StatusTooManyRequests {
					time.Sleep(20 * time.Millisecond) // what it sends is not what is measured
				}
			}
		})
	}
	took = do()
	close(over)
	group.Wait()
	return told, told[http.StatusOK], took
}

// usedBy returns what a key has been billed, as the command line tells it.
func usedBy(t *testing.T, server *program.Server, key program.Key) int {
	t.Helper()
	out, err := server.Binary.Run(t.Context(), "usage", "--db", server.DB, "--totals", "--json")
	if err != nil {
		t.Fatal(err)
	}
	var usage struct {
		Totals []struct {
			KeyID string `json:"key_id"`
			Units int    `json:"units"`
		} `json:"totals"`
	}
	if err := json.Unmarshal([]byte(out.Stdout), &usage); err != nil {
		t.Fatalf("%v: %.300s", err, out.Stdout)
	}
	for _, total := range usage.Totals {
		if total.KeyID == key.ID {
			return total.Units
		}
	}
	return 0
}
