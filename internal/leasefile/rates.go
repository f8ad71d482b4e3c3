package leasefile

import (
	"io"
	"os"

	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/sheet"
	"github.com/leasehold-accounting/leasehold/ratetable"
)

// rateTables are tables of discount rates.
var rateTables = sharedTable[ratetable.Table]{"discountRates", "rates", member.MaxRates, ratetable.Decode, func(t *ratetable.Table) int { return len(t.Rows()) }}

// OpenRates reads a table of discount rates: CSV, the sheet Rates of a workbook or its first
// sheet with rates, or JSON. The JSON is a list of rows, or an object with the field
// discountRates. The error names every invalid cell or field.
func OpenRates(in io.Reader, o Options) (*ratetable.Table, error) { return rateTables.open(in, o) }

// bookTables reads the shared tables of a lease workbook and sets the discount rates of the
// options.
func (f *File) bookTables(book *sheet.Book, leases int, o *Options) error {
	rates, err := rateTables.book(book, leases, *o)
	if err != nil {
		return err
	}
	f.exchange, err = exchangeTables.book(book, leases, *o)
	f.take(rates, o)
	return err
}

// dirTables reads the shared tables of a directory of leases.
func (f *File) dirTables(root *os.Root, o *Options) error {
	rates, err := rateTables.dir(root, *o)
	if err != nil {
		return err
	}
	f.exchange, err = exchangeTables.dir(root, *o)
	f.take(rates, o)
	return err
}

// take replaces the discount rates of the options with rates from the file.
func (f *File) take(rates *ratetable.Table, o *Options) {
	if rates != nil {
		o.Rates, f.format.rates = rates, rates
	}
}
