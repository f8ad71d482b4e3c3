package schedulefile

import (
	"bytes"
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

// The limits of a file. A schedule has at most [reperform.MaxRows] rows.
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
	file := sheet.File{Name: o.Name, Sheet: o.Sheet, Limits: sheet.Limits{Bytes: maxFile, Rows: maxRows, Cells: maxCells}}
	data, err := file.Read(in)
	if err != nil {
		return nil, &Error{err.Error()}
	}
	for heading, to := range o.Map {
		if to != "-" && !slices.Contains(members, to) {
			return nil, refuse("the map of %s names %s, which is no member of a schedule; allowed are %s, and - for none",
				strict.Quote(heading), strict.Quote(to), strings.Join(members, ", "))
		}
	}
	suffix := strings.ToLower(filepath.Ext(o.Name))
	text := bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), " \t\r\n")
	if suffix == ".json" || suffix == "" && len(text) > 0 && (text[0] == '{' || text[0] == '[') {
		return readJSON(text, o)
	}
	var best *table
	err = file.Tables(data, func(found *sheet.Table) (certain bool) {
		t := findTable(found.Rows, o)
		t.sheet, t.style.From1904, t.style.Decimals = found.Sheet, found.From1904, found.Decimals
		if best == nil || t.score > best.score {
			best = t
		}
		return found.Sheet != "" && best.score >= enough
	})
	if err != nil {
		return nil, &Error{err.Error()}
	}
	return best.read(o)
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
