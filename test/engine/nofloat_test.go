package engine_test

import (
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// METHOD 1: no amount is computed in binary floating point. The engine's packages use no
// floating-point type or constant, and import no package that computes in floating point, so the
// same input gives the same bytes on every platform.
func TestMethod1_NoBinaryFloatingPoint(t *testing.T) {
	t.Parallel()
	seen := 0
	for _, pattern := range []string{"*.go", "standard/*.go", "lease/*.go", "schedule/*.go", "internal/engine/*.go", "internal/engine/*/*.go", "money/*.go", "internal/strict/*.go", "internal/pv/*.go", "portfolio/*.go", "reperform/*.go", "treatments/*.go"} {
		files, err := filepath.Glob("../../" + pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			seen++
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, found := range floats(file) {
				t.Errorf("%s: %s", name, found)
			}
		}
	}
	if seen < 15 {
		t.Errorf("read %d files; the engine has more", seen)
	}
}

func floats(file *ast.File) (found []string) {
	for _, imp := range file.Imports {
		if path := strings.Trim(imp.Path.Value, `"`); path == "math" || path == "math/cmplx" || path == "unsafe" {
			found = append(found, "imports "+path)
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			for _, bad := range []string{"float", "complex"} {
				if strings.Contains(strings.ToLower(n.Name), bad) {
					found = append(found, "names "+n.Name)
				}
			}
		case *ast.BasicLit:
			// The constant 1e17 is allowed: the compiler converts it to an integer.
			if v := constant.MakeFromLiteral(n.Value, n.Kind, 0); n.Kind == token.FLOAT && constant.ToInt(v).Kind() != constant.Int {
				found = append(found, "writes "+n.Value)
			}
		}
		return true
	})
	return found
}
