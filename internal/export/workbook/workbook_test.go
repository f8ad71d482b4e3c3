package workbook_test

import (
	"bytes"
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold/internal/export/sheettest"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/export/workbook"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// A spreadsheet holds fifteen digits and the days from March 1900. A lease
// beyond is refused with the field and the limit, and nothing is written.
func TestLeasesBeyondASpreadsheetAreRefused(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`{"commencementDate":"2026-01-01","termMonths":12,"paymentAmount":10000000000000,"discountRateAnnual":0}`:                           "paymentAmount: a workbook holds amounts below 10000000000000.00",
		`{"commencementDate":"2026-01-01","termMonths":1200,"paymentAmount":1,"discountRateAnnual":0,"annualEscalationPct":1}`:              "paymentAmount: a workbook holds figures below 10000000000000.00",
		`{"commencementDate":"2026-01-01","termMonths":12,"paymentAmount":1,"discountRateAnnual":0,"assetFairValue":99999999999999}`:        "assetFairValue: a workbook holds amounts below",
		`{"commencementDate":"1900-02-28","termMonths":12,"paymentAmount":1,"discountRateAnnual":0}`:                                        "commencementDate: a workbook's calendar covers 1900-03-01 to 9999-12-30",
		`{"commencementDate":"9999-01-01","termMonths":12,"paymentAmount":1,"discountRateAnnual":0}`:                                        "commencementDate: a workbook's calendar covers",
		`{"commencementDate":"2026-01-01","termMonths":12,"paymentAmount":1,"discountRateAnnual":0,"leaseIncentives":9999999999999.995}`:    "leaseIncentives: a workbook holds amounts below",
		`{"commencementDate":"2026-01-01","termMonths":100,"paymentAmount":100000000000,"discountRateAnnual":0,"classification":"finance"}`: "paymentAmount: a workbook holds figures below",
	} {
		var file bytes.Buffer
		err := workbook.Write(&file, compute(t, body), options)
		var limit *spreadsheet.LimitError
		if !errors.As(err, &limit) || !strings.HasPrefix(err.Error(), want) || file.Len() > 0 {
			t.Errorf("%s: got %v and %d bytes, want %q", body, err, file.Len(), want)
		}
	}
	for _, body := range []string{
		`{"commencementDate":"1900-03-01","termMonths":12,"paymentAmount":833333333333.33,"discountRateAnnual":0}`,
		`{"commencementDate":"9998-12-31","termMonths":12,"paymentAmount":0.001,"discountRateAnnual":1}`,
	} {
		if err := workbook.Write(&bytes.Buffer{}, compute(t, body), options); err != nil {
			t.Errorf("%s: %v", body, err)
		}
	}
}

// No figure is typed in: outside the inputs and the service's own figures, every
// number is a formula, except the numbers of the rows and the zeros that the
// recursions start from.
func TestEveryFigureIsAFormula(t *testing.T) {
	t.Parallel()
	for _, s := range samples {
		counters := map[string]string{"Schedule": "A", "Workings": "A", "Balances": "A", "Rents": "A", "Basis": "B"}
		for sheet, cells := range sheettest.Read(t, write(t, compute(t, s.body))) {
			if sheet == "Lease" || sheet == "Service" || sheet == "Check" {
				continue
			}
			for ref, c := range cells {
				number := strings.Trim(c.Value, "-.0123456789") == "" && c.Value != "" && c.Value != "0"
				if number && c.Formula == "" && strings.TrimRight(ref, "0123456789") != counters[sheet] {
					t.Errorf("%s: %s!%s is %s and no formula", s.name, sheet, ref, c.Value)
				}
			}
		}
	}
}

// A reader finds the sheets, the names of the inputs, frozen headings, print
// areas one page wide, and the chart.
func TestTheWorkbookIsMadeForReaders(t *testing.T) {
	t.Parallel()
	f, err := excelize.OpenReader(bytes.NewReader(write(t, compute(t, samples[0].body))))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // it was only read
	for _, sheet := range []string{"Lease", "Summary", "Classification", "Schedule", "Journal", "Disclosures", "Check", "Basis"} {
		layout, err := f.GetPageLayout(sheet)
		if err != nil {
			t.Fatal(err)
		}
		if layout.FitToWidth == nil || *layout.FitToWidth != 1 {
			t.Errorf("%s does not fit the page in width", sheet)
		}
	}
	for _, sheet := range []string{"Lease", "Schedule", "Journal"} {
		if panes, err := f.GetPanes(sheet); err != nil || !panes.Freeze {
			t.Errorf("%s: headings are not frozen (%v)", sheet, err)
		}
	}
	names, areas := map[string]bool{}, 0
	for _, n := range f.GetDefinedName() {
		names[n.Name] = true
		if n.Name == "_xlnm.Print_Area" {
			areas++
		}
	}
	for _, field := range []string{"standard", "commencementDate", "paymentAmount", "discountRateAnnual", "assetFairValue", "leaseClass", "initialLiability"} {
		if !names[field] {
			t.Errorf("no cell is named %s", field)
		}
	}
	if areas != len(f.GetSheetList()) {
		t.Errorf("%d print areas on %d sheets", areas, len(f.GetSheetList()))
	}
	archive := sheettest.Sizes(t, write(t, compute(t, samples[0].body)))
	if archive["xl/charts/chart1.xml"] == 0 {
		t.Error("there is no chart")
	}
}

// What the formulas do not know is refused before anything is written: a workbook
// never shows figures that its formulas would contradict.
func TestLeasesThatAWorkbookDoesNotRecomputeAreRefused(t *testing.T) {
	t.Parallel()
	for field, members := range map[string]string{
		"rentSteps":               `"rentSteps":[{"from":"2027-01-01","paymentAmount":200}]`,
		"annualEscalationAmount":  `"annualEscalationAmount":5`,
		"rentFree":                `"rentFree":[{"from":"2026-02-01","months":1}]`,
		"otherPayments":           `"otherPayments":[{"date":"2026-02-10","amount":50}]`,
		"basis":                   `"basis":{"discounting":"effective"}`,
		"restorationCost":         `"standard":"IFRS_16","restorationCost":10`,
		"guaranteedResidualValue": `"guaranteedResidualValue":10`,
		"assetTotalLifeMonths":    `"assetEconomicLifeMonths":20,"assetTotalLifeMonths":200`,
		"fund":                    `"standard":"GASB_87","fund":"governmental"`,
		"currency":                `"currency":"JPY"`,
		"events":                  `"events":[{"date":"2026-06-01","type":"impairment","impairmentLoss":1}]`,
		"openingRouAsset":         `"openingRouAsset":1000`,
		"exemption":               `"exemption":"short_term"`,
	} {
		term := "24"
		if field == "exemption" {
			term = "12"
		}
		r := compute(t, `{"commencementDate":"2026-01-01","termMonths":`+term+`,"paymentAmount":100,"discountRateAnnual":0.05,`+members+`}`)
		var file bytes.Buffer
		if err := workbook.Write(&file, r, options); err == nil || file.Len() > 0 || workbook.Recomputes(r) {
			t.Errorf("%s: got %v and %d bytes", field, err, file.Len())
		}
	}
	for _, members := range []string{
		`"currency":"EUR","id":"L-1","name":"Office","tags":{"entity":"E"}`, `"basis":{"discounting":"nominal"},"fund":"government_wide","standard":"GASB_87"`,
	} {
		body := `{"commencementDate":"2026-01-01","termMonths":24,"paymentAmount":100,"discountRateAnnual":0.05,` + members + `}`
		if err := workbook.Write(&bytes.Buffer{}, compute(t, body), options); err != nil {
			t.Errorf("%s: %v", members, err)
		}
	}
}

// Accountants read the labels of a form: no name of the API, no technical input,
// yes and no, titles of standards, and a third verdict where an input is
// missing.
func TestTheWorkbookSpeaksToAccountants(t *testing.T) {
	t.Parallel()
	const body = `{"standard":"ASC_842","commencementDate":"2026-01-01","termMonths":24,"paymentAmount":1000,"discountRateAnnual":0.06,` +
		`"transfersOwnership":false,"specializedAsset":true}`
	sheets := sheettest.Read(t, write(t, compute(t, body)))
	column := func(sheet, letter string) string {
		var texts []string
		for row := 1; row < 100; row++ {
			texts = append(texts, sheets[sheet][letter+strconv.Itoa(row)].Value)
		}
		return strings.Join(texts, "|")
	}
	labels, values := column("Lease", "A"), column("Lease", "B")
	fields := 0
	for row := 5; sheets["Lease"]["D"+strconv.Itoa(row)].Value != ""; row++ {
		label, field := sheets["Lease"]["A"+strconv.Itoa(row)].Value, sheets["Lease"]["D"+strconv.Itoa(row)].Value
		if fields++; label == "" || label != wording.Label(field) {
			t.Errorf("%s is labelled %q", field, label)
		}
	}
	if fields != 19 {
		t.Errorf("the workbook has %d inputs", fields)
	}
	if strings.Contains(labels, "urther") || !strings.Contains(values, "|ASC 842|") || !strings.Contains(values, "|no|") || !strings.Contains(values, "|yes|") {
		t.Errorf("the inputs are %s and %s", labels, values)
	}
	if got := column("Classification", "D"); !strings.Contains(got, "|not met|not tested|not tested|not tested|met|") {
		t.Errorf("the verdicts are %s", got)
	}
	for sheet, cells := range sheets {
		for ref, c := range cells {
			if c.Value == "TRUE" || c.Value == "FALSE" {
				t.Errorf("%s!%s is %s", sheet, ref, c.Value)
			}
		}
	}
}

// The disclosures reconcile: maturities less imputed interest are the liability,
// and so are its parts.
func TestDisclosuresOfTheWorkbookReconcile(t *testing.T) {
	t.Parallel()
	for _, s := range samples {
		r := compute(t, s.body)
		cells := sheettest.Read(t, write(t, r))["Disclosures"]
		values := map[string][]string{}
		for row := 1; row < 40; row++ {
			name := cells["A"+strconv.Itoa(row)].Value
			values[name] = append(values[name], cells["B"+strconv.Itoa(row)].Value)
		}
		figure := func(a money.Amount) string { return strconv.FormatFloat(parse(t, a.String()), 'f', -1, 64) }
		liability := figure(r.InitialLiability)
		if got := values[wording.LeaseLiability]; len(got) != 2 || got[0] != liability || got[1] != liability {
			t.Errorf("%s: the liability is %s, want twice %s", s.name, got, liability)
		}
		for name, want := range map[string]money.Amount{
			wording.TotalPayments: r.TotalUndiscountedPayments, wording.LessInterest: r.Disclosures.ImputedInterest,
			wording.CurrentPortion: r.Disclosures.CurrentLiability, wording.LongTermPortion: r.Disclosures.LongTermLiability,
		} {
			if got := values[name]; len(got) != 1 || got[0] != figure(want) {
				t.Errorf("%s: %s is %s, want %s", s.name, name, got, want)
			}
		}
		standard := r.Lease.Standard
		if values[standard.RateHeading()] == nil || values[standard.TermHeading()+", months"] == nil {
			t.Errorf("%s: term and rate do not have the headings of %s", s.name, standard)
		}
	}
}

// Rows of wrapped texts have a height: not every program finds it by itself, and
// texts would print over each other.
func TestWrappedTextsHaveRoom(t *testing.T) {
	t.Parallel()
	f, err := excelize.OpenReader(bytes.NewReader(write(t, compute(t, samples[0].body))))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // it was only read
	for _, sheet := range []string{"Basis", "Classification"} {
		width, err := f.GetColWidth(sheet, "B")
		if err != nil {
			t.Fatal(err)
		}
		rows, err := f.GetRows(sheet)
		if err != nil {
			t.Fatal(err)
		}
		long := 0
		for i, cells := range rows {
			if len(cells) < 2 || float64(len(cells[1])) <= width {
				continue
			}
			long++
			height, err := f.GetRowHeight(sheet, i+1)
			if err != nil {
				t.Fatal(err)
			}
			if lines := float64(len(cells[1])) / width; height < 15*lines {
				t.Errorf("%s: row %d is %.0f points high for %.1f lines", sheet, i+1, height, lines)
			}
		}
		if long == 0 {
			t.Errorf("%s has no long text: the test shows nothing", sheet)
		}
	}
}

func parse(t *testing.T, text string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}
