package docs

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// namedFile is a path or a file of the root package in docs/ARCHITECTURE.md.
var namedFile = regexp.MustCompile("`([a-z][A-Za-z0-9_/.-]*(?:\\.go|\\.yaml|\\.json|/))`")

// Every file and folder that the architecture names is there.
func TestTheArchitectureNamesWhatIsThere(t *testing.T) {
	t.Parallel()
	for _, match := range namedFile.FindAllStringSubmatch(architecture(t), -1) {
		path := match[1]
		found := false
		// A file is named by its path, or by its name within the package of its paragraph.
		for _, folder := range []string{"", "internal/pv", "internal/console/inbrowser", "internal/usagedb"} {
			_, err := os.Stat(filepath.Join("../..", folder, path))
			found = found || err == nil
		}
		if !found {
			t.Errorf("docs/ARCHITECTURE.md names %s, which does not exist", path)
		}
	}
}

// The map has a row for every package of the module, or for the folder that holds it.
func TestTheMapHasEveryPackage(t *testing.T) {
	t.Parallel()
	text := architecture(t)
	text = text[strings.Index(text, "## Where things are"):strings.Index(text, "## Operations, in one table")]
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() && (strings.HasPrefix(name, ".") && name != "../.." && name != ".." || name == "testdata" || name == "node_modules" || name == "bin") {
			return fs.SkipDir
		}
		if entry.IsDir() || filepath.Ext(path) != ".go" {
			return nil
		}
		folder, err := filepath.Rel("../..", filepath.Dir(path))
		if err != nil || folder == "." {
			return err
		}
		for part := folder; part != "." && part != "internal"; part = filepath.Dir(part) {
			if strings.Contains(text, "`"+part+"/`") || strings.Contains(text, "`"+part+"`") {
				return nil
			}
		}
		t.Errorf("docs/ARCHITECTURE.md has no row for %s", folder)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// The table of what a change touches has a row for each kind of change that the design is
// meant for, and each names the file to begin with.
func TestTheTableOfChangesHasEveryKind(t *testing.T) {
	t.Parallel()
	_, table, _ := strings.Cut(architecture(t), "## What a change touches")
	for kind, file := range map[string]string{
		"operation": "internal/operations/operation.go", "figure of a report": "figure/list.go", "standard": "standard.go",
		"member of the lease": "internal/member/lease.go", "type of event": "internal/member/event.go",
	} {
		_, row, found := strings.Cut(table, "| "+kind+" | ")
		row, _, _ = strings.Cut(row, "\n")
		if !found || !strings.Contains(row, "`"+file+"`") {
			t.Errorf("the row for a new %s does not name %s: %s", kind, file, row)
		}
	}
}

// The row of the table names every file of the program that names a standard or a type of
// event of its own, so that whoever adds one finds them all. Files of standards count as one.
func TestTheTableOfChangesHasEveryPlace(t *testing.T) {
	t.Parallel()
	_, table, _ := strings.Cut(architecture(t), "## What a change touches")
	named := map[string]*regexp.Regexp{
		"standard": regexp.MustCompile(`\b(?:FRS102|GASB96)\b`), "type of event": regexp.MustCompile(`\b(?:ContingencyResolved|ResidualGuarantee)\b`),
	}
	ofStandard := regexp.MustCompile(`^(?:asc|ifrs|gasb|frs)\d+\.go$`)
	found := map[string]int{}
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := entry.Name(); entry.IsDir() && (name == "node_modules" || name == ".git" || path == "../../test") {
			return fs.SkipDir
		}
		file, err := filepath.Rel("../..", path)
		if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") || ofStandard.MatchString(file) {
			return err
		}
		source, err := os.ReadFile(path)
		for kind, names := range named {
			if !names.Match(source) {
				continue
			}
			found[kind]++
			_, row, _ := strings.Cut(table, "| "+kind+" | ")
			if row, _, _ = strings.Cut(row, "\n"); !strings.Contains(row, "`"+file+"`") {
				t.Errorf("docs/ARCHITECTURE.md: the row for a new %s does not name %s", kind, file)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for kind := range named {
		if found[kind] < 3 {
			t.Errorf("only %d files for a new %s were found", found[kind], kind)
		}
	}
}

func architecture(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
