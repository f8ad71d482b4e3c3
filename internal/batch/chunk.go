package batch

import (
	"errors"
	"io"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/leasefile"
)

// Source supplies leases. One goroutine calls Cut; many may call Each
// simultaneously, for different chunks.
type Source interface {
	// Cut fills c with the next leases: at least one, unless only blank lines
	// remain. If a Read returns less than a chunk, Cut returns it
	// immediately, so that a slow stream gets its results without delay. At
	// the end it returns io.EOF and leaves c unfilled.
	Cut(c *Chunk, size Size) error
	// Each reads the leases of c and passes them to each in order.
	Each(c *Chunk, each func(*Item))
}

// Chunk is a section of the input: whole lines or whole rows.
type Chunk struct {
	Number int64  // from 0
	Name   string // file name for messages; empty if there is only one input
	Text   []byte // the lines, end to end
	Line   int64  // line number of the first line in the file, counted from 1
	Bytes  int64  // bytes of the whole input up to the end of the chunk

	source Source
	lines  []line          // lines of leases as NDJSON, without blank lines
	part   leasefile.Chunk // chunk of a lease file
	ahead  bool            // part has not been read yet
	rest   bool            // whether only rows without a lease remain
}

// Each passes the leases of the chunk to each in order. Their memory is valid
// until each returns.
func (c *Chunk) Each(each func(*Item)) { c.source.Each(c, each) }

// begin clears the chunk for a source.
func (c *Chunk) begin(s Source) {
	c.source, c.Name, c.Line, c.Bytes = s, "", 0, 0
	c.Text, c.lines = c.Text[:0], c.lines[:0]
	c.ahead, c.rest = false, false
}

// Item is a lease of the input, or its error.
type Item struct {
	Line  int64  // line in its file, counted from 1
	Sheet string // sheet of a workbook or file of a directory; may be empty
	ID    string
	Lease *leasehold.Lease
	Err   error // why Lease is nil
}

// ForEach passes the leases of src to do in order, on the caller's goroutine, until do returns an
// error.
func ForEach(src Source, do func(*Item) error) error {
	for {
		var chunk Chunk
		err := src.Cut(&chunk, ForLines)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		src.Each(&chunk, func(it *Item) {
			if err == nil {
				err = do(it)
			}
		})
		if err != nil {
			return err
		}
	}
}

// File is a source with a name and its share of the input.
type File struct {
	Source

	Name string
	Size int64 // bytes; 0 if unknown
	Done func()
}

// Files returns a source that reads several files in sequence. next opens the
// next file and returns io.EOF after the last.
func Files(next func() (*File, error)) Source { return &files{next: next} }

type files struct {
	next func() (*File, error)
	open *File
	past int64 // bytes of finished files
	at   int64 // bytes read so far from the open file
}

func (f *files) Cut(c *Chunk, size Size) error {
	for {
		if f.open == nil {
			open, err := f.next()
			if err != nil {
				return err
			}
			f.open, f.at = open, 0
		}
		err := f.open.Cut(c, size)
		if err == nil {
			f.at = c.Bytes
			c.Name, c.Bytes = f.open.Name, f.past+c.Bytes
			return nil
		}
		f.open.Done()
		if !errors.Is(err, io.EOF) {
			return err
		}
		f.past += max(f.at, f.open.Size)
		f.open = nil
	}
}

func (f *files) Each(c *Chunk, each func(*Item)) { c.source.Each(c, each) }
