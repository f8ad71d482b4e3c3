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

// entries returns the entries of the audit log, newest first.
func (f *fixture) entries(q service.AuditQuery) (list []string) {
	f.Helper()
	for e, err := range f.store.AuditLog(f.ctx, q) {
		f.must(err)
		if !e.Time.Equal(f.clock.Now()) {
			f.Errorf("at %v, want %v", e.Time, f.clock.Now())
		}
		list = append(list, fmt.Sprintf("%s %s %s %s %s", e.Actor, e.Action, e.Subject, e.Detail, e.Address))
	}
	return list
}

// A change and its audit entry are made in one transaction, so that either both are recorded or
// neither is. A change without an actor has no audit entry.
func changesOfKeysAreInTheAuditLog(f *fixture) {
	id := f.key("a", meter.Free)
	if list := f.entries(service.AuditQuery{}); len(list) != 0 {
		f.Errorf("without an actor: %v", list)
	}
	by := service.By(f.ctx, service.Actor{ID: "key_op", Address: "192.0.2.1"})
	now := f.clock.Now()
	f.must(second(f.store.UpdateKey(service.Audited(by, now, "key.change", "plan pro", id), id, service.KeyChange{Plan: new(meter.Pro)})))
	f.must(second(f.store.RotateKey(service.Audited(by, now, "key.rotate", "", id), id, f.secret("b"), now.Add(time.Hour))))
	f.must(second(f.store.RevokeKey(service.Audited(by, now, "key.revoke", "", id), id, now)))
	f.wantErr(second(f.store.RevokeKey(service.Audited(by, now, "key.revoke", "again", id), id, now)), service.ErrNoKey)
	made := []service.NewKey{{ID: "key_x", Plan: meter.Pro, Mode: "test", Secret: f.secret("x")}, {ID: "key_y", Plan: meter.Pro, Mode: "test", Secret: f.secret("y")}}
	f.must(f.store.CreateKeys(service.Audited(by, now, "key.create", "pro test", "key_x", "key_y"), made))
	if err := f.store.CreateKeys(service.Audited(by, now, "key.create", "twice", "key_x"), made[:1]); err == nil {
		f.Error("a key was created twice")
	}
	f.must(f.store.Audit(f.ctx, service.AuditEntry{Time: now, Action: "sign-in", Actor: "acct_1"}))
	want := []string{
		"acct_1 sign-in   ",
		"key_op key.create key_y pro test 192.0.2.1",
		"key_op key.create key_x pro test 192.0.2.1",
		"key_op key.revoke " + id + "  192.0.2.1",
		"key_op key.rotate " + id + "  192.0.2.1",
		"key_op key.change " + id + " plan pro 192.0.2.1",
	}
	if got := f.entries(service.AuditQuery{}); strings.Join(got, "\n") != strings.Join(want, "\n") {
		f.Errorf("the log has\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if got := f.entries(service.AuditQuery{Subject: id, Limit: 2}); strings.Join(got, "\n") != strings.Join(want[3:5], "\n") {
		f.Errorf("of the key: %v", got)
	}
}

// audited writes four audit entries and six usage rows.
func (f *fixture) audited() {
	f.Helper()
	f.logged()
	for i := range 4 {
		f.must(f.store.Audit(f.ctx, service.AuditEntry{Time: f.clock.Now(), Action: "key.change", Actor: "acct_1", Subject: "key_1", Detail: fmt.Sprint("plan ", i)}))
	}
}

// auditTamperings lists changes that a user with write access to the database could make to the
// audit log or to the record of removals. Each item contains the difference that a check must
// report.
var auditTamperings = []struct{ does, with, found string }{
	{"a changed entry", `UPDATE audit SET detail = 'plan 9' WHERE number = 2`, "audit log: entry 2 (key.change) was changed"},
	{"a moved word", `UPDATE audit SET actor = 'acct_1key', subject = '_1' WHERE number = 3`, "audit log: entry 3 (key.change) was changed"},
	{"a removed entry", `DELETE FROM audit WHERE number = 3`, "audit log: entry 3 is missing"},
	{"a removed last entry", `DELETE FROM audit WHERE number = 4`, "audit log: entry 4 is missing at the end"},
	{"all entries removed", `DELETE FROM audit`, "audit log: entries 1 to 4 are missing at the end"},
	{"another end", `UPDATE state SET audit_head = (SELECT hash FROM audit WHERE number = 2)`, "audit log: 4 entries were written"},
	{"a later first month", `UPDATE state SET kept_from = 202612; DELETE FROM usage WHERE number = 2`, `but table state requires "usage before 2026-12`},
	{
		"entries removed as by a sweep", `UPDATE state SET audit_removed = 2, audit_before = (SELECT hash FROM audit WHERE number = 2);
			DELETE FROM audit WHERE number <= 2`, "audit log: the detail of the newest removal entry is",
	},
	{"the mode of a key", `UPDATE keys SET mode = 'live'`, "key key_1 has the mode live, and 6 usage rows the mode test"},
}

// auditTamperingShows makes each change in auditTamperings on a separate database and checks that
// the difference is reported.
func auditTamperingShows(t *testing.T, newDatabase func(t *testing.T) Database) {
	t.Helper()
	for _, tt := range auditTamperings {
		t.Run(tt.does, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, newDatabase(t))
			f.store, f.accounts = f.open()
			f.audited()
			f.checkConsistent()
			f.database.Exec(t, tt.with)
			found, err := f.store.Check(f.ctx)
			f.must(err)
			if text := strings.Join(found.Differences, "\n"); !strings.Contains(text, tt.found) {
				t.Errorf("found %q, want %q", text, tt.found)
			}
		})
	}
}

// A sweep writes an audit entry about the removed data. The remaining entries still form one chain.
func sweepsStateWhatTheyRemove(f *fixture) {
	f.audited()
	before, err := f.store.Ends(f.ctx)
	f.must(err)
	f.clock.Add(70 * 24 * time.Hour)
	f.must(f.store.TrustClock(f.ctx))
	f.must(f.store.Audit(f.ctx, service.AuditEntry{Time: f.clock.Now(), Action: "sign-in", Actor: "acct_1"}))
	for more := true; more; {
		more, err = f.store.Sweep(f.ctx, 1)
		f.must(err)
	}
	list := f.entries(service.AuditQuery{})
	want := fmt.Sprintf("server usage.remove  usage before 2026-12, audit entries up to 4 %s ", before.Audit.Head)
	if len(list) < 2 || list[0] != want || list[len(list)-1] != "acct_1 sign-in   " {
		f.Errorf("the log has %q, want first %q", list, want)
	}
	found, err := f.store.Check(f.ctx, before.Audit.Head)
	f.must(err)
	if len(found.Differences) > 0 || len(found.Proven) != 1 || found.Proven[0].Rows != 4 {
		f.Errorf("found %q, %v", found.Differences, found.Proven)
	}
}

// Ends returns the ends of the chains of the usage log, by key and month, and the end of the audit
// log.
func endsAreThoseOfAllChains(f *fixture) {
	f.audited()
	f.key("b", meter.Free)
	r := f.record(computation(f.admit("b"), operations.Classify, "", ""))
	ends, err := f.store.Ends(f.ctx)
	f.must(err)
	month := meter.MonthOf(f.clock.Now())
	if len(ends.Chains) != 2 || ends.Audit.Rows != 4 || ends.From != 0 {
		f.Fatalf("ends %+v", ends)
	}
	if a, b := ends.Chains[0], ends.Chains[1]; a.KeyID != "key_1" || a.Rows != 6 || b.KeyID != "key_2" || b.Month != month || b.Rows != r.Receipt.Row || b.Head.Start() != r.Receipt.Head {
		f.Errorf("ends %+v, receipt %+v", ends.Chains, r.Receipt)
	}
	found, err := f.store.Check(f.ctx, ends.Audit.Head, ends.Chains[0].Head, ends.Chains[1].Head)
	f.must(err)
	if len(found.Differences) > 0 || len(found.Proven) != 3 {
		f.Errorf("found %q, %v", found.Differences, found.Proven)
	}
}
