package api_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/api"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

var update = flag.Bool("update", false, "rewrite the examples of openapi.yaml and the whole of openapi.json")

// exampleID is the request ID in every example.
const exampleID = "req_7Y3SQZ2P4KDVJWN5MHXOB6TCGA"

// TestExampleResponsesAreReal checks that each example response equals the engine's response to the
// example request of the same name. test/doors compares the example errors with a running server's.
func TestExampleResponsesAreReal(t *testing.T) {
	text, err := os.ReadFile("openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	filled := fill(t, text)
	if *update {
		if err := os.WriteFile("openapi.yaml", filled, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if !*update && !bytes.Equal(filled, text) {
		t.Errorf("the examples of openapi.yaml are not the answers of today: go test ./api -update")
	}
	rendered, err := appendJSON(nil, parseYAML(t, filled))
	if err != nil {
		t.Fatal(err)
	}
	rendered = append(rendered, '\n')
	if *update {
		if err := os.WriteFile("openapi.json", rendered, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(rendered, api.JSON("")) {
		t.Error("openapi.json is not made from openapi.yaml: go test ./api -update")
	}
}

// fill replaces all marked examples with real responses.
func fill(t *testing.T, text []byte) []byte {
	t.Helper()
	bodies := member(t, parseYAML(t, text), "components", "requestBodies")
	var out []string
	lines := strings.Split(string(text), "\n")
	for i := 0; i < len(lines); i++ {
		out = append(out, lines[i])
		m := regexp.MustCompile(`^( +)value: # (answer|error): (.+)$`).FindStringSubmatch(lines[i])
		if m == nil {
			continue
		}
		var body []byte
		if m[2] == "error" {
			body = errorBody(t, m[3])
		} else {
			operation, name, _ := strings.Cut(m[3], " ")
			op := operations.Find(operation)
			if op == nil {
				t.Fatalf("%s is not an operation", operation)
			}
			request, err := appendJSON(nil, member(t, bodies, strings.TrimSuffix(op.Request, "Request"), "content", "application/json", "examples", name, "value"))
			if err != nil {
				t.Fatal(err)
			}
			body = answer(t, op, request)
		}
		indent := m[1] + "  "
		out = append(out, indent+layOut(t, body, indent))
		for i+1 < len(lines) && strings.HasPrefix(lines[i+1], indent) {
			i++
		}
	}
	return []byte(strings.Join(out, "\n"))
}

// answer returns the body of a response that is not a replay.
func answer(t *testing.T, op *operations.Operation, request []byte) []byte {
	t.Helper()
	result, err := op.Compute(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	body := result.Append(nil)
	return fmt.Appendf(body[:len(body)-1], `,"request_id":%q,"replay":false}`, exampleID)
}

// errorBody returns the body of an error response.
func errorBody(t *testing.T, name string) []byte {
	t.Helper()
	const lease = `"commencementDate":"2026-01-01","termMonths":36,"paymentAmount":12000`
	refused := map[string]string{
		"percent": `{` + lease + `,"discountRateAnnual":5}`,
		"text":    `{` + lease + `,"discountRateAnnual":"5%"}`,
		"unknown": `{` + lease + `,"discountRateAnnual":0.05,"rate":0.05}`,
		"missing": `{` + lease + `}`,
		"syntax":  `{` + lease,
	}
	example, known := otherErrors[name]
	if body, ok := refused[name]; ok {
		_, err := operations.Compute.Read([]byte(body))
		example = service.AsError(err)
	} else if !known {
		t.Fatalf("no error is named %s", name)
	}
	problem := map[string]any{
		"code": example.Code, "message": example.Message, "docs": example.Code.Docs("http://127.0.0.1:8080"), "request_id": exampleID,
	}
	var fields []map[string]string
	for _, f := range example.Fields {
		fields = append(fields, map[string]string{"field": f.Name, "message": f.Message})
	}
	if fields != nil {
		problem["fields"] = fields
	}
	body, err := json.Marshal(map[string]any{"error": problem})
	if err != nil {
		t.Fatal(err)
	}
	return body
}

var otherErrors = map[string]*service.Error{
	"reused":       service.Invalid("Idempotency-Key", "was used before with a different body or Accept header; send a new key with a new request"),
	"method":       service.Invalid("method", "must be POST"),
	"no-key":       {Code: service.Unauthorized, Message: "No API key was sent. Send it as 'Authorization: Bearer KEY' or as 'x-api-key: KEY'."},
	"unknown-key":  {Code: service.InvalidKey, Message: "The API key is unknown or revoked."},
	"rate":         {Code: service.RateLimited, Message: "More than 10 requests within 60 seconds. Try again in 12 s."},
	"quota":        {Code: service.QuotaExceeded, Message: "The quota of 25 computations for 2026-01 is used up. It resets at 2026-02-01T00:00:00Z."},
	"quota-report": {Code: service.QuotaExceeded, Message: "The request needs 120 computations, and 80 of the 5000 for 2026-01 are left. It resets at 2026-02-01T00:00:00Z."},
	"plan":         {Code: service.PlanRequired, Message: "report needs the pro plan; the key has the free plan."},
	"failed":       {Code: service.InternalError, Message: "Something failed on the server. If the request has an Idempotency-Key, it is safe to repeat."},
}
