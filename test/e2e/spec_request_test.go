package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

// promisesOfTheService returns the promises in the introduction of SPEC and in SPEC 1 and 2.
func promisesOfTheService() []promise {
	return []promise{
		{"0", "Leasehold is a stateless HTTP/JSON service", theServiceCoversThreeStandards},
		{"0", "Every path below", theBaseAddressEndsInAPI},
		{"1", "From the description of one lease", oneLeaseGivesEveryComputation},
		{"1", "Every operation is an HTTP POST", everyOperationIsAPostOfJSON},
		{"1", "The same lease body is accepted", theSameBodyIsAcceptedByAllFour},
		{"1", "The same input always", theSameInputGivesTheSameOutput},
		{"1", "A request uses computation units", both(threeOperationsAreBilled, onlyBilledOperationsConsume)},
		{"1", "The operations are also tools", theToolsAreServed},
		{"2", "The service has no addressable resources", thereAreNoResources},
	}
}

func theServiceCoversThreeStandards(t *testing.T) {
	for _, standard := range []string{"ASC_842", "IFRS_16", "GASB_87"} {
		got := answer(t, "compute", lease("standard", `"`+standard+`"`))
		if s := text(t, got, "result", "standard"); s != standard {
			t.Errorf("standard %q, want %q", s, standard)
		}
	}
}

func theBaseAddressEndsInAPI(t *testing.T) {
	key := all.pro.take(t).Key
	if reply := send(t, wire.Call{Path: "/api/v1/compute", Key: key, Body: plainLease}); reply.Status != 200 {
		t.Errorf("/api/v1/compute: %v", reply)
	}
	wantProblem(t, send(t, wire.Call{Path: "/v1/compute", Key: key, Body: plainLease}), 404, "not_found")
}

func oneLeaseGivesEveryComputation(t *testing.T) {
	got := answer(t, "compute", plainLease)
	for _, path := range [][]any{
		{"result", "initialLiability"},
		{"result", "initialRouAsset"},
		{"result", "schedule", 0},
		{"journalEntries", 0},
		{"result", "disclosures", "currentLiability"},
		{"classification", "classification"},
		{"classification", "criteria", 0, "citation"},
		{"result", "citations", 0},
	} {
		at(t, got, path...)
	}
	for _, body := range []string{"[" + plainLease + "]", plainLease + plainLease, "[" + plainLease + "," + plainLease + "]"} {
		wantProblem(t, post(t, "compute", body), 400, "invalid_request")
	}
}

func everyOperationIsAPostOfJSON(t *testing.T) {
	for _, op := range wire.Operations {
		reply := post(t, op, plainLease)
		if reply.Status != 200 || !strings.HasPrefix(reply.Header.Get("Content-Type"), "application/json") {
			t.Errorf("%s: %v with content-type %q", op, reply, reply.Header.Get("Content-Type"))
		}
		decoded(t, reply)
	}
}

func theSameBodyIsAcceptedByAllFour(t *testing.T) {
	for name, body := range samples {
		full := sample(t, name)
		schedule := answer(t, "schedule", body)
		for _, member := range []string{"standard", "classification", "initialLiability", "initialRouAsset", "periods", "schedule"} {
			wantSame(t, name+": schedule "+member, schedule[member], at(t, full, "result", member))
		}
		journal := answer(t, "journal-entries", body)
		wantSame(t, name+": journalEntries", journal["journalEntries"], full["journalEntries"])
		classified := answer(t, "classify", body)
		for _, member := range []string{"classification", "standard", "single_model", "criteria", "rationale"} {
			wantSame(t, name+": classify "+member, classified[member], at(t, full, "classification", member))
		}
	}
}

func theSameInputGivesTheSameOutput(t *testing.T) {
	for _, op := range wire.Operations {
		key := all.pro.take(t).Key
		call := wire.Call{Path: wire.Path(op), Key: key, Body: samples["operating"]}
		first := send(t, call)
		for range 10 {
			if again := send(t, call); again.Figures() != first.Figures() || again.Status != 200 {
				t.Fatalf("%s: the same lease gave\n%v\nand then\n%v", op, first, again)
			}
		}
	}
}

func threeOperationsAreBilled(t *testing.T) {
	key := all.pro.take(t).Key
	remaining := proQuota
	for _, op := range wire.Operations {
		remaining -= wire.Units(op)
		reply := send(t, wire.Call{Path: wire.Path(op), Key: key, Body: plainLease})
		wantHeader(t, reply, "X-Quota-Remaining", fmt.Sprint(remaining))
	}
	if remaining != proQuota-3 {
		t.Errorf("%d units for the four operations, want 3", proQuota-remaining)
	}
}

func resultsCiteTheirStandard(t *testing.T) {
	prefixes := map[string][]string{"ASC_842": {"ASC 842-"}, "IFRS_16": {"IFRS 16.", "IFRS 7.", "IFRS 18.", "IAS 1."}, "GASB_87": {"GASB 87.", "GASB 34."}}
	for name := range samples {
		got := sample(t, name)
		allowed := prefixes[text(t, got, "result", "standard")]
		citations := list(t, got, "result", "citations")
		if len(citations) == 0 {
			t.Errorf("%s: no citations", name)
		}
		for _, c := range citations {
			if !hasAnyPrefix(c.(string), allowed) {
				t.Errorf("%s: citation %q names none of %v", name, c, allowed)
			}
		}
	}
}

func hasAnyPrefix(s string, prefixes []string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}

func thereAreNoResources(t *testing.T) {
	key := all.pro.take(t).Key
	first := send(t, wire.Call{Path: wire.Path("compute"), Key: key, Body: plainLease})
	id := first.Header.Get("X-Request-Id")
	for _, path := range []string{"/api/v1/leases", "/api/v1/compute/" + id, "/api/v1/requests/" + id, "/api/v1/keys", "/api/v1"} {
		wantProblem(t, send(t, wire.Call{Method: http.MethodGet, Path: path, Key: key}), 404, "not_found")
	}
}

// promisesOfTheRequest returns the promises of SPEC 2.1: every field accepts exactly the values
// that its row allows.
func promisesOfTheRequest() []promise {
	amount := field{good: []string{"0", "0.00", "1", "1234.56", "1e3", "999999999999999.99"}, bad: []string{"-0.01", "-1", `"1"`, "true", "[]", "{}", "1000000000000000"}}
	flag := field{good: []string{"true", "false"}, bad: []string{`"true"`, "1", "0", "[]"}}
	fraction := field{good: []string{"0", "0.0", "1", "1.0", "0.05", "0.12345678901234567"}, bad: []string{"-0.0001", "1.0001", "5", `"0.05"`, "true"}}
	optional := func(name string, f field) promise { return promise{"2.1", name, f.optional(name)} }
	required := func(name string, f field) promise { return promise{"2.1", name, f.required(name)} }
	return []promise{
		{"2.1", "Content type: application/json.", theContentTypeIsNotEnforced},
		{"2.1", "Required fields are marked.", requiredFieldsAreRequired},
		optional("standard", field{good: []string{`"ASC_842"`, `"IFRS_16"`, `"GASB_87"`}, bad: []string{`"asc_842"`, `"ASC842"`, `""`, "1", "true"}, byDefault: `"ASC_842"`}),
		required("commencementDate", field{
			good: []string{`"2025-01-01"`, `"2024-02-29"`, `"0001-01-01"`, `"9999-09-30"`},
			bad:  []string{`"2025-02-29"`, `"2025-13-01"`, `"2025-1-1"`, `"01/01/2025"`, `"2025-01-01T00:00:00Z"`, `""`, "20250101", `"0000-01-01"`, `"9999-12-31"`},
		}),
		required("termMonths", field{good: []string{"1", "2", "1199", "1200", "12.0", "6e1"}, bad: []string{"0", "-1", "1201", "1.5", `"12"`, "true", "1e9"}}),
		required("paymentAmount", field{good: []string{"0.01", "1", "1234.56", "999999999999999.99", "1e-3"}, bad: []string{"0", "0.00", "-1", `"1"`, "true", "1000000000000000"}}),
		required("discountRateAnnual", fraction),
		optional("paymentFrequency", field{good: []string{`"monthly"`, `"quarterly"`, `"semiannual"`, `"annual"`}, bad: []string{`"Monthly"`, `"weekly"`, "12", `""`}, byDefault: `"monthly"`}),
		optional("paymentTiming", field{good: []string{`"advance"`, `"arrears"`}, bad: []string{`"ADVANCE"`, `"end"`, "0", `""`}, byDefault: `"advance"`}),
		optional("classification", field{good: []string{`"operating"`, `"finance"`}, bad: []string{`"derived"`, `"capital"`, "1", `""`}}),
		optional("annualEscalationPct", fraction),
		optional("initialDirectCosts", amount), optional("leaseIncentives", amount), optional("prepaidRent", amount),
		optional("residualValueGuarantee", amount), optional("purchaseOptionAmount", amount),
		optional("transfersOwnership", flag), optional("purchaseOptionReasonablyCertain", flag),
		optional("assetFairValue", amount),
		optional("assetEconomicLifeMonths", field{good: []string{"1", "12", "1000000", "60.0"}, bad: []string{"0", "-1", "1.5", `"12"`, "true", "1000001"}}),
		optional("specializedAsset", flag),
	}
}

// field describes a row of SPEC 2.1, with JSON values that the field accepts and values that it
// rejects.
type field struct {
	good, bad []string
	byDefault string // value in the `input` of the response if the request omits the field; empty if `input` omits it too
}

func (f field) required(name string) func(*testing.T) {
	return func(t *testing.T) {
		f.hold(t, name)
		wantProblem(t, post(t, "compute", lease(name, "")), 400, "invalid_request", name)
		wantProblem(t, post(t, "compute", lease(name, "null")), 400, "invalid_request", name)
	}
}

func (f field) optional(name string) func(*testing.T) {
	return func(t *testing.T) {
		f.hold(t, name)
		for _, body := range []string{lease(name, ""), lease(name, "null")} {
			input := at(t, answer(t, "compute", body), "input").(map[string]any)
			if got, ok := input[name]; ok != (f.byDefault != "") || ok && jsonText(t, got) != f.byDefault {
				t.Errorf("without %s, input has %v; want %q", name, got, f.byDefault)
			}
		}
	}
}

// hold sends every value of the field. For a valid value, the `input` of the response must contain
// the value unchanged. For an invalid value, the error must name the field.
func (f field) hold(t *testing.T, name string) {
	t.Helper()
	key := all.pro.take(t).Key
	for _, value := range f.good {
		reply := send(t, wire.Call{Path: wire.Path("compute"), Key: key, Body: lease(name, value)})
		if reply.Status != 200 {
			t.Errorf("%s %s: %v", name, value, reply)
			continue
		}
		if got := at(t, decoded(t, reply), "input", name); !sameJSON(t, got, value) {
			t.Errorf("%s %s came back as %v", name, value, got)
		}
	}
	for _, value := range f.bad {
		reply := send(t, wire.Call{Path: wire.Path("compute"), Key: key, Body: lease(name, value)})
		t.Run(value, func(t *testing.T) { wantProblem(t, reply, 400, "invalid_request", name) })
	}
}

// sameJSON reports whether two JSON values are equal. Numbers are compared by value, so 12.0 equals
// 12.
func sameJSON(t *testing.T, got any, want string) bool {
	t.Helper()
	if n, ok := got.(json.Number); ok {
		return number(t, n).Cmp(number(t, json.Number(want))) == 0
	}
	return jsonText(t, got) == want
}

func jsonText(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func wantSame(t *testing.T, what string, got, want any) {
	t.Helper()
	if g, w := jsonText(t, got), jsonText(t, want); g != w {
		t.Errorf("%s: %.200s, want %.200s", what, g, w)
	}
}

// theContentTypeIsNotEnforced checks that the server accepts a valid JSON body whatever its content
// type.
func theContentTypeIsNotEnforced(t *testing.T) {
	key := all.pro.take(t).Key
	call := wire.Call{Path: wire.Path("compute"), Key: key, Body: plainLease}
	for _, contentType := range []string{"application/json", "application/json; charset=utf-8", "text/plain", "application/x-www-form-urlencoded"} {
		if reply := send(t, call.With("Content-Type", contentType)); reply.Status != 200 {
			t.Errorf("content-type %s: %v", contentType, reply)
		}
	}
	call.Header = http.Header{"Content-Type": nil}
	if reply := send(t, call); reply.Status != 200 {
		t.Errorf("no content-type: %v", reply)
	}
}

func requiredFieldsAreRequired(t *testing.T) {
	required := []string{"commencementDate", "termMonths", "paymentAmount", "discountRateAnnual"}
	for _, op := range wire.Operations {
		reply := post(t, op, "{}")
		wantProblem(t, reply, 400, "invalid_request", required...)
		if reply := post(t, op, plainLease); reply.Status != 200 {
			t.Errorf("%s with the required fields alone: %v", op, reply)
		}
	}
}
