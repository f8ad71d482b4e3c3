package httpapi

import (
	"errors"
	"slices"
	"testing"

	"github.com/leasehold-accounting/leasehold/internal/files"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

const xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

// negotiate returns the format that an operation chooses for the given Accept values.
func negotiate(op *operations.Operation, accept ...string) (*service.Format, error) {
	all := files.Formats("1.0.0")
	var known, formats []*service.Format
	for i := range all {
		known = append(known, &all[i])
		if slices.Contains(all[i].Operations, op.Name) {
			formats = append(formats, &all[i])
		}
	}
	return negotiator(op, formats, known)(accept)
}

// Each operation offers its own file formats. An unknown media type means JSON. If Accept contains
// several media types, the preferred available one is chosen.
func TestAcceptChoosesTheFormat(t *testing.T) {
	t.Parallel()
	const refused = "refused"
	for _, tt := range []struct {
		op     *operations.Operation
		accept string
		want   string // media type; "" for JSON
	}{
		{operations.Compute, "", ""},
		{operations.Compute, "*/*", ""},
		{operations.Compute, "application/json", ""},
		{operations.Compute, "application/*;q=0.8, image/png", ""},
		{operations.Compute, "image/png", ""},
		{operations.Compute, "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", ""},
		{operations.Compute, xlsxType, xlsxType},
		{operations.Compute, "Application/PDF ; q=1", "application/pdf"},
		{operations.Compute, "text/csv", "text/csv"},
		{operations.Compute, "*/*, text/csv", "text/csv"},
		{operations.Compute, "text/csv;q=0.5, application/json", ""},
		{operations.Compute, "text/csv;q=0, */*", ""},
		{operations.Compute, "text/csv;q=0", ""},
		{operations.Compute, "text/csv;q=0.001", "text/csv"},
		{operations.Compute, "text/csv;q=0, application/pdf;q=0.1", "application/pdf"},
		{operations.Compute, "text/x-hledger", refused},
		{operations.Compute, "text/x-hledger, text/csv;q=0.1", "text/csv"},
		{operations.Schedule, "text/csv", "text/csv"},
		{operations.Schedule, xlsxType, refused},
		{operations.Schedule, "application/pdf, application/json;q=0.1", ""},
		{operations.JournalEntries, "text/csv", "text/csv"},
		{operations.JournalEntries, "text/x-hledger", "text/x-hledger"},
		{operations.JournalEntries, "application/pdf", refused},
		{operations.Classify, "text/csv", refused},
		{operations.Classify, "application/pdf, image/png", refused},
		{operations.Classify, "image/png", ""},
	} {
		format, err := negotiate(tt.op, tt.accept)
		got := ""
		switch {
		case err != nil:
			got = refused
			if e, ok := errors.AsType[*service.Error](err); !ok || e.Fields[0].Name != "Accept" {
				t.Errorf("%s of %s: %v does not name Accept", tt.accept, tt.op, err)
			}
		case format != nil:
			got = format.MediaType
		}
		if got != tt.want {
			t.Errorf("%s of %s: got %q, want %q", tt.accept, tt.op, got, tt.want)
		}
	}
	if format, err := negotiate(operations.Compute, "application/json;q=0.1", "text/csv"); err != nil || format == nil || format.Name != "csv" {
		t.Errorf("two headers: %v, %v", format, err)
	}
}

// The error about an Accept header lists the media types that the operation offers.
func TestARejectedAcceptListsTheFormats(t *testing.T) {
	t.Parallel()
	for op, want := range map[*operations.Operation]string{
		operations.Schedule: "Accept: application/pdf is not available for schedule; use application/json or text/csv",
		operations.Classify: "Accept: application/pdf is not available for classify; use application/json",
	} {
		if _, err := negotiate(op, "application/pdf"); service.AsError(err).Message != want {
			t.Errorf("got %q, want %q", service.AsError(err).Message, want)
		}
	}
}

// The media type's parameter determines a document's paper size. Without the parameter, the accounting standard
// determines it. Formats without paper sizes ignore the parameter.
func TestAcceptChoosesThePaper(t *testing.T) {
	t.Parallel()
	for accept, want := range map[string]string{
		"application/pdf": "pdf", "application/pdf; paper=letter": "pdf-letter", "application/pdf;paper=A4": "pdf-a4", `application/pdf; q=0.5; paper="a4"`: "pdf-a4",
		xlsxType + ";paper=a4": "xlsx-a4", "text/csv;paper=a3": "csv", "application/json;paper=a4": "",
	} {
		format, err := negotiate(operations.Compute, accept)
		got := ""
		if format != nil {
			got = format.Name
		}
		if err != nil || got != want {
			t.Errorf("%s: %q, %v, want %q", accept, got, err, want)
		}
	}
	const want = `Accept: application/pdf is not available on paper "a3"; use letter or a4`
	if _, err := negotiate(operations.Compute, "application/pdf;paper=a3"); err == nil || service.AsError(err).Message != want {
		t.Errorf("got %v, want %q", err, want)
	}
}
