package leasefile

import (
	"io"
	"os"

	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/sheet"
	"github.com/leasehold-accounting/leasehold/ratetable"
)

// rateTables describes the table of discount rates.
var rateTables = sharedTable[ratetable.Table]{"discountRates", "rates", member.MaxRates, ratetable.Decode, func(t *ratetable.Table) int { return len(t.Rows()) }}

// OpenRates reads a table of discount rates from CSV, a workbook or JSON. In a workbook, the table
// is the sheet Rates or the first sheet with rates. The JSON is a list of rows, or an object with
// the field discountRates. The error names every invalid cell or field.
func OpenRates(in io.Reader, o Options) (*ratetable.Table, error) { return rateTables.open(in, o) }

// bookTables reads the tables of a workbook that apply to all leases: discount rates and exchange
// rates. It sets the discount rates in o.
func (f *File) bookTables(book *sheet.Book, leases int, o *Options) error {
	rates, err := rateTables.book(book, leases, *o)
	if err != nil {
		return err
	}
	f.exchange, err = exchangeTables.book(book, leases, *o)
	f.take(rates, o)
	return err
}

// dirTables reads the tables of a directory that apply to all leases, and sets the discount rates
// in o.
func (f *File) dirTables(root *os.Root, o *Options) error {
	rates, err := rateTables.dir(root, *o)
	if err != nil {
		return err
	}
	f.exchange, err = exchangeTables.dir(root, *o)
	f.take(rates, o)
	return err
}

// take sets the discount rates in o to rates from the file. If rates is nil, it does nothing.
func (f *File) take(rates *ratetable.Table, o *Options) {
	if rates != nil {
		o.Rates, f.format.rates = rates, rates
	}
}
