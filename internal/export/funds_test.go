package export_test

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

const bothFunds = `{"id":"B","standard":"GASB_87","fund":"both","commencementDate":"2026-01-01","termMonths":36,"paymentAmount":1000,
	"paymentTiming":"arrears","discountRateAnnual":0.06,"initialDirectCosts":500,
	"events":[{"date":"2026-05-01","type":"modification","paymentAmount":1300,"discountRateAnnual":0.05}]}`

func bothResult(t *testing.T) *leasehold.Result {
	t.Helper()
	return compute(t, bothFunds)
}

func bothReport(t *testing.T) *portfolio.Report {
	t.Helper()
	return report(t, fmt.Sprintf(`{"from":"2026-01-01","to":"2026-12-31","journal":"monthly","leases":[%s]}`, bothFunds))
}

// METHOD 25.5: a journal file contains the entries of one fund. If a lease has entries for both
// funds, the user must select a fund.
func TestMethod25_5_OneLedgerTakesOneFund(t *testing.T) {
	t.Parallel()
	r := bothReport(t)
	span := leasehold.Span{From: r.Question.From, To: r.Question.To}
	for i := range export.Formats {
		f := &export.Formats[i]
		if !f.IsJournal() {
			continue
		}
		requested := export.Options{Accounts: oneEntity(t, f.Name)}
		if f.Name == "xero" { // Xero identifies accounts by code
			requested.Accounts = everyAccount(t, false)
		}
		var b bytes.Buffer
		err := f.Write(&b, operations.JournalEntries.Name, bothResult(t), requested)
		if err == nil || !strings.Contains(err.Error(), "government_wide or governmental") {
			t.Errorf("%s: %v", f.Name, err)
		}
		if err := journals(t, f.Name, requested, span).Lease(&b, &r.Leases[0]); err == nil {
			t.Errorf("%s takes both funds of a report", f.Name)
		}
	}
	for _, test := range []struct{ fund, has, lacks string }{
		{"government_wide", "government-wide: ", "governmental fund: "},
		{"governmental", "governmental fund: ", "government-wide: "},
	} {
		fund, err := export.ParseFund(test.fund)
		if err != nil {
			t.Fatal(err)
		}
		o := export.Options{Fund: fund, Reclassify: true}
		for what, text := range map[string]string{
			"many": string(written(t, journals(t, "hledger", o, span), r.Leases)),
			"one":  string(paperOf(t, "hledger", operations.JournalEntries.Name, bothResult(t), o)),
			"csv":  string(paperOf(t, "csv", operations.JournalEntries.Name, bothResult(t), o)),
		} {
			if !strings.Contains(text, test.has) || strings.Contains(text, test.lacks) {
				t.Errorf("%s of %s: %s", what, test.fund, text)
			}
		}
	}
	if _, err := export.ParseFund("both"); err == nil {
		t.Error("both is a fund that a ledger takes")
	}
}

// METHOD 25.5: workpapers name each entry's fund.
func TestMethod25_5_PapersNameTheFund(t *testing.T) {
	t.Parallel()
	text := string(paperOf(t, "csv", operations.JournalEntries.Name, bothResult(t), export.Options{}))
	n := len(leasehold.Journal(&bothResult(t).Measurement))
	if strings.Count(text, "B: government-wide: ") == 0 || strings.Count(text, "B: governmental fund: ") == 0 || n == 0 {
		t.Error(text)
	}
	f, err := excelize.OpenReader(bytes.NewReader(paperOf(t, "xlsx", operations.Compute.Name, bothResult(t), export.Options{})))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := f.GetRows("Journal")
	if err != nil || !strings.Contains(fmt.Sprint(rows), "governmental fund: ") {
		t.Errorf("%v %v", rows, err)
	}
	paperOf(t, "pdf", operations.Compute.Name, bothResult(t), export.Options{})
}

// METHOD 25.5: the disclosure workbook reconciles governmental fund statements to government-wide
// statements. Each column adds up to 0, and the adjustments are the differences between the
// columns.
func TestMethod25_5_TheReconciliationFoots(t *testing.T) {
	t.Parallel()
	r := bothReport(t)
	content := paperOf(t, "xlsx", operations.Report.Name, r, export.Options{})
	f, err := excelize.OpenReader(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	again := recalculated(t, content)
	rows, err := f.GetRows("Reconciliation", excelize.Options{RawCellValue: true})
	if err != nil {
		t.Fatal(err)
	}
	figures := map[string][3]float64{}
	for i, row := range rows {
		if len(row) < 5 || i < 4 {
			continue
		}
		var amounts [3]float64
		for k := range amounts {
			ref, err := excelize.CoordinatesToCellName(k+3, i+1)
			if err != nil {
				t.Fatal(err)
			}
			amounts[k], err = strconv.ParseFloat(row[k+2], 64)
			if err != nil {
				break // the heading rows
			}
			again, err := again.GetCellValue("Reconciliation", ref, excelize.Options{RawCellValue: true})
			if now, _ := strconv.ParseFloat(again, 64); err != nil || now != amounts[k] {
				t.Errorf("%s %s is %v, recalculated %q (%v)", row[0], ref, amounts[k], again, err)
			}
		}
		figures[row[0]] = amounts
	}
	if got := figures["Debits less credits"]; got != [3]float64{} {
		t.Errorf("the columns add up to %v", got)
	}
	for name, wide := range map[string]bool{
		"Expenditures - capital outlay": false, "Other financing sources - leases": false, "Expenditures - principal": false, "Expenditures - interest": false,
		"Interest expense": true, "Amortization expense": true, "Right-of-use asset": true, "Lease liability": true,
	} {
		got, ok := figures[name]
		if !ok || (got[0] != 0) == wide || (got[2] != 0) != wide || got[1] == 0 {
			t.Errorf("%s: %v %t", name, got, ok)
		}
	}
	books := r.Leases[0].Figures
	if got := figures["Lease liability"][2]; strconv.FormatFloat(-got, 'f', 2, 64) != books.Closed.Liability.String() {
		t.Errorf("the liability is %v, want %s", got, books.Closed.Liability)
	}
	change := figures["Change in fund balances; in net position"]
	if change[0] == 0 || change[2] == 0 {
		t.Errorf("the change is %v", change)
	}
}
