package leasefile

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/cell"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/ratetable"
)

var rateTables = sharedTable[ratetable.Table]{
	"discountRates", "rates", member.MaxRates, ratetable.Decode, func(t *ratetable.Table) int { return len(t.Rows()) },
}

// OpenRates reads a table of discount rates from CSV, a workbook or JSON. In a workbook, the table
// is the sheet Rates. If this sheet does not exist, the table is the first sheet. The JSON is a
// list of rows, or an object with the field discountRates. OpenRates returns nil for an empty
// table. An error for invalid values names every invalid cell or field.
func OpenRates(in io.Reader, o Options) (*ratetable.Table, error) { return rateTables.open(in, o) }

// sharedTable describes a table for all leases of a file, such as the discount rates. T is the type
// of the decoded table.
type sharedTable[T any] struct {
	list   string // the name of the list in the API contract
	noun   string
	most   int // maximum number of rows
	decode func(body []byte) (*T, error)
	rows   func(*T) int
}

func (s *sharedTable[T]) place() int { return tableOf(s.list) }

func (s *sharedTable[T]) open(in io.Reader, o Options) (*T, error) {
	split, kind, err := detect(in, o.Name)
	if err != nil {
		return nil, err
	}
	switch kind {
	case CSV:
		t, err := openCSV(split, s.place(), "", &o, cell.Style{})
		if err != nil {
			return nil, err
		}
		return s.read(t)
	case XLSX:
		book, err := openBook(split, in, &o)
		if err != nil {
			return nil, err
		}
		return s.from(book, append(book.find(s.place()), 0)[0], &o)
	default:
		return s.json(split)
	}
}

func (s *sharedTable[T]) within(c container, o *Options) (*T, error) {
	if found := c.find(s.place()); len(found) > 0 {
		return s.from(c, found[0], o)
	}
	return nil, nil //nolint:nilnil // there is no such table
}

func (s *sharedTable[T]) from(c container, i int, o *Options) (*T, error) {
	t, err := c.open(i, s.place(), o, cell.Style{})
	if t == nil || err != nil {
		return nil, err
	}
	defer t.close() //nolint:errcheck // the table is only read, so closing it loses no data
	return s.read(t)
}

// maxSharedLen is the maximum length of a table in JSON, in bytes.
const maxSharedLen = 4 << 20

func (s *sharedTable[T]) json(in *splitter) (*T, error) {
	if err := in.more(maxSharedLen + 1); err != nil {
		return nil, err
	}
	text := bytes.TrimSpace(in.rest())
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

func (s *sharedTable[T]) read(t *opened) (*T, error) {
	r := newRowReader(&tables()[s.place()], t.columns, t.style)
	body, lines := []byte(`{"`+s.list+`":[`), []int(nil)
	var problems []Problem
	for row, err := range t.rows() {
		if err != nil {
			return nil, err
		}
		if len(lines) > 0 {
			body = append(body, ',')
		}
		at := Place{t.name, row.Number}
		body = append(r.read(body, at, row.Cells), '}')
		problems = append(problems, r.problems...)
		if lines = append(lines, row.Number); len(lines) > s.most {
			return nil, fmt.Errorf("%s: a table of %s has at most %d rows", at, s.noun, s.most)
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

// problem appends the validation error fault with its cell to problems, unless the cell already has
// an error. lines contains the line number of each row.
func (s *sharedTable[T]) problem(problems []Problem, t *opened, lines []int, fault leasehold.Fault) []Problem {
	_, i, name := element(fault.Field)
	if i < 0 || i >= len(lines) {
		return append(problems, Problem{Place: Place{t.name, lines[0]}, Field: fault.Field, Message: fault.Message})
	}
	message := fault.Message
	if before, after, found := strings.Cut(message, s.list+"["); found { // replace the index of another row in the message with the row's position
		if n, rest, closed := strings.Cut(after, "]"); closed {
			if other, err := strconv.Atoi(n); err == nil && other < len(lines) {
				message = before + Place{t.name, lines[other]}.String() + rest
			}
		}
	}
	p := t.problem(Place{t.name, lines[i]}, cmp.Or(name, s.list), name, message)
	if slices.ContainsFunc(problems, func(q Problem) bool {
		return q.Place == p.Place && (q.Field == p.Field || q.Field == pair && slices.Contains(pairMembers, p.Field))
	}) {
		return problems
	}
	return append(problems, p)
}
