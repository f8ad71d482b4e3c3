package wasm

import (
	"encoding/json"
	"testing"

	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/wasm/offline"
)

// What is answered without a server is what the service computes: the same
// operations, the same limits, the same bytes, the same refusals. The requests are
// those that are compared in Node and in Chromium.
func TestAnswersWithoutAServerAreTheServices(t *testing.T) {
	t.Parallel()
	if ours, theirs := offline.Operations(), service.Operations(); len(ours) != len(theirs) {
		t.Errorf("%d operations, the service has %d", len(ours), len(theirs))
	}
	for _, op := range offline.Operations() {
		if of := service.FindOperation(op.Name); of == nil || of.MaxBody != op.MaxBody {
			t.Errorf("%s: bodies of %d bytes; the service has %v", op.Name, op.MaxBody, of)
		}
	}
	for _, q := range requests(seed, compared) {
		answer, ok := offline.Answer(q.operation, []byte(q.body), nil)
		result, err := service.FindOperation(q.operation).Compute(t.Context(), []byte(q.body))
		switch {
		case ok != (err == nil):
			t.Fatalf("%s: %s\nthe service: %v", q.body, answer, err)
		case ok && string(answer) != string(result.Append(nil)):
			t.Fatalf("%s: %s answers in other bytes", q.body, q.operation)
		case !ok && asRefusal(t, answer) != asError(t, err):
			t.Fatalf("%s: %s\nthe service: %v", q.body, answer, err)
		}
	}
}

// asRefusal returns the code and the message of the contract's error object.
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

func asError(t *testing.T, err error) (told [2]string) {
	t.Helper()
	refused, ok := err.(*service.Error) //nolint:errorlint // the service returns it bare
	if !ok {
		t.Fatalf("%T: %v", err, err)
	}
	return [2]string{string(refused.Code), refused.Message}
}
