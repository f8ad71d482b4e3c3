package batch

import (
	"errors"
	"io"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/leasefile"
)

// Source is where leases come from. Cut is called by one goroutine, Each by many
// at a time, for different chunks.
type Source interface {
	// Cut fills c with the leases that come next: at least one, unless only blank
	// lines are left. Where a Read of the input gave less than a chunk, Cut hands on
	// what there is, so that the answers to a slow stream are not held back. The
	// error is io.EOF at the end, and then c is not filled.
	Cut(c *Chunk, size Size) error
	// Each reads the leases of c and gives them to each in their order.
	Each(c *Chunk, each func(*Item))
}

// Chunk is a part of the input: whole lines, or whole rows.
type Chunk struct {
	Number int64  // from 0
	Name   string // of the file, for messages; empty where there is one input only
	Text   []byte // the lines, end to end
	Line   int64  // number of the first of them in the file, from 1
	Bytes  int64  // of the whole input up to the end of the chunk

	source Source
	lines  []line          // of leases as NDJSON: none of them blank
	part   leasefile.Chunk // of a file of leases
	ahead  bool            // part was not read yet
	rest   bool            // what a file has besides its leases
}

// Each reads the leases of the chunk and gives them to each in their order. What
// each is given is valid until it returns.
func (c *Chunk) Each(each func(*Item)) { c.source.Each(c, each) }

// begin empties the chunk for a source.
func (c *Chunk) begin(s Source) {
	c.source, c.Name, c.Line, c.Bytes = s, "", 0, 0
	c.Text, c.lines = c.Text[:0], c.lines[:0]
	c.ahead, c.rest = false, false
}

// Item is one lease of the input, or why there is none.
type Item struct {
	Line  int64  // of its file, from 1
	Sheet string // of a workbook, or the file in a directory; else empty
	ID    string
	Lease *leasehold.Lease
	Err   error // why Lease is nil
}

// File is a source with a name and what it takes of the whole input.
type File struct {
	Source

	Name string
	Size int64 // bytes; 0 where it is not known
	Done func()
}

// Files is a source of several files, one after the other. next opens the file
// that follows; its error is io.EOF after the last.
func Files(next func() (*File, error)) Source { return &files{next: next} }

type files struct {
	next func() (*File, error)
	open *File
	past int64 // bytes of the files that are over
	at   int64 // bytes of the open one so far
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
