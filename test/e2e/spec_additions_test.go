package e2e

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"net/http"
	"slices"
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
// differs, and the other amounts agree.
const verifyBody = `{"lease":` + plainLease + `,"theirs":{"totalUndiscountedPayments":3000,"schedule":[` +
	`{"period":1,"payment":1000,"interest":9.93,"liabilityClose":1995.02},{"period":2,"payment":1000,"interest":4.98,"liabilityClose":1100}]}}`

// promisesOfTheAdditions returns the promises of SPEC 10, 10.1, 10.2 and 10.4.
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
	ofReport := func(part string, members ...string) func(*testing.T) {
		return func(t *testing.T) {
			r := answer(t, "report", reportBody)
			for _, figures := range []any{at(t, r, "leases", 0), at(t, r, "leases", 1), at(t, r, "groups", 0), at(t, r, "total")} {
				if members == nil {
					number(t, figures, part)
					continue
				}
				got := at(t, figures, part)
				if _, banded := got.(map[string]any)["bands"]; banded {
					wantMembers(t, got, append([]string{"bands", "schedule"}, members...)...)
					wantMembers(t, at(t, got, "bands", 0), "from", "to", "principal", "interest")
					continue
				}
				wantMembers(t, got, members...)
			}
		}
	}
	return []promise{
		{"10", "Everything below is optional for callers", whatIsNewIsOptional},
		{"10.1", "The lease has the fields of METHOD 12.1", everyOperationTakesTheNewMembers},
		{"10.1", "All operations, interfaces and lease files accept these fields.", newMembersComeInTheirOrder},
		{"10.1", "In `input`, `id`, `name` and `tags`", newMembersComeInTheirOrder},
		{"10.1", "`input` contains these fields in normalized form", nestedMembersAreNormalized},
		{"10.1", "An error names the path of its field", faultsNameTheirPath},
		{"10.1", "If the request uses these fields, the result has", newMembersOfTheResult},
		{"10.1", "Rows have `variableLeaseExpense`", newMembersOfRows},
		{"10.1", "The response of schedule also has `events`.", func(t *testing.T) {
			wantMembers(t, at(t, answer(t, "schedule", eventfulLease), "events", 0), eventMembers...)
		}},
		{"10.2", "The rules for JSON, keys, headers, errors, Idempotency-Key and replay", newOperationsAreLikeTheOthers},
		{"10.2", "Report on many leases", operation("report", reportBody, 2)},
		{"10.2", "Verify another schedule", operation("verify", verifyBody, 1)},
		{"10.2", "Compare treatments", operation("compare", plainLease, 1)},
		{"10.2", "If the plan does not include the operation", func(t *testing.T) {
			reply := send(t, wire.Call{Path: wire.Path("report"), Key: all.free.take(t).Key, Body: reportBody})
			wantProblem(t, reply, 403, "plan_required", "report", "pro plan")
		}},
		{"10.2", "A report is billed for all its units or for none.", aReportIsBilledWhole},
		{"10.2", "If fewer units remain, the response is 429", aReportIsBilledWhole},
		{"10.2", "Skipped leases are not billed.", skippedLeasesCostNothing},
		{"10.2", "A condition of `where`, or the `key` of a deferred tax rate", unmetConditionsAreRejected},
		{"10.2", "**Report response**", theReport},
		{"10.2", "`liability`", ofReport("liability", "opening", "late", "additions", "takenOver", "initialApplication", "remeasured", "interest", "payments", "derecognized",
			"exchange", "translation", "closing")},
		{"10.2", "`rouAsset`", ofReport("rouAsset", "opening", "late", "additions", "takenOver", "initialApplication", "remeasured", "amortization", "impairment", "derecognized",
			"translation", "closing", "cost", "accumulatedAmortization")},
		{"10.2", "`principal`, under GASB 87 and GASB 96", thePrincipalOfGovernments},
		{"10.2", "`assetCost` and `assetAmortization`, under GASB 87 and GASB 96", theAssetsOfGovernments},
		{"10.2", "`cost`", ofReport("cost", "interest", "amortization", "operating", "shortTerm", "lowValue", "variable", "impairment", "gainsAndLosses", "total",
			"nonLease", "taxes", "subleaseIncome", "late", "exchange")},
		{"10.2", "`cash`", ofReport("cash", "interest", "principal", "operating", "exempt", "variable", "commencement", "initialDirectCosts", "incentives", "penalties", "prices", "total",
			"nonLease", "taxes", "subleases", "late")},
		{"10.2", "`nonCash`, `priorPeriodCorrections`", func(t *testing.T) {
			ofReport("nonCash")(t)
			ofReport("priorPeriodCorrections")(t)
		}},
		{"10.2", "`maturity`", ofReport("maturity", "years", "thereafter", "total", "imputedInterest")},
		{"10.2", "`currentLiability`, `longTermLiability`, `accruedInterest`", func(t *testing.T) {
			ofReport("currentLiability")(t)
			ofReport("longTermLiability")(t)
			ofReport("accruedInterest")(t)
		}},
		{"10.2", "The figures of a lease also include", theFiguresOfALease},
		{"10.2", "If a request sets `concepts` to true", theConceptsOfAReport},
		{"10.2", "A report is also available as a file", aReportIsAlsoAFile},
		{"10.2", "**Verify response**", theVerification},
		{"10.2", "**Compare response**", theComparison},
		{"10.4", "`error.fields` is an array", faultsAreListed},
	}
}

// eventfulLease is a lease with a result that contains every field of SPEC 10.
const eventfulLease = `{"id":"L-1","name":"Office","tags":{"site":"north"},"standard":"IFRS_16","commencementDate":"2025-01-01","termMonths":24,` +
	`"paymentAmount":1000,"discountRateAnnual":0.06,"rentSteps":[{"from":"2026-01-01","paymentAmount":1100}],"rentFree":[{"from":"2025-02-01","months":1}],` +
	`"otherPayments":[{"date":"2025-06-15","amount":50}],"basis":{"commencementPayment":"settled"},"restorationCost":20,"currency":"EUR",` +
	`"events":[{"date":"2025-10-01","type":"impairment","impairmentLoss":10},{"date":"2026-07-01","type":"termination","penalty":5}]}`

// variableLease is a lease with an index-based rent that the liability excludes under ASC 842.
const variableLease = `{"commencementDate":"2025-01-01","termMonths":24,"paymentAmount":1000,"discountRateAnnual":0.06,` +
	`"events":[{"date":"2026-01-01","type":"index","changePct":0.1}]}`

var eventMembers = []string{
	"date", "type", "treatment", "termMonths", "discountRateAnnual", "classification", "liabilityBefore", "liabilityAfter", "rouAssetBefore",
	"rouAssetAfter", "gainOrLoss", "impairmentLoss", "liabilityRemeasured", "liabilityDerecognized", "rouAssetRemeasured", "rouAssetDerecognized", "citations",
}

func thePrincipalOfGovernments(t *testing.T) {
	r := answer(t, "report", `{"from":"2026-01-01","to":"2026-12-31","leases":[{"id":"A","standard":"GASB_87","discountRateAnnual":0.06,`+ratedLease+`}]}`)
	wantMembers(t, at(t, r, "leases", 0, "principal"), "opening", "late", "additions", "takenOver", "remeasured", "payments", "derecognized", "exchange", "translation", "closing", "dueWithinOneYear")
	wantMembers(t, at(t, r, "leases", 0, "maturity", "schedule", 0), "from", "to", "principal", "interest")
}

func theAssetsOfGovernments(t *testing.T) {
	r := answer(t, "report", `{"from":"2026-01-01","to":"2026-12-31","leases":[{"id":"A","standard":"GASB_96","discountRateAnnual":0.06,`+ratedLease+`}]}`)
	for _, table := range []string{"assetCost", "assetAmortization"} {
		wantMembers(t, at(t, r, "leases", 0, table), "opening", "increases", "decreases", "closing")
	}
	wantEqual(t, "the cost", cents(t, at(t, r, "leases", 0, "assetCost"), "closing"), cents(t, at(t, r, "leases", 0, "rouAsset"), "cost"))
}

func everyOperationTakesTheNewMembers(t *testing.T) {
	for _, op := range append(slices.Clone(wire.Operations), "compare") {
		answer(t, op, eventfulLease)
	}
	answer(t, "report", `{"from":"2025-01-01","to":"2025-12-31","leases":[`+eventfulLease+`]}`)
	answer(t, "verify", `{"lease":`+eventfulLease+`,"theirs":{"totalUndiscountedPayments":1}}`)
}

// inputOf returns the JSON text of the input in the response for a lease.
func inputOf(t *testing.T, lease string) string {
	t.Helper()
	var body struct{ Input json.RawMessage }
	if err := json.Unmarshal(post(t, "compute", lease).Body, &body); err != nil {
		t.Fatal(err)
	}
	return string(body.Input)
}

func newMembersComeInTheirOrder(t *testing.T) {
	last := strings.TrimSuffix(eventfulLease, "}") + `,"specializedAsset":true}`
	order := []string{"id", "name", "tags", "standard", "paymentTiming", "specializedAsset", "rentSteps", "rentFree", "otherPayments", "basis", "restorationCost", "currency", "events"}
	input, before := inputOf(t, last), -1
	for _, name := range order {
		i := strings.Index(input, `"`+name+`":`)
		if i <= before {
			t.Errorf("%s is out of its place in %s", name, input)
		}
		before = i
	}
}

func nestedMembersAreNormalized(t *testing.T) {
	input := inputOf(t, strings.Replace(eventfulLease, `"amount":50`, `"amount":5e1`, 1))
	for _, want := range []string{
		`"rentFree":[{"from":"2025-02-01","months":1,"share":1}]`, `"otherPayments":[{"date":"2025-06-15","amount":50,"kind":"payment"}]`,
		`"basis":{"discounting":"nominal","commencementPayment":"settled"}`,
	} {
		if !strings.Contains(input, want) {
			t.Errorf("no %s in %s", want, input)
		}
	}
	if plain := inputOf(t, plainLease); strings.Contains(plain, "basis") || strings.Contains(plain, "rentFree") {
		t.Errorf("nested members that were not given: %s", plain)
	}
}

func faultsNameTheirPath(t *testing.T) {
	wrong := strings.Replace(eventfulLease, `"impairmentLoss":10}`, `"impairmentLoss":10},{"date":"2025-11-01","type":"reassessment","termMonths":0}`, 1)
	wantProblem(t, post(t, "classify", wrong), 400, "invalid_request", "events[1].termMonths: ")
}

func newMembersOfTheResult(t *testing.T) {
	got := at(t, answer(t, "compute", eventfulLease), "result")
	for _, name := range []string{"basis", "currency", "commencementPayment", "events", "life"} {
		at(t, got, name)
	}
	wantMembers(t, at(t, got, "events", 1), eventMembers...)
	wantMembers(t, at(t, got, "life"), "payments", "variablePayments", "interest", "amortization", "leaseExpense", "impairmentLosses", "gainsAndLosses")
	exempt := at(t, answer(t, "compute", lease("exemption", `"short_term"`)), "result")
	if text(t, exempt, "exemption") != "short_term" {
		t.Error("no exemption")
	}
}

func newMembersOfRows(t *testing.T) {
	plain := []string{"period", "date", "payment", "interest", "principal", "liabilityClose", "rouAmortization", "rouAssetClose", "leaseExpense"}
	withEvents := append(slices.Clone(plain), "from", "months", "liabilityOpen", "rouAssetOpen")
	wantMembers(t, at(t, answer(t, "schedule", eventfulLease), "schedule", 0), withEvents...)
	wantMembers(t, at(t, answer(t, "schedule", variableLease), "schedule", -1), append(withEvents, "variableLeaseExpense")...)
}

// newOperations lists the operations of SPEC 10.2, each with a request body and its cost in units.
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

// manyLeases returns the request for a report on n leases.
func manyLeases(n int, more string) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf(`{"id":"L-%d",%s`, i, plainLease[1:])
	}
	return `{"from":"2025-01-01","to":"2025-01-31","leases":[` + strings.Join(list, ",") + `]` + more + `}`
}

func aReportIsBilledWhole(t *testing.T) {
	key := all.pro.take(t)
	// The other tests can occupy the server for longer than a request may wait. The server then asks
	// the client to try again.
	ask := func(n int) (reply wire.Reply) {
		for range 20 {
			reply = send(t, wire.Call{Path: wire.Path("report"), Key: key.Key, Body: manyLeases(n, "")})
			if reply.Status != http.StatusInternalServerError || reply.Header.Get("Retry-After") == "" {
				break
			}
		}
		return reply
	}
	for left := proQuota - 499; left > 0; left -= 499 { // small reports, for a busy server
		wantHeader(t, ask(499), "X-Quota-Remaining", fmt.Sprint(left))
	}
	refused := ask(11)
	wantProblem(t, refused, 429, "quota_exceeded", "needs 11 computations", "10 of the 5000")
	wantHeader(t, refused, "X-Quota-Remaining", "10")
	wantHeader(t, refused, "Retry-After", "")
	wantHeader(t, ask(10), "X-Quota-Remaining", "0")
	wantProblem(t, ask(1), 429, "quota_exceeded")
	if used := unitsOf(t, key); used != proQuota {
		t.Errorf("%d units were billed", used)
	}
}

func skippedLeasesCostNothing(t *testing.T) {
	body := strings.Replace(manyLeases(3, `,"onError":"skip"`), `"L-1","commencementDate":"2025-01-01"`, `"L-1","commencementDate":"soon"`, 1)
	reply := post(t, "report", body)
	wantHeader(t, reply, "X-Quota-Remaining", fmt.Sprint(proQuota-2))
	skipped := at(t, decoded(t, reply), "skipped", 0)
	wantMembers(t, skipped, "index", "id", "field", "message")
	if text(t, skipped, "id") != "L-1" || text(t, skipped, "field") != "leases[1].commencementDate" || integer(t, skipped, "index") != 1 {
		t.Errorf("skipped %v", skipped)
	}
}

func unmetConditionsAreRejected(t *testing.T) {
	for members, field := range map[string]string{
		`"where":{"tag:entity":["US Icn"]}`: "where", `"deferredTax":[{"rate":0.25,"key":{"tag:entity":"US Icn"}}]`: "deferredTax[0].key",
	} {
		body := `{"from":"2026-01-01","to":"2026-12-31",` + members + `,"leases":[{"id":"A","tags":{"entity":"US Inc"},` + plainLease[1:] + `]}`
		wantProblem(t, post(t, "report", body), 400, "invalid_request", field+": no lease meets tag:entity is US Icn; did you mean US Inc?; values of tag:entity: US Inc")
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

func theReport(t *testing.T) {
	r := answer(t, "report", reportBody)
	wantMembers(t, r, "from", "to", "leases", "groups", "total", "weightedAverages", "journalEntries", "digest", "notCommenced", "skipped", "notes", "request_id", "replay")
	wantMembers(t, at(t, r, "journalEntries", 0), "date", "memo", "lines", "leaseId", "number")
	inEuros := answer(t, "report", strings.Replace(strings.Replace(reportBody, `"id":"A"`, `"id":"A","currency":"EUR"`, 1), `"tag:site"`, `"currency"`, 1))
	wantMembers(t, at(t, inEuros, "journalEntries", 0), "date", "memo", "lines", "leaseId", "number", "currency")
	if got := at(t, r, "groups", 0, "key").(map[string]any); !maps.Equal(got, map[string]any{"tag:site": ""}) {
		t.Errorf("key %v", got)
	}
	if integer(t, r, "groups", 0, "leases") != 1 || integer(t, r, "total", "leases") != 2 {
		t.Errorf("groups %v", at(t, r, "groups"))
	}
	wantMembers(t, at(t, r, "weightedAverages", 0), "standard", "classification", "remainingTermMonths", "discountRateAnnual", "discountRateByLiability")
	two := strings.Replace(strings.Replace(reportBody, `"journal":"monthly"`, `"onError":"stop"`, 1), `"id":"A"`, `"id":"A","currency":"EUR"`, 1)
	wantProblem(t, post(t, "report", two), 400, "invalid_request", "groupBy: ", "currencies")
	wantMembers(t, answer(t, "report", strings.Replace(two, `"tag:site"`, `"currency"`, 1)),
		"from", "to", "leases", "groups", "weightedAverages", "digest", "notCommenced", "skipped", "notes", "request_id", "replay")
	wantEqual(t, "total", cents(t, r, "total", "liability", "closing"),
		sum(cents(t, r, "leases", 0, "liability", "closing"), cents(t, r, "leases", 1, "liability", "closing")))
}

func theFiguresOfALease(t *testing.T) {
	names := []string{
		"id", "tags", "standard", "classification", "remainingTermMonths", "discountRateAnnual", "notes",
		"liability", "rouAsset", "cost", "cash", "nonCash", "priorPeriodCorrections", "maturity", "currentLiability", "longTermLiability", "accruedInterest",
	}
	wantMembers(t, at(t, answer(t, "report", reportBody), "leases", 0), names...)
	exempt := at(t, answer(t, "report", `{"from":"2025-01-01","to":"2025-02-14","leases":[{"id":"X","currency":"EUR","exemption":"short_term",`+plainLease[1:]+`]}`), "leases", 0)
	wantMembers(t, exempt, append(names, "currency")...)
	if text(t, exempt, "classification") != "short_term" || figure(t, exempt, "remainingTermMonths") != "1.50" {
		t.Errorf("exempt lease %v", exempt)
	}
}

func theConceptsOfAReport(t *testing.T) {
	got := answer(t, "report", `{"concepts":true,`+reportBody[1:])
	for _, member := range []string{"figure", "standard", "name"} {
		if text(t, got, "concepts", 0, member) == "" {
			t.Errorf("a concept has no %s", member)
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

func theVerification(t *testing.T) {
	got := answer(t, "verify", verifyBody)
	wantMembers(t, got, "payments", "agrees", "compared", "outside", "largestDifference", "rounding", "differences", "inconsistencies", "explanations", "explanation",
		"impliedRate", "digits", "notes", "request_id", "replay")
	wantMembers(t, at(t, got, "differences", 0), "where", "ours", "theirs", "difference")
	wantMembers(t, at(t, got, "inconsistencies", 0), "where", "problem")
	wantMembers(t, at(t, got, "explanations", 0), "changes", "outside", "largestDifference")
	if text(t, got, "differences", 0, "where") != "schedule[1].liabilityClose" || at(t, got, "explanation") != nil || at(t, got, "agrees") != false {
		t.Errorf("got %v", got)
	}
	wantMembers(t, at(t, answer(t, "verify", `{"lease":`+plainLease+`,"theirs":{"totalUndiscountedPayments":3000}}`), "explanation"), "changes", "sentence")
}

func theComparison(t *testing.T) {
	got := answer(t, "compare", plainLease)
	wantMembers(t, got, "treatments", "differences", "request_id", "replay")
	keys := []string{"ASC_842_operating", "ASC_842_finance", "IFRS_16", "GASB_87", "FRS_102", "GASB_96"}
	for i, key := range keys {
		treatment := at(t, got, "treatments", i)
		wantMembers(t, treatment, "key", "initialLiability", "initialRouAsset", "totalLeaseCost", "currentLiability", "longTermLiability", "years", "notes")
		wantMembers(t, at(t, treatment, "years", 0), "year", "payments", "interest", "amortization", "leaseExpense", "liabilityClose", "rouAssetClose")
		if text(t, treatment, "key") != key {
			t.Errorf("treatment %d is %s", i, text(t, treatment, "key"))
		}
		if i == 0 {
			continue
		}
		difference := at(t, got, "differences", i-1)
		wantMembers(t, difference, "key", "initialRouAsset", "totalLeaseCost", "years")
		wantMembers(t, at(t, difference, "years", 0), "year", "leaseExpense", "rouAssetClose")
		wantEqual(t, key, cents(t, difference, "totalLeaseCost"), new(big.Int).Sub(cents(t, treatment, "totalLeaseCost"), cents(t, got, "treatments", 0, "totalLeaseCost")))
	}
}

func faultsAreListed(t *testing.T) {
	for op, body := range map[string]string{
		"compute": `{"termMonths":0}`, "verify": `{"lease":{"termMonths":0},"theirs":[]}`, "report": `{"from":"x","leases":[{"id":"a"}]}`,
	} {
		got := decoded(t, post(t, op, body))
		var texts []string
		for _, fault := range list(t, got, "error", "fields") {
			wantMembers(t, fault, "field", "message")
			texts = append(texts, text(t, fault, "field")+": "+text(t, fault, "message"))
		}
		if want := text(t, got, "error", "message"); len(texts) < 3 || strings.Join(texts, "; ") != want {
			t.Errorf("%s: %q, want %q", op, texts, want)
		}
	}
}
