// Package parquettest reads Parquet files in tests.
package parquettest

import (
	"bytes"
	"errors"
	"io"
	"math/big"
	"strconv"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"github.com/leasehold-accounting/leasehold/money"
)

// Table is the content of a Parquet file.
type Table struct {
	Columns []string
	Rows    []map[string]string // values by column name; missing values are omitted
	Groups  int
}

// Read reads a file. Decimals have as many decimal places as their column, and dates have the form
// 2026-12-31.
func Read(t *testing.T, content []byte) *Table {
	t.Helper()
	f, err := parquet.OpenFile(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	table := &Table{Groups: len(f.RowGroups())}
	for _, field := range f.Schema().Fields() {
		table.Columns = append(table.Columns, field.Name())
	}
	for _, group := range f.RowGroups() {
		rows := group.Rows()
		buf := make([]parquet.Row, 100)
		for {
			n, err := rows.ReadRows(buf)
			for _, row := range buf[:n] {
				table.Rows = append(table.Rows, textsOf(t, f.Schema().Fields(), row))
			}
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := rows.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if int64(len(table.Rows)) != f.NumRows() {
		t.Fatalf("%d rows were read, and the file says %d", len(table.Rows), f.NumRows())
	}
	return table
}

// textsOf returns a row's values by column name.
func textsOf(t *testing.T, fields []parquet.Field, row parquet.Row) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, v := range row {
		if v.IsNull() {
			continue
		}
		field := fields[v.Column()]
		switch kind := field.Type().LogicalType().Value.(type) {
		case *format.IntType: // the library's type of an integer column
			texts[field.Name()] = strconv.Itoa(int(v.Int32()))
		case *format.DateType:
			texts[field.Name()] = time.Unix(int64(v.Int32())*24*60*60, 0).UTC().Format(time.DateOnly)
		case *format.DecimalType:
			texts[field.Name()] = string(amountOf(v.ByteArray()).AppendPlaces(nil, int(kind.Scale)))
		case *format.StringType:
			texts[field.Name()] = string(v.ByteArray())
		default:
			t.Fatalf("column %s is of the kind %v", field.Name(), kind)
		}
	}
	return texts
}

// amountOf decodes a number in two's complement.
func amountOf(b []byte) money.Amount {
	n := new(big.Int).SetBytes(b)
	if b[0] >= 0x80 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
	}
	return money.FromBig(n)
}
