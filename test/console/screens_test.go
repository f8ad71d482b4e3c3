package console

import (
	"context"
	"flag"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/console"
	"github.com/leasehold-accounting/leasehold/internal/meter"
)

// view is what people see at an address, once it is as show leaves it.
type view struct {
	name, path string
	show       func(b *tab)
}

// extension is a change of that lease as people say it.
const extension = "&events[0].type=extended&events[0].date=2029-04-01&events[0].termMonths=120&events[0].discountRatePercent=6.5"

// theirRows is a schedule with a row that is wrong.
const theirRows = "Period\tDate\tPayment\tInterest\tBalance\n1\t2026-01-01\t10,000.00\t2,549.21\t512,391.10\n2\t2026-02-01\t10,500.00\t2,511.96\t504,903.06\n"

// guestViews are the pages of the console for everybody.
var guestViews = []view{
	{"workbench", "/?sample=office", func(*tab) {}},
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
		b.run(`document.querySelector(".lease").style.cssText = "max-height: none; position: static"`) // all of it on the picture
	}},
	{"faults", "/?sample=office", func(b *tab) {
		for name, typed := range map[string]string{"paymentAmount": "twelve", "commencementDate": "01/02/2026", "discountRatePercent": "0.06", "assetFairValue": "1.000.000,50"} {
			b.set(name, typed)
		}
		b.until(`document.querySelectorAll(".field.wrong").length === 4`)
		b.run(`document.querySelector(".lease").style.cssText = "max-height: none; position: static"`)
	}},
	{"tour", "/?sample=office", func(b *tab) { b.run(`document.querySelector("[data-tour-starts]").click()`) }},
	{"spreadsheets", "/spreadsheets", func(*tab) {}},
	{"check", "/check", func(*tab) {}},
	{"check-result", "/check", func(b *tab) {
		b.set("file-theirs", theirRows)
		b.until(`document.querySelector("[data-verdict]") !== null`)
	}},
	{"check-sample", "/check", func(b *tab) {
		b.run(`document.querySelector("[data-sample]").click()`)
		b.until(`document.querySelector("[data-verdict]") !== null`)
	}},
	{"portfolio", "/portfolio", func(*tab) {}},
	{"portfolio-report", "/portfolio", func(b *tab) {
		b.set("from", "2026-01-01")
		b.set("to", "2026-12-31")
		b.drop("[data-drop]", "leases.csv", portfolioLeases)
		b.until(`document.querySelector("#a-total") !== null`)
	}},
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
	{"new-password", "", func(b *tab) {
		link, _, err := b.server.accounts.HandLinkTo(b.Context(), "anna@example.org")
		if err != nil {
			b.Fatal(err)
		}
		b.visit(linkInMail.FindString(link))
	}},
}

// memberViews are those for whoever is signed in.
var memberViews = []view{
	{"keys", "/account", func(*tab) {}},
	{"usage", "/account/usage", func(*tab) {}},
	{"profile", "/account/profile", func(*tab) {}},
	{"accounts", "/account/accounts", func(*tab) {}},
	{"link", "/account/accounts", func(b *tab) { b.follow("[data-account]:nth-child(2) form[action$=link] button") }},
	{"issued", "/account", func(b *tab) {
		b.follow(`a[href$="/rotate"]`)
		b.follow(`form[action$="/rotate"] button`)
	}},
}

// people makes an operator with a key that was used, and an account that asks for a plan.
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

// screens are those that every page is looked at on: a desktop, a laptop, a tablet
// and a phone.
var screens = []screen{
	{"1440", 1440, 900, false},
	{"1366", 1366, 768, false},
	{"768", 768, 1024, false},
	{"390", 390, 844, false},
	{"1440-dark", 1440, 900, true},
	{"1366-dark", 1366, 768, true},
	{"768-dark", 768, 1024, true},
	{"390-dark", 390, 844, true},
}

// judged are the screens on which axe looks at every page: both themes, and what a
// phone arranges anew.
var judged = []string{"1440", "1440-dark", "390"}

// look goes to a view and waits for what it shows.
func (b *tab) look(v view) {
	b.Helper()
	b.do(chromedp.Navigate(b.server.URL + "/icon-less")) // a fragment alone would load nothing
	b.do(chromedp.Navigate(b.server.URL + v.path))
	b.until(`document.readyState === "complete"`)
	b.until(`document.documentElement.dataset.ready === "true" || !document.querySelector("script")`)
	v.show(b)
}

// Axe finds nothing on any page, in both themes, after a change of the theme, with
// results, and no page is wider than its screen. With -artifacts, there is a picture of
// every page on every screen, and of the print.
func TestEveryPageOnEveryScreen(t *testing.T) {
	t.Parallel()
	s := startServer(t, func(_ *console.Options, a *account.Config) {
		a.Mail = func(context.Context, account.Mail) error { return nil }
	})
	s.people(t)
	kept := flag.Lookup("test.artifacts").Value.String() == "true"
	for _, look := range screens {
		axe := strings.Contains(" "+strings.Join(judged, " ")+" ", " "+look.name+" ")
		if !axe && !kept {
			continue
		}
		t.Run(look.name, func(t *testing.T) {
			for _, v := range guestViews {
				t.Run(v.name, func(t *testing.T) { s.open(t, look).show(v, axe) })
			}
			b := s.open(t, look)
			b.expectRefusals()
			b.signIn("operator@example.org", password)
			s.clock.advance(time.Minute) // signing in is throttled
			for _, v := range memberViews {
				b.show(v, axe)
			}
		})
	}
}

// show looks at a view, judges it and keeps its picture.
func (b *tab) show(v view, axe bool) {
	b.Helper()
	b.expectRefusals()
	b.look(v)
	b.fits(v.name)
	if axe {
		b.faultless(v.name)
	}
	b.keep(v.name)
}

// faultless fails for whatever axe finds, and once more after the theme was changed.
func (b *tab) faultless(where string) {
	b.Helper()
	b.run(axe)
	for _, when := range []string{"", " after a change of theme"} {
		if when != "" {
			if !eval[bool](b, `(() => { const button = document.querySelector("[data-theme-switch]"); button?.click(); return button !== null; })()`) {
				return
			}
		}
		for _, v := range b.violations() {
			b.Errorf("%s%s: %s (%s): %s\n%q", where, when, v.ID, v.Impact, v.Help, v.Nodes)
		}
	}
	b.run(`document.querySelector("[data-theme-switch]").click(); localStorage.removeItem("theme")`)
}
