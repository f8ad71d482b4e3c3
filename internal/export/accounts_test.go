package export_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/operations"
)

func readAccounts(t *testing.T, text string) *export.Accounts {
	t.Helper()
	m, err := export.ReadAccounts(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

const codes = `
accounts:
  Right-of-use asset: 01700
  Lease liability: {account: "=2400", segments: {Class: "@offices"}}
  Cash: "+1000"
  Prepaid rent: "-1400"
  Lease expense: "\t6200"
  Interest expense: 7100
  Amortization expense: 6300
  Depreciation expense: 6310
  Gain on lease change: 8100
  Loss on lease change: 8200
segments: {Name: Landlord}
taxRate: No VAT
`

// The error for an invalid account map names the account or line and the allowed values.
func TestInvalidAccountMapsAreRejected(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		``:                                         "the map has no accounts",
		`accounts: {}`:                             "the map has no accounts",
		`accounts: {Rent payable: 2400}`:           `"Rent payable" is not an account; the accounts are Right-of-use asset, Lease liability`,
		`accounts: {Cash: ""}`:                     `the code is empty for "Cash"`,
		`accounts: {Cash: "", Prepaid rent: ""}`:   `the code is empty for "Cash", "Prepaid rent"`,
		`accounts: {Cash: {segments: {}}}`:         `the code is empty for "Cash"`,
		`accounts: {Cash: {code: 1}}`:              "unknown field code",
		`accounts: {Cash: 1, Cash: 2}`:             `"Cash" already defined`,
		`accounts: {Cash: "a\nb"}`:                 `the code of "Cash" has a character that is not printable`,
		`accounts: {Cash: 1}` + "\nextra: 1":       "field extra not found",
		`accounts: [1]`:                            "cannot unmarshal",
		`{"accounts"`:                              "accounts: ",
		"accounts: {Cash: 1}\nsegments: {\"\": x}": `a segment of "Cash" has no name`,
		strings.Repeat("#", 70_000):                "must have at most 65536 bytes",
	} {
		_, err := export.ReadAccounts(strings.NewReader(text))
		var option *export.OptionError
		if !errors.As(err, &option) || option.Option != "accounts" || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: got %v, want %q", text, err, want)
		}
	}
}

// If a format does not support an account map or an option, the error names the option, and nothing
// is written.
func TestUnsupportedOptionsAreRejected(t *testing.T) {
	t.Parallel()
	r := compute(t, leases["operating"])
	cash := readAccounts(t, `accounts: {Cash: 1000}`)
	all := readAccounts(t, codes)
	for _, test := range []struct {
		format, operation string
		o                 export.Options
		want              string
	}{
		{"csv", operations.JournalEntries.Name, export.Options{Accounts: cash}, `accounts: the journal posts to accounts that the map lacks: "Right-of-use asset", "Lease liability", "Prepaid rent", "Lease expense"`},
		{"xero", operations.JournalEntries.Name, export.Options{}, "accounts: an account map is needed"},
		{"hledger", operations.JournalEntries.Name, export.Options{Accounts: all}, `accounts: "=2400" for "Lease liability" is not a valid account name; hledger reads`},
		{"netsuite", operations.JournalEntries.Name, export.Options{Accounts: readAccounts(t, codes+"\n"), Currency: "usd"}, `currency: "usd" is not a code of three capital letters`},
		{
			"xero", operations.JournalEntries.Name,
			export.Options{Accounts: readAccounts(t, strings.Replace(codes, "Name: Landlord", "A: a, B: b", 1))},
			"the map has 3 segments: A, B, Class",
		},
		{
			"hledger", operations.JournalEntries.Name,
			export.Options{Accounts: readAccounts(t, `{accounts: {Right-of-use asset: a, Lease liability: b, Cash: c, Prepaid rent: e, Lease expense: d}, segments: {date: "2020-01-01"}}`)},
			`segment "date" cannot be a tag; hledger reads it as the day of the posting`,
		},
		{"xlsx", operations.Schedule.Name, export.Options{}, "format: xlsx is not available for schedule, only for compute"},
		{"csv", "classify", export.Options{}, "format: csv is not available for classify, only for compute, schedule, journal-entries"},
	} {
		var b bytes.Buffer
		err := export.Find(test.format).Write(&b, test.operation, r, test.o)
		if err == nil || !strings.Contains(err.Error(), test.want) || b.Len() > 0 {
			t.Errorf("%s: got %v and %d bytes, want %q", test.format, err, b.Len(), test.want)
		}
	}
	if export.Find("docx") != nil {
		t.Error("found a format that does not exist")
	}
}

// NetSuite accepts at most ten digits before the decimal point. Larger amounts are rejected when
// the file is written, because NetSuite would reject them only after the upload.
func TestNetSuiteAmountsAreBounded(t *testing.T) {
	t.Parallel()
	r := compute(t, `{"commencementDate":"2026-01-01","termMonths":2,"paymentAmount":10000000000,"discountRateAnnual":0}`)
	var b bytes.Buffer
	if err := export.Find("netsuite").Write(&b, operations.JournalEntries.Name, r, export.Options{}); err == nil || b.Len() > 0 {
		t.Errorf("got %v and %d bytes", err, b.Len())
	}
}

// Every format writes identical bytes for identical leases.
func TestFilesAreDeterministic(t *testing.T) {
	t.Parallel()
	o := export.Options{Currency: "USD", Accounts: readAccounts(t, strings.NewReplacer("=2400", "2400", `"+1000"`, "1000").Replace(codes)), Version: "1"}
	for _, f := range export.Formats {
		for _, operation := range f.Operations {
			r := compute(t, leases["operating"])
			with := o
			if f.Name == "hledger" {
				with.Accounts = nil
			}
			if needed := oneEntity(t, f.Name); needed != nil {
				with.Accounts = needed
			}
			first := file(t, f.Name, operation, r, with)
			if !bytes.Equal(first, file(t, f.Name, operation, compute(t, leases["operating"]), with)) {
				t.Errorf("%s of %s: two files of one lease differ", f.Name, operation)
			}
			if len(first) == 0 {
				t.Errorf("%s of %s is empty", f.Name, operation)
			}
		}
	}
}

// A file's entries can be limited to one year, because some accounting software accepts only a
// limited number of lines. Together, the files for all years contain all entries.
func TestEntriesCanBeSelectedByDate(t *testing.T) {
	t.Parallel()
	r := compute(t, leases["operating"])
	whole := bytes.Count(file(t, "csv", operations.JournalEntries.Name, r, export.Options{}), []byte("\n")) - 1
	parts := 0
	for year := int16(2026); year <= 2031; year++ {
		parts += bytes.Count(file(t, "csv", operations.JournalEntries.Name, r, export.Options{
			First: civil.Date{Year: year, Month: 1, Day: 1}, Last: civil.Date{Year: year, Month: 12, Day: 31},
		}), []byte("\n")) - 1
	}
	if parts != whole {
		t.Errorf("the years have %d lines, the whole %d", parts, whole)
	}
}

// A tag's value cannot change a posting's date, although hledger reads a date in brackets as the
// posting date.
func TestASegmentCannotMoveAPosting(t *testing.T) {
	t.Parallel()
	r := compute(t, leases["operating"])
	accounts := strings.NewReplacer("Name: Landlord", "Project: '[2020-01-01]'", "=2400", "2400", "+1000", "1000", "-1400", "1400", "\\t6200", "6200").Replace(codes)
	o := export.Options{Accounts: readAccounts(t, accounts)}
	var b bytes.Buffer
	if err := export.Find("hledger").Write(&b, operations.JournalEntries.Name, r, o); err != nil {
		t.Fatal(err)
	}
	if got := b.String(); strings.Contains(got, "[2020-01-01]") || !strings.Contains(got, "Project:(2020-01-01)") {
		t.Errorf("%.600s", got)
	}
}

// An account template becomes a valid account map for its leases once the codes are filled in. It
// splits an account by class or tag only if the leases have different classes or tag values.
func TestAccountTemplateFitsItsLeases(t *testing.T) {
	t.Parallel()
	template := export.AccountTemplate{By: []string{"tag:entity"}}
	results := []*leasehold.Result{
		compute(t, `{"id":"A","tags":{"entity":"US"},"commencementDate":"2026-01-01","termMonths":12,"paymentAmount":100,"discountRateAnnual":0.05}`),
		compute(t, `{"id":"B","tags":{"entity":"UK"},"classification":"finance","commencementDate":"2026-01-01","termMonths":12,"paymentAmount":100,"discountRateAnnual":0.05}`),
	}
	for _, r := range results {
		if err := template.Add(t.Context(), &r.Lease); err != nil {
			t.Fatal(err)
		}
	}
	var text strings.Builder
	if err := template.Write(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\n  Lease liability [finance] [tag:entity=UK]: \"\"\n", "\n  Lease expense: \"\"\n", "\n  Prior-period corrections", "\n  # Deferred tax asset: \"\" # for --deferred-tax\n"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the template lacks %q:\n%s", want, &text)
		}
	}
	if _, err := export.ReadAccounts(strings.NewReader(text.String())); err == nil || !strings.Contains(err.Error(), "the code is empty for") {
		t.Errorf("a template without codes: got %v, want the names of all accounts", err)
	}
	accounts := readAccounts(t, strings.ReplaceAll(text.String(), `""`, `"1"`))
	for _, r := range results {
		if err := export.Find("csv").Write(io.Discard, operations.JournalEntries.Name, r, export.Options{Accounts: accounts}); err != nil {
			t.Errorf("lease %s: %v", r.Lease.ID, err)
		}
	}
}
