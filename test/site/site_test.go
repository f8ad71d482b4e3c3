package site

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"golang.org/x/net/html"

	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/closingfile"
	"github.com/leasehold-accounting/leasehold/internal/console"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/portfolio"
	"github.com/leasehold-accounting/leasehold/test/internal/leases"
)

// served returns the HTTP handler of a server built from the same source as the site.
func served(t *testing.T) http.Handler {
	t.Helper()
	pages, err := console.NewStatic(console.StaticOptions{Clock: func() time.Time { return time.Unix(0, 0) }, Version: "v0.0.0-test"})
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	for pattern, handler := range pages.Handlers() {
		mux.Handle(pattern, handler)
	}
	return mux
}

func sum(text string) string {
	digest := sha256.Sum256([]byte(text))
	return hex.EncodeToString(digest[:])
}

// The workbench computes in the browser, and the files that it creates have the same bytes as a
// server's files. The browser requests only the site's files.
func TestTheWorkbenchComputesInTheBrowser(t *testing.T) {
	t.Parallel()
	h := startHost(t)
	b := h.open(t)
	b.visit("index.html")
	b.until(`document.querySelector("[data-computed]")?.textContent === "Computed in this browser."`)
	b.set(`[name="termMonths"]`, "84")
	b.until(`document.querySelector("table.schedule").tBodies[0].rows.length >= 84`)
	b.set(`[name="termMonths"]`, "1201")
	b.until(`document.querySelector("#e-termMonths").textContent.includes("is out of range")`)
	b.set(`[name="termMonths"]`, "60")
	form := eval[string](b, `new URLSearchParams([...new FormData(document.getElementById("lease"))].filter(([, value]) => value !== "")).toString()`)
	for _, name := range []string{"lease.xlsx", "lease.pdf", "journal.csv", "comparison.xlsx"} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/workbench/"+name, strings.NewReader(form))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Sec-Fetch-Site", "same-origin")
		want := httptest.NewRecorder()
		served(t).ServeHTTP(want, r)
		got := eval[map[string]string](b, fmt.Sprintf(`(async () => {
			const response = await fetch("/workbench/%s", { method: "POST", body: new URLSearchParams(%q), headers: { Accept: "application/json" } });
			const digest = await crypto.subtle.digest("SHA-256", await response.arrayBuffer());
			return { sum: [...new Uint8Array(digest)].map((b) => b.toString(16).padStart(2, "0")).join(""),
				type: response.headers.get("Content-Type"), name: response.headers.get("Content-Disposition") };
		})()`, name, form))
		if want.Code != http.StatusOK || got["sum"] != sum(want.Body.String()) || got["type"] != want.Header().Get("Content-Type") ||
			got["name"] != want.Header().Get("Content-Disposition") {
			t.Errorf("%s: got %v; a server sends %d bytes with status %d and %v", name, got, want.Body.Len(), want.Code, want.Header())
		}
	}
	b.checkNetwork()
}

// checkNetwork fails if the browser has requested anything except the site's files.
func (b *tab) checkNetwork() {
	b.Helper()
	if list := b.foreign(); len(list) > 0 {
		b.Errorf("asked for outside the folder: %v", list)
	}
	b.host.mu.Lock()
	defer b.host.mu.Unlock()
	if len(b.host.asked) == 0 {
		b.Error("nothing was asked for")
	}
	for _, asked := range b.host.asked {
		method, address, _ := strings.Cut(asked, " ")
		if address == below {
			address += "index.html"
		}
		_, err := os.Stat(filepath.Join(folder, strings.TrimPrefix(address, below)))
		if method != http.MethodGet || !strings.HasPrefix(address, below) || err != nil {
			b.Errorf("asked of the host: %s", asked)
		}
	}
}

// TestVerificationNeedsNoServer checks that the browser compares a schedule and creates the report
// without a server.
func TestVerificationNeedsNoServer(t *testing.T) {
	t.Parallel()
	b := startHost(t).open(t)
	b.visit("check.html")
	for name, typed := range map[string]string{"commencementDate": "2026-01-01", "termMonths": "60", "paymentAmount": "10,000", "discountRatePercent": "6"} {
		b.set("[name="+name+"]", typed)
	}
	b.set("#theirs", "Period\tDate\tPayment\tBalance\n1\t2026-01-01\t10,000.00\t512,391.10\n2\t2026-02-01\t9,000.00\t504,953.06\n")
	b.until(`document.querySelector("[data-sentence]")?.textContent.includes("9,000.00")`)
	b.until(`document.querySelector("#a-verdict")?.textContent.includes("do not agree")`)
	if size := eval[int](b, `(async () => {
		const response = await fetch("/check/check.pdf", { method: "POST", body: new FormData(document.getElementById("lease")), headers: { Accept: "application/json" } });
		const body = await response.text();
		return response.ok && body.startsWith("%PDF") ? body.length : 0;
	})()`); size < 5000 {
		t.Errorf("the paper has %d characters", size)
	}
	b.checkNetwork()
}

// The browser computes a report on 1,000 leases and shows its progress. The total equals the
// engine's total.
func TestAPortfolioOf1000LeasesIsReportedInTheBrowser(t *testing.T) {
	t.Parallel()
	var leases, question strings.Builder
	for i := range 1000 {
		one := fmt.Sprintf(`{"id":"L-%04d","commencementDate":"2025-%02d-01","termMonths":%d,"paymentAmount":%d.25,"discountRateAnnual":0.0%d}`,
			i, i%12+1, 24+i%97, 1000+i*7, 3+i%6)
		leases.WriteString(one + "\n")
		if i > 0 {
			question.WriteString(",")
		}
		question.WriteString(one)
	}
	q, err := portfolio.Decode([]byte(`{"from":"2026-01-01","to":"2026-12-31","leases":[` + question.String() + `]}`))
	if err != nil {
		t.Fatal(err)
	}
	want, err := portfolio.Answer(q)
	if err != nil {
		t.Fatal(err)
	}
	total, _ := want.Sum.Total()
	b := startHost(t).open(t)
	b.visit("portfolio.html")
	eval[bool](b, `(globalThis.progress = [], new MutationObserver(() => {
		const bar = document.querySelector(".computing progress");
		if (document.querySelector(".computing span")?.textContent === "Computing: 1,000 leases") progress.push(bar.value / bar.max);
	}).observe(document.documentElement, { subtree: true, childList: true, attributes: true }), true)`)
	b.set(`[name="from"]`, "2026-01-01")
	b.set(`[name="to"]`, "2026-12-31")
	began := time.Now()
	b.choose(`input[name="file"]`, file(t, "leases.ndjson", leases.String()))
	b.until(`document.querySelector("#a-total")?.textContent.includes("1,000 leases")`)
	t.Logf("1,000 leases: %s with the engine's start", time.Since(began).Round(time.Millisecond))
	liability := wording.Accounting(total.Of(figure.LiabilityClosing), 2)
	if got := eval[string](b, `document.querySelector("table.groups").innerText`); !strings.Contains(got, liability) {
		t.Errorf("the table does not have the liability %s:\n%s", liability, got)
	}
	if got := eval[float64](b, `progress.at(-1) ?? 0`); got < 0.9 {
		t.Errorf("the bar of progress came to %v", got)
	}
	if size := eval[int](b, `(async () => {
		const response = await fetch("/portfolio/disclosures.xlsx", { method: "POST", body: new FormData(document.getElementById("ask")), headers: { Accept: "application/json" } });
		return response.ok ? (await response.arrayBuffer()).byteLength : 0;
	})()`); size < 10_000 {
		t.Errorf("the disclosure workbook has %d bytes", size)
	}
	closed, err := closingfile.Read([]byte(eval[string](b, `(async () => (await fetch("/portfolio/closing.json",
		{ method: "POST", body: new FormData(document.getElementById("ask")), headers: { Accept: "application/json" } })).text())()`)))
	if err != nil || closed.To.String() != "2026-12-31" {
		t.Errorf("the closing: %v", err)
	}
	b.checkNetwork()
}

// Once opened, the pages can be reopened and can compute without a connection to their server.
func TestTheSiteWorksOffline(t *testing.T) {
	t.Parallel()
	h := startHost(t)
	b := h.open(t)
	b.visit("index.html")
	eval[bool](b, `navigator.serviceWorker.ready.then(() => true)`)
	b.until(`navigator.serviceWorker.controller`)
	h.cut()
	for _, page := range []string{"", "check.html", "guides/METHOD.html", "docs.html"} {
		b.visit(page)
	}
	b.visit("portfolio.html")
	b.set(`[name="from"]`, "2026-01-01")
	b.set(`[name="to"]`, "2026-12-31")
	b.choose(`input[name="file"]`, file(t, "leases.ndjson",
		`{"id":"A","commencementDate":"2026-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06}`+"\n"))
	b.until(`document.querySelector("#a-total")?.textContent.includes("1 lease")`)
	if list := b.foreign(); len(list) > 0 {
		t.Errorf("asked for outside the folder: %v", list)
	}
}

// The search finds guides by words in their text. An example in a guide opens in the workbench
// without changes.
func TestGuidesAreSearchedAndExamplesOpen(t *testing.T) {
	t.Parallel()
	b := startHost(t).open(t)
	b.visit("guides.html")
	b.set("#q", "weighted average rate")
	b.until(`document.querySelectorAll("[data-found] a").length >= 3`)
	b.set("#q", "qqqqqq")
	b.until(`document.querySelector("[data-found]").textContent.includes("No section contains all of these words.")`)
	b.set("#q", "idempotency key")
	b.until(`document.querySelector("[data-found] a")?.href.includes("guides/")`)
	eval[bool](b, `(document.querySelector("[data-found] a").click(), true)`)
	b.until(`location.pathname.includes("/guides/") && document.querySelector("article h1")`)

	text, err := os.ReadFile(filepath.Join(root, "docs/examples/equipment.json"))
	if err != nil {
		t.Fatal(err)
	}
	result := leases.Compute(t, string(text))
	b.visit("examples.html")
	eval[bool](b, `(document.querySelector("#equipment a").click(), true)`)
	b.until(`location.pathname.endsWith("/index.html") || location.pathname.endsWith("/home/")`)
	want := wording.Accounting(result.InitialLiability, 2)
	b.until(fmt.Sprintf(`document.querySelector('[data-figure="initialLiability"]')?.textContent.includes(%q)`, want))
	b.checkNetwork()
}

// violation is an axe finding.
type violation struct {
	ID, Impact, Help string
	Nodes            []string
}

// axe finds no violation on the site's additional pages, and no page is wider than a phone's
// screen.
func TestTheGuidesAreAccessible(t *testing.T) {
	t.Parallel()
	axe, err := os.ReadFile(filepath.Join(root, "test/console/testdata/axe-core-4.14.1.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	b := startHost(t).open(t)
	for _, width := range []int64{1280, 390} {
		if _, err := chromedp.Call(b.ctx, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: width, Height: 844, DeviceScaleFactor: 1}); err != nil {
			t.Fatal(err)
		}
		for _, page := range []string{"guides.html", "guides/FILES.html", "guides/FOR-ACCOUNTANTS.html", "examples.html", "spreadsheets.html"} {
			b.visit(page)
			eval[bool](b, string(axe)+"; true")
			for _, v := range eval[[]violation](b, `axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] }).then((r) =>
				r.violations.map((v) => ({ id: v.id, impact: v.impact, help: v.help, nodes: v.nodes.map((n) => n.html.slice(0, 160)) })))`) {
				t.Errorf("%s at %d: %s (%s): %s\n%q", page, width, v.ID, v.Impact, v.Help, v.Nodes)
			}
			if over := eval[int](b, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); over > 0 {
				t.Errorf("%s is %d pixels wider than a screen of %d", page, over, width)
			}
		}
	}
}

// TestEveryLinkOfTheSiteResolves checks that every page's links and assets lead either to one of
// the site's files or to a web address. No page's content security policy may name another origin.
func TestEveryLinkOfTheSiteResolves(t *testing.T) {
	t.Parallel()
	pages, links := 0, 0
	anchors := map[string]map[string]bool{}
	type reference struct{ page, to, fragment string }
	var wanted []reference
	err := filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(name) != ".html" {
			return err
		}
		pages++
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		short, err := filepath.Rel(folder, name)
		if err != nil {
			return err
		}
		policy, _, found := strings.Cut(html.UnescapeString(string(text)), "<title>")
		if !found || !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, " 'unsafe-eval'") {
			t.Errorf("%s states no policy", short)
		}
		if short != excelPage && strings.Contains(policy, "//") {
			t.Errorf("%s names an origin in its policy: %s", short, policy)
		}
		anchors[short] = map[string]bool{}
		for tokens := html.NewTokenizer(strings.NewReader(string(text))); ; {
			if tokens.Next() == html.ErrorToken {
				return nil
			}
			token := tokens.Token()
			for _, a := range token.Attr {
				if a.Key == "id" {
					anchors[short][a.Val] = true
				}
				if a.Key != "href" && a.Key != "src" || token.Type == html.EndTagToken {
					continue
				}
				links++
				to, err := url.Parse(a.Val)
				switch {
				case err != nil:
					t.Errorf("%s: %v", short, err)
				case short == excelPage && a.Val == "https://appsforoffice.microsoft.com/lib/1/hosted/office.js":
				case to.Scheme != "" && token.Data == "a": // a link to the web or to the reader's server
				case to.Scheme != "" || to.Host != "" || strings.HasPrefix(to.Path, "/"):
					t.Errorf("%s leads to %s", short, a.Val)
				case to.Path == "":
					wanted = append(wanted, reference{short, short, to.Fragment})
				default:
					wanted = append(wanted, reference{short, path.Join(path.Dir(short), to.Path), to.Fragment})
				}
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range wanted {
		if _, err := os.Stat(filepath.Join(folder, w.to)); err != nil {
			t.Errorf("%s leads to %s, which is not there", w.page, w.to)
			continue
		}
		onBench := w.to == "index.html" && strings.Contains(w.fragment, "=")
		made := w.to == "docs.html" // this page's script creates the anchor
		if w.fragment != "" && !onBench && !made && anchors[w.to] != nil && !anchors[w.to][w.fragment] {
			t.Errorf("%s leads to %s#%s; there is no such place", w.page, w.to, w.fragment)
		}
	}
	if pages < 40 || links < 500 {
		t.Errorf("%d pages with %d links", pages, links)
	}
}

// excelPage, which loads a Microsoft script, is opened only in Excel.
const excelPage = "excel/functions.html"

// Two builds from the same source create the same site.
func TestTheSiteBuildIsReproducible(t *testing.T) {
	t.Parallel()
	again, err := build(filepath.Join(t.TempDir(), "again"))
	if err != nil {
		t.Fatal(err)
	}
	first, second := os.DirFS(folder), os.DirFS(again)
	for _, pair := range [][2]fs.FS{{first, second}, {second, first}} {
		err := fs.WalkDir(pair[0], ".", func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			one, err := fs.ReadFile(pair[0], name)
			if err != nil {
				return err
			}
			other, err := fs.ReadFile(pair[1], name)
			if err != nil || sum(string(one)) != sum(string(other)) {
				t.Errorf("%s differs: %v", name, err)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
