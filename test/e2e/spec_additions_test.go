package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

// reportBody is the request for a report on two leases over a quarter.
const reportBody = `{"from":"2026-01-01","to":"2026-03-31","leases":[` +
	`{"id":"A","tags":{"site":"north"},"commencementDate":"2025-01-01","termMonths":36,"paymentAmount":1000,"discountRateAnnual":0.06},` +
	`{"id":"B","standard":"GASB_87","commencementDate":"2026-02-15","termMonths":24,"paymentAmount":500,"discountRateAnnual":0.05,"paymentTiming":"arrears"}` +
	`],"groupBy":["tag:site"],"journal":"monthly"}`

// verifyBody is a request to compare a schedule with a lease. One of the schedule's amounts
// differs; the others agree.
const verifyBody = `{"lease":` + plainLease + `,"theirs":{"totalUndiscountedPayments":3000,"schedule":[` +
	`{"period":1,"payment":1000,"interest":9.93,"liabilityClose":1995.02},{"period":2,"payment":1000,"interest":4.98,"liabilityClose":1100}]}}`

// promisesOfTheAdditions returns SPEC 10.2's promises about the operations. The promises of SPEC 10
// and 10.1 and the promises about figures are in promisesOfFigures.
func promisesOfTheAdditions() []promise {
	operation := func(name, body string, units int) func(*testing.T) {
		return func(t *testing.T) {
			reply := post(t, name, body)
			if reply.Status != 200 {
				t.Fatal(reply)
			}
			wantHeader(t, reply, "X-Quota-Remaining", fmt.Sprint(proQuota-units))
		}
	}
	wholeOrNothing := testedIn("internal/service", "TestUnitsAreThoseOfTheResult")
	return []promise{
		{"10.2", "The rules for JSON, keys, headers, errors, Idempotency-Key and replay", newOperationsAreLikeTheOthers},
		{"10.2", "Report on many leases", operation("report", reportBody, 2)},
		{"10.2", "Verify another schedule", operation("verify", verifyBody, 1)},
		{"10.2", "Compare treatments", operation("compare", plainLease, 1)},
		{"10.2", "If the plan does not include the operation", func(t *testing.T) {
			reply := send(t, wire.Call{Path: wire.Path("report"), Key: all.free.take(t).Key, Body: reportBody})
			wantProblem(t, reply, 403, "plan_required", "report", "pro plan")
		}},
		{"10.2", "A report is billed either completely or not at all.", wholeOrNothing},
		{"10.2", "If too few units remain, the response is 429", both(wholeOrNothing, testedIn("test/doors", "TestErrorExamplesAreRealResponses"))},
		{"10.2", "Skipped leases are not billed.", skippedLeasesCostNothing},
		{"10.2", "A report is also available as a file", aReportIsAlsoAFile},
	}
}

// newOperations lists SPEC 10.2's operations, each with a request body and its cost in units.
var newOperations = []struct {
	name, body string
	units      int
}{{"report", reportBody, 2}, {"verify", verifyBody, 1}, {"compare", plainLease, 1}}

func newOperationsAreLikeTheOthers(t *testing.T) {
	for _, op := range newOperations {
		key := all.pro.take(t).Key
		call := wire.Call{Path: wire.Path(op.name), Key: key, Body: op.body}.Keyed("named")
		first, second := send(t, call), send(t, call)
		if !first.Original() || !second.Replayed() || first.Figures() != second.Figures() {
			t.Errorf("%s: %v, then %v", op.name, first, second)
		}
		wantHeader(t, second, "X-Quota-Remaining", fmt.Sprint(proQuota-op.units))
		other := call
		other.Body = strings.Replace(op.body, "1000", "1001", 1)
		wantProblem(t, send(t, other), 400, "invalid_request", "Idempotency-Key: ")
		wantProblem(t, send(t, wire.Call{Method: "GET", Path: wire.Path(op.name), Key: key}), 405, "invalid_request", "method: must be POST")
		wantProblem(t, send(t, wire.Call{Path: wire.Path(op.name), Body: op.body}), 401, "unauthorized")
		wantProblem(t, send(t, wire.Call{Path: wire.Path(op.name), Key: key, Body: op.body + "}"}), 400, "invalid_request", "body: ")
		limit := operations.Find(op.name).MaxBody
		wantProblem(t, send(t, wire.Call{Path: wire.Path(op.name), Key: key, Body: op.body + strings.Repeat(" ", limit)}), 400, "invalid_request", fmt.Sprintf("at most %d bytes", limit))
	}
}

func skippedLeasesCostNothing(t *testing.T) {
	body := strings.Replace(reportBody, `"from"`, `"onError":"skip","from"`, 1)
	body = strings.Replace(body, `"commencementDate":"2026-02-15"`, `"commencementDate":"soon"`, 1)
	reply := post(t, "report", body)
	wantHeader(t, reply, "X-Quota-Remaining", fmt.Sprint(proQuota-1))
	skipped := at(t, decoded(t, reply), "skipped", 0)
	if text(t, skipped, "id") != "B" || text(t, skipped, "field") != "leases[1].commencementDate" {
		t.Errorf("skipped %v", skipped)
	}
}

func theToolsAreServed(t *testing.T) {
	reply, err := all.client.Do(t.Context(), wire.Call{
		Path: "/mcp", Key: all.pro.take(t).Key, Body: `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`,
		Header: map[string][]string{"Accept": {"application/json, text/event-stream"}},
	})
	if err != nil || reply.Status != 200 {
		t.Fatalf("%v, %v", reply, err)
	}
	for _, name := range []string{"compute_lease", "lease_schedule", "journal_entries", "classify_lease", "report_leases", "verify_schedule", "compare_treatments", "describe"} {
		if !strings.Contains(string(reply.Body), `"name":"`+name+`"`) {
			t.Errorf("no tool %s", name)
		}
	}
}

func aReportIsAlsoAFile(t *testing.T) {
	call := wire.Call{Path: wire.Path("report"), Key: all.pro.take(t).Key, Body: reportBody}
	rows := send(t, call.With("Accept", "text/csv"))
	if lines := strings.Split(strings.TrimSpace(string(rows.Body)), "\n"); rows.Status != 200 || len(lines) != 3 || !strings.Contains(lines[0], ",liability.closing,") {
		t.Errorf("csv: %v", rows)
	}
	book := send(t, call.With("Accept", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"))
	if book.Status != 200 || !strings.HasPrefix(string(book.Body), "PK") {
		t.Errorf("workbook: %d, %.40q", book.Status, book.Body)
	}
}
