package workbook_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/workbook"
)

var leases = flag.Int("leases", len(samples), "how many leases LibreOffice recalculates")

var options = workbook.Options{Currency: "USD", Version: "test"}

// An auditor who trusts nobody recalculates. Every value is taken out of the
// workbook, LibreOffice computes it from the inputs alone, and each cell that
// carries a figure is the service's to the cent; likewise after inputs were
// changed in the sheet, against what the service computes for the changed
// lease. A workbook whose inputs were changed still holds together, and no
// longer compares itself with the export.
func TestLibreOfficeRecalculatesTheServicesFigures(t *testing.T) {
	t.Parallel()
	list := samples[:min(*leases, len(samples))]
	if more := *leases - len(samples); more > 0 {
		list = append(slices.Clip(list), randomSamples(more)...)
	}
	dir := t.TempDir()
	want := map[string][]byte{}
	for _, s := range list {
		r := compute(t, s.body)
		file := write(t, r)
		want[s.name+".xlsx"] = file
		save(t, dir, s.name+".xlsx", retyped(t, file, nil))
		changed := compute(t, changedBody(t, s))
		want[s.name+"_changed.xlsx"] = write(t, changed)
		save(t, dir, s.name+"_changed.xlsx", retyped(t, file, s.changes))
	}
	recalculate(t, dir)
	figures := 0
	for name, file := range want {
		got, err := os.ReadFile(filepath.Join(dir, "out", name))
		if err != nil {
			t.Fatal(err)
		}
		changed := strings.HasSuffix(name, "_changed.xlsx")
		want, recalculated := readCells(t, file), readCells(t, got)
		figures += compare(t, name, want, recalculated, changed)
		verdicts := [3]string{recalculated["Check"]["B4"].value, recalculated["Check"]["B5"].value, recalculated["Check"]["B6"].value}
		if changed && verdicts != [3]string{"OK", "not compared", "changed since export"} || !changed && verdicts != [3]string{"OK", "OK", "as exported"} {
			t.Errorf("%s: the verdicts are %q", name, verdicts)
		}
	}
	t.Logf("%d leases, %d formula cells with a figure", 2*len(list), figures)
}

func write(t *testing.T, r *leasehold.Result) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := workbook.Write(&file, r, options); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// compare holds what was recalculated against the values that the workbook was
// written with. What compares with the service is left out where the inputs
// are no longer the export's.
func compare(t *testing.T, name string, want, got map[string]map[string]cell, changed bool) (figures int) {
	t.Helper()
	faults := 0
	for sheet, cells := range want {
		if changed && (sheet == "Check" || sheet == "Service") {
			continue
		}
		for ref, w := range cells {
			g := got[sheet][ref]
			if w.formula == "" {
				continue
			}
			if strings.HasPrefix(g.value, "#") || strings.HasPrefix(g.value, "Err") {
				t.Errorf("%s: %s!%s: %s = %s", name, sheet, ref, w.formula, g.value)
				faults++
			}
			if changed && (strings.Contains(w.formula, "inputState") || w.formula == "exportResult") {
				continue // about the export
			}
			if w.value == "" && sheet != "Journal" {
				continue // an intermediate, of which the service has no figure
			}
			figures++
			if !same(w.value, g.value) {
				t.Errorf("%s: %s!%s: %s = %q, the service says %q", name, sheet, ref, w.formula, g.value, w.value)
				faults++
			}
			if faults > 20 {
				t.Fatalf("%s: and more", name)
			}
		}
	}
	return figures
}

// same compares amounts to the cent, and rates and counts to twelve digits.
func same(want, got string) bool {
	w, err := strconv.ParseFloat(want, 64)
	if err != nil {
		return want == got
	}
	g, err := strconv.ParseFloat(got, 64)
	if err != nil {
		return false
	}
	if math.Abs(w) < 1 {
		return math.Abs(w-g) < 1e-12
	}
	return math.Abs(w-g) < 0.004
}

// retyped types into the sheet Lease as a person does, and takes every value
// beside a formula away.
func retyped(t *testing.T, file []byte, changes map[string]any) []byte {
	t.Helper()
	in, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	names := string(part(t, in, "xl/workbook.xml"))
	typed := map[string]string{}
	for name, value := range changes {
		row := between(between(names, `name="`+name+`"`, "</definedName>"), "Lease!$B$", "\n")
		if row == "" {
			t.Fatalf("no cell is named %s", name)
		}
		typed["B"+row] = typedValue(t, name, value)
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range in.File {
		content := string(part(t, in, f.Name))
		if strings.HasPrefix(f.Name, "xl/worksheets/sheet") {
			content = withoutValues(t, content)
		}
		if f.Name == "xl/worksheets/sheet1.xml" {
			content = withTyped(t, content, typed)
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

// typedValue is what a cell holds after a value was typed into it.
func typedValue(t *testing.T, name string, value any) string {
	t.Helper()
	switch v := value.(type) {
	case nil:
		return "></c>"
	case bool:
		if v {
			return inline("yes")
		}
		return inline("no")
	case string:
		if name == "standard" {
			return inline(strings.ReplaceAll(v, "_", " "))
		}
		if name != "commencementDate" {
			return inline(v)
		}
		d, err := time.Parse(time.DateOnly, v)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("><v>%d</v></c>", int(d.Sub(time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)).Hours()/24))
	default:
		return fmt.Sprintf("><v>%v</v></c>", v)
	}
}

func inline(text string) string { return ` t="inlineStr"><is><t>` + text + `</t></is></c>` }

// withTyped puts values into cells and keeps their looks.
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

// storedValue is the value of a cell with a formula.
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

// changedBody is the lease as it reads after the changes.
func changedBody(t *testing.T, s sample) string {
	t.Helper()
	lease := map[string]json.RawMessage{}
	if err := json.Unmarshal([]byte(s.body), &lease); err != nil {
		t.Fatal(err)
	}
	for name, value := range s.changes {
		if value == nil {
			delete(lease, name)
			continue
		}
		raw, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		lease[name] = raw
	}
	body, err := json.Marshal(lease)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func save(t *testing.T, dir, name string, file []byte) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), file, 0o600); err != nil {
		t.Fatal(err)
	}
}

// recalculate lets LibreOffice load and save every workbook of a folder, in
// one run.
func recalculate(t *testing.T, dir string) {
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
	if out, err := exec.CommandContext(t.Context(), program, args...).CombinedOutput(); err != nil {
		t.Fatalf("soffice: %v\n%s", err, out)
	}
}
