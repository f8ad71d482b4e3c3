package export_test

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/export/disclosure"
	"github.com/leasehold-accounting/leasehold/internal/export/paper"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// withComparative returns the disclosure workbook for the leases of these tests, and the two
// reports in it. The reporting period is 2027 and the comparative period is 2026. A tag contains
// the asset class.
func withComparative(t *testing.T) (content []byte, now, before *portfolio.Report) {
	t.Helper()
	now, before = reportOf(t, "2027-01-01", "2027-12-31", `,"groupBy":["currency"]`), reportOf(t, "2026-01-01", "2026-12-31", `,"groupBy":["currency"]`)
	var b bytes.Buffer
	question := *now.Question
	question.GroupBy, question.AssetClassTag = nil, "entity"
	err := disclosure.Write(&b, &portfolio.Report{
		Question: &question, Leases: now.Leases, Notes: now.Notes, Sum: now.Sum,
		Comparative: &portfolio.Comparative{Comparison: portfolio.Comparison{Interval: portfolio.Interval{From: before.Question.From, To: before.Question.To}}, Sum: before.Sum, Leases: before.Leases},
	}, paper.Options{Currency: "USD", Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), now, before
}

// cells returns a sheet's rows.
func cells(t *testing.T, f *excelize.File, sheet string) [][]string {
	t.Helper()
	rows, err := f.GetRows(sheet, excelize.Options{RawCellValue: true})
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// amountAt returns the number under the given heading, from the first row with the given label.
func amountAt(t *testing.T, rows [][]string, heading, label string) float64 {
	t.Helper()
	column := -1
	for _, row := range rows {
		if i := slices.Index(row, heading); i >= 0 {
			column = i
		}
		if column >= 0 && len(row) > column && row[0] == label {
			x, err := strconv.ParseFloat(row[column], 64)
			if err != nil {
				t.Fatal(err)
			}
			return x
		}
	}
	t.Fatalf("no %s under %s", label, heading)
	return 0
}

// METHOD 22.1: the comparative column contains the figures of a report on the comparative period.
// LibreOffice recalculates it from the Comparative sheet. The other columns are unchanged.
func TestMethod22_1_ComparativeColumnsOfTheWorkbook(t *testing.T) {
	t.Parallel()
	content, now, before := withComparative(t)
	made, formulas := recalculates(t, content)
	if formulas < 1000 {
		t.Errorf("%d formulas only", formulas)
	}
	rows := cells(t, made, "Rollforwards")
	for to, r := range map[string]*portfolio.Report{"2027-12-31": now, "2026-12-31": before} {
		alone, err := excelize.OpenReader(bytes.NewReader(paperOf(t, "xlsx", operations.Report.Name, r, export.Options{Version: "test", Currency: "USD"})))
		if err != nil {
			t.Fatal(err)
		}
		single := cells(t, alone, "Rollforwards")
		for _, heading := range single[3][1:] {
			if !slices.Contains(rows[3], heading+", "+to) {
				t.Errorf("there is no column %s, %s in %q", heading, to, rows[3])
				continue
			}
			for _, label := range []string{"Opening", "Additions", "Interest", "Payments", "Closing"} {
				if x, y := amountAt(t, rows, heading+", "+to, label), amountAt(t, single, heading, label); x != y {
					t.Errorf("%s of %s on %s is %v, alone %v", label, heading, to, x, y)
				}
			}
		}
	}
	if names := made.GetSheetList(); !slices.Contains(names, "Comparative") {
		t.Errorf("%q", names)
	}
}

// If a tag contains the asset class, the notes show cost, accumulated depreciation, additions,
// depreciation and carrying amount for each asset class. Governments' notes show their major
// classes. The classes add up to the totals.
func TestMethod25_10_TablesByClassOfAsset(t *testing.T) {
	t.Parallel()
	content, _, _ := withComparative(t)
	made, err := excelize.OpenReader(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	for sheet, test := range map[string]struct{ title, carried, closing string }{
		"IFRS 16 note": {"Right-of-use assets by class of asset, USD, 2027-12-31", "Carrying amount", "Carrying amount"},
		"GASB 87 note": {"Lease assets by major class, net, USD, 2027-12-31", "Ending", "Lease assets, net"},
	} {
		rows := cells(t, made, sheet)
		start := slices.IndexFunc(rows, func(row []string) bool { return len(row) > 0 && row[0] == test.title })
		if start < 0 {
			t.Errorf("%s has no table %q", sheet, test.title)
			continue
		}
		column, sum, classes := slices.Index(rows[start], test.carried), 0.0, 0
		for _, row := range rows[start+1:] {
			x, err := strconv.ParseFloat(row[column], 64)
			if err != nil {
				t.Fatal(err)
			}
			if row[0] == "Total" {
				if math.Abs(x-sum) > 0.001 || classes == 0 {
					t.Errorf("%s: %d classes add up to %v, the total is %v", sheet, classes, sum, x)
				}
				if y := amountAt(t, rows, "USD, 2027-12-31", test.closing); math.Abs(x-y) > 0.001 {
					t.Errorf("%s: the classes are %v, the note has %v", sheet, x, y)
				}
				break
			}
			classes, sum = classes+1, sum+x
		}
	}
}

// METHOD 25.10: in governments' notes, each class has a beginning balance, increases, decreases and
// an ending balance, for both cost and accumulated amortization. The lines add up.
func TestMethod25_10_MajorClassesRollForward(t *testing.T) {
	t.Parallel()
	content, _, _ := withComparative(t)
	made, err := excelize.OpenReader(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	for sheet, noun := range map[string]string{"GASB 87 note": "Lease assets", "GASB 96 note": "Subscription assets"} {
		rows := cells(t, made, sheet)
		for _, title := range []string{noun + " by major class", "Accumulated amortization of " + strings.ToLower(noun) + " by major class"} {
			start := slices.IndexFunc(rows, func(row []string) bool { return len(row) > 0 && row[0] == title+", USD, 2027-12-31" })
			if start < 0 || !slices.Equal(rows[start][1:5], []string{"Beginning", "Increases", "Decreases", "Ending"}) {
				t.Fatalf("%s has no table %q", sheet, title)
			}
			classes := 0
			for _, row := range rows[start+1:] {
				var amounts [4]float64
				for i := range amounts {
					if amounts[i], err = strconv.ParseFloat(row[1+i], 64); err != nil {
						t.Fatal(err)
					}
				}
				if math.Abs(amounts[0]+amounts[1]+amounts[2]-amounts[3]) > 0.001 {
					t.Errorf("%s, %s, %s: %v does not foot", sheet, title, row[0], amounts)
				}
				if classes++; row[0] == "Total" {
					break
				}
			}
			if classes < 2 {
				t.Errorf("%s, %s: no classes", sheet, title)
			}
		}
	}
}

// The liability rollforward shows cash flows separately from non-cash changes (IAS 7.44A), and its
// lines add up.
func TestMethod25_10_CashAndNonCashChangesOfTheLiability(t *testing.T) {
	t.Parallel()
	content, now, _ := withComparative(t)
	made, err := excelize.OpenReader(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	rows := cells(t, made, "IFRS 16 note")
	start := slices.IndexFunc(rows, func(row []string) bool {
		return len(row) > 0 && row[0] == "Changes in liabilities from financing activities"
	})
	if start < 0 {
		t.Fatal("there is no such table")
	}
	column, sum, cash := slices.Index(rows[start], "USD, 2027-12-31"), 0.0, 0.0
	for _, row := range rows[start+1:] {
		x, err := strconv.ParseFloat(row[column], 64)
		if err != nil {
			t.Fatal(err)
		}
		if row[0] == "Closing" {
			if math.Abs(sum-x) > 0.001 || x == 0 {
				t.Errorf("the lines come to %v, the balance is %v", sum, x)
			}
			break
		}
		if sum += x; strings.HasPrefix(row[0], "Cash flows") {
			cash += x
		}
	}
	var paid float64
	for i := range now.Leases {
		if l := &now.Leases[i]; l.Lease.Standard.String() == "IFRS_16" && (l.Lease.Currency.String() == "" || l.Lease.Currency.String() == "USD") {
			paid += paidOn(t, l)
		}
	}
	if math.Abs(cash+paid) > 0.001 {
		t.Errorf("cash flows of %v, payments of %v", cash, paid)
	}
}

// METHOD 23: the lines of a note show the names of taxonomy elements. If a line covers two classes
// with different elements, it shows both names.
func TestMethod23_NamesInTheWorkbook(t *testing.T) {
	t.Parallel()
	content, _, _ := withComparative(t)
	made, err := excelize.OpenReader(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	for sheet, lines := range map[string]map[string]string{
		"ASC 842 note": {
			"Total lease cost": "us-gaap:LeaseCost", "(Gain) loss on lease changes": "us-gaap:GainLossOnTerminationOfLease (sign reversed)",
			"Current lease liabilities": "us-gaap:OperatingLeaseLiabilityCurrent, us-gaap:FinanceLeaseLiabilityCurrent",
			"Discount rate":             "us-gaap:OperatingLeaseWeightedAverageDiscountRatePercent, us-gaap:FinanceLeaseWeightedAverageDiscountRatePercent",
		},
		"IFRS 16 note": {"Depreciation": "ifrs-full:DepreciationRightofuseAssets (sign reversed)", "Principal": "ifrs-full:PaymentsOfLeaseLiabilitiesClassifiedAsFinancingActivities"},
		"GASB 87 note": {"Interest expense": ""},
	} {
		rows := cells(t, made, sheet)
		for label, want := range lines {
			i := slices.IndexFunc(rows, func(row []string) bool { return len(row) > 0 && row[0] == label })
			if i < 0 {
				t.Errorf("%s has no line %s", sheet, label)
				continue
			}
			if row := rows[i]; want != "" && row[len(row)-1] != want || want == "" && strings.Contains(strings.Join(row, " "), ":") {
				t.Errorf("%s: %s is %q, want %q", sheet, label, row, want)
			}
		}
	}
}

// paidOn returns the principal paid on a lease.
func paidOn(t *testing.T, l *portfolio.Line) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(string(l.Figures.Of(figure.LiabilityPayments).AppendPlaces(nil, l.Lease.Currency.Places())), 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}
