package faults

import (
	"flag"
	"fmt"
	"sync"
	"testing"

	"github.com/leasehold-accounting/leasehold/test/internal/program"
	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

var replicaKeys = flag.Int("replica-keys", 500, "Idempotency-Keys that 8 clients send at once, to four replicas")

const replicas = 4

// TestReplicasBillOnce starts four replicas simultaneously on an empty database and sends requests
// with the same Idempotency-Keys to all of them. They must bill each Idempotency-Key once, and send
// the same response to every copy of a request.
func TestReplicasBillOnce(t *testing.T) {
	t.Parallel()
	on, _ := onPostgres(t)
	db := on.database(t)
	servers := make([]*program.Server, replicas)
	if err := inParallel(replicas, replicas, func(i int) error {
		servers[i] = &program.Server{Binary: binary(t), DB: db}
		return servers[i].Start(t.Context())
	}); err != nil {
		t.Fatal(err)
	}
	const claimsAKey = 10
	keys := createKeys(t, db, (*replicaKeys+claimsAKey-1)/claimsAKey)
	o := &oracle{backend: on, binary: binary(t), keys: keys}
	originals := sendAtOnce(t, o, servers, *replicaKeys, claimsAKey)
	for i := range keys {
		due := min(claimsAKey, *replicaKeys-i*claimsAKey)
		if err := o.bill(t.Context(), i, account{least: due, most: due}); err != nil {
			t.Fatal(err)
		}
	}
	if err := o.check(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	for _, fault := range o.broken {
		t.Error(fault)
	}
	t.Logf("%d keys, %d originals, %d answers", *replicaKeys, originals, *replicaKeys*copies)
}

// copies is the number of simultaneous copies of each request. Together, they use 80 of the 120
// requests per minute.
const copies = 8

// sendAtOnce sends a request with each Idempotency-Key to all servers simultaneously. It returns
// the number of billed requests.
func sendAtOnce(t *testing.T, o *oracle, servers []*program.Server, claims, claimsAKey int) (originals int) {
	t.Helper()
	clients := make([]*wire.Client, len(servers))
	for i, server := range servers {
		t.Cleanup(server.Kill)
		clients[i] = wire.NewClient(server.URL(), copies)
		t.Cleanup(clients[i].Close)
	}
	o.client = clients[0]
	for n := range claims {
		call := wire.Call{Path: wire.Path("schedule"), Key: o.keys[n/claimsAKey].Key, Body: leaseOf(n%60 + 1)}.Keyed(fmt.Sprintf("at-once-%d", n))
		replies := make([]wire.Reply, copies)
		errs := make([]error, copies)
		var group sync.WaitGroup
		for i := range copies {
			group.Go(func() { replies[i], errs[i] = clients[i%len(clients)].Do(t.Context(), call) })
		}
		group.Wait()
		first := 0
		for i := range copies {
			if errs[i] != nil || replies[i].Status != 200 {
				t.Fatalf("key %d: %v, %v", n, replies[i], errs[i])
			}
			if replies[i].Original() {
				first++
			}
			if replies[i].Figures() != replies[0].Figures() {
				o.complain("key %d has two answers", n)
			}
		}
		if first != 1 {
			o.complain("key %d was billed %d times", n, first)
		}
		originals += first
	}
	return originals
}
