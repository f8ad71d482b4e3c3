package operations

import (
	"errors"
	"testing"

	"github.com/leasehold-accounting/leasehold"
)

// Every operation in the table is complete. Every operation rejects invalid JSON, and its error for
// an oversized list names that list.
func TestEveryOperationIsComplete(t *testing.T) {
	t.Parallel()
	for _, op := range All() {
		if op.Name == "" || op.Command == "" || op.Tool == "" || op.Title == "" || op.About == "" || op.Request == "" || op.Response == "" ||
			op.MaxBody <= 0 || op.Plan == "" || op.Decode == nil || Find(op.Name) != op {
			t.Errorf("%+v", op)
		}
		for _, body := range [][]byte{[]byte("{"), make([]byte, op.MaxBody+1)} {
			_, err := op.Compute(t.Context(), body)
			if invalid, ok := errors.AsType[*leasehold.InvalidError](err); !ok || invalid.Field() != "body" {
				t.Errorf("%s of %d bytes that are no JSON: %v", op, len(body), err)
			}
		}
	}
	if got := Names(); got != "compute, schedule, journal-entries, classify, report, verify and compare" {
		t.Errorf("names %q", got)
	}
}

// The price of an operation names the counted unit.
func TestThePriceNamesTheCountedRequests(t *testing.T) {
	t.Parallel()
	for op, want := range map[*Operation]string{Compute: "1 computation", Classify: "free", Report: "1 computation for each lease"} {
		if got := op.Price(); got != want {
			t.Errorf("%s: %q, want %q", op, got, want)
		}
	}
}

// The progress of a report is a number of leases.
func TestReportsShowTheirProgress(t *testing.T) {
	t.Parallel()
	const lease = `{"id":"%","commencementDate":"2026-01-01","termMonths":12,"paymentAmount":1,"discountRateAnnual":0}`
	task, err := Report.Read([]byte(`{"from":"2026-01-01","to":"2026-12-31","leases":[` + lease + `,{"id":"b"` + lease[len(`{"id":"%"`):] + `]}`))
	if err != nil {
		t.Fatal(err)
	}
	var told [][2]int
	if _, err := task.Compute(t.Context(), With{Progress: func(done, of int) { told = append(told, [2]int{done, of}) }}); err != nil {
		t.Fatal(err)
	}
	if len(told) != 2 || told[0] != [2]int{1, 2} || told[1] != [2]int{2, 2} {
		t.Errorf("told %v", told)
	}
}
