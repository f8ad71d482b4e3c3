package dbtest

import (
	"errors"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// A refund returns a request's units once. It adds a usage row, and the request's own row remains. If the
// request is sent again, it is billed again.
func refundGivesUnitsBackOnce(f *fixture) {
	f.key("a", meter.Pro)
	a := f.admit("a")
	plain := computation(a, operations.Compute, "", "")
	keyed := computation(a, operations.Schedule, "k", "body")
	f.want(f.record(plain), service.Original, 1)
	f.want(f.record(keyed), service.Original, 2)
	f.want(f.record(computation(a, operations.Schedule, "k", "body")), service.Replay, 2)

	f.must(f.store.Refund(f.ctx, keyed.RequestID))
	if used := f.admit("a").Used; used != 1 {
		f.Errorf("%d units used after one of two was refunded", used)
	}
	f.want(f.record(computation(a, operations.Schedule, "k", "body")), service.Original, 2)
	f.must(f.store.Refund(f.ctx, plain.RequestID))
	f.want(f.record(computation(a, operations.Compute, "", "")), service.Original, 2)

	rows := f.rows(service.UsageQuery{}, 6)
	refund := rows[0]
	if refund.Units == 1 { // the refund of the last computation
		refund = rows[1]
	}
	if refund.Units != -1 || refund.RequestID != plain.RequestID || refund.Operation != operations.Compute.Name || refund.Status != 500 ||
		refund.Code != service.InternalError || refund.Key.Ref != a.Key.Ref {
		f.Errorf("refund %+v", refund)
	}
	totals, err := f.store.Totals(f.ctx, service.UsageQuery{Month: meter.MonthOf(a.Time)})
	f.must(err)
	if len(totals) != 1 || totals[0].Units != 2 || totals[0].Requests != 4 || totals[0].Failed != 2 {
		f.Errorf("totals %+v", totals)
	}
}

// Only a billed request can be refunded, and only once.
func refundNeedsABilledRequest(f *fixture) {
	f.key("a", meter.Pro)
	a := f.admit("a")
	free, billed := computation(a, operations.Classify, "", ""), computation(a, operations.Compute, "", "")
	f.record(free)
	f.record(billed)
	f.must(f.store.Refund(f.ctx, billed.RequestID))
	for name, id := range map[string]string{"free": free.RequestID, "twice": billed.RequestID, "unknown": "req_none", "empty": ""} {
		if err := f.store.Refund(f.ctx, id); !errors.Is(err, service.ErrNotRefundable) {
			f.Errorf("%s: got %v, want ErrNotRefundable", name, err)
		}
	}
	if used := f.admit("a").Used; used != 0 {
		f.Errorf("%d units used, want 0", used)
	}
}
