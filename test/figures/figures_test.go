// Package figures tests that package figure has the program's only list of amounts.
package figures

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/leasehold-accounting/leasehold/figure"
)

const root = "../.."

// A new amount needs only a line in the list and its postings. The test adds an amount to a copy of
// the sources. It must then appear in every output: the response, the client, totals and merged
// totals, spreadsheet rows, the workbook and the text.
func TestFiguresMatchTheirPostings(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	changed := overlay(t, dir, map[string][2]string{
		"figure/list.go": {
			`	LiabilityPayments     = liability.has(`,
			`	LiabilityAdded        = liability.has("added", "Added", Increase)` + "\n",
		},
		"internal/engine/books/books.go": {
			`	t.Post(figure.LiabilityPayments, p.Payment)`,
			`	t.Post(figure.LiabilityAdded, p.Interest)` + "\n",
		},
	})
	command := exec.CommandContext(t.Context(), "go", "run", "-overlay", changed, "./internal/added")
	command.Dir = root
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]string{}
	for line := range strings.SplitSeq(strings.TrimSpace(string(out)), "\n") {
		name, value, _ := strings.Cut(line, " ")
		shown[name] = value
	}
	for _, name := range []string{"sum", "merged", "client"} {
		if shown[name] != shown["interest"] || shown[name] == "0.00" {
			t.Errorf("%s has %q, want %q", name, shown[name], shown["interest"])
		}
	}
	for _, name := range []string{"text", "csv", "Rollforwards", "Leases"} {
		if shown[name] != "true" {
			t.Errorf("%s does not show the figure: %q", name, shown[name])
		}
	}
}

// overlay writes copies of source files with text inserted before a line, and a program that prints
// the outputs. It returns the overlay file for the go command.
func overlay(t *testing.T, dir string, insert map[string][2]string) string {
	t.Helper()
	from, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	program, err := filepath.Abs("testdata/added.go")
	if err != nil {
		t.Fatal(err)
	}
	replace := map[string]string{filepath.Join(from, "internal", "added", "main.go"): program}
	for name, change := range insert {
		source, err := os.ReadFile(filepath.Join(from, name))
		if err != nil {
			t.Fatal(err)
		}
		before, after, found := strings.Cut(string(source), change[0])
		if !found {
			t.Fatalf("%s has no line %s", name, change[0])
		}
		copied := filepath.Join(dir, strings.ReplaceAll(name, "/", "_"))
		if err := os.WriteFile(copied, []byte(before+change[1]+change[0]+after), 0o600); err != nil {
			t.Fatal(err)
		}
		replace[filepath.Join(from, name)] = copied
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// In the API contract, each object with amounts has exactly the amounts in the list.
func TestTheContractHasTheListedFigures(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(root, "api", "openapi.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	type schema struct {
		Ref        string             `yaml:"$ref"`
		Required   []string           `yaml:"required"`
		Properties map[string]*schema `yaml:"properties"`
	}
	var contract struct {
		Components struct{ Schemas map[string]*schema }
	}
	if err := yaml.Unmarshal(text, &contract); err != nil {
		t.Fatal(err)
	}
	schemas := contract.Components.Schemas
	for _, name := range []string{"LeaseFigures", "GroupFigures", "TotalFigures"} {
		described := 0
		for _, s := range figure.Statements() {
			object := schemas[name]
			if s.Name != "" {
				object = schemas[strings.TrimPrefix(object.Properties[s.Name].Ref, "#/components/schemas/")]
			}
			listed := map[string]bool{}
			for _, c := range s.Figures {
				member := c.Name()
				if c.Array() != "" {
					member = c.Array()
				}
				listed[member] = true
				if object.Properties[member] == nil {
					t.Errorf("%s: the contract lacks %s", name, c)
				}
			}
			for member, p := range object.Properties {
				if p.Ref == "#/components/schemas/Amount" && !listed[member] && s.Name != "" {
					t.Errorf("%s: the contract has %s.%s, which is no figure", name, s.Name, member)
				}
			}
			described += len(listed)
		}
		if described < int(figure.Count())-4 { // the amounts for five years form one array in the contract
			t.Errorf("%s: %d figures only", name, described)
		}
	}
}
