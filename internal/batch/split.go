package batch

import (
	"bytes"
	"errors"
	"io"
)

// splitter cuts a stream into lines. Its buffer never grows: of a line that is
// too long it keeps nothing but the fact.
type splitter struct {
	in      io.Reader
	buf     []byte // several times MaxLine
	start   int    // first byte not yet cut
	end     int    // end of what has been read
	scanned int    // no line ends before this byte
	number  int64  // lines so far
	offset  int64  // bytes so far
	tooLong bool   // inside a line that is too long
	err     error  // of in; io.EOF at the end
	ended   bool   // everything has been cut
}

// fill cuts the next lines into c, at most chunkLines of them. It reads only
// when it has no whole line left, and then hands on what one Read gave, so that
// the answers to a slow stream are not held back.
func (s *splitter) fill(c *chunk) {
	c.text, c.lines = c.text[:0], c.lines[:0]
	for s.cut(c); len(c.lines) == 0 && !s.ended; s.cut(c) {
		s.read()
	}
	c.offset = s.offset
}

// cut moves whole lines into c, and what is left at the end of the input.
func (s *splitter) cut(c *chunk) {
	for len(c.lines) < chunkLines {
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

// rest deals with the bytes after the last newline that has been read.
func (s *splitter) rest(c *chunk) {
	switch n := s.end - s.start; {
	case s.err != nil:
		s.ended = true
		if errors.Is(s.err, io.EOF) && (n > 0 || s.tooLong) { // the last line of a file may lack its newline
			s.take(c, s.end)
		}
	case s.tooLong || n > MaxLine+len("\r"):
		s.tooLong = true
		s.offset += int64(n)
		s.start, s.end, s.scanned = 0, 0, 0
	}
}

// take adds the line that ends before end, unless it is blank.
func (s *splitter) take(c *chunk, end int) {
	text := bytes.TrimSuffix(s.buf[s.start:end], []byte("\r"))
	s.number++
	switch {
	case s.tooLong || len(text) > MaxLine:
		c.lines = append(c.lines, line{number: s.number, tooLong: true})
	case len(bytes.Trim(text, " \t\r")) > 0:
		start := len(c.text)
		c.text = append(c.text, text...)
		c.lines = append(c.lines, line{number: s.number, start: start, end: len(c.text)})
	}
	s.offset += int64(end - s.start)
	s.start, s.tooLong = end, false
}

// read fills the free end of the buffer with one Read.
func (s *splitter) read() {
	if s.start > 0 {
		s.end = copy(s.buf, s.buf[s.start:s.end])
		s.scanned -= s.start
		s.start = 0
	}
	n, err := s.in.Read(s.buf[s.end:])
	s.end += n
	s.err = err
}
