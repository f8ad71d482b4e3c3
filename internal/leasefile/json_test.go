package leasefile_test

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/leasehold-accounting/leasehold/internal/leasefile"
)

// An array of leases, a sequence of leases, and a file with one lease per line produce the same
// leases. Each row's line is the line on which its lease begins.
func TestEveryJSONFormIsRead(t *testing.T) {
	t.Parallel()
	one := `{"id":"a",` + plain + `}`
	two := `{"id":"b","name":"} \" ]",` + plain + `}`
	indented := strings.ReplaceAll(one, ",", ",\n  ")
	for file, want := range map[string]struct {
		kind  leasefile.Kind
		lines []int
	}{
		one + "\n\n" + two + "\n":           {leasefile.NDJSON, []int{1, 3}},
		one:                                 {leasefile.NDJSON, []int{1}},
		"\ufeff" + one + "\r\n" + two:       {leasefile.NDJSON, []int{1, 2}},
		"[\n" + one + ",\n" + two + "\n]\n": {leasefile.JSON, []int{2, 3}},
		"[" + indented + " , " + two + "]":  {leasefile.JSON, []int{1, 5}},
		indented + "\n" + two:               {leasefile.JSON, []int{1, 6}},
		" [ ] ":                             {leasefile.JSON, nil},
	} {
		f, err := leasefile.Open(iotest.HalfReader(strings.NewReader(file)), leasefile.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if f.Kind() != want.kind {
			t.Errorf("%s: is taken for %d", file, f.Kind())
		}
		rows, err := allRows(f)
		if err != nil {
			t.Errorf("%s: %v", file, err)
		}
		var lines []int
		for _, row := range rows {
			if row.Err != nil {
				t.Errorf("%s: %v", file, row.Err)
			}
			lines = append(lines, row.Place.Line)
		}
		if fmt.Sprint(lines) != fmt.Sprint(want.lines) {
			t.Errorf("%s: lines %v, want %v", file, lines, want.lines)
		}
	}
}

func TestJSONErrorsNameTheLine(t *testing.T) {
	t.Parallel()
	good := `{"id":"a",` + plain + `}`
	for file, want := range map[string]string{
		good + "\n{\"id\":\"b\",\"termMonths\":0}\n": "line 2, termMonths: 0 is out of range",
		good + "\n{\"termMonths\":60,\"id\":7\n":     "line 2, body: not valid JSON",
		"[" + good + ",\n{\"id\":\"c\",\"x\":[1]}]":  "line 2, x: ",
		good + "\n" + good + "\nrubbish\n":           "line 3, body: ",
	} {
		rows := readText(t, file)
		last := rows[len(rows)-1]
		if rows[0].Err != nil || last.Err == nil || !strings.HasPrefix(last.Err.Error(), want) {
			t.Errorf("%s: got %v, want %s", file, last.Err, want)
		}
	}
	for file, want := range map[string]string{
		"[" + good + ",\n\n7]":         "line 3: a lease must be a JSON object",
		"[" + good + "\n" + good + "]": "line 2: the leases in an array must be separated by commas",
		"[" + good + ",]":              "line 1: a lease must be",
		"[" + good:                     "line 1: the file ends within a lease",
		"[" + good + "]\n" + good:      "line 2: text follows the end",
		"{\n":                          "line 1: the file ends within a lease",
	} {
		f, err := leasefile.Open(strings.NewReader(file), leasefile.Options{})
		if err == nil {
			_, err = allRows(f)
		}
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", file, err, want)
		}
	}
}

// The extension of the file name determines a file's format.
func TestTheExtensionDeterminesTheFormat(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"leases.ndjson": "line 1, body: ", "leases.json": "line 1: a lease must be a JSON object", "leases.xlsx": "not an Excel workbook", "leases.csv": "line 1: column ",
	} {
		f, err := leasefile.Open(strings.NewReader("rubbish\n"), leasefile.Options{Name: name})
		if err == nil {
			var rows []leasefile.Row
			if rows, err = allRows(f); err == nil {
				err = rows[0].Err
			}
		}
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if _, err := leasefile.Open(strings.NewReader("\xd0\xcf\x11\xe0\xa1\xb1"), leasefile.Options{}); err == nil || !strings.Contains(err.Error(), "save it as .xlsx") {
		t.Errorf("an old workbook: %v", err)
	}
}

// A rejected lease's row contains the id if it is readable.
func TestARejectedLeaseHasItsID(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]string{
		`{"x":{"id":"no"},"id":"b"}`: "b", `{"id":12}`: "12", `{"id":null}`: "", `{"id":"b"`: "b", `{`: "", `{"id"`: "", `{"x":1,"id":tr`: "",
	} {
		rows := read(t, strings.NewReader(file), leasefile.Options{Name: "x.ndjson"})
		if len(rows) != 1 || rows[0].ID != want || rows[0].Err == nil {
			t.Errorf("%s: got %q, want %q", file, rows[0].ID, want)
		}
	}
}

// A file's rows depend neither on how many bytes each Read returns nor on the number of decoders.
func TestRowsDoNotDependOnChunks(t *testing.T) {
	t.Parallel()
	var csv, ndjson, array strings.Builder
	csv.WriteString("id,notes," + required + "\n")
	for i := range 3000 {
		amount := i % 7 * 1000 // an amount of 0 is rejected
		fmt.Fprintf(&csv, "L%d,\"a, b\n%d \"\"quoted\"\"\",2026-01-01,60,%d,0.06\n", i, i, amount)
		body := fmt.Sprintf(`{"id":"L%d","commencementDate":"2026-01-01","termMonths":60,"paymentAmount":%d,"discountRateAnnual":0.06}`, i, amount)
		ndjson.WriteString(body + "\n")
		array.WriteString(",\n\n" + body)
	}
	for kind, file := range map[leasefile.Kind]string{ //nolint:exhaustive // a workbook chunk has no text
		leasefile.CSV: strings.Replace(csv.String(), "notes", "tag:note", 1), leasefile.NDJSON: ndjson.String(), leasefile.JSON: "[" + array.String()[1:] + "]",
	} {
		want := readText(t, file)
		if len(want) != 3000 || want[7].Err == nil || want[1].ID != "L1" {
			t.Fatalf("%d: got %d rows, %+v", kind, len(want), want[7])
		}
		f, err := leasefile.Open(steps{strings.NewReader(file)}, leasefile.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var got []leasefile.Row
		for {
			var c leasefile.Chunk
			if err := f.Next(&c); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			for row := range f.NewDecoder().Rows(&c) {
				got = append(got, row)
			}
			for i := range c.Text {
				c.Text[i] = '!' // rows must remain valid after the chunk's memory changes
			}
		}
		if len(got) != len(want) {
			t.Fatalf("%d: got %d rows, want %d", kind, len(got), len(want))
		}
		for i := range want {
			if !reflect.DeepEqual(got[i], want[i]) {
				t.Fatalf("%d: row %d: got %+v, want %+v", kind, i, got[i], want[i])
			}
		}
	}
}

// steps is a reader that returns only a few bytes at a time.
type steps struct{ in io.Reader }

func (s steps) Read(p []byte) (int, error) { return s.in.Read(p[:min(len(p), 777)]) }
