package site

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/internal/console/addin"
	"github.com/leasehold-accounting/leasehold/internal/worksheet"
)

const officeLease = `{"id":"office-1","commencementDate":"2026-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06}`

// Every worksheet function, called from JavaScript on the engine that Excel loads, returns the
// program's result. For invalid input, the cell contains an error with the field's message.
func TestExcelFunctionsReturnTheProgramsAmounts(t *testing.T) {
	t.Parallel()
	dir := t.TempDir() // will contain the site's scripts as modules
	if err := os.CopyFS(dir, os.DirFS(folder)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "package.json"), []byte(`{"type":"module"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	lease := [][]any{{officeLease}}
	row := [][]any{{"Commencement date", "Term (months)", "Payment", "Discount rate"}, {46023, 60, 10000, 0.06}}
	term0 := `{"commencementDate":"2026-01-01","termMonths":0,"paymentAmount":10000,"discountRateAnnual":0.06}`
	headings := row[0]
	wrong := map[string][][]any{ // failing calls, by expected message
		"termMonths: 0 is out of range": {{term0}}, "lease: is required": {{""}}, "lease: a single cell must contain the lease as JSON": {{"#REF!"}},
		"not valid JSON": {{`{"termMonths":`}}, "lease: must be one row": {headings, row[1], row[1]}, "Payment: \"#N/A\" is a spreadsheet error": {headings, {46023, 60, "#N/A", 0.06}},
		"Discount rate: 6 would be 600%": {headings, {46023, 60, 10000, 6}}, "Commencement date: is required": {headings, {"", 60, 10000, 0.06}},
	}
	days := map[string]any{
		"is required": "", "is not a date": "2026-13-01", "has a time of day": 46112.5, "not true or false": true,
	}
	var calls [][]any
	says := map[int]string{} // each failing call's expected message, by index
	for _, f := range worksheet.Functions() {
		dated := len(f.Parameters) > 1
		with := func(lease [][]any, day any) []any {
			if dated {
				return []any{f.Name, lease, day}
			}
			return []any{f.Name, lease}
		}
		calls = append(calls, with(lease, "2026-03-31"), with(row, 46112))
		for text, lease := range wrong {
			says[len(calls)] = text
			calls = append(calls, with(lease, "2026-03-31"))
		}
		if !dated {
			continue
		}
		if f.Parameters[1].Optional {
			calls = append(calls, []any{f.Name, lease})
		}
		for text, day := range days {
			if text != "is required" || !f.Parameters[1].Optional {
				says[len(calls)] = f.Parameters[1].Name + ": "
			}
			calls = append(calls, with(lease, day))
		}
	}
	encoded, err := json.Marshal(calls)
	if err != nil {
		t.Fatal(err)
	}
	driver, err := filepath.Abs("testdata/excel.mjs")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "node", driver, dir, file(t, "calls.json", string(encoded)))
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var answers []struct {
		Value         any
		Code, Message string
	}
	if err := json.Unmarshal(out, &answers); err != nil || len(answers) != len(calls) {
		t.Fatalf("%v: %s", err, out)
	}
	failed := 0
	for i, call := range calls {
		arguments := []any{call[1]}
		if len(call) > 2 {
			arguments = append(arguments, [][]any{{call[2]}})
		}
		given, err := json.Marshal(arguments)
		if err != nil {
			t.Fatal(err)
		}
		var want struct {
			Rows  [][]any
			Error string
		}
		if err := json.Unmarshal(worksheet.Answer(call[0].(string), given), &want); err != nil {
			t.Fatal(err)
		}
		got := answers[i]
		switch {
		case want.Error != "":
			failed++
			if got.Code != "#VALUE!" || got.Message != want.Error || !strings.Contains(want.Error, says[i]) || says[i] == "" {
				t.Errorf("%v: %+v, want %s", call, got, want.Error)
			}
		case says[i] != "":
			t.Errorf("%v: %.200v, want %s", call, got.Value, says[i])
		case len(want.Rows) == 1:
			if got.Value != want.Rows[0][0] {
				t.Errorf("%v: %+v, want %v", call, got, want.Rows)
			}
		case fmt.Sprint(got.Value) != fmt.Sprint(want.Rows):
			t.Errorf("%v: %.200v, want %.200v", call, got.Value, want.Rows)
		}
	}
	if failed != len(says) {
		t.Errorf("%d of %d calls failed, want %d", failed, len(calls), len(says))
	}
}

// The manifest is well-formed. Every address in the manifest leads to a file in the folder, and
// every name that the manifest uses is defined.
func TestTheManifestNamesTheFoldersFiles(t *testing.T) {
	t.Parallel()
	in, err := os.Open(filepath.Join(folder, "excel/manifest.xml"))
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close() //nolint:errcheck // the file is only read
	defined, used := map[string]bool{}, map[string]bool{}
	files := 0
	for d := xml.NewDecoder(in); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		for _, a := range start.Attr {
			switch a.Name.Local {
			case "id":
				defined[a.Value] = true
			case "resid":
				used[a.Value] = true
			case "DefaultValue":
				name, own := strings.CutPrefix(a.Value, addin.Elsewhere+"/")
				if !own {
					continue
				}
				files++
				if _, err := os.Stat(filepath.Join(folder, path.Clean(name))); err != nil {
					t.Errorf("%s: %v", a.Value, err)
				}
			}
		}
	}
	for name := range used {
		if !defined[name] {
			t.Errorf("%s is not defined", name)
		}
	}
	if files < 8 || len(used) < 8 {
		t.Errorf("%d files, %d names", files, len(used))
	}
}
