package sheet

import (
	"bufio"
	"encoding/xml"
	"errors"
	"io"
	"strings"
)

// errLong is the error for a part that exceeds the limit for its packed length.
var errLong = errors.New("a sheet or another component of the workbook is far larger than a spreadsheet program would write it; open the workbook in a spreadsheet program and save it again")

// errSpent is the error for a workbook with parts that together exceed the limit.
var errSpent = errors.New("the sheets of the workbook are together far larger than a spreadsheet program would write them; save the required sheet as a separate file")

// tokens reads the XML tokens of a part, and limits the length of the part and of each token.
type tokens struct {
	xml   *xml.Decoder
	file  io.Closer
	in    *bufio.Reader
	read  int64  // number of bytes that have been read
	left  int64  // number of bytes that may still be read from the part
	all   *int64 // number of bytes that may still be read from all parts together
	token int    // number of bytes that may still be read for the current token
}

// unpack opens a part for reading. The XML must be UTF-8 and must not define entities.
func unpack(f *packed) (*tokens, error) {
	in, err := f.Open()
	if err != nil {
		return nil, damaged("%s: %w", f.Name, err)
	}
	t := &tokens{file: in, in: bufio.NewReaderSize(in, 64<<10), all: f.left}
	t.left = min(freeLen+packedMax*int64(min(f.CompressedSize64, 1<<40)), f.most.Part)
	t.xml = xml.NewDecoder(t)
	t.xml.CharsetReader = func(charset string, in io.Reader) (io.Reader, error) {
		if strings.EqualFold(charset, "us-ascii") {
			return in, nil
		}
		return nil, errors.New("its characters are in " + charset + "; only UTF-8 is read")
	}
	return t, nil
}

// next returns the next token. The token is valid until the next call.
func (t *tokens) next() (xml.Token, error) {
	t.token = maxText + 1<<10
	return t.xml.RawToken()
}

// Read implements [io.Reader]. The XML decoder calls only ReadByte.
func (t *tokens) Read([]byte) (int, error) { return 0, io.ErrNoProgress }

// ReadByte implements [io.ByteReader].
func (t *tokens) ReadByte() (byte, error) {
	switch {
	case *t.all == 0:
		return 0, errSpent
	case t.left == 0:
		return 0, errLong
	case t.token == 0:
		return 0, errText
	}
	c, err := t.in.ReadByte()
	if err == nil {
		t.token--
		t.left--
		*t.all--
		t.read++
	}
	return c, err
}

// Close closes the part.
func (t *tokens) Close() error { return t.file.Close() }
