package dbtest

import (
	"fmt"
	"strings"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// entries returns the audit log, newest first.
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

// A change and its entry are one transaction: the entry is there if and only if the
// change is. Without an actor nothing is written.
func changesOfKeysAreInTheAuditLog(f *fixture) {
	id := f.key("a", meter.Free)
	if list := f.entries(service.AuditQuery{}); len(list) != 0 {
		f.Errorf("without an actor: %v", list)
	}
	by := service.By(f.ctx, service.Actor{ID: "key_op", Address: "192.0.2.1"})
	now := f.clock.Now()
	f.must(second(f.store.SetPlan(service.Audited(by, now, "key.change", "plan pro", id), id, meter.Pro)))
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
