package service_test

import (
	"context"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/internal/service"
)

const (
	xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	office   = `{"commencementDate":"2026-01-01","termMonths":24,"paymentAmount":1000,"discountRateAnnual":0.06}`
)

// ask makes one request with a header Accept, and keeps its answer.
func (d *door) ask(op service.Operation, body, accept string, idempotencyKey ...string) (*service.Answer, *service.Call, error) {
	d.t.Helper()
	call, err := d.Admit(context.Background(), op, service.NewRequestID(), d.secret)
	if err != nil {
		d.t.Fatal(err)
	}
	answer, err := d.Execute(context.Background(), call, service.Input{
		IdempotencyKey: idempotencyKey, Accept: []string{accept}, Body: strings.NewReader(body),
	})
	return answer, call, err
}

// Each operation gives its files and no other; what nobody knows gets JSON, and
// of several the one that is wanted most and can be given.
func TestAcceptChoosesTheForm(t *testing.T) {
	t.Parallel()
	d := open(t)
	const refused = "refused"
	for _, tt := range []struct {
		op     service.Operation
		accept string
		want   string // the media type, "" for JSON
	}{
		{service.Compute, "", ""},
		{service.Compute, "*/*", ""},
		{service.Compute, "application/json", ""},
		{service.Compute, "application/*;q=0.8, image/png", ""},
		{service.Compute, "image/png", ""},
		{service.Compute, "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", ""},
		{service.Compute, xlsxType, xlsxType},
		{service.Compute, "Application/PDF ; q=1", "application/pdf"},
		{service.Compute, "text/csv", "text/csv"},
		{service.Compute, "*/*, text/csv", "text/csv"},
		{service.Compute, "text/csv;q=0.5, application/json", ""},
		{service.Compute, "text/csv;q=0, */*", ""},
		{service.Compute, "text/csv;q=0", ""},
		{service.Compute, "text/csv;q=0.001", "text/csv"},
		{service.Compute, "text/csv;q=0, application/pdf;q=0.1", "application/pdf"},
		{service.Compute, "text/x-hledger", refused},
		{service.Compute, "text/x-hledger, text/csv;q=0.1", "text/csv"},
		{service.Schedule, "text/csv", "text/csv"},
		{service.Schedule, xlsxType, refused},
		{service.Schedule, "application/pdf, application/json;q=0.1", ""},
		{service.JournalEntries, "text/csv", "text/csv"},
		{service.JournalEntries, "text/x-hledger", "text/x-hledger"},
		{service.JournalEntries, "text/x-beancount", "text/x-beancount"},
		{service.JournalEntries, "application/pdf", refused},
		{service.Classify, "text/csv", refused},
		{service.Classify, "application/pdf, image/png", refused},
		{service.Classify, "image/png", ""},
	} {
		answer, call, err := d.ask(tt.op, office, tt.accept)
		if tt.want == refused {
			e := service.AsError(err)
			if err == nil || e.Code != service.InvalidRequest || !strings.HasPrefix(e.Message, "Accept: "+tt.op.String()+" does not give ") {
				t.Errorf("%s of %s: got %v, want a refusal that names Accept", tt.accept, tt.op, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s of %s: %v", tt.accept, tt.op, err)
			continue
		}
		if answer.MediaType != tt.want || (tt.want == "") != strings.HasPrefix(string(answer.Body), "{") {
			t.Errorf("%s of %s: got %q", tt.accept, tt.op, answer.MediaType)
		}
		if want := tt.op.String() + "."; tt.want != "" && !strings.HasPrefix(answer.FileName, want) {
			t.Errorf("%s of %s: file name %q", tt.accept, tt.op, answer.FileName)
		}
		if strings.Contains(string(answer.Body), call.RequestID) != (tt.want == "") {
			t.Errorf("%s of %s: the request's id belongs in JSON only", tt.accept, tt.op)
		}
	}
}

// A refusal of Accept lists what the operation gives, and nothing else.
func TestARefusedAcceptNamesWhatIsGiven(t *testing.T) {
	t.Parallel()
	d := open(t)
	for _, tt := range []struct {
		op   service.Operation
		want string
	}{
		{service.Schedule, "Accept: schedule does not give application/pdf; it gives application/json, text/csv"},
		{service.Classify, "Accept: classify does not give application/pdf; it gives application/json"},
	} {
		if _, _, err := d.ask(tt.op, office, "application/pdf"); service.AsError(err).Message != tt.want {
			t.Errorf("got %q, want %q", service.AsError(err).Message, tt.want)
		}
	}
}

// A file is billed once and replayed byte for byte; the same key for another
// form is another request.
func TestFilesAreBilledAndReplayed(t *testing.T) {
	t.Parallel()
	d := open(t)
	first, call, err := d.ask(service.Compute, office, xlsxType, "one")
	if err != nil {
		t.Fatal(err)
	}
	left := call.Remaining
	again, call, err := d.ask(service.Compute, strings.ReplaceAll(office, ":", ": "), xlsxType, "one")
	if err != nil {
		t.Fatal(err)
	}
	if !again.Replay || first.Replay || string(again.Body) != string(first.Body) || again.MediaType != xlsxType || call.Remaining != left {
		t.Errorf("replay %v, %q, %d units left of %d", again.Replay, again.MediaType, call.Remaining, left)
	}
	for _, accept := range []string{"", "application/pdf"} {
		_, _, err := d.ask(service.Compute, office, accept, "one")
		if e := service.AsError(err); err == nil || e.Code != service.InvalidRequest || !strings.Contains(e.Message, "Idempotency-Key") {
			t.Errorf("%q: got %v, want a refusal that names Idempotency-Key", accept, err)
		}
	}
	if _, call, err = d.ask(service.Compute, office, "application/pdf", "two"); err != nil || call.Remaining != left-1 {
		t.Errorf("another key: %v, %d units left of %d", err, call.Remaining, left)
	}
}

// A lease that a spreadsheet cannot hold is refused with the limit, unbilled,
// and answered as JSON as ever.
func TestALeaseBeyondASpreadsheetIsNotBilled(t *testing.T) {
	t.Parallel()
	d := open(t)
	vast := strings.Replace(office, `"paymentAmount":1000`, `"paymentAmount":99999999999999`, 1)
	_, call, err := d.ask(service.Compute, vast, xlsxType)
	if e := service.AsError(err); err == nil || e.Code != service.InvalidRequest || !strings.Contains(e.Message, "below 10000000000000.00") {
		t.Errorf("got %v", err)
	}
	left := call.Quota
	if _, call, err = d.ask(service.Compute, vast, "application/pdf"); err != nil || call.Remaining != left-1 {
		t.Errorf("got %v, %d units left of %d", err, call.Remaining, left)
	}
}
