package export_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/operations"
)

// conditional is an account map with conditions on class, standard and tags.
const conditional = `
accounts:
  Right-of-use asset: "1700"
  Right-of-use asset [finance]: "1710"
  Right-of-use asset [finance] [IFRS_16]: "1720"
  Lease liability: "2400"
  Lease liability [operating] [tag:entity=US Inc]: {account: "2450", segments: {Class: US}}
  Cash: "1000"
  Lease expense: "6200"
  Interest expense: "7100"
  Amortization expense: "6300"
  Depreciation expense: "6310"
`

// entriesOf writes the entries of a report on the given leases to a file in a format, and returns
// the file's rows.
func entriesOf(t *testing.T, format string, o export.Options, summed bool, leases ...string) (string, error) {
	t.Helper()
	r := report(t, `{"from":"2026-01-01","to":"2026-01-31","journal":"monthly","groupBy":["currency"],"leases":[`+strings.Join(leases, ",")+`]}`)
	j, err := export.Find(format).Journals(o, r.Span())
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	j.Open(&b)
	sum, err := j.Summed(nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range r.Leases {
		write := func() error { return j.Lease(&b, &r.Leases[i]) }
		if summed {
			write = func() error { return sum.Add(&r.Leases[i]) }
		}
		if err := write(); err != nil {
			return "", err
		}
	}
	if err := sum.Write(&b); err != nil {
		return "", err
	}
	return b.String(), j.Close(&b, r.Sum.Books())
}

func lease(id, members string) string {
	return fmt.Sprintf(`{"id":%q,"commencementDate":"2026-01-01","termMonths":24,"paymentAmount":1000,"discountRateAnnual":0.06%s}`, id, members)
}

// METHOD 25.9: if several entries for an account apply to a lease, the entry with the most
// conditions is used. This holds for each lease's entries and for summed entries.
func TestMethod25_9_AccountsByClassAndTag(t *testing.T) {
	t.Parallel()
	leases := []string{
		lease("A", ``), lease("B", `,"classification":"finance"`), lease("C", `,"standard":"IFRS_16"`),
		lease("D", `,"tags":{"entity":"US Inc"}`), lease("E", `,"tags":{"entity":"US Inc"},"classification":"finance"`),
	}
	o := export.Options{Accounts: readAccounts(t, conditional), Columns: []export.Column{{Name: "leaseId", Heading: "id"}, {Name: "account", Heading: "account"}, {Name: "accountName", Heading: "name"}}}
	text, err := entriesOf(t, "entries", o, false, leases...)
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string][2]string{"A": {"1700", "2400"}, "B": {"1710", "2400"}, "C": {"1720", "2400"}, "D": {"1700", "2450"}, "E": {"1710", "2400"}} {
		class := ""
		if want[1] == "2450" {
			class = "US"
		}
		for i, name := range []string{"Right-of-use asset", "Lease liability"} {
			segment := ""
			if i == 1 {
				segment = class
			}
			if row := id + "," + want[i] + "," + name + "," + segment + "\r\n"; !strings.Contains(text, row) && !strings.Contains(text, strings.ReplaceAll(row, "\r\n", "\n")) {
				t.Errorf("there is no row %q in\n%s", row, text)
			}
		}
	}
	o.Columns, o.Summed = []export.Column{{Name: "account", Heading: "account"}, {Name: "credit", Heading: "credit"}}, true
	text, err = entriesOf(t, "entries", o, true, leases...)
	if err != nil {
		t.Fatal(err)
	}
	for _, code := range []string{"1700", "1710", "1720", "2400", "2450"} {
		if !strings.Contains(text, "\n"+code+",") {
			t.Errorf("nothing is added up on %s in\n%s", code, text)
		}
	}
}

// In a single lease's journal, conditions on a class refer to the class at the end of the lease
// term.
func TestMethod25_9_TheJournalOfOneLeaseHasItsClass(t *testing.T) {
	t.Parallel()
	o := export.Options{Accounts: readAccounts(t, conditional)}
	for body, want := range map[string]string{lease("A", ``): ",1700,", lease("B", `,"classification":"finance"`): ",1710,", lease("C", `,"standard":"IFRS_16"`): ",1720,"} {
		for _, by := range []export.Entries{export.EntriesByPeriod, export.EntriesByMonth} {
			o.Entries = by
			if text := string(file(t, "csv", operations.JournalEntries.Name, compute(t, body), o)); !strings.Contains(text, want) {
				t.Errorf("%s: no %s in\n%.300s", body, want, text)
			}
		}
	}
}

// METHOD 25.9: an account map is rejected if two of its entries can both apply to one lease. A
// report rejects conditions that no lease meets.
func TestMethod25_9_AmbiguousKeysAreRejected(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"Cash [finance]": 1, "Cash [tag:entity=A]": 2}`:               `"Cash [finance]" and "Cash [tag:entity=A]" can both apply to one lease and have the same number of conditions`,
		`{"Cash [tag:a=1] [finance]": 1, "Cash [finance] [tag:a=1]":2}`: "can both apply to one lease",
		`{"Cash": 1, "Cash ": 2}`:                                       `"Cash" and "Cash" can both apply to one lease`,
		`{"Cash [leased]": 1}`:                                          `"Cash [leased]" has an invalid condition; use operating, finance, short_term, low_value, ASC_842`,
		`{"Cash [tag:=1]": 1}`:                                          "has an invalid condition",
		`{"Cash [finance": 1}`:                                          "has an invalid condition",
		`{"Cash [finance] [operating]": 1}`:                             "has two conditions on the classification",
		`{"Rent [finance]": 1}`:                                         `"Rent" is not an account`,
	} {
		if _, err := export.ReadAccounts(strings.NewReader(`accounts: ` + text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	readAccounts(t, `accounts: {"Cash [finance]": 1, "Cash [operating]": 2, "Cash [finance] [tag:a=1]": 3, "Cash [tag:a=2] [finance]": 4}`)
	only := strings.Replace(conditional, `Cash: "1000"`, `Cash [IFRS_16]: "1000"`, 1)
	_, err := entriesOf(t, "entries", export.Options{Accounts: readAccounts(t, only)}, false, lease("A", ``))
	if err == nil || !strings.Contains(err.Error(), `"Cash" is missing for the lines of lease A (ASC_842, operating); the map contains Cash [IFRS_16]`) {
		t.Errorf("a lease that no key fits: %v", err)
	}
}

// A format without a currency column accepts leases only in a single currency. The error names the
// currencies of the leases.
func TestMethod25_9_MixedCurrenciesNeedACurrencyColumn(t *testing.T) {
	t.Parallel()
	mixed := []string{lease("A", `,"currency":"USD"`), lease("B", `,"currency":"GBP"`), lease("C", `,"currency":"EUR"`)}
	o := export.Options{Accounts: readAccounts(t, conditional+"taxRate: No VAT\n")}
	plain := strings.Replace(conditional, `, segments: {Class: US}`, ``, 1)
	for format, refused := range map[string]bool{"xero": true, "entries": false, "quickbooks-online": false, "netsuite": false} {
		for _, summed := range []bool{false, true} {
			o.Accounts = readAccounts(t, plain)
			_, err := entriesOf(t, format, o, summed, mixed...)
			if refused != (err != nil) || refused && !strings.Contains(err.Error(), "has no column for the currency, and these leases have EUR, GBP, USD") {
				t.Errorf("%s: %v", format, err)
			}
			if _, err := entriesOf(t, format, o, summed, mixed[0], lease("D", `,"currency":"USD"`)); err != nil {
				t.Errorf("%s of one currency: %v", format, err)
			}
		}
	}
}
