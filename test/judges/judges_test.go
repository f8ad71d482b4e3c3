//go:build judges

// Package judges tests the running service with other authors' programs: the Model Context
// Protocol's conformance suite and inspector, a proxy that validates responses against the OpenAPI
// description, and TypeScript's compiler. Their versions are pinned in tools/npm. `make judges`
// installs and runs them.
package judges

import (
	"bytes"
	"context"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/test/internal/program"
	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

// root is the repository's root directory.
const root = "../.."

// testServer is a running server with API keys.
type testServer struct {
	binary program.Binary
	server *program.Server
	keys   []program.Key
}

func start(t *testing.T, keys int) *testServer {
	t.Helper()
	binary, err := program.Build(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := &testServer{binary: binary, server: &program.Server{Binary: binary, DB: "sqlite:" + filepath.Join(t.TempDir(), "judges.db")}}
	if err := s.server.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.server.Kill)
	if s.keys, err = binary.CreateKeys(t.Context(), s.server.DB, "pro", "test", "judges", keys); err != nil {
		t.Fatal(err)
	}
	return s
}

// judge returns the command that runs a program in tools/npm with the Node version pinned there.
func judge(ctx context.Context, t *testing.T, name string, args ...string) *exec.Cmd {
	t.Helper()
	bin, err := filepath.Abs(filepath.Join(root, "tools/npm/node_modules/.bin"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(bin, name)); err != nil {
		t.Fatalf("%v; the judges are installed by 'make judges'", err)
	}
	cmd := exec.CommandContext(ctx, filepath.Join(bin, name), args...)
	cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "NO_COLOR=1")
	return cmd
}

// run runs a program in tools/npm and returns its output.
func run(t *testing.T, dir, name string, args ...string) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	cmd := judge(ctx, t, name, args...)
	cmd.Dir = dir
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	return out.String(), err
}

// keyed forwards requests to the server and adds an API key, for programs that cannot send one. It
// does not change the Host and Origin headers. It records forwarding errors in faults, which may be
// read after the server is closed.
func keyed(t *testing.T, server, key string, faults io.Writer) *httptest.Server {
	t.Helper()
	target, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	return httptest.NewServer(&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(target)
			r.Out.Host = r.In.Host
			r.Out.Header.Set("X-Api-Key", key)
		},
		ErrorLog: log.New(faults, "", 0),
	})
}

// The service passes all applicable scenarios of the official conformance suite. The baseline lists
// the exceptions with their reasons. The test also fails if a scenario in the baseline passes.
func TestTheConformanceSuitePasses(t *testing.T) {
	s := start(t, 2)
	baseline, err := filepath.Abs("testdata/conformance.yaml")
	if err != nil {
		t.Fatal(err)
	}
	conform := func(key string, faults io.Writer) (string, error) {
		proxy := keyed(t, s.server.URL(), key, faults)
		defer proxy.Close()
		return run(t, t.TempDir(), "conformance", "server", "--url", proxy.URL+"/mcp",
			"--expected-failures", baseline, "-o", t.TempDir())
	}
	var faults bytes.Buffer
	out, err := conform(s.keys[0].Key, &faults)
	// The proxy sometimes closes its own connection during a response, which is not a server error.
	// If the server breaks off a response, the error is different.
	if err != nil && strings.Contains(faults.String(), "use of closed network connection") {
		t.Logf("once more, after %s%s", &faults, out)
		out, err = conform(s.keys[1].Key, os.Stderr)
	}
	_, summary, found := strings.Cut(out, "=== SUMMARY ===")
	if err != nil || !found {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, scenario := range []string{"server-initialize", "ping", "tools-list", "resources-list", "prompts-list", "dns-rebinding-protection"} {
		if !strings.Contains(summary, "✓ "+scenario+":") {
			t.Errorf("%s did not pass:\n%s", scenario, summary)
		}
	}
}

// lease contains a lease's fields as inspector arguments.
var lease = []string{"commencementDate=2026-01-01", "termMonths=60", "paymentAmount=10000", "discountRateAnnual=0.06"}

// calls maps each tool to an amount or term that its response must contain.
var calls = map[string]string{
	"compute_lease": "519841.89", "lease_schedule": "519841.89", "journal_entries": "Cr Lease liability", "classify_lease": `"operating"`,
}

// On both transports, the inspector lists and calls every tool, reads the resources and gets the
// prompt, as an AI agent's host does.
func TestTheInspectorListsAndCallsEveryTool(t *testing.T) {
	s := start(t, 1)
	for name, target := range map[string][]string{
		"stdio": {string(s.binary), "mcp"},
		"http":  {s.server.URL() + "/mcp", "--transport", "http", "--header", "x-api-key: " + s.keys[0].Key},
	} {
		inspect := func(want string, args ...string) {
			out, err := run(t, t.TempDir(), "mcp-inspector", append(append([]string{"--cli"}, target...), args...)...)
			if err != nil || !strings.Contains(out, want) {
				t.Errorf("%s: %s: %v, without %q in %.2000s", name, strings.Join(args, " "), err, want, out)
			}
		}
		for tool, want := range calls {
			inspect(`"name": "`+tool+`"`, "--method", "tools/list", "--strict")
			inspect(want, append([]string{"--method", "tools/call", "--tool-name", tool, "--tool-arg"}, lease...)...)
		}
		inspect("leasehold://method", "--method", "resources/list")
		inspect("Lease accounting under ASC 842", "--method", "resources/read", "--uri", "leasehold://openapi")
		inspect("review_lease", "--method", "prompts/list")
		inspect("five years of an office", "--method", "prompts/get", "--prompt-name", "review_lease", "--prompt-args", "lease=five years of an office")
	}
}

// TestTypeScriptIsGeneratedFromTheDescription checks that the types generated from the API
// description compile. A program that uses them must get a correct response from the running server
// and be billed once.
func TestTypeScriptIsGeneratedFromTheDescription(t *testing.T) {
	s := start(t, 1)
	dir, err := filepath.Abs(filepath.Join(root, "tools/npm/typescript"))
	if err != nil {
		t.Fatal(err)
	}
	client := wire.NewClient(s.server.URL(), 1)
	defer client.Close()
	served, err := client.Do(t.Context(), wire.Call{Method: http.MethodGet, Path: "/openapi.yaml"})
	if err != nil || served.Status != http.StatusOK {
		t.Fatal(served, err)
	}
	document := filepath.Join(t.TempDir(), "openapi.yaml")
	if err := os.WriteFile(document, served.Body, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, step := range [][]string{
		{"openapi-typescript", document, "--default-non-nullable=false", "-o", filepath.Join(dir, "leasehold.d.ts")},
		{"tsc", "--project", "tsconfig.json"},
	} {
		if out, err := run(t, dir, step[0], step[1:]...); err != nil {
			t.Fatalf("%s: %v\n%s", step[0], err, out)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := judge(ctx, t, "node", filepath.Join(dir, "out", "example.js"))
	cmd.Env = append(cmd.Env, "LEASEHOLD_URL="+s.server.URL(), "LEASEHOLD_KEY="+s.keys[0].Key)
	out, err := cmd.CombinedOutput()
	const want = "liability 519841.89\nreplay true, 4999 left\ninvalid_request: discountRateAnnual"
	if err != nil || !strings.HasPrefix(string(out), want) {
		t.Errorf("%v\n%s\nwant %s", err, out, want)
	}
}
