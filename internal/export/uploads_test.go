package export_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/money"
)

// uploads maps the SAP and Oracle formats to the segments that each format requires.
var uploads = map[string]string{
	"sap-s4hana":    `segments: {BUKRS: "tag:entity", LDGRP: 0L, KOSTL: "4711", RFAREA: Rent}`,
	"oracle-fusion": `segments: {Ledger ID: "300000046975971", Segment1: "tag:entity", Segment2: "000", Interface Group Identifier: "7"}`,
}

// everyCode returns an account map that assigns a code to every account. The codes are consecutive
// numbers from 2001.
func everyCode(segments string) string {
	text := "accounts:\n"
	for i, a := range leasehold.Accounts() {
		text += fmt.Sprintf("  %q: %q\n", a, fmt.Sprint(2001+i))
	}
	return text + segments
}

// oneEntity returns an account map with the segments that a format requires, or nil if the format
// requires none.
func oneEntity(t *testing.T, format string) *export.Accounts {
	t.Helper()
	segments, needed := uploads[format]
	if !needed {
		return nil
	}
	return readAccounts(t, everyCode(strings.Replace(segments, "tag:entity", "1010", 1)))
}

// The files equal the reference files that docs/FILES.md describes.
func TestUploadsAreTheReferenceFiles(t *testing.T) {
	t.Parallel()
	r := compute(t, `{"id":"L-17","name":"Depot, Lyon","currency":"EUR","tags":{"entity":"1010"},"commencementDate":"2026-01-01","termMonths":2,
		"paymentAmount":1000.5,"discountRateAnnual":0.06}`)
	for format, segments := range uploads {
		path := filepath.Join("testdata", format+".csv")
		want, _ := os.ReadFile(path) // a missing file is empty and therefore differs
		var got bytes.Buffer
		err := export.Find(format).Write(&got, operations.JournalEntries.Name, r, export.Options{Accounts: readAccounts(t, everyCode(segments))})
		if err != nil || !bytes.Equal(got.Bytes(), want) {
			t.Errorf("%s: %v, got\n%s", path, err, got.Bytes())
		}
	}
}

// upload returns the rows of a journal file for many leases in several currencies.
func upload(t *testing.T, format string) [][]string {
	t.Helper()
	span := leasehold.Span{From: civil.Date{Year: 2026, Month: 1, Day: 1}, To: civil.Date{Year: 2029, Month: 6, Day: 30}, Monthly: true}
	return table(t, written(t, journals(t, format, export.Options{Currency: "USD", Accounts: readAccounts(t, everyCode(uploads[format]))}, span), portfolioLines(t, span)))
}

// sums contains the debits less the credits of each entry in a file, and the total debits and total
// credits of the file.
type sums struct {
	entries map[string]money.Amount
	total   [2]money.Amount
	lines   int
}

func (s *sums) add(t *testing.T, entry, debit, credit string) {
	t.Helper()
	if (debit == "") == (credit == "") {
		t.Fatalf("%s: debit %q, credit %q", entry, debit, credit)
	}
	if s.entries == nil {
		s.entries = map[string]money.Amount{}
	}
	s.lines++
	if debit != "" {
		s.entries[entry], s.total[0] = s.entries[entry].Add(units(t, debit)), s.total[0].Add(units(t, debit))
	} else {
		s.entries[entry], s.total[1] = s.entries[entry].Sub(units(t, credit)), s.total[1].Add(units(t, credit))
	}
}

// holds compares the sums with the sums of a file in the format entries that contains the same
// lines.
func (s *sums) holds(t *testing.T) {
	t.Helper()
	var want sums
	for _, row := range upload(t, "entries")[1:] {
		want.add(t, row[0], row[5], row[6])
	}
	if s.lines != want.lines || len(s.entries) != len(want.entries) || s.total != want.total {
		t.Errorf("%d lines in %d entries, %v; want %d in %d, %v", s.lines, len(s.entries), s.total, want.lines, len(want.entries), want.total)
	}
	for entry, sum := range s.entries {
		if !sum.IsZero() {
			t.Errorf("%s is out of balance by %s", entry, sum)
		}
	}
}

// Each block of SAP's template has a number, one header with a currency, and line items that
// balance. No text exceeds SAP's maximum length.
func TestDocumentsOfSAPBalance(t *testing.T) {
	t.Parallel()
	var s sums
	var names []string
	number, currencies, header := "", map[string]bool{}, false
	for _, row := range upload(t, "sap-s4hana") {
		switch {
		case row[1] == "Header":
			number, header = row[0], true
		case row[1] == "Line Items":
			header = false
		case row[1] == "BUKRS":
			names = row
		case number == "" || row[1] == "" || strings.Contains(row[1], "Company Code"):
		case header:
			currencies[row[7]] = true
			if row[3] != row[4] || len(row[3]) != len("2026-01-31") || row[8] != "0L" || len([]rune(row[6])) > 25 || len([]rune(row[11])) > 16 {
				t.Errorf("header %q", row)
			}
		default:
			s.add(t, number, row[4], row[5])
			if names[10] != "KOSTL" || row[10] != "4711" || names[20] != "RFAREA" || row[20] != "Rent" || len([]rune(row[3])) > 50 {
				t.Errorf("line %q", row)
			}
		}
	}
	if number != fmt.Sprint(len(s.entries)) || !currencies["KWD"] || !currencies["JPY"] {
		t.Errorf("%d entries, the last number is %s; currencies %v", len(s.entries), number, currencies)
	}
	s.holds(t)
}

// The fields of a row are at the positions that Oracle's journal import requires. The debit is
// field 39, the name of the batch is field 43, and the interface group is field 67.
func TestJournalsOfOracleBalance(t *testing.T) {
	t.Parallel()
	var s sums
	for _, row := range upload(t, "oracle-fusion") {
		if len(row) != 95 || row[0] != "NEW" || row[1] != "300000046975971" || row[7] != "A" || !strings.HasPrefix(row[8], "E") && row[8] != "ACME" ||
			row[9] != "000" || len(row[10]) != 4 || !strings.HasPrefix(row[42], "Leases 20") || len([]rune(row[45])) > 25 || row[66] != "7" {
			t.Fatalf("row %q", row)
		}
		if day := strings.Split(row[2], "/"); len(day) != 3 || row[2] != row[6] {
			t.Errorf("day %s", row[2])
		}
		s.add(t, row[45], row[38], row[39])
	}
	s.holds(t)
}

// An account map without a required segment is rejected. The error names the missing segments or
// the allowed segments.
func TestUploadsNeedTheirSegments(t *testing.T) {
	t.Parallel()
	every := "segments: {Ledger ID: '1'"
	for i := range 30 {
		every += fmt.Sprintf(", Segment%d: x", i+1)
	}
	r := compute(t, `{"id":"L-17","commencementDate":"2026-01-01","termMonths":2,"paymentAmount":100,"discountRateAnnual":0.05}`)
	for _, test := range []struct{ format, segments, want string }{
		{"sap-s4hana", "", "accounts: an account map with the segment BUKRS is needed"},
		{"sap-s4hana", "segments: {BUKRS: '1', WRSOL: '2'}", "segment WRSOL cannot be set: its column is filled from the journal entry; the columns of SAP S/4HANA that segments can fill are AUFNR, BUKRS, HBKID"},
		{"sap-s4hana", `segments: {BUKRS: "tag:entity"}`, `has no segment BUKRS for the lease "L-17"`},
		{"oracle-fusion", "", "accounts: an account map with the segment Ledger ID or Ledger Name is needed"},
		{"oracle-fusion", "segments: {Ledger ID: '1', Entity: '2'}", `"Entity" is not a segment of Oracle Fusion`},
		{"oracle-fusion", "segments: {Ledger ID: '1', REFERENCE4: '2'}", `"REFERENCE4" is not a segment`},
		{"oracle-fusion", `segments: {Ledger Name: "tag:ledger"}`, `has no segment Ledger ID or Ledger Name for the lease "L-17"`},
		{"oracle-fusion", every + "}", "leave one for the account"},
	} {
		var b bytes.Buffer
		err := export.Find(test.format).Write(&b, operations.JournalEntries.Name, r, export.Options{Currency: "USD", Accounts: readAccounts(t, everyCode(test.segments))})
		if err == nil || !strings.Contains(err.Error(), test.want) || b.Len() > 0 {
			t.Errorf("%s %s: %v", test.format, test.segments, err)
		}
	}
	own := strings.Replace(everyCode("segments: {BUKRS: '1'}"), `"2001"`, `{account: "2001", segments: {LDGRP: 0L}}`, 1)
	err := export.Find("sap-s4hana").Write(&bytes.Buffer{}, operations.JournalEntries.Name, r, export.Options{Currency: "USD", Accounts: readAccounts(t, own)})
	if err == nil || !strings.Contains(err.Error(), "segment LDGRP applies to the whole entry in SAP") {
		t.Errorf("a ledger group of some lines: %v", err)
	}
}

// A text or a number that begins like a formula gets an apostrophe, and still does not exceed the
// maximum length.
func TestEscapedTextsKeepTheirMaximumLength(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		format, number string // number is the name of the column with the entry numbers
		digits         int    // maximum length of an entry number
		texts          map[string]int
	}{
		{"sap-s4hana", "XBLNR", 16, map[string]int{"BKTXT": 25, "SGTXT": 50}},
		{"dynamics-365", "VOUCHER", 20, map[string]int{"TEXT": 60}},
		{"quickbooks-online", "Journal No.", 21, nil},
		{"sage-intacct", "REFERENCE_NO", 30, nil},
	} {
		// With the suffix "-202601" the entry number has exactly the maximum length.
		id := "=" + strings.Repeat("7", x.digits-len("-202601")-1)
		r := compute(t, `{"id":"`+id+`","name":"`+strings.Repeat("long name ", 9)+`","currency":"EUR","tags":{"entity":"1010"},
			"commencementDate":"2026-01-01","termMonths":2,"paymentAmount":1000.5,"discountRateAnnual":0.06}`)
		var b bytes.Buffer
		if err := export.Find(x.format).Write(&b, operations.JournalEntries.Name, r, export.Options{Accounts: oneEntity(t, x.format)}); err != nil {
			t.Fatal(err)
		}
		read := csv.NewReader(&b)
		read.FieldsPerRecord = -1
		rows, err := read.ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		longest := map[string]int{x.number: x.digits}
		maps.Copy(longest, x.texts)
		for heading, most := range longest {
			checked, column := 0, -1
			for _, row := range rows {
				if at := slices.Index(row, heading); at >= 0 {
					column = at
					continue
				}
				if column < 0 || len(row) <= column || !strings.HasPrefix(row[column], "'") && !strings.HasSuffix(row[column], "-202601") {
					continue // the row is not a line item in SAP's template
				}
				checked++
				if n := utf8.RuneCountInString(row[column]); n > most {
					t.Errorf("%s, %s: %q has %d characters, and %d are allowed", x.format, heading, row[column], n, most)
				}
			}
			if checked == 0 {
				t.Errorf("%s, %s: no text", x.format, heading)
			}
		}
	}
}
