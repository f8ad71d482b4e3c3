package export_test

import (
	"bytes"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/export/sheettest"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/reperform"
	"github.com/leasehold-accounting/leasehold/treatments"
)

// verified contains requests for verifications with different results: all figures agree, an
// explanation covers the differences, or one changed row differs. The leases are in several
// currencies.
var verified = map[string]string{
	"agrees": `{"lease":{"id":"L-1","name":"Office","tags":{"entity":"ACME"},"commencementDate":"2025-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06},
		"theirs":{"initialLiability":519841.89,"schedule":[{"period":1,"payment":10000,"liabilityClose":512391.10}]}}`,
	"explained": `{"lease":{"commencementDate":"2025-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06},"theirs":{"initialLiability":521765.63}}`,
	"changed": `{"lease":{"standard":"IFRS_16","currency":"JPY","commencementDate":"2025-01-01","termMonths":24,"paymentAmount":100000,"discountRateAnnual":0.06},
		"theirs":{"initialRouAsset":2267553,"schedule":[{"date":"2025-01-01","payment":100000,"interest":10838,"liabilityClose":2178391},{"period":2,"payment":-100000.5,"liabilityClose":1}]}}`,
}

func verify(t *testing.T, body string) *reperform.Answer {
	t.Helper()
	q, err := reperform.Decode([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	a, err := reperform.Verify(q)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func paperOf(t *testing.T, format, operation string, value any, o export.Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := export.Find(format).Write(&b, operation, value, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A verification's workpaper contains the conclusion, the sentence that explains the differences,
// the digests of both inputs, and every compared figure.
func TestTheVerificationReportIsComplete(t *testing.T) {
	t.Parallel()
	source := &export.Source{Name: "theirs.xlsx", SHA256: strings.Repeat("ab", 32), Columns: [][2]string{{"Ending balance", "liabilityClose"}}}
	for name, body := range verified {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := verify(t, body)
			pages := judge(t, "poppler-utils", "pdftotext", "-layout", onDisk(t, "paper.pdf", paperOf(t, "pdf", operations.Verify.Name, a, export.Options{Version: "1.0", Source: source})), "-")
			text := strings.Join(strings.Fields(pages), " ")
			want := []string{"Leasehold 1.0, rules revision 2", "Reported figures theirs.xlsx", source.SHA256, "Ending balance read as liabilityClose", "Prepared by", "Reviewed by"}
			if a.Agrees {
				want = append(want, "The schedule agrees", "Entity ACME", "Lease Office")
			} else {
				want = append(want, "The schedule does not agree")
			}
			if a.Explanation != nil {
				if !a.Agrees {
					want = append(want, a.Explanation.Sentence)
				}
			} else {
				want = append(want, "No tested convention explains every difference.")
			}
			places := a.Question.Lease.Currency.Places()
			for _, f := range a.Figures() {
				label := wording.Member(&a.Ours.Measurement, f.Member)
				if f.Period > 0 {
					label = fmt.Sprint(f.Period, " ", f.Date, " ", label)
				}
				want = append(want, strings.Join([]string{label, wording.Accounting(f.Ours, places), wording.AccountingDecimal(f.Theirs, places), wording.AccountingDecimal(f.Difference, places)}, " "))
			}
			for _, w := range want {
				if !strings.Contains(text, w) {
					t.Errorf("the paper does not have %q", w)
				}
			}
		})
	}
	digest := judge(t, "poppler-utils", "pdftotext", "-layout", onDisk(t, "paper.pdf", paperOf(t, "pdf", operations.Verify.Name, verify(t, verified["agrees"]), export.Options{})), "-")
	if !strings.Contains(digest, "SHA-256 of the figures, normalized") || !strings.Contains(digest, "in the request") {
		t.Error("figures that came with the request have no digest")
	}
}

func TestMain(m *testing.M) {
	flag.Parse()
	_ = flag.Set("test.parallel", "12") // with more parallel tests, more workbooks share one run of LibreOffice
	os.Exit(m.Run())
}

// recalculation is a workbook waiting to be recalculated by LibreOffice.
type recalculation struct{ made, recalculated []byte }

// waiting contains the workbooks for the next run of LibreOffice. LibreOffice takes seconds to
// start, so each run recalculates all workbooks that were added during the preceding run.
var (
	waitingMutex sync.Mutex
	waiting      []*recalculation
	libreOffice  sync.Mutex // locked during a run
)

// recalculated returns a workbook after LibreOffice has recalculated its formulas.
func recalculated(t *testing.T, content []byte) *excelize.File {
	t.Helper()
	r := &recalculation{made: sheettest.Retype(t, content, nil)}
	waitingMutex.Lock()
	waiting = append(waiting, r)
	waitingMutex.Unlock()
	r.wait(t)
	f, err := excelize.OpenReader(bytes.NewReader(r.recalculated))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return f
}

// wait waits for the current run of LibreOffice. If that run does not recalculate the workbook,
// wait starts the next one, which recalculates all waiting workbooks.
func (r *recalculation) wait(t *testing.T) {
	t.Helper()
	libreOffice.Lock()
	defer libreOffice.Unlock()
	if r.recalculated != nil {
		return
	}
	waitingMutex.Lock()
	list := waiting
	waiting = nil
	waitingMutex.Unlock()
	dir := t.TempDir()
	for i, other := range list {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.xlsx", i)), other.made, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	sheettest.Recalculate(t, dir)
	for i, other := range list {
		var err error
		if other.recalculated, err = os.ReadFile(filepath.Join(dir, "out", fmt.Sprintf("%d.xlsx", i))); err != nil {
			t.Fatal(err)
		}
	}
}

// recalculates compares every formula's stored value with the value that LibreOffice computes. It
// returns the recalculated workbook and the number of formulas.
func recalculates(t *testing.T, content []byte) (made *excelize.File, formulas int) {
	t.Helper()
	made, err := excelize.OpenReader(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	want, got := values(t, made, made), values(t, recalculated(t, content), made)
	for ref, w := range want {
		x, errX := strconv.ParseFloat(w, 64)
		y, errY := strconv.ParseFloat(got[ref], 64)
		if (errX != nil || errY != nil || math.Abs(x-y) > 1e-9*max(1, math.Abs(x))) && w != got[ref] {
			t.Errorf("%s is %q, recalculated %q", ref, w, got[ref])
		}
	}
	return made, len(want)
}

// edited returns a workbook after an edit.
func edited(t *testing.T, content []byte, edit func(*excelize.File)) []byte {
	t.Helper()
	f, err := excelize.OpenReader(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // closing a file in memory cannot fail
	edit(f)
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func cellOf(t *testing.T, f *excelize.File, sheet, cell string) string {
	t.Helper()
	value, err := f.GetCellValue(sheet, cell, excelize.Options{RawCellValue: true})
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// After a reported amount in a verification's workbook is changed, recalculation updates the
// difference, the number of differences and the verdict.
func TestTheWorkbookOfAVerificationIsLive(t *testing.T) {
	t.Parallel()
	for name, body := range verified {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := verify(t, body)
			content := paperOf(t, "xlsx", operations.Verify.Name, a, export.Options{})
			f := recalculated(t, content)
			verdict := map[bool]string{true: "OK", false: "DIFFERS"}[a.Agrees]
			if got := cellOf(t, f, "Conclusion", "B4"); got != verdict {
				t.Errorf("the verdict is %q, want %q", got, verdict)
			}
			figures := a.Figures()
			for i, g := range figures {
				got, err := strconv.ParseFloat(cellOf(t, f, "Figures", fmt.Sprintf("G%d", 5+i)), 64)
				want, err2 := strconv.ParseFloat(g.Difference.String(), 64)
				if err != nil || err2 != nil || got != want {
					t.Errorf("%s: the difference is %v, want %v (%v, %v)", g.Where, got, want, err, err2)
				}
			}
			changed := recalculated(t, edited(t, content, func(f *excelize.File) {
				for i, g := range figures {
					ours, err := strconv.ParseFloat(printed(a.Ours, g.Ours), 64)
					if err != nil {
						t.Fatal(err)
					}
					if err := f.SetCellValue("Figures", fmt.Sprintf("F%d", 5+i), ours+1000); err != nil {
						t.Fatal(err)
					}
				}
			}))
			if got := cellOf(t, changed, "Conclusion", "B4"); got != "DIFFERS" {
				t.Errorf("after a change the verdict is %q", got)
			}
			for row := 5; row < 20; row++ {
				if cellOf(t, changed, "Conclusion", fmt.Sprintf("A%d", row)) == "Differences beyond the tolerance" {
					if got := cellOf(t, changed, "Conclusion", fmt.Sprintf("B%d", row)); got != strconv.Itoa(len(figures)) {
						t.Errorf("after a change %s are outside, want %d", got, len(figures))
					}
				}
			}
		})
	}
}

// A verification's CSV contains every compared figure.
func TestTheCSVOfAVerificationHasEveryFigure(t *testing.T) {
	t.Parallel()
	a := verify(t, verified["changed"])
	rows, err := csv.NewReader(bytes.NewReader(paperOf(t, "csv", operations.Verify.Name, a, export.Options{}))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	outside := 0
	for _, row := range rows[1:] {
		if row[7] == "true" {
			outside++
		}
	}
	if len(rows) != 1+a.Compared || outside != a.Outside {
		t.Errorf("%d rows, %d outside; want %d and %d", len(rows), outside, 1+a.Compared, a.Outside)
	}
	if got := strings.Join(rows[5], ","); got != "schedule[1].payment,2,2025-02-01,payment,100000,-100000.5,-200000.5,true" {
		t.Errorf("got %s", got)
	}
}

// compared contains leases that every treatment supports: a lease with even payments, a lease in
// yen, and a lease with events and with fields that some standards reject.
var compared = []string{
	`{"commencementDate":"2025-01-01","termMonths":50,"paymentAmount":10000,"discountRateAnnual":0.06,"initialDirectCosts":900}`,
	`{"id":"Y","currency":"JPY","commencementDate":"2025-03-15","termMonths":24,"paymentAmount":100000,"discountRateAnnual":0.06,"annualEscalationPct":0.02}`,
	`{"standard":"IFRS_16","restorationCost":7000,"commencementDate":"2025-01-01","termMonths":36,"paymentAmount":5000,"discountRateAnnual":0.05,
		"events":[{"date":"2026-03-01","type":"modification","termMonths":48,"discountRateAnnual":0.06}]}`,
}

// After recalculation, the workbook of a comparison shows the differences in the result. The CSV
// file has one row per treatment and year.
func TestComparisonReportsAddUp(t *testing.T) {
	t.Parallel()
	for i, body := range compared {
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			t.Parallel()
			l, err := leasehold.Decode([]byte(body))
			if err != nil {
				t.Fatal(err)
			}
			c, err := treatments.Compare(l)
			if err != nil {
				t.Fatal(err)
			}
			f := recalculated(t, paperOf(t, "xlsx", operations.Compare.Name, c, export.Options{}))
			years := len(c.Treatments[0].Years)
			for k := range c.Differences {
				years = max(years, len(c.Differences[k].Years))
				column := string(rune('C' + k))
				for j, y := range c.Differences[k].Years {
					for first, want := range map[int]string{5: printed(c.Treatments[0].Result, y.LeaseExpense), 5 + years + 3: printed(c.Treatments[0].Result, y.RouAssetClose)} {
						got, err := strconv.ParseFloat(cellOf(t, f, "Differences", fmt.Sprintf("%s%d", column, first+j)), 64)
						number, err2 := strconv.ParseFloat(want, 64)
						if err != nil || err2 != nil || got != number {
							t.Errorf("%s, year %d: %v, want %s (%v)", c.Differences[k].Key, j+1, got, want, err)
						}
					}
				}
			}
			rows, err := csv.NewReader(bytes.NewReader(paperOf(t, "csv", operations.Compare.Name, c, export.Options{}))).ReadAll()
			if err != nil || len(rows) != 1+len(c.Treatments)*(years+1) {
				t.Errorf("%d rows of CSV, %v", len(rows), err)
			}
			if l.Currency.Places() == 0 && (strings.Contains(rows[1][6], ".") || strings.Contains(cellOf(t, f, "Differences", "C5"), ".")) {
				t.Errorf("yen have decimals: %s", rows[1])
			}
		})
	}
}

// If a figure is too large for a spreadsheet, the error names its path. An unsupported result is
// also an error. In both cases, nothing is written.
func TestImpossibleReportsAreRejected(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	vast := verify(t, `{"lease":{"commencementDate":"2025-01-01","termMonths":2,"paymentAmount":1,"discountRateAnnual":0.06},"theirs":{"initialLiability":12345678901234567}}`)
	err := export.Find("xlsx").Write(&b, operations.Verify.Name, vast, export.Options{})
	if limit, ok := errors.AsType[*spreadsheet.LimitError](err); !ok || limit.Field != "initialLiability" {
		t.Errorf("got %v", err)
	}
	for _, wrong := range []struct {
		format, operation string
		value             any
	}{{"pdf", operations.Verify.Name, nil}, {"csv", operations.Compare.Name, os.Stdout}, {"hledger", operations.JournalEntries.Name, vast}, {"pdf", operations.Compare.Name, vast}} {
		if err := export.Find(wrong.format).Write(&b, wrong.operation, wrong.value, export.Options{}); err == nil {
			t.Errorf("%s of %s takes %T", wrong.format, wrong.operation, wrong.value)
		}
	}
	if b.Len() > 0 {
		t.Errorf("%d bytes were written", b.Len())
	}
}

// Equal results produce identical workpapers, byte for byte.
func TestReportsAreDeterministic(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"pdf", "xlsx", "csv"} {
		one := paperOf(t, format, operations.Verify.Name, verify(t, verified["changed"]), export.Options{})
		if !bytes.Equal(one, paperOf(t, format, operations.Verify.Name, verify(t, verified["changed"]), export.Options{})) {
			t.Errorf("%s differs from itself", format)
		}
	}
}
