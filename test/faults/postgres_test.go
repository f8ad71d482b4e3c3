package faults

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/Shopify/toxiproxy/v2"
	"github.com/jackc/pgx/v5"
	"github.com/rs/zerolog"

	"github.com/leasehold-accounting/leasehold/internal/pgtest"
	"github.com/leasehold-accounting/leasehold/test/internal/program"
)

var (
	databaseFaults = flag.Int("database-faults", 1, "how often PostgreSQL is killed, stopped and frozen, each")
	networkTime    = flag.Duration("network-time", 15*time.Second, "how long the network is bad")
	networkSeed    = flag.Uint64("network-seed", 1, "seed of what the network does")
	terminateTime  = flag.Duration("terminate-time", 10*time.Second, "how long sessions are ended at random")
	faultRate      = flag.Int("fault-rate", 150, "requests a second while the database fails")
	frozenTime     = flag.Duration("frozen-time", 10*time.Second, "how long PostgreSQL is frozen")
)

// keysFor returns how many keys a load of the given rate and duration needs.
func keysFor(rate int, length time.Duration) int {
	return max(64, int(length.Seconds()+20)*rate/dealsAKey)
}

// survives sends load to a new server while the given function causes faults. After the recovery,
// it examines the server without restarting it, and fails the test for each violation.
func survives(t *testing.T, on backend, length time.Duration, body func()) {
	t.Helper()
	server := start(t, binary(t), on.database(t))
	keys := createKeys(t, server.DB, keysFor(*faultRate, length))
	l := &load{servers: []*program.Server{server}, keys: keys, rate: *faultRate}
	exchanges := l.while(t.Context(), body)
	select {
	case <-server.Exited():
		t.Fatalf("the server has ended:\n%.2000s", server.Log())
	default:
	}
	expect(t, on, server, keys, exchanges)
}

// databaseFailures maps each PostgreSQL fault's name to a function that causes it.
var databaseFailures = map[string]func(cluster *pgtest.Server) error{
	"killed": func(cluster *pgtest.Server) error {
		return firstOf(cluster.Crash(), cluster.Start(context.Background()))
	},
	"restarted": func(cluster *pgtest.Server) error {
		return firstOf(cluster.Stop(), cluster.Start(context.Background()))
	},
	"frozen": func(cluster *pgtest.Server) error {
		err := cluster.Signal(syscall.SIGSTOP)
		time.Sleep(*frozenTime)
		return firstOf(err, cluster.Signal(syscall.SIGCONT))
	},
}

// TestDatabaseFails kills, restarts and freezes PostgreSQL under load. No response may be lost, no
// request may be billed twice, and the server must recover without a restart.
func TestDatabaseFails(t *testing.T) {
	t.Parallel()
	for name, fail := range databaseFailures {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			on, cluster := onPostgres(t)
			for range *databaseFaults {
				survives(t, on, 4*time.Second+*frozenTime, func() {
					time.Sleep(time.Second)
					if err := fail(cluster); err != nil {
						t.Error(err)
					}
					time.Sleep(2 * time.Second)
				})
			}
		})
	}
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// TestSessionsAreTerminated terminates random database sessions. Requests may fail, but all
// promises must be kept.
func TestSessionsAreTerminated(t *testing.T) {
	t.Parallel()
	on, cluster := onPostgres(t)
	survives(t, on, *terminateTime, func() {
		conn, err := pgx.Connect(t.Context(), cluster.URL("postgres"))
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close(t.Context()) //nolint:errcheck // the connection is used until the test ends
		for end := time.Now().Add(*terminateTime); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
			_, err := conn.Exec(t.Context(), `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
				WHERE application_name = 'leasehold' ORDER BY random() LIMIT 1`)
			if err != nil {
				t.Error(err)
				return
			}
		}
		time.Sleep(time.Second)
	})
}

// behindProxy returns a backend with a database behind a separate proxy.
func behindProxy(t *testing.T) (backend, *toxiproxy.Proxy) {
	t.Helper()
	on, cluster := onPostgres(t)
	proxy := toxiproxy.NewProxy(toxiproxy.NewServer(toxiproxy.NewMetricsContainer(nil), zerolog.Nop()), "postgres", "127.0.0.1:0", cluster.Address())
	if err := proxy.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(proxy.Stop)
	direct := on.database
	on.database = func(t *testing.T) string {
		t.Helper()
		return strings.Replace(direct(t), cluster.Address(), proxy.Listen, 1)
	}
	return on, proxy
}

// TestNetworkFails tests a network that delays or drops data, resets connections, or interrupts
// connections just after the database has committed.
func TestNetworkFails(t *testing.T) {
	t.Parallel()
	on, proxy := behindProxy(t)
	random := rand.New(rand.NewPCG(*networkSeed, 0))
	survives(t, on, *networkTime, func() {
		for end := time.Now().Add(*networkTime); time.Now().Before(end); {
			toxic := toxics[random.IntN(len(toxics))]
			if strings.Contains(toxic, "%d") {
				toxic = fmt.Sprintf(toxic, random.IntN(4000))
			}
			if _, err := proxy.Toxics.AddToxicJson(strings.NewReader(toxic)); err != nil {
				t.Error(err)
			}
			time.Sleep(time.Duration(100+random.IntN(600)) * time.Millisecond)
			proxy.Toxics.ResetToxics(t.Context())
			time.Sleep(time.Duration(random.IntN(400)) * time.Millisecond)
		}
		time.Sleep(time.Second)
	})
}

// toxics are the network faults. Only one is active at a time. Downstream is the direction from the
// database to the server. From the database to the server, limit_data closes a connection after a
// number of bytes. The database has then committed, but the result is lost.
var toxics = []string{
	`{"name":"latency","type":"latency","stream":"downstream","toxicity":1,"attributes":{"latency":40,"jitter":40}}`,
	`{"name":"silence","type":"timeout","stream":"downstream","toxicity":0.5,"attributes":{"timeout":0}}`,
	`{"name":"timeout","type":"timeout","stream":"upstream","toxicity":0.5,"attributes":{"timeout":300}}`,
	`{"name":"reset","type":"reset_peer","stream":"downstream","toxicity":0.5,"attributes":{"timeout":50}}`,
	`{"name":"cut","type":"limit_data","stream":"downstream","toxicity":0.7,"attributes":{"bytes":%d}}`,
	`{"name":"commit","type":"limit_data","stream":"downstream","toxicity":0.7,"attributes":{"bytes":0}}`,
	`{"name":"question","type":"limit_data","stream":"upstream","toxicity":0.7,"attributes":{"bytes":%d}}`,
}

// TestKillWithinTheStatement kills a server while the server's statement waits in the database. The
// statement waits because the test locks each table that record_computation writes to. The
// statement then continues, and a retry of the request determines the outcome.
func TestKillWithinTheStatement(t *testing.T) {
	t.Parallel()
	on, _ := onPostgres(t)
	random := rand.New(rand.NewPCG(5, 6))
	for _, table := range []string{"replays", "usage", "counters"} {
		db := on.database(t)
		for range *pointKills {
			keys := createKeys(t, db, keysALife)
			server := start(t, binary(t), db)
			l := &load{servers: []*program.Server{server}, keys: keys}
			exchanges := l.while(t.Context(), func() {
				time.Sleep(time.Duration(50+random.IntN(200)) * time.Millisecond)
				release := lock(t, db, table)
				time.Sleep(100 * time.Millisecond)
				server.Kill()
				release()
			})
			again := start(t, binary(t), db)
			expect(t, on, again, keys, exchanges)
			again.Kill()
		}
	}
}

// lock prevents all writes to a table until the returned function is called.
func lock(t *testing.T, db, table string) (release func()) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Exec(t.Context(), `BEGIN; LOCK TABLE leasehold.`+table+` IN EXCLUSIVE MODE`); err != nil {
		t.Fatal(err)
	}
	return func() { _ = conn.Close(context.Background()) }
}
