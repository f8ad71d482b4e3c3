//go:build judges

package judges

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/test/internal/program"
)

// exceljs, a JavaScript library for workbooks, opens every workbook that the program writes: the
// template, and each operation's workbook, if it has one.
func TestExceljsOpensEveryWorkbook(t *testing.T) {
	binary, err := program.Build(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	const lease = `{"id":"HQ-1","commencementDate":"2026-01-01","termMonths":24,"paymentAmount":10000,"discountRateAnnual":0.06}`
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for name, text := range map[string]string{
		"lease.json": lease, "theirs.csv": "Period,Payment,Interest,Balance\n1,10000,0,215000\n2,10000,1075,206075\n",
	} {
		if err := os.WriteFile(at(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var books []string
	for name, args := range map[string][]string{
		"template.xlsx": {"template"},
		"compute.xlsx":  {"compute", at("lease.json")},
		"compare.xlsx":  {"compare", at("lease.json")},
		"report.xlsx":   {"report", "--from", "2026-01-01", "--to", "2026-12-31", at("lease.json")},
		"verify.xlsx":   {"verify", at("lease.json"), "--against", at("theirs.csv")},
	} {
		out, err := binary.Run(t.Context(), append(args, "-o", at(name))...)
		if err != nil || !exists(at(name)) {
			t.Fatalf("%s: %v %+v", name, err, out)
		}
		books = append(books, at(name))
	}
	script, err := filepath.Abs("testdata/open-workbooks.js")
	if err != nil {
		t.Fatal(err)
	}
	modules, err := filepath.Abs(filepath.Join(root, "tools/npm/node_modules"))
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("NODE_PATH", modules)
	out, err := run(t, dir, "node", append([]string{script}, books...)...)
	if opened := strings.Count(out, "Leasehold: "); err != nil || opened != len(books) {
		t.Errorf("%d of %d workbooks were opened: %v\n%s", opened, len(books), err, out)
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
