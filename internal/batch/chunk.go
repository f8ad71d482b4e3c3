package batch

import (
	"errors"
	"io"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/leasefile"
)

// Source supplies leases. Only one goroutine may call Cut.
type Source interface {
	// Cut fills c with the next leases, but at most size leases. A chunk may contain only blank
	// lines. If a Read returns only part of a chunk, Cut returns this part immediately, so that the
	// results of a slow input are not delayed. At the end of the input, Cut returns io.EOF.
	Cut(c *Chunk, size int) error
}

// Chunk is a portion of the input that consists of complete lines or rows.
type Chunk struct {
	Number int64  // counted from 0
	Name   string // name of the file for messages; empty if there is only one input
	Bytes  int64  // number of bytes of the whole input up to the end of the chunk

	source *leases
	part   leasefile.Chunk
	ahead  bool // whether part has not been decoded yet
	rest   bool // whether only list rows without a lease remain in the file
}

// Item is a lease of the input, or the error of an invalid lease.
type Item struct {
	Line  int64  // line number in the file, counted from 1
	Sheet string // name of the sheet of a workbook or of the file in a directory; may be empty
	ID    string
	Lease *leasehold.Lease
	Err   error // why the lease is invalid; then Lease is nil
}

// ForEach calls do with the leases of src in order, on the caller's goroutine. ForEach returns the
// first error of do.
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
		chunk.Each(func(it *Item) {
			if err == nil {
				err = do(it)
			}
		})
		if err != nil {
			return err
		}
	}
}

// File is one of several input files.
type File struct {
	Source

	Name string
	Size int64 // size in bytes; 0 if unknown
	Done func()
}

// Files returns a source that reads several files in sequence. next returns io.EOF after the last
// file.
func Files(next func() (*File, error)) Source { return &files{next: next} }

type files struct {
	next func() (*File, error)
	open *File
	past int64 // total size in bytes of the files that have been read
	at   int64 // number of bytes that have been read from the open file
}

func (f *files) Cut(c *Chunk, size int) error {
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
