package sqlite

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb/dbtest"
)

var plans = meter.Plans{meter.Free: {}, meter.Pro: {PerMinute: 1_000_000, PerMonth: 1_000_000}}

// fixture is an open store with keys k0, k1, … and a second connection to the file, which SQLite treats as
// another process.
type fixture struct {
	*Store
	t     *testing.T
	clock *dbtest.Clock
	other *sql.DB
}

func openFixture(t *testing.T, keys int, timeout time.Duration) *fixture {
	t.Helper()
	f := newFile(t)
	b := &fixture{t: t, clock: dbtest.NewClock(time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC))}
	b.Store = f.open(t, b.clock.Now)
	b.options.QueueTimeout = timeout
	var err error
	if b.other, err = sql.Open("sqlite", dsn(f.path, []string{"busy_timeout(20000)"})); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(b.other.Close(), b.Close()); err != nil {
			t.Error(err)
		}
	})
	for i := range keys {
		secret := fmt.Sprintf("k%d", i)
		err := b.CreateKeys(context.Background(), []service.NewKey{{
			ID: secret, Plan: meter.Pro, Mode: apikey.Test,
			Secret: service.Secret{Hash: apikey.Sum(secret), Prefix: "sk_test_", Last4: "last", Created: b.clock.Now()},
		}})
		if err != nil {
			t.Fatal(err)
		}
	}
	return b
}

func (b *fixture) exec(query string) {
	b.t.Helper()
	if _, err := b.other.ExecContext(context.Background(), query); err != nil {
		b.t.Fatalf("%s: %v", query, err)
	}
}

func (b *fixture) admit(secret string) service.Admission {
	b.t.Helper()
	a, err := b.Admit(context.Background(), apikey.Sum(secret), plans)
	if err != nil {
		b.t.Fatal(err)
	}
	return a
}

func (b *fixture) computation(secret, requestID, idempotencyKey string) *service.Computation {
	b.t.Helper()
	a := b.admit(secret)
	c := &service.Computation{
		RequestID: requestID + rand.Text(), Key: a.Key, Operation: operations.Compute.Name, Units: 1, Quota: a.Limits.PerMonth, Time: a.Time,
	}
	if idempotencyKey != "" {
		c.Claim = &service.Claim{
			Name: sha256.Sum256([]byte(idempotencyKey)), Request: sha256.Sum256([]byte("x")), Expires: a.Time.Add(time.Hour),
		}
	}
	return c
}

func (b *fixture) differences() []string {
	b.t.Helper()
	found, err := b.Check(context.Background())
	if err != nil {
		b.t.Fatal(err)
	}
	return found.Differences
}

func (b *fixture) checkConsistent() {
	b.t.Helper()
	for _, difference := range b.differences() {
		b.t.Errorf("inconsistent: %s", difference)
	}
}

// If a step of a charge fails, no part of the charge is recorded. The other charges in the same
// commit are recorded, and a retry of the failed charge is billed once.
func TestAFailedStepAffectsOneChargeOnly(t *testing.T) {
	t.Parallel()
	for name, trigger := range map[string]string{
		"claim":          `BEFORE INSERT ON replays WHEN NEW.request_id LIKE 'bad%'`,
		"usage row":      `BEFORE INSERT ON usage WHEN NEW.request_id LIKE 'bad%'`,
		"after the row":  `AFTER INSERT ON usage WHEN NEW.request_id LIKE 'bad%'`,
		"first charge":   `BEFORE INSERT ON counters WHEN NEW.key_ref = 1 AND NEW.used = 1`,
		"later charge":   `BEFORE UPDATE ON counters WHEN NEW.key_ref = 1`,
		"whole rollback": `BEFORE INSERT ON usage WHEN NEW.request_id LIKE 'bad%' /* ROLLBACK */`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := openFixture(t, 3, time.Minute)
			used := int64(0)
			if name == "later charge" { // the counter then already exists and is updated
				mustRecord(t, b, b.computation("k0", "req", ""))
				used = 1
			}
			action := "ABORT"
			if strings.Contains(trigger, "ROLLBACK") {
				action = "ROLLBACK" // SQLite itself rolls back when the disk is full
			}
			b.exec(fmt.Sprintf(`CREATE TRIGGER spoil %s BEGIN SELECT RAISE(%s, 'injected'); END`, trigger, action))
			bad := b.computation("k0", "bad", "k")
			var wg sync.WaitGroup
			wg.Go(func() {
				if _, err := b.Record(context.Background(), bad); err == nil {
					t.Error("the spoiled charge was recorded")
				}
			})
			for i := range 40 {
				c := b.computation(fmt.Sprintf("k%d", 1+i%2), "good", fmt.Sprintf("key %d", i))
				wg.Go(func() { mustRecord(t, b, c) })
			}
			wg.Wait()
			b.exec(`DROP TRIGGER spoil`)
			if got := b.admit("k0").Used; got != used {
				t.Errorf("%d units after the failure, want %d", got, used)
			}
			b.checkConsistent()
			if s := mustRecord(t, b, b.computation("k0", "again", "k")); s.Outcome != service.Original || s.Used != used+1 {
				t.Errorf("the retry: %+v", s)
			}
			for _, secret := range []string{"k1", "k2"} {
				if got := b.admit(secret).Used; got != 20 {
					t.Errorf("%s: %d units, want 20", secret, got)
				}
			}
			b.checkConsistent()
		})
	}
}

func mustRecord(t *testing.T, b *fixture, c *service.Computation) service.Recorded {
	t.Helper()
	s, err := b.Record(context.Background(), c)
	if err != nil {
		t.Errorf("record: %v", err)
	}
	return s
}

// A charge that waits too long is withdrawn and not executed. A charge that is already being
// executed returns its outcome.
func TestALockedFileBillsNoOne(t *testing.T) {
	t.Parallel()
	b := openFixture(t, 1, 300*time.Millisecond)
	charges := make([]*service.Computation, 20)
	for i := range charges {
		charges[i] = b.computation("k0", "locked", fmt.Sprint(i))
	}
	conn, err := b.other.Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close() //nolint:errcheck // an error of Close has no effect on the test
	if _, err := conn.ExecContext(context.Background(), `BEGIN IMMEDIATE`); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	var mu sync.Mutex
	busy := 0
	for i, c := range charges {
		wg.Go(func() {
			time.Sleep(time.Duration(i) * 5 * time.Millisecond) // the writer executes the first job, and the later jobs wait
			_, err := b.Record(context.Background(), c)
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				t.Error("recorded in a locked file")
			}
			if errors.Is(err, service.ErrBusy) {
				busy++
			}
		})
	}
	wg.Wait()
	if busy == 0 || busy == len(charges) {
		t.Errorf("%d of %d were withdrawn; some should be taken, some not", busy, len(charges))
	}
	if _, err := conn.ExecContext(context.Background(), `ROLLBACK`); err != nil {
		t.Fatal(err)
	}
	for i := range charges {
		s := mustRecord(t, b, b.computation("k0", "retry", fmt.Sprint(i)))
		if s.Outcome != service.Original || s.Used != int64(i+1) {
			t.Errorf("retry %d: %+v", i, s)
		}
	}
	b.checkConsistent()
}

// spoilCommits makes the writer's commits fail and leaves the transaction open. The test must call it before a
// job is in the queue.
func (b *fixture) spoilCommits(always bool) {
	b.t.Helper()
	bad, err := b.writer.conn.PrepareContext(context.Background(), `INSERT INTO state (id) VALUES (1)`)
	if err != nil {
		b.t.Fatal(err)
	}
	b.writer.st.all = append(b.writer.st.all, bad)
	if always {
		b.writer.st.commitOver = bad
	}
	b.writer.st.commit = bad
}

// After a failed commit, the store tries another commit. If that commit succeeds, the charge has
// been undone and the caller receives an error. Otherwise the outcome is unknown. In both cases the
// store stops.
func TestUncertainCommitsAreNotSuccesses(t *testing.T) {
	t.Parallel()
	for _, always := range []bool{false, true} {
		t.Run(fmt.Sprintf("marker fails=%v", always), func(t *testing.T) {
			t.Parallel()
			b := openFixture(t, 1, time.Minute)
			c := b.computation("k0", "doubt", "k")
			b.spoilCommits(always)
			_, err := b.Record(context.Background(), c)
			if err == nil || errors.Is(err, service.ErrUncertain) != always {
				t.Errorf("got %v", err)
			}
			select {
			case <-b.Failed():
			case <-time.After(10 * time.Second):
				t.Error("the store goes on")
			}
			if b.Ping(context.Background()) == nil {
				t.Error("Ping says that all is well")
			}
			if _, err := b.Record(context.Background(), c); err == nil {
				t.Error("a stopped store records")
			}
			if _, err := b.Admit(context.Background(), apikey.Sum("k0"), plans); err == nil {
				t.Error("a stopped store admits")
			}
			var rows int
			if err := b.other.QueryRowContext(context.Background(), `SELECT count(*) FROM usage`).Scan(&rows); err != nil || rows != 0 {
				t.Errorf("%d rows, %v", rows, err)
			}
		})
	}
}

// Check reports a request that was logged twice, which an index prevents in PostgreSQL.
func TestCheckFindsARequestThatWasLoggedTwice(t *testing.T) {
	t.Parallel()
	b := openFixture(t, 1, time.Minute)
	mustRecord(t, b, b.computation("k0", "plain", ""))
	b.exec(`INSERT INTO usage SELECT 99, request_id, key_ref, mode, plan, operation, 200, '', 1, NULL, month, at, 0, number, hash FROM usage`)
	if found := strings.Join(b.differences(), "\n"); !strings.Contains(found, "is in the usage log 2 times") {
		t.Errorf("found %q", found)
	}
}

// A command can write even if a server that uses the same file writes continuously.
func TestCommandsRunNextToABusyServer(t *testing.T) {
	t.Parallel()
	b := openFixture(t, 1, time.Minute)
	var done atomic.Bool
	var wg sync.WaitGroup
	for range 32 {
		wg.Go(func() {
			for !done.Load() {
				mustRecord(t, b, b.computation("k0", "busy", ""))
			}
		})
	}
	commands := options(b.options.Path)
	commands.LockTimeout = time.Minute
	for range 5 {
		command, err := Open(context.Background(), commands)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := command.UpdateKey(context.Background(), "k0", service.KeyChange{Plan: new(meter.Pro)}); err != nil {
			t.Error(err)
		}
		if err := command.Close(); err != nil {
			t.Error(err)
		}
	}
	done.Store(true)
	wg.Wait()
	b.checkConsistent()
}

// Check reads the usage log a fixed number of times, because every join in its queries uses an
// index.
func TestCheckNeverReadsTheLogForEachRow(t *testing.T) {
	t.Parallel()
	b := openFixture(t, 1, time.Minute)
	for _, query := range b.Dialect.Checks() {
		for _, step := range b.plan(translate(query)) {
			// In the query plan, b is the common table expression "billed", which has only a few rows.
			// Table k is searched by row number.
			joined := strings.HasSuffix(step, "LEFT-JOIN") && !strings.HasPrefix(step, "SCAN b ") && !strings.HasPrefix(step, "SEARCH k ")
			if joined && !strings.Contains(step, "request_id=?") && !strings.Contains(step, "usage_by_key") {
				t.Errorf("%s\n%s", step, query)
			}
		}
	}
}

// plan returns the steps that SQLite would execute for a query.
func (b *fixture) plan(query string) (steps []string) {
	b.t.Helper()
	rows, err := b.reading.QueryContext(b.t.Context(), "EXPLAIN QUERY PLAN "+query, 0, 0)
	if err != nil {
		b.t.Fatal(err)
	}
	defer rows.Close() //nolint:errcheck // rows.Err returns the error
	for rows.Next() {
		var id, parent, unused int
		var step string
		if err := rows.Scan(&id, &parent, &unused, &step); err != nil {
			b.t.Fatal(err)
		}
		steps = append(steps, step)
	}
	if err := rows.Err(); err != nil {
		b.t.Fatal(err)
	}
	return steps
}
