package dbtest

import (
	"context"
	"errors"
	"testing"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// A unit is given back once, by a row of its own beside the request's, and
// whoever repeats the request is billed anew.
func voidGivesBackOnce(_ *testing.T, f *fixture) {
	f.key("a", meter.Pro)
	a := f.admit("a")
	plain := charge(a, service.Compute, "", "")
	keyed := charge(a, service.Schedule, "k", "body")
	f.want(f.settle(plain), service.Original, 1)
	f.want(f.settle(keyed), service.Original, 2)
	f.want(f.settle(charge(a, service.Schedule, "k", "body")), service.Replay, 2)

	f.ok(f.store.Refund(context.Background(), keyed.RequestID))
	if used := f.admit("a").Used; used != 1 {
		f.Errorf("%d units used after one of two was given back", used)
	}
	f.want(f.settle(charge(a, service.Schedule, "k", "body")), service.Original, 2)
	f.ok(f.store.Refund(context.Background(), plain.RequestID))
	f.want(f.settle(charge(a, service.Compute, "", "")), service.Original, 2)

	rows := f.rows(service.UsageQuery{}, 6)
	given := rows[0]
	if given.Units == 1 { // the last charge
		given = rows[1]
	}
	if given.Units != -1 || given.RequestID != plain.RequestID || given.Operation != service.Compute || given.Status != 500 ||
		given.Code != service.InternalError || given.Key.Ref != a.Key.Ref {
		f.Errorf("correction %+v", given)
	}
	totals, err := f.store.Totals(context.Background(), service.UsageQuery{Month: meter.MonthOf(a.Time)})
	f.ok(err)
	if len(totals) != 1 || totals[0].Units != 2 || totals[0].Requests != 4 || totals[0].Failed != 2 {
		f.Errorf("totals %+v", totals)
	}
}

// What was not billed is not given back, and nothing twice.
func voidNeedsACharge(_ *testing.T, f *fixture) {
	f.key("a", meter.Pro)
	a := f.admit("a")
	free, billed := charge(a, service.Classify, "", ""), charge(a, service.Compute, "", "")
	f.settle(free)
	f.settle(billed)
	f.ok(f.store.Refund(context.Background(), billed.RequestID))
	for name, id := range map[string]string{"free": free.RequestID, "twice": billed.RequestID, "unknown": "req_none", "empty": ""} {
		if err := f.store.Refund(context.Background(), id); !errors.Is(err, service.ErrNotRefundable) {
			f.Errorf("%s: got %v, want ErrNotRefundable", name, err)
		}
	}
	if used := f.admit("a").Used; used != 0 {
		f.Errorf("%d units used, want 0", used)
	}
}

// A process that charges learns of what another one gave back: neither its
// memory nor a limit that was reached stands in the way.
func voidIsSeenByOtherProcesses(_ *testing.T, f *fixture) {
	f.key("a", meter.Free)
	a := f.admit("a")
	var last *service.Computation
	for range int(a.Limits.PerMonth) {
		last = charge(a, service.Compute, "", "")
		f.settle(last)
	}
	f.want(f.settle(charge(a, service.Compute, "", "")), service.OverQuota, 25)
	other := f.open() // as the command line would, beside the server
	f.ok(other.Refund(context.Background(), last.RequestID))
	if used := f.admit("a").Used; used != 24 {
		f.Errorf("%d units used as admitted, want 24", used)
	}
	f.want(f.settle(charge(a, service.Compute, "", "")), service.Original, 25)
	f.want(f.settle(charge(a, service.Compute, "", "")), service.OverQuota, 25)
}
