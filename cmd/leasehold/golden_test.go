package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
)

var update = flag.Bool("update", false, "rewrite the golden responses")

const goldenDir = "testdata/golden"

// golden lists the examples with a stored response in testdata. The examples are an operating lease, a finance
// lease with a residual value guarantee, and a published IFRS 16 example. The oracle tests cover all other
// leases.
var golden = []string{"office.json", "printing-press.json", "ifrs16-ie13.json"}

// The stored responses and the rules revision change together: if an amount changes, the revision
// must change. Explanatory text may change within a revision.
func TestFiguresChangeOnlyWithTheRulesRevision(t *testing.T) {
	t.Parallel()
	revisionFile := filepath.Join(goldenDir, "REVISION")
	kept, err := os.ReadFile(revisionFile)
	if err != nil && !*update {
		t.Fatal(err)
	}
	sameRevision := strings.TrimSpace(string(kept)) == strconv.Itoa(leasehold.RulesRevision)
	for _, name := range golden {
		got := indent(t, runOK(t, nil, "compute", "--format", "json", filepath.Join("../../docs/examples", name)))
		file := filepath.Join(goldenDir, name)
		want, err := os.ReadFile(file)
		switch {
		case err != nil && !*update:
			t.Errorf("%s has no golden answer: run this test with -update", name)
		case err == nil && sameRevision && figures(t, got, "input") == figures(t, want, "input") && figures(t, got, "") != figures(t, want, ""):
			t.Errorf("a figure of %s changed: %s\n"+
				"If that is meant, raise RulesRevision in leasehold.go and run this test with -update.", name, firstDifference(got, want))
			continue
		case !*update && !bytes.Equal(got, want):
			t.Errorf("the answer to %s changed: %s\nIf that is meant, run this test with -update.", name, firstDifference(got, want))
		}
		if *update {
			writeFile(t, file, got)
		}
	}
	if !*update && !sameRevision {
		t.Errorf("RulesRevision is %d, the golden answers are of revision %s: run this test with -update",
			leasehold.RulesRevision, bytes.TrimSpace(kept))
	}
	if *update && !t.Failed() {
		writeFile(t, revisionFile, fmt.Appendf(nil, "%d\n", leasehold.RulesRevision))
	}
}

// leases.ndjson and leases.csv contain the same leases as the single-lease example files, so that users can try
// every interface with the same leases.
func TestExampleFilesHoldTheSameLeases(t *testing.T) {
	t.Parallel()
	want := map[string]int{}
	for _, name := range exampleNames(t) {
		want[string(runOK(t, nil, "compute", "--format", "json", filepath.Join("../../docs/examples", name)))]++
	}
	for _, args := range [][]string{
		{"compute", "--format", "ndjson", "../../docs/examples/leases.ndjson"},
		{"compute", "--format", "ndjson", "--from", "../../docs/examples/leases.csv"},
	} {
		got := 0
		for line := range strings.Lines(string(runOK(t, nil, args...))) {
			if rest, ok := strings.CutPrefix(line, `{"id":"`); ok { // the id of the row, which the input and the memos repeat
				id, rest, _ := strings.Cut(rest, `",`)
				line = strings.NewReplacer(`"input":{"id":"`+id+`",`, `"input":{`, `"memo":"`+id+`: `, `"memo":"`).Replace("{" + rest)
			}
			if want[line] != 1 {
				t.Errorf("%s: a lease without a separate file: %.200s", args, line)
			}
			got++
		}
		if got != len(want) {
			t.Errorf("%s: %d leases, want %d", args, got, len(want))
		}
	}
}

// exampleNames returns the names of the example files that contain one lease.
func exampleNames(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("../../docs/examples/*.json")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 8 {
		t.Fatalf("only %d examples", len(files))
	}
	for i := range files {
		files[i] = filepath.Base(files[i])
	}
	return files
}

// runOK runs the program, fails the test if the exit status is not 0, and returns the output.
func runOK(t *testing.T, stdin []byte, args ...string) []byte {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if code := run(t.Context(), args, bytes.NewReader(stdin), &stdout, &stderr); code != exitOK {
		t.Fatalf("leasehold %s: exit status %d: %s", strings.Join(args, " "), code, &stderr)
	}
	return stdout.Bytes()
}

func indent(t *testing.T, body []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := json.Indent(&out, body, "", " "); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// wording contains the names of the response fields with explanatory text.
var wording = map[string]bool{
	"citations": true, "notes": true, "rationale": true, "detail": true, "citation": true, "label": true, "memo": true,
}

// figures returns a JSON object as text, without the fields that contain explanatory text. If member is the
// name of a field, the result contains only that field.
func figures(t *testing.T, body []byte, member string) string {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	var answer map[string]any
	if err := d.Decode(&answer); err != nil {
		t.Fatal(err)
	}
	if member != "" {
		return fmt.Sprint(answer[member])
	}
	return fmt.Sprint(withoutWording(answer)) // fmt prints a map in key order
}

func withoutWording(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for name := range v {
			if wording[name] {
				delete(v, name)
			} else {
				v[name] = withoutWording(v[name])
			}
		}
	case []any:
		for i := range v {
			v[i] = withoutWording(v[i])
		}
	}
	return v
}

// firstDifference returns the first line that differs between two responses.
func firstDifference(got, want []byte) string {
	a, b := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("line %d is %q, was %q", i+1, strings.TrimSpace(a[i]), strings.TrimSpace(b[i]))
		}
	}
	return fmt.Sprintf("%d lines, were %d", len(a), len(b))
}

func writeFile(t *testing.T, name string, body []byte) {
	t.Helper()
	if err := os.WriteFile(name, body, 0o600); err != nil {
		t.Fatal(err)
	}
}
