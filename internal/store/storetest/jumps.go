package storetest

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

var clockJumps = flag.Int("clock-jumps", 50, "how often the clock jumps")

// However the clock jumps, forward and back, over minutes and months: nobody
// waits for more than a minute, each charge counts in the month of its own
// time, an answer is replayed until it expires by that time, and the books
// agree.
func clockJumpsBreakNothing(_ *testing.T, f *fixture) {
	f.key("a", meter.Pro)
	random := rand.New(rand.NewPCG(7, 8)) //nolint:gosec // the same jumps every time
	used := map[meter.Month]int64{}
	expires := map[string]time.Time{}
	for jump := range *clockJumps {
		span := []time.Duration{time.Second, time.Minute, time.Hour, 40 * 24 * time.Hour}[random.IntN(4)]
		f.clock.Add(time.Duration(random.Int64N(int64(2*span))) - span)
		for range 1 + random.IntN(5) {
			a, err := f.store.Admit(context.Background(), hash("a"), plans)
			f.ok(err)
			if a.Wait > meter.Window {
				f.Fatalf("jump %d: a wait of %v", jump, a.Wait)
			}
			month := meter.MonthOf(a.Time)
			if a.Used != used[month] || !a.Time.Equal(f.clock.Now()) {
				f.Fatalf("jump %d: admitted at %v with %d used, want %d", jump, a.Time, a.Used, used[month])
			}
			if a.Wait > 0 {
				f.clock.Add(a.Wait)
				continue
			}
			key := fmt.Sprintf("key %d", random.IntN(20))
			c := charge(a, service.Compute, key, "body")
			s, err := f.store.Settle(context.Background(), c)
			f.ok(err)
			want := service.Original
			if a.Time.Before(expires[key]) {
				want = service.Replay
			}
			if s.Outcome == service.Original {
				used[month]++
				expires[key] = c.Claim.Expires
			}
			f.want(s, want, used[month])
		}
	}
	if len(used) < 2 && *clockJumps >= 50 {
		f.Error("the clock stayed within a month")
	}
}
