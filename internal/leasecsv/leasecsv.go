// Package leasecsv reads leases from a spreadsheet that was saved as CSV: a
// header row of the contract's field names, in any order, with an optional id
// beside them, and one lease a row.
//
// A cell is taken as it is written: a number from its digits, without a detour
// through a float; true and false in any letter case, as spreadsheets write
// them; an empty cell means that the field is absent. What a cell may hold is
// the contract's business, so that a refusal reads as it does everywhere else,
// with the cell's place in front.
//
// The separator is a comma, a semicolon or a tab, whichever the header uses. A
// byte order mark and the line ends of Windows are accepted.
package leasecsv

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold"
)

// ID is the header of the column that names a lease for its reader. It is not
// part of the lease.
const ID = "id"

// Row is one lease of the file.
type Row struct {
	Line  int    // of the file, from 1
	ID    string // empty where there is none
	Lease *leasehold.Lease
	Err   error // why there is no lease: a [*RowError]
}

// RowError is the refusal of one row.
type RowError struct {
	Line     int
	Problems []Problem // never empty
}

// Problem is what is wrong with one cell, or with the row as a whole.
type Problem struct {
	Column  int    // from 1; 0 where no cell is to blame
	Field   string // the contract's name, or "body"
	Message string
}

// Error lists the problems, each with the place of its cell.
func (e *RowError) Error() string {
	parts := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		parts[i] = p.Field + ": " + p.Message
		if p.Column > 0 {
			parts[i] = fmt.Sprintf("column %d (%s): %s", p.Column, p.Field, p.Message)
		}
	}
	return fmt.Sprintf("line %d, %s", e.Line, strings.Join(parts, "; "))
}

// Unwrap gives the refusal in the engine's terms.
func (e *RowError) Unwrap() error {
	faults := make([]leasehold.Fault, len(e.Problems))
	for i, p := range e.Problems {
		faults[i] = leasehold.Fault{Field: p.Field, Message: p.Message}
	}
	return &leasehold.InvalidError{Faults: faults}
}

// Reader reads one file.
type Reader struct {
	csv    *csv.Reader
	limit  *rowLimit
	fields []string // of the columns, as the header names them
	id     int      // the column of the id, or −1
	body   []byte   // reused
}

// maxRowLen is how many bytes are read for one row, beyond what is in the
// buffer already. A lease has far fewer; a quotation mark that is never closed
// would take the rest of the file.
const maxRowLen = 64 << 10

// ErrRowTooLong is the error of a row, or a header, that does not end in time.
var ErrRowTooLong = fmt.Errorf("a row is longer than %d bytes; is a quotation mark left open?", maxRowLen)

// rowLimit reads what is left of one row's bound.
type rowLimit struct {
	in   io.Reader
	left int
}

func (l *rowLimit) Read(p []byte) (int, error) {
	if l.left == 0 {
		return 0, ErrRowTooLong
	}
	n, err := l.in.Read(p[:min(len(p), l.left)])
	l.left -= n
	return n, err
}

// NewReader reads the header. Its error says what is wrong with it, by column.
func NewReader(in io.Reader) (*Reader, error) {
	limit := &rowLimit{in: in, left: maxRowLen}
	buf := bufio.NewReaderSize(limit, 64<<10)
	switch mark, _ := buf.Peek(3); {
	case bytes.Equal(mark, []byte("\xef\xbb\xbf")):
		if _, err := buf.Discard(len(mark)); err != nil {
			return nil, fmt.Errorf("read the header: %w", err)
		}
	case bytes.HasPrefix(mark, []byte("\xff\xfe")), bytes.HasPrefix(mark, []byte("\xfe\xff")):
		return nil, errors.New("the file is in UTF-16; save it as CSV in UTF-8")
	}
	r := &Reader{csv: csv.NewReader(buf), limit: limit, id: -1}
	r.csv.Comma = separator(buf)
	r.csv.FieldsPerRecord = -1
	header, err := r.csv.Read()
	switch {
	case errors.Is(err, io.EOF):
		return nil, errors.New("the file is empty; its first row must name the fields")
	case err != nil:
		return nil, fmt.Errorf("read the header: %w", err)
	}
	return r, r.header(header)
}

// separator returns the character that parts the names of the header. No field
// name contains one, so that the most frequent is the one.
func separator(in *bufio.Reader) rune {
	start, _ := in.Peek(in.Size())
	first, _, _ := bytes.Cut(start, []byte("\n"))
	best, most := ',', 0
	for _, c := range ",;\t" {
		if n := bytes.Count(first, []byte(string(c))); n > most {
			best, most = c, n
		}
	}
	return best
}

// header keeps the names of the columns, or says what is wrong with them.
func (r *Reader) header(names []string) error {
	line, _ := r.csv.FieldPos(0)
	for len(names) > 0 && strings.TrimSpace(names[len(names)-1]) == "" { // a spreadsheet's empty columns
		names = names[:len(names)-1]
	}
	known := leasehold.FieldNames()
	var problems []string
	for i, name := range names {
		name = strings.TrimSpace(name)
		switch {
		case slices.Contains(r.fields, name):
			problems = append(problems, fmt.Sprintf("line %d, column %d: %q stands there twice", line, i+1, name))
		case name == ID:
			r.id = i
		case !slices.Contains(known, name):
			problems = append(problems, fmt.Sprintf("line %d, column %d: %s", line, i+1, unknown(name)))
		}
		r.fields = append(r.fields, name)
	}
	for _, name := range required() {
		if !slices.Contains(r.fields, name) {
			problems = append(problems, fmt.Sprintf("line %d: no column is named %s, which is required", line, name))
		}
	}
	if len(problems) > 0 {
		return errors.New(strings.Join(problems, "; "))
	}
	return nil
}

// unknown says in the engine's words that it knows no such field.
func unknown(name string) string {
	body := append([]byte("{"), quoted(nil, name)...)
	_, err := leasehold.Decode(append(body, ":null}"...))
	if invalid, ok := errors.AsType[*leasehold.InvalidError](err); ok {
		return invalid.Faults[0].Message
	}
	return fmt.Sprintf("%q is not a member of a lease", name)
}

// required returns the fields that an empty lease is refused for.
func required() []string {
	var names []string
	_, err := leasehold.Decode([]byte("{}"))
	if invalid, ok := errors.AsType[*leasehold.InvalidError](err); ok {
		for _, f := range invalid.Faults {
			names = append(names, f.Field)
		}
	}
	return names
}

// Read returns the next row that is not empty. Its error is io.EOF at the end
// and otherwise says that the file cannot be read; a bad row is no such error.
func (r *Reader) Read() (Row, error) {
	for {
		r.limit.left = maxRowLen
		cells, err := r.csv.Read()
		if bad, ok := errors.AsType[*csv.ParseError](err); ok {
			return Row{Line: bad.StartLine, Err: &RowError{bad.StartLine, []Problem{{
				Field:   "body",
				Message: fmt.Sprintf("cannot be parted into cells: line %d, character %d: %v", bad.Line, bad.Column, bad.Err),
			}}}}, nil
		}
		if err != nil {
			return Row{}, err
		}
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		if strings.Join(cells, "") == "" {
			continue
		}
		return r.row(cells), nil
	}
}

func (r *Reader) row(cells []string) Row {
	line, _ := r.csv.FieldPos(0)
	row := Row{Line: line}
	var problems []Problem
	r.body = append(r.body[:0], '{')
	for i, cell := range cells {
		switch {
		case cell == "":
		case i >= len(r.fields):
			problems = append(problems, Problem{i + 1, "body", "the header names no field for this cell"})
		case i == r.id:
			row.ID = cell
		default:
			if len(r.body) > 1 {
				r.body = append(r.body, ',')
			}
			r.body = quoted(r.body, r.fields[i])
			r.body = append(r.body, ':')
			r.body = appendCell(r.body, r.fields[i], cell)
		}
	}
	lease, err := leasehold.Decode(append(r.body, '}'))
	problems = append(problems, r.problems(err)...)
	if len(problems) > 0 {
		row.Err = &RowError{line, problems}
		return row
	}
	row.Lease = lease
	return row
}

// problems finds the cells to blame for a refusal.
func (r *Reader) problems(err error) []Problem {
	var problems []Problem
	if invalid, ok := errors.AsType[*leasehold.InvalidError](err); ok {
		for _, f := range invalid.Faults {
			problems = append(problems, Problem{slices.Index(r.fields, f.Field) + 1, f.Field, f.Message})
		}
	}
	return problems
}

// appendCell appends the JSON value that a cell stands for. What does not have
// the form that the field wants goes on as a text, for the engine to refuse in
// its own words.
func appendCell(dst []byte, field, cell string) []byte {
	switch {
	case texts[field]:
	case flags[field]:
		if lower := strings.ToLower(cell); lower == "true" || lower == "false" {
			return append(dst, lower...)
		}
	default:
		if number := jsontext.Value(cell); number.Kind() == '0' && number.IsValid() {
			return append(dst, cell...)
		}
	}
	return quoted(dst, cell)
}

// The fields whose value is a text, and those that are true or false. All
// others are numbers.
var (
	texts = map[string]bool{
		"standard": true, "commencementDate": true, "paymentFrequency": true, "paymentTiming": true, "classification": true,
	}
	flags = map[string]bool{
		"transfersOwnership": true, "purchaseOptionReasonablyCertain": true, "specializedAsset": true,
	}
)

func quoted(dst []byte, s string) []byte {
	dst, _ = jsontext.AppendQuote(dst, s) // its one error, invalid UTF-8, is mended in place
	return dst
}

// sample is the lease of the template.
var sample = map[string]string{
	ID: "office-1", "standard": "ASC_842", "commencementDate": "2026-01-01", "termMonths": "60", "paymentAmount": "10000.00",
	"discountRateAnnual": "0.06", "paymentFrequency": "monthly", "paymentTiming": "advance", "annualEscalationPct": "0.03",
}

// WriteTemplate writes the header row with every field, and one lease to
// overwrite.
func WriteTemplate(w io.Writer) error {
	header := append([]string{ID}, leasehold.FieldNames()...)
	row := make([]string, len(header))
	for i, name := range header {
		row[i] = sample[name]
	}
	c := csv.NewWriter(w)
	if err := c.WriteAll([][]string{header, row}); err != nil {
		return fmt.Errorf("write the template: %w", err)
	}
	return nil
}
