package service_test

import (
	"bytes"
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/admission"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// For every input, an operation returns either a response, or an invalid_request error, with one field for
// each part of the error message. No input causes a panic. A response is one JSON object, and the normalized
// request gets the same response. Work with a short estimated duration ends before the deadline.
func FuzzEveryOperation(f *testing.F) {
	const longest, deadline = 50 * time.Millisecond, 10 * time.Second
	for i, op := range operations.All() {
		f.Add(uint8(i), []byte(bodyOf(op)))
		f.Add(uint8(i), []byte(`{"lease":`+lease+`,"leases":[`+lease+`],"theirs":{"schedule":[{"period":1}]}}`))
	}
	report := len(operations.All()) - 3
	f.Add(uint8(report), []byte(reportOf(2, `,"groupBy":["currency","tag:x"],"journal":"monthly","onError":"skip"`)))
	f.Add(uint8(report), []byte(`{"from":"2026-01-01","to":"9999-12-31","leases":[7,{"id":"b","termMonths":1e99}],"onError":"skip"}`))
	f.Add(uint8(report+1), []byte(`{"lease":`+lease+`,"theirs":{"totalLeaseCost":-1e40,"schedule":[{"date":"2026-02-01","payment":1e-40},{"period":12,"liabilityClose":0}]},"tolerance":1e-9}`))
	f.Fuzz(func(t *testing.T, index uint8, body []byte) {
		op := operations.All()[int(index)%len(operations.All())]
		task, err := op.Read(body)
		var result operations.Result
		ctx, cancel := context.WithTimeout(t.Context(), deadline)
		defer cancel()
		if err == nil {
			if admission.Estimate(task.Effort()) > longest {
				return // the service rejects such work before its computation
			}
			result, err = task.Compute(ctx, operations.With{})
		}
		if err != nil {
			e := service.AsError(err)
			if e.Code != service.InvalidRequest || len(e.Fields) == 0 {
				t.Fatalf("%s of %q: %v", op, body, err)
			}
			return
		}
		object := result.Append(nil)
		if !json.Valid(object) || object[0] != '{' || result.Units() < 0 {
			t.Fatalf("%s of %q: %d units, %s", op, body, result.Units(), object)
		}
		normal := task.Normalize(nil)
		again, err := op.Read(normal)
		if err != nil {
			t.Fatalf("%s of %q: normalized to %q, which is refused: %v", op, body, normal, err)
		}
		if twice := again.Normalize(nil); !bytes.Equal(twice, normal) {
			t.Fatalf("%s of %q: normalized to %q, and that to %q", op, body, normal, twice)
		}
		if bytes.Contains(object, []byte(`"skipped":[{`)) {
			return // the message contains the wrong value as the request spells it
		}
		if r, err := again.Compute(ctx, operations.With{}); err != nil || !bytes.Equal(r.Append(nil), object) {
			t.Fatalf("%s of %q: the normalized request is answered otherwise: %v", op, body, err)
		}
	})
}
