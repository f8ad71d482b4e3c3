package wasm

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/leasehold-accounting/leasehold/cmd/wasm/offline"
	"github.com/leasehold-accounting/leasehold/test/internal/browser"
)

// drawnRequests returns the random requests whose responses are compared. A short run compares
// fewer.
func drawnRequests() []request {
	const seed, whole, short = 20260101, 2000, 100
	if testing.Short() {
		return requests(seed, short)
	}
	return requests(seed, whole)
}

// node uses Node to run a module in the folder and returns its output.
func node(t *testing.T, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "node", args...)
	cmd.Dir = folder
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("node %s: %v\n%s", strings.Join(args, " "), err, stderr.String())
	}
	return string(out)
}

// In Node and in a browser, the engine returns the same bytes as the service, for all operations
// and all fields of a lease.
func TestTheEngineReturnsTheSameBytesEverywhere(t *testing.T) {
	requests := drawnRequests()
	want := expected(t, requests)
	t.Run("Node", func(t *testing.T) {
		t.Parallel()
		path := filepath.Join(t.TempDir(), "requests")
		if err := os.WriteFile(path, written(requests), 0o600); err != nil {
			t.Fatal(err)
		}
		compareLines(t, requests, strings.Split(node(t, "node.mjs", "answers", path), "\n"), want)
	})
	t.Run("Chromium", func(t *testing.T) {
		t.Parallel()
		compareLines(t, requests, strings.Split(browse(t, written(requests), "runAnswers()"), "\n"), want)
	})
}

// TestWorkersRespondAndExit checks that workers return the engine's results and report their
// progress, and that work can be canceled without affecting later work.
func TestWorkersRespondAndExit(t *testing.T) {
	const want = `{"same":true,"last":[40,40],"refused":"commencementDate","stopped":"stopped by its caller",` +
		`"after":"invalid_request","ended":"the workers have been ended"}`
	t.Run("Node", func(t *testing.T) {
		t.Parallel()
		if got := node(t, "node.mjs", "pool"); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	})
	t.Run("Chromium", func(t *testing.T) {
		t.Parallel()
		if got := browse(t, nil, "runPool()"); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	})
}

// browse opens a page with the modules in the folder evaluates an expression in it, waits until the
// expression's promise is resolved, and returns the value. The page's policy allows only
// WebAssembly and the page's own files.
func browse(t *testing.T, requests []byte, expression string) string {
	t.Helper()
	mux := http.NewServeMux()
	mux.Handle("/", http.FileServer(http.Dir(folder)))
	mux.HandleFunc("/requests", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(requests) })
	mux.HandleFunc("/page", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Security-Policy",
			"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'")
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = fmt.Fprint(w, `<!doctype html><title>engine</title><script type="module" src="browser.js"></script>`)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)

	ctx, cancel, err := browser.New(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cancel)
	if _, err := chromedp.Run(ctx, chromedp.Navigate(server.URL+"/page")); err != nil {
		t.Fatal(err)
	}
	ctx, cancel = context.WithTimeout(ctx, 5*time.Minute)
	t.Cleanup(cancel)
	if _, err := chromedp.Run(ctx, chromedp.Poll[bool]("globalThis.ready", chromedp.WithPollingTimeout(time.Minute))); err != nil {
		t.Fatal(err)
	}
	got, err := chromedp.Run(ctx, chromedp.Evaluate[string](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// The engine that a page or package loads is at most 2.3 MB after compression with Brotli quality
// 9, which takes only seconds. Servers use quality 11, whose result is an eighth smaller.
func TestTheEngineIsSmall(t *testing.T) {
	t.Parallel()
	const most = 2_300_000
	out := node(t, "--input-type=module", "--eval", `
		import { readFileSync } from "node:fs";
		import { brotliCompressSync, constants as c } from "node:zlib";
		const params = {[c.BROTLI_PARAM_QUALITY]: 9, [c.BROTLI_PARAM_LGWIN]: 24};
		console.log(brotliCompressSync(readFileSync("engine.wasm"), { params }).length);`)
	n, err := strconv.Atoi(strings.TrimSpace(out))
	if err != nil {
		t.Fatal(err)
	}
	if n > most {
		t.Errorf("engine.wasm has %d bytes, compressed by brotli; at most %d", n, most)
	}
}

// For an operation that does not exist and for a body that is too long, the engine returns the API
// contract's errors.
func TestErrorsMatchTheContract(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		operation string
		body      []byte
		code      string
		field     string
	}{
		{"depreciate", nil, "not_found", ""},
		{"compute", make([]byte, 64<<10+1), "invalid_request", "body"},
		{"verify", []byte("{}"), "invalid_request", "lease"},
		{"report", []byte(`{"from":"2026-01-01"}`), "invalid_request", "to"},
		{"compare", []byte("\xff"), "invalid_request", "body"},
	} {
		answer, ok := offline.Answer(c.operation, c.body, nil)
		var told struct {
			Error struct {
				Code    string
				Message string
				Fields  []struct{ Field, Message string }
			}
		}
		if err := json.Unmarshal(answer, &told); ok || err != nil {
			t.Fatalf("%s: %v, %s", c.operation, err, answer)
		}
		field := ""
		if len(told.Error.Fields) > 0 {
			field = told.Error.Fields[0].Field
		}
		if told.Error.Code != c.code || field != c.field || told.Error.Message == "" {
			t.Errorf("%s: got %s", c.operation, answer)
		}
	}
}
