package dbtest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// head returns the head of the usage log. The usage must lie within a single month.
func (f *fixture) head() service.Head {
	f.Helper()
	totals, err := f.store.Totals(f.ctx, service.UsageQuery{Month: meter.MonthOf(f.clock.Now())})
	f.must(err)
	if len(totals) != 1 {
		f.Fatalf("totals %+v", totals)
	}
	return totals[0].Head
}

// logged writes six usage rows of different kinds, from req_1 to req_6.
func (f *fixture) logged() {
	f.Helper()
	f.key("a", meter.Pro)
	a := f.admit("a")
	for i := range 4 {
		c := computation(a, operations.Compute, "", "")
		c.RequestID = fmt.Sprintf("req_%d", i+1)
		f.record(c)
	}
	for i, row := range []service.UsageRow{
		{Status: 200, ReplayOf: "req_1"}, {Status: 400, Code: service.InvalidRequest},
	} {
		row.RequestID, row.Key, row.Operation, row.Time, row.Duration = fmt.Sprintf("req_%d", i+5), a.Key, operations.Compute.Name, a.Time, time.Duration(i)
		f.must(f.store.Log(f.ctx, row))
		f.rows(service.UsageQuery{}, i+5)
	}
}

// A head proves that all rows up to it are unchanged, even if rows are added later or other months
// are removed. A hash that is not a head proves nothing.
func aHeadProvesTheRowsBeforeIt(f *fixture) {
	f.logged()
	first := f.head()
	a := f.admit("a")
	f.record(computation(a, operations.Compute, "", ""))
	f.must(f.store.Refund(f.ctx, "req_2"))
	last := f.head()
	f.clock.Add(40 * 24 * time.Hour)
	f.record(computation(f.admit("a"), operations.Compute, "", ""))
	found, err := f.store.Check(f.ctx, first, last)
	f.must(err)
	month := meter.MonthOf(a.Time)
	want := []service.Proven{{Head: first, KeyID: "key_1", Month: month, Rows: 6, Of: 8}, {Head: last, KeyID: "key_1", Month: month, Rows: 8, Of: 8}}
	if len(found.Differences) > 0 || fmt.Sprint(found.Proven) != fmt.Sprint(want) {
		f.Errorf("found %q, %v", found.Differences, found.Proven)
	}
	other := first
	other[5] ^= 1
	found, err = f.store.Check(f.ctx, other)
	f.must(err)
	if len(found.Proven) > 0 || len(found.Differences) != 1 || !strings.Contains(found.Differences[0], "head "+other.String()) {
		f.Errorf("another hash: %q, %v", found.Differences, found.Proven)
	}
	for more := true; more; {
		more, err = f.store.Sweep(f.ctx, 0)
		f.must(err)
	}
	found, err = f.store.Check(f.ctx, last)
	f.must(err)
	if len(found.Proven) > 0 || len(found.Differences) != 1 {
		f.Errorf("a month that is no longer kept: %q, %v", found.Differences, found.Proven)
	}
}

// tamperings lists changes that a user with write access to the database could make to the rows
// that [fixture.logged] writes. Each item contains the difference that a check must report.
var tamperings = []struct{ does, with, found string }{
	{"a changed row", `UPDATE usage SET duration_ns = 77 WHERE request_id = 'req_3'`, "request req_3, usage row 3, was changed"},
	{"a changed first row", `UPDATE usage SET at = at + 1 WHERE request_id = 'req_1'`, "request req_1, usage row 1, was changed"},
	{"a changed last row", `UPDATE usage SET status = 404 WHERE request_id = 'req_6'`, "request req_6, usage row 6, was changed"},
	{"another plan", `UPDATE usage SET plan = 'free' WHERE request_id = 'req_2'`, "request req_2, usage row 2, was changed"},
	{"another mode", `UPDATE usage SET mode = 'live' WHERE request_id = 'req_4'`, "request req_4, usage row 4, was changed"},
	{"a changed hash", `UPDATE usage SET hash = (SELECT hash FROM usage WHERE number = 1) WHERE number = 4`, "request req_4, usage row 4, was changed"},
	{"a removed row", `DELETE FROM usage WHERE request_id = 'req_5'`, "usage row 5 is missing before request req_6"},
	{"removed rows", `DELETE FROM usage WHERE request_id IN ('req_2', 'req_3')`, "usage rows 2 to 3 are missing before request req_4"},
	{"a removed last row", `DELETE FROM usage WHERE request_id = 'req_6'`, "usage row 6 is missing at the end"},
	{"all rows removed", `DELETE FROM usage`, "usage rows 1 to 6 are missing"},
	{
		"swapped rows", `UPDATE usage SET ref = 1000 WHERE number = 2; UPDATE usage SET ref = ref - 1 WHERE number = 3;
			UPDATE usage SET ref = (SELECT ref FROM usage WHERE number = 3) + 1 WHERE number = 2`,
		"usage row 2 (request req_2) is out of order: it comes after row 3",
	},
	{
		"swapped contents", `UPDATE usage SET operation = CASE request_id WHEN 'req_4' THEN 'schedule' ELSE 'compute' END,
			at = at + number WHERE request_id IN ('req_3', 'req_4')`, "request req_3, usage row 3, was changed",
	},
	{
		"an added row", `INSERT INTO usage (request_id, key_ref, mode, plan, operation, status, code, units, month, at, duration_ns, number, hash)
			SELECT 'req_7', key_ref, mode, plan, operation, status, code, 0, month, at, 1, 7, hash FROM usage WHERE request_id = 'req_6'`,
		"there are 7 usage rows, but 6 were written",
	},
	{"a changed end", `UPDATE counters SET head = (SELECT hash FROM usage WHERE number = 5)`, "the head is not the hash of the last usage row"},
}

// tamperingShows makes each of these changes to a separate database. A check must report the changed row. The
// check confirms the earlier head only if all rows up to the head are present.
func tamperingShows(t *testing.T, newDatabase func(t *testing.T) Database) {
	t.Helper()
	for _, tt := range tamperings {
		t.Run(tt.does, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, newDatabase(t))
			f.store, f.accounts = f.open()
			f.logged()
			head := f.head()
			f.database.Exec(t, tt.with)
			found, err := f.store.Check(f.ctx, head)
			f.must(err)
			text := strings.Join(found.Differences, "\n")
			if !strings.Contains(text, "key key_1, 2026-11: "+tt.found) {
				t.Errorf("found %q, want %q", text, tt.found)
			}
			if whole := tt.does == "an added row" || tt.does == "a changed end"; whole != (len(found.Proven) == 1) {
				t.Errorf("proven %v", found.Proven)
			}
		})
	}
}
