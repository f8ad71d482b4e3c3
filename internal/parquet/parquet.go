// Package parquet writes tables of text, dates, whole numbers and decimals as Apache Parquet files.
// Any value may be missing. Several goroutines can collect [Rows], which a [Writer] writes in
// order. The same rows in the same order result in the same bytes. Each row group is limited to
// about 32 MiB, so memory use does not depend on the length of the file.
package parquet

import (
	"encoding/binary"
	"fmt"
	"io"
	"reflect"

	"github.com/parquet-go/parquet-go"

	"github.com/leasehold-accounting/leasehold/money"
)

// Kind is the type of a column.
type Kind uint8

// The kinds of columns.
const (
	Text    Kind = iota
	Day          // a date
	Integer      // a 32-bit whole number
	Decimal      // a number of [Digits] decimal digits, stored without binary floating point
)

// Digits is the precision of decimals, in digits.
const Digits = 38

// decimalBytes is the length of an encoded decimal: two's complement, most significant byte first.
const decimalBytes = 16

// Column describes a column of a table.
type Column struct {
	Name   string
	Kind   Kind
	Places int // number of digits after the decimal point
}

func (c *Column) node() parquet.Node {
	node := parquet.String()
	switch c.Kind {
	case Day:
		node = parquet.Date()
	case Integer:
		node = parquet.Int(32)
	case Decimal:
		node = parquet.Decimal(c.Places, Digits, parquet.FixedLenByteArrayType(decimalBytes))
	case Text:
	}
	return parquet.Optional(parquet.Compressed(parquet.Encoded(node, &parquet.Plain), &parquet.Zstd))
}

// schema is a group of fields that keep their order; [parquet.Group] would sort them by name.
type schema struct {
	parquet.Group

	fields []parquet.Field
}

func (s *schema) Fields() []parquet.Field { return s.fields }

type field struct {
	parquet.Node

	name string
}

func (f *field) Name() string { return f.name }

// Value implements [parquet.Field]. The library never calls it, because rows are written as values.
func (f *field) Value(base reflect.Value) reflect.Value { return base }

// Rows contains rows of a table.
type Rows struct {
	columns []Column
	values  []parquet.Value
	bytes   int
}

// NewRows returns a table without rows.
func NewRows(columns []Column) *Rows { return &Rows{columns: columns} }

func (r *Rows) next() int { return len(r.values) % len(r.columns) }

// put appends a value to the rows. If the value and its column differ in kind, the caller has a
// bug.
func (r *Rows) put(v parquet.Value, kind Kind, bytes int) {
	i := r.next()
	if r.columns[i].Kind != kind {
		panic("parquet: column " + r.columns[i].Name + " has another kind")
	}
	r.values = append(r.values, v.Level(0, 1, i))
	r.bytes += bytes
}

// Null appends a missing value.
func (r *Rows) Null() { r.values = append(r.values, parquet.NullValue().Level(0, 0, r.next())) }

// Text appends a string. An empty string becomes a missing value.
func (r *Rows) Text(text string) {
	if text == "" {
		r.Null()
		return
	}
	r.put(parquet.ByteArrayValue([]byte(text)), Text, 4+len(text))
}

// Int appends a whole number.
func (r *Rows) Int(n int32) { r.put(parquet.Int32Value(n), Integer, 4) }

// Day appends a date as the number of days since 1970-01-01.
func (r *Rows) Day(days int32) { r.put(parquet.Int32Value(days), Day, 4) }

// Amount appends an amount with the given number of decimal places. The column must have at least
// as many. The error is a [*DigitsError].
func (r *Rows) Amount(a money.Amount, places int) error {
	c := r.columns[r.next()]
	size := a.Abs()
	for range c.Places - places {
		size = size.Mul(10)
	}
	if size.Cmp(tooLarge) >= 0 {
		return &DigitsError{Column: c.Name}
	}
	if a.Sign() < 0 {
		size = size.Neg()
	}
	lo, mid, _ := size.Words()
	b := binary.BigEndian.AppendUint64(make([]byte, 0, decimalBytes), mid)
	r.put(parquet.FixedLenByteArrayValue(binary.BigEndian.AppendUint64(b, lo)), Decimal, decimalBytes)
	return nil
}

// tooLarge is the smallest amount with more than [Digits] digits.
var tooLarge = func() money.Amount {
	a := money.Cents(1)
	for range Digits {
		a = a.Mul(10)
	}
	return a
}()

// DigitsError reports an amount with more than [Digits] digits.
type DigitsError struct{ Column string }

func (e *DigitsError) Error() string {
	return fmt.Sprintf("%s has more digits than a Parquet decimal (%d)", e.Column, Digits)
}

const groupBytes = 32 << 20

// Writer writes a Parquet file.
type Writer struct {
	w     *parquet.GenericWriter[any]
	most  int // maximum number of bytes in a row group
	bytes int // bytes of values not yet written
}

// NewWriter starts a file. The version is the program version.
func NewWriter(w io.Writer, version string, columns []Column) (*Writer, error) {
	var root schema
	for i := range columns {
		root.fields = append(root.fields, &field{columns[i].node(), columns[i].Name})
	}
	config, err := parquet.NewWriterConfig(parquet.NewSchema("schema", &root), parquet.CreatedBy("leasehold", version, ""), parquet.DataPageStatistics(false))
	if err != nil {
		return nil, fmt.Errorf("write Parquet: %w", err)
	}
	return &Writer{w: parquet.NewGenericWriter[any](w, config), most: groupBytes}, nil
}

// Add writes rows that have the columns of the file.
func (f *Writer) Add(rows *Rows) error {
	n := len(rows.columns)
	list := make([]parquet.Row, len(rows.values)/n)
	for i := range list {
		list[i] = rows.values[i*n : (i+1)*n]
	}
	if _, err := f.w.WriteRows(list); err != nil {
		return fmt.Errorf("write Parquet: %w", err)
	}
	if f.bytes += rows.bytes; f.bytes < f.most {
		return nil
	}
	f.bytes = 0
	if err := f.w.Flush(); err != nil {
		return fmt.Errorf("write Parquet: %w", err)
	}
	return nil
}

// Close writes the last row group and the footer.
func (f *Writer) Close() error {
	if err := f.w.Close(); err != nil {
		return fmt.Errorf("write Parquet: %w", err)
	}
	return nil
}
