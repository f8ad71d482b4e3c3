package dbtest

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// Two processes receive simultaneous requests for several units, and each request is sent several times. Each
// request is billed once, until the quota is used up.
func quotaIsExactUnderConcurrency(f *fixture) {
	f.key("a", meter.Pro)
	a := f.admit("a")
	a.Limits.PerMonth = 103
	stores := []service.Store{f.store, f.reopen()}
	const keys, copies, units = 40, 6, 4
	var wg sync.WaitGroup
	var mu sync.Mutex
	var counts []int64
	billed, replayed := map[string]string{}, map[string]string{}
	for i := range keys * copies {
		wg.Go(func() {
			key := fmt.Sprintf("key %d", i%keys)
			c := computation(a, operations.Report, key, "body")
			c.Units = units
			s, err := stores[i/keys%2].Record(f.ctx, c)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err != nil:
				f.Error(err)
			case s.Outcome == service.Original:
				if billed[key] != "" {
					f.Errorf("%s was billed twice", key)
				}
				billed[key], counts = c.RequestID, append(counts, s.Used)
			case s.Outcome == service.Replay:
				replayed[key] = s.First.RequestID
			case s.Outcome != service.OverQuota || s.Used != 100:
				f.Errorf("outcome %+v", s)
			}
		})
	}
	wg.Wait()
	slices.Sort(counts)
	var want []int64
	for used := int64(units); used <= 100; used += units {
		want = append(want, used)
	}
	if !slices.Equal(counts, want) {
		f.Errorf("counts %v, want %v", counts, want)
	}
	for key, first := range replayed {
		if billed[key] != first {
			f.Errorf("%s replays %s, and billed was %q", key, first, billed[key])
		}
	}
}

// Only one of several identical concurrent requests is billed. The others receive its digests and its receipt.
func identicalRequestsAreBilledOnce(f *fixture) {
	f.key("a", meter.Pro)
	a := f.admit("a")
	const keys, copies = 100, 8
	originals := make([][]string, keys)
	replays := make([][]service.First, keys)
	receipts := map[string]service.Receipt{}
	var mu sync.Mutex
	var wg sync.WaitGroup
	for i := range keys * copies {
		wg.Go(func() {
			k := i % keys
			c := computation(a, operations.Schedule, fmt.Sprintf("key %d", k), "body")
			s, err := f.store.Record(f.ctx, c)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err != nil:
				f.Error(err)
			case s.Outcome == service.Original:
				originals[k] = append(originals[k], c.RequestID)
				receipts[c.RequestID] = s.Receipt
			case s.Outcome == service.Replay:
				replays[k] = append(replays[k], *s.First)
			default:
				f.Errorf("outcome %+v", s)
			}
		})
	}
	wg.Wait()
	for k := range keys {
		if len(originals[k]) != 1 || len(replays[k]) != copies-1 {
			f.Fatalf("key %d: %d originals, %d replays", k, len(originals[k]), len(replays[k]))
		}
		id := originals[k][0]
		want := service.First{
			RequestID: id, Request: sha256.Sum256([]byte("body")), Response: sha256.Sum256([]byte("response to body by " + id)),
			Version: "1.0.0; rules=1", Receipt: receipts[id],
		}
		for _, first := range replays[k] {
			if first != want {
				f.Errorf("key %d replays %+v, want %+v", k, first, want)
			}
		}
	}
	if used := f.admit("a").Used; used != keys {
		f.Errorf("%d units, want %d", used, keys)
	}
}

func claimsHaveTheScopeOfKeyAndOperation(f *fixture) {
	f.key("a", meter.Pro)
	f.key("b", meter.Pro)
	a, b := f.admit("a"), f.admit("b")
	f.want(f.record(computation(a, operations.Compute, "k", "body")), service.Original, 1)
	f.want(f.record(computation(a, operations.Schedule, "k", "body")), service.Original, 2)
	f.want(f.record(computation(b, operations.Compute, "k", "body")), service.Original, 1)
	f.want(f.record(computation(a, operations.Compute, "K", "body")), service.Original, 3)
	f.want(f.record(computation(a, operations.Compute, "k", "body")), service.Replay, 3)
}

// A replay record reserves its Idempotency-Key exactly until the record expires, whether or not a sweep has
// removed it. After that, the next request with the same Idempotency-Key is computed and billed.
func expiryIsByTimeNotByPresence(f *fixture) {
	f.key("a", meter.Pro)
	first := computation(f.admit("a"), operations.Compute, "k", "body")
	f.want(f.record(first), service.Original, 1)
	f.clock.Set(first.Claim.Expires.Add(-1))
	f.want(f.record(computation(f.admit("a"), operations.Compute, "k", "body")), service.Replay, 1)
	f.clock.Set(first.Claim.Expires)
	again := computation(f.admit("a"), operations.Compute, "k", "another body")
	f.want(f.record(again), service.Original, 2)
	s := f.record(computation(f.admit("a"), operations.Compute, "k", "another body"))
	f.want(s, service.Replay, 2)
	if s.First.RequestID != again.RequestID {
		f.Error("the expired record was replayed")
	}
}

// A request is counted in the month of its timestamp. A request one nanosecond before the start of
// a month is counted in the preceding month. If the clock is set back, requests are again counted
// in the preceding month.
func quotaRollsOverWithTheMonth(f *fixture) {
	f.key("a", meter.Pro)
	for year := 2027; year <= 2028; year++ {
		for month := time.January; month <= time.December; month++ {
			start := time.Date(year, month, 1, 0, 0, 0, 0, time.UTC)
			// The timestamps are the last nanosecond of the preceding month, the first two
			// nanoseconds of the month, and the last nanosecond of the preceding month again.
			for _, at := range []struct {
				offset time.Duration
				used   int64
			}{{-1, 3}, {0, 1}, {1, 2}, {-1, 4}} {
				want := at.used
				if year == 2027 && month == time.January && at.offset < 0 {
					want -= 2 // no request was made at the start of the preceding month
				}
				f.clock.Set(start.Add(at.offset))
				f.want(f.record(computation(f.admit("a"), operations.Compute, "", "")), service.Original, want)
			}
		}
	}
}

func closedStoresSaySo(f *fixture) {
	f.key("a", meter.Pro)
	a := f.admit("a")
	f.must(f.store.Close())
	f.must(f.store.Close())
	for name, err := range map[string]error{
		"Admit":      second(f.store.Admit(f.ctx, hash("a"), plans)),
		"Record":     second(f.store.Record(f.ctx, computation(a, operations.Compute, "", ""))),
		"Log":        f.store.Log(f.ctx, service.UsageRow{Key: a.Key}),
		"CreateKeys": f.store.CreateKeys(f.ctx, nil),
		"Ping":       f.store.Ping(f.ctx),
	} {
		if !errors.Is(err, service.ErrClosed) {
			f.Errorf("%s: got %v, want ErrClosed", name, err)
		}
	}
}
