package console

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"slices"
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

// violations are what axe finds on the page as it is. Of rows of a table that have the
// same cells it looks at three.
func (b *tab) violations() []violation {
	b.Helper()
	if !eval[bool](b, `"axe" in window`) {
		b.run(axe)
	}
	return eval[[]violation](b, `(() => {
		for (const body of document.querySelectorAll("tbody")) {
			const seen = new Map();
			for (const row of body.rows) {
				const cells = [row, ...row.querySelectorAll("*")].map((e) => e.localName + "." + e.className + "." + e.getAttributeNames()).join(" ");
				seen.set(cells, (seen.get(cells) ?? 0) + 1);
				row.toggleAttribute("data-repeats", seen.get(cells) > 3);
			}
		}
		return axe.run({ exclude: ["[data-repeats]"] }, { resultTypes: ["violations"], selectors: false, preload: false, runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] });
	})().then((r) => r.violations.map((v) => ({ id: v.id, impact: v.impact, help: v.help, nodes: v.nodes.map((n) => n.html.slice(0, 160)) })))`,
		chromedp.EvalAwaitPromise)
}

// fits fails where a page is wider than the screen.
func (b *tab) fits(where string) {
	b.Helper()
	if over := eval[int](b, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); over > 0 {
		b.Errorf("%s is %d pixels wider than the screen", where, over)
	}
}

// While results are computed anew, those before them can be read.
func TestResultsAreReadableWhileTheyAreRenewed(t *testing.T) {
	t.Parallel()
	b := startServer(t).open(t, desktop)
	b.expectRefusals()
	for _, v := range guestViews {
		if !slices.Contains([]string{"workbench", "check-result", "portfolio-report"}, v.name) {
			continue
		}
		b.look(v)
		b.settles()
		before := b.colours()
		b.run(`document.querySelector("#results").setAttribute("aria-busy", "true")`)
		for _, dark := range []bool{false, true} {
			b.theme(dark)
			b.rests()
			if !dark && b.colours() == before {
				b.Errorf("%s: nothing shows that the results are being renewed", v.name)
			}
			b.faultless(fmt.Sprintf("%s being renewed (dark: %v)", v.name, dark))
		}
		b.theme(false)
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
