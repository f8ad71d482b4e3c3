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

// violations returns axe's findings on the current page. If more than three table rows or chart
// shapes have the same structure, axe checks only three of them. The others are removed from the page
// while axe runs.
func (b *tab) violations() []violation {
	b.Helper()
	if !eval[bool](b, `"axe" in window`) {
		b.run(axe)
	}
	return eval[[]violation](b, `(async () => {
		const removed = [];
		for (const list of document.querySelectorAll("tbody, svg, svg g")) {
			const seen = new Map();
			for (const child of [...list.children]) {
				const structure = [child, ...child.querySelectorAll("*")].map((e) => e.localName + "." + e.getAttribute("class") + "." + e.getAttributeNames()).join(" ");
				seen.set(structure, (seen.get(structure) ?? 0) + 1);
				if (seen.get(structure) > 3) {
					const place = document.createComment("");
					child.replaceWith(place);
					removed.push([place, child]);
				}
			}
		}
		const { violations } = await axe.run({ resultTypes: ["violations"], selectors: false, preload: false, runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] });
		for (const [place, child] of removed) place.replaceWith(child);
		return violations.map((v) => ({ id: v.id, impact: v.impact, help: v.help, nodes: v.nodes.map((n) => n.html.slice(0, 160)) }));
	})()`, chromedp.EvalAwaitPromise)
}

// fits fails if the page is wider than the screen.
func (b *tab) fits(where string) {
	b.Helper()
	if over := eval[int](b, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); over > 0 {
		b.Errorf("%s is %d pixels wider than the screen", where, over)
	}
}
