package batch

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/leasehold-accounting/leasehold/internal/leasecsv"
)

// maxRecord is how many bytes a row may have. A lease has far fewer; a quotation
// mark that is never closed would take the rest of the file.
const maxRecord = MaxLine

// Records returns the source of a spreadsheet that was saved as CSV, with one
// lease a row under a header. It reads the header; the error says what is wrong
// with it.
func Records(in io.Reader) (Source, error) {
	r := &records{in: in, buf: make([]byte, 4*MaxLine)}
	for !r.scan(1) && r.err == nil {
		if err := r.read(); err != nil {
			return nil, fmt.Errorf("read the header: %w", err)
		}
	}
	if r.err != nil && r.whole == 0 {
		r.whole = r.end // a header alone, without the end of a line
	}
	r.header = bytes.Clone(r.buf[:r.whole])
	if _, err := leasecsv.NewReader(bytes.NewReader(r.header)); err != nil {
		return nil, err
	}
	r.comma = separator(r.header)
	r.pass(r.whole)
	return r, nil
}

// separator returns the character between the names of a header: no name has
// one, so it is the most frequent.
func separator(header []byte) byte {
	best, most := byte(','), 0
	for _, c := range []byte(",;\t") {
		if n := bytes.Count(header, []byte{c}); n > most {
			best, most = c, n
		}
	}
	return best
}

// records cuts a stream into rows. A row ends with its line, unless the line ends
// within quotation marks.
type records struct {
	in     io.Reader
	header []byte
	comma  byte

	buf     []byte
	whole   int   // end of the whole rows found so far
	rows    int   // how many they are
	scanned int   // the line that has not been looked at starts here
	quoted  bool  // it starts within quotation marks
	end     int   // end of what has been read
	line    int64 // lines that were cut
	offset  int64 // bytes that were cut
	err     error // of in; io.EOF at the end
}

// Cut cuts the next rows into c. It reads only when it has no whole row left.
func (r *records) Cut(c *Chunk, size Size) error {
	c.begin(r)
	for !r.scan(size.Leases) && r.whole == 0 {
		if r.err != nil {
			if !errors.Is(r.err, io.EOF) {
				return fmt.Errorf("read leases: %w", r.err)
			}
			if r.end == 0 {
				return io.EOF
			}
			r.whole = r.end // the last row may lack the end of its line
			break
		}
		if err := r.read(); err != nil {
			return fmt.Errorf("read leases: line %d: %w", r.line+1, err)
		}
	}
	c.Text = append(c.Text, r.buf[:r.whole]...)
	c.Line = r.line + 1
	r.pass(r.whole)
	c.Bytes = r.offset
	return nil
}

// pass drops the first bytes of the buffer, which have been cut.
func (r *records) pass(n int) {
	r.line += int64(bytes.Count(r.buf[:n], []byte{'\n'}))
	r.offset += int64(n)
	r.end = copy(r.buf, r.buf[n:r.end])
	r.scanned = max(r.scanned-n, 0)
	r.whole, r.rows = 0, 0
}

// scan looks for whole rows, at most so many, and reports whether it found them.
func (r *records) scan(most int) bool {
	for r.rows < most {
		n := bytes.IndexByte(r.buf[r.scanned:r.end], '\n')
		if n < 0 {
			return false
		}
		text := bytes.TrimSuffix(r.buf[r.scanned:r.scanned+n], []byte{'\r'})
		r.scanned += n + 1
		if r.quoted || bytes.IndexByte(text, '"') >= 0 {
			r.quoted = leavesOpen(text, r.quoted, r.comma)
		}
		if !r.quoted {
			r.whole = r.scanned
			r.rows++
		}
	}
	return true
}

// leavesOpen reports whether a line of CSV ends within quotation marks, given
// whether it starts within them. A line that breaks the rules of CSV ends its
// row.
func leavesOpen(text []byte, quoted bool, comma byte) bool {
	for {
		if !quoted {
			if len(text) == 0 || text[0] != '"' { // a cell without quotation marks
				cell, rest, more := bytes.Cut(text, []byte{comma})
				if !more || bytes.IndexByte(cell, '"') >= 0 {
					return false
				}
				text = rest
				continue
			}
			text = text[1:]
		}
		mark := bytes.IndexByte(text, '"')
		if mark < 0 {
			return true
		}
		text = text[mark+1:]
		switch {
		case len(text) == 0:
			return false
		case text[0] == '"': // stands for one
			text, quoted = text[1:], true
		case text[0] == comma:
			text, quoted = text[1:], false
		default:
			return false
		}
	}
}

// read fills the free end of the buffer with one Read. Its error is that a row
// has no end in sight.
func (r *records) read() error {
	if r.end >= maxRecord {
		return leasecsv.ErrRowTooLong
	}
	n, err := r.in.Read(r.buf[r.end:])
	r.end += n
	r.err = err
	return nil
}

// Each reads the rows of c. The header is read anew for each chunk, which takes a
// small part of the time that the chunk does.
func (r *records) Each(c *Chunk, each func(*Item)) {
	above := int64(bytes.Count(r.header, []byte{'\n'}))
	rows, err := leasecsv.NewReader(io.MultiReader(bytes.NewReader(r.header), bytes.NewReader(c.Text)))
	if err != nil {
		each(&Item{Line: c.Line, Err: err}) // cannot be: the header was read before
		return
	}
	rows.Skipped = int(c.Line - 1 - above)
	var item Item
	for {
		row, err := rows.Read()
		if err != nil {
			return // its end: text in memory has no other error
		}
		item = Item{Line: int64(row.Line), ID: row.ID, Lease: row.Lease, Err: row.Err}
		each(&item)
	}
}

// Where says in which line a lease is that is wrong, and nothing where the error says
// so itself.
func Where(line int64, err error) string {
	if _, placed := errors.AsType[*leasecsv.RowError](err); placed {
		return ""
	}
	return "line " + strconv.FormatInt(line, 10) + ": "
}
