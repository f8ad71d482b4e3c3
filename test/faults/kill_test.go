package faults

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/test/internal/program"
	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

const (
	clients     = 32
	keysALife   = 64
	dealsAKey   = 50 // of the 120 requests a minute; retries need the rest
	livesADB    = 20 // then an empty database, so that audits stay quick
	verifyEvery = 5
)

// Killed at any moment under load, the server loses nothing that it has
// answered and bills nothing twice.
func TestKillUnderLoad(t *testing.T) {
	t.Parallel()
	broken := 0
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 0))
	t.Logf("seed %d", seed)
	for done := 0; done < *killCycles && broken == 0; done += livesADB {
		server := newServer(t, binary)
		for life := range min(livesADB, *killCycles-done) {
			for _, fault := range cycle(t, server, random, life%verifyEvery == verifyEvery-1) {
				t.Errorf("cycle %d: %s", done+life, fault)
				broken++
			}
		}
	}
}

// The control: a build that answers before it commits fails the same oracle.
func TestTheOracleFindsAnswersBeforeTheCommit(t *testing.T) {
	t.Parallel()
	const cyclesAtMost = 20
	random := rand.New(rand.NewPCG(1, 2))
	server := newServer(t, answersFirst)
	for n := range cyclesAtMost {
		if faults := cycle(t, server, random, false); len(faults) > 0 {
			t.Logf("found in cycle %d: %s", n, faults[0])
			return
		}
	}
	t.Errorf("the oracle finds nothing wrong in %d kills of a server that answers before it commits", cyclesAtMost)
}

func newServer(t *testing.T, b program.Binary) *program.Server {
	t.Helper()
	server := &program.Server{Binary: b, DB: "sqlite:" + filepath.Join(t.TempDir(), "faults.db")}
	if err := server.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Kill)
	return server
}

// cycle loads the server, kills it, starts it again and returns the broken
// promises.
func cycle(t *testing.T, server *program.Server, random *rand.Rand, whole bool) []string {
	t.Helper()
	keys, err := binary.CreateKeys(t.Context(), server.DB, "pro", "test", "cycle", keysALife)
	if err != nil {
		t.Fatal(err)
	}
	deals := loadUntilKilled(t.Context(), server, keys, time.Duration(50+random.IntN(400))*time.Millisecond)
	if err := server.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	o := &oracle{client: wire.NewClient(server.URL(), clients), keys: keys}
	defer o.client.Close()
	if err := o.examine(t.Context(), deals); err != nil {
		t.Fatal(err)
	}
	if whole {
		if err := o.examineLog(t.Context(), server.DB, deals); err != nil {
			t.Fatal(err)
		}
		if err := o.verify(t.Context(), server.DB); err != nil {
			t.Fatal(err)
		}
	}
	answered := 0
	for _, d := range deals {
		if d.acknowledged() {
			answered++
		}
	}
	t.Logf("%d requests, %d answered", len(deals), answered)
	return o.broken
}

// loadUntilKilled sends requests from all clients, kills the server after the
// given time and returns all that was sent.
func loadUntilKilled(ctx context.Context, server *program.Server, keys []program.Key, after time.Duration) []*deal {
	client := wire.NewClient(server.URL(), clients)
	defer client.Close()
	var next atomic.Int64
	perClient := make([][]*deal, clients)
	var group sync.WaitGroup
	for c := range clients {
		group.Go(func() {
			for {
				n := int(next.Add(1)) - 1
				if n >= len(keys)*dealsAKey {
					return
				}
				d := newDeal(n, keys)
				perClient[c] = append(perClient[c], d)
				reply, err := client.Do(ctx, d.call)
				if err != nil {
					return // the server is dead
				}
				d.reply = &reply
			}
		})
	}
	time.Sleep(after)
	server.Kill()
	group.Wait()
	return slices.Concat(perClient...)
}

// newDeal makes the n-th request: all operations in turn, one in eight without
// an Idempotency-Key.
func newDeal(n int, keys []program.Key) *deal {
	d := &deal{key: n % len(keys), op: wire.Operations[n/3%len(wire.Operations)], keyed: n%8 != 7}
	d.call = wire.Call{Path: wire.Path(d.op), Key: keys[d.key].Key, Body: leaseOf(n%60 + 1)}
	if d.keyed {
		d.call = d.call.Keyed(fmt.Sprintf("deal-%d", n))
	}
	return d
}
