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

// Options supply information that a file lacks.
type Options struct {
	Name     string           // file name
	Map      columns.Map      // from column headings or letters to fields; see [ParseMap]
	Sheet    string           // sheet of a workbook; by default the sheet that best matches a trial balance
	Decimals cell.Decimals    // notation of numbers such as 1,234
	Accounts *export.Accounts // the account map; nil if the file uses Leasehold's account titles
	Keys     []portfolio.Key  // the keys by which the report groups its leases
}

// Reading is the result of reading a file.
type Reading struct {
	Rows    []portfolio.LedgerRow // rows for Leasehold's accounts
	Name    string                // file name, without directories
	SHA256  string                // of the file, in hexadecimal
	Sheet   string                // of a workbook
	Columns []columns.Column      // in the file's order
	Left    []columns.LeftOut     // omitted rows
	Others  int                   // number of rows for other accounts, which Left does not contain
	Notes   []string              // assumptions, in sentences
}

// Source returns a description of the file for a workpaper.
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

// limits are the limits of a file. They are high, because a trial balance may have many accounts
// and keys.
var limits = sheet.Limits{Bytes: 64 << 20, Rows: 200_000, Cells: 4_000_000}

// ParseMap parses a map of columns, such as Saldo=balance, C=debit, Notes=-.
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
