package leasefile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/leasehold-accounting/leasehold/internal/sheet"
)

// Chunk contains complete records of a file.
type Chunk struct {
	Most int // maximum number of leases in the chunk; 0 for no limit

	Text   []byte // whole rows of CSV, lines of NDJSON, or leases of JSON; empty for a workbook
	Line   int    // number of the chunk's first line in the file
	Offset int64  // number of input bytes up to the end of the chunk; estimated for a workbook

	tooLong bool        // whether the chunk is a single line longer than the maximum length
	rows    []sheet.Row // rows of a workbook
}

const (
	chunkLen  = 256 << 10 // number of bytes requested by each read of the input
	maxRecord = 1 << 20   // maximum size of one lease in bytes
)

// splitter splits an input stream into chunks of complete records.
type splitter struct {
	in     io.Reader
	buf    []byte // bytes read; the splitter has returned the bytes before index start
	start  int
	line   int   // line number of the byte at index start
	offset int64 // offset of the same byte in the input
	err    error // read error; io.EOF at the end of the input

	// cut returns the total length of the complete records at the start of the text. It counts at
	// most the given number of records, or all of them if that number is 0. If last is true, the
	// input ends with the text.
	cut     func(text []byte, most int, last bool) (int, error)
	tooLong error // error for an overlong record; if nil, the splitter skips the record
}

func (s *splitter) rest() []byte { return s.buf[s.start:] }

func (s *splitter) next(c *Chunk) error {
	for {
		text := s.rest()
		n, err := s.cut(text, c.Most, errors.Is(s.err, io.EOF))
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
			return fmt.Errorf("line %d: %w", s.line, s.tooLong)
		case len(text) > maxRecord:
			return s.skip(c)
		}
		s.read()
	}
}

var newline = []byte("\n")

func (s *splitter) pass(n int) {
	s.line += bytes.Count(s.buf[s.start:s.start+n], newline)
	s.offset += int64(n)
	s.start += n
}

// read calls Read once and appends the result to the buffer.
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

// more reads input until the buffer has at least n bytes that have not been returned, or until the input ends.
func (s *splitter) more(n int) error {
	for len(s.rest()) < n && s.err == nil {
		s.read()
	}
	if s.err != nil && !errors.Is(s.err, io.EOF) {
		return s.err
	}
	return nil
}

// skip skips an overlong line and marks c as too long.
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
		return len(text), nil // the last line of a file may lack a line break
	}
	return n, nil
}
