package console

import (
	"fmt"
	"slices"
	"testing"
)

// Each page is laid out as it should be on the screens on which that is hard: no hole
// between cards, no figure or date in two lines, text of drawings neither tiny nor huge.
func TestEachPageIsLaidOutForItsScreen(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	s.people(t)
	const (
		twoLines = `[...document.querySelectorAll(%q)].filter((e) => e.checkVisibility() && e.getClientRects().length > 1).map((e) => e.textContent)`
		ticks    = `[...document.querySelectorAll("svg.chart")].filter((e) => e.checkVisibility()).flatMap((e) => [...e.querySelectorAll(".tick")].slice(0, 1)).map((e) => e.getBoundingClientRect().height)
			.filter((h) => h < 7 || h > 21).map((h) => "a line of " + h)`
		broken = `[...document.querySelectorAll(".differ td")].filter((td) => /\d/.test(td.textContent) && (() => { const r = document.createRange(); r.selectNodeContents(td); return new Set([...r.getClientRects()].map((c) => Math.round(c.top))).size > 1; })()).map((td) => td.textContent)`
	)
	type rule struct {
		what  string
		at    []int64
		fails string // a script: what is wrong
	}
	for page, rules := range map[string][]rule{
		"new-lease": {{"a new lease", []int64{1366, 1440, 1920}, `(() => { const a = document.querySelector(".welcome").getBoundingClientRect(), b = document.querySelector("#results").getBoundingClientRect();
			return b.top - a.bottom > 24 ? ["a hole of " + (b.top - a.bottom)] : []; })()`}},
		"workbench": {
			{"charts", []int64{390, 768, 1024, 1366, 1920}, ticks},
			{"dates", []int64{390, 768}, fmt.Sprintf(twoLines, ".day")},
			{"conventions", []int64{1366, 1440}, `(() => { const w = [...document.querySelectorAll(".conventions thead th:not(:first-child)")].map((e) => e.offsetWidth); return Math.max(...w) - Math.min(...w) > 4 ? ["columns of " + w] : []; })()`},
		},
		"portfolio-report": {
			{"the chart", []int64{390, 768, 1366}, ticks},
			{"the span", []int64{390, 768}, fmt.Sprintf(twoLines, ".day")},
			{"left out", []int64{768}, `document.querySelector(".refused thead").offsetHeight < 10 ? ["a table without its headings"] : []`},
		},
		"check-result": {{"differences", []int64{390, 768, 1366}, broken}},
		"portfolio-closed": {
			{"compared", []int64{390, 768, 1366, 1440}, `[...document.querySelectorAll(".members tbody tr")].filter((r) => r.checkVisibility()).flatMap((r) => [...r.cells].slice(1).map((c, i) => [r.cells[i], c]))
			.filter(([a, b]) => a.textContent && textBox(b).left - textBox(a).right < 6).map(([a, b]) => a.textContent + " touches " + b.textContent)`},
			{"the trial balance", []int64{768, 1366}, `[...document.querySelectorAll(".tied :is(th, td)")].filter((c) => { const text = c.firstChild; if (text?.nodeType !== 3) return false;
			return [...text.data.matchAll(/\S+/g)].some((m) => { const r = document.createRange(); r.setStart(text, m.index); r.setEnd(text, m.index + m[0].length); return r.getClientRects().length > 1; }); }).map((c) => c.textContent + " is broken")`},
		},
		"rows":     {{"rows of lists", []int64{390, 768, 1366, 1440}, `[...document.querySelectorAll(".row:not(.card-row) .help")].filter((h) => h.checkVisibility() && textBox(h.closest(".field").querySelector("label")).right > h.getBoundingClientRect().left + 6).map((h) => h.ariaLabel + " lies on its label")`}},
		"usage":    {{"times", []int64{390}, `[...document.querySelectorAll(".listing td[data-label=Time]")].map(textBox).filter((r) => r.width > 230).map((r) => "a time of " + r.width)`}},
		"accounts": {{"addresses", []int64{1366}, `[...document.querySelectorAll("[data-asking] td:first-child")].filter((td) => textBox(td).height > 30).map((td) => td.textContent + " is broken")`}},
		"keys":     {{"the bar", []int64{390}, `new Set([...document.querySelectorAll(".top nav a")].map((e) => e.offsetTop)).size > 1 ? ["two lines"] : []`}},
		"profile":  {{"the plans", []int64{390, 1366}, `[...document.querySelectorAll("select")].map((e) => e.name)`}},
	} {
		t.Run(page, func(t *testing.T) {
			t.Parallel()
			b := s.open(t, desktop)
			b.expectRefusals()
			i := slices.IndexFunc(guestViews, func(v view) bool { return v.name == page })
			if i >= 0 {
				b.look(guestViews[i])
			} else {
				b.signIn("operator@example.org", password)
				b.look(memberViews[slices.IndexFunc(memberViews, func(v view) bool { return v.name == page })])
			}
			for _, rule := range rules {
				for _, width := range rule.at {
					b.becomes(screen{page, width, 900, false})
					b.settles()
					for _, fault := range eval[[]string](b, `(() => { const textBox = (e) => { const r = document.createRange(); r.selectNodeContents(e); return r.getBoundingClientRect(); }; return `+rule.fails+`; })()`) {
						t.Errorf("%s at %d px: %s", rule.what, width, fault)
					}
				}
			}
		})
	}
}
