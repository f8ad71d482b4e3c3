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

// sharedTable describes a table that applies to all leases of a file, such as the discount rates. T
// is the type of the decoded table.
type sharedTable[T any] struct {
	list   string // the name of the list in the API contract
	noun   string
	most   int // maximum number of rows
	decode func(body []byte) (*T, error)
	rows   func(*T) int
}

// place returns the index of the table in tables.
func (s *sharedTable[T]) place() int { return tableOf(s.list) }

// open reads a table from CSV, a workbook or JSON. In a workbook, the table is the sheet with its
// name, or else the first sheet that contains it. The JSON is a list of rows, or an object with the
// field s.list. The error names every invalid cell or field.
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

// maxSharedLen is the maximum length of the JSON of a table, in bytes.
const maxSharedLen = 4 << 20

// json reads the table from JSON: all that remains of the input.
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

// sheetOf returns the index of the table's sheet in a lease workbook. It returns -1 if there is
// none.
func (s *sharedTable[T]) sheetOf(book *sheet.Book, leases int) int {
	for i, name := range book.Sheets() {
		if i != leases && slices.Contains(tables()[s.place()].files, cell.Fold(name)) {
			return i
		}
	}
	return -1
}

// sheet reads the table from sheet i. It returns nil if the sheet is empty.
func (s *sharedTable[T]) sheet(book *sheet.Book, i int, o Options) (*T, error) {
	t, rows, err := openSheet(book, i, s.place(), o, cell.Style{From1904: book.From1904()})
	if errors.Is(err, errEmpty) {
		return nil, nil //nolint:nilnil // the sheet is empty
	}
	if err != nil {
		return nil, inSheet(book.Sheets()[i], err)
	}
	defer rows.Close() //nolint:errcheck // the sheet is only read, so closing it loses no data
	return s.read(t)
}

// book returns the table in a lease workbook. It returns nil if there is none.
func (s *sharedTable[T]) book(book *sheet.Book, leases int, o Options) (*T, error) {
	i := s.sheetOf(book, leases)
	if i < 0 {
		return nil, nil //nolint:nilnil // the workbook has no such sheet
	}
	return s.sheet(book, i, o)
}

// dir returns the table in a directory of leases. It returns nil if there is none.
func (s *sharedTable[T]) dir(root *os.Root, o Options) (*T, error) {
	name := tables()[s.place()].file
	in, err := root.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil //nolint:nilnil // the directory has no such file
	}
	if err != nil {
		return nil, err
	}
	defer in.Close() //nolint:errcheck // the file is only read, so closing it loses no data
	t, err := openCSV(&splitter{in: in, line: 1}, s.place(), name, o, cell.Style{})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s.read(t)
}

// read reads all rows of the opened table t. It returns nil if there are no rows.
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
		return nil, nil //nolint:nilnil // the table has no rows
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

// problem appends the error fault to problems, with the cell that caused it. It does nothing if
// problems already contains an error in this cell. lines contains the line of each row.
func (s *sharedTable[T]) problem(problems []Problem, t *opened, lines []int, fault leasehold.Fault) []Problem {
	_, i, name := element(fault.Field)
	if i < 0 || i >= len(lines) {
		return append(problems, Problem{Place: Place{t.sheet, lines[0]}, Field: fault.Field, Message: fault.Message})
	}
	message := fault.Message
	if before, after, found := strings.Cut(message, s.list+"["); found { // in the message, replace the index of another row with its line
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
