package export

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// oracle writes GlInterface.csv, the file for the journal import of Oracle Fusion (FBDI). The file
// has no header. It has one row for each line of an entry. A value's position determines its
// column. A segment's name in the account map determines its column. The account is written to the
// first of the columns Segment1 to Segment30 that no segment uses.
var oracle = program{
	priced: "Oracle Fusion",
	check: func(o *Options) error {
		given := o.columns()
		if !slices.Contains(given, oracleLedgerID) && !slices.Contains(given, oracleLedger) {
			return accountsError("an account map with the segment %s or %s is needed: Oracle posts to a ledger", oracleLedgerID, oracleLedger)
		}
		for _, segment := range given {
			if !slices.Contains(oracleColumns, segment) || oracleCells[segment] != nil && segment != oracleSource {
				return accountsError("%q is not a segment of Oracle Fusion; use %s, Segment1 to Segment%d, or a column of GlInterface.csv that the journal entry does not fill",
					segment, strings.Join([]string{oracleLedgerID, oracleLedger, oracleSource, oracleGroup}, ", "), oracleSegments)
			}
		}
		if o.oracleAccount() == "" {
			return accountsError("Segment1 to Segment%d are all used; leave one for the account", oracleSegments)
		}
		return nil
	},
	open: func(*bytes.Buffer, *journalFile) {},
	entry: func(b *bytes.Buffer, j *journal, e *entry) error {
		for i := range e.Lines {
			if l := &e.Lines[i]; j.segment(l, oracleLedgerID) == "" && j.segment(l, oracleLedger) == "" {
				return j.noSegment(l, oracleLedgerID+" or "+oracleLedger)
			}
			row := make([]string, len(oracleColumns))
			for k, column := range oracleColumns {
				row[k] = j.oracleCell(e, i, column)
			}
			appendRow(b, row)
		}
		return nil
	},
}

const (
	oracleLedgerID = "Ledger ID"
	oracleLedger   = "Ledger Name"
	oracleSource   = "Journal Source"
	oracleGroup    = "Interface Group Identifier"
	oracleSegments = 30
)

// oracleCells contains the columns that are computed from an entry. Among them, a segment can replace only the journal
// source. The creation date is the entry's date, so that equal input results in equal files.
var oracleCells = map[string]cell{
	"Status Code":                   fixed("NEW"),
	"Effective Date of Transaction": oracleDate,
	oracleSource: func(j *journal, e *entry, n int) string {
		return Text(cmp.Or(j.segment(&e.Lines[n], oracleSource), "Spreadsheet"))
	},
	"Journal Category":            journalName("Adjustment"),
	"Currency Code":               label,
	"Journal Entry Creation Date": oracleDate,
	"Actual Flag":                 fixed("A"),
	"Entered Debit Amount":        debit,
	"Entered Credit Amount":       credit,
	"Converted Debit Amount":      fixed(""),
	"Converted Credit Amount":     fixed(""),
	"REFERENCE1": func(_ *journal, e *entry, _ int) string {
		return fmt.Sprintf("Leases %04d-%02d", e.Date.Year, e.Date.Month)
	},
	"REFERENCE4":  number(25),
	"REFERENCE5":  memo(0),
	"REFERENCE10": memo(0),
}

func oracleDate(_ *journal, e *entry, _ int) string {
	return strings.ReplaceAll(e.Date.String(), "-", "/")
}

// oracleColumns lists the columns in file order. It omits the remaining columns of Oracle's
// template, which are always empty.
var oracleColumns = slices.Concat(
	[]string{
		"Status Code", oracleLedgerID, "Effective Date of Transaction", oracleSource, "Journal Category", "Currency Code",
		"Journal Entry Creation Date", "Actual Flag",
	},
	numberedColumns("Segment", oracleSegments),
	[]string{"Entered Debit Amount", "Entered Credit Amount", "Converted Debit Amount", "Converted Credit Amount"},
	numberedColumns("REFERENCE", 10),
	numberedColumns("Reference column ", 10),
	[]string{"Statistical Amount", "Currency Conversion Type", "Currency Conversion Date", "Currency Conversion Rate", oracleGroup, "Context field for Journal Entry Line DFF"},
	numberedColumns("ATTRIBUTE", 20),
	[]string{
		"Context field for Captured Information DFF", "Average Journal Flag", "Clearing Company", oracleLedger, "Encumbrance Type ID",
		"Reconciliation Reference", "Period Name",
	},
)

func numberedColumns(name string, last int) (list []string) {
	for i := range last {
		list = append(list, name+strconv.Itoa(i+1))
	}
	return list
}

// oracleAccount returns the account's column, or "" if segments use all available columns.
func (o *Options) oracleAccount() string {
	for _, column := range numberedColumns("Segment", oracleSegments) {
		if !slices.Contains(o.columns(), column) {
			return column
		}
	}
	return ""
}

func (j *journal) oracleCell(e *entry, n int, column string) string {
	switch of := oracleCells[column]; {
	case of != nil:
		return of(j, e, n)
	case column == j.oracleAccount():
		return account(j, e, n)
	}
	return Text(j.segment(&e.Lines[n], column))
}
