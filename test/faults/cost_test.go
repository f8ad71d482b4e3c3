package faults

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/test/internal/costly"
	"github.com/leasehold-accounting/leasehold/test/internal/program"
	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

// expensive is a request that is costly to process; the tests send it repeatedly.
type expensive struct {
	call    wire.Call
	metered bool // whether each response must be billed
}

// expensives returns the most costly requests, and a long empty message to /mcp.
func expensives(t *testing.T, seeds []costly.Request) (list []expensive) {
	t.Helper()
	for _, r := range seeds {
		units, fixed := operations.Find(r.Operation).Fixed() // a report's units depend on the number of leases
		list = append(list, expensive{wire.Call{Path: wire.Path(r.Operation), Body: string(r.Body())}, fixed && units == 1})
	}
	initialize := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","clientInfo":{"name":"x","version":"1"},` +
		`"capabilities":{"experimental":{"x":[` + strings.Repeat("[],", 2_700_000) + `[]]}}}}`
	return append(list, expensive{wire.Call{Path: "/mcp", Body: initialize}.With("Accept", "application/json, text/event-stream"), false})
}

// TestTheWorstRequestsStallNoOne continuously sends reports and the most costly known requests, two
// at a time with one key. Computations with other keys must take little more than their usual time,
// and the server must not need more memory than a small machine has. Each response must be billed,
// and the server must shut down normally.
func TestTheWorstRequestsStallNoOne(t *testing.T) {
	t.Parallel()
	server := start(t, binary(t), onFile().database(t))
	list := expensives(t, slices.DeleteFunc(costly.Seeds(), func(r costly.Request) bool { return r.Operation != "report" }))
	keys := createKeys(t, server.DB, len(list)+30)
	attackers, others := keys[:len(list)], keys[len(list):]
	client := wire.NewClient(server.URL(), 8)
	defer client.Close()
	for i, a := range list {
		a.call.Key = attackers[i].Key
		before, _ := paced(t, client, others, compute, time.After(time.Second))
		var disturbed time.Duration
		statuses := during(t, client, a.call, func() { disturbed, _ = paced(t, client, others, compute, time.After(3*time.Second)) })
		answered := statuses[http.StatusOK]
		after, _ := paced(t, client, others, compute, time.After(time.Second))
		quiet := max(before, after)
		t.Logf("%s of %d bytes: p99 of compute %v, %v without; answered %v; at most %d MB resident so far",
			a.call.Path, len(a.call.Body), disturbed, quiet, statuses, fieldOf(t, server.PID(), "VmHWM:")>>10)
		// On a shared machine, any request can take some milliseconds longer.
		if bound := 10*quiet + 100*time.Millisecond; disturbed > bound {
			t.Errorf("p99 of compute is %v, at most %v would do", disturbed, bound)
		}
		if billed := usedBy(t, server, attackers[i]); a.metered && billed != answered {
			t.Errorf("%d units billed, %d answered", billed, answered)
		}
	}
	ends(t, server, mostResident)
}

// TestSimultaneousWorstRequestsStallNoOne sends all of the most costly requests simultaneously,
// with a separate key for each. Computations with other keys must receive their responses, and the
// server must shut down without exceeding its memory limit.
func TestSimultaneousWorstRequestsStallNoOne(t *testing.T) {
	t.Parallel()
	server := start(t, binary(t), onFile().database(t))
	list := expensives(t, costly.Seeds())
	keys := createKeys(t, server.DB, len(list)+30)
	others := keys[len(list):]
	client := wire.NewClient(server.URL(), 2*len(list)+2)
	defer client.Close()
	before, _ := paced(t, client, others, compute, time.After(time.Second))
	done := make(chan struct{})
	answered := make([]int, len(list))
	var group sync.WaitGroup
	for i, a := range list {
		a.call.Key = keys[i].Key
		group.Go(func() {
			answered[i] = during(t, client, a.call, func() { <-done })[http.StatusOK]
		})
	}
	disturbed, _ := paced(t, client, others, compute, time.After(allAtOnce))
	close(done)
	group.Wait()
	after, _ := paced(t, client, others, compute, time.After(time.Second))
	quiet := max(before, after)
	t.Logf("p99 of compute %v, %v without; answered %v", disturbed, quiet, answered)
	if bound := 10*quiet + 100*time.Millisecond; disturbed > bound {
		t.Errorf("p99 of compute is %v, at most %v would do", disturbed, bound)
	}
	for i, a := range list {
		if billed := usedBy(t, server, keys[i]); a.metered && billed != answered[i] {
			t.Errorf("%s: %d units billed, %d answered", a.call.Path, billed, answered[i])
		}
	}
	ends(t, server, mostResident)
}

// allAtOnce is the time during which all costly requests are sent simultaneously.
const allAtOnce = 10 * time.Second

// during repeats a call until the given function returns, and counts the responses by status.
func during(t *testing.T, client *wire.Client, call wire.Call, do func()) map[int]int {
	t.Helper()
	var mu sync.Mutex
	statuses := map[int]int{}
	done := make(chan struct{})
	var group sync.WaitGroup
	for range 2 {
		group.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				reply, err := client.Do(t.Context(), call)
				early := errors.Is(err, syscall.EPIPE) || errors.Is(err, syscall.ECONNRESET)
				if err != nil && !early {
					t.Errorf("%s: no answer: %v", call.Path, err)
					return
				}
				mu.Lock()
				statuses[reply.Status]++ // 0 if the server rejected the request and closed the connection during the upload
				mu.Unlock()
				if early || reply.Status == http.StatusTooManyRequests {
					time.Sleep(20 * time.Millisecond) // this test does not measure the speed of these calls
				}
			}
		})
	}
	do()
	close(done)
	group.Wait()
	return statuses
}

// ends stops a server. The server must shut down normally, and must have used at most the given
// number of kB of memory.
func ends(t *testing.T, server *program.Server, mostMemory int) {
	t.Helper()
	most := fieldOf(t, server.PID(), "VmHWM:")
	t.Logf("at most %d MB resident", most>>10)
	if most > mostMemory {
		t.Errorf("%d kB resident, at most %d would do", most, mostMemory)
	}
	if err := server.Terminate(); err != nil {
		t.Fatal(err)
	}
	if status, err := server.Wait(); status != 0 || err != nil {
		t.Errorf("ended with status %d, %v", status, err)
	}
}

// usedBy returns a key's billed units, as the command line prints them.
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
