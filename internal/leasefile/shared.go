package leasefile

import (
	"bytes"
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
	"github.com/leasehold-accounting/leasehold/internal/columns"
	"github.com/leasehold-accounting/leasehold/internal/sheet"
)

// sharedTable describes a table that applies to all leases of a file and is decoded to a T.
type sharedTable[T any] struct {
	list   string // the field of the API contract
	noun   string
	most   int // maximum number of rows
	decode func(body []byte) (*T, error)
	rows   func(*T) int
}

// place returns the index of the table in tables.
func (s *sharedTable[T]) place() int { return tableOf(s.list) }

// open reads a table: CSV, the sheet with the table's name or the first suitable sheet of a
// workbook, or JSON. The JSON is a list of rows, or an object with the field. The error names
// every invalid cell or field.
func (s *sharedTable[T]) open(in io.Reader, o Options) (*T, error) {
	f := &File{split: &splitter{in: in, line: 1}}
	if err := f.split.more(1); err != nil {
		return nil, err
	}
	isBook, err := sheet.IsBook(f.split.rest())
	switch {
	case err != nil:
		return nil, err
	case !isBook:
		if kind, err := kindOf(f.split, false, o.Name); err != nil {
			return nil, err
		} else if kind != CSV {
			return s.json(f.split)
		}
		t, err := openCSV(f.split, s.place(), "", o, cell.Style{})
		if err != nil {
			return nil, err
		}
		return s.read(t)
	}
	book, _, err := f.workbook(in, &o)
	if err != nil {
		return nil, err
	}
	return s.sheet(book, max(s.sheetOf(book, -1), 0), o)
}

// maxSharedLen is the maximum length of a table in JSON, in bytes.
const maxSharedLen = 4 << 20

// json reads a table from the remaining input.
func (s *sharedTable[T]) json(in *splitter) (*T, error) {
	if err := in.more(maxSharedLen + 1); err != nil {
		return nil, err
	}
	text := bytes.TrimSpace(bytes.TrimPrefix(in.rest(), byteOrderMark))
	switch {
	case len(text) > maxSharedLen:
		return nil, fmt.Errorf("a table of %s in JSON has at most %d MB", s.noun, maxSharedLen>>20)
	case len(text) > 0 && text[0] == '[':
		text = append(append([]byte(`{"`+s.list+`":`), text...), '}')
	}
	table, err := s.decode(text)
	if err != nil || table == nil || s.rows(table) == 0 {
		return nil, err
	}
	return table, nil
}

// sheetOf returns the index of the table's sheet in a lease workbook, or -1.
func (s *sharedTable[T]) sheetOf(book *sheet.Book, leases int) int {
	for i, name := range book.Sheets() {
		if i != leases && slices.Contains(tables()[s.place()].files, cell.Fold(name)) {
			return i
		}
	}
	return -1
}

// sheet reads the table from a sheet. It returns nil for an empty sheet.
func (s *sharedTable[T]) sheet(book *sheet.Book, i int, o Options) (*T, error) {
	t, rows, err := openSheet(book, i, s.place(), o, cell.Style{From1904: book.From1904()})
	if errors.Is(err, errEmpty) {
		return nil, nil //nolint:nilnil // there is no table
	}
	if err != nil {
		return nil, inSheet(book.Sheets()[i], err)
	}
	defer rows.Close() //nolint:errcheck // opened for reading: nothing can be lost
	return s.read(t)
}

// book returns the table in a lease workbook, or nil if there is none.
func (s *sharedTable[T]) book(book *sheet.Book, leases int, o Options) (*T, error) {
	i := s.sheetOf(book, leases)
	if i < 0 {
		return nil, nil //nolint:nilnil // there is no table
	}
	return s.sheet(book, i, o)
}

// dir returns the table in a directory of leases, or nil if there is none.
func (s *sharedTable[T]) dir(root *os.Root, o Options) (*T, error) {
	name := tables()[s.place()].file
	in, err := root.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil //nolint:nilnil // there is no table
	}
	if err != nil {
		return nil, err
	}
	defer in.Close() //nolint:errcheck // opened for reading: nothing can be lost
	t, err := openCSV(&splitter{in: in, line: 1}, s.place(), name, o, cell.Style{})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s.read(t)
}

// read reads the rows of a table. It returns nil if there are no rows.
func (s *sharedTable[T]) read(t *opened) (*T, error) {
	r := new(rowReader)
	r.start(&tables()[s.place()], t.columns, t.style)
	body, lines := []byte(`{"`+s.list+`":[`), []int(nil)
	var problems []Problem
	for {
		line, cells, err := t.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		if columns.Filled(cells) == 0 {
			continue
		}
		if len(lines) > 0 {
			body = append(body, ',')
		}
		body = append(r.read(body, Place{t.sheet, line}, cells), '}')
		problems = append(problems, r.problems...)
		if lines = append(lines, line); len(lines) > s.most {
			return nil, fmt.Errorf("%s: a table of %s has at most %d rows", Place{t.sheet, line}, s.noun, s.most)
		}
	}
	if len(lines) == 0 {
		return nil, nil //nolint:nilnil // there is no table
	}
	table, err := s.decode(append(body, "]}"...))
	if invalid, ok := errors.AsType[*leasehold.InvalidError](err); ok {
		for _, fault := range invalid.Faults {
			problems = s.problem(problems, t, lines, fault)
		}
	}
	if len(problems) > 0 {
		return nil, &RowError{problems[0].Place, problems}
	}
	return table, err
}

// problem appends an error together with the cell that caused it, unless problems already
// contains that cell.
func (s *sharedTable[T]) problem(problems []Problem, t *opened, lines []int, fault leasehold.Fault) []Problem {
	_, i, name := element(fault.Field)
	if i < 0 || i >= len(lines) {
		return append(problems, Problem{Place: Place{t.sheet, lines[0]}, Field: fault.Field, Message: fault.Message})
	}
	message := fault.Message
	if before, after, found := strings.Cut(message, s.list+"["); found { // replace the index of the other row by its line
		if n, rest, closed := strings.Cut(after, "]"); closed {
			if other, err := strconv.Atoi(n); err == nil && other < len(lines) {
				message = before + Place{t.sheet, lines[other]}.String() + rest
			}
		}
	}
	one := item{head: &listHead{t.sheet, t.columns}, line: lines[i]}
	p := one.problem(cmp.Or(name, s.list), name, message)
	if slices.ContainsFunc(problems, func(q Problem) bool {
		return q.Place == p.Place && (q.Field == p.Field || q.Field == pair && slices.Contains(pairMembers, p.Field))
	}) {
		return problems
	}
	return append(problems, p)
}
