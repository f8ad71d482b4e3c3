package schedulefile_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold/internal/columns"
	"github.com/leasehold-accounting/leasehold/internal/schedulefile"
	"github.com/leasehold-accounting/leasehold/reperform"
)

// FuzzRead checks that Read returns either a schedule or an error for any input.
func FuzzRead(f *testing.F) {
	book := excelize.NewFile()
	defer book.Close() //nolint:errcheck // the workbook is in memory
	for i, row := range [][]any{{"Period", "Payment", "Balance"}, {1, 100.5, 900}, {2, "(1,000.00)", true}} {
		cell, _ := excelize.CoordinatesToCellName(1, i+1)
		if err := book.SetSheetRow("Sheet1", cell, &row); err != nil {
			f.Fatal(err)
		}
	}
	var file bytes.Buffer
	if err := book.Write(&file); err != nil {
		f.Fatal(err)
	}
	f.Add(file.Bytes())
	for _, s := range []string{
		"Period,Payment,Balance\n0,,900\n1,100,805\n2,100,709\n", "Date;Cash;Interest\n15.01.2026;1.000,00;(5)\nTotal;;\n",
		`[{"period":1,"endingBalance":5,"x":{"a":[1]}}]`, `{"result":{"initialLiability":1e2,"schedule":[{"date":"2026-01-01","payment":-1}]}}`, "\"", "PK\x03\x04",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := schedulefile.Read(bytes.NewReader(data), schedulefile.Options{})
		if err != nil {
			if bad, ok := errors.AsType[*columns.Error](err); !ok || bad.Message == "" {
				t.Fatalf("an error without words: %v", err)
			}
			return
		}
		if len(r.Theirs.Schedule) > reperform.MaxRows {
			t.Fatalf("%d rows", len(r.Theirs.Schedule))
		}
	})
}
