package batch

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/ratetable"
)

// Lines returns a source that reads a file with one JSON lease per line. Blank lines have line
// numbers but are not leases. A line of more than [MaxLine] bytes is rejected without being
// buffered.
func Lines(in io.Reader) Source { return LinesWith(in, nil) }

// LinesWith is like [Lines], with a rate table for leases without a discount rate. rates may be
// nil.
func LinesWith(in io.Reader, rates *ratetable.Table) Source {
	return &lines{in: in, buf: make([]byte, 4*MaxLine), rates: rates}
}

type lines struct {
	in      io.Reader
	buf     []byte // several times as long as MaxLine
	start   int    // index of the first byte that is not yet part of a chunk
	end     int    // end of the bytes that have been read
	scanned int    // no line ends between start and this index
	number  int64  // number of lines in the previous chunks
	offset  int64  // number of bytes in the previous chunks
	tooLong bool   // whether the bytes at start belong to a line that is too long
	err     error  // error of reading in; io.EOF at the end of the input
	ended   bool   // whether all of the input is in chunks

	rates *ratetable.Table
}

// line is the line Text[start:end] of a chunk.
type line struct {
	number     int64 // line number, counted from 1 with blank lines
	start, end int
	tooLong    bool // the line is too long, and its text was discarded
}

var errTooLong = &leasehold.InvalidError{Faults: []leasehold.Fault{{
	Field:   "body",
	Message: "the line is longer than the " + strconv.Itoa(MaxLine) + " bytes allowed for a lease",
}}}

// Cut moves the next lines into c. It calls Read only if the buffer contains no complete line.
func (s *lines) Cut(c *Chunk, size Size) error {
	c.begin(s)
	switch {
	case s.ended && errors.Is(s.err, io.EOF):
		return io.EOF
	case s.ended:
		return fmt.Errorf("read leases: %w", s.err)
	}
	for s.cut(c, size); len(c.lines) == 0 && !s.ended; s.cut(c, size) {
		s.read()
	}
	c.Bytes = s.offset
	if len(c.lines) > 0 {
		c.Line = c.lines[0].number
	}
	return nil
}

// Each decodes the leases in the lines of c.
func (s *lines) Each(c *Chunk, each func(*Item)) {
	for _, l := range c.lines {
		item := Item{Line: l.number, Err: errTooLong}
		if !l.tooLong {
			item.decode(c.Text[l.start:l.end], s.rates)
		}
		each(&item)
	}
}

// decode decodes the lease in text. If the lease is invalid, decode still reads its id if possible.
func (it *Item) decode(text []byte, rates *ratetable.Table) {
	if it.Lease, it.Err = leasehold.DecodeWith(text, rates); it.Err == nil {
		it.ID = it.Lease.ID
		return
	}
	var named struct{ ID string }
	if json.Unmarshal(text, &named) == nil { // fails if the text is not an object or its id is not a string
		it.ID = named.ID
	}
}

// cut moves complete lines from the buffer into c. At the end of the input, it also moves a last
// line without a line break.
func (s *lines) cut(c *Chunk, size Size) {
	for len(c.lines) < size.Leases && len(c.Text) < size.Bytes {
		i := bytes.IndexByte(s.buf[s.scanned:s.end], '\n')
		if i < 0 {
			s.scanned = s.end
			s.rest(c)
			return
		}
		s.take(c, s.scanned+i)
		s.offset++
		s.start++
		s.scanned = s.start
	}
}

// rest processes the bytes after the last line break in the buffer.
func (s *lines) rest(c *Chunk) {
	switch n := s.end - s.start; {
	case s.err != nil:
		s.ended = true
		if errors.Is(s.err, io.EOF) && (n > 0 || s.tooLong) { // the last line of a file may lack a line break
			s.take(c, s.end)
		}
	case s.tooLong || n > MaxLine+len("\r"):
		s.tooLong = true
		s.offset += int64(n)
		s.start, s.end, s.scanned = 0, 0, 0
	}
}

// take adds the line that ends before end to c, unless the line is blank.
func (s *lines) take(c *Chunk, end int) {
	text := bytes.TrimSuffix(s.buf[s.start:end], []byte("\r"))
	s.number++
	switch {
	case s.tooLong || len(text) > MaxLine:
		c.lines = append(c.lines, line{number: s.number, tooLong: true})
	case len(bytes.Trim(text, " \t\r")) > 0:
		start := len(c.Text)
		c.Text = append(c.Text, text...)
		c.lines = append(c.lines, line{number: s.number, start: start, end: len(c.Text)})
	}
	s.offset += int64(end - s.start)
	s.start, s.tooLong = end, false
}

// read calls Read once and appends the bytes to the buffer.
func (s *lines) read() {
	if s.start > 0 {
		s.end = copy(s.buf, s.buf[s.start:s.end])
		s.scanned -= s.start
		s.start = 0
	}
	n, err := s.in.Read(s.buf[s.end:])
	s.end += n
	s.err = err
}
