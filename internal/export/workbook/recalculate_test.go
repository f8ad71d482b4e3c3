package workbook_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/sheettest"
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
		save(t, dir, s.name+".xlsx", sheettest.Retype(t, file, nil))
		changed := compute(t, changedBody(t, s))
		want[s.name+"_changed.xlsx"] = write(t, changed)
		save(t, dir, s.name+"_changed.xlsx", sheettest.Retype(t, file, typedValues(t, s.changes)))
	}
	sheettest.Recalculate(t, dir)
	figures := 0
	for name, file := range want {
		got, err := os.ReadFile(filepath.Join(dir, "out", name))
		if err != nil {
			t.Fatal(err)
		}
		changed := strings.HasSuffix(name, "_changed.xlsx")
		want, recalculated := sheettest.Read(t, file), sheettest.Read(t, got)
		figures += compare(t, name, want, recalculated, changed)
		verdicts := [3]string{recalculated["Check"]["B4"].Value, recalculated["Check"]["B5"].Value, recalculated["Check"]["B6"].Value}
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
func compare(t *testing.T, name string, want, got map[string]map[string]sheettest.Cell, changed bool) (figures int) {
	t.Helper()
	faults := 0
	for sheet, cells := range want {
		if changed && (sheet == "Check" || sheet == "Service") {
			continue
		}
		for ref, w := range cells {
			g := got[sheet][ref]
			if w.Formula == "" {
				continue
			}
			if strings.HasPrefix(g.Value, "#") || strings.HasPrefix(g.Value, "Err") {
				t.Errorf("%s: %s!%s: %s = %s", name, sheet, ref, w.Formula, g.Value)
				faults++
			}
			if changed && (strings.Contains(w.Formula, "inputState") || w.Formula == "exportResult") {
				continue // about the export
			}
			if w.Value == "" && sheet != "Journal" {
				continue // an intermediate, of which the service has no figure
			}
			figures++
			if !same(w.Value, g.Value) {
				t.Errorf("%s: %s!%s: %s = %q, the service says %q", name, sheet, ref, w.Formula, g.Value, w.Value)
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

// typedValues are what the cells hold after values were typed into them.
func typedValues(t *testing.T, changes map[string]any) map[string]string {
	t.Helper()
	typed := map[string]string{}
	for name, value := range changes {
		typed[name] = typedValue(t, name, value)
	}
	return typed
}

// typedValue is what a cell holds after a value was typed into it.
func typedValue(t *testing.T, name string, value any) string {
	t.Helper()
	switch v := value.(type) {
	case nil:
		return sheettest.Empty
	case bool:
		if v {
			return sheettest.Text("yes")
		}
		return sheettest.Text("no")
	case string:
		if name == "standard" {
			return sheettest.Text(strings.ReplaceAll(v, "_", " "))
		}
		if name != "commencementDate" {
			return sheettest.Text(v)
		}
		d, err := time.Parse(time.DateOnly, v)
		if err != nil {
			t.Fatal(err)
		}
		return sheettest.Number(int(d.Sub(time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)).Hours() / 24))
	default:
		return sheettest.Number(v)
	}
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
