package e2e

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

// promisesOfTheEndpoints returns the promises of SPEC 3, 4, 4.1, 4.2 and 4.4.
func promisesOfTheEndpoints() []promise {
	operation := func(name string, units int, members ...string) func(*testing.T) {
		return func(t *testing.T) {
			reply := post(t, name, plainLease)
			wantMembers(t, decoded(t, reply), members...)
			wantHeader(t, reply, "X-Quota-Remaining", fmt.Sprint(proQuota-units))
		}
	}
	compute := []string{"input", "result", "classification", "journalEntries", "request_id", "replay"}
	schedule := []string{"standard", "classification", "initialLiability", "initialRouAsset", "periods", "schedule", "request_id", "replay"}
	journal := []string{"standard", "classification", "journalEntries", "request_id", "replay"}
	classify := []string{"classification", "standard", "single_model", "criteria", "rationale", "request_id", "replay"}
	return []promise{
		{"3", "The only state is", nothingButQuotaAndReplayIsKept},
		{"4", "Compute a full lease", operation("compute", 1, compute...)},
		{"4", "Amortization schedule", operation("schedule", 1, schedule...)},
		{"4", "Journal entries", operation("journal-entries", 1, journal...)},
		{"4", "Classify", operation("classify", 0, classify...)},
		{"4", "Every operation accepts the request header Idempotency-Key", theIdempotencyKeyIsOptionalAndOpaque},
		{"4.1", "Compute response:", operation("compute", 1, compute...)},
		{"4.1", "input", theInputIsNormalized},
		{"4.1", "result", ofResults(func(t *testing.T, result map[string]any) { list(t, result, "schedule") })},
		{"4.1", "classification", func(t *testing.T) {
			got := answer(t, "compute", plainLease)
			wantSame(t, "classification", at(t, got, "classification", "classification"), at(t, got, "result", "classification"))
		}},
		{"4.1", "journalEntries", func(t *testing.T) { list(t, answer(t, "compute", plainLease), "journalEntries", 0, "lines") }},
		{"4.1", "request_id", func(t *testing.T) { text(t, answer(t, "compute", plainLease), "request_id") }},
		{"4.1", "replay", func(t *testing.T) {
			if at(t, answer(t, "compute", plainLease), "replay") != false {
				t.Error("replay is not false")
			}
		}},
		{"4.1", "Schedule response:", operation("schedule", 1, schedule...)},
		{"4.1", "Journal response:", operation("journal-entries", 1, journal...)},
		{"4.1", "Classify response:", operation("classify", 0, classify...)},
		{"4.2", "x-request-id", theRequestIDCorrelatesWithTheUsageLog},
		{"4.2", "x-quota-limit", func(t *testing.T) {
			wantHeader(t, post(t, "compute", plainLease), "X-Quota-Limit", "5000")
			wantHeader(t, send(t, wire.Call{Path: wire.Path("compute"), Key: all.free.take(t).Key, Body: plainLease}), "X-Quota-Limit", "25")
		}},
		{"4.2", "x-quota-remaining", remainingIsAfterThisCall},
		{"4.2", "x-usage-row", aBilledResponseHasItsReceipt},
		{"4.2", "x-usage-head", aBilledResponseHasItsReceipt},
		{"4.2", "x-quota-reset", func(t *testing.T) {
			seconds, err := strconv.Atoi(post(t, "classify", plainLease).Header.Get("X-Quota-Reset"))
			if err != nil || seconds < 0 || seconds > 31*24*60*60 {
				t.Errorf("%d seconds, %v", seconds, err)
			}
		}},
		{"4.2", "ratelimit-policy", func(t *testing.T) {
			if got := post(t, "classify", plainLease).Header.Get("Ratelimit-Policy"); !strings.HasPrefix(got, `"minute";q=`) {
				t.Errorf("%q", got)
			}
		}},
		{"4.2", "ratelimit", func(t *testing.T) {
			if got := post(t, "classify", plainLease).Header.Get("Ratelimit"); !strings.Contains(got, ";r=") {
				t.Errorf("%q", got)
			}
		}},
		{"4.4", "A request is rejected with error code invalid_request if its body", badRequestsNameTheirField},
		{"4.4", "Unknown and repeated fields are errors.", func(t *testing.T) {
			refused(t, lease("colour", "1"), "colour")
			refused(t, strings.TrimSuffix(plainLease, "}")+`,"termMonths":12}`, "termMonths")
		}},
		{"4.4", "In an optional field, null counts as absent.", func(t *testing.T) {
			answer(t, "compute", lease("initialDirectCosts", "null"))
		}},
		{"4.4", "Amounts are at most", func(t *testing.T) {
			refused(t, lease("initialDirectCosts", "1000000000000000"), "initialDirectCosts")
			refused(t, lease("assetEconomicLifeMonths", "1000001"), "assetEconomicLifeMonths")
			refused(t, lease("commencementDate", `"9999-12-01"`), "9999-12-31")
		}},
	}
}

// nothingButQuotaAndReplayIsKept checks that two equal calls without an Idempotency-Key are
// computed and billed separately.
func nothingButQuotaAndReplayIsKept(t *testing.T) {
	call := wire.Call{Path: wire.Path("compute"), Key: all.pro.take(t).Key, Body: plainLease}
	for _, remaining := range []string{"4999", "4998"} {
		reply := send(t, call)
		wantHeader(t, reply, "X-Quota-Remaining", remaining)
		if !reply.Original() {
			t.Errorf("a call without an Idempotency-Key was answered by %v", reply)
		}
	}
}

func pathsAreExact(t *testing.T) {
	key := all.pro.take(t).Key
	for _, path := range []string{
		"/api/v1/compute/", "/api/v1/Compute", "/api/v1//compute", "//api/v1/compute", "/api/v1/x/../compute", "/api/v1/./compute",
		"/api//v1/compute", "/api/v1/%63ompute", "/api/v1%2fcompute",
		"/api/v1/computes", "/api/compute", "/compute", "/api/v1/journal_entries", "/api/v1/journalentries",
	} {
		wantProblem(t, send(t, wire.Call{Path: path, Key: key, Body: plainLease}), 404, "not_found")
	}
}

func theIdempotencyKeyIsOptionalAndOpaque(t *testing.T) {
	for _, op := range wire.Operations {
		call := wire.Call{Path: wire.Path(op), Key: all.pro.take(t).Key, Body: plainLease}
		if reply := send(t, call); !reply.Original() {
			t.Errorf("%s without: %v", op, reply)
		}
		for _, key := range []string{"a", "A", "0", `"quoted"`, "{}", "../..", "%20", "a,b", "';--", strings.Repeat("k", 255), "2d9b8a1c-4d0e-4a3f-9d61-6f1c2b7e8a90"} {
			if reply := send(t, call.Keyed(key)); !reply.Original() {
				t.Errorf("%s with Idempotency-Key %s: %v", op, key, reply)
			}
		}
	}
}

func theInputIsNormalized(t *testing.T) {
	got := answer(t, "compute", ` { "termMonths" : 6e1, "paymentAmount":1e3,"discountRateAnnual":0.0600,
		"commencementDate":"2025-01-01","leaseIncentives":null,"transfersOwnership":false } `)
	want := map[string]string{
		"standard": `"ASC_842"`, "commencementDate": `"2025-01-01"`, "termMonths": "60", "paymentAmount": "1000", "discountRateAnnual": "0.06",
		"paymentFrequency": `"monthly"`, "paymentTiming": `"advance"`, "transfersOwnership": "false",
	}
	var names []string
	for name, value := range want {
		names = append(names, name)
		if got := jsonText(t, at(t, got, "input", name)); got != value {
			t.Errorf("input.%s is %s, want %s", name, got, value)
		}
	}
	wantMembers(t, got["input"], names...)
}

func theRequestIDCorrelatesWithTheUsageLog(t *testing.T) {
	key := all.pro.take(t)
	var ids []string
	for _, op := range wire.Operations {
		ids = append(ids, send(t, wire.Call{Path: wire.Path(op), Key: key.Key, Body: plainLease}).Header.Get("X-Request-Id"))
	}
	rows := usageRows(t, key)
	for i, op := range wire.Operations {
		row, ok := rows[ids[i]]
		if !ok {
			t.Errorf("%s: request %s is not in the usage log", op, ids[i])
			continue
		}
		if row.Operation != op || row.Units != wire.Units(op) || row.Status != 200 {
			t.Errorf("usage row %+v of %s", row, op)
		}
	}
}

func remainingIsAfterThisCall(t *testing.T) {
	key := all.free.take(t).Key
	for i, op := range []string{"compute", "classify", "schedule", "journal-entries", "classify"} {
		reply := send(t, wire.Call{Path: wire.Path(op), Key: key, Body: plainLease})
		wantHeader(t, reply, "X-Quota-Remaining", []string{"24", "24", "23", "22", "22"}[i])
	}
}

func badRequestsNameTheirField(t *testing.T) {
	for _, op := range wire.Operations {
		key := all.pro.take(t).Key
		call := wire.Call{Path: wire.Path(op), Key: key}
		for body, name := range map[string]string{
			"":                               "body",
			" ":                              "body",
			"{":                              "body",
			"null":                           "body",
			"[]":                             "body",
			`"lease"`:                        "body",
			"{'termMonths':1}":               "body",
			plainLease + "{}":                "body",
			"\xff\xfe" + plainLease:          "body",
			lease("termMonths", "0"):         "termMonths",
			lease("discountRateAnnual", "6"): "discountRateAnnual",
			lease("commencementDate", `"2025-02-30"`):            "commencementDate",
			lease("termmonths", "3"):                             "termmonths",
			lease("surprise", "1"):                               "surprise",
			`{"termMonths":3,` + plainLease[1:]:                  "termMonths", // the field occurs twice
			lease("paymentAmount", "1"+strings.Repeat("0", 500)): "paymentAmount",
			lease("paymentAmount", "1e999999999"):                "paymentAmount",
		} {
			call.Body = body
			reply := send(t, call)
			t.Run(fmt.Sprintf("%s %.30q", op, body), func(t *testing.T) { wantProblem(t, reply, 400, "invalid_request", name) })
			wantHeader(t, reply, "X-Quota-Remaining", "5000")
		}
		for _, method := range []string{http.MethodGet, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions, "BREW"} {
			reply := send(t, wire.Call{Method: method, Path: call.Path, Key: key, Body: plainLease})
			wantProblem(t, reply, 405, "invalid_request", "POST")
			wantHeader(t, reply, "Allow", "POST")
		}
		head := send(t, wire.Call{Method: http.MethodHead, Path: call.Path, Key: key})
		if head.Status != 405 || len(head.Body) != 0 {
			t.Errorf("HEAD: %v", head)
		}
	}
}

// aBilledResponseHasItsReceipt checks that the headers of a billed response identify its row in the
// usage log. The headers contain the row number and the beginning of the row's hash.
func aBilledResponseHasItsReceipt(t *testing.T) {
	reply := post(t, "compute", plainLease)
	if row, err := strconv.Atoi(reply.Header.Get("X-Usage-Row")); err != nil || row < 1 {
		t.Errorf("x-usage-row is %q", reply.Header.Get("X-Usage-Row"))
	}
	if head := reply.Header.Get("X-Usage-Head"); len(head) != 16 {
		t.Errorf("x-usage-head is %q", head)
	}
}
