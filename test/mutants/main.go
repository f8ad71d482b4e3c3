// Command mutants changes one operation in a package at a time and runs tests that must then fail.
// The operations are comparisons, signs, conditions, and additions and subtractions of amounts.
//
//	go run ./test/mutants -n 100 -tests ./test/method -tests ./test/engine ./internal/engine/books
//
// It prints each change that no test detects. Some of these changes do not affect any result.
//
// With -defects, it makes the changes in [defects] instead, and runs the fault test for each.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// mutant is a change to one operation in a file.
type mutant struct {
	file     string
	offset   int
	from, to string
	at       token.Position
}

// changes maps each operation to its replacement. Add and Sub are methods of amounts.
var changes = map[string]string{
	"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "+": "-", "-": "+", "&&": "||", "||": "&&", "Add": "Sub", "Sub": "Add",
}

func main() {
	count := flag.Int("n", 50, "mutants of each package, at random")
	seed := flag.Uint64("seed", 1, "of the choice")
	var tests []string
	flag.Func("tests", "another package with tests; may be repeated", func(dir string) error {
		tests = append(tests, dir)
		return nil
	})
	deliberate := flag.Bool("defects", false, "break promises of the service and run the fault tests")
	flag.Parse()
	if *deliberate {
		if err := tryDefects(); err != nil {
			fmt.Fprintln(os.Stderr, "mutants:", err)
			os.Exit(1)
		}
	}
	for _, dir := range flag.Args() {
		judges := append([]string{dir}, tests...)
		err := try(dir, judges, *count, rand.New(rand.NewPCG(*seed, 0))) //nolint:gosec // the choice must be reproducible, not secret
		if err != nil {
			fmt.Fprintln(os.Stderr, "mutants:", err)
			os.Exit(1)
		}
	}
}

// try runs the tests of the packages in the judges list on mutants of a package.
func try(dir string, judges []string, count int, random *rand.Rand) error {
	all, err := mutantsOf(dir)
	if err != nil {
		return err
	}
	judge := append([]string{"test", "-short", "-failfast", "-vet=off", "-timeout", "10m"}, judges...)
	if err := run(judge...); err != nil {
		return fmt.Errorf("the tests fail without a change: %w", err)
	}
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	scratch, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch) //nolint:errcheck // the system deletes temporary directories
	found, missed := 0, 0
	for _, m := range all {
		if found+missed == count {
			break
		}
		overlay, err := m.write(scratch)
		if err != nil {
			return err
		}
		if run("build", "-overlay", overlay, dir) != nil {
			continue // the replacement does not compile, because the operands have a different type
		}
		if run(append([]string{"test", "-overlay", overlay}, judge[1:]...)...) != nil {
			found++
			continue
		}
		missed++
		fmt.Printf("%s: %s as %s\n", m.at, m.from, m.to)
	}
	fmt.Printf("%s: %d of %d mutants found\n", dir, found, found+missed)
	return nil
}

// run runs the go command. It prevents failing property tests from writing files.
func run(args ...string) error {
	command := exec.Command("go", args...) //nolint:gosec,noctx // these arguments are this program's own arguments
	command.Env = append(os.Environ(), "RAPID_NOFAILFILE=true")
	return command.Run()
}

// mutantsOf returns the mutants of a package's files.
func mutantsOf(dir string) (list []mutant, err error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		set := token.NewFileSet()
		tree, err := parser.ParseFile(set, file, nil, 0)
		if err != nil {
			return nil, err
		}
		add := func(pos token.Pos, from string) {
			if to := changes[from]; to != "" {
				at := set.Position(pos)
				list = append(list, mutant{file, at.Offset, from, to, at})
			}
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BinaryExpr:
				add(n.OpPos, n.Op.String())
			case *ast.SelectorExpr:
				add(n.Sel.Pos(), n.Sel.Name)
			}
			return true
		})
	}
	return list, err
}

// write writes the changed file into a temporary directory. It returns the path of an overlay file,
// which makes the go command use the changed file instead of the original.
func (m *mutant) write(scratch string) (overlay string, err error) {
	text, err := os.ReadFile(m.file)
	if err != nil {
		return "", err
	}
	original, err := filepath.Abs(m.file)
	if err != nil {
		return "", err
	}
	changed := filepath.Join(scratch, "changed.go")
	text = append(append(append([]byte(nil), text[:m.offset]...), m.to...), text[m.offset+len(m.from):]...)
	if err := os.WriteFile(changed, text, 0o600); err != nil { //nolint:gosec // the file is in a temporary directory
		return "", err
	}
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {original: changed}})
	if err != nil {
		return "", err
	}
	overlay = filepath.Join(scratch, "overlay.json")
	return overlay, os.WriteFile(overlay, replace, 0o600)
}
