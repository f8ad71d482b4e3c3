package dbtest

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// In random histories, the store must have the same outcomes as a model while two processes use one database.
// The histories contain repeated Idempotency-Keys, changed bodies, exhausted quotas, refunds, sweeps and clock
// advances.
func historiesFollowTheModel(f *fixture) {
	histories := uint64(4)
	if testing.Short() {
		histories = 2
	}
	for seed := range histories {
		for _, difference := range follow(f, seed, 150) {
			f.Errorf("history %d: %s", seed, difference)
		}
	}
}

// model holds the expected state of one key.
type model struct {
	used    map[meter.Month]int64
	billed  map[meter.Month]int64 // number of usage rows by month, without refunds
	claims  map[string]*service.Computation
	refunds []*service.Computation // billed requests that have not been refunded
}

func (m *model) record(name string, c *service.Computation) (outcome service.Outcome, used int64, first string) {
	month := meter.MonthOf(c.Time)
	if held := m.claims[name]; c.Claim != nil && held != nil && c.Time.Before(held.Claim.Expires) {
		if held.Claim.Request == c.Claim.Request {
			return service.Replay, m.used[month], held.RequestID
		}
		return service.Mismatch, m.used[month], held.RequestID
	}
	if c.Units > 0 && m.used[month]+c.Units > c.Quota {
		return service.OverQuota, m.used[month], ""
	}
	m.used[month] += c.Units
	m.billed[month]++
	if c.Claim != nil {
		m.claims[name] = c
	}
	if c.Units > 0 {
		m.refunds = append(m.refunds, c)
	}
	return service.Original, m.used[month], ""
}

// refund refunds the i-th billed request: it subtracts the request's units and removes the claim of
// its Idempotency-Key.
func (m *model) refund(i int) *service.Computation {
	c := m.refunds[i]
	m.refunds = slices.Delete(m.refunds, i, i+1)
	m.used[meter.MonthOf(c.Time)] -= c.Units
	maps.DeleteFunc(m.claims, func(_ string, held *service.Computation) bool { return held == c })
	return c
}

// follow runs a random history with a separate key and returns the differences between the store
// and the model.
func follow(f *fixture, seed uint64, steps int) (differences []string) {
	secret := fmt.Sprint("history ", seed)
	f.key(secret, meter.Pro)
	stores := []service.Store{f.store, f.reopen()}
	random := rand.New(rand.NewPCG(seed, 9)) //nolint:gosec // the history must be repeatable, not secret
	m := &model{used: map[meter.Month]int64{}, billed: map[meter.Month]int64{}, claims: map[string]*service.Computation{}}
	seen := make(map[service.Outcome]int)
	for step := range steps {
		differ := func(format string, args ...any) {
			differences = append(differences, fmt.Sprintf("step %d: ", step)+fmt.Sprintf(format, args...))
		}
		store := stores[random.IntN(2)]
		a, err := store.Admit(f.ctx, hash(secret), plans)
		f.must(err)
		if want := m.used[meter.MonthOf(a.Time)]; a.Used != want {
			differ("admitted with %d used, want %d", a.Used, want)
		}
		switch random.IntN(10) {
		case 0:
			f.clock.Add(time.Duration(random.IntN(60)) * time.Hour)
		case 1:
			f.must(second(store.Sweep(f.ctx, 24)))
		case 2:
			if len(m.refunds) == 0 {
				continue
			}
			c := m.refund(random.IntN(len(m.refunds)))
			if err := store.Refund(f.ctx, c.RequestID); err != nil {
				differ("refund of %s: %v", c.RequestID, err)
			}
			f.wantErr(store.Refund(f.ctx, c.RequestID), service.ErrNotRefundable)
		default:
			name, body := "", fmt.Sprint("body ", random.IntN(5)/4)
			if random.IntN(3) > 0 {
				name = fmt.Sprint(secret, " name ", random.IntN(4))
			}
			c := computation(a, operations.Report, name, body)
			c.Units, c.Quota = random.Int64N(4), 20
			outcome, used, first := m.record(name, c)
			got, err := store.Record(f.ctx, c)
			f.must(err)
			seen[outcome]++
			if got.Outcome != outcome || got.Used != used {
				differ("outcome %d with %d used, want %d with %d", got.Outcome, got.Used, outcome, used)
			}
			if first != "" && (got.First == nil || got.First.RequestID != first) {
				differ("the first request is %+v, want %s", got.First, first)
			}
		}
	}
	for month, units := range m.used {
		totals, err := f.store.Totals(f.ctx, service.UsageQuery{Month: month})
		f.must(err)
		i := slices.IndexFunc(totals, func(t service.Total) bool { return t.Key.Name == "name of "+secret })
		if i < 0 || totals[i].Units != units || totals[i].Requests != m.billed[month] {
			differences = append(differences, fmt.Sprintf("%v: totals %+v, want %d units of %d requests", month, totals, units, m.billed[month]))
		}
	}
	for _, outcome := range []service.Outcome{service.Original, service.Replay, service.Mismatch, service.OverQuota} {
		if seen[outcome] == 0 {
			f.Errorf("history %d has no outcome %d", seed, outcome)
		}
	}
	return differences
}
