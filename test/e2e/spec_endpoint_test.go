package e2e

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

// promisesOfTheService returns the promises in SPEC's introduction and in SPEC 1 to 3.
func promisesOfTheService() []promise {
	paths := testedIn("internal/httpapi", "TestNoPathIsRedirected")
	return []promise{
		{"0", "Leasehold is a stateless HTTP/JSON service", theServiceCoversEveryStandard},
		{"0", "Every path below", paths},
		{"1", "From the description of one lease", testedIn("test/e2e", "TestConversations")},
		{"1", "Every operation is an HTTP POST", badRequestsNameTheirField},
		{"1", "The same lease body is accepted", both(everyOperationTakesTheNewFields, testedIn("test/oracle", "TestEngineEqualsOracle"))},
		{"1", "The same input always", both(aRepeatIsTheSameResult, testedIn("test/oracle", "TestEngineEqualsOracle"))},
		{"1", "A request uses computation units", threeOperationsAreBilled},
		{"1", "The operations are also tools", theToolsAreServed},
		{"2", "The service has no addressable resources", paths},
		{"3", "The only state is", testedIn("test/e2e", "TestMatrixOfSituations")},
	}
}

// promisesOfTheEndpoints returns the promises of SPEC 4, 4.2 and 4.4.
func promisesOfTheEndpoints() []promise {
	rows := testedIn("test/e2e", "TestMatrixOfUsageRows")
	limits := testedIn("internal/service", "TestSpec3_Headers")
	return []promise{
		{"4", "Compute a full lease", threeOperationsAreBilled},
		{"4", "Amortization schedule", threeOperationsAreBilled},
		{"4", "Journal entries", threeOperationsAreBilled},
		{"4", "Classify", threeOperationsAreBilled},
		{"4", "Every operation accepts the optional request header Idempotency-Key", both(anyTextIsAKey, testedIn("test/e2e", "TestMatrixOfSituations"))},
		{"4.2", "x-request-id", rows},
		{"4.2", "x-quota-limit", testedIn("test/e2e", "TestKeysSetPlan")},
		{"4.2", "x-quota-remaining", threeOperationsAreBilled},
		{"4.2", "x-usage-row", aBilledResponseHasItsReceipt},
		{"4.2", "x-usage-head", aBilledResponseHasItsReceipt},
		{"4.2", "x-quota-reset", both(limits, aBilledResponseHasItsReceipt)},
		{"4.2", "ratelimit-policy", both(limits, aBilledResponseHasItsReceipt)},
		{"4.2", "ratelimit", both(limits, aBilledResponseHasItsReceipt)},
		{"4.4", "A request is rejected with error code invalid_request if its body", badRequestsNameTheirField},
		{"4.4", "Unknown and repeated fields are errors.", testedIn("test/engine", "TestDecodeReadsStrictly")},
		{"4.4", "In an optional field, null counts as absent.", testedIn("test/engine", "TestSpec2_1_NormalizedLeaseHasDefaultsAndFixedOrder")},
		{"4.4", "Amounts are at most", testedIn("test/engine", "TestErrorsNameTheFieldsLimits", "TestMethod5_TheTermEndsByTheYear9999")},
	}
}

func theServiceCoversEveryStandard(t *testing.T) {
	for _, standard := range []string{"ASC_842", "IFRS_16", "GASB_87", "FRS_102", "GASB_96"} {
		got := answer(t, "compute", lease("standard", `"`+standard+`"`))
		if s := text(t, got, "result", "standard"); s != standard {
			t.Errorf("standard %q, want %q", s, standard)
		}
	}
}

// theContentTypeIsNotEnforced checks that the server accepts a valid JSON body with any content
// type.
func theContentTypeIsNotEnforced(t *testing.T) {
	call := wire.Call{Path: wire.Path("compute"), Key: all.pro.take(t).Key, Body: plainLease}
	for _, contentType := range [][]string{{"application/json; charset=utf-8"}, {"text/plain"}, {"application/x-www-form-urlencoded"}, nil} {
		call.Header = http.Header{"Content-Type": contentType}
		if reply := send(t, call); reply.Status != 200 {
			t.Errorf("content-type %s: %v", contentType, reply)
		}
	}
}

// threeOperationsAreBilled checks each operation's units. Without remaining units, classify is
// still available.
func threeOperationsAreBilled(t *testing.T) {
	key := all.pro.take(t).Key
	for i, op := range wire.Operations {
		reply := send(t, wire.Call{Path: wire.Path(op), Key: key, Body: plainLease})
		wantHeader(t, reply, "X-Quota-Remaining", fmt.Sprint(proQuota-min(i+1, 3)))
	}
	if reply := send(t, wire.Call{Path: wire.Path("classify"), Key: all.spent.take(t).Key, Body: plainLease}); reply.Status != 200 {
		t.Errorf("classify with no quota left: %v", reply)
	}
}

func badRequestsNameTheirField(t *testing.T) {
	for _, op := range wire.Operations {
		call := wire.Call{Path: wire.Path(op), Key: all.pro.take(t).Key}
		for body, name := range map[string]string{
			"":                       "body",
			"[" + plainLease + "]":   "body",
			plainLease + "{}":        "body",
			"\xff\xfe" + plainLease:  "body",
			lease("termMonths", "0"): "termMonths",
			lease("surprise", "1"):   "surprise",
		} {
			call.Body = body
			reply := send(t, call)
			t.Run(fmt.Sprintf("%s %.30q", op, body), func(t *testing.T) { wantProblem(t, reply, 400, "invalid_request", name) })
			wantHeader(t, reply, "X-Quota-Remaining", "5000")
		}
		for _, method := range []string{http.MethodGet, http.MethodOptions, "BREW"} {
			reply := send(t, wire.Call{Method: method, Path: call.Path, Key: call.Key, Body: plainLease})
			wantProblem(t, reply, 405, "invalid_request", "POST")
			wantHeader(t, reply, "Allow", "POST")
		}
		head := send(t, wire.Call{Method: http.MethodHead, Path: call.Path, Key: call.Key})
		if head.Status != 405 || len(head.Body) != 0 {
			t.Errorf("HEAD: %v", head)
		}
	}
}

// aBilledResponseHasItsReceipt checks that a billed response's headers state the plan's limits and
// identify its row in the usage log, by number and by the beginning of its hash.
func aBilledResponseHasItsReceipt(t *testing.T) {
	header := post(t, "compute", plainLease).Header
	if row, err := strconv.Atoi(header.Get("X-Usage-Row")); err != nil || row < 1 {
		t.Errorf("x-usage-row is %q", header.Get("X-Usage-Row"))
	}
	if head := header.Get("X-Usage-Head"); len(head) != 16 {
		t.Errorf("x-usage-head is %q", head)
	}
	if seconds, err := strconv.Atoi(header.Get("X-Quota-Reset")); err != nil || seconds < 0 || seconds > 31*24*60*60 {
		t.Errorf("x-quota-reset is %q", header.Get("X-Quota-Reset"))
	}
	if policy, left := header.Get("Ratelimit-Policy"), header.Get("Ratelimit"); !strings.HasPrefix(policy, `"minute";q=`) || !strings.Contains(left, ";r=") {
		t.Errorf("ratelimit-policy is %q, ratelimit %q", policy, left)
	}
}
