package dbtest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

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

// A change and its audit entry share one transaction, so either both are recorded or neither is. A
// change without an actor has no audit entry.
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

// audited writes four audit entries, six usage rows, and a row for a request with an Idempotency-Key.
func (f *fixture) audited() {
	f.Helper()
	f.logged()
	keyed := computation(f.admit("a"), operations.Compute, "k", "body")
	keyed.RequestID = "keyed"
	f.record(keyed)
	for i := range 4 {
		f.must(f.store.Audit(f.ctx, service.AuditEntry{Time: f.clock.Now(), Action: "key.change", Actor: "acct_1", Subject: "key_1", Detail: fmt.Sprint("plan ", i)}))
	}
}

// damages lists changes that a user with write access to the database could make. The changes affect the audit log, the
// record of removals, the usage log, the usage counters or the replay records. Each item contains the difference that a
// check must report. The two databases report a missing key in different words.
var damages = []struct{ does, with, found string }{
	{"a changed entry", `UPDATE audit SET detail = 'plan 9' WHERE number = 2`, "audit log: entry 2 (key.change) was changed"},
	{"a moved word", `UPDATE audit SET actor = 'acct_1key', subject = '_1' WHERE number = 3`, "audit log: entry 3 (key.change) was changed"},
	{"a removed entry", `DELETE FROM audit WHERE number = 3`, "audit log: entry 3 is missing"},
	{"a removed last entry", `DELETE FROM audit WHERE number = 4`, "audit log: entry 4 is missing at the end"},
	{"all entries removed", `DELETE FROM audit`, "audit log: entries 1 to 4 are missing at the end"},
	{"another end", `UPDATE state SET audit_head = (SELECT hash FROM audit WHERE number = 2)`, "audit log: 4 entries were written"},
	{"a later first month", `UPDATE state SET kept_from = 202612; DELETE FROM usage WHERE number = 2`, `but the state table requires "usage before 2026-12`},
	{
		"entries removed as by a sweep", `UPDATE state SET audit_removed = 2, audit_before = (SELECT hash FROM audit WHERE number = 2);
			DELETE FROM audit WHERE number <= 2`, "audit log: the detail of the newest removal entry is",
	},
	{"the mode of a key", `UPDATE keys SET mode = 'live'`, "key key_1 has the mode live, and 7 usage rows the mode test"},
	{"a counter", `UPDATE counters SET used = 3`, "key key_1, 2026-11: the counter has 3 units, and the usage log has 5"},
	{"no counter", `DELETE FROM counters`, "the counter has 0 units, and the usage log has 5"},
	{"a removed charge", `DELETE FROM usage WHERE request_id = 'req_2'`, "the counter has 5 units, and the usage log has 4"},
	{"a removed keyed request", `DELETE FROM usage WHERE request_id = 'keyed'`, "replay record of request keyed: the usage log has no such request"},
	{"a removed original", `DELETE FROM usage WHERE request_id = 'req_1'`, "replays req_1, which the usage log does not have"},
	{"units of a request", `UPDATE usage SET units = 0 WHERE request_id = 'keyed'`, "was logged with 0 units"},
	{"an operation", `UPDATE usage SET operation = 'schedule' WHERE request_id = 'keyed'`, "another key, operation, status or units"},
	{"units of a replay record", `UPDATE replays SET units = 0`, "was billed 0 units"},
	{"a digest", `UPDATE replays SET response = substr(response, 1, 1)`, "has no digests"},
	{"a code", `UPDATE usage SET code = 'internal_error' WHERE request_id = 'req_2'`, `status 200 with code "internal_error"`},
	{"an operation of a replay", `UPDATE usage SET operation = 'schedule' WHERE replay_of IS NOT NULL`, "has as another key's or operation's"},
	{
		"a refund", `INSERT INTO usage (request_id, key_ref, mode, plan, operation, status, code, units, month, at, duration_ns, number, hash)
			SELECT 'nobody', key_ref, mode, plan, operation, 500, 'internal_error', -1, month, at, 0, number, hash FROM usage LIMIT 1`,
		"refunded units that it was not billed",
	},
	{"no key", `DELETE FROM secrets; DELETE FROM keys`, "refers to a missing row of keys|of key 1, which does not exist"},
}

// damageShows makes each of these changes to a separate database and checks that the difference is reported.
func damageShows(t *testing.T, newDatabase func(t *testing.T) Database) {
	t.Helper()
	for _, tt := range damages {
		t.Run(tt.does, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, newDatabase(t))
			f.store, f.accounts = f.open()
			f.audited()
			f.checkConsistent()
			f.database.Exec(t, tt.with)
			found, err := f.store.Check(f.ctx)
			f.must(err)
			text := strings.Join(found.Differences, "\n")
			if !slices.ContainsFunc(strings.Split(tt.found, "|"), func(of string) bool { return strings.Contains(text, of) }) {
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

// Ends returns the ends of the usage log's chains, by key and month, and the end of the audit log.
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
	if a, b := ends.Chains[0], ends.Chains[1]; a.KeyID != "key_1" || a.Rows != 7 || b.KeyID != "key_2" || b.Month != month || b.Rows != r.Receipt.Row || b.Head.Start() != r.Receipt.Head {
		f.Errorf("ends %+v, receipt %+v", ends.Chains, r.Receipt)
	}
	found, err := f.store.Check(f.ctx, ends.Audit.Head, ends.Chains[0].Head, ends.Chains[1].Head)
	f.must(err)
	if len(found.Differences) > 0 || len(found.Proven) != 3 {
		f.Errorf("found %q, %v", found.Differences, found.Proven)
	}
}
