package dbtest

import (
	"fmt"
	"slices"

	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// Pages list keys in the order of creation, even if keys are revoked meanwhile. Administration keys
// are not listed.
func keysAreReadOneByOneAndInPages(f *fixture) {
	f.must(f.store.CreateKeys(f.ctx, []service.NewKey{{ID: "key_admin", Mode: apikey.Admin, Secret: f.secret("admin")}}))
	var want []string
	for i := range 7 {
		want = append(want, f.key(fmt.Sprintf("k%d", i), meter.Pro))
	}
	f.must(second(f.store.RevokeKey(f.ctx, want[2], f.clock.Now())))
	var got []string
	after := ""
	for {
		page, err := f.store.KeyPage(f.ctx, after, 3)
		f.must(err)
		if len(page) == 0 {
			break
		}
		for _, k := range page {
			one, err := f.store.Key(f.ctx, k.ID)
			if err != nil || one != k {
				f.Errorf("key %s is %+v, %v; in the page %+v", k.ID, one, err, k)
			}
			got = append(got, k.ID)
		}
		after = got[len(got)-1]
	}
	if !slices.Equal(got, want) {
		f.Errorf("pages have %v, want %v", got, want)
	}
	f.wantErr(second(f.store.Key(f.ctx, "key_none")), service.ErrNoKey)
	f.wantErr(second(f.store.KeyPage(f.ctx, "key_none", 3)), service.ErrNoKey)
	if k, err := f.store.Key(f.ctx, "key_admin"); err != nil || k.Mode != apikey.Admin {
		f.Errorf("the key of administration: %+v, %v", k, err)
	}
}

// A change to a key may contain the name, the plan or both. The whole change applies to all later
// requests.
func aChangeOfAKeyIsWhole(f *fixture) {
	id := f.key("a", meter.Free)
	name, pro := "Billing", meter.Pro
	for _, step := range []struct {
		change service.KeyChange
		name   string
		plan   meter.Plan
	}{
		{service.KeyChange{}, "name of a", meter.Free},
		{service.KeyChange{Name: &name}, "Billing", meter.Free},
		{service.KeyChange{Plan: &pro}, "Billing", meter.Pro},
	} {
		k, err := f.store.UpdateKey(f.ctx, id, step.change)
		f.must(err)
		if a := f.admit("a"); k.Name != step.name || k.Plan != step.plan || a.Key.Name != step.name || a.Key.Plan != step.plan {
			f.Errorf("after %+v: %q on %s, admitted as %q on %s", step.change, k.Name, k.Plan, a.Key.Name, a.Key.Plan)
		}
	}
	f.must(second(f.store.RevokeKey(f.ctx, id, f.clock.Now())))
	f.wantErr(second(f.store.UpdateKey(f.ctx, id, service.KeyChange{Name: &name})), service.ErrNoKey)
	f.wantErr(second(f.store.UpdateKey(f.ctx, "key_none", service.KeyChange{Name: &name})), service.ErrNoKey)
}
