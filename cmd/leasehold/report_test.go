package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// manyLeases returns n leases under three standards, one per line. Each lease has a tag, and every fifth lease
// has an event. On request, leases 7, 107, 207 and so on are invalid.
func manyLeases(n int, wrong bool) (lines []string) {
	for i := range n {
		term, event := 24+i%90, ""
		switch {
		case wrong && i%100 == 7:
			term = -1
		case i%5 == 0:
			event = `,"events":[{"type":"termination","date":"2026-08-15","penalty":100}]`
		}
		lines = append(lines, fmt.Sprintf(`{"id":"L-%05d","tags":{"entity":"E%d"},"standard":%q,"commencementDate":"2026-%02d-%02d","termMonths":%d,"paymentAmount":%d.%02d,"discountRateAnnual":0.0%d%s}`,
			i, i%7, []string{"ASC_842", "IFRS_16", "GASB_87"}[i%3], i%6+1, i%28+1, term, 1000+i, i%100, 100+i%899, event))
	}
	return lines
}

// A report on leases in several files has the same lines and totals as a report on the same leases
// in one file.
func TestSeveralFilesGiveOneReport(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	lines := manyLeases(150, false)
	var names []string
	for i, part := range [][]string{lines[:1], lines[1:100], lines[100:]} {
		names = append(names, filepath.Join(dir, fmt.Sprintf("%d.ndjson", i)))
		if err := os.WriteFile(names[i], []byte(strings.Join(part, "\n")), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, format := range []string{"ndjson", "csv", "json", "table"} {
		args := []string{"report", "--from", "2026-01-01", "--to", "2026-12-31", "--group-by", "tag:entity", "--format", format}
		one := runOK(t, []byte(strings.Join(lines, "\n")), args...)
		if several := runOK(t, nil, append(args, names...)...); !bytes.Equal(one, several) {
			t.Errorf("%s differs", format)
		}
	}
}

// If two leases have the same ID, the second is rejected, however far apart they are in the file.
func TestReportRejectsDuplicateIDs(t *testing.T) {
	t.Parallel()
	lines := manyLeases(300, false)
	lines = append(lines, lines[3])
	in := strings.Join(lines, "\n")
	args := []string{"report", "--from", "2026-01-01", "--to", "2026-12-31", "--format", "ndjson"}
	var stdout, stderr bytes.Buffer
	if code := run(t.Context(), args, strings.NewReader(in), &stdout, &stderr); code != exitError ||
		!strings.Contains(stderr.String(), `line 301: id: "L-00003" is also the id of an earlier lease; each id must be unique`) {
		t.Errorf("exit status %d, %s", code, &stderr)
	}
	stdout.Reset()
	code := run(t.Context(), append(args, "--on-error", "skip"), strings.NewReader(in), &stdout, &stderr)
	got := strings.Split(strings.TrimSuffix(stdout.String(), "\n"), "\n")
	if code != exitError || len(got) != 301 || !strings.HasPrefix(got[300], `{"line":301,"id":"L-00003","error":{`) {
		t.Errorf("exit status %d, %d lines, the last %q", code, len(got), got[len(got)-1])
	}
	without := runOK(t, []byte(strings.Join(lines[:300], "\n")), args...)
	if string(without) != strings.Join(got[:300], "\n")+"\n" {
		t.Error("the leases before it differ")
	}
}

// If the input is unreadable or its first leases are invalid, standard output remains empty. If the
// input has no leases, the report is complete.
func TestAnImmediateReportErrorPrintsNothing(t *testing.T) {
	t.Parallel()
	for format := range strings.SplitSeq(namesOf(reportFormats()), ", ") {
		if format == "xero" {
			continue // this format requires an account map from the user
		}
		args := []string{"report", "--from", "2026-01-01", "--to", "2026-12-31", "--format", format}
		for name, in := range map[string]string{
			"words": "nothing of the kind\n", "a wrong lease": manyLeases(8, true)[7] + "\n", "binary": "\x00\xff\x01\n\xfe",
		} {
			var stdout, stderr bytes.Buffer
			if code := run(t.Context(), args, strings.NewReader(in), &stdout, &stderr); code != exitError || stdout.Len() > 0 || stderr.Len() == 0 {
				t.Errorf("%s, %s: exit status %d, %d bytes %.100q, %s", format, name, code, stdout.Len(), &stdout, &stderr)
			}
		}
	}
	none := filepath.Join(t.TempDir(), "none.ndjson")
	if err := os.WriteFile(none, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for format, start := range map[string]string{"json": `{"from":"2026-01-01","to":"2026-12-31","leases":[],`, "csv": "id,"} {
		got := runOK(t, nil, "report", "--from", "2026-01-01", "--to", "2026-12-31", "--format", format, none)
		if !strings.HasPrefix(string(got), start) || strings.Count(string(got), "\n") != 1 {
			t.Errorf("%s without leases: %.120s", format, got)
		}
	}
}

// If the last lease of a report is invalid or in another currency, the report fails and standard
// output remains empty. Only the ndjson format writes results before the failure.
func TestALateReportErrorPrintsNothing(t *testing.T) {
	t.Parallel()
	const n = 300
	lines := manyLeases(n, false)
	for name, last := range map[string]string{
		"a wrong lease":    manyLeases(8, true)[7],
		"another currency": `{"id":"X","currency":"EUR","commencementDate":"2026-01-01","termMonths":12,"paymentAmount":1,"discountRateAnnual":0}`,
	} {
		in := strings.Join(append(lines[:n:n], last), "\n")
		for form := range strings.SplitSeq(namesOf(reportFormats()), ", ") {
			if form == "xero" {
				continue // this format requires an account map from the user
			}
			var stdout, stderr bytes.Buffer
			args := []string{"report", "--from", "2026-01-01", "--to", "2026-12-31", "--format", form}
			if form == "dynamics-365" {
				args = append(args, "--currency", "USD")
			}
			code := run(t.Context(), args, strings.NewReader(in), &stdout, &stderr)
			if code != exitError || stderr.Len() == 0 {
				t.Errorf("%s, %s: exit status %d, %s", form, name, code, &stderr)
			}
			if whole := strings.HasSuffix(stdout.String(), "\n"); form == "ndjson" && stdout.Len() > 0 && !whole || form != "ndjson" && stdout.Len() > 0 {
				t.Errorf("%s, %s: %d bytes %.100q", form, name, stdout.Len(), &stdout)
			}
		}
	}
}
