package console

import (
	_ "embed"

	"github.com/chromedp/chromedp"
)

// axe is the unmodified accessibility checker axe-core 4.14.1. The license files are in the same
// directory.
//
//go:embed testdata/axe-core-4.14.1.min.js
var axe string

// violation is an axe finding.
type violation struct {
	ID, Impact, Help string
	Nodes            []string
}

// violations returns axe's findings on the current page. If table rows have the same structure, axe
// checks only three of them.
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

// fits fails if the page is wider than the screen.
func (b *tab) fits(where string) {
	b.Helper()
	if over := eval[int](b, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); over > 0 {
		b.Errorf("%s is %d pixels wider than the screen", where, over)
	}
}
