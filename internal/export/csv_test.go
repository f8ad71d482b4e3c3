package export_test

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strconv"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

func compute(t *testing.T, body string) *leasehold.Result {
	t.Helper()
	lease, err := leasehold.Decode([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	result, err := leasehold.Compute(lease)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// journalCSV writes one lease's journal in the csv format.
func journalCSV(w io.Writer, r *leasehold.Result) error {
	return export.Find("csv").Write(w, operations.JournalEntries.Name, r, export.Options{})
}

// report returns the report for the body of a request.
func report(t *testing.T, body string) *portfolio.Report {
	t.Helper()
	q, err := portfolio.Decode([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	r, err := portfolio.Answer(q)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

const plain = `{"commencementDate":"2026-01-31","termMonths":14,"paymentAmount":1000,"discountRateAnnual":0.06,"paymentFrequency":"quarterly"}`

func rows(t *testing.T, write func(io.Writer) error) [][]string {
	t.Helper()
	var file bytes.Buffer
	if err := write(&file); err != nil {
		t.Fatal(err)
	}
	all, err := csv.NewReader(&file).ReadAll() // ReadAll also checks that all rows have the same number of cells
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestScheduleCSVHasTheRowsOfTheSchedule(t *testing.T) {
	t.Parallel()
	r := compute(t, plain)
	got := rows(t, func(w io.Writer) error { return export.ScheduleTable.CSV(w, r) })
	if len(got) != len(r.Schedule)+1 {
		t.Fatalf("got %d rows for %d periods", len(got), len(r.Schedule))
	}
	for i, p := range r.Schedule {
		want := []string{
			strconv.Itoa(p.Number), p.Date.String(), p.Payment.String(), p.Interest.String(), p.Principal.String(),
			p.LiabilityClose.String(), p.RouAmortization.String(), p.RouAssetClose.String(), p.LeaseExpense.String(),
			p.First.String(), p.Last.String(),
		}
		if !slices.Equal(got[i+1], want) {
			t.Errorf("period %d: got %v, want %v", p.Number, got[i+1], want)
		}
	}
}

// Each figure of a summary is under the correct heading. All of the lease's figures differ, so that
// a wrong heading is detected.
func TestSummaryCSVHasEachFigureUnderItsName(t *testing.T) {
	t.Parallel()
	r := compute(t, plain[:len(plain)-1]+`,"prepaidRent":7,"initialDirectCosts":50,"leaseIncentives":3}`)
	got := rows(t, func(w io.Writer) error {
		return errors.Join(export.SummaryTable.Header(w), export.SummaryTable.Lease(w, 9, "office", r))
	})
	d := &r.Disclosures
	want := map[string]string{
		"line": "9", "id": "office", "standard": "ASC_842", "classification": "operating", "commencementDate": "2026-01-31",
		"termMonths": "14", "periods": "5", "error": "",
		"initialLiability": r.InitialLiability.String(), "initialRouAsset": r.InitialRouAsset.String(),
		"totalUndiscountedPayments": r.TotalUndiscountedPayments.String(), "imputedInterest": d.ImputedInterest.String(),
		"totalLeaseCost": r.TotalLeaseCost.String(), "currentLiability": d.CurrentLiability.String(), "longTermLiability": d.LongTermLiability.String(),
	}
	seen := map[string]string{}
	for i, name := range got[0] {
		if got[1][i] != want[name] {
			t.Errorf("%s is %s, want %s", name, got[1][i], want[name])
		}
		if other, twice := seen[got[1][i]]; twice {
			t.Errorf("%s and %s are both %s: the test cannot tell them apart", name, other, got[1][i])
		}
		seen[got[1][i]] = name
	}
	if len(got[0]) != len(want) {
		t.Errorf("got the columns %v", got[0])
	}
}

func TestJournalCSVHasEveryLineOfEveryEntry(t *testing.T) {
	t.Parallel()
	r := compute(t, plain)
	got := rows(t, func(w io.Writer) error { return journalCSV(w, r) })[1:]
	for i, e := range leasehold.Journal(&r.Measurement) {
		for _, l := range e.Lines {
			want := []string{strconv.Itoa(e.Period), e.Date.String(), e.Memo, l.Account.String(), l.Debit.String(), l.Credit.String()}
			for k := range want {
				if got[0][k] != want[k] {
					t.Errorf("entry %d: got %v, want %v", i, got[0], want)
				}
			}
			got = got[1:]
		}
	}
	if len(got) != 0 {
		t.Errorf("%d rows too many", len(got))
	}
}

func TestCriteriaCSVHasTheFiveCriteriaOrNone(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]int{
		plain: 6,
		plain[:1] + `"standard":"IFRS_16",` + plain[1:]: 1,
	} {
		r := compute(t, body)
		if got := rows(t, func(w io.Writer) error { return export.CriteriaTable.CSV(w, r) }); len(got) != want {
			t.Errorf("%s: got %d rows, want %d", r.Lease.Standard, len(got), want)
		}
	}
}

// A criterion with a missing input has the verdict "not tested" rather than false.
func TestCriteriaCSVHasThreeVerdicts(t *testing.T) {
	t.Parallel()
	r := compute(t, plain[:len(plain)-1]+`,"transfersOwnership":true,"specializedAsset":false}`)
	for i, row := range rows(t, func(w io.Writer) error { return export.CriteriaTable.CSV(w, r) }) {
		if want := []string{"met", "true", "not tested", "not tested", "not tested", "false"}[i]; row[2] != want {
			t.Errorf("row %d says %q, want %q", i, row[2], want)
		}
	}
}

// No spreadsheet program evaluates a lease's id as a formula.
func TestFormulasFromUsersAreTexts(t *testing.T) {
	t.Parallel()
	r := compute(t, plain)
	for id, want := range map[string]string{
		"＝1+1": "'＝1+1", "＋1": "'＋1", "－1": "'－1", "＠a": "'＠a", "=1+1": "'=1+1", "+1": "'+1", "-1": "'-1", "@SUM(A1)": "'@SUM(A1)", "\t=1": "'\t=1", "\r=1": "'\r=1",
		"": "", "office-1": "office-1", "a=1": "a=1", "'=1": "'=1",
	} {
		got := rows(t, func(w io.Writer) error {
			return errors.Join(export.SummaryTable.Header(w), export.SummaryTable.Lease(w, 2, id, r), export.RefusedRow(w, 3, id, errors.New("=refused")))
		})
		if got[1][1] != want || got[2][1] != want || got[2][14] != "'=refused" {
			t.Errorf("id %q: got %q and %q, want %q", id, got[1][1], got[2][1], want)
		}
	}
}

func TestWriteErrorsAreReported(t *testing.T) {
	t.Parallel()
	r := compute(t, plain)
	broken := errors.New("broken")
	for name, write := range map[string]func(io.Writer, *leasehold.Result) error{
		"schedule": export.ScheduleTable.CSV, "journal": journalCSV, "criteria": export.CriteriaTable.CSV,
	} {
		if err := write(errWriter{broken}, r); !errors.Is(err, broken) {
			t.Errorf("%s: got error %v", name, err)
		}
	}
}

type errWriter struct{ err error }

func (w errWriter) Write([]byte) (int, error) { return 0, w.err }

// A table of several leases contains the rows of each lease's own table, preceded by two columns
// for the line number and the lease's ID.
func TestTablesOfManyLeasesHaveTheRowsOfEach(t *testing.T) {
	t.Parallel()
	r := compute(t, `{"commencementDate":"2026-01-01","termMonths":24,"paymentAmount":1000,"discountRateAnnual":0.06,"assetFairValue":100000}`)
	for name, c := range map[string]struct {
		table *export.Table
		one   func(io.Writer, *leasehold.Result) error
	}{
		"schedule": {export.ScheduleTable, export.ScheduleTable.CSV},
		"journal":  {export.JournalTable, journalCSV},
	} {
		one := rows(t, func(w io.Writer) error { return c.one(w, r) })
		many := rows(t, func(w io.Writer) error {
			return errors.Join(c.table.Header(w), c.table.Lease(w, 7, "=a", r))
		})
		if len(many) != len(one) {
			t.Fatalf("%s: %d rows, want %d", name, len(many), len(one))
		}
		for i := range one {
			if i > 0 && (many[i][0] != "7" || many[i][1] != "'=a") {
				t.Fatalf("%s: row %v", name, many[i])
			}
			for k, column := range one[0] {
				if at := slices.Index(many[0], column); at < 0 || many[i][at] != one[i][k] {
					t.Fatalf("%s, row %d, %s: %v, want %s", name, i, column, many[i], one[i][k])
				}
			}
		}
	}
	classes := rows(t, func(w io.Writer) error {
		return errors.Join(export.ClassTable.Header(w), export.ClassTable.Lease(w, 7, "a", r))
	})
	for i := range r.Classification.Criteria {
		k := &r.Classification.Criteria[i]
		at := slices.Index(classes[0], k.Key)
		if want := map[bool]string{true: "false", false: "not tested"}[k.Tested]; at < 0 || classes[1][at] != want {
			t.Errorf("%s: %v, want %s", k.Key, classes, want)
		}
	}
}
