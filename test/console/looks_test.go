package console

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// axe is the accessibility checker axe-core 4.14.1 as its makers publish it;
// its licences are beside it.
//
//go:embed testdata/axe-core-4.14.1.min.js
var axe string

// violation is what axe finds.
type violation struct {
	ID, Impact, Help string
	Nodes            []string
}

// violations are what axe finds on the page as it is; the page has axe already.
func (b *tab) violations() []violation {
	b.Helper()
	return eval[[]violation](b, `axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] }).then((r) =>
		r.violations.map((v) => ({ id: v.id, impact: v.impact, help: v.help, nodes: v.nodes.map((n) => n.html.slice(0, 160)) })))`,
		chromedp.EvalAwaitPromise)
}

// accessible fails on each serious violation of the page as it is.
func (b *tab) accessible(where string) {
	b.Helper()
	b.run(axe)
	for _, v := range b.violations() {
		if v.Impact == "serious" || v.Impact == "critical" {
			b.Errorf("%s: %s (%s): %s\n%q", where, v.ID, v.Impact, v.Help, v.Nodes)
		} else {
			b.Logf("%s: %s (%s): %s %q", where, v.ID, v.Impact, v.Help, v.Nodes)
		}
	}
}

// fits fails where a page is wider than the screen.
func (b *tab) fits(where string) {
	b.Helper()
	if over := eval[int](b, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); over > 0 {
		b.Errorf("%s is %d pixels wider than the screen", where, over)
	}
}

// Every page works in both themes and at a phone's width: it fits, and axe
// finds no serious violation. What a phone arranges anew is judged there too;
// for the rest the colours of both themes are enough.
func TestPagesInBothThemesAndOnAPhone(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	for _, look := range []screen{desktop, night, phone, nightly} {
		t.Run(look.name, func(t *testing.T) {
			t.Parallel()
			b := s.open(t, look)
			small := look.width < 500
			check := func(name string, judge bool) {
				b.fits(name)
				if judge {
					b.accessible(name)
				}
				b.keep(look.name + "-" + name)
			}
			b.visit("/?sample=office")
			check("workbench", false)
			b.set("termMonths", "6") // axe looks at every cell
			b.until(`document.querySelector("table.schedule").tBodies[0].rows.length === 7`)
			b.accessible("workbench")
			for _, tab := range []string{"journal", "disclosures", "sources"} {
				b.click("#t-" + tab)
				check(tab, !small)
			}
			b.run(`document.querySelector("#t-schedule").click(); document.querySelector("table.schedule").tBodies[0].rows[2].cells[3].click()`)
			check("origin", true)
			b.run(`document.querySelector("#download .fold").open = true; document.querySelector("#download").showPopover()`)
			check("files", true)
			b.visit("/account/sign-in")
			check("sign-in", !small)
			b.signUp(look.name + "@example.org")
			secret := b.makeKey("month-end batch", "live")
			check("secret", !small)
			s.works(t, secret, true)
			b.visit("/account")
			check("keys", true)
			b.follow(`a[href$="/rotate"]`)
			check("rotate", true)
			b.visit("/account/usage")
			check("usage", !small)
			b.visit("/account/profile")
			check("you", !small)
		})
	}
}

// The print holds the inputs and every table, and none of the controls.
func TestThePrintIsOneToFile(t *testing.T) {
	t.Parallel()
	b := startServer(t).open(t, desktop)
	b.visit("/")
	b.set("leaseName", "Head office")
	b.until(`document.querySelector("[data-identity]")`)
	document, err := chromedp.Run(b.ctx, chromedp.PrintToPDF())
	if err != nil {
		t.Fatal(err)
	}
	if len(document) < 20_000 {
		t.Errorf("the print has %d bytes", len(document))
	}
	if err := os.WriteFile(filepath.Join(t.ArtifactDir(), "print.pdf"), document, 0o600); err != nil {
		t.Error(err)
	}
	call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	for selector, shown := range map[string]bool{
		"#p-schedule": true, "#p-journal": true, "#p-disclosures": true, "#p-sources": true, ".print-only": true, "[data-identity]": true,
		"#lease": false, ".top": false, ".actions": false, ".tablist": false,
	} {
		if got := eval[bool](b, fmt.Sprintf(`document.querySelector(%q).getClientRects().length > 0`, selector)); got != shown {
			t.Errorf("%s is printed: %v, want %v", selector, got, shown)
		}
	}
	b.has(".print-only", "60 months")
	// Marks are printed though backgrounds usually are not, and a paragraph is
	// not larger than the sentence that it supports.
	if got := eval[string](b, `getComputedStyle(document.querySelector(".mark")).printColorAdjust`); got != "exact" {
		t.Errorf("the marks of the criteria are printed as %q", got)
	}
	if eval[bool](b, `(() => { const size = (e) => parseFloat(getComputedStyle(e).fontSize); const li = document.querySelector(".criteria li");
		return size(li.querySelector(".cite")) >= size(li.querySelector("h3 + p")); })()`) {
		t.Error("citations are printed larger than what they support")
	}
}

// The theme can be chosen and stays chosen.
func TestTheThemeIsAChoice(t *testing.T) {
	t.Parallel()
	b := startServer(t).open(t, desktop)
	b.visit("/")
	paper := func() string { return eval[string](b, `getComputedStyle(document.body).backgroundColor`) }
	light := paper()
	b.click("[data-theme-switch]")
	dark := paper()
	if dark == light {
		t.Fatal("the switch changes nothing")
	}
	b.do(chromedp.Reload())
	b.ready()
	if paper() != dark {
		t.Error("the choice is lost on a reload")
	}
	b.click("[data-theme-switch]")
	if paper() != light {
		t.Error("there is no way back")
	}
}

// small is a lease of few rows with steps and a change, as a link carries it.
const small = "commencementDate=2026-01-01&termMonths=12&paymentFrequency=quarterly&paymentAmount=100&discountRatePercent=6&rentSteps[0].from=2026-04-01&" +
	"rentSteps[0].paymentAmount=120&events[0].type=modification&events[0].date=2026-07-01&events[0].discountRatePercent=7&events[0].retainedSharePercent=60"

// So do the editors of lists and changes, the check of a schedule and the
// portfolio.
func TestEditorsAndReportsInBothThemesAndOnAPhone(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	for _, look := range []screen{night, phone} {
		t.Run(look.name, func(t *testing.T) {
			t.Parallel()
			b := s.open(t, look)
			check := func(name string) {
				t.Helper()
				b.fits(name)
				b.accessible(name)
				b.keep(look.name + "-" + name)
			}
			b.visit("/#" + small)
			b.until(`document.querySelector('[data-event="1"]') !== null`)
			b.openGroups()
			check("life")
			b.visit("/check#" + small)
			b.set("file-theirs", "Period\tPayment\tBalance\n1\t100\t300\n2\t120\t200\n3\t99\t0\n")
			b.until(`document.querySelector("[data-verdict]") !== null`)
			check("check")
			b.visit("/portfolio")
			b.set("from", "2026-01-01")
			b.set("to", "2026-12-31")
			b.drop("[data-drop]", "leases.csv", portfolioLeases)
			b.until(`document.querySelector("#a-total") !== null`)
			b.press(`[data-behind="liability.closing"]`)
			check("portfolio")
		})
	}
}
