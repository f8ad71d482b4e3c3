package console

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/console"
	"github.com/leasehold-accounting/leasehold/internal/meter"
)

// view is a page, with a script that brings the page into a certain state. If the path is empty, the
// script continues on the page of the preceding view.
type view struct {
	name, path string
	show       func(b *tab)
}

// extension contains the form fields of an event that extends the lease in millions.
const extension = "&events[0].type=extended&events[0].date=2029-04-01&events[0].termMonths=120&events[0].discountRatePercent=6.5"

// theirRows is a schedule with one incorrect row, for the page that checks schedules.
const theirRows = "Period\tDate\tPayment\tInterest\tBalance\n1\t2026-01-01\t10,000.00\t2,549.21\t512,391.10\n2\t2026-02-01\t10,500.00\t2,511.96\t504,903.06\n"

// small contains the URL parameters of a lease with few rows, with rent steps and an event.
const small = "commencementDate=2026-01-01&termMonths=12&paymentFrequency=quarterly&paymentAmount=100&discountRatePercent=6&rentSteps[0].from=2026-04-01&" +
	"rentSteps[0].paymentAmount=120&events[0].type=modification&events[0].date=2026-07-01&events[0].discountRatePercent=7&events[0].retainedSharePercent=60"

// workbenchViews are the states of the page on which users describe a lease.
var workbenchViews = []view{
	{"workbench", "/?sample=office", func(*tab) {}},
	{"tour", "", func(b *tab) { b.run(`document.querySelector("[data-tour-starts]").click()`) }},
	{"new-lease", "/?sample=new", func(b *tab) { b.has("[data-next]", "Still needed: Commencement date") }},
	{"schedule", "/#" + millions, func(b *tab) {
		b.until(`document.querySelector("[data-identity]")?.textContent.includes("Harbour office")`)
		b.run(`document.querySelector("#p-schedule").scrollIntoView({ behavior: "instant" })`)
	}},
	{"changes", "/#" + millions + extension, func(b *tab) {
		b.until(`document.querySelector('[data-event="1"]') !== null`)
		b.run(`for (const fold of document.querySelectorAll(".life .fold")) fold.open = true`)
	}},
	{"every-change", "/?sample=life", func(b *tab) {
		b.openGroups()
		b.run(`for (const button of document.querySelectorAll("[data-all]")) button.click()`)
	}},
	{"rows", "/?sample=shop", func(b *tab) {
		b.openGroups()
		b.run(`for (const button of document.querySelectorAll(".list-head [data-add]")) if (button.checkVisibility()) button.click()`)
		b.run(`document.querySelector(".lease").style.cssText = "max-height: none; position: static"`) // the screenshot must show the whole list
	}},
	{"faults", "/?sample=office", func(b *tab) {
		for name, typed := range map[string]string{"paymentAmount": "twelve", "commencementDate": "01/02/2026", "discountRatePercent": "0.06", "assetFairValue": "1.000.000,50"} {
			b.set(name, typed)
		}
		b.until(`document.querySelectorAll(".field.wrong").length === 3`)
		b.run(`document.querySelector(".lease").style.cssText = "max-height: none; position: static"`)
	}},
	{"origin", "/#" + small, func(b *tab) {
		b.until(`document.querySelector('[data-event="1"]') !== null`)
		b.run(`document.querySelector("table.schedule").tBodies[0].rows[2].cells[3].click()`)
	}},
	{"journal", "", func(b *tab) { b.run(`document.querySelector("#t-journal").click()`) }},
	{"disclosures", "", func(b *tab) { b.run(`document.querySelector("#t-disclosures").click()`) }},
	{"sources", "", func(b *tab) { b.run(`document.querySelector("#t-sources").click()`) }},
	{"files", "", func(b *tab) {
		b.run(`document.querySelector("#download .fold").open = true; document.querySelector("#download").showPopover()`)
	}},
}

// guestViews are the other pages that users without an account see.
var guestViews = []view{
	{"spreadsheets", "/spreadsheets", func(*tab) {}},
	{"check", "/check", func(*tab) {}},
	{"check-result", "/check", func(b *tab) {
		b.typeLease()
		b.set("file-theirs", theirRows)
		b.until(`document.querySelector("#results > .verdict") !== null`)
	}},
	{"check-asks", "/check", func(b *tab) {
		b.set("file-theirs", theirRows)
		b.set("termMonths", "60")
		b.until(`document.querySelector("[data-needed]").textContent === "Commencement date, Payment per period, Annual discount rate"`)
	}},
	{"check-changed", "/#" + small, func(b *tab) {
		b.until(`document.querySelector('[data-event="1"]') !== null`)
		b.visit("/check")
		b.set("file-theirs", "Period\tPayment\tBalance\n1\t100\t300\n2\t120\t200\n3\t99\t0\n")
		b.until(`document.querySelector("#results > .verdict") !== null`)
	}},
	{"check-sample", "/check", func(b *tab) {
		b.run(`document.querySelector("[data-sample]").click()`)
		b.until(`document.querySelector("#results > .verdict") !== null`)
	}},
	{"portfolio", "/portfolio", func(*tab) {}},
	{"portfolio-report", "/portfolio", func(b *tab) {
		b.set("from", "2026-01-01")
		b.set("to", "2026-12-31")
		b.drop("[data-drop]", "leases.csv", portfolioLeases)
		b.until(`document.querySelector("#a-total") !== null`)
	}},
	{"portfolio-behind", "", func(b *tab) { b.press(`[data-behind="liability.closing"]`) }},
	{"portfolio-closed", "/portfolio", func(b *tab) {
		b.set("from", "2026-01-01")
		b.set("to", "2026-12-31")
		b.set("earlierFrom", "2025-01-01")
		b.set("earlierTo", "2025-12-31")
		b.set("groupBy", "standard")
		b.run(`document.querySelector(".ties").open = true`)
		b.give("exchangeRates", "rates.csv", "Pair,Date,Closing,Average\nEUR/USD,2024-12-31,1.04,1.04\nEUR/USD,2025-12-31,1.10,1.12\nEUR/USD,2026-12-31,1.20,1.15\n")
		b.give("ledger", "ledger.csv", "Account,Debit,Credit\nLease liability,,3535508.44\nRight-of-use asset,3479897.57,\nCash,1,\n")
		b.drop("[data-drop]", "a portfolio with a rather long name, North and South, 2026.csv", portfolioLeases)
		b.until(`document.querySelector("#a-total, #trouble:not([hidden])") !== null`)
	}},
	{"reference", "/docs", func(b *tab) { b.until(`document.querySelector("#swagger-ui .opblock")`) }},
	{"errors", "/docs/errors", func(*tab) {}},
	{"wrong-address", "/no/such/page", func(*tab) {}},
	{"sign-in", "/account/sign-in", func(*tab) {}},
	{"sign-up", "/account/sign-up", func(*tab) {}},
	{"forgot", "/account/forgot", func(*tab) {}},
	{"asked-for-link", "/account/forgot", func(b *tab) {
		b.fill("email", "nobody@example.org")
		b.follow("main button[type=submit]")
	}},
	{"used-link", "/account/reset?link=none", func(*tab) {}},
	{"new-password", "/account/forgot", func(b *tab) {
		anna, err := b.server.accounts.ByEmail(b.Context(), "anna@example.org")
		if err != nil {
			b.Fatal(err)
		}
		link, _, err := b.server.accounts.HandLink(b.Context(), anna.ID)
		if err != nil {
			b.Fatal(err)
		}
		b.visit(linkInMail.FindString(link))
	}},
}

// memberViews are the pages that only signed-in users see.
var memberViews = []view{
	{"keys", "/account", func(*tab) {}},
	{"usage", "/account/usage", func(*tab) {}},
	{"profile", "/account/profile", func(*tab) {}},
	{"accounts", "/account/accounts", func(*tab) {}},
	{"link", "/account/accounts", func(b *tab) { b.follow("[data-account]:nth-child(2) form[action$=link] button") }},
	{"rotate", "/account", func(b *tab) { b.follow(`a[href$="/rotate"]`) }},
	{"issued", "/account", func(b *tab) {
		b.follow(`a[href$="/rotate"]`)
		b.follow(`form[action$="/rotate"] button`)
	}},
}

// people creates an operator with a key that has been used, and an account that has requested
// another plan.
func (s *server) people(t *testing.T) {
	t.Helper()
	operator, err := s.accounts.Create(t.Context(), "operator@example.org", password)
	if err != nil {
		t.Fatal(err)
	}
	key, err := s.accounts.CreateKey(t.Context(), operator, "month-end batch of the Rotterdam subsidiary", apikey.Live)
	if err != nil {
		t.Fatal(err)
	}
	for _, body := range []string{plainLease, plainLease, `{}`} {
		s.ask(t, key.Secret, "compute", body)
	}
	anna, err := s.accounts.Create(t.Context(), "anna@example.org", password)
	if err == nil {
		err = s.accounts.AskPlan(t.Context(), anna, meter.Pro, "The quarter-end of 40 leases in January, and what the auditors ask for after it")
	}
	if err != nil {
		t.Fatal(err)
	}
}

// looks lists the screens on which every page is checked. A page is loaded on the first screen of
// each row and then switched to the row's other screens. This simulates a user who resizes the
// window, rotates a tablet or changes the system theme.
var looks = [][]screen{
	{{"1440", 1440, 900, false}, {"1440-dark", 1440, 900, true}, {"1200-dark", 1200, 800, true}, {"1200", 1200, 800, false}},
	{{"390", 390, 844, false}, {"390-dark", 390, 844, true}, {"768-dark", 768, 1024, true}, {"768", 768, 1024, false}},
}

// shortLooks is the screen of a short run: a phone, on which a page is most likely to be too wide.
var shortLooks = [][]screen{{{"390", 390, 844, false}}}

// judged names the screens on which axe checks every page: one width in both themes, and a phone.
var judged = []string{"1440", "1440-dark", "390"}

// look opens a view and waits until the page shows its content.
func (b *tab) look(v view) {
	b.Helper()
	if v.path != "" {
		b.do(chromedp.Navigate(b.server.URL + "/icon-less")) // if only the fragment of the URL differs, the browser does not load the page again
		b.run(`sessionStorage.clear(); localStorage.clear()`)
		b.do(chromedp.Navigate(b.server.URL + v.path))
		b.until(`document.readyState === "complete"`)
		b.until(`document.documentElement.dataset.ready === "true" || !document.querySelector("script")`)
	}
	v.show(b)
}

// TestEveryPageOnEveryScreen checks every page with results. In both themes, axe finds no
// violation. Choosing the other theme results in the same colors as the system setting, and no page
// is wider than its screen. With -artifacts, the test takes screenshots of every page on every
// screen and in print.
func TestEveryPageOnEveryScreen(t *testing.T) {
	t.Parallel()
	s := startServer(t, func(_ *console.Options, a *account.Config) {
		a.Mail = func(context.Context, account.Mail) error { return nil }
	})
	s.people(t)
	looks := looks
	if testing.Short() {
		looks = shortLooks
	}
	for _, screens := range looks {
		for name, views := range map[string][]view{"workbench": workbenchViews, "guest": guestViews, "member": memberViews} {
			t.Run(screens[0].name+"-"+name, func(t *testing.T) {
				t.Parallel()
				b := s.open(t, screens[0])
				if name == "member" {
					b.signIn("operator@example.org", password)
					s.clock.advance(time.Minute) // the server limits how many times a client may sign in per minute
				}
				for _, v := range views {
					b.show(v, screens)
				}
			})
		}
	}
}

// show opens a view on the given screens, checks it and takes screenshots.
func (b *tab) show(v view, screens []screen) {
	b.Helper()
	b.expectRefusals()
	b.becomes(screens[0])
	b.look(v)
	colours := map[bool]string{} // colors by theme; true means dark
	for _, look := range screens {
		b.becomes(look)
		b.settles()
		where := v.name + " on " + look.name
		b.fits(where)
		if slices.Contains(judged, look.name) {
			b.faultless(where)
			if !testing.Short() {
				colours[look.dark] = b.colours()
			}
		}
		b.keep(look.name + "-" + v.name)
	}
	if len(colours) == 2 {
		b.switches(v.name, screens[0], colours)
	}
}

// faultless fails for each axe finding on the page.
func (b *tab) faultless(where string) {
	b.Helper()
	for _, v := range b.violations() {
		b.Errorf("%s: %s (%s): %s\n%q", where, v.ID, v.Impact, v.Help, v.Nodes)
	}
}

// switches changes the theme twice with the theme button. The colors must equal the system theme's
// colors, which axe has checked.
func (b *tab) switches(where string, look screen, colours map[bool]string) {
	b.Helper()
	b.becomes(look)
	if !eval[bool](b, `document.querySelector("[data-theme-switch]") !== null`) {
		return
	}
	for _, dark := range []bool{!look.dark, look.dark} {
		b.run(`document.querySelector("[data-theme-switch]").click()`)
		b.settles()
		if b.colours() != colours[dark] {
			b.Errorf("%s: the button of the theme does not give the colours that the system's theme gives (dark: %v)", where, dark)
		}
	}
	b.run(`localStorage.removeItem("theme"); delete document.documentElement.dataset.theme`) // a later view on this page follows the system again
}

// colours returns the theme button's label and the colors of all elements on the page.
func (b *tab) colours() string {
	b.Helper()
	return eval[string](b, `[...document.querySelectorAll("body, body *")].filter((e) => e.checkVisibility()).map((e) => {
		const s = getComputedStyle(e);
		return [e.localName, s.color, s.backgroundColor, s.borderColor, s.fill, s.stroke, s.opacity, s.filter].join(" ");
	}).join("\n") + document.querySelector("[data-theme-switch]")?.ariaLabel`)
}
