package dbtest

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

var clockJumps = flag.Int("clock-jumps", 50, "how often the clock jumps")

// fewSlots contains limits low enough for the test of clock jumps to reach.
var fewSlots = everybody(meter.Limits{PerMinute: 5, PerMonth: 5000})

func everybody(limits meter.Limits) meter.Plans {
	return meter.Plans{meter.Free: limits, meter.Pro: limits}
}

// The clock jumps by up to 40 days in both directions. No caller may have to wait longer than a
// minute. Each computation is counted in the month that the clock shows. A response is replayed
// until the clock reaches its expiry time. The database remains consistent.
func clockJumpsBreakNothing(f *fixture) {
	for _, fault := range jump(f, *clockJumps) {
		f.Error(fault)
	}
}

// jump sets the clock forward and back several times. It returns a description of each wrong outcome.
func jump(f *fixture, jumps int) (broken []string) {
	f.key("a", meter.Pro)
	j := &jumper{fixture: f, used: map[meter.Month]int64{}, expires: map[string]time.Time{}}
	random := rand.New(rand.NewPCG(7, 8)) //nolint:gosec // the jumps must be repeatable, not secret
	for n := range jumps {
		span := []time.Duration{time.Second, time.Minute, time.Hour, 40 * 24 * time.Hour}[random.IntN(4)]
		f.clock.Jump(time.Duration(random.Int64N(int64(2*span))) - span)
		j.waited = false
		// The regular sweep does not know that the clock has jumped.
		if _, err := f.store.Sweep(f.ctx, 24); err != nil {
			broken = append(broken, fmt.Sprintf("jump %d: sweep: %v", n, err))
		}
		for range 1 + random.IntN(5) {
			if fault := j.request(fmt.Sprintf("key %d", random.IntN(20))); fault != "" {
				broken = append(broken, fmt.Sprintf("jump %d: %s", n, fault))
			}
		}
	}
	if jumps >= 50 && (len(j.used) < 2 || j.waits == 0) {
		broken = append(broken, fmt.Sprintf("the jumps reached %d months and %d waits", len(j.used), j.waits))
	}
	return broken
}

// jumper makes requests and computes their expected outcomes.
type jumper struct {
	*fixture
	used    map[meter.Month]int64
	expires map[string]time.Time
	waits   int
	waited  bool // whether the test has waited for the time that the store required
}

// request makes a request. It returns a description of a wrong outcome, or "".
func (j *jumper) request(key string) string {
	a, err := j.store.Admit(j.ctx, hash("a"), fewSlots)
	j.must(err)
	month := meter.MonthOf(a.Time)
	switch {
	case a.Wait > meter.Window:
		return fmt.Sprintf("a wait of %v", a.Wait)
	case a.Wait > 0 && j.waited:
		return fmt.Sprintf("a wait of %v after the reported wait", a.Wait)
	case !a.Time.Equal(j.clock.Now()):
		return fmt.Sprintf("admitted at %v, and it is %v", a.Time, j.clock.Now())
	case a.Used != j.used[month]:
		return fmt.Sprintf("admitted with %d used in %v, want %d", a.Used, month, j.used[month])
	}
	if j.waited = a.Wait > 0; j.waited {
		j.waits++
		j.clock.Add(a.Wait)
		return ""
	}
	c := computation(a, operations.Compute, key, "body")
	s, err := j.store.Record(j.ctx, c)
	j.must(err)
	want := service.Original
	if a.Time.Before(j.expires[key]) {
		want = service.Replay
	}
	if s.Outcome == service.Original {
		j.used[month]++
		j.expires[key] = c.Claim.Expires
	}
	if s.Outcome != want {
		return fmt.Sprintf("outcome %d at %v for an answer that expires at %v, want %d", s.Outcome, a.Time, j.expires[key], want)
	}
	if s.Used != j.used[month] {
		return fmt.Sprintf("recorded with %d used in %v, want %d", s.Used, month, j.used[month])
	}
	return ""
}
