package leasefile

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/cell"
	"github.com/leasehold-accounting/leasehold/internal/columns"
	"github.com/leasehold-accounting/leasehold/internal/lists"
	"github.com/leasehold-accounting/leasehold/internal/sheet"
)

// container is a workbook or a directory with the tables of a lease file.
type container interface {
	// find returns the indexes of the sheets that may contain tables()[kind].
	find(kind int) []int
	// open opens the sheet at an index returned by find. It returns nil if a list sheet is empty or
	// a list file does not exist.
	open(sheet, kind int, o *Options, other cell.Style) (*opened, error)
}

// readTables reads all tables of a container except the table of leases. The given index selects
// the sheet with that table. Only the headings of this sheet are read.
func (f *File) readTables(c container, leases int, o Options) error {
	rates, err := rateTables.within(c, &o)
	if err != nil {
		return err
	}
	if rates != nil {
		o.Rates, f.rates = rates, rates
	}
	if f.exchange, err = exchangeTables.within(c, &o); err != nil {
		return err
	}
	if f.table, err = c.open(leases, leasesTable, &o, cell.Style{}); err != nil {
		return err
	}
	f.close = append(f.close, f.table.close)
	f.lists = &listTables{byLease: map[string]*leaseLists{}}
	for kind := leasesTable + 1; kind < len(tables()); kind++ {
		if tables()[kind].shared {
			continue
		}
		for _, i := range c.find(kind) {
			if err := f.readList(c, i, kind, &o); err != nil {
				return err
			}
		}
	}
	for _, own := range f.lists.byLease {
		for _, items := range own.lists {
			slices.SortStableFunc(items, func(a, b item) int { return cmp.Compare(a.date, b.date) })
		}
	}
	return nil
}

func (f *File) readList(c container, i, kind int, o *Options) error {
	t, err := c.open(i, kind, o, f.table.style)
	if t == nil || err != nil {
		return err
	}
	defer t.close() //nolint:errcheck // the table is only read, so closing it loses no data
	return f.lists.add(kind, t)
}

type directory struct{ *os.Root }

func (d directory) find(int) []int { return []int{0} }

func (d directory) open(_, kind int, o *Options, other cell.Style) (*opened, error) {
	name := tables()[kind].file
	in, err := d.Open(name)
	if errors.Is(err, fs.ErrNotExist) && kind != leasesTable {
		return nil, nil //nolint:nilnil // the directory has no such file
	}
	if err != nil {
		return nil, err
	}
	s := &splitter{in: in, line: 1}
	var t *opened
	if err = s.skipMark(); err == nil {
		t, err = openCSV(s, kind, name, o, other)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", name, err), in.Close())
	}
	t.close = in.Close
	return t, nil
}

type workbook struct {
	*sheet.Book

	size   int64 // in bytes
	leases int   // index of the sheet with the leases, or -1 if unknown
}

// maxPiped is the maximum size, in bytes, of a workbook from a pipe.
const maxPiped = 256 << 20

// openBook opens a workbook. If the input is not an [io.ReaderAt] of known size, for example if it
// is a pipe, openBook reads it into memory through the argument s.
func openBook(s *splitter, in io.Reader, o *Options) (*workbook, error) {
	at, size := readerAt(in)
	if at == nil {
		if err := s.more(maxPiped + 1); err != nil {
			return nil, err
		}
		if len(s.rest()) > maxPiped {
			return nil, fmt.Errorf("a workbook of more than %d MB cannot be read from a pipe; give the file's name instead", maxPiped>>20)
		}
		at, size = bytes.NewReader(s.rest()), int64(len(s.rest()))
	}
	most := sheet.Local()
	if o.Uploaded {
		most = sheet.Uploaded(size)
	}
	book, err := sheet.OpenBook(at, size, most)
	return &workbook{book, size, -1}, err
}

// readerAt returns the input as an [io.ReaderAt] and its size in bytes, or nil if the size is unknown.
func readerAt(in io.Reader) (io.ReaderAt, int64) {
	at, ok := in.(io.ReaderAt)
	if !ok {
		return nil, 0
	}
	switch sized := in.(type) {
	case interface{ Size() int64 }:
		return at, sized.Size()
	case interface{ Stat() (os.FileInfo, error) }:
		if info, err := sized.Stat(); err == nil && info.Mode().IsRegular() {
			return at, info.Size()
		}
	}
	return nil, 0
}

// findLeases sets b.leases to the sheet with the given name. Without a name, it selects the Leases
// sheet or, if there is none, the sheet with the most known headings.
func (b *workbook) findLeases(name string) error {
	names := b.Sheets()
	if name != "" {
		b.leases = slices.IndexFunc(names, func(one string) bool { return strings.EqualFold(one, name) })
		if b.leases < 0 {
			return fmt.Errorf("sheet %s not found; the sheets are %s", name, lists.And(names))
		}
		return nil
	}
	if found := b.find(leasesTable); len(found) > 0 {
		b.leases = found[0]
		return nil
	}
	first, most := 0, 0
	for i := range names {
		rows, err := b.Rows(i)
		if err != nil {
			return inSheet(names[i], err)
		}
		start, err := sampleOf(rows, columns.HeadRows)
		if err := errors.Join(err, rows.Close()); err != nil {
			return inSheet(names[i], err)
		}
		if _, _, n := tables()[leasesTable].set.Head(start, nil); n > most {
			first, most = i, n
		}
	}
	b.leases = first
	return nil
}

func (b *workbook) find(kind int) (found []int) {
	for i, name := range b.Sheets() {
		if i != b.leases && slices.Contains(tables()[kind].files, cell.Fold(name)) {
			found = append(found, i)
		}
	}
	return found
}

func (b *workbook) open(i, kind int, o *Options, other cell.Style) (*opened, error) {
	name := b.Sheets()[i]
	rows, err := b.Rows(i)
	if err != nil {
		return nil, inSheet(name, err)
	}
	start, err := sampleOf(rows, sampleRows)
	if err != nil {
		return nil, inSheet(name, errors.Join(err, rows.Close()))
	}
	other.From1904 = b.From1904
	t, at, err := headOf(&tables()[kind], name, start, o, other)
	if errors.Is(err, errEmpty) && kind != leasesTable {
		return nil, rows.Close()
	}
	if err != nil {
		return nil, inSheet(name, errors.Join(err, rows.Close()))
	}
	start = start[at+1:]
	t.next = func() (sheet.Row, error) {
		if len(start) == 0 {
			return rows.Next()
		}
		r := start[0]
		start = start[1:]
		return r, nil
	}
	t.chunk = func(c *Chunk) error { return b.chunk(c, t, rows) }
	t.close = rows.Close
	return t, nil
}

const bookChunk = 256

func (b *workbook) chunk(c *Chunk, t *opened, rows *sheet.Rows) error {
	c.rows = c.rows[:0]
	for len(c.rows) < cmp.Or(c.Most, bookChunk) {
		r, err := t.next()
		if errors.Is(err, io.EOF) && len(c.rows) > 0 {
			break
		}
		if err != nil {
			return err
		}
		c.rows = append(c.rows, r)
	}
	c.Line = c.rows[0].Number
	if read, all := rows.Done(); all > 0 {
		c.Offset = int64(float64(b.size) * min(float64(read)/float64(all), 1))
	}
	return nil
}

// inSheet adds a sheet's name to an error that does not already contain it.
func inSheet(name string, err error) error {
	if strings.Contains(err.Error(), "sheet "+name) {
		return err
	}
	return fmt.Errorf("sheet %s: %w", name, err)
}

func sampleOf(rows *sheet.Rows, most int) (start []sheet.Row, err error) {
	for len(start) < most {
		r, err := rows.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		start = append(start, r)
	}
	return start, nil
}
