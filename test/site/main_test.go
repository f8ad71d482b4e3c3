// Package site tests the static site of internal/site in a browser. A plain file server serves the
// site under a subpath, and the tests record the browser's requests.
package site

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/leasehold-accounting/leasehold/test/internal/browser"
)

const root = "../.."

// folder is the directory with the site that scripts/site builds.
var folder string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "site")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir) //nolint:errcheck // the system deletes temporary directories
		if folder, err = build(filepath.Join(dir, "site")); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		return m.Run()
	}())
}

// build builds the site in a directory and returns the site's path.
func build(dir string) (string, error) {
	cmd := exec.CommandContext(context.Background(), filepath.Join(root, "scripts/site"), dir, "v0.0.0-test")
	cmd.Env = append(os.Environ(), "SOURCE_DATE_EPOCH=1780000000")
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("scripts/site: %w\n%s", err, out)
	}
	return dir, nil
}

// The site is served under this path.
const below = "/take/it/home/"

// host is the site's web server. It can simulate a lost connection.
type host struct {
	*httptest.Server

	mu    sync.Mutex
	down  bool
	asked []string
}

func startHost(t *testing.T) *host {
	t.Helper()
	h := &host{}
	files := http.StripPrefix(below, http.FileServer(http.Dir(folder)))
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.mu.Lock()
		down := h.down
		h.asked = append(h.asked, r.Method+" "+r.URL.Path)
		h.mu.Unlock()
		if down {
			panic(http.ErrAbortHandler) // breaks the connection
		}
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(h.Close)
	return h
}

func (h *host) cut() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.down = true
}

// tab is a page in a separate browser.
type tab struct {
	*testing.T

	ctx  context.Context
	host *host

	mu      sync.Mutex
	asked   []string // URLs that the page requested
	trouble []string
}

func (h *host) open(t *testing.T) *tab {
	t.Helper()
	ctx, cancel, err := browser.New(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, 4*time.Minute)
	t.Cleanup(cancel)
	b := &tab{T: t, ctx: ctx, host: h}
	if _, err := chromedp.Run(ctx, chromedp.Title()); err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Listen(ctx, b.listen); err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Call(ctx, network.Enable, network.EnableParams{}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		for _, words := range b.trouble {
			t.Errorf("the browser's console: %s", words)
		}
	})
	return b
}

func (b *tab) listen(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		b.asked = append(b.asked, e.Request.URL)
	case *runtime.EventExceptionThrown:
		words := e.ExceptionDetails.Text
		if e.ExceptionDetails.Exception != nil {
			words += " " + e.ExceptionDetails.Exception.Description
		}
		b.trouble = append(b.trouble, words)
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError {
			b.trouble = append(b.trouble, fmt.Sprint(e.Args))
		}
	}
}

// visit opens one of the site's pages and waits until its script has started.
func (b *tab) visit(page string) {
	b.Helper()
	if err := chromedp.Do(b.ctx, chromedp.Navigate(b.host.URL+below+page)); err != nil {
		b.Fatalf("%s: %v", page, err)
	}
	b.until(`document.documentElement.dataset.ready === "true"`)
}

// until waits until a JavaScript expression is true on the page.
func (b *tab) until(condition string) {
	b.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if met, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool]("!!("+condition+")")); err == nil && met {
			return
		}
	}
	text, _ := chromedp.Run(b.ctx, chromedp.Evaluate[string](`document.body.innerText.slice(0, 2000)`)) // used only in the failure message
	b.Fatalf("the page never came to: %s\n%s", condition, text)
}

// eval returns a JavaScript expression's value. If the value is a promise, it waits for the result.
func eval[T any](b *tab, expression string) T {
	b.Helper()
	value, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		b.Fatalf("browser: %s: %v", expression, err)
	}
	return value
}

// set puts text into a field and fires the events that typing would fire.
func (b *tab) set(selector, value string) {
	b.Helper()
	eval[bool](b, fmt.Sprintf(`(() => { const e = document.querySelector(%q); e.value = %q;
		for (const kind of ["input", "change"]) e.dispatchEvent(new Event(kind, { bubbles: true })); return true; })()`, selector, value))
}

// choose chooses a file in a file input.
func (b *tab) choose(selector, file string) {
	b.Helper()
	node, err := chromedp.Run(b.ctx, chromedp.Evaluate[*runtime.RemoteObject](fmt.Sprintf("document.querySelector(%q)", selector)))
	if err != nil {
		b.Fatal(err)
	}
	if _, err := chromedp.Call(b.ctx, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: []string{file}, ObjectID: node.ObjectID}); err != nil {
		b.Fatal(err)
	}
}

// foreign returns the requested URLs that are not below the site.
func (b *tab) foreign() (list []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, address := range b.asked {
		if !strings.HasPrefix(address, b.host.URL+below) && !strings.HasPrefix(address, "data:") && !strings.HasPrefix(address, "blob:"+b.host.URL) {
			list = append(list, address)
		}
	}
	return list
}

// file writes a file for a test to choose, and returns its path.
func file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
