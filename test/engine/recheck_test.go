package engine_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/test/internal/leases"
)

// A stored response can be recomputed and compared, even after another program has reformatted the
// JSON. The result prints the same bytes again, including its journal, notes and citations.
func TestAStoredResponseReadsBack(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`{"commencementDate":"2026-01-01","termMonths":36,"paymentAmount":12000,"discountRateAnnual":0.05,"paymentFrequency":"annual"}`,
		`{"id":"L-1","tags":{"entity":"É"},"standard":"IFRS_16","commencementDate":"2026-01-31","termMonths":30,"paymentAmount":100.5,"discountRateAnnual":0.05,
			"basis":{"discounting":"actual_365","commencementPayment":"settled"},"currency":"KWD","rentSteps":[{"from":"2027-01-31","paymentAmount":120}],
			"rentFree":[{"from":"2026-01-31","months":2,"share":0.5}],"otherPayments":[{"date":"2026-06-15","amount":30}],"restorationCost":5,
			"events":[{"date":"2027-06-30","type":"index","changePct":0.02},{"date":"2028-01-31","type":"termination","penalty":10}]}`,
		`{"standard":"GASB_87","fund":"governmental","currency":"JPY","commencementDate":"2026-01-01","termMonths":24,"paymentAmount":1000,"discountRateAnnual":0.03,
			"events":[{"date":"2027-01-01","type":"modification","discountRateAnnual":0.04,"termMonths":36}]}`,
		`{"commencementDate":"2026-01-01","termMonths":12,"paymentAmount":1000,"discountRateAnnual":0.03,"exemption":"short_term"}`,
	} {
		result := leases.Compute(t, text)
		want := string(leasehold.AppendCompute(result, nil))
		answer := strings.TrimSuffix(want, "}") + `,"request_id":"req_X","replay":true}`
		var generic any
		if err := json.Unmarshal([]byte(answer), &generic); err != nil {
			t.Fatal(err)
		}
		respelled, err := json.MarshalIndent(generic, "", " ") // sorts the fields and writes 0.00 as 0
		if err != nil {
			t.Fatal(err)
		}
		for _, stored := range []string{want, answer, string(respelled)} {
			back, err := leasehold.Recheck([]byte(stored))
			if err != nil {
				t.Fatalf("%v: %.300s", err, stored)
			}
			if got := string(leasehold.AppendCompute(back, nil)); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
			if len(back.Notes) == 0 || len(leasehold.Journal(&back.Measurement)) != len(leasehold.Journal(&result.Measurement)) || len(back.Segments) != len(result.Segments) {
				t.Errorf("%.100s: the result is not whole", text)
			}
		}
	}
}

// Recheck rejects a result with an altered amount or altered text, and input that is not a result.
func TestRecheckRejectsAlteredResponses(t *testing.T) {
	t.Parallel()
	result := leases.Compute(t, `{"commencementDate":"2026-01-01","termMonths":36,"paymentAmount":12000,"discountRateAnnual":0.05,"paymentFrequency":"annual"}`)
	answer := string(leasehold.AppendCompute(result, nil))
	for old, changed := range map[string]string{
		`"initialLiability":34312.93`: `"initialLiability":34312.94`, `"notes":["The`: `"notes":["A`,
		`"single_model":false`: `"single_model":true`, `"account":"Cash"`: `"account":"Bank"`, `"period":3`: `"period":4`,
		`"journalEntries"`: `"entries"`,
	} {
		text := strings.Replace(answer, old, changed, 1)
		if text == answer {
			t.Fatalf("no %s in %s", old, answer)
		}
		if _, err := leasehold.Recheck([]byte(text)); !errors.Is(err, leasehold.ErrOtherFigures) {
			t.Errorf("%s: %v", changed, err)
		}
	}
	for _, text := range []string{``, `7`, `{}`, `{"input":7}`, `{"input":{"termMonths":0}}`, answer[:len(answer)-1]} {
		if _, err := leasehold.Recheck([]byte(text)); err == nil || errors.Is(err, leasehold.ErrOtherFigures) {
			t.Errorf("%.50s: %v", text, err)
		}
	}
}
