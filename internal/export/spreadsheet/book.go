// Package spreadsheet writes workbooks. Each sheet is written from top to bottom. The package
// defines the cell styles and the names of cells. Equal content gives equal bytes.
package spreadsheet

import (
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/export/paper"
	"github.com/leasehold-accounting/leasehold/money"
)

// MediaType is the media type of a workbook.
const MediaType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

// Options configure a workbook.
type Options struct {
	Title, Subject, Description string
	Paper                       paper.Size
	Places                      int  // number of decimals of amounts
	Values                      bool // whether cells contain the values of formulas instead of the formulas
	// Say replaces the general terms in a text with the terms of the standard. If Say is nil, texts
	// are not changed.
	Say func(string) string
}

// Book is a workbook under construction. [Book.Write] returns all errors that occurred.
type Book struct {
	file   *excelize.File
	o      Options
	styles map[Style]int
	sheets int
	err    error
}

// New starts a workbook.
func New(o Options) *Book {
	if o.Say == nil {
		o.Say = func(text string) string { return text }
	}
	b := &Book{file: excelize.NewFile(), o: o, styles: make(map[Style]int)}
	b.Fail(b.makeStyles())
	return b
}

// Add adds a sheet and calls write to write its rows.
func (b *Book) Add(name string, write func(*Sheet)) { b.add(name, false, write) }

// AddIf adds a sheet if include is true.
func (b *Book) AddIf(include bool, name string, write func(*Sheet)) {
	if include {
		b.add(name, false, write)
	}
}

// AddWorking adds a sheet with intermediate amounts and a gray tab.
func (b *Book) AddWorking(name string, write func(*Sheet)) { b.add(name, true, write) }

func (b *Book) add(name string, working bool, write func(*Sheet)) {
	if b.sheets++; b.sheets == 1 {
		b.Fail(b.file.SetSheetName("Sheet1", name))
	} else {
		_, err := b.file.NewSheet(name)
		b.Fail(err)
	}
	s, err := b.newSheet(name, working)
	if err != nil {
		b.Fail(err)
		return
	}
	write(s)
	b.Fail(s.close())
}

// Write writes the workbook, or returns the recorded errors.
func (b *Book) Write(w io.Writer) error {
	defer b.file.Close() //nolint:errcheck // the library opened no file
	full := true
	b.Fail(b.file.SetCalcProps(&excelize.CalcPropsOptions{FullCalcOnLoad: &full}))
	b.Fail(b.file.SetDocProps(&excelize.DocProperties{
		Title: b.o.Title, Subject: b.o.Subject, Creator: "Leasehold", LastModifiedBy: "Leasehold", Description: b.o.Description,
	}))
	if b.err != nil {
		return fmt.Errorf("workbook: %w", b.err)
	}
	return WriteFile(w, b.file)
}

// Fail records an error that [Book.Write] will return. A nil error is ignored.
func (b *Book) Fail(err error) { b.err = errors.Join(b.err, err) }

// Limit is the exclusive limit of amounts in a workbook. A spreadsheet shows fifteen digits, so
// thirteen digits remain before the cents.
var Limit = money.MustParse("10000000000000").Amount()

// LimitError reports content that is too large for a workbook, and the field with the content.
type LimitError struct{ Field, Message string }

func (e *LimitError) Error() string { return e.Field + ": " + e.Message }

// CheckLimit returns a [*LimitError] for the first amount with an absolute value of at least [Limit].
// field is the field with the amounts.
func CheckLimit(field string, amounts ...money.Amount) error {
	for _, a := range amounts {
		if a.Abs().Cmp(Limit) >= 0 {
			return &LimitError{field, "a workbook holds figures below " + Limit.String() + "; there is one of " + a.String()}
		}
	}
	return nil
}

// Number converts a decimal number to the nearest floating-point number, in which at least fifteen
// digits are correct. text must be formatted by package money.
func Number(text string) float64 {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic("spreadsheet: " + text + " is not a number")
	}
	return x
}

// Serial returns the serial number that spreadsheets store for a date.
func Serial(d civil.Date) int { return d.Ordinal() - dayZero }

var dayZero = civil.New(1899, 12, 30).Ordinal()
