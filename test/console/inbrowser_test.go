package console

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/console/leaseform"
	"github.com/leasehold-accounting/leasehold/test/internal/leases"
)

// before runs a script on every page of the tab, before the page's own scripts.
func (b *tab) before(script string) {
	b.Helper()
	call(b, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
}

// withoutWebAssembly disables WebAssembly in the tab, so that the server computes instead of the
// browser.
func (b *tab) withoutWebAssembly() {
	b.Helper()
	b.before(`globalThis.WebAssembly = undefined`)
}

// computedBy waits until the page says who computes the results: the browser or the server.
func (b *tab) computedBy(who string) {
	b.Helper()
	b.until(fmt.Sprintf(`document.querySelector("[data-computed]")?.dataset.computed === %q`, who))
}

// requestsFor returns the number of requests that the server has received for a path.
func (s *server) requestsFor(path string) (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, address := range s.seen {
		if address == path {
			n++
		}
	}
	return n
}

// results is the path to which the page sends the form if the server computes.
const results = "/workbench/results"

// TestInputStaysInTheBrowser checks that, after the engine is loaded, the browser computes
// amounts, errors and events and does not send the input to the server.
func TestInputStaysInTheBrowser(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	b := s.openWithEngine(t, desktop)
	b.visit("/")
	b.computedBy("here")
	b.has("[data-computed]", "Computed in this browser.")
	b.plainOffice()
	b.keep("in-browser")
	b.set("termMonths", "1201")
	b.until(`document.querySelector("#e-termMonths").textContent === "“1201” is out of range. Type a number of months from 1 to 1,200."`)
	b.set("termMonths", "60")
	b.run(`location.hash = "standard=IFRS_16&commencementDate=2026-01-01&termMonths=24&paymentAmount=100&discountRatePercent=5&` +
		`events[0].type=index&events[0].date=2027-01-01&events[0].changePercent=3"`)
	b.until(`document.querySelector("#a-life") !== null`)
	b.computedBy("here")
	if n := s.requestsFor(results); n != 0 {
		t.Errorf("the page has asked the server %d times", n)
	}
	// Downloaded files come from the server.
	b.run(`document.querySelector('[formaction="/workbench/schedule.csv"]').click()`)
	b.until(`!document.querySelector('[formaction="/workbench/schedule.csv"]').disabled`)
	if n := s.requestsFor("/workbench/schedule.csv"); n != 1 {
		t.Errorf("%d files were asked for", n)
	}
}

// TestTheServerComputesIfTheBrowserCannot checks that the server computes if the browser lacks a
// feature, must save data, cannot load a file, or computes results that differ from the server's.
// The page says that the server computes.
func TestTheServerComputesIfTheBrowserCannot(t *testing.T) {
	t.Parallel()
	for name, script := range map[string]string{
		"no WebAssembly": `globalThis.WebAssembly = undefined`,
		"no workers":     `globalThis.Worker = undefined`,
		"little data":    `Object.defineProperty(navigator, "connection", { value: { saveData: true } })`,
		"not found": `const real = globalThis.fetch; globalThis.fetch = (to, ...more) =>
			String(to).endsWith(".wasm") ? Promise.resolve(new Response("gone", { status: 404 })) : real(to, ...more)`,
		"no module": `const real = globalThis.fetch; globalThis.fetch = (to, ...more) =>
			String(to).endsWith(".wasm") ? Promise.resolve(new Response("junk", { headers: { "Content-Type": "application/wasm" } })) : real(to, ...more)`,
		"a worker that cannot load": `const Real = globalThis.Worker; globalThis.Worker = class extends Real { constructor() { super("/assets/none.js"); } }`,
		"an engine of other figures": `const Real = globalThis.Response; globalThis.Response = class extends Real { constructor(body, more) {
			super(typeof body === "string" ? body.replace("Operating lease", "Finance lease") : body, more); } }`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := startServer(t)
			b := s.openWithEngine(t, desktop)
			if name == "a worker that cannot load" {
				b.expectRefusals()
			}
			b.before(script)
			b.visit("/")
			b.computedBy("server")
			b.plainOffice()
			b.set("paymentAmount", "20000")
			b.untilFigure("initialLiability", "1039683.77")
			b.computedBy("server")
			b.has("[data-computed]", "Computed by the server.")
			if s.requestsFor(results) == 0 {
				t.Error("the server was not asked")
			}
		})
	}
}

// TestAnEngineThatFailsIsReplacedByTheServer checks that after an engine fails or does not respond,
// only the server computes for this page. The server also computes the result that the page was
// waiting for.
func TestAnEngineThatFailsIsReplacedByTheServer(t *testing.T) {
	t.Parallel()
	for name, broken := range map[string]string{
		"fails":           `super.postMessage({ module: "none" }); super.postMessage(message);`,
		"does not answer": ``,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := startServer(t)
			b := s.openWithEngine(t, desktop)
			b.before(`const Real = globalThis.Worker; globalThis.Worker = class extends Real {
				postMessage(message) { if (globalThis.broken) { ` + broken + ` } else super.postMessage(message); } }`)
			b.visit("/")
			b.computedBy("here")
			b.plainOffice()
			b.run(`globalThis.broken = true`)
			b.set("paymentAmount", "20000")
			b.untilFigure("initialLiability", "1039683.77")
			b.computedBy("server")
			b.run(`globalThis.broken = false`)
			before := s.requestsFor(results)
			b.set("paymentAmount", "10000")
			b.untilFigure("initialLiability", "519841.89")
			b.computedBy("server")
			if s.requestsFor(results) <= before {
				t.Error("the engine that had failed was asked again")
			}
		})
	}
}

// TestOnlyTheWorkbenchAllowsWebAssembly checks that only the content security policy of the
// workbench page allows WebAssembly. The policies for the workbench's results and files, for other
// pages and for assets do not allow WebAssembly.
func TestOnlyTheWorkbenchAllowsWebAssembly(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	c := s.client(t)
	const word = "'wasm-unsafe-eval'"
	form := url.Values{"commencementDate": {"2026-01-01"}, "termMonths": {"60"}, "paymentAmount": {"10"}, "discountRatePercent": {"6"}}
	policy := func(method, path string) string {
		got := s.send(t, c, method, path, form)
		return got.header.Get("Content-Security-Policy")
	}
	ordinary := policy(http.MethodGet, "/account/sign-in")
	if ordinary == "" || strings.Contains(ordinary, "wasm") {
		t.Fatalf("an ordinary policy: %q", ordinary)
	}
	open := strings.Replace(ordinary, "script-src 'self'", "script-src 'self' "+word, 1)
	for _, request := range [][2]string{{"GET", "/"}, {"HEAD", "/"}, {"GET", "/?sample=van"}, {"POST", "/"}} {
		if got := policy(request[0], request[1]); got != open {
			t.Errorf("%v: %q, want %q", request, got, open)
		}
	}
	paths := [][2]string{
		{"POST", "/workbench/results"},
		{"POST", "/workbench/schedule.csv"},
		{"GET", "/workbench/none"},
		{"PUT", "/"},
		{"GET", "/check"},
		{"GET", "/portfolio"},
		{"GET", "/account/sign-up"},
		{"GET", "/account"},
		{"GET", "/assets/none"},
	}
	page := s.send(t, c, http.MethodGet, "/", nil).body
	_, rest, _ := strings.Cut(page, `data-engine="`)
	engine, _, found := strings.Cut(rest, `"`)
	if !found {
		t.Fatal("the page offers no engine")
	}
	for _, name := range []string{"engine.wasm", "worker.js", "go.js"} {
		paths = append(paths, [2]string{"GET", engine + name})
	}
	for _, request := range paths {
		if got := policy(request[0], request[1]); got != ordinary {
			t.Errorf("%v: %q, want %q", request, got, ordinary)
		}
	}
	if got := policy(http.MethodGet, "/docs"); strings.Contains(got, "wasm") {
		t.Errorf("/docs: %q", got)
	}
	// Each form of the URL returns the same module, and caches may store the response.
	var sizes []int
	for _, encoding := range []string{"br, gzip", "gzip", "br;q=0"} {
		got := s.send(t, c, http.MethodGet, engine+"engine.wasm", nil, "Accept-Encoding", encoding)
		want, _, _ := strings.Cut(encoding, ",")
		if strings.Contains(want, ";") {
			want = ""
		}
		if got.status != 200 || got.header.Get("Content-Encoding") != want || got.header.Get("Content-Type") != "application/wasm" ||
			!strings.Contains(got.header.Get("Cache-Control"), "immutable") || got.header.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%s: %d %v", encoding, got.status, got.header)
		}
		sizes = append(sizes, len(got.body))
	}
	if !slices.IsSorted(sizes) || sizes[0] > 2_100_000 {
		t.Errorf("the module has %v bytes", sizes)
	}
}

// comparedForms returns the number of forms for which the test compares the browser's results with
// the server's.
func comparedForms() int {
	if testing.Short() {
		return 80
	}
	return 240
}

// answerForms is a script that computes forms in the page, by calling the engine directly and
// through its worker. answerForms returns a digest of each response.
const answerForms = `(async (forms) => {
	const { engine, publicUrl } = document.getElementById("results").dataset;
	globalThis.tested ??= await (async () => {
		const worker = new Worker(engine + "worker.js", { type: "module" });
		worker.postMessage({ module: await WebAssembly.compileStreaming(fetch(engine + "engine.wasm")) });
		return worker;
	})();
	const marks = [];
	for (const form of forms) {
		const { status, body, failed } = await new Promise((resolve) => {
			tested.onmessage = ({ data }) => resolve(data);
			tested.postMessage({ form, publicUrl });
		});
		const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(body ?? failed));
		marks.push(status + " " + [...new Uint8Array(digest)].map((n) => n.toString(16).padStart(2, "0")).join(""));
	}
	return marks;
})`

// TestTheBrowserAndTheServerReturnTheSameBytes checks that the browser computes the same bytes as the server,
// for leases with all fields and events and for invalid forms.
func TestTheBrowserAndTheServerReturnTheSameBytes(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	b := s.openWithEngine(t, desktop)
	b.visit("/")
	var forms []string
	count := comparedForms()
	for i, lease := range slices.Concat(leases.Lives(7, count*3/4), leases.Some(7, count/4)) {
		form := formOf(t, lease)
		switch i % 12 {
		case 3:
			form.Set("paymentAmount", "a lot")
		case 5:
			form.Del("termMonths")
		case 7:
			form.Set("discountRatePercent", "1/4")
			form.Set("events[0].date", "01/02/2027")
		case 9:
			form.Set("leaseName", `O'Hare <b>"&amp;"</b> `+"\u2028 \U0001F3E2")
		}
		forms = append(forms, form.Encode())
	}
	c, statuses := s.client(t), map[int]int{}
	for chunk := range slices.Chunk(forms, 20) {
		list, err := json.Marshal(chunk)
		if err != nil {
			t.Fatal(err)
		}
		marks := eval[[]string](b, answerForms+"("+string(list)+")", chromedp.EvalAwaitPromise)
		for i, form := range chunk {
			typed, err := url.ParseQuery(form)
			if err != nil {
				t.Fatal(err)
			}
			got := s.send(t, c, http.MethodPost, "/workbench/results", typed)
			statuses[got.status]++
			digest := sha256.Sum256([]byte(got.body))
			if want := fmt.Sprint(got.status, " ", hex.EncodeToString(digest[:])); marks[i] != want {
				t.Fatalf("the browser answers %s, the server %s:\n%s\n%.300s", marks[i], want, form, got.body)
			}
		}
	}
	if statuses[200] < count/2 || statuses[400] < count/5 || len(statuses) != 2 {
		t.Errorf("statuses: %v", statuses)
	}
}

// formOf returns the workbench form with the fields of a lease.
func formOf(t *testing.T, lease string) url.Values {
	t.Helper()
	values, missing := leaseform.FromRequest([]byte(lease))
	form := url.Values{}
	for name, value := range values {
		form.Set(name, value)
	}
	want, err := leasehold.Decode([]byte(lease))
	if err != nil {
		return form // the browser and the server both reject the form
	}
	if missing != nil {
		t.Fatalf("%v\n%s", missing, lease)
	}
	typed, faults, _ := leaseform.FromForm(form).Decode()
	if typed == nil {
		t.Fatalf("the form is refused: %v\n%s\n%v", faults, lease, form)
	}
	if got, want := journalOf(typed), journalOf(want); got != want {
		t.Fatalf("the form is of another lease:\n%s\n%v", lease, form)
	}
	return form
}

// journalOf returns the journal of a lease, or the error from computing it.
func journalOf(lease *leasehold.Lease) string {
	r, err := leasehold.Compute(lease)
	if err != nil {
		return err.Error()
	}
	return fmt.Sprint(leasehold.Journal(&r.Measurement))
}
