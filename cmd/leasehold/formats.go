package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/report"
)

// format is an output format.
type format struct {
	name  string
	about string
	ext   string // file extension
	// answer writes the result of one lease; nil for streams of leases and
	// files.
	answer func(w io.Writer, op *operation, r *leasehold.Result) error
	// file is a file format for another program; nil otherwise.
	file *export.Format
}

// formats are the program's own formats and the file formats.
var formats = append([]format{
	{"table", "tables to read", ".txt", answerTable, nil},
	{"json", "the object that the service answers", ".json", answerJSON, nil},
	{"ndjson", "many leases: one per line, in and out", ".ndjson", nil, nil},
	{"csv", "rows for a spreadsheet", ".csv", func(w io.Writer, op *operation, r *leasehold.Result) error { return op.csv(w, r) }, nil},
}, fileFormats()...)

func formatNames() []string {
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = f.name
	}
	return names
}

// given reports whether results of an operation can be written in the format.
func (f *format) given(op *operation) bool { return f.file == nil || f.file.Gives(op.Name) }

// formatNames lists the formats of an operation.
func (op *operation) formatNames() (names []string) {
	for i := range formats {
		if formats[i].given(op) {
			names = append(names, formats[i].name)
		}
	}
	return names
}

// extensions lists the extensions of files that have a format.
func extensions() []string {
	var list []string
	for _, f := range formats {
		if f.ext != "" && !slices.Contains(list, f.ext) {
			list = append(list, f.ext)
		}
	}
	return list
}

// pick returns the format with the requested name. By default the name of the output file
// determines it, and otherwise it is table on a terminal and elsewhere in other cases.
func (f *answerFlags) pick(out io.Writer, elsewhere string) (*format, error) {
	name := f.format
	if name == "" {
		ext := strings.ToLower(filepath.Ext(f.out))
		for i := range formats {
			if ext != "" && ext == formats[i].ext {
				return &formats[i], nil
			}
		}
		if ext != "" {
			return nil, usageError{fmt.Errorf("-o %s: no format has the extension %s; the known ones are %s. --format names one for any file name",
				f.out, ext, strings.Join(extensions(), ", "))}
		}
		name = elsewhere
		if f.out == "" && terminalOf(out).is {
			name = "table"
		}
	}
	for i := range formats {
		if name == formats[i].name {
			return &formats[i], nil
		}
	}
	return nil, usageError{fmt.Errorf("--format %q is not known; allowed are %s", name, strings.Join(formatNames(), ", "))}
}

func answerTable(w io.Writer, op *operation, r *leasehold.Result) error {
	page := newPage(w)
	op.table(page, r)
	_, err := page.WriteTo(w)
	return err
}

// newPage returns a page that fits the output.
func newPage(w io.Writer) *report.Page {
	t := terminalOf(w)
	return report.NewPage(t.width, t.colour)
}

func answerJSON(w io.Writer, op *operation, r *leasehold.Result) error {
	return writeJSON(w, append(op.AppendResult(nil, r), '\n'))
}

// writeJSON writes one line, or an indented object on a terminal.
func writeJSON(w io.Writer, body []byte) error {
	if terminalOf(w).is {
		var indented bytes.Buffer
		if err := json.Indent(&indented, body, "", "  "); err != nil {
			return fmt.Errorf("indent the answer: %w", err)
		}
		body = indented.Bytes()
	}
	_, err := w.Write(body)
	return err
}
