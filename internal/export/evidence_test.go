package export_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/operations"
)

const quotedLease = `"commencementDate":"2025-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06,"rentSteps":[{"from":"2027-01-01","paymentAmount":11000}]`

// Two quotations for fields of the lease, and one for a field in a list.
const quotes = `,"evidence":{"termMonths":{"quote":"for a term of\nfive (5) years","page":2,"document":"office.pdf"},` +
	`"paymentAmount":{"quote":"a monthly rent of 12,500.00","page":"4"},"rentSteps[0].paymentAmount":{"quote":"USD 11,000.00 from the third year on"}}`

// METHOD 24: the memo, the workbook and the verification workpaper show a request's quotations.
// Each quotation is next to the name and the value of its field.
func TestMethod24_PapersCarryEvidence(t *testing.T) {
	t.Parallel()
	want := []string{
		"Lease term", "five (5) years", "office.pdf, page 2", "Payment per period", "page 4",
		"a monthly rent of 12,500.00", "Rent steps 1, rent of a period", "11,000.00 from the third year on",
	}
	r := compute(t, "{"+quotedLease+quotes+"}")
	a := verify(t, `{"lease":{`+quotedLease+quotes+`},"theirs":{"initialLiability":1}}`)
	for name, file := range map[string][]byte{
		"memo":  paperOf(t, "pdf", operations.Compute.Name, r, export.Options{}),
		"paper": paperOf(t, "pdf", operations.Verify.Name, a, export.Options{}),
	} {
		text := strings.Join(strings.Fields(judge(t, "poppler-utils", "pdftotext", "-layout", onDisk(t, name+".pdf", file), "-")), " ")
		for _, part := range want {
			if !strings.Contains(text, part) {
				t.Errorf("%s: no %q", name, part)
			}
		}
	}
	for name, file := range map[string][]byte{
		"workbook": paperOf(t, "xlsx", operations.Compute.Name, r, export.Options{}),
		"paper":    paperOf(t, "xlsx", operations.Verify.Name, a, export.Options{}),
	} {
		rows := sheetOf(t, file, "Evidence")
		var text strings.Builder
		for _, row := range rows {
			text.WriteString(strings.Join(row, "\t") + "\n")
		}
		for _, part := range want {
			if !strings.Contains(text.String(), part) {
				t.Errorf("%s: no %q in\n%s", name, part, text.String())
			}
		}
	}
}

// METHOD 24: quotations change no figure. If a lease has no quotations, its workpapers have no
// section for them.
func TestMethod24_EvidenceChangesNoFigure(t *testing.T) {
	t.Parallel()
	with, without := compute(t, "{"+quotedLease+quotes+"}"), compute(t, "{"+quotedLease+"}")
	if !bytes.Equal(leasehold.AppendSchedule(&with.Measurement, nil), leasehold.AppendSchedule(&without.Measurement, nil)) || !bytes.Equal(leasehold.AppendJournal(&with.Measurement, nil), leasehold.AppendJournal(&without.Measurement, nil)) ||
		!bytes.Equal(leasehold.AppendClassify(with, nil), leasehold.AppendClassify(without, nil)) {
		t.Error("the figures differ")
	}
	answer := leasehold.AppendCompute(with, nil)
	if bare := bytes.Replace(answer, []byte(quotesAsPrinted(t, answer)), nil, 1); !bytes.Equal(bare, leasehold.AppendCompute(without, nil)) {
		t.Errorf("%s\n%s", bare, leasehold.AppendCompute(without, nil))
	}
	if rows := sheetOf(t, paperOf(t, "xlsx", operations.Compute.Name, without, export.Options{}), "Evidence"); rows != nil {
		t.Errorf("%q", rows)
	}
}

// quotesAsPrinted returns the JSON of a response's `evidence` field. That field repeats the
// `evidence` field of the request.
func quotesAsPrinted(t *testing.T, answer []byte) string {
	t.Helper()
	start := bytes.Index(answer, []byte(`,"evidence":`))
	end := bytes.Index(answer, []byte(`},"result":`))
	if start < 0 || end < start {
		t.Fatalf("no evidence in %s", answer)
	}
	return string(answer[start:end])
}

// sheetOf returns a sheet's rows, or nil if the sheet does not exist.
func sheetOf(t *testing.T, file []byte, name string) [][]string {
	t.Helper()
	f, err := excelize.OpenReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if i, err := f.GetSheetIndex(name); err != nil || i < 0 {
		return nil
	}
	rows, err := f.GetRows(name)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}
