package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// promise is a statement in docs/SPEC.md with its test. A statement is a table row or a sentence,
// including sentences in list items.
type promise struct {
	section string // number of the heading above the statement; "0" before the first heading
	says    string // a table row's first cell, or a sentence's first words
	holds   func(t *testing.T)
}

func promises() []promise {
	return slices.Concat(promisesOfTheService(), promisesOfFigures(), promisesOfTheEndpoints(), promisesOfIdempotency(),
		promisesOfAuthentication(), promisesOfErrors(), promisesOfLimits(), promisesOfTheAdditions(), promisesOfAdministration())
}

// TestSpec checks that the running program keeps every promise of SPEC.
func TestSpec(t *testing.T) {
	t.Parallel()
	for _, p := range promises() {
		t.Run(fmt.Sprintf("%s %.40s", p.section, p.says), func(t *testing.T) {
			t.Parallel()
			p.holds(t)
		})
	}
}

// TestEverySentenceOfTheSpecHasATest checks that every statement of SPEC has a test, and that SPEC
// contains every statement that a test quotes.
func TestEverySentenceOfTheSpecHasATest(t *testing.T) {
	t.Parallel()
	contract, err := os.ReadFile("../../docs/SPEC.md")
	if err != nil {
		t.Fatal(err)
	}
	statements := statementsOf(string(contract))
	if len(statements) < 150 {
		t.Fatalf("only %d statements were found in docs/SPEC.md", len(statements))
	}
	claimed := make([]int, len(statements))
	for _, p := range promises() {
		var hits int
		for i, s := range statements {
			if s.section == p.section && s.begins(p.says) {
				claimed[i]++
				hits++
			}
		}
		if hits != 1 {
			t.Errorf("section %s, %q: %d statements of docs/SPEC.md begin so", p.section, p.says, hits)
		}
		if p.holds == nil {
			t.Errorf("section %s, %q has no test", p.section, p.says)
		}
	}
	for i, s := range statements {
		if claimed[i] != 1 {
			t.Errorf("section %s: %d tests for %q", s.section, claimed[i], s.text)
		}
	}
}

type statement struct {
	section string
	text    string
	row     bool // whether the text is a table row's first cell
}

// begins reports whether a promise's quote identifies the statement. In a table row, the quote must
// be the whole first cell. In a sentence, the quote must contain at least the first two words.
func (s statement) begins(quote string) bool {
	if s.row {
		return s.text == quote
	}
	return strings.Contains(quote, " ") && strings.HasPrefix(s.text, quote)
}

var (
	sectionHeading = regexp.MustCompile(`^#{2,3} (\d+(?:\.\d+)?)`)
	listMark       = regexp.MustCompile(`^(?:- |\d+\. )`)
	tableRule      = regexp.MustCompile(`^\|[-|]+\|$`)
	sentenceEnd    = regexp.MustCompile(`\. ([A-Z(])`)
)

// statementsOf returns SPEC's statements. It omits block quotes, because they describe the page
// itself, and code blocks, because TestSpec11_TheExamplesCompute tests them.
func statementsOf(markdown string) []statement {
	var found []statement
	section, code := "0", false
	for line := range strings.Lines(markdown) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "```") {
			code = !code
			continue
		}
		if m := sectionHeading.FindStringSubmatch(line); m != nil {
			section = m[1]
		}
		switch {
		case code || line == "" || strings.HasPrefix(line, "#") || strings.HasPrefix(line, ">"):
			continue
		case tableRule.MatchString(line):
			found = found[:len(found)-1] // the row above the rule is the table's header
		case strings.HasPrefix(line, "|"):
			cell, _, _ := strings.Cut(strings.Trim(line, "| "), " |")
			found = append(found, statement{section, cell, true})
		default:
			line = listMark.ReplaceAllString(line, "")
			line = sentenceEnd.ReplaceAllString(line, ".\x00$1")
			for sentence := range strings.SplitSeq(line, "\x00") {
				found = append(found, statement{section, sentence, false})
			}
		}
	}
	return found
}

// testedIn marks a sentence that is checked by other tests of a package. These tests must exist.
func testedIn(directory string, names ...string) func(*testing.T) {
	return func(t *testing.T) {
		t.Helper()
		files, err := filepath.Glob(filepath.Join("../..", directory, "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		var sources strings.Builder
		for _, file := range files {
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			sources.Write(source)
		}
		for _, name := range names {
			if !strings.Contains(sources.String(), "\nfunc "+name+"(t *testing.T) {") {
				t.Errorf("%s has no test %s", directory, name)
			}
		}
	}
}

// both combines two tests of one sentence.
func both(first, second func(*testing.T)) func(*testing.T) {
	return func(t *testing.T) {
		t.Helper()
		first(t)
		second(t)
	}
}

// informative marks a sentence that promises nothing about the program, or that refers to another
// document.
func informative(why string) func(*testing.T) {
	return func(t *testing.T) { t.Helper(); t.Log("nothing to hold: " + why) }
}
