package console

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/console"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// figure returns the exact value of an amount in the results on the page.
func (b *tab) figure(name string) string {
	b.Helper()
	return eval[string](b, fmt.Sprintf(`document.querySelector('#results [data-figure="%s"]')?.getAttribute("value") ?? ""`, name))
}

// untilFigure waits until an amount in the results on the page has the given value.
func (b *tab) untilFigure(name, value string) {
	b.Helper()
	b.until(fmt.Sprintf(`document.querySelector('#results [data-figure="%s"]')?.getAttribute("value") === %q`, name, value))
}

// TestAmountsFollowTheInput follows the steps of a new user, who opens the page, sees why the
// sample is an operating lease, and types another payment. The amounts then change.
func TestAmountsFollowTheInput(t *testing.T) {
	t.Parallel()
	b := startServer(t).open(t, desktop)
	b.visit("/")
	b.has("#a-summary", "Operating lease")
	b.has("#a-class", "Why this is an operating lease")
	if n := eval[int](b, `document.querySelectorAll(".criteria li").length`); n != 5 {
		t.Errorf("%d criteria are shown, want 5", n)
	}
	b.has(`[data-criterion="fair_value"]`, "% of the asset's fair value")
	b.has(`[data-criterion="fair_value"] .cite`, "ASC 842-10-25-2(d)")
	// The form is set to METHOD's worked example: 10,000 monthly in advance, 60 months, 6%.
	for _, name := range []string{"annualEscalationPercent", "initialDirectCosts", "leaseIncentives"} {
		b.set(name, "")
	}
	b.untilFigure("initialLiability", "519841.89")
	b.has(`.headlines [data-figure="initialLiability"]`, "519,841.89")
	b.run(`document.querySelector("[name=paymentAmount]").value = ""`)
	b.do(chromedp.SendKeys(chromedp.CSS("[name=paymentAmount]"), "20000"))
	b.untilFigure("initialLiability", "1039683.77")
	b.has("#status", "1,039,683.77")
	b.set("assetEconomicLifeMonths", "80")
	b.until(`document.querySelector("#a-summary").innerText.includes("Finance lease")`)
	b.has(`[data-criterion="economic_life"] .state`, "Met")
	b.has(".sides thead .chosen", "ASC 842 finance")
	b.keep("typed")
}

// TestALateErrorDoesNotBlockNewInput checks that an error appears next to its field, in the field's
// unit and with a remedy. The amounts and the input remain. If the user types before an error
// response arrives, the new input is computed even if that response arrives late.
func TestALateErrorDoesNotBlockNewInput(t *testing.T) {
	t.Parallel()
	b := startServer(t).open(t, desktop)
	b.expectRefusals()
	b.visit("/?sample=new")
	for name, value := range map[string]string{"commencementDate": "2026-01-01", "paymentAmount": "10,000", "discountRatePercent": "6"} {
		b.set(name, value)
	}
	b.run(`const read = Response.prototype.json;
		Response.prototype.json = async function () {
			const reply = await read.call(this);
			await new Promise((resolve) => { window.arrive = resolve; });
			return reply;
		};`)
	b.set("termMonths", "sixty")
	b.until(`window.arrive`)
	b.run(`const term = document.querySelector('[name=termMonths]');
		term.value = "60";
		term.dispatchEvent(new Event("input", { bubbles: true }));
		window.arrive(); // before the form is sent again`)
	b.untilFigure("initialLiability", "519841.89")
}

func TestErrorsAppearNextToTheirFieldInItsUnit(t *testing.T) {
	t.Parallel()
	b := startServer(t).open(t, desktop)
	b.expectRefusals()
	b.visit("/")
	before := b.figure("initialLiability")
	for _, tt := range []struct{ input, typed, fault string }{
		{"termMonths", "1201", "“1201” is out of range. Type a number of months from 1 to 1,200."},
		{"paymentAmount", "twelve", "“twelve” is not an amount. Type digits, such as 10,000 or 9,999.50."},
		{"discountRatePercent", "600", "“600%” is out of range. Type a percentage from 0% to 100%."},
		{"discountRatePercent", "0.06", "Is this 6% or 0.06%? Type 6 for 6%, or 0.06% with the percent sign if you mean less than half a percent."},
		{"commencementDate", "01/02/2026", "Is this January 2 or February 1? Type 2026-01-02 or 2026-02-01."},
		{"assetFairValue", "-1", "“-1” is out of range. Type an amount from 0 to 999,999,999,999,999.99."},
		{"discountRatePercent", "3,125", "Use a point for decimals: 3.125, not 3,125."},
		{"paymentAmount", "", "This field is required."},
	} {
		old := eval[string](b, fmt.Sprintf(`document.querySelector('[name=%s]').value`, tt.input))
		b.set(tt.input, tt.typed)
		b.until(fmt.Sprintf(`document.querySelector('#e-%s').textContent !== ""`, tt.input))
		if shown := b.text("#e-" + tt.input); shown != tt.fault {
			t.Errorf("%s with %q says %q, want %q", tt.input, tt.typed, shown, tt.fault)
		}
		if eval[string](b, fmt.Sprintf(`document.querySelector('[name=%s]').getAttribute("aria-invalid") ?? ""`, tt.input)) != "true" {
			t.Errorf("%s is not marked as invalid", tt.input)
		}
		if got := b.figure("initialLiability"); got != before {
			t.Errorf("%s: the figures changed to %s", tt.input, got)
		}
		if tt.typed == "600" {
			b.keep("refused")
		}
		b.set(tt.input, old)
		b.until(fmt.Sprintf(`document.querySelector('#e-%s').textContent === ""`, tt.input))
	}
}

// key creates a pro-plan API key with the command line.
func (s *server) key(t *testing.T) string {
	t.Helper()
	issued, err := s.books.CreateKeys(t.Context(), service.KeySpec{Name: "test", Plan: meter.Pro, Mode: apikey.Test})
	if err != nil {
		t.Fatal(err)
	}
	return issued[0].Secret
}

// ask sends a lease to an API operation and returns the status and the body.
func (s *server) ask(t *testing.T, key, operation, lease string) (int, string) {
	t.Helper()
	return s.askOnce(t, key, operation, lease, "")
}

// askOnce sends a lease to an API operation, with an Idempotency-Key unless idempotencyKey is
// empty. askOnce returns the status and the body.
func (s *server) askOnce(t *testing.T, key, operation, lease, idempotencyKey string) (int, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/api/v1/"+operation, strings.NewReader(lease))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+key)
	if idempotencyKey != "" {
		req.Header.Set("Idempotency-Key", idempotencyKey)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close() //nolint:errcheck // read to its end
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(body)
}

// TestEveryFigureShowsItsOrigin checks that the page shows the origin of an amount when the user
// clicks the amount, presses a key on it or hovers over it. For a row of the schedule, clicks and
// arrow keys show the origin.
func TestEveryFigureShowsItsOrigin(t *testing.T) {
	t.Parallel()
	b := startServer(t).open(t, desktop)
	b.visit("/")
	b.click(`[popovertarget="origin-initialLiability"]`)
	b.until(`document.querySelector("#origin-initialLiability").matches(":popover-open")`)
	b.has("#origin-initialLiability", "10,000.00 + 10,000.00 ÷ (1 + 0.5%)")
	b.has("#origin-initialLiability", "= 550,034.19")
	b.has("#origin-initialLiability", "ASC 842-20-30-1")
	b.keep("origin")
	b.do(chromedp.KeyEvent(kb.Escape))
	b.until(`!document.querySelector("#origin-initialLiability").matches(":popover-open")`)
	b.do(chromedp.Focus(chromedp.CSS(`[popovertarget="origin-initialRouAsset"]`)), chromedp.KeyEvent(kb.Enter))
	b.until(`document.querySelector("#origin-initialRouAsset").matches(":popover-open")`)
	b.has("#origin-initialRouAsset", "550,034.19 liability + 5,000.00 direct costs − 12,000.00 incentives = 543,034.19")
	b.do(chromedp.KeyEvent(kb.Escape))
	b.hover(`[popovertarget="origin-totalLeaseCost"]`)
	b.until(`document.querySelector("#origin-totalLeaseCost").matches(":popover-open")`)
	b.do(chromedp.KeyEvent(kb.Escape)) // closes the explanation, which covers the next element to click

	b.run(`document.querySelector("[data-rows]").scrollIntoView()`)
	b.click(`table.schedule tbody tr:nth-child(3) td:nth-child(4)`)
	b.has("[data-origin] h3", "Period 2, 2026-02-01")
	b.has("[data-origin]", "(542,734.36 − 10,000.00) × 0.5% = 2,663.67")
	b.has("[data-origin]", "630,096.32 × 1 ÷ 60 months = 10,501.61")
	b.run(`document.querySelector("[data-origin]").scrollIntoView({block: "end"})`)
	b.keep("cell")
	b.do(chromedp.Focus(chromedp.CSS("[data-rows]")), chromedp.KeyEvent(kb.ArrowDown))
	b.has("[data-origin] h3", "Period 3, 2026-03-01")
	b.do(chromedp.KeyEvent(kb.End))
	b.has("[data-origin] h3", "Period 60, 2030-12-01")
	b.has("[data-origin]", "10,000.00 × (1 + 3%)^4 = 11,255.09")
	b.keep("row")
}

func (b *tab) hover(selector string) {
	b.Helper()
	b.do(chromedp.ScrollIntoView(chromedp.CSS(selector)))
	at := eval[[]float64](b, fmt.Sprintf(`(() => { const r = document.querySelector(%q).getBoundingClientRect();
		return [r.left + r.width / 2, r.top + r.height / 2]; })()`, selector))
	b.do(chromedp.MouseEvent("mouseMoved", at[0], at[1]))
}

// TestALinkReopensTheLeaseWithoutSendingIt checks that a link that contains a lease opens that
// lease, and that no server receives the lease in a URL. If the page is reloaded, the input
// remains.
func TestALinkReopensTheLeaseWithoutSendingIt(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	b := s.open(t, desktop)
	b.allowClipboard()
	b.visit("/")
	b.set("paymentAmount", "12,345.67")
	b.until(`document.querySelector("#p-schedule table.schedule").rows[2].cells[2].textContent === "12,345.67"`)
	want := b.figure("initialLiability")
	b.click(`[data-copy="link"]`)
	b.until(`document.querySelector('[data-copy="link"]').textContent === "Copied"`)
	link := eval[string](b, `navigator.clipboard.readText()`, chromedp.EvalAwaitPromise)
	if !strings.HasPrefix(link, s.URL+"/#") || !strings.Contains(link, "paymentAmount=12") {
		t.Fatalf("the link is %q", link)
	}
	b.click(`[data-copy="curl"]`)
	b.until(`document.querySelector('[data-copy="curl"]').textContent === "Copied"`)
	command := eval[string](b, `navigator.clipboard.readText()`, chromedp.EvalAwaitPromise)
	for _, part := range []string{"curl ", "$LEASEHOLD_KEY", s.URL + "/api/v1/compute", `"paymentAmount":12345.67`} {
		if !strings.Contains(command, part) {
			t.Errorf("the command lacks %q:\n%s", part, command)
		}
	}
	other := s.open(t, desktop)
	other.visit(strings.TrimPrefix(link, s.URL))
	other.untilFigure("initialLiability", want)
	if hash := eval[string](other, `location.hash`); hash != "" {
		t.Errorf("the address keeps the lease: %s", hash)
	}
	other.do(chromedp.Reload())
	other.ready()
	other.untilFigure("initialLiability", want)
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, address := range s.seen {
		if strings.Contains(address, "paymentAmount") || strings.Contains(address, "12345") {
			t.Errorf("a request's address reveals the lease: %s", address)
		}
	}
}

// allowClipboard allows the page to read the clipboard, so that the test can check it.
func (b *tab) allowClipboard() {
	b.Helper()
	for _, name := range []string{"clipboard-write", "clipboard-read"} {
		call(b, browser.SetPermission, browser.SetPermissionParams{
			Permission: &browser.PermissionDescriptor{Name: name}, Setting: browser.PermissionSettingGranted,
			BrowserContextID: chromedp.FromContext(b.ctx).BrowserContextID,
		})
	}
}

// saved waits until the browser has saved a file and returns the file's contents.
func saved(t *testing.T, folder, name string) string {
	t.Helper()
	file := filepath.Join(folder, name)
	for range 800 {
		if content, err := os.ReadFile(filepath.Clean(file)); err == nil && len(content) > 0 {
			return string(content)
		}
		time.Sleep(25 * time.Millisecond)
	}
	others, _ := filepath.Glob(filepath.Join(folder, "*"))
	t.Fatalf("%s is not saved, only %v", name, others)
	return ""
}

// saveFiles makes the browser save downloads in a directory and returns the directory.
func (b *tab) saveFiles() (folder string) {
	b.Helper()
	folder = b.TempDir()
	call(b, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
		Behavior: browser.SetDownloadBehaviorBehaviorAllow, DownloadPath: folder, BrowserContextID: chromedp.FromContext(b.ctx).BrowserContextID,
	})
	return folder
}

// TestDownloadsEqualTheAPIsResponses checks that downloaded files contain the API's amounts, and that
// the page offers the journal in every supported format.
func TestDownloadsEqualTheAPIsResponses(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	b := s.open(t, desktop)
	folder := b.saveFiles()
	b.visit("/?sample=van") // the browser requests confirmation before it saves more than ten files from one page
	for name, opening := range map[string]string{
		"lease.json": `{"input":{"standard":"ASC_842"`, "schedule.csv": "period,date,payment,", "journal.csv": "entry,date,memo,",
		"classification.csv": "key,label,met,", "lease.xlsx": "PK", "lease.pdf": "%PDF-", "lease.journal": "; ",
		"journal-quickbooks-online.csv": "Journal No.,", "journal-netsuite.csv": "External ID,",
	} {
		b.click(`[popovertarget="download"]`)
		b.click(`[formaction="/workbench/` + name + `"]`)
		content := saved(t, folder, name)
		b.until(`!document.querySelector("#download").matches(":popover-open")`)
		if !strings.HasPrefix(content, opening) {
			t.Errorf("%s starts with %.60q", name, content)
		}
		if name == "lease.json" {
			var file struct{ Input json.RawMessage }
			if err := json.Unmarshal([]byte(content), &file); err != nil {
				t.Fatal(err)
			}
			_, answer := s.ask(t, s.key(t), "compute", string(file.Input))
			if whole := strings.TrimSuffix(content, "}\n"); !strings.HasPrefix(answer, whole+`,"request_id"`) {
				t.Errorf("the file and the API's answer differ")
			}
		}
	}
}

// TestJournalsUseTheUsersAccounts checks that the journal between two dates uses the user's
// currency and accounts. The browser stores these settings, and a link to the lease does not
// contain them.
func TestJournalsUseTheUsersAccounts(t *testing.T) {
	t.Parallel()
	b := startServer(t).open(t, desktop)
	b.allowClipboard()
	b.expectRefusals()
	folder := b.saveFiles()
	b.visit("/")
	b.set("leaseId", "HQ 7")
	b.until(`document.querySelector("[data-identity]")`)
	b.click(`[popovertarget="download"]`)
	b.click("#download .fold summary")
	if shown := eval[int](b, `[...document.querySelectorAll("[data-account]")].filter((e) => e.checkVisibility()).length`); shown != 4 {
		t.Errorf("%d accounts are offered, want those that the journal posts to", shown)
	}
	for name, value := range map[string]string{"file-currency": "eur", "file-first": "2026-02-01", "file-last": "2026-02-28", "file-account-1": "2400 Leases", "file-entries": "period"} {
		b.set(name, value)
	}
	b.keep("download")
	b.click(`[formaction="/workbench/journal-netsuite.csv"]`)
	content := saved(t, folder, "HQ-7-journal-netsuite.csv")
	if !strings.Contains(content, "2400 Leases") || strings.Contains(content, "Lease liability,") || !strings.Contains(content, "EUR") || strings.Contains(content, "03/01/2026") || !strings.Contains(content, "period 2 of 60") {
		t.Errorf("%s", content)
	}
	b.click(`[data-copy="link"]`)
	b.until(`document.querySelector('[data-copy="link"]').textContent === "Copied"`)
	if link := eval[string](b, `navigator.clipboard.readText()`, chromedp.EvalAwaitPromise); strings.Contains(link, "file-") || strings.Contains(link, "2400") {
		t.Errorf("the link is %q", link)
	}
	b.do(chromedp.Reload())
	b.ready()
	if kept := eval[string](b, `document.querySelector("[name=file-account-1]").value + document.querySelector("[name=file-entries]").value`); kept != "2400 Leasesperiod" {
		t.Errorf("after a reload the account and the entries are %q", kept)
	}
	b.click(`[popovertarget="download"]`)
	b.click(`[formaction="/workbench/journal-xero.csv"]`)
	b.until(`document.querySelector("[data-file-fault]").textContent !== ""`)
	b.has("[data-file-fault]", "Xero identifies accounts by their codes. Enter yours for: Right-of-use asset, Cash, Lease expense.")
	for _, name := range []string{"file-account-0", "file-account-2", "file-account-4"} {
		b.set(name, "1"+name[len(name)-1:]+"00")
	}
	b.click(`[formaction="/workbench/journal-xero.csv"]`)
	if content := saved(t, folder, "HQ-7-journal-xero.csv"); !strings.Contains(content, "2400 Leases") || !strings.Contains(content, "1400") {
		t.Errorf("%s", content)
	}
	b.click(`[popovertarget="download"]`)
	b.set("file-currency", "EU")
	b.click(`[formaction="/workbench/lease.journal"]`)
	b.until(`document.querySelector("[data-file-fault]").textContent.startsWith("Currency: ")`)
	if eval[bool](b, `document.querySelector("#results").matches(".stale")`) {
		t.Error("a refused file makes the figures stale")
	}
}

// TestADownloadOfAnInvalidFormStaysOnThePage requests a download with an invalid form. The error
// appears next to its field on the page, and the amounts remain.
func TestADownloadOfAnInvalidFormStaysOnThePage(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	b := s.open(t, desktop)
	b.expectRefusals()
	b.visit("/")
	b.set("termMonths", "0")
	b.until(`document.querySelector("#e-termMonths").textContent !== ""`)
	b.click(`[popovertarget="download"]`)
	b.click(`[formaction="/workbench/lease.xlsx"]`)
	b.until(`!document.querySelector("#download").matches(":popover-open")`)
	b.has("#e-termMonths", "“0” is out of range. Type a number of months from 1 to 1,200.")
	if at := eval[string](b, `location.pathname`); at != "/" || b.figure("initialLiability") != "550034.19" {
		t.Errorf("the page is at %s, with the figure %s", at, b.figure("initialLiability"))
	}
	// Without scripts, the download of an invalid form shows the form with its error, at a URL that
	// leads back to the workbench.
	c := s.client(t)
	if got := s.send(t, c, http.MethodPost, "/workbench/lease.xlsx", url.Values{"termMonths": {"0"}}); got.status != 400 || !strings.Contains(got.body, "“0” is out of range") {
		t.Errorf("status %d", got.status)
	}
	if got := s.send(t, c, http.MethodGet, "/workbench/lease.xlsx", nil); got.status != 303 || got.header.Get("Location") != "/" {
		t.Errorf("status %d to %s", got.status, got.header.Get("Location"))
	}
}

// TestTheWorkbenchWorksWithoutAScript checks that, without scripts, the page still computes, shows
// errors and offers files.
func TestTheWorkbenchWorksWithoutAScript(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	c := s.client(t)
	form := url.Values{"commencementDate": {"2026-01-01"}, "termMonths": {"60"}, "paymentAmount": {"10,000"}, "discountRatePercent": {"6"}}
	if got := s.send(t, c, http.MethodPost, "/", form); got.status != 200 || !strings.Contains(got.body, "519,841.89") {
		t.Errorf("status %d", got.status)
	}
	form.Set("termMonths", "0")
	got := s.send(t, c, http.MethodPost, "/", form)
	if got.status != 400 || !strings.Contains(got.body, "“0” is out of range. Type a number of months from 1 to 1,200.") || !strings.Contains(got.body, `value="10,000"`) {
		t.Errorf("status %d, and the page does not say what is wrong or lost what was typed", got.status)
	}
}

// TestTheRateLimitKeepsTheInput checks that the page says when the rate limit is reached, and
// later continues with the same input.
func TestTheRateLimitKeepsTheInput(t *testing.T) {
	t.Parallel()
	s := startServer(t, func(o *console.Options, _ *account.Config) { o.PerMinute = 2 })
	b := s.open(t, desktop)
	b.withoutWebAssembly()
	b.expectRefusals()
	b.visit("/")
	for _, amount := range []string{"11000", "12000"} {
		b.set("paymentAmount", amount)
		b.until(fmt.Sprintf(`document.querySelector("table.schedule").rows[2].cells[2].textContent.replace(",", "") === "%s.00"`, amount))
	}
	b.set("paymentAmount", "13000")
	b.until(`!document.querySelector("#trouble").hidden`)
	b.has("#trouble", "more than 2 computations in a minute")
	if got := eval[string](b, `document.querySelector("[name=paymentAmount]").value`); got != "13000" {
		t.Errorf("the field holds %q", got)
	}
	s.clock.advance(time.Minute)
	b.run(`window.dispatchEvent(new Event("focus"))`)
	b.until(`document.querySelector("#trouble").hidden`)
	b.until(`document.querySelector("table.schedule").rows[2].cells[2].textContent === "13,000.00"`)
}
