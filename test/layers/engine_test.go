package layers

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// layers lists the packages that compute a lease, from the lowest layer up. A package may import
// only packages that precede it in this list. For example, the package for values does not import
// the package for their operations, and the package for outstanding payments does not import the
// measurement package.
var layers = []string{
	"standard", "lease", "schedule", "internal/engine/months", "internal/engine/owed", "internal/engine/measure",
	"internal/engine/books", "internal/engine/notes", "",
}

func TestEngineImportsPointDown(t *testing.T) {
	t.Parallel()
	const module = "github.com/leasehold-accounting/leasehold"
	upward, imports := 0, 0
	for rank, layer := range layers {
		files, err := filepath.Glob(filepath.Join("../..", layer, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			for _, spec := range file.Imports {
				path, err := strconv.Unquote(spec.Path.Value)
				if err != nil {
					t.Fatal(err)
				}
				path, inside := strings.CutPrefix(path, module)
				at := slices.Index(layers, strings.TrimPrefix(path, "/"))
				if !inside || at < 0 {
					continue
				}
				imports++
				if at >= rank {
					upward++
					t.Errorf("%s imports %s, which is above it", name, path)
				}
			}
		}
	}
	if imports < 2*len(layers) {
		t.Errorf("found %d imports between %d layers", imports, len(layers))
	}
	left, err := os.ReadDir("../../internal/engine")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range left {
		if !slices.Contains(layers, "internal/engine/"+e.Name()) {
			t.Errorf("internal/engine/%s is in no layer", e.Name())
		}
	}
	t.Logf("%d imports between layers, %d of them upward", imports, upward)
}
