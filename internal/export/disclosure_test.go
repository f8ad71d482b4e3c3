package export_test

import (
	"bytes"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// reportOf returns a report on all leases of these tests.
func reportOf(t *testing.T, from, to, more string) *portfolio.Report {
	t.Helper()
	list := append(named("001", "1", "=A*"), `{"id":"wrong"}`)
	return report(t, fmt.Sprintf(`{"from":%q,"to":%q,"onError":"skip","leases":[%s]%s}`, from, to, strings.Join(list, ","), more))
}

// values returns one workbook's values in the cells where a second workbook has formulas.
func values(t *testing.T, f *excelize.File, formulas *excelize.File) map[string]string {
	t.Helper()
	cells := map[string]string{}
	for _, sheet := range formulas.GetSheetList() {
		rows, err := formulas.GetRows(sheet)
		if err != nil {
			t.Fatal(err)
		}
		for r := range rows {
			for c := range 40 {
				ref, err := excelize.CoordinatesToCellName(c+1, r+1)
				if err != nil {
					t.Fatal(err)
				}
				if text, err := formulas.GetCellFormula(sheet, ref); err != nil || text == "" {
					continue
				}
				v, err := f.GetCellValue(sheet, ref, excelize.Options{RawCellValue: true})
				if err != nil {
					t.Fatal(err)
				}
				cells[sheet+"!"+ref] = v
			}
		}
	}
	return cells
}

// LibreOffice recalculates the disclosure workbook from the sheet of leases. Every total, note,
// average, group and account then equals the report's amount.
func TestTheDisclosureWorkbookRecalculates(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ from, to, more string }{
		{"2026-01-01", "2026-12-31", `,"groupBy":["currency","standard","tag:entity"],"journal":"monthly"`},
		{"2027-06-01", "2028-05-31", `,"groupBy":["currency"]`},
	} {
		r := reportOf(t, test.from, test.to, test.more)
		content := paperOf(t, "xlsx", operations.Report.Name, r, export.Options{Version: "test"})
		if _, formulas := recalculates(t, content); formulas < 300 {
			t.Errorf("%s: %d formulas only", test.to, formulas)
		}
	}
}

// GASB 87.37: the workbook shows principal and interest for each of the first five years and for
// the later five-year bands. Its amounts equal the report's amounts and add up to the remaining
// payments.
func TestGASB87_37_YearsAddUpToTheBands(t *testing.T) {
	t.Parallel()
	r := report(t, `{"from":"2026-01-01","to":"2027-03-31","leases":[
		{"id":"A","standard":"GASB_87","commencementDate":"2026-02-15","termMonths":300,"paymentAmount":1000,"discountRateAnnual":0.04,
			"events":[{"date":"2027-01-01","type":"index","changePct":0.1},{"date":"2029-01-01","type":"termination"}]},
		{"id":"B","standard":"GASB_87","commencementDate":"2027-01-01","termMonths":48,"paymentAmount":9000,"discountRateAnnual":0.03,"paymentFrequency":"annual","paymentTiming":"arrears"},
		{"id":"C","standard":"GASB_87","commencementDate":"2028-01-01","termMonths":48,"paymentAmount":9000,"discountRateAnnual":0.03}]}`)
	made, err := excelize.OpenReader(bytes.NewReader(paperOf(t, "xlsx", operations.Report.Name, r, export.Options{Version: "test"})))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := made.GetRows("Leases", excelize.Options{RawCellValue: true})
	if err != nil {
		t.Fatal(err)
	}
	cents := func(row []string, heading string) (sum int64) {
		at := slices.Index(rows[3], heading)
		if at < 0 {
			t.Fatalf("no column %s", heading)
		}
		x, err := strconv.ParseFloat(row[at], 64)
		if err != nil {
			t.Fatal(err)
		}
		return int64(math.Round(x * 100))
	}
	for i, row := range rows[4:] {
		bands := r.Leases[i].Figures.Bands
		for k, name := range []string{"Principal", "Interest"} {
			var years int64
			for y := range 5 {
				years += cents(row, fmt.Sprintf("%s, year %d", name, y+1))
			}
			var want int64
			if len(bands) > 0 {
				w := bands[0].Principal
				if k == 1 {
					w = bands[0].Interest
				}
				want, _ = w.Int64()
			}
			if years != want {
				t.Errorf("%s: %s of five years %d, the band has %d", row[0], name, years, want)
			}
		}
	}
}

// METHOD 25.8: the workbook lists leases that commence after the reporting period, by currency.
func TestMethod25_8_LeasesNotCommencedInTheWorkbook(t *testing.T) {
	t.Parallel()
	r := report(t, `{"from":"2026-01-01","to":"2026-12-31","leases":[
		{"id":"A","commencementDate":"2026-01-01","termMonths":24,"paymentAmount":100,"discountRateAnnual":0.05,"currency":"EUR"},
		{"id":"B","commencementDate":"2027-03-01","termMonths":24,"paymentAmount":150.25,"discountRateAnnual":0.05,"currency":"EUR"}]}`)
	f, err := excelize.OpenReader(bytes.NewReader(paperOf(t, "xlsx", operations.Report.Name, r, export.Options{})))
	if err != nil {
		t.Fatal(err)
	}
	rows := cells(t, f, "Maturities")
	i := slices.IndexFunc(rows, func(row []string) bool { return len(row) > 0 && row[0] == "Not commenced by 2026-12-31" })
	if i < 0 || i+1 >= len(rows) || strings.Join(rows[i+1], " ") != "EUR 1 3606 842-20-50-3(b)" {
		t.Errorf("row %d of %q", i, rows)
	}
}

// METHOD 17.1, 18.2: if all leases are under one standard, the whole workbook uses that standard's
// terms. Names chosen by the user remain unchanged.
func TestMethod18_2_TheWorkbookUsesTheStandardsTerms(t *testing.T) {
	t.Parallel()
	textsOf := func(standard string) (text []string) {
		r := report(t, `{"from":"2026-01-01","to":"2026-12-31","groupBy":["tag:lessor"],"leases":[{"id":"A","name":"Cloud lease","tags":{"lessor":"Rent-a-cloud"},
			"standard":"`+standard+`","commencementDate":"2026-01-01","termMonths":24,"paymentAmount":100,"discountRateAnnual":0.05}]}`)
		f, err := excelize.OpenReader(bytes.NewReader(paperOf(t, "xlsx", operations.Report.Name, r, export.Options{})))
		if err != nil {
			t.Fatal(err)
		}
		for _, sheet := range f.GetSheetList() {
			if sheet == "Basis" { // the notes on this sheet describe leases in general
				continue
			}
			text = append(text, sheet)
			for _, row := range cells(t, f, sheet) {
				text = append(text, row...)
			}
		}
		return text
	}
	given := regexp.MustCompile(`Cloud lease|Rent-a-cloud|^lessor$`)
	for _, text := range textsOf("GASB_96") {
		if word := regexp.MustCompile(`(?i)\b(leases?|lessees?|lessors?|rents?)\b`).FindString(given.ReplaceAllString(text, "")); word != "" {
			t.Errorf("a workbook of subscriptions says %q in %q", word, text)
		}
	}
	frs := textsOf("FRS_102")
	for _, want := range []string{"Creditors: amounts falling due within one year", "Creditors: amounts falling due after more than one year", "Less accumulated depreciation", "Cloud lease", "lessor"} {
		if !slices.Contains(frs, want) {
			t.Errorf("a workbook of FRS 102 does not say %q", want)
		}
	}
}

// TestRollforwardsArePrintedOnOnePage checks that the rollforwards, and cost and cash, fit on one
// printed page. A landscape A4 page is shorter than a landscape Letter page.
func TestRollforwardsArePrintedOnOnePage(t *testing.T) {
	t.Parallel()
	q, err := portfolio.Decode([]byte(`{"from":"2026-01-01","to":"2026-12-31","leases":[{"id":"A","standard":"FRS_102","commencementDate":"2026-01-01","termMonths":24,"paymentAmount":100,"discountRateAnnual":0.05}]}`))
	if err != nil {
		t.Fatal(err)
	}
	r, err := portfolio.Answer(q)
	if err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(bytes.NewReader(paperOf(t, "xlsx", operations.Report.Name, r, export.Options{})))
	if err != nil {
		t.Fatal(err)
	}
	for _, sheet := range []string{"Rollforwards", "Cost and cash"} {
		layout, err := f.GetPageLayout(sheet)
		if err != nil || *layout.Size != 9 || *layout.FitToWidth != 1 || *layout.FitToHeight != 1 {
			t.Errorf("%s: %v, want one page of A4", sheet, err)
		}
	}
}

// All tables of a note show the paragraphs in the same column, to the right of the widest table. If
// the standard has a taxonomy, another column shows the element names.
func TestANoteHasItsParagraphsInOneColumn(t *testing.T) {
	t.Parallel()
	r := report(t, `{"from":"2026-01-01","to":"2026-12-31","assetClassTag":"class","comparative":{"from":"2025-01-01","to":"2025-12-31"},"leases":[
		{"id":"I","standard":"IFRS_16","commencementDate":"2025-01-01","termMonths":36,"paymentAmount":1000,"discountRateAnnual":0.06,"tags":{"class":"Vans"}},
		{"id":"O","commencementDate":"2025-01-01","termMonths":36,"paymentAmount":1000,"discountRateAnnual":0.06},
		{"id":"F","classification":"finance","commencementDate":"2025-01-01","termMonths":36,"paymentAmount":1000,"discountRateAnnual":0.06},
		{"id":"G","standard":"GASB_87","commencementDate":"2025-01-01","termMonths":36,"paymentAmount":1000,"discountRateAnnual":0.06}]}`)
	f, err := excelize.OpenReader(bytes.NewReader(paperOf(t, "xlsx", operations.Report.Name, r, export.Options{})))
	if err != nil {
		t.Fatal(err)
	}
	for sheet, want := range map[string]struct {
		paragraphs int
		elements   bool
	}{"IFRS 16 note": {6, true}, "ASC 842 note": {7, true}, "GASB 87 note": {5, false}} {
		found := 0
		for i, row := range cells(t, f, sheet) {
			if at := slices.Index(row, "Paragraph"); at >= 0 {
				found++
				if at != want.paragraphs {
					t.Errorf("%s, row %d: the paragraphs are in column %d, want %d", sheet, i+1, at+1, want.paragraphs+1)
				}
			}
			if slices.Contains(row, "Element") && !want.elements {
				t.Errorf("%s, row %d: a column for names that there are not", sheet, i+1)
			}
		}
		if found < 3 {
			t.Errorf("%s: %d tables", sheet, found)
		}
	}
}
