package answer_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/client/answer"
	"github.com/leasehold-accounting/leasehold/money"
)

// backAndForth decodes a body, and fails the test if encoding the result does not give the same text.
func backAndForth[T any](t *testing.T, body string) *T {
	t.Helper()
	read := new(T)
	if err := answer.Read([]byte(body), read); err != nil {
		t.Fatal(err)
	}
	if got, err := answer.Append(nil, read); err != nil || string(got) != body {
		t.Errorf("got  %s, %v\nwant %s", got, err, body)
	}
	return read
}

// A response from any API version can be read. Fields that an earlier version lacked are not added.
// Fields that only a later version has are preserved.
func TestResponsesOfOtherVersionsAreRetained(t *testing.T) {
	t.Parallel()
	a := backAndForth[answer.ClassifyResponse](t, `{"classification":"finance","standard":"IFRS_16","single_model":true,"criteria":[],"rationale":"<a & b>","request_id":"req_A","replay":false}`)
	if a.RequestID != "req_A" || a.Replay == nil || *a.Replay || a.Rationale != "<a & b>" {
		t.Errorf("read %+v", a)
	}
	later := backAndForth[answer.ScheduleResponse](t, `{"standard":"ASC_999","classification":"operating","initialLiability":0.00,"initialRouAsset":1.000,"periods":0,"schedule":[],"grade":{"a":[1.50,null]}}`)
	if string(later.Others) != `{"grade":{"a":[1.50,null]}}` || later.InitialRouAsset.Decimal != money.Int(1) || later.InitialRouAsset.String() != "1.000" {
		t.Errorf("read %+v", later)
	}
}

// Package encoding/json also preserves the fields of later API versions.
func TestTheStandardLibraryRetainsUnknownFields(t *testing.T) {
	t.Parallel()
	const body = `{"standard":"ASC_842","classification":"operating","journalEntries":[],"request_id":"req_A","grade":{"a":1.50}}`
	var read answer.JournalResponse
	if err := json.Unmarshal([]byte(body), &read); err != nil {
		t.Fatal(err)
	}
	if got, err := json.Marshal(read); err != nil || string(got) != body {
		t.Errorf("got  %s, %v\nwant %s", got, err, body)
	}
}

// Invalid JSON in a response is rejected.
func TestInvalidResponsesAreRejected(t *testing.T) {
	t.Parallel()
	for _, text := range []string{``, `7`, `{"periods":"3"}`, `{"initialLiability":"1"}`, `{"schedule":[7]}`, `{"periods":3}}`} {
		if err := answer.Read([]byte(text), new(answer.ScheduleResponse)); err == nil {
			t.Errorf("%s is read", text)
		}
	}
}

// FuzzNumber checks that a number is written with the same digits as were read.
func FuzzNumber(f *testing.F) {
	for _, text := range []string{"0.00", "-5.10", "1000", "0.0050", "1e3"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var n answer.Number
		if !json.Valid([]byte(text)) || n.UnmarshalJSON([]byte(text)) != nil || strings.ContainsAny(text, "eE") || strings.HasPrefix(text, "-0") {
			return
		}
		if got := n.String(); got != strings.TrimSpace(text) {
			t.Errorf("%s is written as %s", text, got)
		}
	})
}
