package sheettest

import (
	"archive/zip"
	"bytes"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Retype changes cells as a user would, and removes the stored values of formulas. A change
// replaces the part of a cell element that follows the style attribute; see [Number] and [Text].
// Retype returns the changed workbook with its sheets in file order.
func Retype(t *testing.T, file []byte, changes map[string]string) []byte {
	t.Helper()
	in, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	names := string(part(t, in, "xl/workbook.xml"))
	typed := map[string]map[string]string{}
	for name, value := range changes {
		sheet, cell, found := strings.Cut(strings.TrimPrefix(between(names, `name="`+name+`"`, "</definedName>"), ">"), "!")
		if !found {
			t.Fatalf("no cell is named %s", name)
		}
		path := targets(t, in)[strings.Trim(sheet, "'")]
		if typed[path] == nil {
			typed[path] = map[string]string{}
		}
		typed[path][strings.ReplaceAll(cell, "$", "")] = value
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range in.File {
		content := string(part(t, in, f.Name))
		if strings.HasPrefix(f.Name, "xl/worksheets/sheet") {
			content = withoutValues(t, content)
		}
		if cells := typed[f.Name]; cells != nil {
			content = withTyped(t, content, cells)
		}
		to, err := w.Create(f.Name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := to.Write([]byte(content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// Number returns a replacement for [Retype] that sets a cell to a number.
func Number(v any) string { return fmt.Sprintf("><v>%v</v></c>", v) }

// Text returns a replacement for [Retype] that sets a cell to a string.
func Text(text string) string { return ` t="inlineStr"><is><t>` + text + `</t></is></c>` }

// Empty is a replacement for [Retype] that empties a cell.
const Empty = "></c>"

// withTyped replaces the content of cells in a sheet but keeps their styles.
func withTyped(t *testing.T, sheet string, typed map[string]string) string {
	t.Helper()
	for _, tag := range cellTags(sheet) {
		ref := between(tag, ` r="`, `"`)
		if value, ok := typed[ref]; ok {
			sheet = strings.Replace(sheet, tag, `<c r="`+ref+`" s="`+between(tag, ` s="`, `"`)+`"`+value, 1)
			delete(typed, ref)
		}
	}
	if len(typed) > 0 {
		t.Fatalf("no cell %v", typed)
	}
	return sheet
}

// storedValue matches the stored value of a formula.
var storedValue = regexp.MustCompile(`</f><v>[^<]*</v>`)

func withoutValues(t *testing.T, sheet string) string {
	t.Helper()
	sheet = storedValue.ReplaceAllString(sheet, "</f>")
	for _, tag := range cellTags(sheet) {
		if strings.Contains(tag, "<f>") && strings.Contains(tag, "<v>") {
			t.Fatalf("a value is kept in %s", tag)
		}
	}
	return sheet
}

// Recalculate recalculates the formulas of every workbook in a directory; LibreOffice opens and
// saves all of them in a single run.
func Recalculate(t *testing.T, dir string) {
	t.Helper()
	program, err := exec.LookPath("soffice")
	if err != nil {
		t.Fatal("soffice is missing: install Debian's package libreoffice-calc")
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.xlsx"))
	if err != nil {
		t.Fatal(err)
	}
	args := append([]string{
		"-env:UserInstallation=file://" + filepath.Join(dir, "profile"), "--headless", "--convert-to", "xlsx", "--outdir", filepath.Join(dir, "out"),
	}, files...)
	//nolint:gosec // the program is LibreOffice; the arguments are files of the test
	if out, err := exec.CommandContext(t.Context(), program, args...).CombinedOutput(); err != nil {
		t.Fatalf("soffice: %v\n%s", err, out)
	}
}
