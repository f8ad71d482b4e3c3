package service_test

import (
	"context"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

const (
	xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	office   = `{"commencementDate":"2026-01-01","termMonths":24,"paymentAmount":1000,"discountRateAnnual":0.06}`
)

// ask sends one request for the format with the given name ("" for JSON), and does not release the answer.
func (d *door) ask(op *operations.Operation, body, format string, idempotencyKey ...string) (*service.Answer, service.Quota, error) {
	d.t.Helper()
	r := d.request(op, nil, idempotencyKey...)
	r.Read = func() (service.Input, error) {
		in := service.Input{Body: strings.NewReader(body)}
		for _, f := range d.Formats(op) {
			if f.Name == format {
				in.Format = f
			}
		}
		return in, nil
	}
	return d.Do(context.Background(), r)
}

func TestFormatsOfAnOperation(t *testing.T) {
	t.Parallel()
	d := open(t)
	for _, tt := range []struct {
		op   *operations.Operation
		want string
	}{
		{operations.Compute, "xlsx xlsx-letter xlsx-a4 pdf pdf-letter pdf-a4 csv"},
		{operations.Schedule, "csv"},
		{operations.JournalEntries, "csv hledger"},
		{operations.Classify, ""},
		{operations.Verify, "xlsx xlsx-letter xlsx-a4 pdf pdf-letter pdf-a4 csv"},
		{operations.Compare, "xlsx xlsx-letter xlsx-a4 csv"},
		{nil, "xlsx xlsx-letter xlsx-a4 pdf pdf-letter pdf-a4 csv hledger"},
	} {
		var names []string
		for _, f := range d.Formats(tt.op) {
			names = append(names, f.Name)
		}
		if got := strings.Join(names, " "); got != tt.want {
			t.Errorf("%v: %s, want %s", tt.op, got, tt.want)
		}
	}
}

// A file is billed once, and its replay is identical byte for byte. A request for another format with the same
// Idempotency-Key is rejected.
func TestFilesAreBilledAndReplayed(t *testing.T) {
	t.Parallel()
	d := open(t)
	first, quota, err := d.ask(operations.Compute, office, "xlsx", "one")
	if err != nil {
		t.Fatal(err)
	}
	left := quota.Remaining
	again, quota, err := d.ask(operations.Compute, strings.ReplaceAll(office, ":", ": "), "xlsx", "one")
	if err != nil {
		t.Fatal(err)
	}
	if !again.Replay || first.Replay || string(again.Body.Bytes()) != string(first.Body.Bytes()) || again.MediaType != xlsxType || quota.Remaining != left {
		t.Errorf("replay %v, %q, %d units left of %d", again.Replay, again.MediaType, quota.Remaining, left)
	}
	for _, format := range []string{"", "pdf"} {
		_, _, err := d.ask(operations.Compute, office, format, "one")
		if e := service.AsError(err); err == nil || e.Code != service.InvalidRequest || !strings.Contains(e.Message, "Idempotency-Key") {
			t.Errorf("%q: got %v, want a refusal that names Idempotency-Key", format, err)
		}
	}
	if _, quota, err = d.ask(operations.Compute, office, "pdf", "two"); err != nil || quota.Remaining != left-1 {
		t.Errorf("another key: %v, %d units left of %d", err, quota.Remaining, left)
	}
}

// If a schedule has more rows than a spreadsheet allows, the request for a workbook is rejected with an error
// that contains the limit, and is not billed. The schedule is still available as JSON.
func TestALeaseBeyondASpreadsheetIsNotBilled(t *testing.T) {
	t.Parallel()
	d := open(t)
	vast := strings.Replace(office, `"paymentAmount":1000`, `"paymentAmount":99999999999999`, 1)
	_, quota, err := d.ask(operations.Compute, vast, "xlsx")
	if e := service.AsError(err); err == nil || e.Code != service.InvalidRequest || !strings.Contains(e.Message, "below 10000000000.00") {
		t.Errorf("got %v", err)
	}
	left := quota.Limit
	if _, quota, err = d.ask(operations.Compute, vast, "pdf"); err != nil || quota.Remaining != left-1 {
		t.Errorf("got %v, %d units left of %d", err, quota.Remaining, left)
	}
}
