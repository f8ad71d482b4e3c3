//go:build judges

package judges

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/test/internal/program"
)

// duckdb runs queries in a directory and returns each query's result as text.
func duckdb(t *testing.T, dir string, queries ...string) []string {
	t.Helper()
	script, err := filepath.Abs("testdata/duckdb.js")
	if err != nil {
		t.Fatal(err)
	}
	modules, err := filepath.Abs(filepath.Join(root, "tools/npm/node_modules"))
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("NODE_PATH", modules)
	out, err := run(t, dir, "node", append([]string{script}, queries...)...)
	results := strings.SplitAfter(out, "\n\n")
	if err != nil || len(results) != len(queries)+1 {
		t.Fatalf("DuckDB: %v\n%s", err, out)
	}
	for i := range results {
		results[i] = strings.TrimSuffix(results[i], "\n")
	}
	return results[:len(queries)]
}

// The commands in FILES.md's DuckDB section create the files that its queries read, and each query
// returns the result printed below it.
func TestDuckDBAnswersTheQueriesOfTheGuide(t *testing.T) {
	binary, err := program.Build(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(root, "docs/FILES.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(page), "### DuckDB over reports\n")
	section, _, _ = strings.Cut(section, "\n### ")
	dir := t.TempDir()
	var queries, want []string
	for _, block := range regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```$").FindAllStringSubmatch(section, -1) {
		switch kind, text := block[1], block[2]; kind {
		case "sh":
			cmd := exec.CommandContext(t.Context(), "sh", "-ec", text)
			cmd.Dir, cmd.Env = dir, append(os.Environ(), "PATH="+filepath.Dir(string(binary))+string(os.PathListSeparator)+os.Getenv("PATH"))
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
		case "sql":
			queries = append(queries, text)
		case "text":
			want = append(want, text)
		}
	}
	if len(queries) < 2 || len(want) != len(queries) {
		t.Fatalf("%d queries and %d results", len(queries), len(want))
	}
	for i, got := range duckdb(t, dir, queries...) {
		if got != want[i] {
			t.Errorf("%s\n%s\nwant\n%s", queries[i], got, want[i])
		}
	}
	var report struct {
		Total struct{ Liability struct{ Closing json.Number } }
	}
	out, err := binary.Run(t.Context(), "report", "--from", "2026-01-01", "--to", "2026-12-31", "--format", "json", filepath.Join(dir, "leases.csv"))
	if err == nil {
		err = json.Unmarshal([]byte(out.Stdout), &report)
	}
	if err != nil {
		t.Fatal(err)
	}
	total := duckdb(t, dir, `SELECT sum("liability.closing") FROM 'year.parquet'`)[0]
	if total != report.Total.Liability.Closing.String()+"0\n" {
		t.Errorf("the total is %s, and the report has %s", total, report.Total.Liability.Closing)
	}
}
