package main

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/portfolio"
)

// The command's report with a comparative period, a previous closing and deferred tax equals the
// report that package portfolio computes. The table and csv formats show these additional figures.
func TestMethod22_1_2_4_ReportOfTheCommandTiesOut(t *testing.T) {
	t.Parallel()
	f := newFolder(t)
	var lines []string
	for _, l := range manyLeases(40, false) {
		if !strings.Contains(l, "GASB") {
			lines = append(lines, l)
		}
	}
	f.run(exitOK, "--from", "2026-09-01", "--to", "2026-09-30", "-o", f.path("9.json"), f.leases("early.ndjson", append([]string{lines[0]}, lines[2:]...)))
	q, err := portfolio.Decode([]byte(`{"from":"2026-10-01","to":"2026-10-31","leases":[` + strings.Join(lines, ",") +
		`],"groupBy":["standard"],"journal":"monthly","comparative":{"from":"2026-08-01","to":"2026-08-31"},"previous":` + readText(t, f.path("9.json")) +
		`,"deferredTax":[{"rate":0.19,"key":{"tag:entity":"E1"}},{"rate":0.25}]}`))
	if err != nil {
		t.Fatal(err)
	}
	want, err := portfolio.Answer(q)
	if err != nil {
		t.Fatal(err)
	}
	args := []string{
		"report", "--from", "2026-10-01", "--to", "2026-10-31", "--group-by", "standard", "--journal", "monthly", "--comparative", "2026-08-01..2026-08-31",
		"--previous", f.path("9.json"), "--deferred-tax", "tag:entity=E1:0.19", "--deferred-tax", "0.25", f.leases("all.ndjson", lines), "--format",
	}
	if got := runOK(t, nil, append(args, "json")...); !bytes.Equal(got, append(want.Append(nil), '\n')) {
		t.Errorf("the report differs:\n%.900s\n%.900s", got, want.Append(nil))
	}
	page := string(runOK(t, nil, append(args, "table")...))
	for _, part := range []string{"PRIOR-PERIOD CORRECTIONS", "L-00001", "2026-08-01 to 2026-08-31, restated"} {
		if !strings.Contains(page, part) {
			t.Errorf("the table lacks %s:\n%s", part, page)
		}
	}
	table, late, _ := strings.Cut(string(runOK(t, nil, append(args, "csv")...)), "\n\n")
	if rows := strings.Count(table, "\n"); rows != 2*len(lines) || !strings.HasPrefix(late, "id,figure,signed,now,difference\nL-00001,") {
		t.Errorf("%d rows for %d leases and two spans, then %.80s", rows, len(lines), late)
	}
}

func readText(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Every format that can show a reconciliation reconciles a trial balance from accounting software. Flags that
// require a trial balance are rejected without one.
func TestMethod22_3_TheCommandTiesOutToATrialBalance(t *testing.T) {
	t.Parallel()
	f := newFolder(t)
	leases := f.leases("leases.ndjson", []string{
		`{"id":"A","standard":"IFRS_16","currency":"EUR","commencementDate":"2025-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06}`,
		`{"id":"B","standard":"IFRS_16","currency":"EUR","commencementDate":"2025-07-01","termMonths":36,"paymentAmount":2500,"discountRateAnnual":0.05}`,
	})
	chart := f.leases("map.yaml", []string{"accounts:", `  Right-of-use asset: "1700"`, `  Lease liability: "2400"`, `  Interest expense: "7100"`, `  Depreciation expense: "6200"`})
	args := []string{"report", "--from", "2026-01-01", "--to", "2026-12-31", leases, "--accounts", chart, "--format"}
	type answer struct {
		TieOut []struct {
			Account                       string
			Ledger, Leasehold, Difference json.Number
			Explanations                  []struct{ Kind, LeaseID string }
		}
	}
	read := func(ledger string) (a answer) {
		t.Helper()
		if err := json.Unmarshal(runOK(t, nil, append(args, "json", "--ledger", ledger)...), &a); err != nil {
			t.Fatal(err)
		}
		return a
	}
	first := read(f.leases("empty.csv", []string{"Account,Name,Debit,Credit", "1700,ROU,0,", "9999,Other,5,"}))
	if len(first.TieOut) != 4 {
		t.Fatalf("%+v", first)
	}
	codes := map[string]string{"Right-of-use asset": "1700", "Lease liability": "2400", "Interest expense": "7100", "Depreciation expense": "6200"}
	lines := []string{"Trial balance", "Account,Name,Closing balance"}
	for _, out := range first.TieOut {
		lines = append(lines, codes[out.Account]+","+out.Account+","+out.Leasehold.String())
	}
	book := f.leases("tb.csv", append(lines, "Total,,0.00"))
	for _, out := range read(book).TieOut {
		if out.Difference != "0.00" {
			t.Errorf("%+v", out)
		}
	}
	for form, want := range map[string]string{"table": "All 4 accounts agree.", "csv": "\naccount,ledger,leasehold,difference,explanations\n"} {
		if got := string(runOK(t, nil, append(args, form, "--ledger", book)...)); !strings.Contains(got, want) {
			t.Errorf("%s: %s", form, got)
		}
	}
	for _, form := range []string{"xlsx", "pdf"} {
		if got := runOK(t, nil, append(args, form, "--ledger", book, "--comparative", "2025-01-01..2025-12-31", "-o", "-")...); len(got) < 5000 {
			t.Errorf("%s: %d bytes", form, len(got))
		}
	}
	for want, more := range map[string][]string{
		"--ledger-map requires --ledger":           {"json", "--ledger-map", "A=account"},
		"cannot be split into cells":               {"json", "--ledger", leases},
		"is not a field of":                        {"json", "--ledger", book, "--ledger-map", "A=konto"},
		"are not available wi":                     {"ndjson", "--ledger", book},
		"--concepts works only with --format json": {"csv", "--concepts"},
	} {
		var stdout, stderr bytes.Buffer
		if code := run(t.Context(), append(slices.Clone(args), more...), nil, &stdout, &stderr); code == exitOK || !strings.Contains(stderr.String(), want) {
			t.Errorf("%v: %d, %s", more, code, &stderr)
		}
	}
	if got := string(runOK(t, nil, append(args, "json", "--concepts")...)); !strings.Contains(got, `"concepts":[{`) {
		t.Error("the names of filings are missing")
	}
}
