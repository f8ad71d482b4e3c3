package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/parquet/parquettest"
	"github.com/leasehold-accounting/leasehold/money"
)

// made runs the leasehold report command on leases and returns the output.
func made(t *testing.T, leases string, args ...string) []byte {
	t.Helper()
	var stdout, stderr bytes.Buffer
	args = append([]string{"report", "--from", "2026-02-10", "--to", "2026-12-31"}, args...)
	if code := run(t.Context(), args, strings.NewReader(leases), &stdout, &stderr); code != exitOK {
		t.Fatalf("%v: exit status %d, %s", args, code, &stderr)
	}
	return stdout.Bytes()
}

// The Parquet table of leases has columns for the reporting period, followed by the columns and rows of the csv
// format. Its columns' sums equal the JSON report's totals exactly.
func TestTheParquetTableIsTheReport(t *testing.T) {
	t.Parallel()
	leases := strings.Join(manyLeases(300, false), "\n")
	got := parquettest.Read(t, made(t, leases, "--format", "parquet", "--group-by", "tag:entity", "--tags", "tag:entity"))
	rows, err := csv.NewReader(bytes.NewReader(made(t, leases, "--format", "csv", "--group-by", "tag:entity"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if want := slices.Concat([]string{"from", "to"}, rows[0]); !slices.Equal(got.Columns, want) {
		t.Fatalf("columns %v, want %v", got.Columns, want)
	}
	if len(got.Rows) != len(rows)-1 {
		t.Fatalf("%d rows, want %d", len(got.Rows), len(rows)-1)
	}
	for i, row := range rows[1:] {
		if got.Rows[i]["from"] != "2026-02-10" || got.Rows[i]["to"] != "2026-12-31" {
			t.Fatalf("row %d: the span is %s to %s", i, got.Rows[i]["from"], got.Rows[i]["to"])
		}
		for j, name := range rows[0] {
			if have := got.Rows[i][name]; have != row[j] && !equalNumbers(have, row[j]) {
				t.Fatalf("row %d, %s: %q, want %q", i, name, have, row[j])
			}
		}
	}
	var report struct{ Total map[string]json.RawMessage }
	if err := json.Unmarshal(made(t, leases, "--format", "json"), &report); err != nil {
		t.Fatal(err)
	}
	for c := range figure.Count() {
		want, ok := totalOf(t, report.Total, c)
		if !ok {
			continue
		}
		var sum money.Amount
		for _, row := range got.Rows {
			if text := row[c.String()]; text != "" {
				sum = sum.Add(money.MustParse(text).Minor(2))
			}
		}
		if sum.String() != want {
			t.Errorf("%s adds up to %s, and the report has %s", c, sum, want)
		}
	}
}

// equalNumbers reports whether two strings are the same decimal number, such as 1.5 and 1.500.
func equalNumbers(a, b string) bool {
	x, errX := money.Parse(a)
	y, errY := money.Parse(b)
	return errX == nil && errY == nil && x.Cmp(y) == 0
}

// totalOf returns a figure in a report's total.
func totalOf(t *testing.T, total map[string]json.RawMessage, c figure.Concept) (text string, ok bool) {
	t.Helper()
	members := total
	path := strings.Split(c.String(), ".")
	for _, name := range path[:len(path)-1] {
		next := map[string]json.RawMessage{}
		if members[name] == nil {
			return "", false
		}
		if err := json.Unmarshal(members[name], &next); err != nil {
			return "", false // the maturities of the first five years are a list
		}
		members = next
	}
	value, ok := members[path[len(path)-1]]
	return string(value), ok
}

// The Parquet table of journal entries has one row for each line of the JSON report's journal.
func TestTheParquetEntriesAreTheJournal(t *testing.T) {
	t.Parallel()
	leases := strings.Join(manyLeases(100, false), "\n")
	var report struct {
		JournalEntries []struct {
			Number, Date, Memo, LeaseID string
			Lines                       []struct {
				Account       string
				Debit, Credit json.Number
			}
		}
	}
	if err := json.Unmarshal(made(t, leases, "--format", "json", "--journal", "monthly"), &report); err != nil {
		t.Fatal(err)
	}
	got := parquettest.Read(t, made(t, leases, "--format", "parquet-entries", "--tags", "entity")).Rows
	n := 0
	for _, e := range report.JournalEntries {
		for _, l := range e.Lines {
			if n == len(got) {
				t.Fatalf("only %d rows", n)
			}
			row := got[n]
			n++
			if row["number"] != e.Number || row["date"] != e.Date || row["leaseId"] != e.LeaseID || row["memo"] != e.Memo || row["account"] != l.Account ||
				row["debit"] != l.Debit.String()+"0" || row["credit"] != l.Credit.String()+"0" || !strings.HasPrefix(row["tag:entity"], "E") {
				t.Fatalf("row %d is %v, want %v of %v", n, row, l, e)
			}
		}
	}
	if n == 0 || n != len(got) {
		t.Errorf("%d rows, want %d", len(got), n)
	}
}

// METHOD 25.5: if a lease has both funds' journal entries, the fund column distinguishes them. Each fund's
// entries equal the entries of a lease that has only that fund's entries.
func TestMethod25_5_ParquetTellsTheFundsApart(t *testing.T) {
	t.Parallel()
	const lease = `{"id":"ID","standard":"GASB_87","fund":"FUND","commencementDate":"2026-03-01","termMonths":36,"paymentAmount":1000,"discountRateAnnual":0.05}` + "\n"
	entries := func(fund string) (list []string) {
		for _, row := range parquettest.Read(t, made(t, strings.NewReplacer("ID", "A", "FUND", fund).Replace(lease), "--format", "parquet-entries")).Rows {
			if want := map[string]string{"both": row["fund"]}[fund]; row["fund"] != want {
				t.Errorf("an entry of a lease of %s says %s", fund, row["fund"])
			}
			list = append(list, strings.Join([]string{row["fund"], row["date"], row["account"], row["debit"], row["credit"]}, " "))
		}
		return list
	}
	var want []string
	for _, fund := range []string{"government_wide", "governmental"} {
		one := entries(fund)
		for i := range one {
			want = append(want, fund+one[i])
		}
		if len(one) == 0 {
			t.Errorf("%s has no entries", fund)
		}
	}
	got := entries("both")
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A column may contain amounts in currencies with different numbers of decimals, such as yen,
// dollars and dinars. A figure that does not apply is NULL, not 0.
func TestOneColumnHasEveryCurrency(t *testing.T) {
	t.Parallel()
	lease := `{"id":"CUR","currency":"CUR","commencementDate":"2026-01-01","termMonths":12,"paymentAmount":1000,"discountRateAnnual":0}` + "\n"
	var leases string
	for _, code := range []string{"JPY", "USD", "BHD"} {
		leases += strings.ReplaceAll(lease, "CUR", code)
	}
	for _, row := range parquettest.Read(t, made(t, leases, "--format", "parquet", "--group-by", "currency")).Rows {
		if row["maturity.total"] != "0.000" || row["cash.total"] != "10000.000" {
			t.Errorf("%s: remaining %s, paid %s", row["id"], row["maturity.total"], row["cash.total"])
		}
		if tax, ok := row["deferredTax.expense"]; ok {
			t.Errorf("%s has a deferred tax of %s", row["id"], tax)
		}
	}
}
