package files_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/files"
	"github.com/leasehold-accounting/leasehold/internal/operations"
)

const lease = `{"commencementDate":"2026-01-01","termMonths":12,"paymentAmount":1000,"discountRateAnnual":0.06}`

// bodyOf returns a request that an operation accepts.
func bodyOf(operation string) []byte {
	switch operation {
	case operations.Verify.Name:
		return []byte(`{"lease":` + lease + `,"theirs":{"initialLiability":11677.03}}`)
	case operations.Report.Name:
		return []byte(`{"from":"2026-01-01","to":"2026-12-31","journal":"monthly","leases":[{"id":"L-1",` + lease[1:] + `]}`)
	}
	return []byte(lease)
}

// Every file format with a media type is offered only for existing operations, and can represent
// their results.
func TestEveryFileIsOfferedAndWritten(t *testing.T) {
	t.Parallel()
	var offered, onA4 []string
	for _, f := range files.Formats("1.0.0") {
		if f.Paper == "a4" {
			onA4 = append(onA4, f.Name)
		} else {
			offered = append(offered, f.Name)
		}
		for _, name := range f.Operations {
			op := operations.Find(name)
			if op == nil {
				t.Fatalf("%s: %s is not an operation", f.Name, name)
			}
			result, err := op.Compute(t.Context(), bodyOf(name))
			if err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			if err := f.Write(&b, op, result); err != nil || b.Len() == 0 {
				t.Errorf("%s of %s: %d bytes, %v", f.Name, name, b.Len(), err)
			}
		}
	}
	for _, f := range export.Formats {
		if (f.MediaType != "") != slices.Contains(offered, f.Name) {
			t.Errorf("%s: offered are %q", f.Name, offered)
		}
		if f.Printed != slices.Contains(onA4, f.Name+"-a4") {
			t.Errorf("%s: offered on A4 are %q", f.Name, onA4)
		}
	}
}
