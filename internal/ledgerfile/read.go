// Package ledgerfile reads a trial balance that accounting software has exported to a CSV file or a
// workbook (XLSX). A report is reconciled to the trial balance (METHOD 22.3).
//
// The words in the headings determine the meaning of the columns. An account may be identified by
// its code, its name or both. An amount may be a signed balance, a debit and a credit in two
// columns, or an amount next to a column that says debit or credit. Further columns may contain the
// currency and the keys that group the report's leases. If the file contains opening balances,
// movements and closing balances, the closing balances are used.
//
// An account map assigns ledger account codes to Leasehold's accounts. Titles, totals and rows of
// other accounts are omitted, and the result gives the reason for each omitted row. An unreadable
// amount of a Leasehold account is an error, because a report must not be compared with only part
// of the trial balance.
package ledgerfile

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/leasehold-accounting/leasehold/internal/cell"
	"github.com/leasehold-accounting/leasehold/internal/columns"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/sheet"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// Options contains settings that the reader cannot determine from the file.
type Options struct {
	Name     string           // name of the file
	Map      columns.Map      // assigns headings or column letters to fields; see [ParseMap]
	Sheet    string           // sheet of a workbook to read; defaults to the sheet that most resembles a trial balance
	Decimals cell.Decimals    // decimal separator in ambiguous numbers such as 1,234
	Accounts *export.Accounts // the account map; nil if the file uses the titles of Leasehold's accounts
	Keys     []portfolio.Key  // keys that group the report's leases
}

// Reading is a trial balance that was read from a file.
type Reading struct {
	Rows    []portfolio.LedgerRow // rows of Leasehold's accounts
	Name    string                // name of the file, without directories
	SHA256  string                // SHA-256 hash of the file in hexadecimal
	Sheet   string                // name of the sheet in a workbook
	Columns []columns.Column      // columns in file order
	Left    []columns.LeftOut     // omitted rows, with reasons
	Others  int                   // number of omitted rows of other accounts, which are not in Left
	Notes   []string              // sentences about assumptions made in reading the file
}

// Source describes the file for the workpapers.
func (r *Reading) Source() *export.Source {
	s := &export.Source{Name: r.Name, SHA256: r.SHA256, Columns: columns.Fields(r.Columns), Notes: r.Notes}
	for _, l := range r.Left {
		s.Left = append(s.Left, [2]string{fmt.Sprintf("row %d: %s", l.Row, l.Text), l.Why})
	}
	switch {
	case r.Others == 1:
		s.Notes = append(slices.Clip(s.Notes), "1 row is for an account that Leasehold does not post to.")
	case r.Others > 1:
		s.Notes = append(slices.Clip(s.Notes), fmt.Sprintf("%d rows are for accounts that Leasehold does not post to.", r.Others))
	}
	return s
}

var limits = sheet.Limits{Bytes: 64 << 20, Rows: 200_000, Cells: 4_000_000}

// ParseMap parses a map of columns. For example, Saldo=balance assigns a heading to a field,
// C=debit assigns a column letter, and Notes=- excludes a column.
func ParseMap(list []string, keys []portfolio.Key) (columns.Map, error) {
	names := slices.Clone(fields)
	for _, k := range keys {
		if !slices.Contains(names, k.String()) {
			names = append(names, k.String())
		}
	}
	return columns.ParseMap(list, names, "a trial balance", "Saldo=balance")
}

// Read reads a trial balance. The error is an [*columns.Error].
func Read(in io.Reader, o Options) (*Reading, error) {
	file := sheet.File{Name: o.Name, Sheet: o.Sheet, Limits: limits}
	data, err := file.Read(in)
	if err != nil {
		return nil, columns.Refuse("%s", err)
	}
	found, err := setOf(o.Keys).Read(file, data, o.Map)
	if err != nil {
		return nil, err
	}
	t := &table{Table: found, o: &o, kept: map[int]bool{}}
	r, err := t.read()
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(data)
	r.Name, r.SHA256 = filepath.Base(o.Name), hex.EncodeToString(sum[:])
	return r, nil
}
