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

// Four replicas that start at once on one empty database, and get the same
// Idempotency-Keys at once, bill each of them once; all copies get one answer.
func TestReplicasBillOnce(t *testing.T) {
	t.Parallel()
	g, _ := onPostgres(t)
	db := g.database(t)
	servers := make([]*program.Server, replicas)
	if err := inParallel(replicas, replicas, func(i int) error {
		servers[i] = &program.Server{Binary: binary(t), DB: db}
		return servers[i].Start(t.Context())
	}); err != nil {
		t.Fatal(err)
	}
	clients := make([]*wire.Client, replicas)
	for i, server := range servers {
		t.Cleanup(server.Kill)
		clients[i] = wire.NewClient(server.URL(), 8)
		defer clients[i].Close()
	}
	const copies, claimsAKey = 8, 10 // 80 of 120 requests a minute
	keys := createKeys(t, db, (*replicaKeys+claimsAKey-1)/claimsAKey)
	originals := 0
	for n := range *replicaKeys {
		call := wire.Call{Path: wire.Path("schedule"), Key: keys[n/claimsAKey].Key, Body: leaseOf(n%60 + 1)}.Keyed(fmt.Sprintf("at-once-%d", n))
		replies := make([]wire.Reply, copies)
		errs := make([]error, copies)
		var group sync.WaitGroup
		for i := range copies {
			group.Go(func() { replies[i], errs[i] = clients[i%replicas].Do(t.Context(), call) })
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
				t.Errorf("key %d has two answers", n)
			}
		}
		if first != 1 {
			t.Errorf("key %d was billed %d times", n, first)
		}
		originals += first
	}
	o := &oracle{ground: g, binary: binary(t), client: clients[0], keys: keys}
	for i := range keys {
		due := min(claimsAKey, *replicaKeys-i*claimsAKey)
		if err := o.bill(t.Context(), i, account{least: due, most: due}); err != nil {
			t.Fatal(err)
		}
	}
	if err := o.verify(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	for _, fault := range o.broken {
		t.Error(fault)
	}
	t.Logf("%d keys, %d originals, %d answers", *replicaKeys, originals, *replicaKeys*copies)
}
