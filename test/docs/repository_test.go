package docs

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/internal/operations"
)

// workflows returns the text of each CI workflow by its path.
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

// Workflows pin actions by commit digest, with the version in a comment.
func TestActionsArePinnedByDigest(t *testing.T) {
	t.Parallel()
	pinned := regexp.MustCompile(`^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$`)
	versions := map[string]string{} // by repository and digest
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

// The make targets and scripts in workflows exist, and the scripts are executable.
func TestWorkflowsCallExistingTargets(t *testing.T) {
	t.Parallel()
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
					if called++; !strings.Contains(task, "=") && !slices.Contains(tasks(t), task) {
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

// Each Go module and each npm package is configured for automatic updates and has a job in CI.
func TestEveryModuleGetsDependencyUpdates(t *testing.T) {
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

// Each client's documentation names every operation as it is called in the client's language. SPEC
// defines every operation's units.
func TestThePagesOfTheClientsNameEveryOperation(t *testing.T) {
	t.Parallel()
	typescript := read(t, filepath.Join(root, "client/typescript/README.md"))
	python := read(t, filepath.Join(root, "client/python/README.md"))
	_, billed, _ := strings.Cut(read(t, filepath.Join(root, "docs/SPEC.md")), "A request uses computation units")
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
		before, after, _ := strings.Cut(billed, " none for")
		if of := map[bool]string{true: after, false: before}[op.Units == 0]; !strings.Contains(of, op.Name) {
			t.Errorf("docs/SPEC.md does not say that %s costs %d", op.Name, op.Units)
		}
	}
}
