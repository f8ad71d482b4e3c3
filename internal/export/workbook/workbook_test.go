package workbook_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/paper"
	"github.com/leasehold-accounting/leasehold/internal/export/sheettest"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/export/workbook"
)

// sample is a lease, together with changes to the inputs in the lease's workbook.
type sample struct {
	body    string
	typed   map[string]string // changed inputs, by cell name
	changes map[string]any    // the same changes, by path in the API contract
}

var samples = map[string]sample{
	"steps_free_singles_effective": {
		`{"commencementDate":"2026-01-31","termMonths":62,"paymentAmount":10000,"discountRateAnnual":0.06,"paymentFrequency":"quarterly","annualEscalationPct":0.03,
			"rentSteps":[{"from":"2027-07-31","paymentAmount":11000}],"rentFree":[{"from":"2026-01-31","months":2},{"from":"2027-04-30","months":4,"share":0.5}],
			"otherPayments":[{"date":"2026-03-10","amount":5000},{"date":"2026-07-31","amount":700},{"date":"2027-01-30","amount":900,"kind":"incentive"}],
			"basis":{"discounting":"effective","commencementPayment":"settled"},"initialDirectCosts":1234.56,"classification":"finance"}`,
		map[string]string{"paymentAmount": sheettest.Number(12500.5), "discounting": sheettest.Text("actual_365"), "commencementPayment": sheettest.Text("liability"), "rentFreeShare_2": sheettest.Number(0.25)},
		map[string]any{"paymentAmount": 12500.5, "basis.discounting": "actual_365", "basis.commencementPayment": "liability", "rentFree.1.share": 0.25},
	},
	"days_arrears_amount": {
		`{"standard":"IFRS_16","commencementDate":"2024-02-29","termMonths":37,"paymentAmount":2500.55,"discountRateAnnual":0.0725,"paymentTiming":"arrears","annualEscalationAmount":60.5,
			"basis":{"discounting":"actual_365"},"restorationCost":8000,"residualValueGuarantee":4000,"otherPayments":[{"date":"2025-05-17","amount":1500}]}`,
		map[string]string{"annualEscalationAmount": sheettest.Number(75), "otherPayment_1": sheettest.Number(99.99), "restorationCost": sheettest.Number(1000), "discounting": sheettest.Text("nominal")},
		map[string]any{"annualEscalationAmount": 75, "otherPayments.0.amount": 99.99, "restorationCost": 1000, "basis.discounting": "nominal"},
	},
	"exempt": {
		`{"exemption":"short_term","commencementDate":"2026-01-01","termMonths":11,"paymentAmount":1000,"discountRateAnnual":0.06,"initialDirectCosts":50,"prepaidRent":30,"leaseIncentives":7,"rentFree":[{"from":"2026-01-01","months":2}]}`,
		map[string]string{"paymentAmount": sheettest.Number(900)},
		map[string]any{"paymentAmount": 900},
	},
	"exempt_gasb": {
		`{"standard":"GASB_87","exemption":"short_term","commencementDate":"2026-01-01","termMonths":11,"paymentAmount":1000,"discountRateAnnual":0.06,"initialDirectCosts":50}`, nil, nil,
	},
	"dinars_taken_over": {
		`{"id":"L-1","name":"Büro","currency":"KWD","commencementDate":"2026-01-15","termMonths":18,"paymentAmount":1000.555,"discountRateAnnual":0.06,"openingRouAsset":20000.125}`,
		map[string]string{"openingRouAsset": sheettest.Number(15000.5)},
		map[string]any{"openingRouAsset": 15000.5},
	},
	"yen_remeasured": {
		`{"standard":"IFRS_16","currency":"JPY","commencementDate":"2026-01-01","termMonths":48,"paymentAmount":100000,"discountRateAnnual":0.03,
			"events":[{"date":"2027-07-16","type":"index","paymentAmount":110000},{"date":"2028-01-01","type":"purchase","price":3000000}]}`,
		map[string]string{"event1_paymentAmount": sheettest.Number(95000), "event2_price": sheettest.Number(100000)},
		map[string]any{"events.0.paymentAmount": 95000, "events.1.price": 100000},
	},
	"one_of_each_operating": {
		`{"commencementDate":"2026-01-01","termMonths":60,"paymentAmount":5000,"discountRateAnnual":0.05,"annualEscalationPct":0.02,"events":[
			{"date":"2027-01-01","type":"index","changePct":0.04},{"date":"2027-03-10","type":"contingency_resolved","otherPayments":[{"date":"2027-09-20","amount":2000}],"initialDirectCosts":100},
			{"date":"2027-06-10","type":"impairment","impairmentLoss":10000},{"date":"2027-08-05","type":"residual_guarantee","residualValueGuarantee":6000},
			{"date":"2027-11-20","type":"reassessment","termMonths":72,"discountRateAnnual":0.055,"rentSteps":[{"from":"2029-01-01","paymentAmount":6000}]},
			{"date":"2028-03-20","type":"modification","discountRateAnnual":0.06,"retainedShare":0.5,"paymentAmount":2500,"leaseIncentives":300},
			{"date":"2028-03-20","type":"index","changePct":0.1},{"date":"2029-02-15","type":"termination","penalty":8000}]}`,
		map[string]string{"event1_changePct": sheettest.Number(0.05), "event3_impairmentLoss": sheettest.Number(12345.67), "event6_retainedShare": sheettest.Number(0.6), "event8_penalty": sheettest.Number(-500)},
		map[string]any{"events.0.changePct": 0.05, "events.2.impairmentLoss": 12345.67, "events.5.retainedShare": 0.6, "events.7.penalty": -500},
	},
	"gasb_shorter": {
		`{"standard":"GASB_87","commencementDate":"2026-01-15","termMonths":60,"paymentAmount":9000,"discountRateAnnual":0.045,"paymentFrequency":"quarterly","paymentTiming":"arrears","assetEconomicLifeMonths":50,
			"otherPayments":[{"date":"2027-02-20","amount":3000},{"date":"2028-11-02","amount":4000}],
			"events":[{"date":"2027-03-03","type":"index","changePct":0.05},{"date":"2027-05-05","type":"impairment","impairmentLoss":1000},{"date":"2027-08-08","type":"modification","discountRateAnnual":0.05,"termMonths":45,"retainedShare":0.75},
			{"date":"2028-01-01","type":"purchase","price":100}]}`,
		map[string]string{"event3_discountRateAnnual": sheettest.Number(0.03), "otherPayment_1": sheettest.Number(2000)},
		map[string]any{"events.2.discountRateAnnual": 0.03, "otherPayments.0.amount": 2000},
	},
	"asc_by_liability_effective": {
		`{"commencementDate":"2026-01-01","termMonths":120,"paymentAmount":100000,"discountRateAnnual":0.06,"paymentFrequency":"annual","paymentTiming":"arrears","annualEscalationPct":0.05,"basis":{"discounting":"effective"},
			"events":[{"date":"2030-05-17","type":"modification","discountRateAnnual":0.07,"paymentAmount":68000,"retainedShare":0.5,"proportion":"liability","classification":"finance","assetEconomicLifeMonths":70}]}`,
		map[string]string{"event1_paymentAmount": sheettest.Number(60000)},
		map[string]any{"events.0.paymentAmount": 60000},
	},
	"frs_grant": {
		`{"standard":"FRS_102","commencementDate":"2026-01-01","termMonths":36,"paymentAmount":900,"discountRateAnnual":0.04,"grantElement":5000,"restorationCost":300,
			"events":[{"date":"2027-02-10","type":"reassessment","termMonths":48},{"date":"2027-09-01","type":"modification","retainedShare":0.5,"paymentAmount":450}]}`,
		map[string]string{"grantElement": sheettest.Number(1234.5), "event2_retainedShare": sheettest.Number(0.4)},
		map[string]any{"grantElement": 1234.5, "events.1.retainedShare": 0.4},
	},
	"gasb_96": {
		`{"standard":"GASB_96","commencementDate":"2026-01-01","termMonths":36,"paymentAmount":12000,"discountRateAnnual":0.04,"paymentFrequency":"annual","initialDirectCosts":700,"prepaidRent":90}`,
		map[string]string{"initialDirectCosts": sheettest.Number(900)},
		map[string]any{"initialDirectCosts": 900},
	},
	"fund": {
		`{"standard":"GASB_87","fund":"governmental","commencementDate":"2026-07-01","termMonths":36,"paymentAmount":900,"discountRateAnnual":0.04,"paymentTiming":"arrears",
			"events":[{"date":"2027-07-01","type":"modification","termMonths":48,"discountRateAnnual":0.05}]}`, nil, nil,
	},
	"changed_by_zero": {
		`{"standard":"IFRS_16","commencementDate":"2026-01-01","termMonths":18,"paymentAmount":1000,"discountRateAnnual":0.05,"events":[{"date":"2027-01-01","type":"index","changePct":0}]}`,
		map[string]string{"event1_changePct": sheettest.Number(0.04)},
		map[string]any{"events.0.changePct": 0.04},
	},
	"advance_extended_quarter": {
		`{"standard":"IFRS_16","commencementDate":"2026-01-01","termMonths":28,"paymentAmount":3000,"discountRateAnnual":0.05,"paymentFrequency":"quarterly","events":[{"date":"2028-02-10","type":"reassessment","termMonths":40,"discountRateAnnual":0.05}]}`, nil, nil,
	},
}

var options = paper.Options{Currency: "USD", Version: "test"}

func compute(tb testing.TB, body string) *leasehold.Result {
	tb.Helper()
	l, err := leasehold.Decode([]byte(body))
	if err != nil {
		tb.Fatal(err)
	}
	r, err := leasehold.Compute(l)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

func write(t *testing.T, r *leasehold.Result) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := workbook.Write(&file, r, options); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// changed returns a lease in which the values at the given paths are replaced.
func changed(t *testing.T, body string, changes map[string]any) string {
	t.Helper()
	var lease any
	if err := json.Unmarshal([]byte(body), &lease); err != nil {
		t.Fatal(err)
	}
	for path, value := range changes {
		at := lease
		parts := strings.Split(path, ".")
		for _, p := range parts[:len(parts)-1] {
			if n, err := strconv.Atoi(p); err == nil {
				at = at.([]any)[n]
			} else {
				at = at.(map[string]any)[p]
			}
		}
		at.(map[string]any)[parts[len(parts)-1]] = value
	}
	out, err := json.Marshal(lease)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

var (
	leases = flag.Int("leases", 4, "random leases of even payments that LibreOffice recalculates")
	lives  = flag.String("lives", "testdata/lives.ndjson", "random leases of every kind that LibreOffice recalculates, one per line")
)

// LibreOffice recalculates every workbook from the inputs after all stored values are removed, and
// each amount equals the service's amount. After inputs are changed in the workbook, each amount
// equals the service's amount for the changed lease. A workbook with changed inputs is still
// internally consistent, and omits the comparison with the service's amounts.
func TestLibreOfficeRecalculatesTheServicesFigures(t *testing.T) {
	t.Parallel()
	list, drawn := maps.Clone(samples), randomLives(t)
	maps.Copy(list, plain)
	if testing.Short() {
		delete(list, "ifrs_century") // LibreOffice spends half of its time on these 1,200 months
		drawn = drawn[len(drawn)/2:]
	}
	for i, s := range randomSamples(*leases) {
		list[fmt.Sprintf("plain_%03d", i)] = s
	}
	for i, body := range drawn {
		list[fmt.Sprintf("random_%03d", i)] = sample{body: body}
	}
	dir := t.TempDir()
	want := map[string][]byte{}
	for name, s := range list {
		var file bytes.Buffer
		if err := workbook.Write(&file, compute(t, s.body), options); err != nil {
			if _, ok := errors.AsType[*spreadsheet.LimitError](err); !ok || !strings.Contains(name, "_0") {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		after := compute(t, changed(t, s.body, s.changes))
		changes := s.typed != nil
		if strings.HasPrefix(name, "plain_") && after.Class != compute(t, s.body).Class {
			changes = false // the rows belong to the class before the change
		}
		if !changes || !testing.Short() { // a short run recalculates a changed sample only once, with its changes
			save(t, dir, name+".xlsx", sheettest.Retype(t, file.Bytes(), nil))
			want[name+".xlsx"] = file.Bytes()
		}
		if changes {
			save(t, dir, name+"_changed.xlsx", sheettest.Retype(t, file.Bytes(), s.typed))
			want[name+"_changed.xlsx"] = write(t, after)
		}
	}
	sheettest.Recalculate(t, dir)
	figures := 0
	for name, file := range want {
		got, err := os.ReadFile(filepath.Join(dir, "out", name))
		if err != nil {
			t.Fatal(err)
		}
		recalculated := sheettest.Read(t, got)
		typed := strings.HasSuffix(name, "_changed.xlsx")
		figures += compare(t, name, sheettest.Read(t, file), recalculated, typed)
		if verdicts := verdictsOf(recalculated); typed && verdicts != [3]string{"OK", "not compared", "changed since export"} || !typed && verdicts != [3]string{"OK", "OK", "as exported"} {
			t.Errorf("%s: the verdicts are %q", name, verdicts)
		}
	}
	t.Logf("%d workbooks, %d formula cells with a figure", len(want), figures)
}

func verdictsOf(sheets map[string]map[string]sheettest.Cell) [3]string {
	check := sheets["Check"]
	return [3]string{check["B4"].Value, check["B5"].Value, check["B6"].Value}
}

// The rows of the schedule depend on the class. If changed inputs result in another class, the
// workbook reports that it is not consistent.
func TestADifferentClassIsDetected(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := write(t, compute(t, plain["operating_escalating"].body))
	save(t, dir, "class.xlsx", sheettest.Retype(t, file, map[string]string{"assetFairValue": sheettest.Number(400000)}))
	sheettest.Recalculate(t, dir)
	got, err := os.ReadFile(filepath.Join(dir, "out", "class.xlsx"))
	if err != nil {
		t.Fatal(err)
	}
	if verdicts := verdictsOf(sheettest.Read(t, got)); verdicts != [3]string{"DIFFERS", "not compared", "changed since export"} {
		t.Errorf("the verdicts are %q", verdicts)
	}
}

// The same lease produces identical bytes. A lease that does not fit into a spreadsheet is rejected
// before anything is written, and the error names the field.
func TestEqualInputGivesEqualBytesAndInvalidInputIsRejected(t *testing.T) {
	t.Parallel()
	body := samples["one_of_each_operating"].body
	if !bytes.Equal(write(t, compute(t, body)), write(t, compute(t, body))) {
		t.Error("the same lease gives other bytes")
	}
	events := strings.Repeat(`{"date":"2026-02-01","type":"index","changePct":0.01},`, 41)
	singles := ""
	for day := 2; day <= 28; day++ {
		singles += fmt.Sprintf(`{"date":"2026-01-%02d","amount":1},{"date":"2026-01-%02d","amount":2},`, day, day)
	}
	for field, body := range map[string]string{
		"otherPayments":    `{"commencementDate":"2026-01-01","termMonths":24,"paymentAmount":900,"discountRateAnnual":0.05,"otherPayments":[` + singles[:len(singles)-1] + `]}`,
		"paymentAmount":    `{"commencementDate":"2026-01-01","termMonths":24,"paymentAmount":9000000000,"discountRateAnnual":0.05,"basis":{"discounting":"effective"}}`,
		"assetFairValue":   `{"commencementDate":"2026-01-01","termMonths":24,"paymentAmount":900,"discountRateAnnual":0.05,"assetFairValue":10000000000}`,
		"leaseIncentives":  `{"commencementDate":"2026-01-01","termMonths":24,"paymentAmount":900,"discountRateAnnual":0.05,"leaseIncentives":99999999999}`,
		"commencementDate": `{"commencementDate":"1890-01-01","termMonths":24,"paymentAmount":900,"discountRateAnnual":0.05,"basis":{"discounting":"effective"}}`,
		"events":           `{"commencementDate":"2026-01-01","termMonths":24,"paymentAmount":900,"discountRateAnnual":0.05,"events":[` + events[:len(events)-1] + `]}`,
	} {
		var file bytes.Buffer
		err := workbook.Write(&file, compute(t, body), options)
		if limit, ok := errors.AsType[*spreadsheet.LimitError](err); !ok || limit.Field != field || file.Len() > 0 {
			t.Errorf("%s: %v, %d bytes", field, err, file.Len())
		}
	}
}

func randomLives(t *testing.T) []string {
	t.Helper()
	file, err := os.ReadFile(*lives)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(file)), "\n")
}

func save(t *testing.T, dir, name string, file []byte) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), file, 0o600); err != nil {
		t.Fatal(err)
	}
}

func compare(t *testing.T, name string, want, got map[string]map[string]sheettest.Cell, typed bool) (figures int) {
	t.Helper()
	faults := 0
	for sheet, cells := range want {
		if typed && (sheet == "Check" || sheet == "Service") {
			continue
		}
		for ref, w := range cells {
			g := got[sheet][ref]
			if w.Formula == "" {
				continue
			}
			if strings.HasPrefix(g.Value, "#") || strings.HasPrefix(g.Value, "Err") {
				t.Errorf("%s: %s!%s: %s = %s", name, sheet, ref, w.Formula, g.Value)
				faults++
			}
			if w.Value == "" && sheet != "Journal" || typed && (w.Formula == "exportResult") {
				continue
			}
			figures++
			if !same(w.Value, g.Value) {
				t.Errorf("%s: %s!%s: %s = %q, the service says %q", name, sheet, ref, w.Formula, g.Value, w.Value)
				faults++
			}
			if faults > 12 {
				t.Errorf("%s: and more", name)
				return figures
			}
		}
	}
	return figures
}

// same reports whether two numbers differ by less than half a minor unit of the currency with the
// most decimals.
func same(want, got string) bool {
	w, err := strconv.ParseFloat(want, 64)
	if err != nil {
		return want == got
	}
	g, err := strconv.ParseFloat(got, 64)
	return err == nil && math.Abs(w-g) < 0.0004
}
