package export_test

import (
	"bytes"
	"encoding/csv"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/operations"
)

// records returns the rows of a journal file.
func records(t *testing.T, format, body string) [][]string {
	t.Helper()
	o := export.Options{Accounts: readAccounts(t, codes)}
	reader := csv.NewReader(bytes.NewReader(file(t, format, operations.JournalEntries.Name, compute(t, body), o)))
	reader.FieldsPerRecord = -1
	rows, err := reader.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// numbers returns the distinct entry numbers in a journal file.
func numbers(t *testing.T, format string, column int, body string) []string {
	t.Helper()
	var list []string
	for _, row := range records(t, format, body) {
		if len(row) <= column || row[0] == "Journal No." || row[0] == "External ID" {
			continue
		}
		if number := row[column]; len(list) == 0 || list[len(list)-1] != number {
			list = append(list, number)
		}
	}
	return list
}

const identified = `"commencementDate":"2026-01-01","termMonths":2,"paymentAmount":100,"discountRateAnnual":0.05}`

// Entry numbers contain the lease's id: two leases with the same terms have different numbers, and
// a corrected lease keeps its numbers. If a format limits the length of entry numbers, they are
// shortened.
func TestEntriesAreNumberedByTheLease(t *testing.T) {
	t.Parallel()
	const long = `{"id":"a very long identity of a lease",`
	for _, test := range []struct {
		format, body string
		column       int
		first        string
	}{
		{"netsuite", `{"id":"L-17",` + identified, 0, "L-17-0000"},
		{"netsuite", long + identified, 0, "a very long identity of a lease-0000"},
		{"quickbooks-online", `{"id":"L-17",` + identified, 0, "L-17-0000"},
	} {
		got := numbers(t, test.format, test.column, test.body)
		if len(got) != 3 || got[0] != test.first || got[2] != strings.TrimSuffix(test.first, "0000")+"0002" {
			t.Errorf("%s: got %q, want %s first", test.format, got, test.first)
		}
	}
	const format, most, column = "quickbooks-online", 21, 0
	got := numbers(t, format, column, long+identified)
	corrected := numbers(t, format, column, strings.Replace(long+identified, `"paymentAmount":100`, `"paymentAmount":101`, 1))
	other := numbers(t, format, column, strings.Replace(long+identified, "a very", "another", 1))
	if len(got[0]) > most || got[0] != corrected[0] || got[0] == other[0] {
		t.Errorf("%s: numbers %q, corrected %q, of another lease %q", format, got, corrected, other)
	}
	event := `{"id":"L-17","events":[{"date":"2026-02-01","type":"termination"}],` + identified
	if got := numbers(t, "netsuite", 0, event); got[len(got)-1] != "L-17-E001" {
		t.Errorf("an event is numbered %q", got)
	}
}

// User text is never evaluated as a formula. It includes the account map's codes and segments, as
// well as a lease's name and ID, with which memos and entry numbers begin.
func TestTextsFromUsersAreNeverFormulas(t *testing.T) {
	t.Parallel()
	r := compute(t, `{"id":"=1+1","name":"@name",`+identified)
	maps := map[string]string{"csv": codes, "quickbooks-online": codes, "xero": codes, "netsuite": codes}
	for format, segments := range uploads {
		maps[format] = everyCode(strings.NewReplacer("tag:entity", "=2", "4711", "+1", "000", "@x", "300000046975971", "-9").Replace(segments))
	}
	for format, accounts := range maps {
		var b bytes.Buffer
		if err := export.Find(format).Write(&b, operations.JournalEntries.Name, r, export.Options{Currency: "USD", Accounts: readAccounts(t, accounts)}); err != nil {
			t.Fatal(err)
		}
		for _, row := range table(t, b.Bytes()) {
			for _, field := range row {
				if field != "" && strings.ContainsRune("=+@\t", rune(field[0])) {
					t.Fatalf("%s: %q would run", format, field)
				}
			}
		}
	}
}
