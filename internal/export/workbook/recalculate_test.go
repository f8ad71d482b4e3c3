package workbook_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/workbook"
)

var leases = flag.Int("leases", len(samples), "how many leases LibreOffice recalculates")

var options = workbook.Options{Currency: "USD", Version: "test"}

// An auditor who trusts nobody recalculates. Every value is taken out of the
// workbook, LibreOffice computes it from the inputs alone, and each cell that
// carries a figure is the service's to the cent; so too after inputs were
// changed in the sheet, against what the service computes for the changed
// lease.
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
		figures += compare(t, name, readCells(t, file), readCells(t, got), changed)
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
			if changed && sheet == "Summary" && w.value == "OK" {
				continue // the verdict of Check
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
// that stands beside a formula away.
func retyped(t *testing.T, file []byte, changes map[string]any) []byte {
	t.Helper()
	f, err := excelize.OpenReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // it was only read
	cells := map[string]string{}
	for _, n := range f.GetDefinedName() {
		if at, ok := strings.CutPrefix(n.RefersTo, "Lease!$B$"); ok {
			cells[n.Name] = "B" + at
		}
	}
	for name, value := range changes {
		at, ok := cells[name]
		if !ok {
			t.Fatalf("no cell is named %s", name)
		}
		if name == "commencementDate" {
			text, _ := value.(string)
			d, err := time.Parse(time.DateOnly, text)
			if err != nil {
				t.Fatal(err)
			}
			value = int(d.Sub(time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)).Hours() / 24)
		}
		if err := f.SetCellValue("Lease", at, value); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.UpdateLinkedValue(); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if _, err := f.WriteTo(&out); err != nil {
		t.Fatal(err)
	}
	for _, sheet := range readCells(t, out.Bytes()) {
		for ref, c := range sheet {
			if c.formula != "" && c.value != "" {
				t.Fatalf("%s kept its value %s", ref, c.value)
			}
		}
	}
	return out.Bytes()
}

// changedBody is the lease as it reads after the changes.
func changedBody(t *testing.T, s sample) string {
	t.Helper()
	lease := map[string]json.RawMessage{}
	if err := json.Unmarshal([]byte(s.body), &lease); err != nil {
		t.Fatal(err)
	}
	for name, value := range s.changes {
		if strings.Contains(name, "Further") {
			continue
		}
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
