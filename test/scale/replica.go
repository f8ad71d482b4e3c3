package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb/postgres"
)

// plans gives the pro plan a higher quota than the published plan has. No key reaches its rate
// limit in these runs, so the number of slots stored per minute is realistic.
var plans = meter.Plans{meter.Pro: {PerMinute: 100_000, PerMonth: 1 << 40}, meter.Free: {}}

func open(ctx context.Context, address string) (*postgres.Store, error) {
	return postgres.Open(ctx, postgres.Options{URL: address, Clock: time.Now, Log: slog.New(slog.DiscardHandler)})
}

// secretOf returns the n-th key's secret. pgbench's statements contain the same formula.
func secretOf(n int) string { return fmt.Sprintf("secret-%d", n) }

// fill creates keys, numbered from 1.
func fill(ctx context.Context, address string, keys int) error {
	store, err := open(ctx, address)
	if err != nil {
		return err
	}
	created := make([]service.NewKey, keys)
	for i := range created {
		created[i] = service.NewKey{
			ID: fmt.Sprintf("key_%d", i+1), Plan: meter.Pro, Mode: apikey.Test,
			Secret: service.Secret{Hash: apikey.Sum(secretOf(i + 1)), Created: time.Now()},
		}
	}
	return errors.Join(store.CreateKeys(ctx, created), store.Close())
}

// audit checks the recorded usage. The run fails if usage is missing.
func audit(ctx context.Context, address string) error {
	store, err := open(ctx, address)
	if err != nil {
		return err
	}
	found, err := store.Check(ctx)
	if err == nil && len(found.Differences) > 0 {
		err = fmt.Errorf("%d differences in the usage, such as: %s", len(found.Differences), found.Differences[0])
	}
	return errors.Join(err, store.Close())
}

// replicas measures n processes that record computations simultaneously.
func replicas(ctx context.Context, s settings, address string, load workload, n int) (int, error) {
	self, err := os.Executable()
	if err != nil {
		return 0, err
	}
	var group sync.WaitGroup
	var total atomic.Int64
	errs := make([]error, n)
	ready, begin := make(chan struct{}, n), make(chan struct{})
	for i := range n {
		group.Go(func() {
			rate, err := replica(ctx, self, s, address, load, s.connections/n, ready, begin)
			total.Add(int64(rate))
			errs[i] = err
		})
	}
	for range n {
		<-ready
	}
	close(begin)
	group.Wait()
	return int(total.Load()), errors.Join(errs...)
}

// replica starts one process. It reports when it is ready, and begins when all processes are ready.
func replica(ctx context.Context, self string, s settings, address string, load workload, connections int, ready chan<- struct{}, begin <-chan struct{}) (rate int, err error) {
	reported := false
	tell := func() {
		if !reported {
			reported = true
			ready <- struct{}{}
		}
	}
	defer tell()
	cmd := exec.CommandContext(ctx, self, "-replica", address, "-connections", strconv.Itoa(connections), //nolint:gosec // this program's own path
		"-keys", strconv.Itoa(load.keys), "-lasting", s.lasting.String(), "-hot="+strconv.FormatBool(!load.admit))
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return 0, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return 0, err
	}
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	lines := bufio.NewScanner(out)
	if lines.Scan() { // the line is "ready"
		tell()
		<-begin
		_, err = io.WriteString(in, "go\n")
	}
	if err == nil && lines.Scan() {
		rate, err = strconv.Atoi(strings.TrimSpace(lines.Text()))
	}
	if err = errors.Join(err, cmd.Wait()); err != nil {
		err = fmt.Errorf("replica: %w: %s", err, stderr.String())
	}
	return rate, err
}

// beReplica records computations as fast as possible and prints the number of computations per
// second.
func beReplica(ctx context.Context, address string, s settings, hot bool, in io.Reader, out io.Writer) error {
	store, err := open(ctx, address)
	if err != nil {
		return err
	}
	hashes := make([]apikey.Hash, s.keys)
	for i := range hashes {
		hashes[i] = apikey.Sum(secretOf(i + 1))
	}
	first, err := store.Admit(ctx, hashes[0], plans)
	if err != nil {
		return err
	}
	fmt.Fprintln(out, "ready")
	if _, err := bufio.NewReader(in).ReadString('\n'); err != nil {
		return err
	}
	var recorded, next atomic.Int64
	errs := make([]error, s.connections)
	begin := time.Now()
	var group sync.WaitGroup
	for c := range s.connections {
		group.Go(func() {
			for errs[c] == nil && time.Since(begin) < s.lasting {
				a := first
				if !hot {
					a, errs[c] = store.Admit(ctx, hashes[int(next.Add(1)*7919)%len(hashes)], plans)
				}
				if errs[c] == nil {
					errs[c] = record(ctx, store, a)
				}
				recorded.Add(1)
			}
		})
	}
	group.Wait()
	took := time.Since(begin)
	_, err = fmt.Fprintln(out, recorded.Load()*int64(time.Second)/int64(took))
	return errors.Join(append(errs, err, store.Close())...)
}

func record(ctx context.Context, store *postgres.Store, a service.Admission) error {
	done, err := store.Record(ctx, &service.Computation{
		RequestID: service.NewRequestID(), Key: a.Key, Operation: operations.Compute.Name, Units: 1, Quota: a.Limits.PerMonth,
		Time: a.Time, Duration: time.Millisecond,
	})
	if err == nil && (done.Outcome != service.Original || a.Wait > 0) {
		err = fmt.Errorf("outcome %d, wait %v", done.Outcome, a.Wait)
	}
	return err
}
