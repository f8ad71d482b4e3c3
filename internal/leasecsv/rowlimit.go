package leasecsv

import (
	"fmt"
	"io"
)

// maxRowLen is how many bytes are read for one row, beyond what is already in
// the buffer. A lease has far fewer; a quotation mark that is never closed would
// take the rest of the file.
const maxRowLen = 64 << 10

// ErrRowTooLong is the error of a row, or a header, without an end in sight.
var ErrRowTooLong = fmt.Errorf("a row is longer than %d bytes; is a quotation mark left open?", maxRowLen)

// rowLimit reads no more than is left for one row.
type rowLimit struct {
	in   io.Reader
	left int
}

func (l *rowLimit) Read(p []byte) (int, error) {
	if l.left == 0 {
		return 0, ErrRowTooLong
	}
	n, err := l.in.Read(p[:min(len(p), l.left)])
	l.left -= n
	return n, err
}
