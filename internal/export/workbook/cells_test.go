package workbook_test

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"io"
	"path"
	"strings"
	"testing"
)

// cell is a cell as the file has it.
type cell struct{ formula, value string }

// readCells reads a workbook without help from the library that wrote it.
func readCells(t *testing.T, file []byte) map[string]map[string]cell {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
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
	targets := map[string]string{}
	for _, r := range rels.List {
		targets[r.ID] = path.Join("xl", strings.TrimPrefix(r.Target, "/xl/"))
	}
	shared := sharedStrings(t, archive)
	sheets := map[string]map[string]cell{}
	for _, s := range book.Sheets {
		sheets[s.Name] = sheetCells(t, part(t, archive, targets[s.ID]), shared)
	}
	return sheets
}

func part(t *testing.T, archive *zip.Reader, name string) []byte {
	t.Helper()
	f, err := archive.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // it was only read
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
	s := x.T
	for _, r := range x.Runs {
		s += r.T
	}
	return s
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

func sheetCells(t *testing.T, data []byte, shared []string) map[string]cell {
	t.Helper()
	var sheet struct {
		Cells []struct {
			Ref     string `xml:"r,attr"`
			Type    string `xml:"t,attr"`
			Formula string `xml:"f"`
			Value   string `xml:"v"`
			Inline  text   `xml:"is"`
		} `xml:"sheetData>row>c"`
	}
	unmarshal(t, data, &sheet)
	cells := make(map[string]cell, len(sheet.Cells))
	for _, c := range sheet.Cells {
		value := c.Value
		switch c.Type {
		case "s":
			n := 0
			for _, d := range value {
				n = n*10 + int(d-'0')
			}
			value = shared[n]
		case "inlineStr":
			value = c.Inline.String()
		}
		cells[c.Ref] = cell{c.Formula, value}
	}
	return cells
}

// readParts returns the sizes of an archive's parts.
func readParts(t *testing.T, file []byte) map[string]uint64 {
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
