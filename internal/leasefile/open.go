package leasefile

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/exchange"
	"github.com/leasehold-accounting/leasehold/internal/cell"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/sheet"
	"github.com/leasehold-accounting/leasehold/ratetable"
)

// Options contains settings that a reader cannot always determine from the file. With the zero
// value, the reader determines all of them from the file.
type Options struct {
	Name     string        // file name; if its extension is unknown, the file's content determines the format
	Sheet    string        // name of the sheet with the leases; defaults to Leases, or, if there is no such sheet, to the sheet with the most known headings
	Dates    cell.Order    // order of day and month in ambiguous dates such as 1/2/2026
	Decimals cell.Decimals // decimal separator in ambiguous numbers such as 1,234

	Tags   []string // headings of columns to read as tags
	Ignore []string // headings of columns to ignore

	Uploaded bool // whether the file was uploaded to a server; if so, its decompressed size is limited

	Rates *ratetable.Table // discount rates for leases without a rate; a rate table in the file takes precedence
}

// File is an open lease file.
type File struct {
	kind    Kind
	table   *opened // table of leases; for NDJSON and JSON, only its chunk field is set
	maxLine int     // maximum length of an NDJSON line in bytes

	lists    *listTables      // nil unless the file is a workbook or a directory
	rates    *ratetable.Table // discount rates; see [Options.Rates]
	exchange *exchange.Table

	close []func() error
}

const csvSuffix = ".csv"

// Open detects a file's format and reads its headings. For a workbook, it also reads the list
// tables, the discount rates and the exchange rates. If a workbook, such as one from a pipe, is not
// an [io.ReaderAt] of known length, Open reads it into memory.
func Open(in io.Reader, o Options) (*File, error) {
	s, kind, err := detect(in, o.Name)
	if err != nil {
		return nil, err
	}
	f := &File{kind: kind, rates: o.Rates, table: &opened{chunk: s.next}}
	switch kind {
	case XLSX:
		book, err := openBook(s, in, &o)
		if err != nil {
			return nil, err
		}
		if err := book.findLeases(o.Sheet); err != nil {
			return nil, err
		}
		return f, f.readTables(book, book.leases, o)
	case CSV:
		f.table, err = openCSV(s, leasesTable, "", &o, cell.Style{})
	case JSON:
		s.cut = new(jsonCut).cut
		s.tooLong = fmt.Errorf("a lease is longer than %d bytes; is a bracket or a quotation mark left open?", maxRecord)
	case NDJSON:
		f.maxLine, s.cut = maxRecord, cutLines
	}
	return f, err
}

// OpenLines returns a file with one JSON lease per line, and does not read the input yet. A lease
// is rejected if its line is longer than maxLine bytes. The discount rates may be nil.
func OpenLines(in io.Reader, maxLine int, rates *ratetable.Table) *File {
	s := &splitter{in: in, line: 1, cut: cutLines}
	return &File{kind: NDJSON, maxLine: maxLine, rates: rates, table: &opened{chunk: s.next}}
}

// kinds maps known file extensions to formats.
var kinds = map[string]Kind{".ndjson": NDJSON, ".jsonl": NDJSON, ".json": JSON, csvSuffix: CSV, ".tsv": CSV, ".txt": CSV}

// detect determines a file's format and skips a byte order mark. The first bytes identify a workbook, and the extension
// identifies any other format. If the extension is unknown, the first line decides.
func detect(in io.Reader, name string) (*splitter, Kind, error) {
	s := &splitter{in: in, line: 1}
	if err := s.more(1); err != nil {
		return nil, 0, err
	}
	isBook, err := sheet.IsBook(s.rest())
	if err != nil {
		return nil, 0, err
	}
	suffix := strings.ToLower(filepath.Ext(name))
	kind, known := kinds[suffix]
	switch {
	case isBook:
		return s, XLSX, nil
	case suffix == ".xlsx" || suffix == ".xlsm":
		return nil, 0, errors.New("not an Excel workbook (.xlsx)")
	}
	if err := s.skipMark(); err != nil || known {
		return s, kind, err
	}
	kind, err = s.kind()
	return s, kind, err
}

func (s *splitter) kind() (Kind, error) {
	for {
		text := bytes.TrimLeft(s.rest(), " \t\r\n")
		switch {
		case len(text) == 0 && s.err != nil: // the input is empty
			return CSV, nil //nolint:nilerr // an empty file is reported as a CSV file without headings
		case len(text) == 0:
		case text[0] == '[':
			return JSON, nil
		case text[0] != '{':
			return CSV, nil
		default:
			end := bytes.IndexByte(text, '\n')
			if end < 0 && s.err == nil && len(text) <= maxRecord {
				break
			}
			if end < 0 {
				end = len(text)
			}
			if n := objectLen(text[:end]); n > 0 {
				return NDJSON, nil
			}
			return JSON, nil
		}
		if err := s.more(len(s.rest()) + 1); err != nil {
			return 0, err
		}
	}
}

var byteOrderMark = []byte("\xef\xbb\xbf")

// skipMark skips the UTF-8 byte order mark. It returns an error for UTF-16 text.
func (s *splitter) skipMark() error {
	if err := s.more(len(byteOrderMark)); err != nil {
		return err
	}
	if bytes.HasPrefix(s.rest(), byteOrderMark) {
		s.pass(len(byteOrderMark))
	}
	return sheet.UTF16(s.rest())
}

// OpenDir opens a directory that contains leases.csv and, optionally, files for the lists such as
// steps.csv and events.csv. The caller must close the result.
func OpenDir(path string, o Options) (*File, error) {
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, err
	}
	f := &File{rates: o.Rates, close: []func() error{root.Close}}
	if err := f.readTables(directory{root}, 0, o); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// InDir reports whether a directory of leases may contain a file with this name.
func InDir(name string) bool {
	return slices.ContainsFunc(tables(), func(t table) bool { return t.file == name })
}

// Next fills a chunk with the next records, reusing its memory. It returns io.EOF at the end of the
// file. Several chunks may be in use at the same time.
func (f *File) Next(c *Chunk) error {
	c.tooLong = false
	return f.table.chunk(c)
}

// Kind returns the file's format.
func (f *File) Kind() Kind { return f.kind }

// Columns returns the columns of the table of leases with their fields, or nil for NDJSON and JSON.
func (f *File) Columns() []Column { return f.table.columns }

// HasLists reports whether the file is a workbook or a directory. Only these can contain tables of
// rent steps, payments, events and other lists.
func (f *File) HasLists() bool { return f.lists != nil }

// Close closes the files that the package has opened, but not a reader passed to [Open].
func (f *File) Close() error {
	var errs []error
	for _, closeOne := range f.close {
		errs = append(errs, closeOne())
	}
	f.close = nil
	return errors.Join(errs...)
}

// Count returns the number of valid leases, but stops at the given maximum. If reading fails, it
// also returns the error.
func (f *File) Count(most int) (n int, err error) {
	var c Chunk
	for d := f.NewDecoder(); ; {
		switch err := f.Next(&c); {
		case errors.Is(err, io.EOF):
			return n, nil
		case err != nil:
			return n, err
		}
		for row := range d.Rows(&c) {
			if n == most {
				return n, nil
			}
			if row.Err == nil {
				n++
			}
		}
	}
}

var rateTables = sharedTable[ratetable.Table]{
	"discountRates", "rates", member.MaxRates, ratetable.Decode, func(t *ratetable.Table) int { return len(t.Rows()) },
}

// OpenRates reads a table of discount rates from CSV, a workbook or JSON. In a workbook, the table
// is the Rates sheet or, if there is none, the first sheet. JSON is either a list of rows or an
// object with a discountRates field. OpenRates returns nil for an empty table. If values are
// invalid, the error names every invalid cell or field.
func OpenRates(in io.Reader, o Options) (*ratetable.Table, error) { return rateTables.open(in, o) }

// sharedTable describes a table that applies to all leases of a file, such as the discount rates. T
// is the type of the decoded table.
type sharedTable[T any] struct {
	list   string // name of the list in the API contract
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

// maxSharedLen is the maximum length of a JSON table in bytes.
const maxSharedLen = 4 << 20

func (s *sharedTable[T]) json(in *splitter) (*T, error) {
	if err := in.more(maxSharedLen + 1); err != nil {
		return nil, err
	}
	text := bytes.TrimSpace(in.rest())
	switch {
	case len(text) > maxSharedLen:
		return nil, fmt.Errorf("a JSON table of %s can be at most %d MB", s.noun, maxSharedLen>>20)
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
			return nil, fmt.Errorf("%s: a table of %s can have at most %d rows", at, s.noun, s.most)
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

// problem appends a validation error and its cell to the list of problems, unless that cell already
// has an error. The caller supplies the line number of each row.
func (s *sharedTable[T]) problem(problems []Problem, t *opened, lines []int, fault leasehold.Fault) []Problem {
	_, i, name := element(fault.Field)
	if i < 0 || i >= len(lines) {
		return append(problems, Problem{Place: Place{t.name, lines[0]}, Field: fault.Field, Message: fault.Message})
	}
	message := fault.Message
	if before, after, found := strings.Cut(message, s.list+"["); found { // replace another row's index in the message with that row's position
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
