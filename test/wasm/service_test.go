package wasm

import (
	"encoding/json"
	"testing"

	"github.com/leasehold-accounting/leasehold/cmd/wasm/offline"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// The engine without a server has the same operations, limits, bytes and errors as the service. The
// other tests of test/wasm send the same requests in Node and Chromium.
func TestOfflineResponsesEqualTheServices(t *testing.T) {
	t.Parallel()
	for _, q := range drawnRequests() {
		answer, ok := offline.Answer(q.operation, []byte(q.body), nil)
		result, err := operations.Find(q.operation).Compute(t.Context(), []byte(q.body))
		switch {
		case ok != (err == nil):
			t.Fatalf("%s: %s\nthe service: %v", q.body, answer, err)
		case ok && string(answer) != string(result.Append(nil)):
			t.Fatalf("%s: %s answers in other bytes", q.body, q.operation)
		case !ok && asRefusal(t, answer) != asError(err):
			t.Fatalf("%s: %s\nthe service: %v", q.body, answer, err)
		}
	}
}

// A report has the same bytes whether it is computed without a server or by the service. This
// applies to reports on leases in other currencies, and to reports presented in another currency.
func TestOfflineReportsInCurrenciesEqualTheServices(t *testing.T) {
	t.Parallel()
	for i, line := range []string{"exchange", "translation"} {
		q := inCurrencies[i]
		answer, ok := offline.Answer(q.operation, []byte(q.body), nil)
		result, err := operations.Find(q.operation).Compute(t.Context(), []byte(q.body))
		if !ok || err != nil {
			t.Fatalf("%s: %s\nthe service: %v", q.body, answer, err)
		}
		if string(answer) != string(result.Append(nil)) {
			t.Errorf("%s answers in other bytes", q.body)
		}
		var body struct {
			Total struct{ Liability map[string]json.Number }
		}
		if err := json.Unmarshal(answer, &body); err != nil || body.Total.Liability[line] == "" || body.Total.Liability[line] == "0" {
			t.Errorf("no %s of the liability, %v: %v", line, body.Total.Liability, err)
		}
	}
}

// asRefusal returns the code and the message in the API contract's error object.
func asRefusal(t *testing.T, answer []byte) (told [2]string) {
	t.Helper()
	var body struct {
		Error struct{ Code, Message string }
	}
	if err := json.Unmarshal(answer, &body); err != nil {
		t.Fatal(err)
	}
	return [2]string{body.Error.Code, body.Error.Message}
}

// asError returns the code and the message of the service's error.
func asError(err error) (told [2]string) {
	refused := service.AsError(err)
	return [2]string{string(refused.Code), refused.Message}
}
