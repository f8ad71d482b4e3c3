package layers

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
)

// named lists the files that may contain a standard's API name as a literal: the standard's rules,
// the table of fields, and examples of leases.
var named = []string{
	"standard", "internal/member",
	"internal/leasefile/template.go", "internal/console/workbench/samples.go", "internal/console/checking/checking.go",
}

// No other code lists standards by their API names. Such a list would lack a new standard, and it
// would print names that accountants do not use. Titles, paragraphs and choices are methods of the
// standard.
func TestOnlyRulesAndExamplesNameStandards(t *testing.T) {
	t.Parallel()
	names := map[string]bool{}
	for _, s := range leasehold.Standards() {
		names[`"`+s.String()+`"`] = true
	}
	root, found := os.DirFS("../.."), 0
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (name == "test" || name == "tools" || name == "node_modules" || len(name) > 1 && strings.HasPrefix(name, ".")):
			return fs.SkipDir
		case d.IsDir() || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		text, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, name, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			literal, ok := n.(*ast.BasicLit)
			if !ok || !names[literal.Value] {
				return true
			}
			found++
			if !slices.Contains(named, name) && !slices.Contains(named, path.Dir(name)) {
				t.Errorf("%s names the standard %s; ask leasehold.Standard", files.Position(literal.Pos()), literal.Value)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found < len(names) {
		t.Errorf("%d names of standards; this test has lost its subject", found)
	}
}
