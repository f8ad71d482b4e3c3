package leasefile

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/leasehold-accounting/leasehold/internal/cell"
)

// Chunk is some whole records of a file. The text of CSV, NDJSON and JSON may be
// sent to another process with the line.
type Chunk struct {
	Text   []byte // whole rows of CSV, lines of NDJSON, leases of JSON; empty for a workbook
	Line   int    // number of the first line
	Offset int64  // bytes of the input up to the chunk's end; for a workbook an estimate

	tooLong bool // the chunk is one line that is too long to be kept
	rows    []bookRow
	cells   []cell.Cell
}

// bookRow is a row of a workbook's sheet: some of the cells of its chunk.
type bookRow struct{ line, start, end int }

// Sizes of what is read.
const (
	chunkLen  = 256 << 10
	maxRecord = 1 << 20 // bytes of one lease
)

// splitter cuts a stream into chunks of whole records.
type splitter struct {
	in     io.Reader
	rest   []byte // read, and not yet handed on
	line   int    // of the start of rest
	offset int64  // of the start of rest
	err    error  // of in; io.EOF at its end

	// cut returns how many bytes at the start of a text are whole records. At the
	// end of the input it is called with last.
	cut     func(text []byte, last bool) (int, error)
	tooLong func(line int) error // refuses a record without an end; nil where it is left out instead
}

// next fills c with the records that come next.
func (s *splitter) next(c *Chunk) error {
	c.tooLong = false
	c.Text = append(c.Text[:0], s.rest...)
	s.rest = s.rest[:0]
	for {
		n, err := s.cut(c.Text, s.err != nil)
		if err != nil {
			return fmt.Errorf("line %d: %w", s.line+bytes.Count(c.Text[:n], newline), err)
		}
		switch {
		case n > 0:
			s.hand(c, n)
			return nil
		case s.err != nil:
			return s.err
		case len(c.Text) > maxRecord && s.tooLong != nil:
			return s.tooLong(s.line)
		case len(c.Text) > maxRecord:
			return s.skip(c)
		}
		s.read(c)
	}
}

var newline = []byte("\n")

// hand gives the first n bytes to the chunk, and keeps the others.
func (s *splitter) hand(c *Chunk, n int) {
	s.rest = append(s.rest[:0], c.Text[n:]...)
	c.Text = c.Text[:n]
	c.Line = s.line
	s.line += bytes.Count(c.Text, newline)
	s.offset += int64(n)
	c.Offset = s.offset
}

// read appends what one Read gives.
func (s *splitter) read(c *Chunk) {
	n := len(c.Text)
	if cap(c.Text)-n < chunkLen {
		grown := make([]byte, n, 2*n+chunkLen)
		copy(grown, c.Text)
		c.Text = grown
	}
	more, err := s.in.Read(c.Text[n : n+chunkLen])
	c.Text = c.Text[:n+more]
	s.err = err
}

// skip reads to the end of a line that is too long, and keeps nothing but the fact.
func (s *splitter) skip(c *Chunk) error {
	for {
		end := bytes.IndexByte(c.Text, '\n')
		if end < 0 && s.err == nil {
			s.offset += int64(len(c.Text))
			c.Text = c.Text[:0]
			s.read(c)
			continue
		}
		n := end + 1
		if end < 0 {
			n = len(c.Text)
		}
		s.hand(c, n)
		if end < 0 {
			s.line++
		}
		c.Text, c.tooLong = c.Text[:0], true
		if !errors.Is(s.err, io.EOF) && s.err != nil {
			return s.err
		}
		return nil
	}
}

// cutLines cuts after the last end of a line.
func cutLines(text []byte, last bool) (int, error) {
	if last {
		return len(text), nil
	}
	return bytes.LastIndexByte(text, '\n') + 1, nil
}
