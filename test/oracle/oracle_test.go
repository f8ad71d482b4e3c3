package oracle_test

import (
	"fmt"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/internal/doctor"
	"github.com/leasehold-accounting/leasehold/test/internal/leases"
	"github.com/leasehold-accounting/leasehold/test/oracle"
)

func byPath(figures []oracle.Figure) map[string]string {
	all := map[string]string{}
	for _, f := range figures {
		all[f.Path] = f.Text
	}
	return all
}

// solved returns the oracle's figures for a lease, by path. The test fails if the engine's differ.
func solved(t *testing.T, body string) map[string]string {
	t.Helper()
	if _, faults := compareLease([]byte(body), false); len(faults) > 0 {
		t.Fatalf("%q in %s", faults, body)
	}
	a, _ := leases.Solve(body) // compareLease has returned the error
	return byPath(a.Compute())
}

// span returns the oracle's figures for a report on the leases in the list, by path. The string
// others contains additional request fields. The test fails if the engine's figures differ.
func span(t *testing.T, from, to, others, list string) map[string]string {
	t.Helper()
	request := fmt.Sprintf(`{"from":%q,"to":%q%s,"leases":[%s]}`, from, to, others, list)
	if _, faults := compareReport([]byte(request)); len(faults) > 0 {
		t.Fatalf("%q in %s", faults, request)
	}
	figures, _ := reportFigures(request) // compareReport has returned the error
	return figures
}

func wantFigures(t *testing.T, what string, got, want map[string]string) {
	t.Helper()
	for path, text := range want {
		if got[path] != text {
			t.Errorf("%s: %s = %s, want %s", what, path, got[path], text)
		}
	}
}

// Engine and oracle agree with examples from textbooks, standards and audited financial statements.
func TestPublishedExamples(t *testing.T) {
	t.Parallel()
	examples, err := doctor.Examples()
	if err != nil {
		t.Fatal(err)
	}
	for i := range examples {
		outcome, err := doctor.Check(&examples[i])
		if err != nil || len(outcome.Faults) > 0 {
			t.Errorf("%s: %v %v", examples[i].ID, outcome.Faults, err)
		}
		solved(t, string(examples[i].Request))
	}
}

// The oracle's files do not import the engine.
func TestSourcesImportNothingOfTheEngine(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no sources: %v", err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range parsed.Imports {
			if strings.Contains(spec.Path.Value, ".") {
				t.Errorf("%s imports %s; the oracle may use the standard library only", file, spec.Path.Value)
			}
		}
	}
}
