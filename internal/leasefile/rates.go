package leasefile

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/cell"
	"github.com/leasehold-accounting/leasehold/internal/sheet"
)

// OpenRates reads a table of discount rates: CSV, or the sheet Rates of a workbook or
// the first that has such rows. The error names every wrong cell.
func OpenRates(in io.Reader, o Options) (*leasehold.RateTable, error) {
	f := &File{split: &splitter{in: in, line: 1}}
	if err := f.split.more(1); err != nil {
		return nil, err
	}
	isBook, err := sheet.IsBook(f.split.rest())
	switch {
	case err != nil:
		return nil, err
	case !isBook:
		t, err := openCSV(f.split, ratesTable(), "", o, cell.Style{})
		if err != nil {
			return nil, err
		}
		return readRates(t)
	}
	at, size, err := f.readerAt(in)
	if err != nil {
		return nil, err
	}
	book, err := sheet.OpenBook(at, size)
	if err != nil {
		return nil, err
	}
	return sheetRates(book, max(ratesSheet(book, -1), 0), o)
}

// ratesTable is the place of the table of rates.
func ratesTable() int { return tableOf("discountRates") }

// ratesSheet returns the place of a workbook's sheet of rates beside that of the leases,
// or -1.
func ratesSheet(book *sheet.Book, leases int) int {
	for i, name := range book.Sheets() {
		if i != leases && slices.Contains(tables()[ratesTable()].files, cell.Fold(name)) {
			return i
		}
	}
	return -1
}

// sheetRates reads a sheet of rates; an empty one has none.
func sheetRates(book *sheet.Book, i int, o Options) (*leasehold.RateTable, error) {
	t, rows, err := openSheet(book, i, ratesTable(), o, cell.Style{From1904: book.From1904()})
	if errors.Is(err, errEmpty) {
		return nil, nil //nolint:nilnil // there is no table
	}
	if err != nil {
		return nil, inSheet(book.Sheets()[i], err)
	}
	defer rows.Close() //nolint:errcheck // opened for reading: nothing can be lost
	return readRates(t)
}

// bookRates takes the rates of a workbook of leases into the options.
func (f *File) bookRates(book *sheet.Book, leases int, o *Options) error {
	i := ratesSheet(book, leases)
	if i < 0 {
		return nil
	}
	t, err := sheetRates(book, i, *o)
	if err != nil || t == nil {
		return err
	}
	o.Rates, f.format.rates = t, t
	return nil
}

// dirRates returns the rates of a directory, or else those of the options.
func (f *File) dirRates(root *os.Root, o Options) (*leasehold.RateTable, error) {
	name := tables()[ratesTable()].file
	in, err := root.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return o.Rates, nil
	}
	if err != nil {
		return nil, err
	}
	defer in.Close() //nolint:errcheck // opened for reading: nothing can be lost
	t, err := openCSV(&splitter{in: in, line: 1}, ratesTable(), name, o, cell.Style{})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	rates, err := readRates(t)
	if rates != nil {
		f.format.rates = rates
	}
	return rates, err
}

// readRates reads the rows of a table of rates; one without rows is none.
func readRates(t *opened) (*leasehold.RateTable, error) {
	r := new(rowReader)
	r.start(&tables()[ratesTable()], t.columns, t.style)
	body, lines := []byte(`{"discountRates":[`), []int(nil)
	var problems []Problem
	for {
		line, cells, err := t.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		if blank(cells) {
			continue
		}
		if len(lines) > 0 {
			body = append(body, ',')
		}
		body = append(r.read(body, Place{t.sheet, line}, cells), '}')
		problems = append(problems, r.problems...)
		if lines = append(lines, line); len(lines) > maxRateRows {
			return nil, fmt.Errorf("%s: a table of rates has at most %d rows", Place{t.sheet, line}, maxRateRows)
		}
	}
	if len(lines) == 0 {
		return nil, nil //nolint:nilnil // there is no table
	}
	rates, err := leasehold.DecodeRates(append(body, "]}"...))
	if invalid, ok := errors.AsType[*leasehold.InvalidError](err); ok {
		for _, fault := range invalid.Faults {
			problems = rateProblem(problems, t, lines, fault)
		}
	}
	if len(problems) > 0 {
		return nil, &RowError{problems[0].Place, problems}
	}
	return rates, err
}

const maxRateRows = leasehold.MaxRates

// rateProblem appends a fault with the cell that it came from, unless the cell is among
// the problems already.
func rateProblem(problems []Problem, t *opened, lines []int, fault leasehold.Fault) []Problem {
	_, i, name := element(fault.Field)
	if i < 0 || i >= len(lines) {
		return append(problems, Problem{Place: Place{t.sheet, lines[0]}, Field: fault.Field, Message: fault.Message})
	}
	message := fault.Message
	if before, after, found := strings.Cut(message, "discountRates["); found { // the row that has the same is named by its line
		if n, rest, closed := strings.Cut(after, "]"); closed {
			if other, err := strconv.Atoi(n); err == nil && other < len(lines) {
				message = before + Place{t.sheet, lines[other]}.String() + rest
			}
		}
	}
	one := item{head: &listHead{t.sheet, t.columns}, line: lines[i]}
	p := one.problem(cmp.Or(name, "discountRates"), name, message)
	if slices.ContainsFunc(problems, func(q Problem) bool { return q.Place == p.Place && q.Field == p.Field }) {
		return problems
	}
	return append(problems, p)
}
