package leasefile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/leasehold-accounting/leasehold/internal/cell"
)

// Chunk contains whole records of a file. For CSV, NDJSON and JSON, its text and its line can be
// sent to another process.
type Chunk struct {
	Most int // maximum number of leases; 0 for no limit

	Text   []byte // whole rows of CSV, lines of NDJSON, or leases of JSON; empty for a workbook
	Line   int    // number of the first line
	Offset int64  // bytes of input up to the end of the chunk; an estimate for a workbook

	tooLong bool // the chunk is one line that exceeds the maximum length
	rows    []bookRow
	cells   []cell.Cell
}

// bookRow is the range of a chunk's cells that belong to one row of a sheet.
type bookRow struct{ line, start, end int }

// Sizes of chunks and records.
const (
	chunkLen  = 256 << 10 // bytes
	maxRecord = 1 << 20   // bytes of one lease
)

// splitter splits a stream into chunks of whole records.
type splitter struct {
	in     io.Reader
	buf    []byte // read bytes; those from start on have not been returned
	start  int
	line   int   // at start
	offset int64 // at start
	err    error // from in; io.EOF at the end

	// cut returns the total length of the whole records at the start of text, but of at most most
	// records. last is set if text ends at the end of the input.
	cut     func(text []byte, most int, last bool) (int, error)
	tooLong func(line int) error // rejects a record without an end; if nil, the record is skipped
}

// rest returns the buffered bytes that were not yet returned.
func (s *splitter) rest() []byte { return s.buf[s.start:] }

// next fills c with the next records.
func (s *splitter) next(c *Chunk) error {
	c.tooLong = false
	for {
		text := s.rest()
		n, err := s.cut(text, c.Most, s.err != nil)
		if err != nil {
			return fmt.Errorf("line %d: %w", s.line+bytes.Count(text[:n], newline), err)
		}
		switch {
		case n > 0:
			c.Text = append(c.Text[:0], text[:n]...)
			c.Line = s.line
			s.pass(n)
			c.Offset = s.offset
			return nil
		case s.err != nil:
			return s.err
		case len(text) > maxRecord && s.tooLong != nil:
			return s.tooLong(s.line)
		case len(text) > maxRecord:
			return s.skip(c)
		}
		s.read()
	}
}

var newline = []byte("\n")

// pass advances by n bytes.
func (s *splitter) pass(n int) {
	s.line += bytes.Count(s.buf[s.start:s.start+n], newline)
	s.offset += int64(n)
	s.start += n
}

// read reads once and appends the bytes to the buffer.
func (s *splitter) read() {
	if s.start > 0 {
		s.buf = s.buf[:copy(s.buf, s.rest())]
		s.start = 0
	}
	s.buf = slices.Grow(s.buf, chunkLen)
	n, err := s.in.Read(s.buf[len(s.buf) : len(s.buf)+chunkLen])
	s.buf = s.buf[:len(s.buf)+n]
	s.err = err
}

// more reads until the buffer contains n bytes or the input ends.
func (s *splitter) more(n int) error {
	for len(s.rest()) < n && s.err == nil {
		s.read()
	}
	if s.err != nil && !errors.Is(s.err, io.EOF) {
		return s.err
	}
	return nil
}

// skip skips a line that is too long.
func (s *splitter) skip(c *Chunk) error {
	c.Text, c.Line, c.tooLong = c.Text[:0], s.line, true
	for {
		end := bytes.IndexByte(s.rest(), '\n')
		if end >= 0 {
			s.pass(end + 1)
			break
		}
		s.pass(len(s.rest()))
		if s.err != nil {
			break
		}
		s.read()
	}
	c.Offset = s.offset
	if s.err != nil && !errors.Is(s.err, io.EOF) {
		return s.err
	}
	return nil
}

// cutLines cuts a text after line ends.
func cutLines(text []byte, most int, last bool) (int, error) {
	n := bytes.LastIndexByte(text, '\n') + 1
	if most > 0 {
		n = 0
		for range most {
			i := bytes.IndexByte(text[n:], '\n')
			if i < 0 {
				break
			}
			n += i + 1
		}
	}
	if last && n == 0 {
		return len(text), nil // the last line of a file may have no line end
	}
	return n, nil
}
