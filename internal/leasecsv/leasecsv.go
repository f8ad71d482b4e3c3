// Package leasecsv reads leases from a spreadsheet that was saved as CSV: a
// header row of the contract's field names, in any order, and one lease a row. A
// tag has a column of its own, such as tag:entity; lists and objects, such as
// rentSteps, are written as JSON.
//
// A cell is taken as it is written: a number from its digits, never through
// binary floating point; true and false in any letter case, as spreadsheets write
// them; an empty cell means that the field is absent. The engine checks the
// values, so a refusal reads as it does everywhere else, with the place of the
// cell in front.
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

	"github.com/leasehold-accounting/leasehold"
)

// ID is the field that identifies a lease for its reader.
const ID = "id"

// tagPrefix opens the header of a column of one tag, as in tag:entity.
const tagPrefix = "tag:"

// Row is one lease of the file.
type Row struct {
	Line  int    // of the file, from 1
	ID    string // empty where there is none
	Lease *leasehold.Lease
	Err   error // why there is no lease: a [*RowError]
}

// Reader reads one file.
type Reader struct {
	csv    *csv.Reader
	limit  *rowLimit
	fields []string // of the columns, as the header names them
	id     int      // the column of the id, or −1
	body   []byte   // reused

	// Skipped is how many lines of the file are left out between the header and the
	// rows: lines are numbered as if they were there.
	Skipped int
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

// Read returns the next row that is not empty. Its error is io.EOF at the end
// and otherwise says that the file cannot be read. A bad row is not such an error.
func (r *Reader) Read() (Row, error) {
	for {
		r.limit.left = maxRowLen
		cells, err := r.csv.Read()
		if bad, ok := errors.AsType[*csv.ParseError](err); ok {
			line := bad.StartLine + r.Skipped
			return Row{Line: line, Err: &RowError{line, []Problem{{
				Field:   "body",
				Message: fmt.Sprintf("cannot be split into cells: line %d, character %d: %v", bad.Line+r.Skipped, bad.Column, bad.Err),
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
	line += r.Skipped
	row := Row{Line: line}
	var problems []Problem
	r.body = append(r.body[:0], '{')
	tags := []byte(nil)
	for i, cell := range cells {
		switch {
		case cell == "":
			continue
		case i >= len(r.fields):
			problems = append(problems, Problem{i + 1, "body", "the header has no name for this column"})
			continue
		case i == r.id:
			row.ID = cell
		}
		if name, isTag := strings.CutPrefix(r.fields[i], tagPrefix); isTag {
			tags = quoted(member(tags, name), cell)
			continue
		}
		r.body = appendCell(member(r.body, r.fields[i]), r.fields[i], cell)
	}
	if tags != nil {
		r.body = append(append(append(member(r.body, "tags"), '{'), tags...), '}')
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

// member opens a member of an object, after a comma where it is not the first.
func member(dst []byte, name string) []byte {
	if n := len(dst); n > 0 && dst[n-1] != '{' {
		dst = append(dst, ',')
	}
	return append(quoted(dst, name), ':')
}

// problems finds the cells to blame for a refusal.
func (r *Reader) problems(err error) []Problem {
	var problems []Problem
	if invalid, ok := errors.AsType[*leasehold.InvalidError](err); ok {
		for _, f := range invalid.Faults {
			problems = append(problems, Problem{r.column(f.Field), f.Field, f.Message})
		}
	}
	return problems
}

// column returns the number of the column that a path such as rentSteps[2].from
// or tags.entity came from, or 0.
func (r *Reader) column(path string) int {
	if name, isTag := strings.CutPrefix(path, "tags."); isTag {
		if i := slices.Index(r.fields, tagPrefix+name); i >= 0 {
			return i + 1
		}
	}
	if end := strings.IndexAny(path, ".["); end >= 0 {
		path = path[:end]
	}
	return slices.Index(r.fields, path) + 1
}
