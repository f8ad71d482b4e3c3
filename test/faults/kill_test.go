package faults

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/fault"
	"github.com/leasehold-accounting/leasehold/test/internal/program"
)

var (
	killCycles = flag.Int("kill-cycles", 8, "how often the server is killed under load, on each kind of database")
	pointKills = flag.Int("point-kills", 1, "how often it is killed at each named point, on each kind of database")
)

const (
	keysALife   = 64
	livesADB    = 20 // server starts per database; replacing the database keeps audits fast
	verifyEvery = 5
)

// TestKillUnderLoad kills a server under load at random moments. No response that the server has
// sent may be lost, and no request may be billed twice.
func TestKillUnderLoad(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, on backend) {
		t.Helper()
		broken := 0
		seed := rand.Uint64()
		random := rand.New(rand.NewPCG(seed, 0))
		t.Logf("seed %d", seed)
		for done := 0; done < *killCycles && broken == 0; done += livesADB {
			server := start(t, binary(t), on.database(t))
			for life := range min(livesADB, *killCycles-done) {
				for _, fault := range cycle(t, on, server, random, life%verifyEvery == verifyEvery-1) {
					t.Errorf("cycle %d: %s", done+life, fault)
					broken++
				}
			}
			server.Kill()
		}
	})
}

// cycle sends load to a server, kills it, starts it again and returns the violations.
func cycle(t *testing.T, on backend, server *program.Server, random *rand.Rand, whole bool) []string {
	t.Helper()
	keys := createKeys(t, server.DB, keysALife)
	l := &load{servers: []*program.Server{server}, keys: keys}
	exchanges := l.while(t.Context(), func() {
		time.Sleep(time.Duration(50+random.IntN(400)) * time.Millisecond)
		server.Kill()
	})
	if err := server.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	return judge(t, on, server, keys, exchanges, whole)
}

// pointsOf returns the fault points that a server process can reach with the database.
// TestKillWithinTheStatement covers the PostgreSQL process.
func pointsOf(on backend) []string {
	if on.name == "sqlite" {
		return fault.Points()
	}
	return []string{fault.CommitBefore, fault.CommitAfter, fault.FirstByteBefore, fault.MidBody}
}

// TestKillAtNamedPoints kills a server at each fault point of a request. The promises are the same
// as in TestKillUnderLoad.
func TestKillAtNamedPoints(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, on backend) {
		t.Helper()
		random := rand.New(rand.NewPCG(3, 4))
		for _, point := range pointsOf(on) {
			db := on.database(t)
			for range *pointKills {
				// All charges in a transaction pass a fault point together and count as one pass,
				// so the test can rely on only a few passes. The server makes its first commits
				// when it starts.
				if broken := killAt(t, on, db, point, 3+random.IntN(30)); len(broken) > 0 {
					t.Fatalf("%s: %v", point, broken[0])
				}
			}
		}
	})
}

// killAt starts a server that kills itself when it passes a fault point for the n-th time. It then
// examines a restarted server and returns the violations.
func killAt(t *testing.T, on backend, db, point string, n int) []string {
	t.Helper()
	keys := createKeys(t, db, keysALife)
	server := start(t, pointed(t), db, fmt.Sprintf("LEASEHOLD_FAULT=%s %d", point, n))
	l := &load{servers: []*program.Server{server}, keys: keys}
	exchanges := l.while(t.Context(), func() {
		select {
		case <-server.Exited():
		case <-time.After(30 * time.Second):
			t.Errorf("%s was not passed %d times", point, n)
			server.Kill()
		}
	})
	again := start(t, binary(t), db)
	defer again.Kill()
	return judge(t, on, again, keys, exchanges, true)
}
