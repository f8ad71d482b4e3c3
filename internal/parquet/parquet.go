// Package parquet writes tables as Apache Parquet files: texts, days, whole numbers and
// decimals, each of which may be missing.
//
// # Design
//
// Rows are collected as the columns that a file has, so that several goroutines can
// collect at once and a [Writer] only joins what they have. It writes a row group
// whenever it has some [groupBytes] of values, and keeps of each group no more than its
// entry in the footer: some 6 KB for a hundred columns. A column of a group is one page
// of plain values behind their definition levels, compressed by zstd. The same rows in
// the same order give the same bytes.
package parquet

import (
	"encoding/binary"
	"fmt"

	"github.com/leasehold-accounting/leasehold/money"
)

// Kind is what the values of a column are.
type Kind uint8

// The kinds of columns.
const (
	Text    Kind = iota
	Day          // a date
	Integer      // of 32 bits
	Decimal      // of [Digits] digits, without binary floating point
)

// Digits is how many digits a decimal has, those after the point included.
const Digits = 38

// Column is a column of a table.
type Column struct {
	Name   string
	Kind   Kind
	Places int // digits after the point, of decimals
}

// Rows are rows of a table, column by column.
type Rows struct {
	columns []Column
	values  []values
	n       int
	next    int // column of the next value
	bytes   int
}

// values are those of a column.
type values struct {
	has   []bool // one per row
	plain []byte // of the rows that have one
}

// NewRows returns a table without rows.
func NewRows(columns []Column) *Rows {
	return &Rows{columns: columns, values: make([]values, len(columns))}
}

// start returns the column of the next value, and marks whether the row has one. A
// value of another kind than its column is a mistake in the program.
func (r *Rows) start(has bool, kind Kind) *values {
	if has && r.columns[r.next].Kind != kind {
		panic("parquet: column " + r.columns[r.next].Name + " is of another kind")
	}
	v := &r.values[r.next]
	v.has = append(v.has, has)
	r.bytes++
	if r.next++; r.next == len(r.columns) {
		r.next, r.n = 0, r.n+1
	}
	return v
}

// Null adds a value that is missing.
func (r *Rows) Null() { r.start(false, 0) }

// Text adds a text; an empty one is missing.
func (r *Rows) Text(text string) {
	if text == "" {
		r.Null()
		return
	}
	v := r.start(true, Text)
	v.plain = append(binary.LittleEndian.AppendUint32(v.plain, uint32(len(text))), text...)
	r.bytes += 4 + len(text)
}

// Int adds a whole number.
func (r *Rows) Int(n int32) { r.int32(n, Integer) }

// Day adds a date, as the days since 1970-01-01.
func (r *Rows) Day(days int32) { r.int32(days, Day) }

func (r *Rows) int32(n int32, kind Kind) {
	v := r.start(true, kind)
	v.plain = binary.LittleEndian.AppendUint32(v.plain, uint32(n))
	r.bytes += 4
}

// Amount adds an amount with its decimals, of which the column has as many or more. The
// error says that it has too many digits.
func (r *Rows) Amount(a money.Amount, places int) error {
	c := r.columns[r.next]
	size := a.Abs()
	for range c.Places - places {
		size = size.Mul(10)
	}
	if size.Cmp(tooMuch) >= 0 {
		return &DigitsError{Column: c.Name}
	}
	if a.Sign() < 0 {
		size = size.Neg()
	}
	v := r.start(true, Decimal)
	lo, mid, _ := size.Words()
	v.plain = binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(v.plain, mid), lo)
	r.bytes += decimalBytes
	return nil
}

// decimalBytes is how long a decimal is: two's complement, most significant byte first.
const decimalBytes = 16

// tooMuch is the least amount with more than [Digits] digits.
var tooMuch = func() money.Amount {
	a := money.Cents(1)
	for range Digits {
		a = a.Mul(10)
	}
	return a
}()

// DigitsError says that an amount has more digits than a decimal.
type DigitsError struct{ Column string }

func (e *DigitsError) Error() string {
	return fmt.Sprintf("%s has more digits than a decimal of Parquet, which has %d", e.Column, Digits)
}

// join adds the rows of another table with the same columns.
func (r *Rows) join(other *Rows) {
	for i := range r.values {
		to, from := &r.values[i], &other.values[i]
		to.has = append(to.has, from.has...)
		to.plain = append(to.plain, from.plain...)
	}
	r.n += other.n
	r.bytes += other.bytes
}

// reset removes the rows, and keeps the memory.
func (r *Rows) reset() {
	for i := range r.values {
		r.values[i].has, r.values[i].plain = r.values[i].has[:0], r.values[i].plain[:0]
	}
	r.n, r.bytes = 0, 0
}
