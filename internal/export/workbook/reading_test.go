package workbook_test

import (
	"bytes"
	"maps"
	"strconv"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/sheettest"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// every returns all samples by name.
func every() map[string]sample {
	all := maps.Clone(samples)
	maps.Copy(all, plain)
	return all
}

// On the sheets of figures, every number is a formula. The exceptions are each row's number, days
// and months, and the entries of a governmental fund.
func TestEveryFigureIsAFormula(t *testing.T) {
	t.Parallel()
	fixed := map[string]string{"Summary": "", "Classification": "", "Disclosures": "", "Schedule": "ABCDE", "Journal": "A"}
	for name, s := range every() {
		r := compute(t, s.body)
		for sheet, cells := range sheettest.Read(t, write(t, r)) {
			columns, known := fixed[sheet]
			if !known || sheet == "Journal" && r.Lease.Fund.Value == leasehold.Governmental {
				continue
			}
			for ref, c := range cells {
				number := strings.Trim(c.Value, "-.0123456789") == "" && c.Value != ""
				if number && c.Formula == "" && !strings.Contains(columns, strings.TrimRight(ref, "0123456789")) {
					t.Errorf("%s: %s!%s is %s and no formula", name, sheet, ref, c.Value)
				}
			}
		}
	}
}

// The workbook of every lease has all sheets.
func TestEveryLeaseHasEverySheet(t *testing.T) {
	t.Parallel()
	for name, s := range every() {
		sheets := sheettest.Read(t, write(t, compute(t, s.body)))
		for _, sheet := range []string{"Lease", "Summary", "Classification", "Schedule", "Journal", "Disclosures", "Check", "Basis", "Terms", "Measurement 1", "Service"} {
			if len(sheets[sheet]) == 0 {
				t.Errorf("%s has no sheet %s", name, sheet)
			}
		}
	}
}

// The workbook has the expected sheets, names of input cells, frozen headings, print areas that are
// one page wide, and the chart.
func TestTheWorkbookIsReadable(t *testing.T) {
	t.Parallel()
	f, err := excelize.OpenReader(bytes.NewReader(write(t, compute(t, plain["operating_escalating"].body))))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // the file was only read
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
	for _, field := range []string{"termMonths", "paymentAmount", "discountRateAnnual", "assetFairValue", "leaseClass", "initialLiability"} {
		if !names[field] {
			t.Errorf("no cell is named %s", field)
		}
	}
	if areas != len(f.GetSheetList()) {
		t.Errorf("%d print areas on %d sheets", areas, len(f.GetSheetList()))
	}
	archive := sheettest.Sizes(t, write(t, compute(t, plain["operating_escalating"].body)))
	if archive["xl/charts/chart1.xml"] == 0 {
		t.Error("there is no chart")
	}
}

// The workbook uses the labels of an input form. It shows the words yes and no, and a third verdict
// if an input is missing. No cell contains a name of the API or a technical value.
func TestTheWorkbookUsesAccountingTerms(t *testing.T) {
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
	for _, field := range []string{
		"paymentAmount", "discountRateAnnual", "annualEscalationPct", "prepaidRent", "initialDirectCosts", "leaseIncentives", "residualValueGuarantee",
		"assetFairValue", "specializedAsset", "transfersOwnership", "purchaseOptionReasonablyCertain", "assetEconomicLifeMonths", "assetTotalLifeMonths",
		"standard", "commencementDate", "paymentFrequency", "paymentTiming", "classification",
	} {
		if n := strings.Count(labels, "|"+wording.Label(field)+"|"); n != 1 {
			t.Errorf("%s is there %d times", field, n)
		}
	}
	if !strings.Contains(values, "|ASC 842 (US GAAP)|") || !strings.Contains(values, "|no|") || !strings.Contains(values, "|yes|") {
		t.Errorf("the inputs are %s", values)
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

// The disclosures reconcile: the maturities less imputed interest equal the liability, and the
// current and noncurrent portions add up to the liability.
func TestDisclosuresOfTheWorkbookReconcile(t *testing.T) {
	t.Parallel()
	for name, s := range every() {
		r := compute(t, s.body)
		if r.Lease.Exemption != leasehold.NoExemption {
			continue
		}
		places := wording.Places(&r.Lease)
		cells := sheettest.Read(t, write(t, r))["Disclosures"]
		values := map[string][]string{}
		for row := 1; row < 40; row++ {
			label := cells["A"+strconv.Itoa(row)].Value
			values[label] = append(values[label], cells["B"+strconv.Itoa(row)].Value)
		}
		figure := func(a money.Amount) string {
			return strconv.FormatFloat(parse(t, string(a.AppendPlaces(nil, places))), 'f', -1, 64)
		}
		liability := figure(r.InitialLiability)
		if got := values[r.Lease.Standard.Say(wording.LeaseLiability)]; len(got) != 2 || got[0] != liability || got[1] != liability {
			t.Errorf("%s: the liability is %s, want twice %s", name, got, liability)
		}
		for label, want := range map[string]money.Amount{
			wording.TotalPayments: r.TotalUndiscountedPayments, wording.LessInterest: r.Disclosures.ImputedInterest,
			wording.CurrentPortion: r.Disclosures.CurrentLiability, wording.LongTermPortion: r.Disclosures.LongTermLiability,
		} {
			if got := values[r.Lease.Standard.Say(label)]; len(got) != 1 || got[0] != figure(want) {
				t.Errorf("%s: %s is %s, want %s", name, label, got, want)
			}
		}
		standard := r.Lease.Standard
		if values[standard.RateHeading()] == nil || values[standard.TermHeading()+", months"] == nil {
			t.Errorf("%s: term and rate do not have the headings of %s", name, standard)
		}
	}
}

// Rows with wrapped text have an explicit height. Without an explicit height, some programs would
// print lines over one another.
func TestWrappedTextsHaveRoom(t *testing.T) {
	t.Parallel()
	f, err := excelize.OpenReader(bytes.NewReader(write(t, compute(t, plain["operating_escalating"].body))))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // the file was only read
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
