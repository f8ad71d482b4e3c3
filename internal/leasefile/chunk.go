package leasefile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/leasehold-accounting/leasehold/internal/cell"
)

// Chunk is some whole records of a file. The text of CSV, NDJSON and JSON may be
// sent to another process with the line.
type Chunk struct {
	Most int // maximum number of leases; 0 for no limit

	Text   []byte // whole rows of CSV, lines of NDJSON, leases of JSON; empty for a workbook
	Line   int    // number of the first line
	Offset int64  // bytes of the input up to the chunk's end; for a workbook an estimate

	tooLong bool // the chunk is one line that exceeds the maximum length
	rows    []bookRow
	cells   []cell.Cell
}

// bookRow is a range of a chunk's cells: one row of a sheet.
type bookRow struct{ line, start, end int }

// Sizes of chunks and records.
const (
	chunkLen  = 256 << 10 // bytes
	maxRecord = 1 << 20   // bytes of one lease
)

// splitter cuts a stream into chunks of whole records.
type splitter struct {
	in     io.Reader
	buf    []byte // read, and from start on not yet handed on
	start  int
	line   int   // at start
	offset int64 // at start
	err    error // from in; io.EOF at the end

	// cut returns the length of the whole records at the start of text, at most a number of
	// them. last is set at the end of the input.
	cut     func(text []byte, most int, last bool) (int, error)
	tooLong func(line int) error // rejects a record without an end; if nil, the record is skipped
}

// rest returns the buffered bytes that were not yet returned.
func (s *splitter) rest() []byte { return s.buf[s.start:] }

// next fills c with the records that come next.
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

// pass goes on by some bytes.
func (s *splitter) pass(n int) {
	s.line += bytes.Count(s.buf[s.start:s.start+n], newline)
	s.offset += int64(n)
	s.start += n
}

// read appends the bytes of one Read.
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

// more reads until n bytes are buffered, or to the end of the input.
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

// cutLines cuts after the ends of lines.
func cutLines(text []byte, most int, last bool) (int, error) {
	n := 0
	switch {
	case most > 0:
		for range most {
			i := bytes.IndexByte(text[n:], '\n')
			if i < 0 {
				break
			}
			n += i + 1
		}
	default:
		n = bytes.LastIndexByte(text, '\n') + 1
	}
	if last && n == 0 {
		return len(text), nil // the last line of a file may lack its end
	}
	return n, nil
}
