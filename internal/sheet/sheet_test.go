package sheet

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/leasehold-accounting/leasehold/internal/cell"
)

// all returns the rows of a CSV text. If a row cannot be split, the reason follows the rows.
func all(f CSV, text string) (rows [][]string, problem string) {
	for data := []byte(text); len(data) > 0; {
		cells, n, bad := f.Row(data, nil)
		if bad != "" {
			return rows, bad
		}
		var row []string
		for _, c := range cells {
			row = append(row, c.Text)
		}
		rows, data = append(rows, row), data[n:]
	}
	return rows, ""
}

// Rows of CSV text equal the rows that encoding/csv returns, and end at the same bytes.
func TestRowsEqualTheStandardLibrarysParser(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var file bytes.Buffer
		w := csv.NewWriter(&file)
		w.Comma = rapid.SampledFrom([]rune(Separators)).Draw(t, "separator")
		w.UseCRLF = rapid.Bool().Draw(t, "windows")
		cells := rapid.SliceOfN(rapid.StringMatching(`[a-c,;|\t"\n]{0,6}`), 1, 5)
		var want [][]string
		for _, row := range rapid.SliceOfN(cells, 1, 6).Draw(t, "rows") {
			if len(row) == 1 && row[0] == "" {
				continue // encoding/csv skips blank lines
			}
			if err := w.Write(row); err != nil {
				t.Fatal(err)
			}
		}
		w.Flush()
		r := csv.NewReader(bytes.NewReader(file.Bytes()))
		r.Comma, r.FieldsPerRecord = w.Comma, -1
		want, err := r.ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range want {
			for i := range row {
				row[i] = cell.Trim(row[i])
			}
		}
		f := CSV{byte(w.Comma)}
		got, problem := all(f, strings.ReplaceAll(file.String(), "\r\n", "\n"))
		if problem != "" || !slices.EqualFunc(got, want, slices.Equal) {
			t.Fatalf("%q: got %q, %s; want %q", file.String(), got, problem, want)
		}
		text := file.Bytes()
		if n := f.Cut(text, 0); n != len(text) {
			t.Fatalf("%q: cut after %d bytes", text, n)
		}
		for cut := range text {
			n := f.Cut(text[:cut], 0)
			if rest, _ := all(f, string(text[n:])); len(rest)+rowsIn(f, text[:n]) != rowsIn(f, text) {
				t.Fatalf("%q: cut after %d of %d bytes, within a row", text, n, cut)
			}
		}
	})
}

func rowsIn(f CSV, text []byte) int {
	rows, _ := all(f, string(text))
	return len(rows)
}

func TestRowsThatCannotBeSplit(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a\"b,c\n": "inside a cell", "\"a\"b,c\n": "followed by something other than", "\"a\n": "not closed", "a,\"b\"\"\n": "not closed",
	} {
		if rows, problem := all(CSV{','}, text); !strings.Contains(problem, want) {
			t.Errorf("%q: got %q, %q; want %q", text, rows, problem, want)
		}
	}
}

func TestLettersOfColumns(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{0: "A", 25: "Z", 26: "AA", 51: "AZ", 52: "BA", 701: "ZZ", 702: "AAA", 16383: "XFD"} {
		got := Letter(n)
		if back, err := columnOf(got+"7", 0); got != want || back != n || err != nil {
			t.Errorf("%d: got %s, back %d", n, got, back)
		}
	}
}

func TestFormatsOfDatesAndPercents(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]cell.Type{
		"General": cell.Number, "0.00": cell.Number, "#,##0.00;(#,##0.00)": cell.Number, "0%": cell.Percent, "0.00%": cell.Percent, "yyyy-mm-dd": cell.Date, "d/m/yy": cell.Date,
		`[$-409]mmm\-yy;@`: cell.Date, `"day "0`: cell.Number, `#,##0 "USD"`: cell.Number, `[Red]0`: cell.Number, `0\d`: cell.Number, "0;d": cell.Number, `"`: cell.Number, "[": cell.Number,
		`_("$"* #,##0.00_)`: cell.Number, "h:mm": cell.Number, "": cell.Number,
	} {
		if got := formatOf(code); got != want {
			t.Errorf("%s: got %d, want %d", code, got, want)
		}
	}
	for id, want := range map[string]cell.Type{"0": cell.Number, "2": cell.Number, "9": cell.Percent, "10": cell.Percent, "14": cell.Date, "22": cell.Date, "49": cell.Number, "x": cell.Number} {
		if got := builtin(id); got != want {
			t.Errorf("%s: got %d, want %d", id, got, want)
		}
	}
}

// book returns a workbook made up of the given parts.
func book(tb testing.TB, parts map[string]string) []byte {
	tb.Helper()
	var file bytes.Buffer
	z := zip.NewWriter(&file)
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		w, err := z.Create(name)
		if err != nil {
			tb.Fatal(err)
		}
		if _, err := io.WriteString(w, parts[name]); err != nil {
			tb.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		tb.Fatal(err)
	}
	return file.Bytes()
}

const (
	workbookPart = `<workbook xmlns:r="r"><sheets><sheet name="Hidden" state="hidden" r:id="r2"/><sheet name="One" r:id="r1"/></sheets></workbook>`
	relsPart     = `<Relationships><Relationship Id="r1" Type="x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="x/worksheet" Target="/xl/worksheets/sheet2.xml"/>` +
		`<Relationship Id="r3" Type="x/styles" Target="styles.xml"/><Relationship Id="r4" Type="x/sharedStrings" Target="sharedStrings.xml"/></Relationships>`
	textsPart  = `<sst><si><t>plain</t></si><si><r><t>rich </t></r><r><t xml:space="preserve">text</t></r><rPh><t>hint</t></rPh></si></sst>`
	stylesPart = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>` +
		`<xf numFmtId="164"/><xf numFmtId="10"/></cellXfs></styleSheet>`
	sheetPart = `<worksheet><sheetData><row r="2"><c r="B2" t="s"><v>0</v></c><c t="s"><v>1</v></c><c r="E2" s="1"><v>46037</v></c></row>` +
		`<row><c t="inlineStr"><is><t>in &amp; line</t></is></c><c s="2"><f>A1</f><v>0.06</v></c><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c><c t="str"><v> s </v></c><c/></row>` +
		`</sheetData><mergeCells/></worksheet>`
)

func parts(sheet string) map[string]string {
	return map[string]string{
		"xl/workbook.xml": workbookPart, "xl/_rels/workbook.xml.rels": relsPart, "xl/sharedStrings.xml": textsPart, "xl/styles.xml": stylesPart,
		"xl/worksheets/sheet1.xml": sheet, "xl/worksheets/sheet2.xml": "<x/>",
	}
}

// Cells of every type can be read.
func TestCellsOfAWorkbook(t *testing.T) {
	t.Parallel()
	file := book(t, parts(sheetPart))
	b, err := OpenBook(bytes.NewReader(file), int64(len(file)), Local())
	if err != nil {
		t.Fatal(err)
	}
	if got := b.Sheets(); !slices.Equal(got, []string{"One"}) {
		t.Errorf("sheets %q", got)
	}
	r, err := b.Rows(0)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close() //nolint:errcheck // an error on closing a file that was opened for reading loses no data
	want := map[int][]cell.Cell{
		2: {{}, {Text: "plain"}, {Text: "rich text"}, {}, {Text: "46037", Type: cell.Date}},
		3: {{Text: "in & line"}, {Text: "0.06", Type: cell.Percent}, {Text: "1", Type: cell.Bool}, {Text: "#N/A", Type: cell.Fault}, {Text: "s"}},
	}
	for range 2 {
		row, err := r.Next()
		if err != nil || !slices.Equal(row.Cells, want[row.Number]) {
			t.Errorf("row %d: got %v, %v; want %v", row.Number, row.Cells, err, want[row.Number])
		}
	}
	if _, err := r.Next(); !errors.Is(err, io.EOF) {
		t.Errorf("at the end: %v", err)
	}
}

// A damaged workbook is rejected with an error.
func TestDamagedWorkbooks(t *testing.T) {
	t.Parallel()
	for name, sheet := range map[string]string{
		"cut off": `<worksheet><sheetData><row><c`, "no shared text": `<row><c t="s"><v>7</v></c></row>`, "out of place": `<row><c r="C1"><v>1</v></c><c r="A1"><v>1</v></c></row>`,
		"too wide": `<row><c r="ZZZ1"><v>1</v></c></row>`, "no XML": "a < b", "another encoding": `<?xml version="1.0" encoding="latin-1"?><row/>`, "an entity": `<row><c><v>&x;</v></c></row>`,
		"within a row": `<row><c><v>1</v></c>`,
	} {
		file := book(t, parts(sheet))
		b, err := OpenBook(bytes.NewReader(file), int64(len(file)), Local())
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		r, err := b.Rows(0)
		for err == nil {
			_, err = r.Next()
		}
		if !errors.Is(err, errBook) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, part := range []string{"xl/workbook.xml", "xl/worksheets/sheet1.xml"} {
		without := parts(sheetPart)
		delete(without, part)
		file := book(t, without)
		if _, err := OpenBook(bytes.NewReader(file), int64(len(file)), Local()); err == nil {
			t.Errorf("a workbook without %s was read", part)
		}
	}
}

// FuzzRows checks that every sheet is either read or rejected, and that a short sheet takes little
// time.
func FuzzRows(f *testing.F) {
	const longest, deadline = 64 << 10, 5 * time.Second
	f.Add(sheetPart, textsPart, stylesPart)
	f.Fuzz(func(t *testing.T, sheet, texts, styles string) {
		if len(sheet)+len(texts)+len(styles) > longest {
			return // the time limit applies only to short files
		}
		began := time.Now()
		defer func() {
			if took := time.Since(began); took > deadline {
				t.Errorf("%d bytes took %v", len(sheet)+len(texts)+len(styles), took)
			}
		}()
		p := parts(sheet)
		p["xl/sharedStrings.xml"], p["xl/styles.xml"] = texts, styles
		file := book(t, p)
		b, err := OpenBook(bytes.NewReader(file), int64(len(file)), Uploaded(int64(len(file))))
		if err != nil {
			return
		}
		r, err := b.Rows(0)
		if err != nil {
			t.Fatal(err)
		}
		for last := 0; ; {
			row, err := r.Next()
			if err != nil {
				return
			}
			if row.Number <= last || len(row.Cells) > maxColumns {
				t.Fatalf("row %d after %d, of %d cells", row.Number, last, len(row.Cells))
			}
			last = row.Number
		}
	})
}

// FuzzCSV checks that Cut and Row agree on where rows end.
func FuzzCSV(f *testing.F) {
	f.Add([]byte("a,\"b\"\"\n\",c\r\n\"x\"y\nz"), byte(','))
	f.Fuzz(func(t *testing.T, text []byte, separator byte) {
		if strings.IndexByte(Separators, separator) < 0 {
			separator = ','
		}
		csv := CSV{separator}
		n := csv.Cut(text, 0)
		one := csv.Cut(text, 1)
		if n > len(text) || one > n {
			t.Fatalf("cut after %d and %d of %d bytes", one, n, len(text))
		}
		for rest := text; len(rest) > 0; {
			_, n, _ := csv.Row(rest, nil)
			if n < 1 || n > len(rest) {
				t.Fatalf("a row of %d of %d bytes", n, len(rest))
			}
			rest = rest[n:]
		}
		if _, first, _ := csv.Row(text, nil); one > 0 && first != one {
			t.Fatalf("the first row has %d bytes, and is cut after %d", first, one)
		}
	})
}

// The length of each part is limited, and so is the total length of the parts that are read
// together. Otherwise many sheets could refer to the same part.
func TestUploadedWorkbooksAreReadOnce(t *testing.T) {
	t.Parallel()
	p := parts("")
	var sheets, rows strings.Builder
	for i := range maxSheets {
		fmt.Fprintf(&sheets, `<sheet name="Sheet %d" id="one"/>`, i)
	}
	for range 40_000 {
		rows.WriteString("<row><c><v>1234567890</v></c></row>")
	}
	p["xl/workbook.xml"] = `<workbook><sheets>` + sheets.String() + `</sheets></workbook>`
	p["xl/_rels/workbook.xml.rels"] = `<Relationships><Relationship Id="one" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`
	p["xl/worksheets/sheet1.xml"] = "<worksheet><sheetData>" + rows.String() + "</sheetData></worksheet>"
	data := book(t, p)
	file := File{Name: "tables.xlsx", Limits: Limits{Bytes: len(data), Rows: 200_000, Cells: 200_000}}
	tables := 0
	err := file.Tables(data, func(*Table) bool {
		tables++
		return false
	})
	if all := Uploaded(int64(len(data))).All; !errors.Is(err, errSpent) || int64(tables) > all/int64(rows.Len()) || tables == 0 {
		t.Errorf("%d sheets of %d bytes were read of a file of %d: %v", tables, rows.Len(), len(data), err)
	}
}

// An uploaded workbook, including its shared strings and its sheets, may unpack to no more than a
// small multiple of the file's length.
func TestUploadedWorkbooksStaySmall(t *testing.T) {
	t.Parallel()
	shared, cells := parts(sheetPart), parts("")
	var texts, rows strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&texts, "<si><t>text %d</t></si>", i*7919%1_000_003)
		fmt.Fprintf(&rows, "<row><c><v>%d</v></c><c><v>%d</v></c></row>", i*7919%1_000_003, i)
	}
	shared["xl/sharedStrings.xml"] = "<sst>" + texts.String() + "</sst>"
	cells["xl/worksheets/sheet1.xml"] = "<worksheet><sheetData>" + rows.String() + "</sheetData></worksheet>"
	read := func(parts map[string]string, most func(int64) Most) error {
		file := book(t, parts)
		b, err := OpenBook(bytes.NewReader(file), int64(len(file)), most(int64(len(file))))
		if err != nil {
			return err
		}
		r, err := b.Rows(0)
		for err == nil {
			_, err = r.Next()
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		return err
	}
	least := func(int64) Most { return Most{Texts: 1 << 20, Part: 1 << 20, All: 1 << 30} }
	yours := func(int64) Most { return Local() }
	for name, parts := range map[string]map[string]string{"texts": shared, "cells": cells} {
		if err := read(parts, yours); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := read(parts, least); err == nil || !strings.Contains(err.Error(), "larger than any that a spreadsheet program") {
			t.Errorf("%s: %v, want a refusal", name, err)
		}
	}
	if m := Uploaded(1 << 10); m != (Most{4 << 20, 16 << 20, 32 << 20}) {
		t.Errorf("%+v of a short file", m)
	}
	if m := Uploaded(8 << 20); m != (Most{32 << 20, 128 << 20, 256 << 20}) {
		t.Errorf("%+v of the longest file", m)
	}
}
