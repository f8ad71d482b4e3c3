package export_test

import (
	"bytes"
	"encoding/csv"
	"flag"
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

var update = flag.Bool("update", false, "rewrite the reference files")

// Each accounting program's journal file equals its reference file. The reference files pin the
// columns, the date format, the signs, and the numbering of entries and lines across two leases.
func TestJournalFilesAreTheReferenceFiles(t *testing.T) {
	t.Parallel()
	span := leasehold.Span{From: civil.Date{Year: 2026, Month: 1, Day: 1}, To: civil.Date{Year: 2026, Month: 3, Day: 31}, Monthly: true}
	lines := measured(t, span,
		`{"id":"L-17","name":"Depot, Lyon","currency":"EUR","tags":{"entity":"1010"},"commencementDate":"2026-01-01","termMonths":2,"paymentAmount":1000.5,"discountRateAnnual":0.06}`,
		`{"id":"L-18","name":"Van","currency":"EUR","tags":{"entity":"1020"},"standard":"IFRS_16","commencementDate":"2026-02-15","termMonths":1,"paymentAmount":500,"discountRateAnnual":0.06,"paymentTiming":"arrears"}`)
	for _, format := range []string{"sap-s4hana", "oracle-fusion", "quickbooks-online", "netsuite", "xero", "dynamics-365", "sage-intacct"} {
		path := filepath.Join("testdata", format+".csv")
		j := journals(t, format, export.Options{Accounts: readAccounts(t, everyCode(uploads[format]))}, span)
		if want := format == "sap-s4hana" || format == "dynamics-365"; j.Numbered() != want {
			t.Errorf("%s: numbered through the file: %v, want %v", format, !want, want)
		}
		got := written(t, j, lines)
		if *update {
			if err := os.WriteFile(path, got, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %v, got\n%s", path, err, got)
		}
	}
}

// An account map is rejected if it lacks a required segment. The error names the missing segments
// or the allowed segments.
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

// Text or a number that begins like a formula gets an apostrophe, and the result still does not
// exceed the maximum length.
func TestEscapedTextsKeepTheirMaximumLength(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		format, number string // the format and the name of its entry number column
		digits         int    // maximum length of an entry number
		texts          map[string]int
	}{
		{"sap-s4hana", "XBLNR", 16, map[string]int{"BKTXT": 25, "SGTXT": 50}},
		{"dynamics-365", "VOUCHER", 20, map[string]int{"TEXT": 60}},
		{"quickbooks-online", "Journal No.", 21, nil},
		{"sage-intacct", "REFERENCE_NO", 30, nil},
	} {
		// With the suffix "-202601", the entry number has exactly the maximum length.
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
					continue // not a line item in SAP's template
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
