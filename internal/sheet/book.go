// Package sheet splits tables into rows of cells. It reads CSV files and workbooks (XLSX, Office
// Open XML) without interpreting the content of the cells.
//
// The rows of a workbook are read one at a time. Only the shared strings and the number formats are
// held in memory. The number of unpacked bytes is limited in proportion to the file's length, so
// that a small file cannot use unlimited memory or time.
package sheet

import (
	"archive/zip"
	"bufio"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/cell"
)

// Book is a workbook that has been opened for reading.
type Book struct {
	From1904 bool // whether dates are stored as the number of days since 1904 instead of 1900

	sheets  []part
	texts   texts
	formats []cell.Type // types of numbers in cells, by cell style index
}

type part struct {
	name string
	file *packed
}

// Limits for workbooks. Ordinary workbooks do not come close to them.
const (
	maxParts   = 10_000    // maximum number of files in the archive
	maxSheets  = 1_000     // maximum number of sheets that are read; further sheets are ignored
	maxColumns = 2_000     // maximum number of columns
	maxTexts   = 128 << 20 // maximum total length of the shared strings in bytes
	maxText    = 1 << 20   // maximum length, in bytes, of the text in a cell
	maxFormats = 100_000

	// A part may be unpacked to at most freeLen bytes plus packedMax times its packed length.
	// Spreadsheet programs compress a part to about a twentieth of its length. A decompression bomb
	// is compressed to about a thousandth of its size.
	freeLen   = 4 << 20
	packedMax = 60
)

// errBook is the start of the error message about a damaged workbook.
var errBook = errors.New("the workbook cannot be read")

func damaged(format string, args ...any) error {
	return fmt.Errorf("%w: %w", errBook, fmt.Errorf(format, args...))
}

// The first bytes of files of various types.
const (
	zipMagic = "PK\x03\x04"
	oleMagic = "\xd0\xcf\x11\xe0"
)

// IsBook reports whether start is the beginning of an Excel workbook. It returns an error that
// names the type if that type of workbook is not supported.
func IsBook(start []byte) (bool, error) {
	if strings.HasPrefix(string(start), oleMagic) {
		return false, errors.New("the file is an Excel 97 workbook (.xls) or has a password; save it as .xlsx without a password")
	}
	return strings.HasPrefix(string(start), zipMagic), nil
}

// Most is the maximum number of bytes that are unpacked from a workbook.
type Most struct {
	Texts int   // bytes of all shared strings
	Part  int64 // unpacked bytes of one part, such as a sheet
	All   int64 // unpacked bytes of all parts; a part counts each time it is read
}

// Local returns the limits for a file on the user's own computer.
func Local() Most { return Most{Texts: maxTexts, Part: 1 << 62, All: 1 << 62} }

// Uploaded returns the limits for an uploaded file of the given length in bytes. They are
// proportional to the length, because a small file could unpack to many times its size.
func Uploaded(length int64) Most {
	part := max(16<<20, 16*length)
	return Most{Texts: max(4<<20, 4*int(length)), Part: part, All: 2 * part}
}

type packed struct {
	*zip.File

	most Most
	left *int64 // number of bytes that may still be read from all parts
}

// OpenBook opens a workbook of the given size in bytes and reads its list of sheets. The sheets
// themselves are read later, so the input must remain readable.
func OpenBook(in io.ReaderAt, size int64, most Most) (*Book, error) {
	unpacked, err := zip.NewReader(in, size)
	if err != nil {
		return nil, damaged("%w", err)
	}
	if len(unpacked.File) > maxParts {
		return nil, damaged("it has %d parts; at most %d are read", len(unpacked.File), maxParts)
	}
	files, left := archive{}, most.All
	for _, f := range unpacked.File {
		name := strings.ToLower(strings.TrimPrefix(f.Name, "/"))
		if files[name] == nil {
			files[name] = &packed{f, most, &left}
		}
	}
	main, err := files.main()
	if err != nil {
		return nil, err
	}
	targets, err := files.relations(main)
	if err != nil {
		return nil, err
	}
	b := new(Book)
	if err := b.readSheets(files, main, targets); err != nil {
		return nil, err
	}
	if f := files[targets.byKind["styles"]]; f != nil {
		if b.formats, err = readFormats(f); err != nil {
			return nil, err
		}
	}
	if f := files[targets.byKind["sharedStrings"]]; f != nil {
		b.texts, err = readTexts(f)
	}
	return b, err
}

// Sheets returns the names of the visible sheets in workbook order.
func (b *Book) Sheets() []string {
	names := make([]string, len(b.sheets))
	for i := range b.sheets {
		names[i] = b.sheets[i].name
	}
	return names
}

type archive map[string]*packed

// relations contains the names of files to which a file of the workbook refers.
type relations struct {
	byID, byKind map[string]string // file names in lower case, by the reference's ID and by its kind
}

// main returns the name of the file that lists the sheets.
func (files archive) main() (string, error) {
	targets, err := files.relations("")
	if err != nil {
		return "", err
	}
	for _, name := range []string{targets.byKind["officeDocument"], "xl/workbook.xml"} {
		if files[name] != nil {
			return name, nil
		}
	}
	return "", errors.New("not an Excel workbook (.xlsx)")
}

// relations reads a file's references to other files, if it has any.
func (files archive) relations(name string) (relations, error) {
	r := relations{map[string]string{}, map[string]string{}}
	dir, base := path.Split(name)
	f := files[dir+"_rels/"+base+".rels"]
	if f == nil {
		return r, nil
	}
	err := each(f, func(_ *tokens, e xml.StartElement) error {
		if e.Name.Local != "Relationship" || len(r.byID) > maxParts {
			return nil
		}
		target := attribute(e, "Target")
		if !strings.HasPrefix(target, "/") {
			target = "/" + dir + target
		}
		target = strings.ToLower(strings.TrimPrefix(path.Clean(target), "/"))
		r.byID[attribute(e, "Id")] = target
		kind := attribute(e, "Type")
		kind = kind[strings.LastIndexByte(kind, '/')+1:]
		if r.byKind[kind] == "" {
			r.byKind[kind] = target
		}
		return nil
	})
	return r, err
}

// readSheets reads the list of visible sheets from the file with the given name.
func (b *Book) readSheets(files archive, name string, targets relations) error {
	listed := 0
	err := each(files[name], func(_ *tokens, e xml.StartElement) error {
		switch e.Name.Local {
		case "workbookPr":
			on := attribute(e, "date1904")
			b.From1904 = on == "1" || on == "true"
		case "sheet":
			if listed++; listed > maxParts {
				return damaged("it lists more than %d sheets", maxParts)
			}
			state := attribute(e, "state")
			f := files[targets.byID[attribute(e, "id")]]
			if visible := state == "" || state == "visible"; f != nil && visible && len(b.sheets) < maxSheets {
				b.sheets = append(b.sheets, part{attribute(e, "name"), f})
			}
		}
		return nil
	})
	if err == nil && len(b.sheets) == 0 {
		err = damaged("it has no visible worksheet")
	}
	return err
}

// each calls a function for every start element in a part. The function may read the element's content.
func each(f *packed, do func(*tokens, xml.StartElement) error) error {
	in, err := unpack(f)
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // an error on closing a file that was opened for reading loses no data
	for {
		t, err := in.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return damaged("%s: %w", f.Name, err)
		}
		if e, ok := t.(xml.StartElement); ok {
			if err := do(in, e); err != nil {
				return err
			}
		}
	}
}

func attribute(e xml.StartElement, name string) string {
	for i := range e.Attr {
		if e.Attr[i].Name.Local == name {
			return e.Attr[i].Value
		}
	}
	return ""
}

// Letter returns the name of a column, such as A, Z or AA. Columns are counted from 0.
func Letter(column int) string {
	var b [8]byte
	at := len(b)
	for column++; column > 0 && at > 0; column = (column - 1) / 26 {
		at--
		b[at] = byte('A' + (column-1)%26)
	}
	return string(b[at:])
}

// errLong is the error for a part that unpacks to more bytes than its packed length allows.
var errLong = errors.New("a sheet or another component of the workbook is far larger than any that a spreadsheet program would write; open the workbook in a spreadsheet program and save it again")

// errSpent is the error for a workbook whose parts together exceed the limit.
var errSpent = errors.New("the sheets of the workbook are together far larger than any that a spreadsheet program would write; save the required sheet as a separate file")

// tokens reads the XML tokens of a part, limiting the length of the part and of each token.
type tokens struct {
	xml   *xml.Decoder
	file  io.Closer
	in    *bufio.Reader
	read  int64  // number of bytes read so far
	left  int64  // number of bytes that may still be read from the part
	all   *int64 // number of bytes that may still be read from all parts
	token int    // number of bytes that may still be read for the current token
}

// unpack opens a part for reading. The XML must be UTF-8 and must not define entities.
func unpack(f *packed) (*tokens, error) {
	in, err := f.Open()
	if err != nil {
		return nil, damaged("%s: %w", f.Name, err)
	}
	t := &tokens{file: in, in: bufio.NewReaderSize(in, 64<<10), all: f.left}
	t.left = min(freeLen+packedMax*int64(min(f.CompressedSize64, 1<<40)), f.most.Part)
	t.xml = xml.NewDecoder(t)
	t.xml.CharsetReader = func(charset string, in io.Reader) (io.Reader, error) {
		if strings.EqualFold(charset, "us-ascii") {
			return in, nil
		}
		return nil, errors.New("its encoding is " + charset + "; only UTF-8 is supported")
	}
	return t, nil
}

// next returns the next token. The token is valid until the next call.
func (t *tokens) next() (xml.Token, error) {
	t.token = maxText + 1<<10
	return t.xml.RawToken()
}

// Read implements [io.Reader]. It always fails, because the XML decoder calls only ReadByte.
func (t *tokens) Read([]byte) (int, error) { return 0, io.ErrNoProgress }

// ReadByte implements [io.ByteReader].
func (t *tokens) ReadByte() (byte, error) {
	switch {
	case *t.all == 0:
		return 0, errSpent
	case t.left == 0:
		return 0, errLong
	case t.token == 0:
		return 0, errText
	}
	c, err := t.in.ReadByte()
	if err == nil {
		t.token--
		t.left--
		*t.all--
		t.read++
	}
	return c, err
}

// Close closes the part.
func (t *tokens) Close() error { return t.file.Close() }
