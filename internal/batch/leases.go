package batch

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/leasefile"
	"github.com/leasehold-accounting/leasehold/ratetable"
)

// Leases returns a source that reads a lease file: CSV, a workbook, NDJSON or JSON. After the
// leases, the source returns an error for each row of rent steps, payments and other lists without a
// lease in the file.
func Leases(f *leasefile.File) Source {
	s := &leases{file: f, json: f.Kind() == leasefile.NDJSON || f.Kind() == leasefile.JSON}
	s.decoders.New = func() any { return f.NewDecoder() }
	return s
}

// Lines returns a source that reads a file with one JSON lease per line. Blank lines have line
// numbers but are not leases. A line of more than [MaxLine] bytes is rejected.
func Lines(in io.Reader) Source { return LinesWith(in, nil) }

// LinesWith is like [Lines], with a rate table for leases without a discount rate. rates may be
// nil.
func LinesWith(in io.Reader, rates *ratetable.Table) Source {
	return Leases(leasefile.OpenLines(in, MaxLine, rates))
}

type leases struct {
	file     *leasefile.File
	json     bool
	decoders sync.Pool      // decoders that are not in use; each goroutine needs its own
	ahead    sync.WaitGroup // counts the chunks that have been cut but not yet decoded
	ended    bool
}

func (s *leases) Cut(c *Chunk, size int) error {
	*c = Chunk{Number: c.Number, source: s, part: c.part} // reuses the buffers of part
	if s.ended {
		return io.EOF
	}
	c.part.Most = size
	err := s.file.Next(&c.part)
	switch {
	case errors.Is(err, io.EOF):
		s.ended = true
		if !s.file.HasLists() {
			return io.EOF
		}
		c.rest = true
		return nil
	case err != nil:
		return fmt.Errorf("read leases: %w", err)
	}
	s.ahead.Add(1)
	c.ahead, c.Bytes = true, c.part.Offset
	return nil
}

// Each decodes the leases of the chunk and calls each with them in order. An item is valid until
// each returns. Several goroutines may call Each at the same time for different chunks.
func (c *Chunk) Each(each func(*Item)) {
	s := c.source
	if c.rest {
		s.unclaimed(each)
		return
	}
	d := s.decoders.Get().(*leasefile.Decoder)
	for row := range d.Rows(&c.part) {
		item := Item{Line: int64(row.Place.Line), Sheet: row.Place.Sheet, ID: row.ID, Lease: row.Lease, Err: row.Err}
		if invalid, ok := errors.AsType[*leasehold.InvalidError](row.Err); ok && s.json {
			item.Err = invalid // JSON has no cells that the error could name
		}
		each(&item)
	}
	s.decoders.Put(d)
	if c.ahead { // only the first time that the chunk is decoded
		c.ahead = false
		s.ahead.Done()
	}
}

// unclaimed calls each with an error for each list row without a lease. unclaimed waits for the
// other workers, because these rows are known only after every chunk was decoded. The wait cannot
// deadlock, because the chunk with these rows is the last one.
func (s *leases) unclaimed(each func(*Item)) {
	s.ahead.Wait()
	for _, err := range s.file.Unclaimed() {
		each(&Item{Line: int64(err.Place.Line), Sheet: err.Place.Sheet, Err: err})
	}
}

// Where returns the line of an invalid lease and a colon for a message, or "" if the text of err
// already contains the position of the lease.
func Where(line int64, err error) string {
	if _, placed := errors.AsType[*leasefile.RowError](err); placed {
		return ""
	}
	return "line " + strconv.FormatInt(line, 10) + ": "
}
