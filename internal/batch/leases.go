package batch

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/leasefile"
)

// Leases returns the source of a lease file: CSV, a workbook, NDJSON or JSON. After the leases it
// returns errors for rows of rent steps, payments and events that name no lease of the file.
func Leases(f *leasefile.File) Source {
	s := &leases{file: f}
	kind := f.Format().Kind
	s.json = kind == leasefile.NDJSON || kind == leasefile.JSON
	s.decoders.New = func() any { return f.NewDecoder() }
	return s
}

type leases struct {
	file     *leasefile.File
	json     bool
	decoders sync.Pool      // one decoder for each chunk that is being read
	ahead    sync.WaitGroup // chunks that have been cut but not yet read
	ended    bool
}

// Cut reads the next records into c.
func (s *leases) Cut(c *Chunk, size Size) error {
	c.begin(s)
	if s.ended {
		return io.EOF
	}
	c.part.Most = size.Leases
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
	c.ahead = true
	c.Text, c.Line, c.Bytes = c.part.Text, int64(c.part.Line), c.part.Offset
	return nil
}

// Each reads the leases of c.
func (s *leases) Each(c *Chunk, each func(*Item)) {
	if c.rest {
		s.unclaimed(each)
		return
	}
	d := s.decoders.Get().(*leasefile.Decoder)
	var item Item
	for row := range d.Rows(&c.part) {
		item = Item{Line: int64(row.Place.Line), Sheet: row.Place.Sheet, ID: row.ID, Lease: row.Lease, Err: row.Err}
		if invalid, ok := errors.AsType[*leasehold.InvalidError](row.Err); ok && s.json {
			item.Err = invalid // no cell can be named
		}
		each(&item)
	}
	s.decoders.Put(d)
	if c.ahead { // a chunk may be read twice
		c.ahead = false
		s.ahead.Done()
	}
}

// unclaimed passes on the rows without a lease. They are known only after every chunk was read.
// Chunks are assigned to workers in order, so other workers have all earlier chunks.
func (s *leases) unclaimed(each func(*Item)) {
	s.ahead.Wait()
	for _, err := range s.file.Unclaimed() {
		each(&Item{Line: int64(err.Place.Line), Sheet: err.Place.Sheet, Err: err})
	}
}

// Where returns the position of an invalid lease, or "" if err contains it.
func Where(line int64, err error) string {
	if _, placed := errors.AsType[*leasefile.RowError](err); placed {
		return ""
	}
	return "line " + strconv.FormatInt(line, 10) + ": "
}
