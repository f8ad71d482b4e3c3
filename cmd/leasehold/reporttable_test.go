package main

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
)

// tableOf returns a report in the table format, with a comparative period and a previous closing. It replaces
// each run of spaces with one space.
func tableOf(t *testing.T) string {
	t.Helper()
	f := newFolder(t)
	lease := `{"id":"A","commencementDate":"2025-01-01","termMonths":60,"paymentAmount":100,"discountRateAnnual":0.06,"standard":"IFRS_16","currency":"EUR"}`
	signed := f.leases("signed.json", []string{`{"leases":[{"id":"A","liability":1,"rouAsset":2,"accumulatedAmortization":3,"prepaidRent":4}]}`})
	var stdout, stderr bytes.Buffer
	args := []string{
		"report", "--from", "2026-02-01", "--to", "2026-02-28", "--comparative", "2025-01-01..2025-12-31", "--deferred-tax", "0.25",
		"--previous", signed, "--format", "table", f.leases("leases.ndjson", []string{lease}),
	}
	if code := run(t.Context(), args, nil, &stdout, &stderr); code != exitOK {
		t.Fatalf("exit status %d: %s", code, &stderr)
	}
	return regexp.MustCompile(` +`).ReplaceAllString(stdout.String(), " ")
}

// The comparative maturity analysis's heading contains the last day of the comparative period. Deferred tax is
// not computed for that period, so the table shows no amount rather than 0.00. Corrections of earlier periods
// have the same labels as in the workbook and the PDF.
func TestMethod22_1_2_4_TheTableOfAReport(t *testing.T) {
	t.Parallel()
	got := tableOf(t)
	_, before, found := strings.Cut(got, "\nPAYMENTS AFTER 2025-12-31\n")
	own, _, _ := strings.Cut(got, "\nPAYMENTS AFTER 2025-12-31\n")
	if _, own, _ = strings.Cut(own, "\nPAYMENTS AFTER 2026-02-28\n"); !found || strings.Contains(own, "2025-01-01 to") {
		t.Errorf("%s\nwant payments after each last day by themselves", got)
	}
	for of, want := range map[string]string{own: "\n Twelve months to 2030-02-28 1,000.00\n", before: "\n 2029 1,200.00\n"} {
		if !strings.Contains(of, want) {
			t.Errorf("%s\nwant %q", of, want)
		}
	}
	for _, want := range []string{`Deferred tax asset, closing [\d,.]+ –\n`, `A Lease liability 1\.00 `, `A Right-of-use asset 2\.00 `, `A Accumulated depreciation 3\.00 `} {
		if !regexp.MustCompile(`\n ` + want).MatchString(got) {
			t.Errorf("%s\nwant %q", got, want)
		}
	}
}
