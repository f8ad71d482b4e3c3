package docs

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The security page names tests for every statement, and these tests exist.
func TestTheSecurityPageNamesItsTests(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(filepath.Join(root, "SECURITY.md"))
	if err != nil {
		t.Fatal(err)
	}
	exist := testFunctions(t)
	statements := 0
	for line := range strings.Lines(string(page)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| subject |") || strings.HasPrefix(line, "| attack |") {
			continue
		}
		statements++
		if len(cells) != 3 {
			t.Errorf("%d columns: %s", len(cells), line)
			continue
		}
		named := regexp.MustCompile("`([A-Za-z0-9_]+)`").FindAllStringSubmatch(cells[2], -1)
		if len(named) == 0 {
			t.Errorf("no test for%s", cells[0])
		}
		for _, name := range named {
			if !exist[name[1]] {
				t.Errorf("there is no test %s, as is said for%s", name[1], cells[0])
			}
		}
	}
	if statements < 10 {
		t.Errorf("%d statements were found", statements)
	}
}

// testFunctions returns the names of all test functions, including functions in test suites.
func testFunctions(t *testing.T) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	function := regexp.MustCompile(`(?m)^func (?:\(.*\) )?([A-Za-z0-9_]+)\(`)
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		suite := strings.HasSuffix(filepath.Dir(path), "test") // the suites are packages accounttest and dbtest
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, "_test.go") && (!suite || !strings.HasSuffix(path, ".go")) {
			return err
		}
		text, err := os.ReadFile(filepath.Clean(path))
		for _, found := range function.FindAllStringSubmatch(string(text), -1) {
			names[found[1]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}
