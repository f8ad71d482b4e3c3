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
	networkTime    = flag.Duration("network-time", 30*time.Second, "how long the network is bad")
	networkSeed    = flag.Uint64("network-seed", 1, "seed of what the network does")
	terminateTime  = flag.Duration("terminate-time", 20*time.Second, "how long sessions are ended at random")
	faultRate      = flag.Int("fault-rate", 150, "requests a second while the database fails")
	frozenTime     = flag.Duration("frozen-time", 10*time.Second, "how long PostgreSQL is frozen")
)

// keysFor returns how many keys a load of that length needs.
func keysFor(rate int, length time.Duration) int {
	return max(64, int(length.Seconds()+20)*rate/dealsAKey)
}

// under loads a server on a database while body disturbs it, and asks the same
// server when all is well again: nobody had to restart it.
func under(t *testing.T, g ground, server *program.Server, length time.Duration, body func()) {
	t.Helper()
	keys := createKeys(t, server.DB, keysFor(*faultRate, length))
	l := &load{servers: []*program.Server{server}, keys: keys, rate: *faultRate}
	deals := l.while(t.Context(), body)
	select {
	case <-server.Exited():
		t.Fatalf("the server has ended:\n%.2000s", server.Log())
	default:
	}
	expect(t, g, server, keys, deals)
}

// PostgreSQL killed, restarted at once and frozen under load: nothing answered
// is lost, nothing is billed twice, and the server recovers by itself.
func TestDatabaseFails(t *testing.T) {
	t.Parallel()
	for name, fail := range map[string]func(cluster *pgtest.Server) error{
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
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g, cluster := onPostgres(t)
			server := start(t, binary(t), g.database(t))
			for range *databaseFaults {
				under(t, g, server, 4*time.Second+*frozenTime, func() {
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

// The control: when PostgreSQL is killed, a build that answers before the commit
// has told what is not so.
func TestTheOracleFindsAnswersThatTheDatabaseLost(t *testing.T) {
	t.Parallel()
	g, cluster := onPostgres(t)
	db := g.database(t)
	for n := range 5 {
		keys := createKeys(t, db, keysALife)
		server := start(t, answersFirst(t), db)
		l := &load{servers: []*program.Server{server}, keys: keys}
		deals := l.while(t.Context(), func() {
			time.Sleep(300 * time.Millisecond)
			if err := firstOf(cluster.Crash(), cluster.Start(context.Background())); err != nil {
				t.Error(err)
			}
		})
		server.Kill()
		again := start(t, binary(t), db)
		broken := judge(t, g, again, keys, deals, true)
		again.Kill()
		if len(broken) > 0 {
			t.Logf("found in round %d: %s", n, broken[0])
			return
		}
	}
	t.Error("the oracle finds nothing wrong")
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// Sessions that the database ends at any moment cost nothing but failures.
func TestSessionsAreTerminated(t *testing.T) {
	t.Parallel()
	g, cluster := onPostgres(t)
	server := start(t, binary(t), g.database(t))
	under(t, g, server, *terminateTime, func() {
		conn, err := pgx.Connect(t.Context(), cluster.URL("postgres"))
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close(t.Context()) //nolint:errcheck // the test's end
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

// A network that delays, swallows, resets, and cuts connections right after the
// database has committed.
func TestNetworkFails(t *testing.T) {
	t.Parallel()
	g, cluster := onPostgres(t)
	proxy := toxiproxy.NewProxy(toxiproxy.NewServer(toxiproxy.NewMetricsContainer(nil), zerolog.Nop()), "postgres", "127.0.0.1:0", cluster.Address())
	if err := proxy.Start(); err != nil {
		t.Fatal(err)
	}
	defer proxy.Stop()
	direct := g.database(t)
	server := start(t, binary(t), strings.Replace(direct, cluster.Address(), proxy.Listen, 1))
	under(t, g, server, *networkTime, func() {
		random := rand.New(rand.NewPCG(*networkSeed, 0))
		end := time.Now().Add(*networkTime)
		for n := 0; time.Now().Before(end); n++ {
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

// toxics are what the network does, one at a time. Downstream is from the
// database: limit_data there cuts a connection after some bytes of answers, so
// that the commit has happened and the word of it is lost.
var toxics = []string{
	`{"name":"latency","type":"latency","stream":"downstream","toxicity":1,"attributes":{"latency":40,"jitter":40}}`,
	`{"name":"silence","type":"timeout","stream":"downstream","toxicity":0.5,"attributes":{"timeout":0}}`,
	`{"name":"timeout","type":"timeout","stream":"upstream","toxicity":0.5,"attributes":{"timeout":300}}`,
	`{"name":"reset","type":"reset_peer","stream":"downstream","toxicity":0.5,"attributes":{"timeout":50}}`,
	`{"name":"cut","type":"limit_data","stream":"downstream","toxicity":0.7,"attributes":{"bytes":%d}}`,
	`{"name":"commit","type":"limit_data","stream":"downstream","toxicity":0.7,"attributes":{"bytes":0}}`,
	`{"name":"question","type":"limit_data","stream":"upstream","toxicity":0.7,"attributes":{"bytes":%d}}`,
}

// A statement that waits in the database when its server is killed goes on
// without it; the retry finds what became of it. The lock of each table that
// settle writes to stops it right before that step.
func TestKillWithinTheStatement(t *testing.T) {
	t.Parallel()
	g, cluster := onPostgres(t)
	random := rand.New(rand.NewPCG(5, 6))
	for _, table := range []string{"replays", "usage", "counters"} {
		db := g.database(t)
		for range *pointKills {
			keys := createKeys(t, db, keysALife)
			server := start(t, binary(t), db)
			l := &load{servers: []*program.Server{server}, keys: keys}
			deals := l.while(t.Context(), func() {
				time.Sleep(time.Duration(50+random.IntN(200)) * time.Millisecond)
				release := lock(t, db, table)
				time.Sleep(100 * time.Millisecond)
				server.Kill()
				release()
			})
			again := start(t, binary(t), db)
			expect(t, g, again, keys, deals)
			again.Kill()
		}
	}
	_ = cluster
}

// lock keeps everybody from writing to a table.
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
