package dbtest

import (
	"errors"

	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// If a key's plan is no longer configured, a request with this key is not admitted, but the key is found.
func aKeyOfAnUnknownPlanIsNotAdmitted(f *fixture) {
	f.key("a", "gone")
	for range 2 {
		if a, err := f.store.Admit(f.ctx, hash("a"), plans); !errors.Is(err, service.ErrNoPlan) {
			f.Errorf("admitted as %+v, %v; want ErrNoPlan", a, err)
		}
	}
	if _, err := f.store.Identify(f.ctx, hash("a")); err != nil {
		f.Errorf("identify: %v", err)
	}
	only := meter.Plans{"gone": {PerMinute: 1, PerMonth: 1}}
	if a, err := f.store.Admit(f.ctx, apikey.Sum("a"), only); err != nil || a.Limits != only["gone"] || a.Wait != 0 {
		f.Errorf("with its plan: %+v, %v", a, err)
	}
}

// Under a plan without a quota, every computation is recorded.
func aPlanWithoutAQuotaRecordsOn(f *fixture) {
	f.key("a", "endless")
	endless := meter.Plans{"endless": {PerMinute: 100, PerMonth: meter.Unlimited}}
	a, err := f.store.Admit(f.ctx, hash("a"), endless)
	f.must(err)
	for i := range int64(40) {
		c := computation(a, operations.Compute, "", "")
		r, err := f.store.Record(f.ctx, c)
		f.must(err)
		if r.Outcome != service.Original || r.Used != i+1 {
			f.Fatalf("computation %d: outcome %d, used %d", i, r.Outcome, r.Used)
		}
	}
}
