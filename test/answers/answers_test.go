// Package answers compares the Go types of package answer with printed responses.
package answers

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/client/answer"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/portfolio"
	"github.com/leasehold-accounting/leasehold/reperform"
	"github.com/leasehold-accounting/leasehold/test/internal/leases"
	"github.com/leasehold-accounting/leasehold/treatments"
)

// backAndForth decodes a response into the type T and encodes it again. The bytes must not change.
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

// SPEC 2.2 to 2.6, 4.1: for leases of every kind, decoding and encoding a response restores its
// bytes, so the response has the contract's fields in the contract's order. Its values equal the
// engine's values.
func TestSpec4_1_EveryResponseReadsAndPrintsUnchanged(t *testing.T) {
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
		whole := backAndForth[answer.ComputeResponse](t, leasehold.AppendCompute(r, nil))
		backAndForth[answer.ScheduleResponse](t, leasehold.AppendSchedule(&r.Measurement, nil))
		backAndForth[answer.JournalResponse](t, leasehold.AppendJournal(&r.Measurement, nil))
		backAndForth[answer.ClassifyResponse](t, leasehold.AppendClassify(r, nil))
		if whole.Others != nil || whole.Result.Others != nil || len(whole.JournalEntries) != len(leasehold.Journal(&r.Measurement)) {
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
	for _, liability := range []string{"11677.03", "11676.03", "11618.94"} { // the schedule agrees, differs, or differs in a way that effective discounting explains
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

// Reports with all reconciliations have the same bytes after decoding and encoding, and contain
// every amount that the engine computes.
func TestEveryReportReadsAndPrintsUnchanged(t *testing.T) {
	t.Parallel()
	var list, taxed []string
	for i, text := range append(leases.Some(5, 60), leases.Lives(6, 60)...) {
		if _, err := leasehold.Decode([]byte(text)); err == nil && !strings.Contains(text, `"id":`) {
			list = append(list, fmt.Sprintf(`{"id":"L-%d",%s`, i, text[1:]))
		} else if err == nil {
			list = append(list, text)
		}
		if n := len(list); n > 0 && !strings.Contains(list[n-1], "GASB_") && !strings.Contains(strings.ReplaceAll(list[n-1], " ", ""), `urrency":"`) && (len(taxed) == 0 || taxed[len(taxed)-1] != list[n-1]) {
			taxed = append(taxed, list[n-1])
		}
	}
	for _, more := range []string{
		``, `,"journal":"monthly","concepts":true`, `,"comparative":{"from":"2027-01-01","to":"2027-12-31"}`, `,"deferredTax":[{"rate":0.25}]`,
		`,"previous":{"digest":"` + strings.Repeat("0", 64) + `"}`, `,"ledger":[{"account":"Lease liability","balance":-1000}]`,
	} {
		list := list
		if strings.Contains(more, "deferredTax") || strings.Contains(more, "ledger") {
			list = taxed // governments have no tax, and a rate or a row has one currency
		}
		q, err := portfolio.Decode([]byte(`{"from":"2028-01-01","to":"2028-12-31","onError":"skip","groupBy":["currency","standard"],"leases":[` +
			strings.Join(list, ",") + `]` + more + `}`))
		if err != nil {
			t.Fatalf("%s: %v", more, err)
		}
		r, err := portfolio.Answer(q)
		if err != nil {
			t.Fatalf("%s: %v", more, err)
		}
		read := backAndForth[answer.ReportResponse](t, r.Append(nil))
		if read.Others != nil || len(read.Leases) != len(r.Leases) || len(read.Leases) < 20 {
			t.Fatalf("%s: %d leases of %d, %s", more, len(read.Leases), len(r.Leases), read.Others)
		}
		for i := range r.Leases {
			for c := range figure.Count() {
				want := r.Leases[i].Figures.Of(c).Decimal(r.Leases[i].Lease.Functional().Places())
				if got := read.Leases[i].Of(c).Decimal; got.Cmp(want) != 0 {
					t.Fatalf("%s: %s of %s is %s, want %s", more, c, read.Leases[i].ID, got, want)
				}
			}
		}
	}
}
