// Package answers compares the Go types of answers with what is printed.
package answers

import (
	"bytes"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/answer"
	"github.com/leasehold-accounting/leasehold/reperform"
	"github.com/leasehold-accounting/leasehold/test/internal/leases"
	"github.com/leasehold-accounting/leasehold/treatments"
)

// backAndForth reads an answer into a type, writes it again and wants the same bytes.
func backAndForth[T any](t *testing.T, body []byte) *T {
	t.Helper()
	read := new(T)
	if err := answer.Read(body, read); err != nil {
		t.Fatalf("%v: %.300s", err, body)
	}
	got, err := answer.Append([]byte("before"), read)
	if err != nil {
		t.Fatal(err)
	}
	if got, _ = bytes.CutPrefix(got, []byte("before")); !bytes.Equal(got, body) {
		i := 0
		for i < min(len(got), len(body)) && got[i] == body[i] {
			i++
		}
		t.Fatalf("at byte %d:\ngot  %.200s\nwant %.200s", i, got[max(0, i-60):], body[max(0, i-60):])
	}
	return read
}

// The answers of every operation to leases of every kind are read and written as they
// were printed, and have what the engine has.
func TestEveryAnswerIsReadAndWrittenAsPrinted(t *testing.T) {
	t.Parallel()
	read := 0
	for _, text := range append(leases.Some(3, 150), leases.Lives(4, 150)...) {
		lease, err := leasehold.Decode([]byte(text))
		if err != nil {
			continue
		}
		r, err := leasehold.Compute(lease)
		if err != nil {
			continue
		}
		read++
		whole := backAndForth[answer.ComputeResponse](t, r.AppendCompute(nil))
		backAndForth[answer.ScheduleResponse](t, r.AppendSchedule(nil))
		backAndForth[answer.JournalResponse](t, r.AppendJournal(nil))
		backAndForth[answer.ClassifyResponse](t, r.AppendClassify(nil))
		if whole.Others != nil || whole.Result.Others != nil || len(whole.JournalEntries) != len(r.Journal()) {
			t.Errorf("not whole: %s", text)
		}
		again, err := whole.Input.Lease()
		if err != nil || !bytes.Equal(again.Append(nil), lease.Append(nil)) {
			t.Errorf("lease %s, %v", text, err)
		}
		if c, err := treatments.Compare(lease); err == nil {
			backAndForth[answer.CompareResponse](t, c.Append(nil))
		}
	}
	if read < 150 {
		t.Errorf("only %d leases", read)
	}
	for _, liability := range []string{"11677.03", "11676.03", "11618.94"} { // agrees, differs, explained by effective
		q, err := reperform.Decode([]byte(`{"lease":{"commencementDate":"2026-01-01","termMonths":12,"paymentAmount":1000,"discountRateAnnual":0.06},
			"theirs":{"initialLiability":` + liability + `}}`))
		if err != nil {
			t.Fatal(err)
		}
		a, err := reperform.Verify(q)
		if err != nil {
			t.Fatal(err)
		}
		backAndForth[answer.VerifyResponse](t, a.Append(nil))
	}
}
