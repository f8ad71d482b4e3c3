package console

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
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
	{"tour", "/?sample=office", func(b *tab) { b.run(`document.querySelector("[data-tour-starts]").click()`) }},
	{"spreadsheets", "/spreadsheets", func(*tab) {}},
	{"check", "/check", func(*tab) {}},
	{"check-result", "/check", func(b *tab) {
		b.set("file-theirs", theirRows)
		b.until(`document.querySelector("[data-verdict]") !== null`)
	}},
	{"portfolio", "/portfolio", func(*tab) {}},
	{"portfolio-report", "/portfolio", func(b *tab) {
		b.set("from", "2026-01-01")
		b.set("to", "2026-12-31")
		b.drop("[data-drop]", "leases.csv", portfolioLeases)
		b.until(`document.querySelector("#a-total") !== null`)
	}},
	{"reference", "/docs", func(b *tab) { b.until(`document.querySelector("#swagger-ui .opblock")`) }},
	{"errors", "/docs/errors", func(*tab) {}},
	{"wrong-address", "/no/such/page", func(*tab) {}},
	{"sign-in", "/account/sign-in", func(*tab) {}},
	{"sign-up", "/account/sign-up", func(*tab) {}},
}

// memberViews are those for whoever is signed in.
var memberViews = []view{
	{"keys", "/account", func(*tab) {}},
	{"usage", "/account/usage", func(*tab) {}},
	{"profile", "/account/profile", func(*tab) {}},
	{"accounts", "/account/accounts", func(*tab) {}},
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
	s := startServer(t)
	kept := flag.Lookup("test.artifacts").Value.String() == "true"
	for i, look := range screens {
		axe := strings.Contains(" "+strings.Join(judged, " ")+" ", " "+look.name+" ")
		if !axe && !kept {
			continue
		}
		t.Run(look.name, func(t *testing.T) {
			for _, group := range []struct {
				views  []view
				member bool
			}{{guestViews, false}, {memberViews, true}} {
				b := s.open(t, look)
				b.expectRefusals()
				if group.member {
					b.signUp(fmt.Sprintf("reader%d@example.org", i))
				}
				for _, v := range group.views {
					b.look(v)
					b.fits(v.name)
					if axe {
						b.faultless(v.name)
					}
					b.keep(v.name)
				}
				b.run(`sessionStorage.clear()`)
			}
		})
	}
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
