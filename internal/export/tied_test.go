package export_test

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/export/paper"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// tiedReport returns a report with corrections to the previous closing, a trial balance that
// disagrees with the leases, deferred tax and a comparative period.
func tiedReport(t *testing.T) *portfolio.Report {
	t.Helper()
	const leases = `[{"id":"A","standard":"IFRS_16","tags":{"entity":"North"},"commencementDate":"2025-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06},
		{"id":"B","standard":"ASC_842","tags":{"entity":"South"},"commencementDate":"2025-07-01","termMonths":36,"paymentAmount":2500,"discountRateAnnual":0.05}]`
	return report(t, `{"from":"2026-01-01","to":"2026-12-31","leases":`+leases+`,"groupBy":["tag:entity"],"journal":"monthly","deferredTax":[{"rate":0.25,"openingRate":0.2}],
		"comparative":{"from":"2025-01-01","to":"2025-12-31"},
		"previous":{"leases":[{"id":"A","liability":400000,"rouAsset":410000,"accumulatedAmortization":0,"prepaidRent":0},{"id":"gone","standard":"IFRS_16","liability":50,"rouAsset":40,"accumulatedAmortization":10,"prepaidRent":1}]},
		"ledger":[{"account":"Lease liability","balance":-330353.71,"key":{"tag:entity":"North"}},{"account":"Lease expense","balance":1,"key":{"tag:entity":"South"}},{"account":"Right-of-use asset","code":"1700","balance":5,"key":{"tag:entity":"South"}}]}`)
}

var ledgerSource = &export.Source{
	Name: "tb.csv", SHA256: strings.Repeat("ab", 32), Columns: [][2]string{{"Account", "account"}}, Left: [][2]string{{"row 9: Total", "it is a total"}}, Notes: []string{"3 rows are of others."},
}

// METHOD 22: a closing's disclosure workbook has sheets for the trial balance, the prior-period
// corrections and deferred tax. LibreOffice recalculates the same amounts. Derecognized leases are
// on the sheets of entries.
func TestMethod22_TheWorkbookHasTheCloseAndRecalculates(t *testing.T) {
	t.Parallel()
	r := tiedReport(t)
	content := paperOf(t, "xlsx", operations.Report.Name, r, export.Options{Version: "test", Source: ledgerSource})
	made, _ := recalculates(t, content)
	names := made.GetSheetList()
	for _, name := range []string{"Tie-out", "Prior-period corrections", "Deferred tax"} {
		if !slices.Contains(names, name) {
			t.Fatalf("there is no sheet %s in %q", name, names)
		}
	}
	tied := cells(t, made, "Tie-out")
	for i := range r.TieOut {
		out := &r.TieOut[i]
		row := tied[8+i]
		if row[0] != out.Account || row[4] != string(out.Difference.AppendPlaces(nil, 2)) && floatOf(t, row[4]) != floatOf(t, string(out.Difference.AppendPlaces(nil, 2))) {
			t.Errorf("%q is not %+v", row, out)
		}
	}
	differ := 0
	for i := range r.TieOut {
		if !r.TieOut[i].Difference.IsZero() {
			differ++
		}
	}
	if text := fmt.Sprint(tied); tied[4][1] != strconv.Itoa(differ) || tied[5][1] != "DIFFERS" || !strings.Contains(text, "tb.csv") || !strings.Contains(text, "row 9: Total") {
		t.Errorf("%q", tied)
	}
	corrections := fmt.Sprint(cells(t, made, "Prior-period corrections"))
	for _, part := range []string{r.Digest, r.Previous.Digest, "[A Lease liability 400000", "gone Prepaid (accrued) rent 1"} {
		if !strings.Contains(corrections, part) {
			t.Errorf("the corrections lack %s: %s", part, corrections)
		}
	}
	if text := fmt.Sprint(cells(t, made, "Entries")); !strings.Contains(text, "gone-20260101-late") || !strings.Contains(text, "A-202612-tax") {
		t.Error("the entries lack those of the close")
	}
	if x := amountAt(t, cells(t, made, "Deferred tax"), "Total, currency units, 2026-12-31", "Deferred tax rolls forward"); x != 0 {
		t.Errorf("deferred tax does not roll forward: %v", x)
	}
}

// METHOD 28.4: deferred tax rolls forward from the signed balances, whether the cumulative catch-up
// adjustment is part of the fiscal year's expense or of Prior-period corrections.
func TestMethod28_4_DeferredTaxRollsForwardWithCorrections(t *testing.T) {
	t.Parallel()
	const posted = `[{"account":"Deferred tax asset","amount":10},{"account":"Deferred tax liability","amount":-4},{"account":"Deferred tax expense","amount":-6}]`
	for span, previous := range map[string]string{
		`"from":"2026-07-01","to":"2026-12-31"`: `"from":"2026-01-01","to":"2026-06-30"`,
		`"from":"2027-01-01","to":"2027-12-31"`: `"from":"2026-01-01","to":"2026-12-31"`,
	} {
		r := report(t, `{`+span+`,"deferredTax":[{"rate":0.25}],
			"leases":[{"id":"A","standard":"IFRS_16","commencementDate":"2026-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06}],
			"previous":{`+previous+`,"chainFrom":"2026-01-01","periods":[{`+previous+`,"deferredTax":[{"rate":0.25}]}],"leases":[{"id":"A","standard":"IFRS_16","liability":400000,"rouAsset":410000,"accumulatedAmortization":0,"prepaidRent":0,"posted":`+posted+`,"postedThisYear":`+posted+`}]}}`)
		if f := r.Leases[0].Figures; f.Of(figure.TaxAssetLate).IsZero() || f.Of(figure.TaxLiabilityLate).IsZero() {
			t.Errorf("%s: no correction of deferred tax", span)
		}
		made, err := excelize.OpenReader(bytes.NewReader(paperOf(t, "xlsx", operations.Report.Name, r, export.Options{Version: "test"})))
		if err != nil {
			t.Fatal(err)
		}
		if x := amountAt(t, cells(t, made, "Deferred tax"), "IFRS 16, currency units", "Deferred tax rolls forward"); x != 0 {
			t.Errorf("%s: deferred tax does not roll forward: %v", span, x)
		}
	}
}

func floatOf(t *testing.T, text string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// METHOD 22: the closing workpaper lists every account, whether it differs or agrees. On either
// paper size, writing it again results in the same bytes. A report without a closing also has a
// workpaper.
func TestMethod22_TheClosingPaper(t *testing.T) {
	t.Parallel()
	r := tiedReport(t)
	for _, size := range []paper.Size{paper.Letter, paper.A4} {
		o := export.Options{Version: "test", Source: ledgerSource, Paper: size}
		file := paperOf(t, "pdf", operations.Report.Name, r, o)
		if !bytes.Equal(file, paperOf(t, "pdf", operations.Report.Name, r, o)) {
			t.Error("the same close gives other bytes")
		}
		text := strings.Join(strings.Fields(judge(t, "poppler-utils", "pdftotext", "-layout", onDisk(t, "close.pdf", file), "-")), " ")
		for _, part := range []string{
			"accounts of the trial balance differ from Leasehold", "Amounts of 3 leases differ from the signed closing", r.Digest, "tb.csv", "it is a total",
			"Prepared by", "Reviewed by", "Deferred tax expense", "gone, Lease liability",
		} {
			if !strings.Contains(text, part) {
				t.Errorf("the paper lacks %q: %s", part, text)
			}
		}
	}
	plain := judge(t, "poppler-utils", "pdftotext", "-layout",
		onDisk(t, "plain.pdf", paperOf(t, "pdf", operations.Report.Name, reportOf(t, "2026-01-01", "2026-12-31", `,"groupBy":["currency"]`), export.Options{Version: "test"})), "-")
	if !strings.Contains(plain, "The request contains no trial balance.") || !strings.Contains(plain, "Omitted leases") {
		t.Errorf("%s", plain)
	}
}

// METHOD 22.1: the closing workpaper shows every comparative figure. If the comparative period has
// no deferred tax, a dash is shown for it.
func TestMethod22_1_TheClosingPaperHasComparatives(t *testing.T) {
	t.Parallel()
	r := tiedReport(t)
	text := judge(t, "poppler-utils", "pdftotext", "-layout", onDisk(t, "close.pdf", paperOf(t, "pdf", operations.Report.Name, r, export.Options{Version: "test"})), "-")
	lines := map[string]bool{}
	for line := range strings.Lines(text) {
		lines[strings.Join(strings.Fields(line), " ")] = true
	}
	now, _ := r.Sum.Total()
	before, _ := r.Comparative.Sum.Total()
	for _, line := range []string{
		"2026-01-01 to 2026-12-31 2025-01-01 to 2025-12-31, restated",
		"Opening " + wording.Accounting(now.Of(figure.LiabilityOpening), 2) + " " + wording.Accounting(before.Of(figure.LiabilityOpening), 2),
		"Closing " + wording.Accounting(now.Of(figure.LiabilityClosing), 2) + " " + wording.Accounting(before.Of(figure.LiabilityClosing), 2),
		"Closing " + wording.Accounting(now.Of(figure.AssetClosing), 2) + " " + wording.Accounting(before.Of(figure.AssetClosing), 2),
		"Deferred tax expense " + wording.Accounting(now.Of(figure.TaxExpense), 2) + " –",
	} {
		if !lines[line] {
			t.Errorf("the paper lacks %q:\n%s", line, text)
		}
	}
}

// METHOD 22: each rollforward in the closing workpaper adds up, and a table's headings are on the
// same page as its first row.
func TestMethod22_TheClosingPaperAddsUp(t *testing.T) {
	t.Parallel()
	accounts := []string{"Right-of-use asset", "Lease liability", "Lease expense", "Interest expense", "Amortization expense", "Cash"}
	const terms = `"commencementDate":"2025-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06`
	for n := range 4 * len(accounts) {
		var ledger []string
		for _, a := range accounts[:n/4+1] {
			ledger = append(ledger, fmt.Sprintf(`{"account":%q,"balance":%d.45}`, a, 123+n*1000))
		}
		leases := `{"id":"L0",` + terms + `}`
		if n%2 == 1 {
			leases += `,{"id":"L1","classification":"finance",` + terms + `}`
		}
		tax := ""
		if n%4 > 1 {
			tax = `,"deferredTax":[{"rate":0.25}]`
		}
		r := report(t, `{"from":"2026-01-01","to":"2026-12-31","leases":[`+leases+`],"ledger":[`+strings.Join(ledger, ",")+`]`+tax+`,
			"previous":{"digest":"`+strings.Repeat("ab", 32)+`","leases":[{"id":"L0","liability":400000,"rouAsset":410000,"accumulatedAmortization":0,"prepaidRent":0}]}}`)
		text := judge(t, "poppler-utils", "pdftotext", "-layout", onDisk(t, "close.pdf", paperOf(t, "pdf", operations.Report.Name, r, export.Options{Version: "test", Source: ledgerSource})), "-")
		if n == 0 && (!strings.Contains(text, "Amounts of 1 lease differ from") || !strings.Contains(text, "(120,000.00)")) {
			t.Errorf("%s", text)
		}
		for page := range strings.SplitSeq(text, "\f") {
			lines := strings.FieldsFunc(page, func(r rune) bool { return r == '\n' })
			for i, line := range lines {
				if strings.HasSuffix(line, " Difference") && (i+1 == len(lines) || strings.HasPrefix(strings.TrimSpace(lines[i+1]), "Leasehold ")) {
					t.Errorf("%d: the headings %q end a page", n, strings.Join(strings.Fields(line), " "))
				}
			}
		}
	}
}

// METHOD 22: a report's CSV rows include the comparison with the trial balance, as a separate
// table, and the excluded leases.
func TestMethod22_TheRowsOfAClosingIncludeItsTieOut(t *testing.T) {
	t.Parallel()
	r := tiedReport(t)
	r.Skipped = []portfolio.Skipped{{Index: 2, ID: "wrong", Field: "leases[2].termMonths", Message: "is required"}}
	text := string(paperOf(t, "csv", operations.Report.Name, r, export.Options{}))
	parts := strings.Split(text, "\n\n")
	if len(parts) != 3 {
		t.Fatalf("%d tables: %s", len(parts), text)
	}
	lines := strings.Split(strings.TrimSpace(parts[0]), "\n")
	if len(lines) != 6 || !strings.HasPrefix(lines[0], "from,to,basis,id,") || !strings.HasPrefix(lines[3], "2025-01-01,2025-12-31,restated,A,") ||
		!strings.HasPrefix(lines[5], "2026-01-01,2026-12-31,,wrong,") || !strings.Contains(lines[5], "omitted: leases[2].termMonths: is required") {
		t.Errorf("%q", lines)
	}
	if !strings.HasPrefix(parts[1], "id,figure,signed,now,difference\nA,liability,400000.00,") {
		t.Errorf("%s", parts[1])
	}
	if !strings.HasPrefix(parts[2], "account,tag:entity,ledger,leasehold,difference,explanations\nLease liability,North,-330353.71,") {
		t.Errorf("%s", parts[2])
	}
}

// The closing workpaper uses the terms of the leases' standards. Deferred tax is in the functional
// currency and has as many decimals as that currency.
func TestMethod22_4_TheClosingPaperUsesTheTermsAndDecimalsOfItsLeases(t *testing.T) {
	t.Parallel()
	r := report(t, `{"from":"2026-01-01","to":"2026-12-31","presentationCurrency":"JPY","deferredTax":[{"rate":0.25}],
		"exchangeRates":[{"currency":"EUR","into":"JPY","date":"2025-12-31","closing":160,"average":160},{"currency":"EUR","into":"JPY","date":"2026-12-31","closing":170,"average":165}],
		"leases":[{"id":"A","standard":"IFRS_16","currency":"EUR","commencementDate":"2025-01-01","termMonths":60,"paymentAmount":100,"discountRateAnnual":0.06}]}`)
	text := strings.Join(strings.Fields(judge(t, "poppler-utils", "pdftotext", "-layout", onDisk(t, "close.pdf", paperOf(t, "pdf", operations.Report.Name, r, export.Options{Version: "test"})), "-")), " ")
	total, _ := r.Sum.Total()
	tax := string(total.Of(figure.TaxAssetClosing).AppendPlaces(nil, 2))
	for _, want := range []string{"Depreciation of right-of-use assets", "Accumulated depreciation", "Deferred tax asset, closing " + tax} {
		if !strings.Contains(text, want) {
			t.Errorf("%s\nlacks %s", text, want)
		}
	}
	if strings.Contains(text, "mortization") {
		t.Errorf("%s\nspeaks of amortization", text)
	}
}
