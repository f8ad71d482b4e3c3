package schedulefile_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/cell"
	"github.com/leasehold-accounting/leasehold/internal/columns"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/schedulefile"
	"github.com/leasehold-accounting/leasehold/reperform"
)

const body = `{"commencementDate":"2026-01-01","termMonths":24,"paymentAmount":10000,"discountRateAnnual":0.06}`

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

func read(tb testing.TB, file string, o schedulefile.Options) *schedulefile.Reading {
	tb.Helper()
	r, err := schedulefile.Read(strings.NewReader(file), o)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

func verify(tb testing.TB, r *leasehold.Result, reading *schedulefile.Reading) *reperform.Answer {
	tb.Helper()
	a, err := reperform.Verify(&reperform.Question{Lease: r.Lease, Theirs: reading.Theirs})
	if err != nil {
		tb.Fatal(err)
	}
	return a
}

// formatted returns a result's schedule as a CSV file with the given separator. Two callbacks write
// the amounts and dates in a user's format.
func formatted(r *leasehold.Result, sep string, amount func(string) string, date func(civil.Date) string) string {
	var b strings.Builder
	join := func(cells ...string) { b.WriteString(strings.Join(cells, sep) + "\r\n") }
	quoted := func(s string) string {
		if strings.Contains(s, sep) {
			return `"` + s + `"`
		}
		return s
	}
	join("Lease amortization schedule")
	join("Example Inc.", "Head office")
	join("")
	join("No.", "Payment date", "Opening balance", "Cash", "Interest expense", "Principal reduction", "Closing balance", "Days", "ROU amortization", "ROU asset", "Remarks")
	open := r.InitialLiability
	for i := range r.Schedule {
		p := &r.Schedule[i]
		cells := []string{fmt.Sprint(i + 1), date(p.Date)}
		for _, a := range []string{open.String(), p.Payment.String(), p.Interest.String(), p.Principal.String(), p.LiabilityClose.String()} {
			cells = append(cells, quoted(amount(a)))
		}
		cells = append(cells, "30", quoted(amount(p.RouAmortization.String())), quoted(amount(p.RouAssetClose.String())), "")
		join(cells...)
		open = p.LiabilityClose
	}
	join("Total", "", "", quoted(amount(r.TotalUndiscountedPayments.String())))
	return b.String()
}

// american formats an amount with commas as thousands separators and with parentheses around
// negative amounts.
func american(s string) string {
	sign := ""
	if rest, negative := strings.CutPrefix(s, "-"); negative {
		s, sign = rest, "("
	}
	whole, cents, _ := strings.Cut(s, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if s = "$" + whole + "." + cents; sign != "" {
		return sign + s + ")"
	}
	return s
}

func german(s string) string {
	return strings.NewReplacer(",", ".", ".", ",", "$", "", "(", "-", ")", "").Replace(american(s))
}

// A schedule in a user's spreadsheet format can be read, and agrees with the lease.
func TestSpecE_SchedulesOfUsersAreRead(t *testing.T) {
	t.Parallel()
	r := compute(t, body)
	us := func(d civil.Date) string { return fmt.Sprintf("%d/%d/%d", d.Month, d.Day, d.Year) }
	eu := func(d civil.Date) string { return fmt.Sprintf("%02d.%02d.%d", d.Day, d.Month, d.Year) }
	uk := func(d civil.Date) string { return fmt.Sprintf("%d/%d/%d", d.Day, d.Month, d.Year) }
	for name, file := range map[string]string{
		"United States": formatted(r, ",", american, us), "Germany": formatted(r, ";", german, eu), "United Kingdom, tabs": formatted(r, "\t", american, uk),
	} {
		reading := read(t, file, schedulefile.Options{})
		if a := verify(t, r, reading); !a.Agrees || len(reading.Theirs.Schedule) != 24 || a.Compared < 24*6 {
			t.Errorf("%s: %d compared, %d outside, notes %q, columns %+v", name, a.Compared, a.Outside, reading.Notes, reading.Columns)
		}
		if !reading.Theirs.InitialLiability.Set || reading.Theirs.InitialLiability.Value.Cmp(r.InitialLiability.Decimal(2)) != 0 {
			t.Errorf("%s: the initial liability is %v", name, reading.Theirs.InitialLiability)
		}
		var left, unnamed []string
		for _, l := range reading.Left {
			left = append(left, l.Why)
		}
		for _, c := range reading.Columns {
			if c.Field == "" {
				unnamed = append(unnamed, c.Heading)
			}
		}
		if got := strings.Join(left, "|"); got != "it is above the headings|it is above the headings|it is a total" {
			t.Errorf("%s: left out: %s", name, got)
		}
		if got := strings.Join(unnamed, "|"); got != "Days|Remarks" {
			t.Errorf("%s: not recognized: %s", name, got)
		}
	}
}

// Leasehold's own CSV files and JSON responses can be read if they contain a schedule.
func TestExportedSchedulesAreRead(t *testing.T) {
	t.Parallel()
	r := compute(t, body)
	var csv bytes.Buffer
	if err := export.ScheduleTable.CSV(&csv, r); err != nil {
		t.Fatal(err)
	}
	answer := leasehold.AppendCompute(r, nil)
	for name, file := range map[string]string{
		"csv": csv.String(), "json": string(answer), "rows": `[{"period":1,"date":"2026-01-01","endingBalance":` + r.Schedule[0].LiabilityClose.String() + `}]`,
		"figures": `{"initialLiability":` + r.InitialLiability.String() + `}`,
	} {
		a := verify(t, r, read(t, file, schedulefile.Options{}))
		if !a.Agrees || a.Compared == 0 || name == "json" && a.Compared < 7*len(r.Schedule)+4 {
			t.Errorf("%s: %d compared, %d outside", name, a.Compared, a.Outside)
		}
	}
}

// The first sheet with a schedule is read. Its headings are in two rows, its cells contain dates
// and numbers, credits are negative, and some rows are empty.
func TestWorkbooksAreRead(t *testing.T) {
	t.Parallel()
	r := compute(t, body)
	f := excelize.NewFile()
	defer f.Close() //nolint:errcheck // the workbook is in memory
	put := func(sheet, at string, row ...any) {
		t.Helper()
		if err := f.SetSheetRow(sheet, at, &row); err != nil {
			t.Fatal(err)
		}
	}
	put("Sheet1", "A1", "Inputs")
	put("Sheet1", "A2", "Rate", 0.06)
	if _, err := f.NewSheet("Schedule"); err != nil {
		t.Fatal(err)
	}
	put("Schedule", "B1", "Lease")
	put("Schedule", "B3", "", "", "Lease liability", "", "", "ROU asset", "")
	put("Schedule", "B4", "#", "Date", "Payment", "Interest", "Closing", "Amortization", "Closing")
	format, err := f.NewStyle(&excelize.Style{NumFmt: 14})
	if err != nil {
		t.Fatal(err)
	}
	put("Schedule", "B2", "Prepared", 46023)
	if err := f.SetCellStyle("Schedule", "C2", "C2", format); err != nil {
		t.Fatal(err)
	}
	line := 5
	for i := range r.Schedule {
		p := &r.Schedule[i]
		if i == 12 {
			line++
		}
		number := func(a fmt.Stringer) float64 {
			var x float64
			if _, err := fmt.Sscan(a.String(), &x); err != nil {
				t.Fatal(err)
			}
			return x
		}
		serial := 46023 // serial number of 2026-01-01
		for d := r.Schedule[0].Date; d.Before(p.Date); d = d.Next() {
			serial++
		}
		put("Schedule", fmt.Sprintf("B%d", line), i+1, serial, number(p.Payment), number(p.Interest), -number(p.LiabilityClose), -number(p.RouAmortization), number(p.RouAssetClose))
		if err := f.SetCellStyle("Schedule", fmt.Sprintf("C%d", line), fmt.Sprintf("C%d", line), format); err != nil {
			t.Fatal(err)
		}
		line++
	}
	var file bytes.Buffer
	if err := f.Write(&file); err != nil {
		t.Fatal(err)
	}
	reading := read(t, file.String(), schedulefile.Options{})
	a := verify(t, r, reading)
	if reading.Sheet != "Schedule" || !a.Agrees || a.Compared < 24*5 || len(reading.Left) != 3 || len(reading.Notes) != 2 {
		t.Errorf("sheet %s: %d compared, %d outside; left %+v, notes %q, columns %+v", reading.Sheet, a.Compared, a.Outside, reading.Left, reading.Notes, reading.Columns)
	}
	if got := reading.Left[1].Text; got != "Prepared 2026-01-01" { // the workbook displays this date, not its serial number
		t.Errorf("row 2 is told as %q", got)
	}
	if d := reading.Theirs.Schedule[13].Date; d.Value != r.Schedule[13].Date {
		t.Errorf("row 14 is of %s", d.Value)
	}
	if _, err := schedulefile.Read(bytes.NewReader(file.Bytes()), schedulefile.Options{Sheet: "Other"}); err == nil || !strings.Contains(err.Error(), "the sheets are Sheet1 and Schedule") {
		t.Errorf("a sheet that is not there: %v", err)
	}
}

// A row is identified by its number or its date.
func TestRowsAreNumberedByNumberOrDate(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		file    string
		rows    int
		first   string // number or date in the first row
		initial string
	}{
		"from 0, nothing paid":       {"Period,Payment,Balance\n0,,900\n1,100,805\n2,100,709\n", 2, "1", "900"},
		"from 0, paid":               {"Period,Payment,Balance\n0,100,800\n1,100,705\n", 2, "1", ""},
		"without":                    {"Payment,Interest,Balance\n100,5,805\n100,4,709\n", 2, "1", ""},
		"dates under Month":          {"Month,Payment,Balance\n15-Jan-2026,100,805\n15-Feb-2026,100,709\n", 2, "2026-01-15", ""},
		"dates by their distance":    {"Date,Payment,Balance\n1/1/2026,100,805\n1/2/2026,100,709\n", 2, "2026-01-01", ""},
		"ends of periods do not key": {"Period end,Payment,Balance\n31/1/2026,100,805\n28/2/2026,100,709\n", 2, "1", ""},
		"headings on every page":     {"Period,Payment,Balance\n1,100,805\n\nPeriod,Payment,Balance\n2,100,709\n", 2, "1", ""},
		"a total without a word":     {"Period,Payment,Balance\n1,100,805\n2,100,709\n,200,\n", 2, "1", ""},
	} {
		r := read(t, c.file, schedulefile.Options{})
		if len(r.Theirs.Schedule) != c.rows {
			t.Errorf("%s: %d rows", name, len(r.Theirs.Schedule))
			continue
		}
		first := r.Theirs.Schedule[0].Date.Value.String()
		if r.Theirs.Schedule[0].Period.Set {
			first = fmt.Sprint(r.Theirs.Schedule[0].Period.Value)
		}
		initial := ""
		if r.Theirs.InitialLiability.Set {
			initial = r.Theirs.InitialLiability.Value.String()
		}
		if first != c.first || initial != c.initial {
			t.Errorf("%s: first %s, initial %q, notes %q", name, first, initial, r.Notes)
		}
	}
}

func TestAMapOverridesTheHeadings(t *testing.T) {
	t.Parallel()
	m, err := schedulefile.ParseMap([]string{"Was bleibt = liabilityClose", "A=period", "Balance=-"})
	if err != nil {
		t.Fatal(err)
	}
	r := read(t, "Monat,Was bleibt,Balance\n1,100.5,7\n2,99,8\n", schedulefile.Options{Map: m})
	if len(r.Theirs.Schedule) != 2 || r.Theirs.Schedule[0].LiabilityClose.Value.String() != "100.5" || r.Theirs.Schedule[1].Period.Value != 2 || r.Columns[2].Why != "omitted by the map" {
		t.Errorf("got %+v", r)
	}
	r = read(t, "Period,Balance,True balance\n1,7,100.5\n2,8,99\n", schedulefile.Options{Map: columns.Map{"True balance": "liabilityClose"}})
	if r.Theirs.Schedule[0].LiabilityClose.Value.String() != "100.5" || r.Columns[1].Why != "liabilityClose is column C" {
		t.Errorf("a column of the map gave way to one before it: %+v", r)
	}
	for _, bad := range []string{"x", "x=y", "Balance=liabilityClos"} {
		if _, err := schedulefile.ParseMap([]string{bad}); err == nil {
			t.Errorf("%s was accepted", bad)
		}
	}
}

// A column without a heading is listed if it has values.
func TestColumnsWithoutAHeading(t *testing.T) {
	t.Parallel()
	r := read(t, "Period,,Payment,\n1,,5,\n2,,5,x\n", schedulefile.Options{})
	if len(r.Columns) != 3 || r.Columns[2] != (columns.Column{Letter: "D", Why: "it has no heading"}) {
		t.Errorf("got %+v", r.Columns)
	}
}

// The error for an invalid file gives the reason and names the invalid cells.
func TestInvalidFilesAreRejected(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]string{
		"":                                       "the file is empty",
		"a,b\n1,2\n":                             "no column of figures was recognized among a, b",
		"Period,Payment\n":                       "there is no row of figures",
		"Period,Payment\n1,1x\n":                 `line 2, column B (payment): "1x" is not a number`,
		"Period,Payment\n1,#REF!\n2,5\nx,5\n":    "line 4, column A (period)",
		"Period,Payment\n\"1,2\n":                "line 2 cannot be split into cells",
		"{\"a\":1}":                              "no figures to check",
		"[1,2]":                                  "no figures to check",
		"{\"a\":":                                "not valid JSON",
		"[{\"period\":1,\"payment\":\"x\"}]":     `row 1, field "payment" (payment): "x" is not a number`,
		"\xd0\xcf\x11\xe0":                       "save it as .xlsx",
		"PK\x03\x04":                             "the workbook cannot be read",
		"\xff\xfeP":                              "UTF-16",
		"Period,Payment\r1,5\r2,5\r":             "the lines end in a carriage return without a line feed",
		"Date,Payment\n1/2/2026,5\n1/2/2026,5\n": "may be 2026-01-02 or 2026-02-01",
	} {
		_, err := schedulefile.Read(strings.NewReader(file), schedulefile.Options{})
		if bad, ok := errors.AsType[*columns.Error](err); !ok || !strings.Contains(bad.Message, want) {
			t.Errorf("%q: got %v, want %s", file, err, want)
		}
	}
	var long strings.Builder
	long.WriteString("Payment\n")
	for range reperform.MaxRows + 1 {
		long.WriteString("5\n")
	}
	if _, err := schedulefile.Read(strings.NewReader(long.String()), schedulefile.Options{Decimals: cell.Point}); err == nil || !strings.Contains(err.Error(), "the maximum is 1321") {
		t.Errorf("a long schedule: %v", err)
	}
}

// Leasehold's own schedules are read without notes about unknown columns. Every figure keeps its
// sign, even if incentives have made the asset negative.
func TestExportedSchedulesKeepTheirAmounts(t *testing.T) {
	t.Parallel()
	for _, more := range []string{
		`"leaseIncentives":250000,"events":[{"date":"2026-07-10","type":"index","changePct":0.1}]`,
		`"standard":"IFRS_16","leaseIncentives":250000,"events":[{"date":"2026-07-10","type":"index","changePct":0.1}]`,
		`"standard":"GASB_87","events":[{"date":"2026-07-10","type":"index","changePct":0.1}]`, `"leaseIncentives":250000`, `"leaseIncentives":40000`,
		otherFields, `"standard":"FRS_102","initialApplication":{"date":"2026-03-11"},` + otherFields,
	} {
		r := compute(t, `{"id":"A","commencementDate":"2026-01-01","termMonths":24,"paymentAmount":5000,"discountRateAnnual":0.06,"paymentTiming":"arrears",`+more+`}`)
		var csv, book bytes.Buffer
		if err := errors.Join(export.ScheduleTable.CSV(&csv, r), export.Find("xlsx").Write(&book, operations.Compute.Name, r, export.Options{})); err != nil {
			t.Fatal(err)
		}
		for name, file := range map[string]string{"csv": csv.String(), "json": string(leasehold.AppendCompute(r, nil)), "xlsx": book.String()} {
			got := read(t, file, schedulefile.Options{})
			for _, c := range got.Columns {
				if strings.Contains(c.Why, "not recognized") || strings.Contains(c.Why, "already") {
					t.Errorf("%s of %s: %+v", name, more, c)
				}
			}
			if a := verify(t, r, got); !a.Agrees || a.Compared < 7*len(r.Schedule) {
				t.Errorf("%s of %s: %d compared, %d outside, notes %q", name, more, a.Compared, a.Outside, got.Notes)
			}
		}
	}
}

// otherFields contains lease fields for payments that are not part of the lease cost.
const otherFields = `"variablePayments":[{"date":"2026-05-05","amount":7}],"irrecoverableTaxRate":0.2,` +
	`"components":[{"name":"Floor","kind":"lease","standalonePrice":3},{"name":"Cleaning","kind":"service","standalonePrice":1}]`

// The asset's sign determines the meaning of negative amortization. If the asset is positive, the
// amortization is a deduction and is read as a positive number. If the asset is negative, the
// amortization remains negative.
func TestADeductionIsReadWithoutItsSign(t *testing.T) {
	t.Parallel()
	r := read(t, "Period,Amortization,ROU asset\n1,-100,900\n2,-100,800\n", schedulefile.Options{})
	if got := r.Theirs.Schedule[0].RouAmortization.Value.String(); got != "100" {
		t.Errorf("got %s", got)
	}
	r = read(t, "Period,Interest,Amortization,Opening ROU asset,ROU asset,Lease cost\n1,5,-100,-1000,-900,-95\n2,5,-100,-900,-800,-95\n", schedulefile.Options{})
	if one := r.Theirs.Schedule[0]; one.RouAmortization.Value.String() != "-100" || one.RouAssetClose.Value.String() != "-900" || one.LeaseExpense.Value.String() != "-95" ||
		r.Theirs.InitialRouAsset.Value.String() != "-1000" {
		t.Errorf("got %+v of %s", one, r.Theirs.InitialRouAsset.Value)
	}
}
