package postgres

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/pgtest"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// behindProxy is a store with a database connection that a test can interrupt or delay.
type behindProxy struct {
	*Store
	t     *testing.T
	db    *database
	proxy *pgtest.Proxy
	log   lockedBuffer
	hash  apikey.Hash
}

func newBehindProxy(t *testing.T) *behindProxy {
	t.Helper()
	b := &behindProxy{t: t, db: newDatabase(t)}
	var err error
	if b.proxy, err = pgtest.NewProxy(server.Address()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.proxy.Close)
	b.Store, err = Open(t.Context(), Options{
		URL: pgtest.URL(b.proxy.Address(), b.db.name), Clock: time.Now, Log: slog.New(slog.NewTextHandler(&b.log, nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.Close() })
	b.hash = apikey.Sum("secret")
	err = b.CreateKeys(t.Context(), []service.NewKey{{
		ID: "key_a", Plan: meter.Free, Mode: apikey.Test, Secret: service.Secret{Hash: b.hash, Created: time.Now()},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func (b *behindProxy) admit() service.Admission {
	b.t.Helper()
	a, err := b.Admit(b.t.Context(), b.hash, meter.Standard())
	if err != nil {
		b.t.Fatal(err)
	}
	return a
}

func (b *behindProxy) computation(a service.Admission, idempotencyKey string) *service.Computation {
	c := &service.Computation{
		RequestID: service.NewRequestID(), Key: a.Key, Operation: operations.Compute.Name, Units: 1, Quota: a.Limits.PerMonth, Time: a.Time,
	}
	if idempotencyKey != "" {
		c.Claim = &service.Claim{
			Name: sha256.Sum256([]byte(idempotencyKey)), Expires: a.Time.Add(time.Hour),
		}
	}
	return c
}

// rows waits until the usage log has n rows and returns each request's units in row order.
func (b *behindProxy) rows(n int) map[string][]int64 {
	b.t.Helper()
	units := map[string][]int64{}
	for range 400 {
		clear(units)
		count := 0
		for row, err := range b.Usage(b.t.Context(), service.UsageQuery{}) {
			if err != nil {
				break // the test has cut this connection
			}
			units[row.RequestID] = append([]int64{row.Units}, units[row.RequestID]...)
			count++
		}
		if count >= n {
			break
		}
		time.Sleep(25 * time.Millisecond)
	}
	return units
}

func (b *behindProxy) checkConsistent() {
	b.t.Helper()
	found, err := b.Check(b.t.Context())
	if err != nil || len(found.Differences) > 0 {
		b.t.Errorf("check: %v, %v", found, err)
	}
}

// lockedBuffer holds a log that tests can read while it is written.
type lockedBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

// If a commit succeeds but its result is lost, the caller receives an error, and an additional
// usage row refunds the unit.
func TestChargeWhoseCommitIsUnknownIsGivenBack(t *testing.T) {
	t.Parallel()
	b := newBehindProxy(t)
	a := b.admit()
	if _, err := b.Record(t.Context(), b.computation(a, "")); err != nil { // the first call prepares the statement
		t.Fatal(err)
	}
	c := b.computation(a, "")
	b.proxy.LoseAnswers(true)
	if _, err := b.Record(t.Context(), c); err == nil {
		t.Fatal("a lost answer is a success")
	}
	b.proxy.LoseAnswers(false)
	units := b.rows(3)[c.RequestID]
	if fmt.Sprint(units) != "[1 -1]" {
		t.Errorf("units %v in the usage log, want 1 and -1", units)
	}
	if used := b.used(); used != 1 {
		t.Errorf("%d units used, want 1", used)
	}
	if err := b.Refund(t.Context(), c.RequestID); !errors.Is(err, service.ErrNotRefundable) {
		t.Errorf("given back twice: %v", err)
	}
	b.checkConsistent()
}

// If the result of a commit is lost and the request has an Idempotency-Key, the charge remains, and
// a retry receives the response.
func TestKeyedChargeWhoseCommitIsUnknownIsReplayed(t *testing.T) {
	t.Parallel()
	b := newBehindProxy(t)
	a := b.admit()
	if _, err := b.Record(t.Context(), b.computation(a, "")); err != nil { // the first call prepares the statement
		t.Fatal(err)
	}
	first := b.computation(a, "k")
	b.proxy.LoseAnswers(true)
	if _, err := b.Record(t.Context(), first); err == nil {
		t.Fatal("a lost answer is a success")
	}
	b.proxy.LoseAnswers(false)
	// The service writes this row for every failed request.
	failed := service.UsageRow{RequestID: first.RequestID, Key: a.Key, Status: 500, Code: service.InternalError, Time: a.Time}
	if err := b.Log(t.Context(), failed); err != nil {
		t.Fatal(err)
	}
	done, err := b.Record(t.Context(), b.computation(a, "k"))
	if err != nil || done.Outcome != service.Replay || done.First.RequestID != first.RequestID || done.Used != 2 {
		t.Errorf("retry: %+v, %v", done, err)
	}
	b.checkConsistent()
}

// If a charge's database session is interrupted before the commit, the request is not billed.
func TestChargesInProgressAreSkipped(t *testing.T) {
	t.Parallel()
	b := newBehindProxy(t)
	a := b.admit()
	if _, err := b.Record(t.Context(), b.computation(a, "")); err != nil {
		t.Fatal(err)
	}
	release := b.hold(`SELECT * FROM leasehold.counters FOR UPDATE`)
	c := b.computation(a, "")
	result := make(chan error, 1)
	go func() {
		_, err := b.Record(context.WithoutCancel(t.Context()), c)
		result <- err
	}()
	b.waitForLock()
	b.proxy.Cut()
	if err := <-result; err == nil {
		t.Fatal("a cut connection is a success")
	}
	release() // the statement then continues in the database and commits
	if units := b.rows(2)[c.RequestID]; len(units) == 0 {
		t.Errorf("request is not in the log")
	}
	for range 200 {
		if b.used() == 1 {
			break
		}
		time.Sleep(25 * time.Millisecond)
	}
	if used := b.used(); used != 1 {
		t.Errorf("%d units used, want 1", used)
	}
	b.checkConsistent()
}

func (b *behindProxy) used() (used int64) {
	b.t.Helper()
	var err error
	for range 10 { // several attempts, because the test may have interrupted connections
		if err = b.pool.QueryRow(b.t.Context(), `SELECT coalesce(sum(used), 0)::bigint FROM counters`).Scan(&used); err == nil {
			return used
		}
	}
	b.t.Fatal(err)
	return 0
}

// hold runs a statement in a transaction that remains open until the returned function is called.
func (b *behindProxy) hold(statement string) (release func()) {
	b.t.Helper()
	conn, err := pgx.Connect(b.t.Context(), b.db.url())
	if err != nil {
		b.t.Fatal(err)
	}
	if _, err := conn.Exec(b.t.Context(), "BEGIN; "+statement); err != nil {
		b.t.Fatal(err)
	}
	var once sync.Once
	release = func() { once.Do(func() { _ = conn.Close(context.Background()) }) }
	b.t.Cleanup(release)
	return release
}

func (b *behindProxy) waitForLock() {
	b.t.Helper()
	for range 400 {
		var waiting bool
		err := b.pool.QueryRow(b.t.Context(), `SELECT EXISTS (SELECT FROM pg_stat_activity
			WHERE datname = current_database() AND wait_event_type = 'Lock')`).Scan(&waiting)
		if err != nil {
			b.t.Fatal(err)
		}
		if waiting {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	b.t.Fatal("nobody waits for the lock")
}

// If a charge waits too long for a lock, the charge is rejected in time and not recorded.
func TestWaitsForALockAreShort(t *testing.T) {
	t.Parallel()
	b := newBehindProxy(t)
	a := b.admit()
	if _, err := b.Record(t.Context(), b.computation(a, "")); err != nil {
		t.Fatal(err)
	}
	b.hold(`SELECT * FROM leasehold.counters FOR UPDATE`)
	begin := time.Now()
	_, err := b.Record(t.Context(), b.computation(a, ""))
	if !errors.Is(err, service.ErrBusy) || time.Since(begin) > 4*time.Second {
		t.Errorf("after %v: %v", time.Since(begin), err)
	}
	if used := b.used(); used != 1 {
		t.Errorf("%d units used, want 1", used)
	}
}

// If the database cannot reserve slots in the rate limit, the process applies the same limit
// itself. If the process cannot identify the caller, the request is rejected.
func TestLimiterOfLastResort(t *testing.T) {
	t.Parallel()
	b := newBehindProxy(t)
	if err := server.Exec(t.Context(), b.db.name, `ALTER TABLE leasehold.slots RENAME TO lost`); err != nil {
		t.Fatal(err)
	}
	passed := 0
	for range 15 {
		if b.admit().Wait == 0 {
			passed++
		}
	}
	if passed != 10 {
		t.Errorf("%d passed, want 10", passed)
	}
	if !strings.Contains(b.log.String(), "this process applies it to its own requests only") {
		t.Error("the log says nothing")
	}
	if err := server.Exec(t.Context(), b.db.name, `ALTER TABLE leasehold.secrets RENAME TO stolen`); err != nil {
		t.Fatal(err)
	}
	if a, err := b.Admit(t.Context(), b.hash, meter.Standard()); err == nil || errors.Is(err, service.ErrUnknownKey) {
		t.Errorf("without secrets: %+v, %v", a, err)
	}
}

// If the database rolls back at a commit, the caller receives an error, although the database
// reports no error.
func TestCommitThatRollsBackIsAnError(t *testing.T) {
	t.Parallel()
	b := newBehindProxy(t)
	err := b.transact(t.Context(), func(tx pgx.Tx) error {
		_, _ = tx.Exec(t.Context(), `SELECT 1/0`) // this error aborts the transaction
		return nil
	})
	if !errors.Is(err, pgx.ErrTxCommitRollback) {
		t.Errorf("got %v", err)
	}
}

// A billed request needs two round trips to the database.
func TestTwoRoundTrips(t *testing.T) {
	t.Parallel()
	b := newBehindProxy(t)
	a := b.admit()
	for range 2 { // the first call prepares the statements
		if _, err := b.Record(t.Context(), b.computation(a, service.NewRequestID())); err != nil {
			t.Fatal(err)
		}
	}
	before := b.proxy.Turns()
	a = b.admit()
	if _, err := b.Record(t.Context(), b.computation(a, "k")); err != nil {
		t.Fatal(err)
	}
	if turns := b.proxy.Turns() - before; turns > 2 {
		t.Errorf("%d round trips", turns)
	}
}

// If several replicas start simultaneously on an empty database, one of them creates the schema.
func TestReplicasMigrateOnce(t *testing.T) {
	t.Parallel()
	d := newDatabase(t)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			s, err := Open(context.Background(), Options{URL: d.url(), Clock: time.Now, Log: slog.New(slog.DiscardHandler)})
			if err != nil {
				t.Error(err)
				return
			}
			_ = s.Close()
		})
	}
	group.Wait()
	from, to, err := Migrate(t.Context(), d.url())
	if err != nil || from != to {
		t.Errorf("from %d to %d, %v", from, to, err)
	}
}

// A program rejects a database with a later schema version.
func TestLaterSchemasAreRejected(t *testing.T) {
	t.Parallel()
	d := newDatabase(t)
	if _, _, err := Migrate(t.Context(), d.url()); err != nil {
		t.Fatal(err)
	}
	if err := server.Exec(t.Context(), d.name, `UPDATE leasehold.schema_version SET version = 9999`); err != nil {
		t.Fatal(err)
	}
	_, err := Open(t.Context(), Options{URL: d.url(), Clock: time.Now, Log: slog.New(slog.DiscardHandler)})
	if err == nil || !strings.Contains(err.Error(), "later version") {
		t.Errorf("got %v", err)
	}
}

// The startup log reports a database that may lose commits. The log never contains a password.
func TestStartupErrorsNameTheFault(t *testing.T) {
	t.Parallel()
	b := newBehindProxy(t) // the tests' PostgreSQL server runs with fsync=off
	if !strings.Contains(b.log.String(), "fsync=off") {
		t.Errorf("log: %s", b.log.String())
	}
	_, err := Open(t.Context(), Options{
		URL: "postgres://u:hunter2@127.0.0.1:1/x", Clock: time.Now, Log: slog.New(slog.DiscardHandler),
	})
	if err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("got %v", err)
	}
}
