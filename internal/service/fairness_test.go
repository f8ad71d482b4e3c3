package service

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/admission"
	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
)

// replayer is a store that reports every claim as a replay and records no usage.
type replayer struct {
	Store

	keys    map[apikey.Hash]Key
	charged atomic.Int64 // slots of the rate limit in addition to the first slot of each request
}

func (s *replayer) Admit(_ context.Context, hash apikey.Hash, plans meter.Plans) (Admission, error) {
	return Admission{Key: s.keys[hash], Limits: plans[meter.Pro], Time: time.Unix(0, 0).UTC()}, nil
}

func (s *replayer) Record(_ context.Context, c *Computation) (Recorded, error) {
	if c.Claim == nil {
		return Recorded{Outcome: Original}, nil
	}
	return Recorded{Outcome: Replay, First: &First{RequestID: "req_0", Request: c.Claim.Request, Response: c.Claim.Response, Version: c.Claim.Version}}, nil
}

func (s *replayer) Log(context.Context, UsageRow) error { return nil }

func (s *replayer) Charge(_ context.Context, _ Key, n int) error {
	s.charged.Add(int64(n))
	return nil
}

// One account replays large reports with ten keys. Meanwhile, a large report with another account's
// key takes at most five times as long as on an idle server. The replays take slots of the rate
// limit. Time is simulated, so the result does not depend on the speed of the machine.
func TestAnAccountWithManyKeysHasOneShare(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const alone = 2 * time.Second // duration of a report on an idle server
		store := &replayer{keys: map[apikey.Hash]Key{apikey.Sum("other"): {Ref: 11, Plan: meter.Pro}}}
		var secrets []string
		for i := range int64(10) {
			secrets = append(secrets, fmt.Sprint("key ", i))
			store.keys[apikey.Sum(secrets[i])] = Key{Ref: i + 1, Account: 5, Plan: meter.Pro}
		}
		s := New(Config{Store: store, Clock: time.Now, Log: slog.New(slog.DiscardHandler), Limits: admission.Options{ShortSlots: 2}})
		report := func(ctx context.Context, secret string, claims ...string) error {
			task := &costlyTask{effort: heavyEffort, wait: func(context.Context) error { time.Sleep(alone); return nil }}
			body := strings.Repeat("x", 100<<10)
			answer, _, err := s.Do(ctx, Request{ID: "req_1", Operation: costly(task), Secret: secret, IdempotencyKey: claims, Read: func() (Input, error) {
				return Input{Body: strings.NewReader(body), Length: int64(len(body))}, nil
			}})
			if err == nil {
				answer.Release()
			}
			return err
		}
		ctx, stop := context.WithCancel(t.Context())
		var replays atomic.Int64
		var clients sync.WaitGroup
		for i := range 20 {
			clients.Go(func() {
				for ctx.Err() == nil {
					if report(ctx, secrets[i%10], "again") == nil {
						replays.Add(1)
					}
				}
			})
		}
		for i := range 5 {
			time.Sleep(7 * time.Second)
			began := time.Now()
			if err := report(ctx, "other"); err != nil {
				t.Error(err)
			}
			if took := time.Since(began); took > 5*alone {
				t.Errorf("report %d took %v, and %v on a quiet server", i, took, alone)
			}
		}
		stop()
		clients.Wait()
		if n := replays.Load(); n < 5 || store.charged.Load() < n {
			t.Errorf("%d replays took %d more slots of rate limits", n, store.charged.Load())
		}
	})
}

// Requests with the same Idempotency-Key are processed one after the other. A waiting request
// occupies no worker slot and does not delay requests with other Idempotency-Keys.
func TestRequestsWithOneClaimTakeTurns(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := &replayer{keys: map[apikey.Hash]Key{apikey.Sum("key"): {Ref: 1, Plan: meter.Pro}}}
		s := New(Config{Store: store, Clock: time.Now, Log: slog.New(slog.DiscardHandler), Limits: admission.Options{ShortSlots: 8}})
		send := func(claim string) (took time.Duration) {
			began := time.Now()
			task := &costlyTask{wait: func(context.Context) error {
				if short := s.limits.States()["short"]; short.Held > 2 || short.Waiting > 0 {
					t.Errorf("%d worker slots are occupied, %d requests wait", short.Held, short.Waiting)
				}
				time.Sleep(time.Second)
				return nil
			}}
			answer, err := doCostlyAs(s, "key", task, claim)
			if err != nil {
				t.Error(err)
				return 0
			}
			answer.Release()
			return time.Since(began)
		}
		var clients sync.WaitGroup
		for range 5 {
			clients.Go(func() { send("one") })
		}
		synctest.Wait()
		if took := send("another"); took != time.Second {
			t.Errorf("another Idempotency-Key took %v", took)
		}
		began := time.Now()
		clients.Wait()
		if took := time.Since(began); took != 4*time.Second {
			t.Errorf("five requests took %v", time.Second+took)
		}
	})
}

func doCostlyAs(s *Service, secret string, task *costlyTask, claim string) (*Answer, error) {
	answer, _, err := s.Do(context.Background(), Request{
		ID: "req_1", Operation: costly(task), Secret: secret, IdempotencyKey: []string{claim},
		Read: func() (Input, error) { return Input{Bytes: []byte("x")}, nil },
	})
	return answer, err
}
