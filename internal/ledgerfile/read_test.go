package ledgerfile_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold/internal/columns"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/ledgerfile"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

const chart = `
accounts:
  Right-of-use asset [finance]: "1710"
  Right-of-use asset [operating]: "1700"
  Accumulated amortization: "1790"
  Lease liability: "2400"
  Lease liability, current: "2410"
  Lease expense: {account: "6100"}
  Interest expense [tag:entity=US Inc]: "7100"
  Rent clearing: "2190"
`

func keys(t *testing.T, names ...string) (list []portfolio.Key) {
	t.Helper()
	for _, name := range names {
		k, err := portfolio.ParseKey(name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, k)
	}
	return list
}

func accounts(t *testing.T, text string) *export.Accounts {
	t.Helper()
	m, err := export.ReadAccounts(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// rows formats the rows of a trial balance, one per line.
func rows(r *ledgerfile.Reading) string {
	var b strings.Builder
	for _, row := range r.Rows {
		fmt.Fprintf(&b, "%s|%s|%s", row.Account, row.Code, row.Balance)
		for _, name := range []string{"classification", "tag:entity", "currency"} {
			if v, ok := row.Key[name]; ok {
				fmt.Fprintf(&b, "|%s=%s", name, v)
			}
		}
		b.WriteString("\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// exports contains trial balances of several accounting programs, with different headings, titles,
// totals and signs.
var exports = map[string]struct {
	file, want string
	others     int
}{
	"QuickBooks Online": {`Example Inc
Trial Balance
"As of December 31, 2026"
,Debit,Credit
Checking,"12,000.00",
1700 Right-of-use asset,"812,450.10",
2400 Lease liability,,"640,012.00"
2410 Lease liability - current,,"201,551.77"
Lease costs:6100 Lease expense,"120,000.00",
TOTAL,"944,450.10","841,563.77"
"Friday, Jan 15, 2027 - Accrual Basis"
`, "Right-of-use asset|1700|812450.1\nLong-term lease liability|2400|-640012\nCurrent lease liability|2410|-201551.77\nLease expense|6100|120000", 1},
	"Xero": {`Trial Balance
Account Code,Account,Account Type,Debit - Year to date,Credit - Year to date,Debit - Prior year,Credit - Prior year
1700,Leased assets,Fixed Asset,100.00,0.00,90.00,0.00
2400,Leases,Liability,0.00,99.50,0.00,95.00
Total,,,100.00,99.50,90.00,95.00
`, "Right-of-use asset|1700|100\nLease liability|2400|-99.5", 0},
	"closing balances beside movements": {`Account,Title,Opening balance,Debits,Credits,Closing balance
1790,Accumulated amortization,-500.00,0.00,25.00,-525.00
2400,Lease liability,-1000.00,40.00,10.00,-970.00
4000,Sales,0.00,0.00,7000.00,-7000.00
`, "Accumulated amortization|1790|-525\nLease liability|2400|-970", 1},
	"groups of columns": {`;;Opening;;Period;;Closing;
Code;Name;Debit;Credit;Debit;Credit;Debit;Credit
1700;ROU;1.000,00;;10,00;;1.010,00;
2400;Lease liability;;900,00;;5,00;;905,00
`, "Right-of-use asset|1700|1010\nLease liability|2400|-905", 0},
	"an amount and its side":  {"Nominal code\tAccount name\tBalance\tDr/Cr\n1700\tROU assets\t1,000.00\tDr\n2400\tLeases\t800.00\tCr\n", "Right-of-use asset|1700|1000\nLease liability|2400|-800", 0},
	"a side after the amount": {"GL Account,Balance\n1700,\"1,000.00 Dr\"\n2400,800.00 Cr\n2190,5.00 Cr\n", "Right-of-use asset|1700|1000\nLease liability|2400|-800", 0},
	"credits with their sign": {"Account,Debit,Credit\n1700,10.00,\n2400,,-8.00\n9999,,-2.00\n", "Right-of-use asset|1700|10\nLease liability|2400|-8", 1},
	"parentheses and dashes":  {"Account no.,Name,Ending balance\n1700,ROU,\"1,000.00\"\n6100,Rent,-\n2400,Leases,\"(800.00)\"\n", "Right-of-use asset|1700|1000\nLease expense|6100|0\nLease liability|2400|-800", 0},
}

// METHOD 22.3: the headings determine the columns, titles and totals are omitted, and the account
// map determines which rows belong to Leasehold's accounts.
func TestMethod22_3_ExportedTrialBalancesAreRead(t *testing.T) {
	t.Parallel()
	for name, e := range exports {
		r, err := ledgerfile.Read(strings.NewReader(e.file), ledgerfile.Options{Name: "tb.csv", Accounts: accounts(t, chart)})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := rows(r); got != e.want || r.Others != e.others {
			t.Errorf("%s: got\n%s\nand %d others, want\n%s\nand %d", name, got, r.Others, e.want, e.others)
		}
		book, err := ledgerfile.Read(bytes.NewReader(workbook(t, e.file)), ledgerfile.Options{Name: "tb.xlsx", Accounts: accounts(t, chart)})
		if err != nil {
			t.Errorf("%s as a workbook: %v", name, err)
			continue
		}
		if got := rows(book); got != e.want || book.Sheet != "Trial balance" {
			t.Errorf("%s as a workbook: got %s", name, got)
		}
	}
}

// workbook converts a CSV file to a workbook that also has a cover sheet.
func workbook(t *testing.T, csv string) []byte {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close() //nolint:errcheck // the workbook has no temporary files
	check := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	check(f.SetSheetName("Sheet1", "Cover"))
	check(f.SetCellStr("Cover", "A1", "Trial balance of Example Inc"))
	_, err := f.NewSheet("Trial balance")
	check(err)
	separator := ","
	for _, s := range []string{";", "\t"} {
		if strings.Count(csv, s) > strings.Count(csv, separator) {
			separator = s
		}
	}
	for i, line := range strings.Split(csv, "\n") {
		for j, text := range cells(line, separator) {
			if text == "" {
				continue
			}
			at, err := excelize.CoordinatesToCellName(j+1, i+1)
			check(err)
			check(f.SetCellStr("Trial balance", at, text))
		}
	}
	var out bytes.Buffer
	check(f.Write(&out))
	return out.Bytes()
}

// cells splits a line at separators outside quotation marks.
func cells(line, separator string) (list []string) {
	quoted := false
	one := ""
	for _, c := range line {
		switch {
		case c == '"':
			quoted = !quoted
		case string(c) == separator && !quoted:
			list, one = append(list, one), ""
		default:
			one += string(c)
		}
	}
	return append(list, one)
}

// METHOD 22.3: if the report is grouped by a key, a row's key comes from the account map or from a
// column of the file. Without either, the balances of several accounts are added up.
func TestMethod22_3_KeysComeFromTheMapAndFromColumns(t *testing.T) {
	t.Parallel()
	const file = "Account,Entity,Currency,Balance\n1700,US Inc,USD,10.00\n1710,US Inc,USD,20.00\n7100,US Inc,USD,3.00\n2400,UK Ltd,GBP,-5.00\n"
	read := func(names ...string) string {
		t.Helper()
		r, err := ledgerfile.Read(strings.NewReader(file), ledgerfile.Options{Name: "tb.csv", Accounts: accounts(t, chart), Keys: keys(t, names...)})
		if err != nil {
			return err.Error()
		}
		return rows(r)
	}
	if got, want := read("classification", "tag:entity", "currency"), "Right-of-use asset|1700|10|classification=operating|tag:entity=US Inc|currency=USD\n"+
		"Right-of-use asset|1710|20|classification=finance|tag:entity=US Inc|currency=USD\nInterest expense|7100|3|tag:entity=US Inc|currency=USD\n"+
		"Lease liability|2400|-5|tag:entity=UK Ltd|currency=GBP"; got != want {
		t.Errorf("got %s", got)
	}
	if got, want := read("currency"), "Right-of-use asset|1700|10|currency=USD\nRight-of-use asset|1710|20|currency=USD\nInterest expense|7100|3|currency=USD\nLease liability|2400|-5|currency=GBP"; got != want {
		t.Errorf("got %s", got)
	}
	if got := read(); !strings.Contains(got, "the trial balance mixes currencies (GBP, USD)") {
		t.Errorf("got %s", got)
	}
}

// Without an account map, the file must use the titles of Leasehold's accounts.
func TestAccountsWithOurTitlesNeedNoMap(t *testing.T) {
	t.Parallel()
	r, err := ledgerfile.Read(strings.NewReader("Account,Balance\nRight-of-Use Asset,10\nLiabilities:Lease liability,-9.5\nSales,-4\n"), ledgerfile.Options{Name: "tb.csv"})
	if err != nil {
		t.Fatal(err)
	}
	if got := rows(r); got != "Right-of-use asset|Right-of-Use Asset|10\nLease liability|Liabilities:Lease liability|-9.5" || r.Others != 1 {
		t.Errorf("got %s and %d others", got, r.Others)
	}
}

// METHOD 22.3: if a trial balance cannot be compared with the report, the error says why.
func TestInvalidTrialBalancesAreRejected(t *testing.T) {
	t.Parallel()
	twice := chart + "  Variable lease expense: \"6100\"\n"
	for file, want := range map[string]string{
		"": "the file is empty",

		"Account,Name\n1700,ROU\n":                 "no trial balance was recognized among Account, Name",
		"Account,Debit\n1700,5.00\n":               "two columns, one of debits and one of credits",
		"Account,Balance\n9999,5.00\n":             "the account map matches no account in the file (1 read)",
		"Account,Balance\n1700,abc\n":              "line 2:",
		"Account,Balance\n1700,5.00\n2400,5.00\n":  "no balance in column B has a sign, and no column shows debit or credit",
		"Account,Balance\n6100,5.00\n2400,-5.00\n": "6100\" is the account of both Lease expense and Variable lease expense",

		"Account,Balance,Dr/Cr\n1700,5.00,left\n2400,5.00,Cr\n": "\"left\" is neither debit nor credit",
	} {
		_, err := ledgerfile.Read(strings.NewReader(file), ledgerfile.Options{Name: "tb.csv", Accounts: accounts(t, twice)})
		if refused := (*columns.Error)(nil); !errors.As(err, &refused) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", file, err, want)
		}
	}
	_, err := ledgerfile.Read(strings.NewReader("Account,Balance\nSales,5.00\n"), ledgerfile.Options{Name: "tb.csv"})
	if err == nil || !strings.Contains(err.Error(), "supply an account map") {
		t.Errorf("%v", err)
	}
}

// If the headings are ambiguous, a map of columns determines what they mean.
func TestTheMapOfColumnsDecides(t *testing.T) {
	t.Parallel()
	m, err := ledgerfile.ParseMap([]string{"Konto=account", "Saldo EUR=balance", "D=-"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := ledgerfile.Read(strings.NewReader("Konto;Bezeichnung;Saldo EUR;Balance\n1700;Nutzungsrecht;1.000,00;7,00\n2400;Leasing;-900,50;8,00\n"),
		ledgerfile.Options{Name: "saldenliste.csv", Accounts: accounts(t, chart), Map: m})
	if err != nil {
		t.Fatal(err)
	}
	if got := rows(r); got != "Right-of-use asset|1700|1000\nLease liability|2400|-900.5" {
		t.Errorf("got %s", got)
	}
	if _, err := ledgerfile.ParseMap([]string{"Konto=konto"}, nil); err == nil || !strings.Contains(err.Error(), "is not a field of a trial balance") {
		t.Errorf("%v", err)
	}
}

// FuzzRead checks that Read returns either a trial balance or an error for any file.
func FuzzRead(f *testing.F) {
	for _, e := range exports {
		f.Add([]byte(e.file))
	}
	m, err := export.ReadAccounts(strings.NewReader(chart))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		r, err := ledgerfile.Read(bytes.NewReader(file), ledgerfile.Options{Name: "tb", Accounts: m})
		if refused := (*columns.Error)(nil); err != nil && !errors.As(err, &refused) {
			t.Error(err)
		}
		if err == nil && len(r.Rows) == 0 {
			t.Error("nothing was read, and that is not said")
		}
	})
}

// With an account map of 1,500 elements, reading a long trial balance takes at most ten times as
// long as with one element.
func TestALongAccountMapIsFast(t *testing.T) {
	t.Parallel()
	var file strings.Builder
	file.WriteString("Account,Balance\n")
	for i := range 20_000 {
		fmt.Fprintf(&file, "2400,-%d.00\n", i)
	}
	read := func(entries int) time.Duration {
		text := "accounts:\n"
		for i := range entries {
			text += fmt.Sprintf("  Lease liability [tag:e=%d]: \"2400\"\n", i)
		}
		m := accounts(t, text)
		began := time.Now()
		r, err := ledgerfile.Read(strings.NewReader(file.String()), ledgerfile.Options{Name: "tb.csv", Accounts: m})
		if err != nil || len(r.Rows) != 20_000 || r.Rows[0].Account != "Lease liability" || r.Rows[0].Key != nil {
			t.Fatalf("%d entries: %v", entries, err)
		}
		return time.Since(began)
	}
	if short, long := read(1), read(1500); long > 10*short {
		t.Errorf("a map of 1500 entries takes %s, and of one %s", long, short)
	}
}
