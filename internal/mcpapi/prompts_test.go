package mcpapi

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/leasehold-accounting/leasehold/internal/operations"
)

var update = flag.Bool("update", false, "rewrite the recorded sessions of prompts")

// The server's instructions have fewer than 300 words and contain the name of every tool.
func TestSpec3_MCP_InstructionsAreUnder300Words(t *testing.T) {
	t.Parallel()
	if n := len(strings.Fields(instructions)); n >= 300 {
		t.Errorf("%d words", n)
	}
	for _, name := range toolNames() {
		if !strings.Contains(instructions, name) {
			t.Errorf("%s is not mentioned", name)
		}
	}
}

func toolNames() []string {
	names := []string{describeTool}
	for _, op := range operations.All() {
		names = append(names, op.Tool)
	}
	return names
}

// For each prompt, testdata contains a recorded session of a client that follows the prompt. The client gets
// the prompt and calls exactly the tools that the prompt names. With the -update flag, the test records the
// responses again.
//
// A session is a txtar archive. The file "get" contains the prompt's arguments. Each file "call TOOL" contains
// the arguments of a call to that tool, and the next file, "answer", contains the text of the response.
func TestSpec3_MCP_PromptsHaveSessions(t *testing.T) {
	t.Parallel()
	for _, p := range prompts {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join("testdata", "prompts", p.name+".txtar")
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got, called := follow(t, &p, archive)
			named := map[string]bool{}
			for _, name := range toolNames() {
				if regexp.MustCompile(`\b` + name + `\b`).MatchString(p.text) {
					named[name] = true
				}
			}
			if !maps.Equal(named, called) {
				t.Errorf("the prompt names %v, the session calls %v", slices.Sorted(maps.Keys(named)), slices.Sorted(maps.Keys(called)))
			}
			text := txtar.Format(got)
			if *update {
				if err := os.WriteFile(file, text, 0o600); err != nil {
					t.Fatal(err)
				}
			} else if want := txtar.Format(archive); !bytes.Equal(text, want) {
				t.Errorf("the session differs (-update rewrites it):\n%s", text)
			}
		})
	}
}

// follow reruns the session in an archive. It returns the archive with the current responses, and the
// names of the tools that were called.
func follow(t *testing.T, p *prompt, archive *txtar.Archive) (got *txtar.Archive, called map[string]bool) {
	t.Helper()
	called = map[string]bool{}
	var requests []string
	var asked []txtar.File
	for _, f := range archive.Files {
		verb, name, _ := strings.Cut(f.Name, " ")
		if verb == "answer" {
			continue
		}
		var body bytes.Buffer
		if err := json.Compact(&body, f.Data); err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		id := fmt.Sprint(len(requests))
		switch verb {
		case "get":
			requests = append(requests, fmt.Sprintf(`{"jsonrpc":"2.0","id":%q,"method":"prompts/get","params":{"name":%q,"arguments":%s}}`, id, p.name, body.Bytes()))
		case "call":
			requests = append(requests, callTool(id, name, body.String()))
			called[name] = true
		default:
			t.Fatalf("file %q", f.Name)
		}
		asked = append(asked, f)
	}
	answers := converse(t, requests...)
	got = &txtar.Archive{Comment: archive.Comment}
	for i, f := range asked {
		m := answers[fmt.Sprint(i)]
		text := ""
		switch {
		case m.Error != nil || m.Result.IsError:
			t.Errorf("%s failed: %v %v", f.Name, m.Error, m.Result.Content)
		case len(m.Result.Messages) == 1:
			text = m.Result.Messages[0].Content.Text
		case len(m.Result.Content) == 1:
			text = m.Result.Content[0].Text
		}
		got.Files = append(got.Files, f, txtar.File{Name: "answer", Data: []byte(strings.TrimRight(text, "\n") + "\n")})
	}
	return got, called
}

// A prompt's text contains the arguments unchanged. If an optional argument is missing, the text
// says how to proceed without it.
func TestPromptsCarryTheirArguments(t *testing.T) {
	t.Parallel()
	for _, p := range prompts {
		stated := map[string]string{}
		for _, a := range p.arguments {
			stated[a.name] = "stated {lease} {standard} of " + a.name
		}
		text, err := p.fill(stated)
		if err != nil {
			t.Fatal(err)
		}
		for _, value := range stated {
			if !strings.Contains(text, value) {
				t.Errorf("%s: no %q", p.name, value)
			}
		}
		for _, a := range p.arguments {
			without := maps.Clone(stated)
			without[a.name] = " "
			text, err := p.fill(without)
			if required := a.without == ""; required != (err != nil) || !required && !strings.Contains(text, a.without) {
				t.Errorf("%s without %s: %v", p.name, a.name, err)
			}
		}
	}
}
