package dbtest

import (
	"fmt"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// rows waits until the usage log has n rows and returns them. Some rows are written in the
// background.
func (f *fixture) rows(q service.UsageQuery, n int) []service.UsageRow {
	f.Helper()
	var rows []service.UsageRow
	for range 500 {
		rows = nil
		for row, err := range f.store.Usage(f.ctx, q) {
			f.must(err)
			rows = append(rows, row)
		}
		if len(rows) >= n {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if len(rows) != n {
		f.Fatalf("%d rows, want %d", len(rows), n)
	}
	return rows
}

func usageShowsEveryRequest(f *fixture) {
	id := f.key("a", meter.Pro)
	f.key("b", meter.Pro)
	a, b := f.admit("a"), f.admit("b")
	first := computation(a, operations.JournalEntries, "k", "body")
	f.record(first)
	f.record(computation(b, operations.Classify, "", ""))
	f.rows(service.UsageQuery{}, 2)
	replay := service.UsageRow{
		RequestID: "req_replay", Key: a.Key, Operation: operations.JournalEntries.Name, Status: 200,
		ReplayOf: first.RequestID, Time: a.Time.Add(time.Second), Duration: 1234567,
	}
	f.must(f.store.Log(f.ctx, replay))
	f.rows(service.UsageQuery{}, 3)
	f.must(f.store.Log(f.ctx, service.UsageRow{
		RequestID: "req_failed", Key: a.Key, Operation: operations.Compute.Name, Status: 400, Code: service.InvalidRequest, Time: a.Time,
	}))
	rows := f.rows(service.UsageQuery{KeyID: id}, 3)
	if rows[0].RequestID != "req_failed" || rows[0].Code != service.InvalidRequest || rows[0].Status != 400 {
		f.Errorf("newest row %+v", rows[0])
	}
	replay.Key.Prefix, replay.Key.Last4, replay.Key.Created = "", "", time.Time{}
	if rows[1] != replay {
		f.Errorf("got row %+v\nwant    %+v", rows[1], replay)
	}
	if r := rows[2]; r.RequestID != first.RequestID || r.Units != 1 || r.ReplayOf != "" || r.Key.ID != id || !r.Time.Equal(a.Time) {
		f.Errorf("billed row %+v", r)
	}
	f.rows(service.UsageQuery{Limit: 2}, 2)
	f.rows(service.UsageQuery{Month: 202611}, 4)
	f.rows(service.UsageQuery{Month: 202610}, 0)
	f.rows(service.UsageQuery{KeyID: "key_none"}, 0)
	totals, err := f.store.Totals(f.ctx, service.UsageQuery{Month: 202611})
	f.must(err)
	if len(totals) != 2 {
		f.Fatalf("totals %+v", totals)
	}
	if t := totals[0]; t.Key.ID != id || t.Units != 1 || t.Requests != 3 || t.Replays != 1 || t.Failed != 1 || t.Refused != 0 {
		f.Errorf("totals of a: %+v", t)
	}
	if t := totals[1]; t.Units != 0 || t.Requests != 1 {
		f.Errorf("totals of b: %+v", t)
	}
}

func refusalsAreCounted(f *fixture) {
	f.key("a", meter.Free)
	for range 25 {
		f.admit("a")
	}
	for range 500 {
		totals, err := f.store.Totals(f.ctx, service.UsageQuery{Month: 202611})
		f.must(err)
		if len(totals) == 1 && totals[0].Refused == 15 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	f.Error("15 refusals were not counted")
}

func loggedRowsSurviveACleanStop(f *fixture) {
	f.key("a", meter.Free)
	a := f.admit("a")
	for i := range 300 {
		f.must(f.store.Log(f.ctx, service.UsageRow{
			RequestID: fmt.Sprintf("req_%d", i), Key: a.Key, Status: 400, Code: service.InvalidRequest, Time: a.Time,
		}))
	}
	f.must(f.store.Close())
	f.store = f.reopen()
	f.rows(service.UsageQuery{}, 300)
}

// A sweep removes replay records that have expired, and removes usage by whole months. Each step removes a
// limited number of rows and leaves the database consistent.
func sweepRemovesWhatIsPastItsTime(f *fixture) {
	f.key("a", meter.Pro)
	start := f.clock.Now()
	const each = step + 20
	for m := range 2 {
		f.clock.Set(start.AddDate(0, m, 0))
		a := f.admit("a")
		f.recordAll(each, func(i int) *service.Computation {
			return computation(a, operations.Compute, fmt.Sprintf("%d in month %d", i, m), "body")
		})
	}
	steps := 0
	for more := true; more; steps++ {
		var err error
		more, err = f.store.Sweep(f.ctx, 0)
		f.must(err)
		f.checkConsistent()
		if steps > 10 {
			f.Fatal("sweeping does not end")
		}
	}
	if steps < 2 {
		f.Errorf("%d rows went in one step", each)
	}
	f.rows(service.UsageQuery{}, each)
	a := f.admit("a")
	f.want(f.record(computation(a, operations.Compute, "0 in month 1", "body")), service.Replay, each)
	f.want(f.record(computation(a, operations.Compute, "0 in month 0", "body")), service.Original, each+1)
}
