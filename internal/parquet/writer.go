package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
)

// groupBytes is how many bytes of values a row group has before it is written.
const groupBytes = 32 << 20

// magic is at both ends of a file.
const magic = "PAR1"

// The numbers that the format gives to types, encodings and codecs.
const (
	typeInt32     = 1
	typeByteArray = 6
	typeFixed     = 7

	optional      = 1 // repetition of a column whose values may be missing
	encodingPlain = 0
	encodingRLE   = 3
	codecZstd     = 6
	dataPage      = 0
)

// Writer writes a Parquet file.
type Writer struct {
	w       io.Writer
	creator string
	rows    *Rows // of the group that is not written yet
	most    int   // bytes of values of a group
	zstd    *zstd.Encoder
	offset  int64
	total   int64   // rows that are written
	groups  compact // the entries of the footer
	count   int     // of them
}

// NewWriter starts a file with such columns. Its creator is the program and its version.
func NewWriter(w io.Writer, creator string, columns []Column) (*Writer, error) {
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, fmt.Errorf("parquet: %w", err)
	}
	f := &Writer{w: w, creator: creator, rows: NewRows(columns), most: groupBytes, zstd: encoder}
	return f, f.write([]byte(magic))
}

func (f *Writer) write(b []byte) error {
	n, err := f.w.Write(b)
	f.offset += int64(n)
	if err != nil {
		return fmt.Errorf("write Parquet: %w", err)
	}
	return nil
}

// Add adds rows, which have the columns of the file.
func (f *Writer) Add(rows *Rows) error {
	f.rows.join(rows)
	if f.rows.bytes < f.most {
		return nil
	}
	return f.group()
}

// Close writes what is left and the footer.
func (f *Writer) Close() error {
	var err error
	if f.rows.n > 0 {
		err = f.group()
	}
	if err == nil {
		err = f.footer()
	}
	return errors.Join(err, f.zstd.Close())
}

// group writes the rows as a row group.
func (f *Writer) group() error {
	g := &f.groups
	start := f.offset
	g.begin()
	g.list(1, compactStruct, len(f.rows.columns))
	plain := int64(0)
	for i := range f.rows.columns {
		n, err := f.column(g, &f.rows.columns[i], &f.rows.values[i])
		if err != nil {
			return err
		}
		plain += n
	}
	g.i64(2, plain)
	g.i64(3, int64(f.rows.n))
	g.i64(5, start)
	g.i64(6, f.offset-start)
	g.end()
	f.count++
	f.total += int64(f.rows.n)
	f.rows.reset()
	return nil
}

// column writes the values of a column and its entry in the footer. It returns how many
// bytes they would be without compression.
func (f *Writer) column(g *compact, c *Column, v *values) (int64, error) {
	page := append(appendLevels(nil, v.has), v.plain...)
	packed := f.zstd.EncodeAll(page, nil)
	start := f.offset
	header := pageHeader(len(v.has), len(page), len(packed))
	if err := f.write(header); err != nil {
		return 0, err
	}
	if err := f.write(packed); err != nil {
		return 0, err
	}
	plain := int64(len(header) + len(page))
	g.begin()
	g.i64(2, start)
	g.open(3)
	g.i32(1, c.physical())
	g.list(2, compactI32, 2)
	g.int(encodingPlain)
	g.int(encodingRLE)
	g.list(3, compactBinary, 1)
	g.binary(c.Name)
	g.i32(4, codecZstd)
	g.i64(5, int64(len(v.has)))
	g.i64(6, plain)
	g.i64(7, f.offset-start)
	g.i64(9, start)
	g.end()
	g.end()
	return plain, nil
}

// pageHeader returns the header of a page.
func pageHeader(n, plain, packed int) []byte {
	var h compact
	h.begin()
	h.i32(1, dataPage)
	h.i32(2, plain)
	h.i32(3, packed)
	h.open(5)
	h.i32(1, n)
	h.i32(2, encodingPlain)
	h.i32(3, encodingRLE)
	h.i32(4, encodingRLE)
	h.end()
	h.end()
	return h.dst
}

// appendLevels appends which values are there, as runs behind their length.
func appendLevels(dst []byte, has []bool) []byte {
	at := len(dst)
	dst = append(dst, 0, 0, 0, 0)
	for i := 0; i < len(has); {
		end := i + 1
		for end < len(has) && has[end] == has[i] {
			end++
		}
		dst = binary.AppendUvarint(dst, uint64(end-i)<<1)
		level := byte(0)
		if has[i] {
			level = 1
		}
		dst, i = append(dst, level), end
	}
	binary.LittleEndian.PutUint32(dst[at:], uint32(len(dst)-at-4))
	return dst
}

// footer writes the description of the file, and its end.
func (f *Writer) footer() error {
	var c compact
	c.begin()
	c.i32(1, 2) // version of the format
	c.list(2, compactStruct, 1+len(f.rows.columns))
	c.begin()
	c.text(4, "schema")
	c.i32(5, len(f.rows.columns))
	c.end()
	for i := range f.rows.columns {
		f.rows.columns[i].describe(&c)
	}
	c.i64(3, f.total)
	c.list(4, compactStruct, f.count)
	c.dst = append(c.dst, f.groups.dst...)
	c.text(6, f.creator)
	c.end()
	c.dst = binary.LittleEndian.AppendUint32(c.dst, uint32(len(c.dst)))
	return f.write(append(c.dst, magic...))
}

// physical returns how the values are laid out.
func (c *Column) physical() int {
	switch c.Kind {
	case Text:
		return typeByteArray
	case Decimal:
		return typeFixed
	case Day, Integer:
	}
	return typeInt32
}

// describe appends the column's element of the schema. What the values are is said twice:
// as readers before 2017 know it, and as those after know it.
func (c *Column) describe(to *compact) {
	const (
		oldText, oldDecimal, oldDay = 0, 5, 6
		newText, newDecimal, newDay = 1, 5, 6
	)
	to.begin()
	to.i32(1, c.physical())
	if c.Kind == Decimal {
		to.i32(2, decimalBytes)
	}
	to.i32(3, optional)
	to.text(4, c.Name)
	switch c.Kind {
	case Text:
		to.i32(6, oldText)
		to.open(10)
		to.open(newText)
	case Day:
		to.i32(6, oldDay)
		to.open(10)
		to.open(newDay)
	case Decimal:
		to.i32(6, oldDecimal)
		to.i32(7, c.Places)
		to.i32(8, Digits)
		to.open(10)
		to.open(newDecimal)
		to.i32(1, c.Places)
		to.i32(2, Digits)
	case Integer:
		to.end()
		return
	}
	to.end()
	to.end()
	to.end()
}
