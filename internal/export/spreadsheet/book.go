// Package spreadsheet writes workbooks: sheets written from top to bottom, a set of styles,
// named cells, and the same bytes for the same content.
package spreadsheet

import (
	"errors"
	"fmt"
	"io"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold/internal/export/paper"
)

// MediaType is the media type of a workbook.
const MediaType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

// Options configure a workbook.
type Options struct {
	Title, Subject, Description string
	Paper                       paper.Size
	Places                      int  // decimals of the amounts
	Values                      bool // write the values of formulas instead of formulas
	// Say replaces general terms by the standard's.
	Say func(string) string
}

// Book builds a workbook. It retains its errors until it is
// written.
type Book struct {
	file   *excelize.File
	o      Options
	styles map[Style]int
	sheets int
	err    error
}

// New starts a workbook.
func New(o Options) *Book {
	b := &Book{file: excelize.NewFile(), o: o, styles: make(map[Style]int)}
	b.keep(b.makeStyles())
	return b
}

// Add adds a sheet, written by a function. The tabs of working sheets, which
// show intermediate figures, are gray.
func (b *Book) Add(name string, working bool, write func(*Sheet)) {
	if b.sheets++; b.sheets == 1 {
		b.keep(b.file.SetSheetName("Sheet1", name))
	} else {
		_, err := b.file.NewSheet(name)
		b.keep(err)
	}
	s, err := b.newSheet(name, working)
	if err != nil {
		b.keep(err)
		return
	}
	write(s)
	b.keep(s.close())
}

// Write writes the workbook.
func (b *Book) Write(w io.Writer) error {
	defer b.file.Close() //nolint:errcheck // it has no file of ours
	full := true
	b.keep(b.file.SetCalcProps(&excelize.CalcPropsOptions{FullCalcOnLoad: &full}))
	b.keep(b.file.SetDocProps(&excelize.DocProperties{
		Title: b.o.Title, Subject: b.o.Subject, Creator: "Leasehold", LastModifiedBy: "Leasehold", Description: b.o.Description,
	}))
	if b.err != nil {
		return fmt.Errorf("workbook: %w", b.err)
	}
	return WriteFile(w, b.file)
}

// Fail retains an error until the workbook is written.
func (b *Book) Fail(err error) { b.keep(err) }

// keep retains an error.
func (b *Book) keep(err error) { b.err = errors.Join(b.err, err) }
