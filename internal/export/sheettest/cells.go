// Package sheettest supports tests of workbooks. It reads workbooks, removes the stored values of
// formulas, and recalculates the formulas with LibreOffice.
package sheettest

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"html"
	"io"
	"path"
	"strconv"
	"strings"
	"testing"
)

// Cell is a cell as stored in the workbook file.
type Cell struct{ Formula, Value string }

// Read reads a workbook's cells by sheet name and cell reference. As an independent check, Read
// does not use the library that wrote the workbook.
func Read(t *testing.T, file []byte) map[string]map[string]Cell {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	shared := sharedStrings(t, archive)
	sheets := map[string]map[string]Cell{}
	for name, path := range targets(t, archive) {
		sheets[name] = sheetCells(t, part(t, archive, path), shared)
	}
	return sheets
}

// targets maps sheet names to the names of their files in the archive.
func targets(t *testing.T, archive *zip.Reader) map[string]string {
	t.Helper()
	var book struct {
		Sheets []struct {
			Name string `xml:"name,attr"`
			ID   string `xml:"http://schemas.openxmlformats.org/officeDocument/2006/relationships id,attr"`
		} `xml:"sheets>sheet"`
	}
	unmarshal(t, part(t, archive, "xl/workbook.xml"), &book)
	var rels struct {
		List []struct {
			ID     string `xml:"Id,attr"`
			Target string `xml:"Target,attr"`
		} `xml:"Relationship"`
	}
	unmarshal(t, part(t, archive, "xl/_rels/workbook.xml.rels"), &rels)
	paths := map[string]string{}
	for _, r := range rels.List {
		paths[r.ID] = path.Join("xl", strings.TrimPrefix(r.Target, "/xl/"))
	}
	sheets := map[string]string{}
	for _, s := range book.Sheets {
		sheets[s.Name] = paths[s.ID]
	}
	return sheets
}

func part(t *testing.T, archive *zip.Reader, name string) []byte {
	t.Helper()
	f, err := archive.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // the file was only read
	data, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func unmarshal(t *testing.T, data []byte, v any) {
	t.Helper()
	if err := xml.Unmarshal(data, v); err != nil {
		t.Fatal(err)
	}
}

type text struct {
	T    string `xml:"t"`
	Runs []struct {
		T string `xml:"t"`
	} `xml:"r"`
}

func (x *text) String() string {
	var s strings.Builder
	s.WriteString(x.T)
	for _, r := range x.Runs {
		s.WriteString(r.T)
	}
	return s.String()
}

func sharedStrings(t *testing.T, archive *zip.Reader) []string {
	t.Helper()
	if _, err := archive.Open("xl/sharedStrings.xml"); err != nil {
		return nil
	}
	var table struct {
		Items []text `xml:"si"`
	}
	unmarshal(t, part(t, archive, "xl/sharedStrings.xml"), &table)
	list := make([]string, len(table.Items))
	for i := range table.Items {
		list[i] = table.Items[i].String()
	}
	return list
}

// sheetCells scans a sheet's XML for its cells. Decoding tens of thousands of cells with
// encoding/xml would take longer than recalculating the workbook.
func sheetCells(t *testing.T, data []byte, shared []string) map[string]Cell {
	t.Helper()
	cells := map[string]Cell{}
	for _, tag := range cellTags(string(data)) {
		ref := between(tag, ` r="`, `"`)
		value := html.UnescapeString(between(tag, "<v>", "</v>"))
		switch between(tag, ` t="`, `"`) {
		case "s":
			n, err := strconv.Atoi(value)
			if err != nil {
				t.Fatal(err)
			}
			value = shared[n]
		case "inlineStr":
			var inline text
			unmarshal(t, []byte("<is>"+between(tag, "<is>", "</is>")+"</is>"), &inline)
			value = inline.String()
		}
		formula := between(tag, "<f", "</f>")
		cells[ref] = Cell{html.UnescapeString(formula[strings.Index(formula, ">")+1:]), value}
	}
	return cells
}

// cellTags returns the cell elements of a sheet.
func cellTags(sheet string) []string {
	var tags []string
	for {
		start := strings.Index(sheet, "<c r=")
		if start < 0 {
			return tags
		}
		sheet = sheet[start:]
		end := strings.Index(sheet, ">") + 1
		if sheet[end-2] != '/' {
			end = strings.Index(sheet, "</c>") + len("</c>")
		}
		tags = append(tags, sheet[:end])
		sheet = sheet[end:]
	}
}

func between(s, start, end string) string {
	_, s, found := strings.Cut(s, start)
	if !found {
		return ""
	}
	s, _, _ = strings.Cut(s, end)
	return s
}

// Sizes returns the uncompressed sizes of the parts of an archive, by name.
func Sizes(t *testing.T, file []byte) map[string]uint64 {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	sizes := map[string]uint64{}
	for _, f := range archive.File {
		sizes[f.Name] = f.UncompressedSize64
	}
	return sizes
}
