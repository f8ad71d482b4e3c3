// Package console tests the pages of the console, and their security, in a browser.
package console

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/console"
	"github.com/leasehold-accounting/leasehold/internal/httpapi"
	"github.com/leasehold-accounting/leasehold/internal/reference"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb/sqlite"
	"github.com/leasehold-accounting/leasehold/test/internal/browser"
)

// chromium is the browser context in which all tests open their tabs.
var chromium context.Context

func TestMain(m *testing.M) {
	os.Exit(runIn(m))
}

func runIn(m *testing.M) int {
	folder, err := os.MkdirTemp("", "browser")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(folder) //nolint:errcheck // the system deletes temporary directories
	tabs, end, err := browser.New(context.Background(), chromedp.UserDataDir(folder))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer end()
	chromium = tabs
	if _, err := chromedp.Run(chromium, chromedp.Title()); err != nil {
		fmt.Fprintln(os.Stderr, "the browser does not start:", err)
		return 1
	}
	return m.Run()
}

// server is the complete service with its console.
type server struct {
	*httptest.Server

	books    *service.Service
	store    *sqlite.Store
	accounts *account.Accounts
	clock    *clock

	mu   sync.Mutex
	seen []string // URLs of the requests that the server has received
}

func (s *server) see(addresses ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen = append(s.seen, addresses...)
}

// clock returns the real time plus an offset that tests can increase.
type clock struct {
	mu    sync.Mutex
	ahead time.Duration
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().Add(c.ahead)
}

func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead += d
}

// setting changes the options of a server before it starts.
type setting func(*console.Options, *account.Config)

func startServer(t *testing.T, settings ...setting) *server {
	t.Helper()
	s := &server{clock: &clock{}}
	quiet := slog.New(slog.DiscardHandler)
	var err error
	s.store, err = sqlite.Open(t.Context(), sqlite.Options{Path: filepath.Join(t.TempDir(), "books.db"), Clock: s.clock.now, Log: quiet})
	if err != nil {
		t.Fatal(err)
	}
	s.books = service.New(service.Config{Store: s.store, Clock: s.clock.now, Log: quiet})
	s.Server = httptest.NewUnstartedServer(nil)
	s.URL = "http://" + s.Listener.Addr().String() // pages contain this URL, so the URL must be set before the server serves a page
	accounts := account.Config{
		Store: s.store.Accounts(), Service: s.books, Clock: s.clock.now, OpenSignUp: true, FirstOperates: true,
		Cost: account.Cost{MemoryKiB: 64, Passes: 1}, // password hashes are cheap here, because no test depends on their cost
	}
	options := console.Options{
		Clock: s.clock.now, Log: quiet, PublicURL: s.URL, Reference: "/docs", Workbench: console.Public, PerMinute: console.NoLimit,
	}
	for _, set := range settings {
		set(&options, &accounts)
	}
	s.accounts = account.New(accounts)
	options.Accounts = s.accounts
	pages, err := console.New(options)
	if err != nil {
		t.Fatal(err)
	}
	contract, err := reference.New(s.URL, reference.Home("/"))
	if err != nil {
		t.Fatal(err)
	}
	var routes []httpapi.Route
	for _, pattern := range reference.Patterns() {
		routes = append(routes, httpapi.Route{Pattern: pattern, Serve: contract.Serve})
	}
	for pattern, handler := range pages.Handlers() {
		routes = append(routes, httpapi.Route{Pattern: pattern, Handler: handler, Browsers: pattern == "/"})
	}
	api := httpapi.New(httpapi.Options{
		Service: s.books, Log: quiet, Clock: s.clock.now, PublicURL: s.URL, MaxInFlight: 100,
	}, routes...)
	s.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.see(r.URL.String(), r.Referer())
		api.ServeHTTP(w, r)
	})
	s.URL = "" // httptest requires an empty URL before Start, and Start sets it
	s.Start()
	t.Cleanup(func() {
		s.Close()
		if err := s.store.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// tab is a browser page with separate cookies.
type tab struct {
	*testing.T

	ctx    context.Context
	server *server

	mu      sync.Mutex
	trouble []string // errors that the browser has reported in its console
	refusal bool     // whether the test expects responses with an error status; the browser reports such responses as errors
}

// screen describes the size of a tab and its theme.
type screen struct {
	name          string
	width, height int64
	dark          bool
}

var (
	desktop = screen{"desktop", 1440, 1000, false}
	phone   = screen{"phone", 390, 844, false}
)

// open opens a tab with the given screen. In a short run, the server computes instead of the
// browser tab. If the tab compiled the engine, this would take almost half of the CPU time of a
// page load.
func (s *server) open(t *testing.T, look screen) *tab {
	t.Helper()
	b := s.openWithEngine(t, look)
	if testing.Short() {
		b.withoutWebAssembly()
	}
	return b
}

// openWithEngine opens a tab in which the browser computes.
func (s *server) openWithEngine(t *testing.T, look screen) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(chromium, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, 15*time.Minute) // enough for a slow machine, but ends a test that hangs
	t.Cleanup(cancel)
	b := &tab{T: t, ctx: ctx, server: s}
	_, err := chromedp.Run(ctx, chromedp.Title()) // the first Run creates the tab, which stays open when the context of a later Run ends
	if err == nil {
		err = chromedp.Listen(ctx, b.listen)
	}
	if err != nil {
		t.Fatal(err)
	}
	b.becomes(look)
	t.Cleanup(func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		for _, words := range b.trouble {
			t.Errorf("the browser's console: %s", words)
		}
	})
	return b
}

// becomes changes the tab's size and theme, as when a user resizes the window.
func (b *tab) becomes(look screen) {
	b.Helper()
	call(b, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: look.width, Height: look.height, DeviceScaleFactor: 1, Mobile: look.width < 500,
	})
	b.theme(look.dark)
}

// theme emulates the light or dark color scheme of the operating system.
func (b *tab) theme(dark bool) {
	b.Helper()
	scheme := "light"
	if dark {
		scheme = "dark"
	}
	call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
	})
}

// settles waits until the page shows its results and nothing on it moves.
func (b *tab) settles() {
	b.Helper()
	b.until(`document.querySelector('[aria-busy="true"]') === null`)
	b.rests()
}

// rests waits until the page has adapted to the screen and nothing on the page moves.
func (b *tab) rests() {
	b.Helper()
	eval[bool](b, `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`, chromedp.EvalAwaitPromise)
	b.until(`document.getAnimations().every((a) => a.playState !== "running")`)
}

// listen records the errors that the browser reports in its events.
func (b *tab) listen(event any) {
	words := ""
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		words = fmt.Sprintf("%s at %s:%d", e.ExceptionDetails.Text, e.ExceptionDetails.URL, e.ExceptionDetails.LineNumber)
		if e.ExceptionDetails.Exception != nil {
			words += " " + e.ExceptionDetails.Exception.Description
		}
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeWarning {
			words = fmt.Sprint(e.Type)
			for _, arg := range e.Args {
				words += " " + string(arg.Value)
			}
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError && (e.Entry.Source != log.EntrySourceNetwork || !b.refused()) {
			words = string(e.Entry.Source) + ": " + e.Entry.Text + " " + e.Entry.URL
		}
	}
	if words != "" {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.trouble = append(b.trouble, words)
	}
}

func (b *tab) refused() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.refusal
}

// expectRefusals tells the tab that responses with an error status are expected.
func (b *tab) expectRefusals() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.refusal = true
}

// call sends a Chrome DevTools Protocol command.
func call[P, R any](b *tab, command cdp.Command[P, R], params P) {
	b.Helper()
	if _, err := chromedp.Call(b.ctx, command, params); err != nil {
		b.Fatalf("browser: %v", err)
	}
}

func (b *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	if err := chromedp.Do(b.ctx, actions...); err != nil {
		b.Fatalf("browser: %v", err)
	}
}

// run runs a script in the page.
func (b *tab) run(script string) {
	b.Helper()
	b.do(chromedp.Evaluate[chromedp.Void](script))
}

// visit opens one of the server's pages and waits until the page's script has started.
func (b *tab) visit(path string) {
	b.Helper()
	b.do(chromedp.Navigate(b.server.URL + path))
	b.ready()
}

func (b *tab) ready() {
	b.Helper()
	b.until(`document.documentElement.dataset.ready === "true"`)
}

// until waits for a condition to become true on the page. The condition is a JavaScript expression.
func (b *tab) until(condition string) {
	b.Helper()
	pause := 10 * time.Millisecond
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(pause) {
		pause = min(2*pause, 160*time.Millisecond)
		// While the browser is leaving a page, it cannot evaluate scripts on the page.
		if met, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool]("!!("+condition+")")); err == nil && met {
			return
		}
	}
	text, _ := chromedp.Run(b.ctx, chromedp.Evaluate[string](`(document.querySelector("#trouble, .message") ?? document.querySelector("h1")).innerText
		+ "\n" + [...document.querySelectorAll("form [name]")].filter(i => i.value).map(i => i.name + "=" + i.value).join(" ")
		+ "\n" + document.querySelector("#results")?.innerText.slice(0, 600)
		+ "\n" + document.activeElement?.outerHTML.slice(0, 200)`)) // only for the error message
	b.Fatalf("the page never came to: %s\n%s", condition, text)
}

// eval returns the value of a JavaScript expression on the page.
func eval[T any](b *tab, expression string, options ...chromedp.EvaluateOption) T {
	b.Helper()
	value, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](expression, options...))
	if err != nil {
		b.Fatalf("browser: %s: %v", expression, err)
	}
	return value
}

// set puts text into a field and fires the events that typing would fire.
func (b *tab) set(name, value string) {
	b.Helper()
	ok := eval[bool](b, fmt.Sprintf(`(() => { const e = document.querySelector('[name="%s"]'); e.value = %q;
		for (const kind of ["input", "change"]) e.dispatchEvent(new Event(kind, { bubbles: true })); return e.value === %q; })()`, name, value, value))
	if !ok {
		b.Fatalf("the field %s does not take %q", name, value)
	}
}

// click clicks an element. If the click leads to a new page, click waits for that page.
func (b *tab) click(selector string) {
	b.Helper()
	// The page may replace the element after the test has found it and before the click. The click
	// is then repeated on the new element.
	for range 5 {
		err := chromedp.Do(b.ctx, chromedp.Click(chromedp.CSS(selector)))
		if err == nil {
			return
		}
		if !strings.Contains(err.Error(), "node with given id") {
			b.Fatalf("browser: click %s: %v", selector, err)
		}
	}
	b.Fatalf("browser: %s is replaced all the time", selector)
}

// follow clicks an element and waits for the page that then opens.
func (b *tab) follow(selector string) {
	b.Helper()
	b.run(`delete document.documentElement.dataset.ready`)
	b.click(selector)
	b.ready()
}

func (b *tab) text(selector string) string {
	b.Helper()
	return eval[string](b, fmt.Sprintf(`document.querySelector(%q)?.innerText ?? ""`, selector))
}

// has fails unless an element shows the given text.
func (b *tab) has(selector, want string) {
	b.Helper()
	if got := b.text(selector); !strings.Contains(got, want) {
		b.Errorf("%s shows %q, want %q", selector, got, want)
	}
}

// keep stores a screenshot among the test's artifacts (go test -artifacts).
func (b *tab) keep(name string) {
	b.Helper()
	if wanted := flag.Lookup("test.artifacts"); wanted == nil || wanted.Value.String() != "true" {
		return
	}
	picture, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
	if err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(b.ArtifactDir(), name+".png"), picture, 0o600); err != nil {
		b.Error(err)
	}
}

// client returns a browser without scripts: an HTTP client that has a cookie jar and follows no
// redirects.
func (s *server) client(t *testing.T) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// answer is an HTTP response that has been read completely.
type answer struct {
	status int
	header http.Header
	body   string
}

// send sends a form as one of the server's pages does. Additional headers are optional.
func (s *server) send(t *testing.T, c *http.Client, method, path string, form url.Values, headers ...string) answer {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, s.URL+path, strings.NewReader(form.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	if method == http.MethodPost {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		req.Header.Set("Sec-Fetch-Site", "same-origin")
	}
	for i := 0; i < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	resp, err := c.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(resp.Body)
	if err := errors.Join(err, resp.Body.Close()); err != nil {
		t.Fatal(err)
	}
	return answer{resp.StatusCode, resp.Header, string(body)}
}
