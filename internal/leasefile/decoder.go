// Package leasefile reads leases from files: CSV, workbooks (XLSX), one JSON object per line
// (NDJSON), and JSON (an array of leases, or consecutive leases).
//
// # Tables
//
// In CSV and workbooks, the leases are a table with one row per lease. The heading row is the first
// row with known headings. The known headings are the field names of the API contract, the labels
// in the template, and common synonyms ([Columns]). Package cell reads dates and numbers in the
// formats of spreadsheets. A column contains a tag if its heading is tag:NAME, a common tag such as
// entity, or a heading listed in [Options]. Any other column with values is an error. An empty cell
// means that the lease lacks the field. Package leasehold validates the leases. Each error message
// begins with the position of the cell.
//
// A lease's lists, such as rent steps, payments and events, have their own tables: sheets of a
// workbook or files of a directory. Each row contains the ID of its lease. The rows may be in any
// order, because the package sorts them by date. A rent step, a rent-free period or a single
// payment belongs to an event if its row contains the event's date.
//
// # Reading
//
// [File.Next] splits the file into chunks, and a [Decoder] decodes the leases of a chunk. Several
// goroutines may decode different chunks at the same time. The rows of list tables are held in
// memory, but the leases are read as a stream.
package leasefile

import (
	"errors"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/cell"
	"github.com/leasehold-accounting/leasehold/internal/columns"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/sheet"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// Row contains a lease from a file, or the error for an invalid lease.
type Row struct {
	Place Place
	ID    string           // ID of the lease; also set for a rejected row if the ID is readable
	Lease *leasehold.Lease // nil if Err is set
	Err   error            // a [*RowError] if the row is invalid
}

// Kind is the format of a lease file.
type Kind uint8

// The formats of lease files.
const (
	CSV Kind = iota
	XLSX
	NDJSON
	JSON
)

// Decoder converts chunks to leases. It is not safe for concurrent use.
type Decoder struct {
	file   *File
	reader *rowReader // nil for NDJSON and JSON

	cells []cell.Cell // reused for each row
	body  []byte
}

// NewDecoder returns a decoder for chunks of the file. Each goroutine needs its own decoder.
func (f *File) NewDecoder() *Decoder {
	d := &Decoder{file: f}
	if f.kind == CSV || f.kind == XLSX {
		d.reader = newRowReader(&tables()[leasesTable], f.table.columns, f.table.style)
		d.cells = make([]cell.Cell, 0, len(f.table.columns)+1)
	}
	return d
}

// Rows yields the leases of a chunk in order. The rows remain valid after the chunk's memory is reused.
func (d *Decoder) Rows(c *Chunk) iter.Seq[Row] {
	return func(yield func(Row) bool) {
		switch {
		case c.tooLong:
			yield(d.tooLong(c.Line))
		case d.file.kind == JSON:
			d.jsonRows(c, yield)
		case d.file.kind == NDJSON:
			d.lineRows(c, yield)
		case d.file.kind == XLSX:
			for _, r := range c.rows {
				if columns.Filled(r.Cells) > 0 && !yield(d.row(r)) {
					return
				}
			}
		default:
			d.csvRows(c, yield)
		}
	}
}

func (d *Decoder) csvRows(c *Chunk, yield func(Row) bool) {
	for r := range d.file.table.csv.Split(c.Text, c.Line, d.cells) {
		var row Row
		switch {
		case r.Problem != "":
			at := Place{d.file.table.name, r.Number}
			row = Row{Place: at, Err: unsplit(at, r.Problem)}
		case columns.Filled(r.Cells) == 0:
			continue
		default:
			row = d.row(r.Row)
		}
		if !yield(row) {
			return
		}
	}
}

func unsplit(at Place, problem string) *RowError {
	return bodyError(at, "cannot be split into cells: "+problem)
}

// bodyError returns an error that concerns the whole row.
func bodyError(at Place, message string) *RowError {
	return &RowError{at, []Problem{{Place: at, Field: "body", Message: message}}}
}

func (d *Decoder) row(of sheet.Row) Row {
	at, r := Place{d.file.table.name, of.Number}, d.reader
	row := Row{Place: at}
	d.body = r.read(d.body[:0], at, of.Cells)
	row.ID = strict.Clip(r.id)
	var own *leaseLists
	if d.file.lists != nil && r.id != "" {
		if own = d.file.lists.byLease[r.id]; own != nil {
			own.claimed.Store(true)
			d.body = own.attach(d.body, r)
		}
	}
	d.body = append(d.body, '}')
	lease, err := leasehold.DecodeWith(d.body, d.file.rates)
	problems := slices.Clone(r.problems)
	if invalid, ok := errors.AsType[*leasehold.InvalidError](err); ok {
		for _, f := range invalid.Faults {
			problems = d.blame(problems, own, f)
		}
	}
	if len(problems) > 0 {
		row.Err = &RowError{at, problems}
		return row
	}
	row.Lease = lease
	return row
}

// blame appends a lease's validation error f to the list of problems, and names the cell that
// caused the error. If that cell already has an error, blame returns the list unchanged.
func (d *Decoder) blame(problems []Problem, own *leaseLists, f leasehold.Fault) []Problem {
	if own != nil {
		if one, column := own.find(f.Field); one != nil {
			if faulty(one.problems, column) {
				return problems
			}
			return append(problems, one.table.problem(one.at, f.Field, column, f.Message))
		}
	}
	if d.reader.noTerm && f.Field == termMonths || faulty(d.reader.problems, f.Field) {
		return problems
	}
	return append(problems, problemIn(d.reader.columns, d.reader.column(f.Field), d.reader.at, f.Field, f.Message))
}

// rowReader converts a row's cells to a JSON object. It is not safe for concurrent use.
type rowReader struct {
	table   *table
	columns []Column
	fields  []*field // field of each column; nil for tags and ignored columns
	style   cell.Style

	// The following fields describe the row that was read last.
	at       Place
	cells    []cell.Cell
	id       string
	event    string // date of the event to which the list row belongs; empty if it belongs to the lease itself
	problems []Problem
	noTerm   bool   // whether the lease term cannot be computed because the commencement date is invalid
	tags     []byte // buffer, reused for each row
	objects  []part // objects whose fields have separate columns
}

func newRowReader(t *table, columns []Column, style cell.Style) *rowReader {
	r := &rowReader{table: t, columns: columns, fields: make([]*field, len(columns)), style: style}
	for i := range columns {
		r.fields[i] = t.field(columns[i].Field)
	}
	return r
}

func (r *rowReader) cell(i int) cell.Cell {
	if i < 0 || i >= len(r.cells) {
		return cell.Cell{}
	}
	return r.cells[i]
}

// part is a lease field that contains a JSON object. The field body is the object without its braces.
type part struct {
	name string
	body []byte
}

func (r *rowReader) object(name string) *part {
	i := slices.IndexFunc(r.objects, func(one part) bool { return one.name == name })
	if i < 0 {
		i = len(r.objects)
		r.objects = append(r.objects, part{name: name})
	}
	return &r.objects[i]
}

// read appends a row's JSON object, without its closing brace, to dst. For an invalid cell, it adds
// a problem to r.problems and omits the field.
func (r *rowReader) read(dst []byte, at Place, cells []cell.Cell) []byte {
	r.at, r.cells, r.id, r.event, r.noTerm = at, cells, "", "", false
	r.problems, r.tags, r.objects = r.problems[:0], r.tags[:0], r.objects[:0]
	dst = append(dst, '{')
	exponent := r.exponent()
	for i, c := range cells {
		if c.Empty() {
			continue
		}
		if problem := r.unreadable(i, c); problem != "" {
			r.fault(i, problem)
			continue
		}
		f := r.fields[i]
		switch {
		case f == nil && r.columns[i].Tag != "":
			r.tags = quoted(open(r.tags, r.columns[i].Tag), r.style.Words(c))
		case f == nil:
		case f.name == idField.name && !r.table.tags && !r.table.shared:
			r.id = r.style.Words(c)
		case f.name == eventField.name:
			var problem string
			if r.event, problem = r.style.Date(c); problem != "" {
				r.event = "?"
				r.fault(i, problem)
			}
		case f.name == pair:
			dst = r.pair(dst, i)
		case f.name == units:
		case f.name == endDate || f.name == termYears:
			dst = r.term(dst, i)
		default:
			to, name := &dst, f.name
			if outer, inner, within := strings.Cut(f.name, "."); within {
				to, name = &r.object(outer).body, inner
			}
			before := len(*to)
			value, problem := r.value(open(*to, name), i, c)
			if *to = value; problem != "" {
				*to = value[:before]
				r.fault(i, problem)
			} else if exponent > 0 && f.row != nil && f.row.Kind == member.Exchange {
				*to = append(value, "e-"+strconv.Itoa(exponent)...)
			}
		}
	}
	if len(r.tags) > 0 {
		dst = append(append(append(open(dst, "tags"), '{'), r.tags...), '}')
	}
	for i := range r.objects {
		if one := &r.objects[i]; len(one.body) > 0 {
			dst = append(append(append(open(dst, one.name), '{'), one.body...), '}')
		}
	}
	return dst
}

func (r *rowReader) unreadable(i int, c cell.Cell) string {
	switch {
	case i >= len(r.columns) || r.columns[i].Heading == "":
		return "the column has no heading"
	case r.columns[i].Why == notRecognized:
		return notRecognized + "; rename, remove or ignore the column"
	case r.fields[i] == nil && r.columns[i].Tag == "":
		return ""
	case !utf8.ValidString(c.Text):
		return "is not in UTF-8; save the file as CSV UTF-8"
	case c.Type == cell.Fault:
		return strict.Clip(c.Text) + " is a spreadsheet error"
	}
	return ""
}

func (r *rowReader) fault(i int, problem string) {
	path := "body"
	if i < len(r.columns) {
		switch c := &r.columns[i]; {
		case c.Field == endDate || c.Field == termYears:
			path = termMonths
		case c.Field != "":
			path = c.Field
		case c.Tag != "":
			path = "tags." + c.Tag
		}
	}
	r.problems = append(r.problems, problemIn(r.columns, i, r.at, path, problem))
}

func faulty(problems []Problem, path string) bool {
	return slices.ContainsFunc(problems, func(p Problem) bool { return p.Field == path })
}

func (r *rowReader) value(dst []byte, i int, c cell.Cell) ([]byte, string) {
	f := r.fields[i]
	switch f.kind {
	case member.Text, member.Currency:
		value := r.style.Words(c)
		if f.name == idField.name {
			r.id = value
		}
		return quoted(dst, value), ""
	case member.Choice:
		name, known := f.words[cell.Fold(c.Text)]
		if !known {
			name = r.style.Words(c) // package leasehold later rejects unknown words
		}
		return quoted(dst, name), ""
	case member.Date:
		value, problem := r.style.Date(c)
		return quoted(dst, value), problem
	case member.Flag:
		if answer, ok := cell.Flag(c); ok {
			return strconv.AppendBool(dst, answer), ""
		}
		return dst, strict.Quote(c.Text) + " is not allowed; write yes, no, true or false"
	case member.Tags, member.Object, member.List:
		return nested(dst, c)
	case member.Rate, member.Change:
		unit := cell.OfOne
		if r.columns[i].Percent {
			unit = cell.OfHundred
		}
		value, problem := r.style.Fraction(c, unit)
		return append(dst, value...), problem
	case member.Share:
		value, problem := r.style.Fraction(c, cell.OfWhole)
		return append(dst, value...), problem
	default:
		value, problem := r.style.Number(c)
		return append(dst, value...), problem
	}
}

func nested(dst []byte, c cell.Cell) ([]byte, string) {
	if cell.Fold(c.Text) == "none" {
		return append(dst, '[', ']'), ""
	}
	if value := jsontext.Value(c.Text); (value.Kind() == '[' || value.Kind() == '{') && value.IsValid(jsontext.AllowDuplicateNames(true)) {
		return append(dst, c.Text...), ""
	}
	return dst, strict.Quote(c.Text) + " is not a list in JSON, such as [{\"from\":\"2027-01-01\",\"paymentAmount\":1000}]"
}

// column returns the index of the column for a path such as rentSteps[2].from or tags.entity. If
// the table lacks that column, it returns the column of the outermost field, or -1.
func (r *rowReader) column(path string) int {
	if name, isTag := strings.CutPrefix(path, "tags."); isTag {
		if i := slices.IndexFunc(r.columns, func(c Column) bool { return c.Tag == name }); i >= 0 {
			return i
		}
	}
	short := path
	if end := strings.IndexAny(path, ".["); end >= 0 {
		short = path[:end]
	}
	best := -1
	for i := range r.columns {
		switch name := r.columns[i].Field; {
		case name == path && name != "":
			return i
		case name == short && name != "", short == termMonths && (name == endDate || name == termYears):
			best = i
		}
	}
	return best
}

// open appends a JSON field name and a colon. A comma precedes the name unless the field is the first.
func open(dst []byte, name string) []byte {
	if n := len(dst); n > 0 && dst[n-1] != '{' {
		dst = append(dst, ',')
	}
	return append(quoted(dst, name), ':')
}

func quoted(dst []byte, s string) []byte { return strict.AppendQuoted(dst, s) }
