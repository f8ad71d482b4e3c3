package leasefile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/cell"
	"github.com/leasehold-accounting/leasehold/internal/columns"
	"github.com/leasehold-accounting/leasehold/internal/sheet"
)

// bookReader reads the rows of the lease sheet of a workbook.
type bookReader struct {
	source func() (int, []cell.Cell, error)
	rows   *sheet.Rows
	size   int64 // size of the file in bytes
}

// bookChunk is the maximum number of workbook rows in a chunk.
const bookChunk = 256

func (b *bookReader) next(c *Chunk) error {
	c.Text, c.tooLong, c.rows, c.cells = c.Text[:0], false, c.rows[:0], c.cells[:0]
	most := bookChunk
	if c.Most > 0 {
		most = c.Most
	}
	for len(c.rows) < most {
		line, cells, err := b.source()
		if errors.Is(err, io.EOF) && len(c.rows) > 0 {
			break
		}
		if err != nil {
			return err
		}
		if len(c.rows) == 0 {
			c.Line = line
		}
		start := len(c.cells)
		c.cells = append(c.cells, cells...)
		c.rows = append(c.rows, bookRow{line, start, len(c.cells)})
	}
	if read, all := b.rows.Done(); all > 0 {
		c.Offset = int64(float64(b.size) * min(float64(read)/float64(all), 1))
	}
	return nil
}

// openBook opens a workbook. It reads all list sheets, and the headings of the lease sheet.
func (f *File) openBook(in io.Reader, o Options) error {
	book, size, err := f.workbook(in, &o)
	if err != nil {
		return err
	}
	names := book.Sheets()
	leases, err := leasesSheet(book, o.Sheet)
	if err != nil {
		return err
	}
	if err := f.bookTables(book, leases, &o); err != nil {
		return err
	}
	t, rows, err := openSheet(book, leases, leasesTable, o, cell.Style{From1904: book.From1904()})
	if err != nil {
		return inSheet(names[leases], err)
	}
	f.close = append(f.close, rows)
	f.book = &bookReader{t.next, rows, size}
	f.format.Columns, f.format.Style, f.format.Sheet = t.columns, t.style, names[leases]
	f.format.lists = &lives{byLease: map[string]*life{}}
	for i, name := range names {
		for kind := leasesTable + 1; kind < len(tables()); kind++ {
			if i == leases || tables()[kind].shared || !slices.Contains(tables()[kind].files, cell.Fold(name)) {
				continue
			}
			if err := f.readSheet(book, i, kind, o); err != nil {
				return inSheet(name, err)
			}
		}
	}
	f.format.lists.sort()
	return nil
}

// inSheet adds the name of a sheet to an error, unless the error already contains the name of a
// sheet.
func inSheet(name string, err error) error {
	if strings.Contains(err.Error(), "sheet "+name) {
		return err
	}
	return fmt.Errorf("sheet %s: %w", name, err)
}

// readSheet reads sheet i of a workbook, which contains the list tables()[kind]. An empty sheet has
// no effect.
func (f *File) readSheet(book *sheet.Book, i, kind int, o Options) error {
	t, rows, err := openSheet(book, i, kind, o, f.format.Style)
	if errors.Is(err, errEmpty) {
		return nil
	}
	if err != nil {
		return err
	}
	defer rows.Close() //nolint:errcheck // the sheet is only read, so closing it loses no data
	return f.format.lists.add(kind, t)
}

// workbook opens the workbook in the input and returns its size in bytes.
func (f *File) workbook(in io.Reader, o *Options) (*sheet.Book, int64, error) {
	at, size, err := f.readerAt(in)
	if err != nil {
		return nil, 0, err
	}
	book, err := sheet.OpenBook(at, size, o.most(size))
	return book, size, err
}

// readerAt returns the input as an [io.ReaderAt] and its size in bytes. It reads other inputs, such
// as pipes, into memory.
func (f *File) readerAt(in io.Reader) (io.ReaderAt, int64, error) {
	if at, ok := in.(io.ReaderAt); ok {
		switch sized := in.(type) {
		case interface{ Size() int64 }:
			return at, sized.Size(), nil
		case interface{ Stat() (os.FileInfo, error) }:
			if info, err := sized.Stat(); err == nil && info.Mode().IsRegular() {
				return at, info.Size(), nil
			}
		}
	}
	if err := f.split.more(maxPiped + 1); err != nil {
		return nil, 0, err
	}
	if len(f.split.rest()) > maxPiped {
		return nil, 0, fmt.Errorf("a workbook of more than %d MB is not read from a pipe; give the file itself", maxPiped>>20)
	}
	return bytes.NewReader(f.split.rest()), int64(len(f.split.rest())), nil
}

// leasesSheet returns the index of the sheet with the leases. requested is the name of the sheet,
// or "".
func leasesSheet(book *sheet.Book, requested string) (int, error) {
	names := book.Sheets()
	t := &tables()[leasesTable]
	if requested != "" {
		i := slices.IndexFunc(names, func(name string) bool { return strings.EqualFold(name, requested) })
		if i < 0 {
			return 0, fmt.Errorf("sheet %s not found; the sheets are %s", requested, strings.Join(names, ", "))
		}
		return i, nil
	}
	for i, name := range names {
		if slices.Contains(t.files, cell.Fold(name)) {
			return i, nil
		}
	}
	first, most := 0, 0
	for i := range names {
		rows, err := firstRows(book, i)
		if err != nil {
			return 0, inSheet(names[i], err)
		}
		if _, _, n := t.set.Head(rows, nil); n > most {
			first, most = i, n
		}
	}
	return first, nil
}

// firstRows returns the first rows of sheet i, among which the headings must be.
func firstRows(book *sheet.Book, i int) ([][]cell.Cell, error) {
	rows, err := book.Rows(i)
	if err != nil {
		return nil, err
	}
	defer rows.Close() //nolint:errcheck // the sheet is only read, so closing it loses no data
	sample, err := sampleOf(rows, columns.HeadRows)
	return cellsOf(sample), err
}

// sampleOf returns the first rows of a sheet: at most most rows.
func sampleOf(rows *sheet.Rows, most int) (sample []sampled, err error) {
	for len(sample) < most {
		line, cells, err := rows.Next(nil)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		sample = append(sample, sampled{line: line, cells: cells})
	}
	return sample, nil
}

// openSheet reads the headings of sheet i as those of tables()[kind]. other is the style of the
// tables that were read before. If there is no error, the caller must close the rows.
func openSheet(book *sheet.Book, i, kind int, o Options, other cell.Style) (*opened, *sheet.Rows, error) {
	rows, err := book.Rows(i)
	if err != nil {
		return nil, nil, err
	}
	name := book.Sheets()[i]
	sample, err := sampleOf(rows, sampleRows)
	if err != nil {
		return nil, nil, errors.Join(err, rows.Close())
	}
	columns, style, at, err := headOf(&tables()[kind], name, sample, o, other)
	if err != nil {
		return nil, nil, errors.Join(err, rows.Close())
	}
	sample = sample[at+1:]
	var cells []cell.Cell
	next := func() (int, []cell.Cell, error) {
		if len(sample) > 0 {
			one := sample[0]
			sample = sample[1:]
			return one.line, one.cells, nil
		}
		line, all, err := rows.Next(cells[:0])
		cells = all
		return line, all, err
	}
	return &opened{sheet: name, columns: columns, style: style, next: next}, rows, nil
}
