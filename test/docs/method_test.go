package docs

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	pages "github.com/leasehold-accounting/leasehold/docs"
)

var (
	methodHeading   = regexp.MustCompile(`^## (\d+) `)
	methodParagraph = regexp.MustCompile(`^(\d+)\.(\d+) \S`)
	methodTest      = regexp.MustCompile(`(?m)^func (?:Test|Fuzz)Method(\d+)((?:_\d+)*)_[A-Z]\w*\(`)
)

// firstWithParagraphs is METHOD's first section in which every paragraph has its own test. Earlier
// sections have one test per section.
const firstWithParagraphs = 12

// Every section of METHOD has a test with the section's number in its name. From section 12 on,
// every numbered paragraph has such a test. No test names a section or paragraph that does not
// exist.
func TestEverySectionOfTheMethodHasATest(t *testing.T) {
	t.Parallel()
	text := pages.Method
	sections, paragraphs, named := map[string]bool{}, map[string]bool{}, map[string]bool{}
	section, last := "", 0
	for line := range strings.Lines(text) {
		if m := methodHeading.FindStringSubmatch(line); m != nil {
			section, last = m[1], 0
			sections[section] = true
		}
		if m := methodParagraph.FindStringSubmatch(line); m != nil && m[1] == section && m[2] == strconv.Itoa(last+1) {
			paragraphs[m[1]+"."+m[2]] = true // otherwise, a number at the start of a line of text could be mistaken for a paragraph number
			last++
		}
	}
	if len(sections) < 27 || len(paragraphs) < 100 {
		t.Fatalf("only %d sections and %d paragraphs were found in the method", len(sections), len(paragraphs))
	}
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && (entry.Name() == "node_modules" || entry.Name() == ".git") {
			return fs.SkipDir
		}
		if !strings.HasSuffix(path, "_test.go") {
			return nil
		}
		source, err := os.ReadFile(path)
		for _, m := range methodTest.FindAllStringSubmatch(string(source), -1) {
			named[m[1]] = true
			for paragraph := range strings.SplitSeq(strings.TrimPrefix(m[2], "_"), "_") {
				if paragraph != "" {
					named[m[1]+"."+paragraph] = true
				}
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, section := range slices.Sorted(maps.Keys(sections)) {
		if !named[section] {
			t.Errorf("section %s of the method has no test TestMethod%s_…", section, section)
		}
	}
	for _, paragraph := range slices.Sorted(maps.Keys(paragraphs)) {
		section, _, _ := strings.Cut(paragraph, ".")
		number, err := strconv.Atoi(section)
		if err != nil {
			t.Fatal(err)
		}
		if number >= firstWithParagraphs && !named[paragraph] {
			t.Errorf("%s of the method has no test TestMethod%s_…", paragraph, strings.ReplaceAll(paragraph, ".", "_"))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(named)) {
		if !sections[name] && !paragraphs[name] {
			t.Errorf("tests are named after %s of the method, which it does not have", name)
		}
	}
}
