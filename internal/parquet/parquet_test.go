package parquet

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/internal/parquet/parquettest"
	"github.com/leasehold-accounting/leasehold/money"
)

var someColumns = []Column{{Name: "name", Kind: Text}, {Name: "day", Kind: Day}, {Name: "number", Kind: Integer}, {Name: "amount.sum", Kind: Decimal, Places: 3}}

// Text, days, numbers, decimals and missing values survive writing and reading unchanged, with any
// number of row groups of bounded size.
func TestAWrittenFileReadsBack(t *testing.T) {
	t.Parallel()
	var want []map[string]string
	var content bytes.Buffer
	w, err := NewWriter(&content, "test", someColumns)
	if err != nil {
		t.Fatal(err)
	}
	w.most = 4000
	for part := range 20 {
		rows := NewRows(someColumns)
		for i := range 31 * part % 50 {
			row := map[string]string{"number": fmt.Sprint(i - 7), "day": []string{"1969-12-31", "1970-01-01", "2026-12-31"}[i%3]}
			if i%4 > 0 {
				row["name"] = strings.Repeat("Grüße, ", i)
			}
			rows.Text(row["name"])
			rows.Day([]int32{-1, 0, 20818}[i%3])
			rows.Int(int32(i - 7))
			if i%5 == 0 {
				rows.Null()
			} else {
				a := money.Cents(int64(i-20) * 123_456_789_012_345_678)
				row["amount.sum"] = string(a.AppendPlaces(nil, 2)) + "0"
				if err := rows.Amount(a, 2); err != nil {
					t.Fatal(err)
				}
			}
			want = append(want, row)
		}
		if err := w.Add(rows); err != nil {
			t.Fatal(err)
		}
		if w.bytes >= w.most {
			t.Fatalf("%d bytes of values are kept", w.bytes)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	got := parquettest.Read(t, content.Bytes())
	if got.Groups < 3 || strings.Join(got.Columns, " ") != "name day number amount.sum" || len(got.Rows) != len(want) {
		t.Fatal(got.Groups, got.Columns, len(got.Rows), len(want))
	}
	for i := range want {
		if !maps.Equal(got.Rows[i], want[i]) {
			t.Errorf("row %d is %v, want %v", i, got.Rows[i], want[i])
		}
	}
}

// The same rows result in the same bytes.
func TestTheBytesRepeat(t *testing.T) {
	t.Parallel()
	write := func() []byte {
		var content bytes.Buffer
		w, err := NewWriter(&content, "test", someColumns)
		for range 3 {
			rows := NewRows(someColumns)
			for i := range int32(100) {
				rows.Text(strings.Repeat("a", int(i)))
				rows.Day(i)
				rows.Int(i)
				err = errors.Join(err, rows.Amount(money.Cents(int64(i)), 2))
			}
			err = errors.Join(err, w.Add(rows))
		}
		if err = errors.Join(err, w.Close()); err != nil {
			t.Fatal(err)
		}
		return content.Bytes()
	}
	if !bytes.Equal(write(), write()) {
		t.Error("the bytes differ")
	}
}

// A file without rows still has its columns.
func TestAFileWithoutRowsIsValid(t *testing.T) {
	t.Parallel()
	var content bytes.Buffer
	w, err := NewWriter(&content, "test", someColumns)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if got := parquettest.Read(t, content.Bytes()); len(got.Columns) != 4 || len(got.Rows) != 0 {
		t.Fatal(got)
	}
}

// The largest decimal has 38 digits. The error for a larger one names its column.
func TestTooManyDigitsAreRejected(t *testing.T) {
	t.Parallel()
	column := []Column{{Name: "liability.closing", Kind: Decimal, Places: 3}}
	most := money.MustParse(strings.Repeat("9", 35) + ".99").Minor(2)
	rows := NewRows(column)
	for _, a := range []money.Amount{most, most.Neg()} {
		if err := rows.Amount(a, 2); err != nil {
			t.Error(err)
		}
		more := a.Add(a)
		err := rows.Amount(more, 2)
		if digits, ok := errors.AsType[*DigitsError](err); !ok || !strings.HasPrefix(digits.Error(), "liability.closing has more digits") {
			t.Errorf("%s: %v", more, err)
		}
	}
	var content bytes.Buffer
	w, err := NewWriter(&content, "test", column)
	if err == nil {
		err = errors.Join(w.Add(rows), w.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	got := parquettest.Read(t, content.Bytes()).Rows
	want := strings.Repeat("9", 35) + ".990"
	if len(got) != 2 || got[0]["liability.closing"] != want || got[1]["liability.closing"] != "-"+want {
		t.Error(got)
	}
}
