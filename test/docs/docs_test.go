// Package docs executes every command in the documents and compares the output.
//
// Each document is executed from the top in one shell. In a block marked console, a line that
// begins with "$ " is a command. The command continues after a backslash or to the end of a
// here-document. Its output follows; in it, … matches any text. A last line "exit status N" is the
// status of a failing command. A block marked json is a host's configuration, and the test starts
// the server that it defines. Blocks marked go, python and js are complete programs that use this
// repository's clients; the text block after such a block is its output.
package docs

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/test/internal/program"
)

const root = "../.."

// documents lists the documents to execute.
var documents = []string{
	"docs/ERRORS.md", "docs/AGENTS.md", "docs/OPERATIONS.md",
	"docs/RECIPES.md", "docs/FOR-ACCOUNTANTS.md", "docs/FOR-AUDITORS.md", "docs/FOR-DEVELOPERS.md", "docs/FOR-OPERATORS.md",
	"client/typescript/README.md", "client/python/README.md",
}

type block struct {
	kind string
	line int
	text string
}

func blocks(text string) []block {
	var all []block
	var open *block
	for i, line := range strings.Split(text, "\n") {
		switch {
		case open == nil && strings.HasPrefix(line, "```"):
			open = &block{kind: strings.TrimPrefix(line, "```"), line: i + 1}
		case open != nil && line == "```":
			all = append(all, *open)
			open = nil
		case open != nil:
			open.text += line + "\n"
		}
	}
	return all
}

// Every document is executed from top to bottom.
func TestCommandsInDocumentsRun(t *testing.T) {
	npm := npmPackage(t)
	for _, name := range documents {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(filepath.Join(root, name))
			if err != nil {
				t.Fatal(err)
			}
			s := newShell(t, built(t))
			if err := os.Symlink(npm, filepath.Join(s.dir, "node_modules")); err != nil {
				t.Fatal(err)
			}
			all := blocks(string(text))
			for i, b := range all {
				printed := ""
				if i+1 < len(all) && all[i+1].kind == "text" {
					printed = all[i+1].text
				}
				s.execute(name, b, printed)
			}
		})
	}
}

var (
	buildDir string
	build    = sync.OnceValues(func() (program.Binary, error) { return program.Build(buildDir) })
)

// built returns the program, which is built only once.
func built(t *testing.T) program.Binary {
	t.Helper()
	b, err := build()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestMain(m *testing.M) { os.Exit(runTests(m)) }

func runTests(m *testing.M) int {
	var err error
	if buildDir, err = os.MkdirTemp("", "leasehold-docs-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(buildDir) //nolint:errcheck // the system deletes temporary directories
	return m.Run()
}

// npmPackage builds the npm package in a temporary directory and returns its path.
func npmPackage(t *testing.T) string {
	t.Helper()
	packages := t.TempDir()
	cmd := exec.CommandContext(t.Context(), filepath.Join(root, "scripts/npm"), filepath.Join(packages, "leasehold"))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("scripts/npm: %v\n%s", err, out)
	}
	return packages
}

func (s *shell) execute(name string, b block, printed string) {
	s.t.Helper()
	where := fmt.Sprintf("%s:%d", name, b.line)
	switch b.kind {
	case "console":
		s.converse(where, b.text)
	case "json":
		s.host(where, b.text)
	case "go":
		s.compare(where, "go run", s.goProgram(where, b.text), printed)
	case "python":
		s.script(where, "python3 program.py", b.text, printed)
	case "js":
		s.script(where, "node program.mjs", b.text, printed)
	case "sh": // test/deploy executes the commands that set up a machine
		if name != "docs/FOR-OPERATORS.md" {
			s.t.Errorf("%s: a block of kind sh is not executed", where)
		}
	case "text": // compared with the preceding program's output
	default:
		s.t.Errorf("%s: a block of kind %q is not executed", where, b.kind)
	}
}

// script runs a program in a language that needs no compiler.
func (s *shell) script(where, command, text, printed string) {
	s.t.Helper()
	_, name, _ := strings.Cut(command, " ")
	if err := os.WriteFile(filepath.Join(s.dir, name), []byte(s.here(text)), 0o600); err != nil {
		s.t.Fatal(err)
	}
	out, _ := s.run(command)
	s.compare(where, command, out, printed)
}

// here replaces the address and key in a document's text with the shell's address and key.
func (s *shell) here(text string) string {
	text = strings.ReplaceAll(text, "127.0.0.1:8080", s.address)
	if s.secret != "" {
		text = strings.ReplaceAll(text, "sk_test_…", s.secret)
	}
	return text
}

var heredoc = regexp.MustCompile(`<<'?([A-Z]+)'?$`)

func (s *shell) converse(where, text string) {
	s.t.Helper()
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i := 0; i < len(lines); {
		command, isCommand := strings.CutPrefix(lines[i], "$ ")
		if !isCommand {
			s.t.Fatalf("%s: %q is neither a command nor its output", where, lines[i])
		}
		end := ""
		if m := heredoc.FindStringSubmatch(command); m != nil {
			end = m[1]
		}
		for i++; i < len(lines) && (strings.HasSuffix(command, "\\") || end != ""); i++ {
			command += "\n" + lines[i]
			if lines[i] == end {
				end = ""
			}
		}
		var want []string
		for ; i < len(lines) && !strings.HasPrefix(lines[i], "$ "); i++ {
			want = append(want, lines[i])
		}
		status := 0
		if n := len(want); n > 0 {
			if _, err := fmt.Sscanf(want[n-1], "exit status %d", &status); err == nil {
				want = want[:n-1]
			}
		}
		got, code := s.run(command)
		if code != status {
			s.t.Fatalf("%s: %s: exit status %d, want %d\n%s", where, command, code, status, got)
		}
		s.compare(where, command, got, strings.Join(want, "\n"))
	}
}

// compare compares output with the document.
func (s *shell) compare(where, command, got, want string) {
	s.t.Helper()
	want, got = strings.TrimSpace(want), strings.TrimSpace(strings.ReplaceAll(got, "\r", "")) // lines of HTTP headers end in a carriage return
	if want == "…" || want == "" && got == "" {
		return
	}
	pattern := strings.ReplaceAll(regexp.QuoteMeta(want), "…", `(?s:.*?)`)
	if !regexp.MustCompile(`^(?s:` + pattern + `)$`).MatchString(got) {
		s.t.Errorf("%s: %s\n got: %s\nwant: %s", where, command, got, want)
	}
}

// goProgram runs a Go program from a document within this module.
func (s *shell) goProgram(where, text string) string {
	s.t.Helper()
	dir, err := os.MkdirTemp(".", "_program-") // ./... does not match this directory
	if err != nil {
		s.t.Fatal(err)
	}
	defer os.RemoveAll(dir) //nolint:errcheck // this test created it
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(s.here(text)), 0o600); err != nil {
		s.t.Fatal(err)
	}
	binary := filepath.Join(s.dir, "program")
	if out, err := exec.CommandContext(s.t.Context(), "go", "build", "-o", binary, "./"+dir).CombinedOutput(); err != nil {
		s.t.Fatalf("%s: %v\n%s", where, err, out)
	}
	out, _ := s.run(binary)
	return out
}

// hostFile holds the settings that agent hosts' configurations have in common.
type hostFile struct {
	MCPServers map[string]hostServer `json:"mcpServers"`
	Servers    map[string]hostServer `json:"servers"`
}

type hostServer struct {
	Command string            `json:"command"`
	Args    []string          `json:"args"`
	URL     string            `json:"url"`
	Headers map[string]string `json:"headers"`
}

const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"docs","version":"1"}}}`

// host initializes a session with each server in an MCP host's configuration file.
func (s *shell) host(where, text string) {
	s.t.Helper()
	var file hostFile
	if err := json.Unmarshal([]byte(s.here(text)), &file); err != nil {
		s.t.Fatalf("%s: %v", where, err)
	}
	servers := file.MCPServers
	if servers == nil {
		servers = file.Servers
	}
	if len(servers) == 0 {
		s.t.Fatalf("%s: no servers", where)
	}
	for name, server := range servers {
		if server.Command != "" {
			out, _ := s.run(fmt.Sprintf("echo '%s' | %s %s", hello, server.Command, strings.Join(server.Args, " ")))
			if !strings.Contains(out, `"serverInfo"`) {
				s.t.Errorf("%s: %s: %s", where, name, out)
			}
			continue
		}
		req, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, server.URL, strings.NewReader(hello))
		if err != nil {
			s.t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Accept", "application/json, text/event-stream")
		for k, v := range server.Headers {
			req.Header.Set(k, v)
		}
		client := http.Client{Timeout: 10 * time.Second}
		resp, err := client.Do(req)
		if err != nil {
			s.t.Fatalf("%s: %v", where, err)
		}
		_ = resp.Body.Close() // only the status counts
		if resp.StatusCode != http.StatusOK {
			s.t.Errorf("%s: %s: status %d", where, name, resp.StatusCode)
		}
	}
}

// The page on errors agrees with the server's page for every code.
func TestTheErrorPageListsTheServicesErrors(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(root, "docs", "ERRORS.md"))
	if err != nil {
		t.Fatal(err)
	}
	page := strings.Join(strings.Fields(string(text)), " ")
	for _, info := range service.Codes() {
		for _, want := range []string{fmt.Sprintf("## %s", info.Code), info.When, info.Fix} {
			if !strings.Contains(page, want) {
				t.Errorf("%s: the page does not say %q", info.Code, want)
			}
		}
	}
}

// Every link between documents has a target.
func TestLinksResolve(t *testing.T) {
	t.Parallel()
	link := regexp.MustCompile(`\]\(([^)#:]+)(#[^)]*)?\)`)
	files, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"README.md", "SECURITY.md", "CHANGELOG.md", "CONTRIBUTING.md", "client/typescript/README.md", "client/python/README.md"} {
		files = append(files, filepath.Join(root, name))
	}
	slices.Sort(files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(file), m[1])); err != nil {
				t.Errorf("%s: %s leads nowhere", filepath.Base(file), m[1])
			}
		}
	}
}

// Every documentation page can be reached from the index.
func TestTheIndexNamesEveryPage(t *testing.T) {
	t.Parallel()
	index, err := os.ReadFile("../../docs/README.md")
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(pages) < 15 {
		t.Fatal(pages, err)
	}
	for _, page := range pages {
		if name := filepath.Base(page); name != "README.md" && !strings.Contains(string(index), "("+name+")") {
			t.Errorf("docs/README.md does not name %s", name)
		}
	}
}
