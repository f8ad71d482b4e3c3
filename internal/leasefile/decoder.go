package leasefile

import (
	"bytes"
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
	"github.com/leasehold-accounting/leasehold/ratetable"
)

// Row is one lease of a file, or the error that occurred when it was read.
type Row struct {
	Place Place
	ID    string           // id of the lease; also set for a rejected row, if the id could be read
	Lease *leasehold.Lease // nil if Err is set
	Err   error            // of type [*RowError] if the row is invalid
}

// Format contains all that a [Decoder] needs to know about a file. It can be sent to another
// process as JSON, except for the lists of a workbook or a directory.
type Format struct {
	Kind    Kind
	CSV     sheet.CSV
	Columns []Column   // columns of a table; nil for JSON
	Style   cell.Style // format of the dates and numbers in a table
	Sheet   string     // name of the sheet of a workbook, or of the file in a directory

	lists *lives
	rates *ratetable.Table // see [Options.Rates]
}

// Kind is the format of a lease file.
type Kind uint8

// These are the kinds of lease files.
const (
	CSV Kind = iota
	XLSX
	NDJSON
	JSON
)

// String returns the name of k, such as CSV.
func (k Kind) String() string { return [...]string{"CSV", "XLSX", "NDJSON", "JSON"}[k] }

// Decoder converts chunks to leases. It is not safe for concurrent use.
type Decoder struct {
	format *Format
	reader rowReader

	cells []cell.Cell // reused for each row
	body  []byte
}

// NewDecoder returns a decoder for a file in the format f. The format may come from another
// process.
func (f *Format) NewDecoder() *Decoder {
	d := &Decoder{format: f}
	if f.Kind == CSV || f.Kind == XLSX {
		d.reader.start(&tables()[leasesTable], f.Columns, f.Style)
	}
	return d
}

// Rows iterates over the leases of a chunk in order. The rows remain valid after the memory of the
// chunk is reused.
func (d *Decoder) Rows(c *Chunk) iter.Seq[Row] {
	switch {
	case c.tooLong:
		return func(yield func(Row) bool) { yield(tooLong(c.Line)) }
	case d.format.Kind == JSON:
		return d.jsonRows(c)
	case d.format.Kind == NDJSON:
		return d.lineRows(c)
	case d.format.Kind == XLSX:
		return d.bookRows(c)
	}
	return d.csvRows(c)
}

func (d *Decoder) csvRows(c *Chunk) iter.Seq[Row] {
	return func(yield func(Row) bool) {
		line := c.Line
		for text := c.Text; len(text) > 0; {
			cells, n, problem := d.format.CSV.Row(text, d.cells[:0])
			d.cells = cells
			at := Place{d.format.Sheet, line}
			line += bytes.Count(text[:n], newline)
			text = text[n:]
			switch {
			case problem != "":
				if !yield(Row{Place: at, Err: unsplit(at, problem)}) {
					return
				}
			case columns.Filled(cells) > 0:
				if !yield(d.row(at, cells)) {
					return
				}
			}
		}
	}
}

// unsplit returns the error of a row that cannot be split into cells.
func unsplit(at Place, problem string) *RowError {
	return &RowError{at, []Problem{{Place: at, Field: "body", Message: "cannot be split into cells: " + problem}}}
}

func (d *Decoder) bookRows(c *Chunk) iter.Seq[Row] {
	return func(yield func(Row) bool) {
		for _, r := range c.rows {
			if cells := c.cells[r.start:r.end]; columns.Filled(cells) > 0 && !yield(d.row(Place{d.format.Sheet, r.line}, cells)) {
				return
			}
		}
	}
}

// row decodes the lease in a row of a table.
func (d *Decoder) row(at Place, cells []cell.Cell) Row {
	row := Row{Place: at}
	r := &d.reader
	d.body = r.read(d.body[:0], at, cells)
	row.ID = strict.Clip(r.id)
	var own *life
	if d.format.lists != nil && r.id != "" {
		if own = d.format.lists.byLease[r.id]; own != nil {
			own.claimed.Store(true)
			d.body = own.attach(d.body, r, at, cells)
		}
	}
	d.body = append(d.body, '}')
	lease, err := leasehold.DecodeWith(d.body, d.format.rates)
	problems := slices.Clone(r.problems)
	if invalid, ok := errors.AsType[*leasehold.InvalidError](err); ok {
		for _, f := range invalid.Faults {
			problems = d.blame(problems, own, at, f)
		}
	}
	if len(problems) > 0 {
		row.Err = &RowError{at, problems}
		return row
	}
	row.Lease = lease
	return row
}

// blame appends the error f of a lease to problems, with the cell that caused it. It does nothing
// if problems already contains an error in this cell.
func (d *Decoder) blame(problems []Problem, own *life, at Place, f leasehold.Fault) []Problem {
	if own != nil {
		if one, column := own.find(f.Field); one != nil {
			if one.faulty(column) {
				return problems
			}
			return append(problems, one.problem(f.Field, column, f.Message))
		}
	}
	if d.reader.faulty(f.Field) {
		return problems
	}
	p := Problem{Place: at, Field: f.Field, Message: f.Message}
	if i := d.reader.column(f.Field); i >= 0 {
		p.Column, p.Heading = i+1, d.reader.columns[i].Heading
	}
	return append(problems, p)
}

// rowReader converts the cells of a row to a JSON object. It is not safe for concurrent use.
type rowReader struct {
	table   *table
	columns []Column
	fields  []*field // the field of each column; nil for tags and ignored columns
	style   cell.Style

	// The following fields belong to the row that was read last.
	id       string
	event    string // date of the event to which the row of a list belongs
	problems []Problem
	noTerm   bool   // whether the term cannot be determined because a cell on which it depends is invalid
	tags     []byte // buffer that is reused for each row
	objects  []part // the objects whose fields are in several columns
}

func (r *rowReader) start(t *table, columns []Column, style cell.Style) {
	r.table, r.columns, r.style = t, columns, style
	r.fields = make([]*field, len(columns))
	for i := range columns {
		if columns[i].Field != "" {
			r.fields[i] = t.field(columns[i].Field)
		}
	}
}

// part is a field of the lease whose value is an object. body contains the JSON fields of the
// object without braces.
type part struct {
	name string
	body []byte
}

// object returns the part with the given name, so that the caller can append a field to its body.
func (r *rowReader) object(name string) *part {
	for i := range r.objects {
		if r.objects[i].name == name {
			return &r.objects[i]
		}
	}
	r.objects = append(r.objects, part{name: name})
	return &r.objects[len(r.objects)-1]
}

// read appends the JSON object of a row, without its closing brace, to dst. If a cell cannot be
// read, read omits it and adds a problem to r.problems.
func (r *rowReader) read(dst []byte, at Place, cells []cell.Cell) []byte {
	r.id, r.event, r.problems, r.noTerm, r.tags, r.objects = "", "", r.problems[:0], false, r.tags[:0], r.objects[:0]
	dst = append(dst, '{')
	exponent := r.exponent(at, cells)
	for i, c := range cells {
		if c.Empty() {
			continue
		}
		if problem := r.unreadable(i, c); problem != "" {
			r.fault(at, i, problem)
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
				r.fault(at, i, problem)
			}
		case f.name == pair:
			dst = r.pair(dst, at, i, c)
		case f.name == units:
		case f.name == endDate || f.name == termYears:
			dst = r.term(dst, at, i, cells)
		default:
			to, name := &dst, f.name
			if outer, inner, within := strings.Cut(f.name, "."); within {
				to, name = &r.object(outer).body, inner
			}
			before := len(*to)
			value, problem := r.value(open(*to, name), i, c)
			if *to = value; problem != "" {
				*to = value[:before]
				r.fault(at, i, problem)
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

// unreadable returns the reason why the cell in column i cannot be read. It returns "" if there is
// none.
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
		return strict.Clip(c.Text) + " is an error of the spreadsheet"
	}
	return ""
}

func (r *rowReader) fault(at Place, i int, problem string) {
	p := Problem{Place: at, Column: i + 1, Field: "body", Message: problem}
	if i < len(r.columns) {
		p.Heading = r.columns[i].Heading
		switch c := &r.columns[i]; {
		case c.Field == endDate || c.Field == termYears:
			p.Field = "termMonths"
		case c.Field != "":
			p.Field = c.Field
		case c.Tag != "":
			p.Field = "tags." + c.Tag
		}
	}
	r.problems = append(r.problems, p)
}

// faulty reports whether r.problems already contains a problem of the field at path.
func (r *rowReader) faulty(path string) bool {
	return r.noTerm && path == "termMonths" || slices.ContainsFunc(r.problems, func(p Problem) bool { return p.Field == path })
}

// value appends the cell in column i as a JSON value. If the cell is invalid, it returns the
// problem.
func (r *rowReader) value(dst []byte, i int, c cell.Cell) ([]byte, string) {
	f := r.fields[i]
	switch f.kind {
	case text:
		value := r.style.Words(c)
		if f.name == idField.name {
			r.id = value
		}
		return quoted(dst, value), ""
	case word:
		return quoted(dst, r.word(i, c)), ""
	case day:
		value, problem := r.style.Date(c)
		return quoted(dst, value), problem
	case flag:
		if answer, ok := cell.Flag(c); ok {
			return strconv.AppendBool(dst, answer), ""
		}
		return dst, strict.Quote(c.Text) + " is not allowed; write yes, no, true or false"
	case nested:
		return r.nested(dst, c)
	case rate:
		unit := cell.OfOne
		if r.columns[i].Percent {
			unit = cell.OfHundred
		}
		value, problem := r.style.Fraction(c, unit)
		return append(dst, value...), problem
	case share:
		value, problem := r.style.Fraction(c, cell.OfWhole)
		return append(dst, value...), problem
	default:
		value, problem := r.style.Number(c)
		return append(dst, value...), problem
	}
}

// word returns the name in the API contract of a word such as a payment timing. It returns an
// unknown word unchanged, and package leasehold rejects it.
func (r *rowReader) word(i int, c cell.Cell) string {
	if name, ok := r.fields[i].words[cell.Fold(c.Text)]; ok {
		return name
	}
	return r.style.Words(c)
}

// nested appends the list or the object in a cell that contains JSON. A cell with the word none is
// an empty list.
func (r *rowReader) nested(dst []byte, c cell.Cell) ([]byte, string) {
	if cell.Fold(c.Text) == "none" {
		return append(dst, '[', ']'), ""
	}
	if value := jsontext.Value(c.Text); (value.Kind() == '[' || value.Kind() == '{') && value.IsValid(jsontext.AllowDuplicateNames(true)) {
		return append(dst, c.Text...), ""
	}
	return dst, strict.Quote(c.Text) + " is not a list in JSON, such as [{\"from\":\"2027-01-01\",\"paymentAmount\":1000}]"
}

// column returns the index of the column that contains the field at a path such as
// rentSteps[2].from or tags.entity. It returns -1 if there is none.
func (r *rowReader) column(path string) int {
	if name, isTag := strings.CutPrefix(path, "tags."); isTag {
		for i := range r.columns {
			if r.columns[i].Tag == name {
				return i
			}
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
		case name == short && name != "", short == "termMonths" && (name == endDate || name == termYears):
			best = i
		}
	}
	return best
}

// open appends the name of a JSON field. A comma precedes the name unless the field is the first.
func open(dst []byte, name string) []byte {
	if n := len(dst); n > 0 && dst[n-1] != '{' {
		dst = append(dst, ',')
	}
	return append(quoted(dst, name), ':')
}

func quoted(dst []byte, s string) []byte { return strict.AppendQuoted(dst, s) }
