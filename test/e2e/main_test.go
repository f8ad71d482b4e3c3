// Package e2e tests the running program against docs/SPEC.md from outside. The program runs as a
// process with a database file and serves on loopback addresses.
package e2e

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/leasehold-accounting/leasehold/test/internal/program"
	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

var (
	plainServer = flag.Bool("plain", false, "build the server without the race detector")
	keysAtOnce  = flag.Int("idempotency-keys", 100, "Idempotency-Keys that are each sent 8 times at once")
	update      = flag.Bool("update", false, "rewrite the golden conversations")
)

// SPEC 8 defines these plan limits.
const (
	freeRate, freeQuota = 10, 25
	proRate, proQuota   = 120, 5000
)

// suite is the server that most tests share, with keys in several initial states. Each key is used
// by only one test, so that tests do not share quotas or rate limits.
type suite struct {
	dir    string
	binary program.Binary // the server's program, with the race detector unless -plain or -short is set
	tool   program.Binary // the program that runs commands
	server *program.Server
	client *wire.Client
	audit  *audit

	pro, free, live, spent keyRing
}

var all suite

// stored is an Idempotency-Key. For each operation, every API key with an exhausted quota has a
// stored response to plainLease.
const stored = "kept-from-before"

func TestMain(m *testing.M) {
	flag.Parse()
	code, err := runSuite(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func runSuite(m *testing.M) (int, error) {
	dir, err := os.MkdirTemp("", "leasehold-e2e-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // the system deletes temporary directories
	data, err := os.MkdirTemp(inMemory(dir), "leasehold-e2e-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(data)                          //nolint:errcheck // the system deletes temporary directories
	if err := os.Setenv("TMPDIR", data); err != nil { // [testing.T.TempDir] uses this directory
		return 0, err
	}
	if err := all.open(dir, data); err != nil {
		return 0, err
	}
	defer all.server.Kill()
	// Many tests can run in parallel, because most wait for a server, some of them for a minute.
	if err := flag.Set("test.parallel", "16"); err != nil {
		return 0, err
	}
	code := m.Run()
	if code != 0 {
		all.showErrors()
	}
	if faults := all.close(); len(faults) > 0 {
		return 1, fmt.Errorf("the run as a whole:\n  %s", strings.Join(faults, "\n  "))
	}
	return code, nil
}

// inMemory returns a directory on an in-memory file system from which programs can be run. If there
// is no such file system, it returns its argument. On a busy disk, a commit can exceed the server's
// timeout, and the server then correctly responds with 500.
func inMemory(other string) string {
	dir, err := os.MkdirTemp("/dev/shm", "leasehold-e2e-")
	if err != nil {
		return other
	}
	defer os.RemoveAll(dir) //nolint:errcheck // the system deletes temporary directories
	script := filepath.Join(dir, "script")
	if err := os.WriteFile(script, []byte("#!/bin/sh\n"), 0o700); err != nil {
		return other
	}
	if err := exec.CommandContext(context.Background(), script).Run(); err != nil {
		return other
	}
	return filepath.Dir(dir)
}

// open builds the program in directory dir, starts it with a database in directory data, and
// creates the keys.
func (s *suite) open(dir, data string) error {
	s.dir = dir
	var err error
	if s.tool, err = program.Build(dir); err != nil {
		return err
	}
	s.binary = s.tool
	if !*plainServer && !testing.Short() {
		if s.binary, err = program.Build(dir, "-race"); err != nil {
			return err
		}
	}
	ctx := context.Background()
	s.server = &program.Server{Binary: s.binary, DB: "sqlite:" + filepath.Join(data, "suite.db")}
	if err := s.server.Start(ctx); err != nil {
		return err
	}
	s.client = wire.NewClient(s.server.URL(), 64)
	s.audit = newAudit(s.server.URL())
	for _, ring := range []struct {
		of         *keyRing
		plan, mode string
		count      int
	}{{&s.pro, "pro", "test", 250}, {&s.free, "free", "test", 120}, {&s.live, "pro", "live", 5}, {&s.spent, "free", "live", 30}} {
		if ring.of.keys, err = s.tool.CreateKeys(ctx, s.server.DB, ring.plan, ring.mode, "suite", ring.count); err != nil {
			return err
		}
	}
	return s.spend(ctx)
}

// spend uses up the quotas of the keys in s.spent. At ten requests per minute, this would take
// three minutes. Rate limits are kept in the server's memory, so the function spend starts the
// server three times instead.
func (s *suite) spend(ctx context.Context) error {
	for life := range 3 {
		if err := s.spendLife(ctx, life); err != nil {
			return err
		}
		s.client.Close()
		if err := s.server.Stop(); err != nil {
			return err
		}
		if err := s.server.Start(ctx); err != nil {
			return err
		}
	}
	return nil
}

// spendLife sends each key's calls in one of the server's three runs. In the first run, each key
// sends one call per operation (with stored responses) and 6 more calls. In the second run, each
// key sends 10 calls. In the third run, it sends 6 calls, which use up its 25 units. The operation
// classify is free.
func (s *suite) spendLife(ctx context.Context, life int) error {
	calls := [3]int{6, 10, 6}[life]
	return inParallel(16, len(s.spent.keys), func(i int) error {
		key := s.spent.keys[i].Key
		if life == 0 {
			for _, op := range wire.Operations {
				if err := s.want200(ctx, wire.Call{Path: wire.Path(op), Key: key, Body: plainLease}.Keyed(stored)); err != nil {
					return err
				}
			}
		}
		for range calls {
			if err := s.want200(ctx, wire.Call{Path: wire.Path("schedule"), Key: key, Body: plainLease}); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *suite) want200(ctx context.Context, call wire.Call) error {
	reply, err := s.client.Do(ctx, call)
	if err == nil && reply.Status != 200 {
		err = fmt.Errorf("preparing keys: %s: %v", call.Path, reply)
	}
	return err
}

// close stops the server and returns the violations that the audit found in the run.
func (s *suite) close() []string {
	faults := s.audit.faults()
	s.client.Close()
	if err := s.server.Stop(); err != nil {
		faults = append(faults, err.Error())
	}
	if out, err := s.tool.Run(context.Background(), "usage", "check", "--db", s.server.DB); err != nil || out.Code != 0 {
		faults = append(faults, fmt.Sprintf("usage check: exit status %d, %v: %s%s", out.Code, err, out.Stdout, out.Stderr))
	}
	return append(faults, s.logFaults()...)
}

// showErrors prints the errors in the server's log, which state the causes of responses with status
// 500.
func (s *suite) showErrors() {
	for line := range strings.Lines(s.server.Log()) {
		if strings.Contains(line, `"level":"ERROR"`) {
			fmt.Fprintf(os.Stderr, "server: %.1000s\n", strings.TrimSpace(line))
		}
	}
}

// keyRing returns each of its keys once.
type keyRing struct {
	keys []program.Key
	next atomic.Int64
}

func (r *keyRing) take(t *testing.T) program.Key {
	t.Helper()
	i := int(r.next.Add(1)) - 1
	if i >= len(r.keys) {
		t.Fatalf("the suite's %d keys are used up: make more in open", len(r.keys))
	}
	return r.keys[i]
}

// inParallel calls f for 0 to n-1 from several goroutines. It returns f's first error.
func inParallel(workers, n int, f func(i int) error) error {
	var next atomic.Int64
	errs := make(chan error, workers)
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				if err := f(i); err != nil {
					errs <- err
					return
				}
			}
		})
	}
	group.Wait()
	close(errs)
	return <-errs
}
