package notes

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/docs"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// METHOD 9: the method page lists exactly the notes that the package writes, in the same order as
// in a result.
func TestMethod9_PageListsEveryNote(t *testing.T) {
	t.Parallel()
	keys := noteKeys(t)
	for heading, functions := range map[string][]string{
		"note":                       {"reading", "options", "checks", "asc842", "gasb87", "frs102", "gasb96", "rounding"},
		"note on payments":           {"payments", "application", "funds"},
		"note on components and tax": {"sources"},
		"note on an event":           {"events", "measurement", "class", "asset"},
	} {
		var want, got []string
		for _, f := range functions {
			want = append(want, keys[f]...)
		}
		page := docs.Method
		if heading == "note" { // other tables have the same heading
			_, page, _ = strings.Cut(page, "\n## 9 ")
		}
		_, table, _ := strings.Cut(page, "| "+heading+" | given if | content |\n|---|---|---|\n")
		table, _, _ = strings.Cut(table, "\n\n")
		for row := range strings.SplitSeq(table, "\n") {
			key, _, _ := strings.Cut(strings.TrimPrefix(row, "| `"), "`")
			got = append(got, key)
		}
		if !slices.Equal(got, want) || len(want) == 0 {
			t.Errorf("the page lists under %q\n%v, and the code has\n%v", heading, got, want)
		}
	}
}

// noteKeys returns the keys of the notes that each function of the package writes, in order.
func noteKeys(t *testing.T) map[string][]string {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]string{"NoteClassOverride": schedule.NoteClassOverride, "NoteClassAgainstCriteria": schedule.NoteClassAgainstCriteria}
	position := map[string]int{"when": 1, "on": 1, "note": 0} // position of the key among the arguments
	keys := map[string][]string{}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			ast.Inspect(f, func(node ast.Node) bool {
				call, ok := node.(*ast.CallExpr)
				if !ok {
					return true
				}
				if method, ok := call.Fun.(*ast.SelectorExpr); ok {
					if at, writes := position[method.Sel.Name]; writes {
						switch key := call.Args[at].(type) {
						case *ast.BasicLit:
							text, err := strconv.Unquote(key.Value)
							if err != nil {
								t.Fatal(err)
							}
							keys[f.Name.Name] = append(keys[f.Name.Name], text)
						case *ast.SelectorExpr:
							keys[f.Name.Name] = append(keys[f.Name.Name], named[key.Sel.Name])
						}
					}
				}
				return true
			})
		}
	}
	return keys
}
