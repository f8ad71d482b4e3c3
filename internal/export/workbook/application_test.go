package workbook_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/export/workbook"
)

// A workbook whose formulas begin at commencement is not made of a first application.
func TestNoWorkbookOfAFirstApplication(t *testing.T) {
	t.Parallel()
	l, err := leasehold.Decode([]byte(`{"standard":"FRS_102","commencementDate":"2024-01-01","termMonths":36,"paymentAmount":100,"discountRateAnnual":0.05,"initialApplication":{"date":"2026-01-01"}}`))
	if err != nil {
		t.Fatal(err)
	}
	r, err := leasehold.Compute(l)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	var limit *spreadsheet.LimitError
	if err := workbook.Write(&b, r, workbook.Options{}); !errors.As(err, &limit) || limit.Field != "initialApplication" || b.Len() > 0 {
		t.Errorf("%v, %d bytes", err, b.Len())
	}
}
