package sheet

import (
	"archive/zip"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
)

// Book is a workbook that is open for reading.
type Book struct {
	sheets   []part
	texts    texts
	formats  []format // display formats by cell style
	from1904 bool
}

// part is a sheet of the workbook.
type part struct {
	name string
	file *packed
}

// Limits of a workbook. Ordinary workbooks are far smaller.
const (
	maxParts   = 10_000    // files of the archive
	maxSheets  = 1_000     // sheets that are read; further sheets are ignored
	maxColumns = 2_000     // columns of a row
	maxTexts   = 128 << 20 // bytes of shared texts
	maxText    = 1 << 20   // bytes of one cell
	maxFormats = 100_000

	// A part may have freeLen unpacked bytes plus packedMax times its packed length. Spreadsheet
	// files are compressed to about a twentieth of their size, and decompression bombs to a
	// thousandth.
	freeLen   = 4 << 20
	packedMax = 60
)

// errBook prefixes the errors of damaged workbooks.
var errBook = errors.New("the workbook cannot be read")

func damaged(format string, args ...any) error {
	return fmt.Errorf("%w: %w", errBook, fmt.Errorf(format, args...))
}

// Magic numbers at the start of files.
const (
	zipMagic = "PK\x03\x04"
	oleMagic = "\xd0\xcf\x11\xe0"
)

// IsBook reports whether a file that begins with start is a workbook. The error names a kind of
// workbook that is not supported.
func IsBook(start []byte) (bool, error) {
	if strings.HasPrefix(string(start), oleMagic) {
		return false, errors.New("the file is a workbook of Excel 97 (.xls) or one with a password; save it as .xlsx without a password")
	}
	return strings.HasPrefix(string(start), zipMagic), nil
}

// Most limits how much of a workbook is unpacked.
type Most struct {
	Texts int   // bytes of shared texts
	Part  int64 // unpacked bytes of a part such as a sheet
	All   int64 // bytes of all parts; a part counts each time it is read
}

// Yours returns the limits for a file on the user's own machine.
func Yours() Most { return Most{Texts: maxTexts, Part: 1 << 62, All: 1 << 62} }

// Uploaded returns the limits for an uploaded file with a length in bytes, because its compressed
// parts could expand to many times that length.
func Uploaded(length int64) Most {
	part := max(16<<20, 16*length)
	return Most{Texts: max(4<<20, 4*int(length)), Part: part, All: 2 * part}
}

// packed is a compressed part of a workbook.
type packed struct {
	*zip.File

	most Most
	left *int64 // bytes of all parts that may still be read
}

// OpenBook reads the list of sheets of a workbook. The Book reads its sheets from in later.
func OpenBook(in io.ReaderAt, size int64, most Most) (*Book, error) {
	unpacked, err := zip.NewReader(in, size)
	if err != nil {
		return nil, damaged("%w", err)
	}
	if len(unpacked.File) > maxParts {
		return nil, damaged("it has %d parts; at most %d are read", len(unpacked.File), maxParts)
	}
	p, left := archive{files: map[string]*packed{}}, most.All
	for _, f := range unpacked.File {
		name := strings.ToLower(strings.TrimPrefix(f.Name, "/"))
		if p.files[name] == nil {
			p.files[name] = &packed{f, most, &left}
		}
	}
	b := new(Book)
	if err := b.open(&p); err != nil {
		return nil, err
	}
	return b, nil
}

func (b *Book) open(p *archive) error {
	main, err := p.main()
	if err != nil {
		return err
	}
	book, err := readWorkbook(p, main)
	if err != nil {
		return err
	}
	b.from1904 = book.from1904
	targets, err := p.relations(main)
	if err != nil {
		return err
	}
	for _, s := range book.sheets {
		if f := p.files[targets.byID[s.relation]]; f != nil && !s.hidden && len(b.sheets) < maxSheets {
			b.sheets = append(b.sheets, part{s.name, f})
		}
	}
	if len(b.sheets) == 0 {
		return damaged("it has no visible sheet of cells")
	}
	if f := p.files[targets.byKind["styles"]]; f != nil {
		if b.formats, err = readFormats(f); err != nil {
			return err
		}
	}
	if f := p.files[targets.byKind["sharedStrings"]]; f != nil {
		if b.texts, err = readTexts(f); err != nil {
			return err
		}
	}
	return nil
}

// Sheets returns the names of the visible sheets in their order.
func (b *Book) Sheets() []string {
	names := make([]string, len(b.sheets))
	for i := range b.sheets {
		names[i] = b.sheets[i].name
	}
	return names
}

// From1904 reports whether the serial numbers of dates count from 1904.
func (b *Book) From1904() bool { return b.from1904 }

// archive maps the names of a workbook's files, in lower case, to the files.
type archive struct {
	files map[string]*packed
}

// relations contains the files to which a part of the workbook refers.
type relations struct {
	byID, byKind map[string]string // names in lower case
}

// main returns the name of the part that lists the sheets.
func (p *archive) main() (string, error) {
	targets, err := p.relations("")
	if err != nil {
		return "", err
	}
	for _, name := range []string{targets.byKind["officeDocument"], "xl/workbook.xml"} {
		if p.files[name] != nil {
			return name, nil
		}
	}
	return "", errors.New("not an Excel workbook (.xlsx)")
}

// relations reads the relations of a part. The file with the relations may be absent.
func (p *archive) relations(name string) (relations, error) {
	r := relations{map[string]string{}, map[string]string{}}
	dir, base := path.Split(name)
	f := p.files[dir+"_rels/"+base+".rels"]
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

// workbook is the part that lists the sheets.
type workbook struct {
	from1904 bool
	sheets   []sheetEntry
}

type sheetEntry struct {
	name, relation string
	hidden         bool
}

func readWorkbook(p *archive, name string) (w workbook, err error) {
	err = each(p.files[name], func(_ *tokens, e xml.StartElement) error {
		switch e.Name.Local {
		case "workbookPr":
			on := attribute(e, "date1904")
			w.from1904 = on == "1" || on == "true"
		case "sheet":
			if len(w.sheets) > maxParts {
				return damaged("it lists more than %d sheets", maxParts)
			}
			state := attribute(e, "state")
			w.sheets = append(w.sheets, sheetEntry{attribute(e, "name"), attribute(e, "id"), state != "" && state != "visible"})
		}
		return nil
	})
	return w, err
}

// each calls do for every element of a part. do may read the element's content.
func each(f *packed, do func(*tokens, xml.StartElement) error) error {
	in, err := unpack(f)
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // opened for reading: nothing can be lost
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

// attribute returns the value of an attribute in any namespace.
func attribute(e xml.StartElement, name string) string {
	for i := range e.Attr {
		if e.Attr[i].Name.Local == name {
			return e.Attr[i].Value
		}
	}
	return ""
}
