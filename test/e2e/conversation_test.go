package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

// TestConversations sends requests and compares the responses with files. The flag -update rewrites
// the files, so that a review shows every change to a response.
//
// Each archive starts with the SPEC promise that it tests. The "request" file contains the method
// and path, header lines, an empty line and the body. The "response" file that follows contains the
// status, the headers listed in headersShown, and the indented body. $KEY stands for a new pro-plan
// key, $FREE for a new free-plan key, and $OTHER for an unknown key. Numbers replace the request
// IDs.
func TestConversations(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/conversations/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no conversations: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			converse(t, file)
		})
	}
}

func converse(t *testing.T, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(bytes.TrimSpace(archive.Comment)) == 0 {
		t.Error("the archive does not say what it protects")
	}
	keys := strings.NewReplacer("$KEY", all.pro.take(t).Key, "$FREE", all.free.take(t).Key, "$OTHER", "sk_live_"+strings.Repeat("0", 38))
	ids := map[string]string{}
	got := &txtar.Archive{Comment: archive.Comment}
	for _, f := range archive.Files {
		if f.Name != "request" {
			continue
		}
		reply := send(t, parseCall(t, keys.Replace(string(f.Data))))
		got.Files = append(got.Files, f, txtar.File{Name: "response", Data: []byte(transcript(t, reply, ids))})
	}
	text := txtar.Format(got)
	if *update {
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if want := txtar.Format(archive); !bytes.Equal(text, want) {
		t.Errorf("the conversation went otherwise (-update rewrites it):\n%s", firstDifference(string(text), string(want)))
	}
}

func parseCall(t *testing.T, request string) wire.Call {
	t.Helper()
	head, body, _ := strings.Cut(request, "\n\n")
	lines := strings.Split(strings.TrimSpace(head), "\n")
	method, path, ok := strings.Cut(lines[0], " ")
	if !ok {
		t.Fatalf("request line %q", lines[0])
	}
	call := wire.Call{Method: method, Path: path, Header: http.Header{}, Body: strings.TrimRight(body, "\n")}
	for _, line := range lines[1:] {
		name, value, _ := strings.Cut(line, ": ")
		call.Header.Add(name, value)
	}
	return call
}

// headersShown lists the headers in a response file.
var headersShown = []string{"Allow", "Content-Type", "Idempotent-Replay", "Www-Authenticate", "X-Quota-Limit", "X-Quota-Remaining", "X-Request-Id"}

func transcript(t *testing.T, reply wire.Reply, ids map[string]string) string {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "%d\n", reply.Status)
	for _, name := range headersShown {
		if v := reply.Header.Get(name); v != "" {
			fmt.Fprintf(&b, "%s: %s\n", strings.ToLower(name), v)
		}
	}
	b.WriteString("\n")
	var body bytes.Buffer
	if err := json.Indent(&body, reply.Body, "", " "); err != nil {
		t.Fatalf("%v: %v", reply, err)
	}
	b.WriteString(strings.TrimRight(body.String(), "\n") + "\n")
	id := reply.Header.Get("X-Request-Id")
	if ids[id] == "" {
		ids[id] = fmt.Sprintf("req_%d", len(ids)+1)
	}
	return strings.NewReplacer(id, ids[id], all.server.URL(), "$URL").Replace(b.String())
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(g), len(w)) {
		if i >= len(g) || i >= len(w) || g[i] != w[i] {
			from := max(0, i-3)
			return fmt.Sprintf("line %d\ngot\n%s\nwant\n%s", i+1, strings.Join(slices.Clone(g[min(from, len(g)):min(i+4, len(g))]), "\n"), strings.Join(w[min(from, len(w)):min(i+4, len(w))], "\n"))
		}
	}
	return "no line differs"
}
