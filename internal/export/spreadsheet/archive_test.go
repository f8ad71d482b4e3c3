package spreadsheet

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
)

// The parts of a workbook have the usual XML prefixes, because some programs identify elements by
// prefix. Text remains unchanged.
func TestPartsHaveUsualPrefixes(t *testing.T) {
	t.Parallel()
	const trap = `<Title> relationships:id="rId1" xmlns="x"`
	file := excelize.NewFile()
	for _, err := range []error{
		file.SetDocProps(&excelize.DocProperties{Title: trap, Creator: "Leasehold", LastModifiedBy: "Leasehold", Keywords: "lease"}),
		file.SetCellStr("Sheet1", "A1", trap),
		file.SetCellInt("Sheet1", "A2", 1),
		file.AddChart("Sheet1", "C1", &excelize.Chart{Type: excelize.Line, Series: []excelize.ChartSeries{{Values: "Sheet1!$A$2:$A$2"}}}),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	var written bytes.Buffer
	if err := WriteFile(&written, file); err != nil {
		t.Fatal(err)
	}
	in, err := zip.NewReader(bytes.NewReader(written.Bytes()), int64(written.Len()))
	if err != nil {
		t.Fatal(err)
	}
	for name, wanted := range map[string][]string{
		"docProps/core.xml":        {"<cp:coreProperties ", "<cp:lastModifiedBy>Leasehold</cp:lastModifiedBy>", "<cp:keywords>lease</cp:keywords>", "<dc:creator>"},
		"xl/worksheets/sheet1.xml": {` r:id="rId1"`},
	} {
		part, err := in.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(part)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range wanted {
			if !strings.Contains(string(text), want) {
				t.Errorf("%s has no %s: %s", name, want, text)
			}
		}
		if err := xml.Unmarshal(text, new(struct{ XMLName xml.Name })); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	again, err := excelize.OpenReader(bytes.NewReader(written.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	props, err := again.GetDocProps()
	if err != nil || props.Title != trap || props.LastModifiedBy != "Leasehold" {
		t.Errorf("the properties are read as %+v, %v", props, err)
	}
	if text, err := again.GetCellValue("Sheet1", "A1"); err != nil || text != trap {
		t.Errorf("a cell is read as %q, %v", text, err)
	}
}
