package docs

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/internal/operations"
)

// workflows returns the workflows of CI by their paths.
func workflows(t *testing.T) map[string]string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(root, ".github/workflows/*.yml"))
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	texts := map[string]string{}
	for _, path := range paths {
		texts[path] = read(t, path)
	}
	return texts
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// An action is pinned by the digest of its commit, which nobody can move, with its
// version beside it for people and for updates.
func TestActionsArePinnedByDigest(t *testing.T) {
	t.Parallel()
	pinned := regexp.MustCompile(`^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$`)
	versions := map[string]string{} // by digest and by repository
	for path, text := range workflows(t) {
		for line := range strings.Lines(text) {
			_, action, found := strings.Cut(line, "uses: ")
			if action = strings.TrimSpace(action); !found {
				continue
			}
			if !pinned.MatchString(action) {
				t.Errorf("%s: %s", path, action)
				continue
			}
			name, version, _ := strings.Cut(action, "@")
			repository := strings.Join(strings.Split(name, "/")[:2], "/")
			if other := versions[repository]; other != "" && other != version {
				t.Errorf("%s: %s is used at %s and at %s", path, repository, version, other)
			}
			versions[repository] = version
		}
	}
}

// What a workflow calls is there: tasks of make, and scripts that can be executed.
func TestWorkflowsCallWhatThereIs(t *testing.T) {
	t.Parallel()
	tasks, err := exec.CommandContext(t.Context(), "make", "-C", root, "--no-print-directory", "help").Output()
	if err != nil {
		t.Fatal(err)
	}
	texts := workflows(t)
	texts[".ci/run"] = read(t, filepath.Join(root, ".ci/run"))
	called := 0
	for path, text := range texts {
		for line := range strings.Lines(text) {
			words := strings.Fields(line)
			for i, word := range words {
				if strings.HasPrefix(word, "scripts/") && !strings.HasPrefix(words[0], "#") {
					if info, err := os.Stat(filepath.Join(root, word)); err != nil || info.Mode()&0o100 == 0 {
						t.Errorf("%s calls %s, which is no script", path, word)
					}
				}
				if word != "make" || i > 0 && words[i-1] != "run:" {
					continue
				}
				for _, task := range words[i+1:] {
					if called++; !strings.Contains(task, "=") && !strings.Contains(string(tasks), "make "+task+" ") {
						t.Errorf("%s calls make %s, which does not exist", path, task)
					}
				}
			}
		}
	}
	if called < 10 {
		t.Errorf("only %d tasks were found in the workflows", called)
	}
}

// Each module and each package of npm is watched for updates, and has a job.
func TestEveryModuleIsWatched(t *testing.T) {
	t.Parallel()
	watched := read(t, filepath.Join(root, ".github/dependabot.yml"))
	files, err := exec.CommandContext(t.Context(), "git", "-C", root, "ls-files", "*go.mod", "*package-lock.json", "*pyproject.toml", "*Dockerfile").Output()
	if err != nil {
		t.Fatal(err)
	}
	found := strings.Fields(string(files))
	if len(found) < 5 {
		t.Fatal(found)
	}
	for _, file := range found {
		folder := "/" + strings.TrimPrefix(filepath.Dir(file), ".")
		if !regexp.MustCompile(`director(?:y: |ies: \[(?:[^\]]*, )?)` + regexp.QuoteMeta(folder) + `[,\]\n]`).MatchString(watched) {
			t.Errorf(".github/dependabot.yml does not watch %s", folder)
		}
	}
	jobs := read(t, filepath.Join(root, ".github/workflows/ci.yml"))
	for _, job := range []string{"beam", "tools", "clients"} {
		if !strings.Contains(jobs, "\n  "+job+":\n") || !regexp.MustCompile(`run: make `+job+`\b`).MatchString(jobs) {
			t.Errorf("no job of CI runs make %s", job)
		}
	}
}

// What says of itself that it is generated is folded away in reviews.
func TestGeneratedFilesAreMarked(t *testing.T) {
	t.Parallel()
	attributes := read(t, filepath.Join(root, ".gitattributes"))
	for line := range strings.Lines(attributes) {
		pattern, _, _ := strings.Cut(line, " ")
		if !strings.HasPrefix(pattern, "/") || strings.Contains(pattern, "*") {
			continue
		}
		if _, err := os.Stat(filepath.Join(root, pattern)); err != nil {
			t.Errorf(".gitattributes names %s, which does not exist", pattern)
		}
	}
	out, err := exec.CommandContext(t.Context(), "git", "-C", root, "grep", "-lE", "^(//|#) Code generated .* DO NOT EDIT|^(//|#) Made from .*by .make generate", "--", ":!*_test.go").Output()
	if err != nil {
		t.Fatal(err)
	}
	for file := range strings.FieldsSeq(string(out)) {
		if !regexp.MustCompile(`(?m)^/` + regexp.QuoteMeta(file) + `\s+linguist-generated$`).MatchString(attributes) {
			t.Errorf(".gitattributes does not mark %s", file)
		}
	}
}

// The sections of the method are in the order of their numbers, those of each section
// too, and the list at the top names them all.
func TestTheSectionsOfTheMethodAreInOrder(t *testing.T) {
	t.Parallel()
	text := read(t, filepath.Join(root, "docs/METHOD.md"))
	_, list, _ := strings.Cut(text, "Sections: ")
	list, _, _ = strings.Cut(list, "\n\n")
	list = strings.ReplaceAll(list, "\n", " ")
	numbers := []int{}
	for _, match := range regexp.MustCompile(`(?m)^## ((\d+) .*)$`).FindAllStringSubmatch(text, -1) {
		number, _ := strconv.Atoi(match[2]) // digits
		numbers = append(numbers, number)
		if !strings.Contains(list, "["+match[1]+"](#") {
			t.Errorf("the list of sections does not name %s", match[1])
		}
	}
	if len(numbers) < 20 || !slices.IsSorted(numbers) {
		t.Errorf("sections %v", numbers)
	}
	section, last := 0, 0
	for _, match := range regexp.MustCompile(`(?m)^## (\d+) |^(\d+)\.(\d+) \*\*`).FindAllStringSubmatch(text, -1) {
		if match[1] != "" {
			section, _ = strconv.Atoi(match[1])
			last = 0
			continue
		}
		number, _ := strconv.Atoi(match[3])
		if match[2] != strconv.Itoa(section) || number <= last {
			t.Errorf("%s.%s stands after %d.%d", match[2], match[3], section, last)
		}
		last = number
	}
	if headings := regexp.MustCompile(`(?m)^## (.*)$`).FindAllStringSubmatch(text, -1); headings[len(headings)-1][1] != "A life worked by hand" {
		t.Errorf("the last section is %s", headings[len(headings)-1][1])
	}
}

// The page of each role is the shortest way, and is reached from the README.
func TestEachRoleHasAShortPage(t *testing.T) {
	t.Parallel()
	readme := read(t, filepath.Join(root, "README.md"))
	pages, err := filepath.Glob(filepath.Join(root, "docs/FOR-*.md"))
	if err != nil || len(pages) < 5 {
		t.Fatal(pages, err)
	}
	for _, page := range pages {
		name := "docs/" + filepath.Base(page)
		if lines := strings.Count(read(t, page), "\n"); lines > 200 {
			t.Errorf("%s has %d lines", name, lines)
		}
		if !strings.Contains(readme, "]("+name+")") {
			t.Errorf("README.md does not link to %s", name)
		}
		if !slices.Contains(documents, name) {
			t.Errorf("%s is not executed", name)
		}
	}
}

// `make build` compiles with the flags of `go run ./cmd/leasehold`, so that a newcomer who
// does both waits for one compilation.
func TestMakeBuildSharesItsPackagesWithGoRun(t *testing.T) {
	t.Parallel()
	cmd := exec.CommandContext(t.Context(), "make", "--no-print-directory", "-n", "build", "GO=go")
	cmd.Dir = root
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if got := strings.TrimSpace(string(out)); got != "go build -o bin/leasehold ./cmd/leasehold" {
		t.Errorf("make build runs %s", got)
	}
}

// What packs the npm package installs the compiler of types and what that needs, and none
// of the judges.
func TestPackingInstallsOnlyWhatItNeeds(t *testing.T) {
	t.Parallel()
	lock := read(t, filepath.Join(root, "tools/pack/package-lock.json"))
	if n := strings.Count(lock, `"node_modules/`); n == 0 || n > 5 {
		t.Errorf("packing installs %d packages", n)
	}
	if rule := read(t, filepath.Join(root, "tools/mk/contract.mk")); !strings.Contains(rule, "\nnpm: $(PACK_BIN)/.installed ##") {
		t.Error("make npm needs other packages than those of tools/pack")
	}
}

// The pages of the clients name every operation as each language calls it, and the contract
// in words has what each costs.
func TestThePagesOfTheClientsNameEveryOperation(t *testing.T) {
	t.Parallel()
	typescript := read(t, filepath.Join(root, "client/typescript/README.md"))
	python := read(t, filepath.Join(root, "client/python/README.md"))
	_, billed, _ := strings.Cut(read(t, filepath.Join(root, "docs/SPEC.md")), "Operations are billed in computation units")
	billed, _, _ = strings.Cut(billed, "\n")
	for _, op := range operations.All() {
		snake := strings.ReplaceAll(op.Name, "-", "_")
		first, rest, several := strings.Cut(op.Name, "-")
		camel := first
		if several {
			camel += strings.ToUpper(rest[:1]) + rest[1:]
		}
		if !strings.Contains(typescript, "`"+camel+"`") {
			t.Errorf("the page for TypeScript has no %s", camel)
		}
		if !strings.Contains(python, "`"+snake+"`") {
			t.Errorf("the page for Python has no %s", snake)
		}
		before, after, _ := strings.Cut(billed, " 1 for each lease in its answer")
		if of := map[bool]string{true: after, false: before}[op.Units == 0]; !strings.Contains(of, op.Name) {
			t.Errorf("docs/SPEC.md does not say that %s costs %d", op.Name, op.Units)
		}
	}
}
