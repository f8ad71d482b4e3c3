package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/portfolio"
)

// A report of the command with an earlier span, a closing before it and deferred tax is
// that of the engine; its table and rows show them.
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
	list := `{"leases":[` + strings.Split(readText(t, f.path("9.json")), `"leases":[`)[1]
	list, _, _ = strings.Cut(list, `],"totals"`)
	for _, member := range []string{`,"standard":"ASC_842"`, `,"standard":"IFRS_16"`} {
		list = strings.ReplaceAll(list, member, "")
	}
	list += "]}"
	q, err := portfolio.Decode([]byte(`{"from":"2026-10-01","to":"2026-10-31","leases":[` + strings.Join(lines, ",") +
		`],"groupBy":["standard"],"journal":"monthly","comparative":{"from":"2026-08-01","to":"2026-08-31"},"previous":` + list +
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
	for _, part := range []string{"LATE CHANGES", "L-00001", "2026-08-01 to 2026-08-31"} {
		if !strings.Contains(page, part) {
			t.Errorf("the table lacks %s:\n%s", part, page)
		}
	}
	rows := strings.Count(string(runOK(t, nil, append(args, "csv")...)), "\n")
	if rows != 1+2*len(lines) {
		t.Errorf("%d rows for %d leases and two spans", rows, len(lines))
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
