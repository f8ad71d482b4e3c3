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

// Lines returns the source of a file with one JSON lease per line. Blank lines
// count in the numbering. A line longer than [MaxLine] bytes is rejected
// without being buffered.
func Lines(in io.Reader) Source { return LinesWith(in, nil) }

// LinesWith is [Lines] for leases that read missing rates from a table; nil
// means no table.
func LinesWith(in io.Reader, rates *ratetable.Table) Source {
	return &lines{in: in, buf: make([]byte, 4*MaxLine), rates: rates}
}

// lines splits a stream into lines.
type lines struct {
	in      io.Reader
	buf     []byte // several times MaxLine
	start   int    // first byte that has not been cut
	end     int    // end of the read data
	scanned int    // no line ends before this index
	number  int64  // lines so far
	offset  int64  // bytes so far
	tooLong bool   // inside a line that is too long
	err     error  // of in; io.EOF at the end
	ended   bool   // everything has been cut

	rates *ratetable.Table
}

// line is the line Text[start:end] of a chunk.
type line struct {
	number     int64 // counted from 1, including blank lines
	start, end int
	tooLong    bool // and its text was discarded
}

// errTooLong is the error for a line that is too long and was discarded.
var errTooLong = &leasehold.InvalidError{Faults: []leasehold.Fault{{
	Field:   "body",
	Message: "the line is longer than the " + strconv.Itoa(MaxLine) + " bytes allowed for a lease",
}}}

// Cut moves the next lines into c. It reads only if the buffer contains no whole line.
func (s *lines) Cut(c *Chunk, size Size) error {
	c.begin(s)
	if s.ended {
		return s.endError()
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

// endError returns the reason why the input has ended.
func (s *lines) endError() error {
	if errors.Is(s.err, io.EOF) {
		return io.EOF
	}
	return fmt.Errorf("read leases: %w", s.err)
}

// Each reads the lines of c.
func (s *lines) Each(c *Chunk, each func(*Item)) {
	var item Item
	for _, l := range c.lines {
		item = Item{Line: l.number}
		if l.tooLong {
			item.Err = errTooLong
		} else {
			item.decode(c.Text[l.start:l.end], s.rates)
		}
		each(&item)
	}
}

// decode reads a lease.
func (it *Item) decode(text []byte, rates *ratetable.Table) {
	if it.Lease, it.Err = leasehold.DecodeWith(text, rates); it.Err == nil {
		it.ID = it.Lease.ID
		return
	}
	var named struct{ ID string }
	if json.Unmarshal(text, &named) == nil { // otherwise the text is not an object, or its id is not a string
		it.ID = named.ID
	}
}

// cut moves whole lines into c, and the final unterminated line at the end of
// the input.
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

// rest handles the bytes after the last newline that has been read.
func (s *lines) rest(c *Chunk) {
	switch n := s.end - s.start; {
	case s.err != nil:
		s.ended = true
		if errors.Is(s.err, io.EOF) && (n > 0 || s.tooLong) { // the last line of a file may have no newline
			s.take(c, s.end)
		}
	case s.tooLong || n > MaxLine+len("\r"):
		s.tooLong = true
		s.offset += int64(n)
		s.start, s.end, s.scanned = 0, 0, 0
	}
}

// take adds the line that ends before end, unless it is blank.
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

// read reads once into the free end of the buffer.
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
