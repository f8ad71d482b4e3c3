package schedulefile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/cell"
	"github.com/leasehold-accounting/leasehold/internal/sheet"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/reperform"
)

// Options say what a file does not say of itself. The zero value takes everything
// from the file.
type Options struct {
	Name     string            // the file's name: its extension says what it is; where it has none, the content does
	Map      map[string]string // from headings, or letters of columns, to members; to "-" for a column to leave out: see [ParseMap]
	Sheet    string            // of a workbook; else the first with a schedule in it
	Dates    cell.Order        // of dates such as 1/2/2026
	Decimals cell.Decimals     // of numbers such as 1,234
}

// Reading is what a file says.
type Reading struct {
	Theirs  reperform.Theirs
	Sheet   string    // of a workbook
	Columns []Column  // by the file's order
	Left    []LeftOut // rows
	Notes   []string  // what was decided, in sentences
}

// Column is what a column was taken for.
type Column struct {
	Letter  string
	Heading string
	Member  string // liabilityOpen and rouAssetOpen give what the lease starts with
	Why     string // it was not taken
	Aside   bool   // it was recognized and has no figure: the days or the length of a row
}

// LeftOut is a row that is no row of the schedule.
type LeftOut struct {
	Row  int // from 1
	Text string
	Why  string
}

// Error says why a file cannot be checked.
type Error struct{ Message string }

func (e *Error) Error() string { return e.Message }

func refuse(format string, args ...any) error { return &Error{fmt.Sprintf(format, args...)} }

// What a file may have. A schedule has at most [reperform.MaxRows] rows.
const (
	maxFile  = 32 << 20 // bytes
	maxRows  = 20_000
	maxCells = 400_000
)

// ParseMap reads a map of columns: ending bal=liabilityClose, C=interest, Notes=-.
func ParseMap(list []string) (map[string]string, error) {
	m := make(map[string]string, len(list))
	for _, one := range list {
		i := strings.LastIndexByte(one, '=')
		if i < 0 {
			return nil, refuse("%s is no map of a column; write HEADING=MEMBER, as in \"ending bal=liabilityClose\"", strict.Quote(one))
		}
		heading, to := cell.Trim(one[:i]), cell.Trim(one[i+1:])
		if to != "-" && !slices.Contains(members, to) {
			near := strict.Nearest(to, members)
			if near != "" {
				near = " (did you mean " + near + "?)"
			}
			return nil, refuse("%s is no member of a schedule%s; allowed are %s, and - for none", strict.Quote(to), near, strings.Join(members, ", "))
		}
		m[heading] = to
	}
	return m, nil
}

// Read reads a schedule. The error is an [*Error] unless in cannot be read.
func Read(in io.Reader, o Options) (*Reading, error) {
	data, err := io.ReadAll(io.LimitReader(in, maxFile+1))
	switch {
	case err != nil:
		return nil, err
	case len(data) > maxFile:
		return nil, refuse("the file is longer than %d MB", maxFile>>20)
	}
	for heading, to := range o.Map {
		if to != "-" && !slices.Contains(members, to) {
			return nil, refuse("the map of %s names %s, which is no member of a schedule; allowed are %s, and - for none",
				strict.Quote(heading), strict.Quote(to), strings.Join(members, ", "))
		}
	}
	isBook, err := sheet.IsBook(data)
	suffix := strings.ToLower(filepath.Ext(o.Name))
	text := bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), " \t\r\n")
	switch {
	case err != nil:
		return nil, &Error{err.Error()}
	case isBook:
		return readBook(data, o)
	case suffix == ".xlsx" || suffix == ".xlsm":
		return nil, refuse("the file is no workbook (.xlsx)")
	case len(text) == 0:
		return nil, refuse("the file is empty")
	case suffix == ".json" || suffix == "" && (text[0] == '{' || text[0] == '['):
		return readJSON(text, o)
	case bytes.HasPrefix(data, []byte("\xff\xfe")), bytes.HasPrefix(data, []byte("\xfe\xff")):
		return nil, refuse("the file is in UTF-16; save it in UTF-8")
	}
	return readCSV(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), o)
}

// row is a row of the file.
type row struct {
	number int
	cells  []cell.Cell
}

// readCSV splits a file by the separator that makes the most of its headings.
func readCSV(data []byte, o Options) (*Reading, error) {
	var (
		best  *table
		first error
	)
	for i := range len(sheet.Separators) {
		f := sheet.CSV{Separator: sheet.Separators[i]}
		rows, err := splitCSV(f, data)
		if err != nil {
			if first == nil {
				first = err
			}
			continue
		}
		t := findTable(rows, o)
		t.style.Decimals = cell.AnyDecimals
		if f.Separator == ',' {
			t.style.Decimals = cell.Point // a spreadsheet that writes decimal commas separates cells by something else
		}
		if best == nil || t.score > best.score {
			best = t
		}
	}
	if best == nil {
		return nil, first
	}
	return best.read(o)
}

func splitCSV(f sheet.CSV, data []byte) (rows []row, err error) {
	line, cells := 1, 0
	for len(data) > 0 {
		list, n, problem := f.Row(data, nil)
		if problem != "" {
			return nil, refuse("line %d cannot be split into cells: %s", line, problem)
		}
		rows = append(rows, row{line, list})
		line += bytes.Count(data[:n], []byte("\n"))
		data = data[n:]
		if cells += len(list); len(rows) > maxRows || cells > maxCells {
			return nil, refuse("the file has more than %d rows or %d cells", maxRows, maxCells)
		}
	}
	return rows, nil
}

// readBook reads the sheet that is asked for, or the first with a schedule.
func readBook(data []byte, o Options) (*Reading, error) {
	book, err := sheet.OpenBook(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, &Error{err.Error()}
	}
	names := book.Sheets()
	var best *table
	for i, name := range names {
		if o.Sheet != "" && !strings.EqualFold(name, o.Sheet) {
			continue
		}
		rows, err := sheetRows(book, i)
		if err != nil {
			if o.Sheet != "" || len(names) == 1 {
				return nil, err
			}
			continue
		}
		t := findTable(rows, o)
		t.sheet, t.style.From1904, t.style.Decimals = name, book.From1904(), cell.AnyDecimals
		if best == nil || t.score > best.score {
			best = t
		}
		if best.score >= enough {
			break
		}
	}
	if best == nil {
		return nil, refuse("there is no sheet %s; the sheets are %s", strict.Quote(o.Sheet), strings.Join(names, ", "))
	}
	return best.read(o)
}

func sheetRows(book *sheet.Book, i int) (list []row, err error) {
	rows, err := book.Rows(i)
	if err != nil {
		return nil, &Error{err.Error()}
	}
	defer rows.Close() //nolint:errcheck // opened for reading: nothing can be lost
	for cells := 0; ; {
		number, all, err := rows.Next(nil)
		if errors.Is(err, io.EOF) {
			return list, nil
		}
		if err != nil {
			return nil, &Error{err.Error()}
		}
		list = append(list, row{number, all})
		if cells += len(all); len(list) > maxRows || cells > maxCells {
			return nil, refuse("sheet %s has more than %d rows or %d cells", book.Sheets()[i], maxRows, maxCells)
		}
	}
}

// mapped returns the member that the map has for a column, and whether it has one.
func (o *Options) mapped(letter, heading string) (string, bool) {
	if to, ok := o.Map[heading]; ok {
		return to, true
	}
	folded := cell.Fold(heading)
	for _, name := range slices.Sorted(maps.Keys(o.Map)) {
		if cell.Fold(name) == folded && folded != "" {
			return o.Map[name], true
		}
	}
	to, ok := o.Map[letter]
	return to, ok
}
