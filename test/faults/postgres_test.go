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

// keysFor returns the number of keys that a load of the given rate and duration requires.
func keysFor(rate int, length time.Duration) int {
	return max(64, int(length.Seconds()+20)*rate/dealsAKey)
}

// trial describes a test that sends load to a server while the server's database or network fails.
type trial struct {
	backend backend
	server  *program.Server
	rate    int  // requests per second; if 0, each client sends its next request after a response
	plain   bool // whether all requests lack Idempotency-Keys
	keys    int  // number of keys; if 0, the number that the rate requires
}

// under sends load to the server while body causes faults. After the recovery, under examines the
// same server, without a restart, and returns the violations.
func (tr trial) under(t *testing.T, length time.Duration, body func()) []string {
	t.Helper()
	if tr.keys == 0 {
		tr.keys = keysFor(tr.rate, length)
	}
	keys := createKeys(t, tr.server.DB, tr.keys)
	l := &load{servers: []*program.Server{tr.server}, keys: keys, rate: tr.rate, plain: tr.plain}
	exchanges := l.while(t.Context(), body)
	select {
	case <-tr.server.Exited():
		t.Fatalf("the server has ended:\n%.2000s", tr.server.Log())
	default:
	}
	t.Log(countsOf(exchanges))
	return judge(t, tr.backend, tr.server, keys, exchanges, true)
}

// databaseFailures maps the name of each fault of PostgreSQL to a function that causes it.
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

// databaseFails sends load to a server while its PostgreSQL server fails, and returns the
// violations.
func databaseFails(t *testing.T, tr trial, cluster *pgtest.Server, failure string) []string {
	t.Helper()
	return tr.under(t, 4*time.Second+*frozenTime, func() {
		time.Sleep(time.Second)
		if err := databaseFailures[failure](cluster); err != nil {
			t.Error(err)
		}
		time.Sleep(2 * time.Second)
	})
}

// TestDatabaseFails kills, restarts and freezes PostgreSQL under load. No response may be lost, no
// request may be billed twice, and the server must recover without a restart.
func TestDatabaseFails(t *testing.T) {
	t.Parallel()
	for failure := range databaseFailures {
		t.Run(failure, func(t *testing.T) {
			t.Parallel()
			on, cluster := onPostgres(t)
			tr := trial{backend: on, server: start(t, binary(t), on.database(t)), rate: *faultRate}
			for range *databaseFaults {
				complain(t, databaseFails(t, tr, cluster, failure))
			}
		})
	}
}

// TestTheOracleFindsAnswersThatTheDatabaseLost tests a control. A build that responds before the
// commit loses responses when PostgreSQL is killed or restarted.
func TestTheOracleFindsAnswersThatTheDatabaseLost(t *testing.T) {
	t.Parallel()
	for _, failure := range []string{"killed", "restarted"} {
		t.Run(failure, func(t *testing.T) {
			t.Parallel()
			on, cluster := onPostgres(t)
			tr := trial{backend: on, server: start(t, answersFirst(t), on.database(t)), rate: *faultRate}
			mustFind(t, 5, lost, func() []string { return databaseFails(t, tr, cluster, failure) })
		})
	}
}

// TestTheOracleFindsChargesThatWereFrozen tests a control, a build that does not determine whether
// a failed commit succeeded. After being frozen, PostgreSQL executes some requests late, and this
// build bills them although they failed.
func TestTheOracleFindsChargesThatWereFrozen(t *testing.T) {
	t.Parallel()
	on, cluster := onPostgres(t)
	// The server has one database connection per client, so that statements of all clients can be
	// in transit when the database freezes.
	db := fmt.Sprintf("%s&pool_max_conns=%d", on.database(t), clients)
	tr := trial{backend: on, server: start(t, leavesDoubts(t), db), plain: true, keys: 300}
	mustFind(t, 8, overbilled, func() []string { return databaseFails(t, tr, cluster, "frozen") })
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// sessionsEnd sends load to a server while PostgreSQL terminates database sessions at random
// moments, and returns the violations.
func sessionsEnd(t *testing.T, tr trial, cluster *pgtest.Server, length time.Duration) []string {
	t.Helper()
	return tr.under(t, length, func() {
		conn, err := pgx.Connect(t.Context(), cluster.URL("postgres"))
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close(t.Context()) //nolint:errcheck // the connection is used until the test ends
		for end := time.Now().Add(length); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
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

// TestSessionsAreTerminated checks that all promises are kept if database sessions are terminated
// at any moment, although requests may fail.
func TestSessionsAreTerminated(t *testing.T) {
	t.Parallel()
	on, cluster := onPostgres(t)
	tr := trial{backend: on, server: start(t, binary(t), on.database(t)), rate: *faultRate}
	complain(t, sessionsEnd(t, tr, cluster, *terminateTime))
}

// TestTheOracleFindsAnswersThatSessionsTookAlong tests a control. A build that responds before the
// commit loses responses when database sessions are terminated.
func TestTheOracleFindsAnswersThatSessionsTookAlong(t *testing.T) {
	t.Parallel()
	on, cluster := onPostgres(t)
	tr := trial{backend: on, server: start(t, answersFirst(t), on.database(t)), rate: *faultRate}
	mustFind(t, 5, lost, func() []string { return sessionsEnd(t, tr, cluster, controlTime) })
}

// behindProxy returns a backend with a database that the server reaches through a separate proxy.
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

// networkFails sends load to a server while the proxy causes one network fault after another, and
// returns the violations.
func networkFails(t *testing.T, tr trial, proxy *toxiproxy.Proxy, random *rand.Rand, length time.Duration) []string {
	t.Helper()
	return tr.under(t, length, func() {
		end := time.Now().Add(length)
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

// TestNetworkFails tests a network that delays or drops data, resets connections, and interrupts
// connections just after the database has committed.
func TestNetworkFails(t *testing.T) {
	t.Parallel()
	on, proxy := behindProxy(t)
	tr := trial{backend: on, server: start(t, binary(t), on.database(t)), rate: *faultRate}
	complain(t, networkFails(t, tr, proxy, rand.New(rand.NewPCG(*networkSeed, 0)), *networkTime))
}

// TestTheOracleFindsWhatTheNetworkSwallowed tests two controls with the faults of TestNetworkFails.
// A build that responds before the commit loses responses. A build that does not determine whether
// a failed commit succeeded bills failed requests.
func TestTheOracleFindsWhatTheNetworkSwallowed(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		control program.Binary
		tr      trial
		promise string
	}{
		"answered first": {answersFirst(t), trial{rate: *faultRate}, lost},
		"left in doubt":  {leavesDoubts(t), trial{rate: plainRate, plain: true}, overbilled},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			on, proxy := behindProxy(t)
			tr := tt.tr
			tr.backend, tr.server = on, start(t, tt.control, on.database(t))
			random := rand.New(rand.NewPCG(*networkSeed, 0))
			mustFind(t, 8, tt.promise, func() []string { return networkFails(t, tr, proxy, random, controlTime) })
		})
	}
}

// toxics are the faults of the network. One of them is active at a time. Downstream is the
// direction from the database to the server. In this direction, limit_data closes a connection
// after a number of bytes, so that the database has committed but the result is lost.
var toxics = []string{
	`{"name":"latency","type":"latency","stream":"downstream","toxicity":1,"attributes":{"latency":40,"jitter":40}}`,
	`{"name":"silence","type":"timeout","stream":"downstream","toxicity":0.5,"attributes":{"timeout":0}}`,
	`{"name":"timeout","type":"timeout","stream":"upstream","toxicity":0.5,"attributes":{"timeout":300}}`,
	`{"name":"reset","type":"reset_peer","stream":"downstream","toxicity":0.5,"attributes":{"timeout":50}}`,
	`{"name":"cut","type":"limit_data","stream":"downstream","toxicity":0.7,"attributes":{"bytes":%d}}`,
	`{"name":"commit","type":"limit_data","stream":"downstream","toxicity":0.7,"attributes":{"bytes":0}}`,
	`{"name":"question","type":"limit_data","stream":"upstream","toxicity":0.7,"attributes":{"bytes":%d}}`,
}

// TestKillWithinTheStatement kills a server while its statement waits in the database. The
// statement then continues, and a retry of the request determines the outcome. The statement waits
// because the test locks each table that record_computation writes.
func TestKillWithinTheStatement(t *testing.T) {
	t.Parallel()
	on, cluster := onPostgres(t)
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
	_ = cluster
}

// lock prevents all writes to a table until release is called.
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
