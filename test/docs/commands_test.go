package docs

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

// The make targets, packages, tests, benchmarks and flags named in docs/RELIABILITY.md exist.
func TestTheCommandsOfReliabilityExist(t *testing.T) {
	t.Parallel()
	page := read(t, filepath.Join(root, "docs/RELIABILITY.md"))
	exist := testFunctions(t)
	commands := 0
	for _, quoted := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(page, -1) {
		command := strings.ReplaceAll(strings.ReplaceAll(quoted[1], `\|`, "|"), "'", "")
		words := strings.Fields(command)
		for len(words) > 0 && strings.Contains(words[0], "=") { // the environment
			words = words[1:]
		}
		switch {
		case len(words) > 1 && words[0] == "make":
			commands++
			if !slices.Contains(tasks(t), words[1]) {
				t.Errorf("docs/RELIABILITY.md: there is no task %s", words[1])
			}
		case len(words) > 2 && words[0] == "go":
			commands++
			goCommand(t, "docs/RELIABILITY.md", words[1:])
		case len(words) == 1 && strings.HasPrefix(words[0], "Test") && !exist[words[0]]:
			t.Errorf("docs/RELIABILITY.md: there is no test %s", words[0])
		}
	}
	if commands < 15 {
		t.Errorf("%d commands were found", commands)
	}
}

// The commands of make's tasks name only make targets, packages, tests and flags that exist.
func TestMakeTargetsRunExistingTests(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join(root, "tools/mk/*.mk"))
	if err != nil {
		t.Fatal(err)
	}
	commands := 0
	for _, file := range files {
		text := strings.NewReplacer("\\\n", " ", "$(GO)", "go", "$$", "$", "'", "").Replace(read(t, file))
		for line := range strings.Lines(text) {
			line, _, _ = strings.Cut(line, "||")
			words := strings.Fields(line)
			if strings.HasPrefix(line, "\tgo ") && (words[1] == "test" || words[1] == "run" && strings.HasPrefix(words[2], "./")) {
				commands++
				goCommand(t, file, words[1:])
			}
		}
	}
	if commands < 20 {
		t.Errorf("%d commands were found", commands)
	}
}

// goFlags lists the go command's flags in the documents. The value is true if a flag has an
// argument.
var goFlags = map[string]bool{
	"-run": true, "-bench": true, "-fuzz": true, "-benchtime": true, "-count": true, "-cpu": true, "-timeout": true, "-fuzztime": true, "-outputdir": true, "-tags": true,
	"-v": false, "-benchmem": false, "-artifacts": false, "-args": false,
}

// goCommand checks that the packages, tests and flags in a go command's arguments exist.
func goCommand(t *testing.T, where string, words []string) {
	t.Helper()
	var folders, flags []string
	patterns := map[string]string{} // patterns of function names, by kind of function
	for i := 1; i < len(words); i++ {
		word := words[i]
		value, known := goFlags[word]
		switch {
		case known && value:
			if kind := map[string]string{"-run": "Test", "-bench": "Benchmark", "-fuzz": "Fuzz"}[word]; kind != "" && words[i+1] != "^$" {
				patterns[kind] = words[i+1]
			}
			i++
		case known:
		case strings.HasPrefix(word, "-"):
			name, _, _ := strings.Cut(word[1:], "=")
			flags = append(flags, name)
		case word == "." || strings.HasPrefix(word, "./"):
			folders = append(folders, word)
		}
	}
	if len(folders) == 0 {
		t.Errorf("%s: no package in go %s", where, strings.Join(words, " "))
	}
	for _, folder := range folders {
		if parent, all := strings.CutSuffix(folder, "/..."); all {
			if info, err := os.Stat(filepath.Join(root, parent)); err != nil || !info.IsDir() {
				t.Errorf("%s: there is no folder %s", where, parent)
			}
			continue
		}
		text := sources(t, folder)
		if text == "" {
			t.Errorf("%s: there is no package %s", where, folder)
		}
		for kind, pattern := range patterns {
			pattern, _, _ := strings.Cut(pattern, "/")
			for part := range strings.SplitSeq(pattern, "|") {
				if !functionLike(text, kind, part) {
					t.Errorf("%s: %s has no %s that %q matches", where, folder, kind, part)
				}
			}
		}
	}
	for _, name := range flags { // defined by the package, or by a suite that it imports
		if !slices.Contains(definedFlags(t), name) {
			t.Errorf("%s: there is no flag -%s", where, name)
		}
	}
}

// flagLines are the repository's lines that may define a flag.
var flagLines = sync.OnceValues(func() (string, error) {
	out, err := exec.Command("git", "-C", root, "grep", "-hE", `[A-Z][A-Za-z0-9]*\((&[A-Za-z.]+, )?"[a-z0-9.-]+", `, "--", "*.go").Output()
	return string(out), err
})

// definedFlags lists all packages' flags.
func definedFlags(t *testing.T) (names []string) {
	t.Helper()
	text, err := flagLines()
	if err != nil {
		t.Fatal(err)
	}
	for _, found := range regexp.MustCompile(`[A-Z][A-Za-z0-9]*\((?:&[A-Za-z.]+, )?"([a-z0-9.-]+)", `).FindAllStringSubmatch(text, -1) {
		names = append(names, found[1])
	}
	return names
}

// functionLike reports whether the text defines a function of the given kind, with a name that
// matches the pattern.
func functionLike(text, kind, pattern string) bool {
	like := regexp.MustCompile(pattern)
	for _, found := range regexp.MustCompile(`(?m)^func (`+kind+`\w*)\(`).FindAllStringSubmatch(text, -1) {
		if like.MatchString(found[1]) {
			return true
		}
	}
	return false
}

// sources returns a package's Go source code.
func sources(t *testing.T, folder string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, file := range files {
		all.WriteString(read(t, file))
	}
	return all.String()
}

// help lists make's tasks with their descriptions.
var help = sync.OnceValues(func() (string, error) {
	out, err := exec.Command("make", "-C", root, "--no-print-directory", "help").Output()
	return string(out), err
})

func tasks(t *testing.T) (names []string) {
	t.Helper()
	text, err := help()
	if err != nil {
		t.Fatal(err)
	}
	for _, found := range regexp.MustCompile(`(?m)^  make (\S+) `).FindAllStringSubmatch(text, -1) {
		names = append(names, found[1])
	}
	return names
}
