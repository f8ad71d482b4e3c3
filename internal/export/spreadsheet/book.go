// Package spreadsheet writes workbooks, with each sheet written from top to bottom. It defines cell
// styles and cell names. Equal content results in equal bytes.
package spreadsheet

import (
	"archive/zip"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/export/paper"
	"github.com/leasehold-accounting/leasehold/money"
)

// MediaType is the media type of a workbook.
const MediaType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

// Options configure a workbook.
type Options struct {
	Title, Subject, Description string
	Paper                       paper.Size
	Places                      int  // number of decimals in amounts
	Values                      bool // whether cells contain values rather than formulas
	// Say replaces general terms in text with the standard's terms. If Say is nil, text is not changed.
	Say func(string) string
}

// Book is a workbook under construction. [Book.Write] returns all errors that occurred.
type Book struct {
	file   *excelize.File
	o      Options
	styles map[Style]int
	sheets int
	err    error
}

// New starts a workbook.
func New(o Options) *Book {
	if o.Say == nil {
		o.Say = func(text string) string { return text }
	}
	b := &Book{file: excelize.NewFile(), o: o, styles: make(map[Style]int)}
	b.makeStyles()
	return b
}

// Add adds a sheet and calls a function that writes its rows.
func (b *Book) Add(name string, write func(*Sheet)) { b.add(name, false, write) }

// AddIf adds a sheet if include is true.
func (b *Book) AddIf(include bool, name string, write func(*Sheet)) {
	if include {
		b.add(name, false, write)
	}
}

// AddWorking adds a sheet with intermediate amounts and a gray tab.
func (b *Book) AddWorking(name string, write func(*Sheet)) { b.add(name, true, write) }

func (b *Book) add(name string, working bool, write func(*Sheet)) {
	if b.sheets++; b.sheets == 1 {
		b.Fail(b.file.SetSheetName("Sheet1", name))
	} else {
		_, err := b.file.NewSheet(name)
		b.Fail(err)
	}
	s, err := b.newSheet(name, working)
	if err != nil {
		b.Fail(err)
		return
	}
	write(s)
	b.Fail(s.close())
}

// Write writes the workbook, or returns the recorded errors.
func (b *Book) Write(w io.Writer) error {
	defer b.file.Close() //nolint:errcheck // the library opened no file
	full := true
	b.Fail(b.file.SetCalcProps(&excelize.CalcPropsOptions{FullCalcOnLoad: &full}))
	b.Fail(b.file.SetDocProps(&excelize.DocProperties{
		Title: b.o.Title, Subject: b.o.Subject, Creator: "Leasehold", LastModifiedBy: "Leasehold", Description: b.o.Description,
	}))
	if b.err != nil {
		return fmt.Errorf("workbook: %w", b.err)
	}
	return WriteFile(w, b.file)
}

// Fail records an error that [Book.Write] will return. A nil error is ignored.
func (b *Book) Fail(err error) { b.err = errors.Join(b.err, err) }

// Limit is the limit that all amounts in a workbook must stay below. A spreadsheet shows fifteen
// digits: thirteen before the decimal point and two for the cents.
var Limit = money.MustParse("10000000000000").Amount()

// LimitError reports content that is too large for a workbook, and names the field with that content.
type LimitError struct{ Field, Message string }

func (e *LimitError) Error() string { return e.Field + ": " + e.Message }

// CheckLimit returns a [*LimitError] that names the given field if the absolute value of any amount is [Limit] or more.
func CheckLimit(field string, amounts ...money.Amount) error {
	for _, a := range amounts {
		if a.Abs().Cmp(Limit) >= 0 {
			return &LimitError{field, "a workbook holds figures below " + Limit.String() + "; one figure is " + a.String()}
		}
	}
	return nil
}

// Number converts a decimal number to the nearest floating-point number, which is correct to at
// least fifteen digits. The text must have been formatted by package money.
func Number(text string) float64 {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic("spreadsheet: " + text + " is not a number")
	}
	return x
}

// Serial returns the serial number that spreadsheets store for a date.
func Serial(d civil.Date) int { return d.Ordinal() - dayZero }

var dayZero = civil.New(1899, 12, 30).Ordinal()

// WriteFile writes a workbook so that equal workbooks have equal bytes. The library stores the parts of the archive in
// maps, so WriteFile sorts the parts by name and the list of content types by entry.
func WriteFile(w io.Writer, file *excelize.File) error {
	var archive bytes.Buffer
	_, err := file.WriteTo(&archive)
	if err == nil {
		err = sortParts(w, archive.Bytes())
	}
	if err != nil {
		return fmt.Errorf("workbook: %w", err)
	}
	return nil
}

func sortParts(w io.Writer, archive []byte) error {
	in, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		return err
	}
	// The part "[Content_Types].xml" must come first. Sorting ensures this, because "[" precedes lower-case letters.
	slices.SortFunc(in.File, func(a, b *zip.File) int { return cmp.Compare(a.Name, b.Name) })
	edits := map[string]func(string) string{"[Content_Types].xml": sorted, "docProps/core.xml": prefixed}
	for _, part := range in.File {
		if folder, name := path.Split(part.Name); path.Base(folder) == "_rels" { // this part refers to other parts
			edits[path.Join(path.Dir(path.Clean(folder)), strings.TrimSuffix(name, ".rels"))] = usualPrefix
		}
	}
	out := zip.NewWriter(w)
	for _, part := range in.File {
		write := out.Copy
		if edit := edits[part.Name]; edit != nil {
			write = func(part *zip.File) error { return rewrite(out, part, edit) }
		}
		if err := write(part); err != nil {
			return err
		}
	}
	return out.Close()
}

var contentType = regexp.MustCompile(`<(Default|Override) [^>]*></(Default|Override)>`)

func sorted(text string) string {
	entries := contentType.FindAllString(text, -1)
	slices.Sort(entries)
	return contentType.ReplaceAllStringFunc(text, func(string) string {
		first := entries[0]
		entries = entries[1:]
		return first
	})
}

var plainName = regexp.MustCompile(`<(/?)([A-Za-z]+)([ >/])`)

// prefixed adds XML prefixes to the document properties, because some programs identify elements by prefix.
func prefixed(text string) string {
	return strings.Replace(plainName.ReplaceAllString(text, "<${1}cp:$2$3"), ` xmlns="`, ` xmlns:cp="`, 1)
}

// usualPrefix makes r the namespace prefix in references to other parts. Text is not affected,
// because it contains no unescaped quotation marks.
func usualPrefix(text string) string {
	return strings.NewReplacer(` xmlns:relationships="`, ` xmlns:r="`, ` relationships:id="`, ` r:id="`).Replace(text)
}

func rewrite(out *zip.Writer, part *zip.File, edit func(string) string) error {
	in, err := part.Open()
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // closing a part in memory cannot fail
	text, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	w, err := out.Create(part.Name)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, edit(string(text)))
	return err
}
