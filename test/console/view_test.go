package console

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// laptop has the height of a window on a laptop.
var laptop = screen{"laptop", 1400, 900, false}

// On a phone a bar shows the result while the form is on screen. It leads down
// to the results, and is not shown where these are: it would cover them.
func TestThePhonesBarLeadsToTheResultsAndIsNotShownThere(t *testing.T) {
	t.Parallel()
	b := startServer(t).open(t, phone)
	b.visit("/")
	const shown = `document.querySelector(".peek").checkVisibility()`
	b.until(shown)
	b.has(".peek", "Operating lease: liability 550,034.19")
	if eval[bool](b, `document.querySelector("#results").getBoundingClientRect().top < innerHeight`) {
		t.Error("the bar points down, and the results are not there")
	}
	b.click(".peek")
	b.until(`!(` + shown + `)`)
	b.until(`document.querySelector("#a-summary").getBoundingClientRect().top < innerHeight / 2`)
	for _, place := range []string{"[data-chart=costs]", ".sides", "#p-schedule", ".colophon"} {
		b.run(fmt.Sprintf(`document.querySelector(%q).scrollIntoView({ block: "end", behavior: "instant" })`, place))
		b.until(`!(` + shown + `)`)
	}
	b.run(`document.querySelector("[name=paymentAmount]").scrollIntoView({ block: "center", behavior: "instant" })`)
	b.until(shown)
	b.set("paymentAmount", "20000")
	b.until(`document.querySelector(".peek").innerText.includes("1,100,068")`)
}

// Where the form is taller than its card, it names what is further down and
// leads there.
func TestTheFormSaysThatThereIsMoreBelow(t *testing.T) {
	t.Parallel()
	b := startServer(t).open(t, laptop)
	b.visit("/")
	b.until(`document.querySelector("[data-more]").checkVisibility()`)
	b.has("[data-more]", "More below")
	const end = "End of the term"
	b.has("[data-more]", end)
	b.run(fmt.Sprintf(`[...document.querySelectorAll("[data-more] button")].find((e) => e.textContent === %q).click()`, end))
	b.until(`(() => { const add = document.querySelector("[name=purchaseOptionAmount]").getBoundingClientRect();
		return add.bottom <= document.querySelector("[data-more]").getBoundingClientRect().top; })()`)
	if focused := eval[string](b, `document.activeElement.innerText`); focused != end {
		t.Errorf("the focus is on %q", focused)
	}
	b.run(`document.querySelector("#lease").scrollTo({ top: 1e6, behavior: "instant" })`)
	b.until(`!document.querySelector("[data-more]").checkVisibility()`)
	b.run(`document.querySelector("#lease").scrollTo({ top: 0, behavior: "instant" })`)
	b.until(`document.querySelector("[data-more]").checkVisibility()`)
	tall := startServer(t).open(t, screen{"tall", 1400, 3200, false})
	tall.visit("/")
	if eval[bool](tall, `document.querySelector("[data-more]").checkVisibility()`) {
		t.Error("nothing is below, and the form says that there is")
	}
}

// The origin of a row is in view as soon as it is asked for, by a click and at
// every step of the arrow keys.
func TestTheOriginOfARowOpensInView(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	for _, look := range []screen{laptop, phone, {"small", 1024, 700, false}} {
		t.Run(look.name, func(t *testing.T) {
			t.Parallel()
			b := s.open(t, look)
			b.visit("/")
			inView := func(what string) {
				t.Helper()
				if hidden := eval[string](b, `(() => {
					const table = document.querySelector("table.schedule");
					const scroller = document.querySelector("[data-rows]").getBoundingClientRect();
					const top = Math.max(scroller.top, table.tHead.rows[0].cells[0].getBoundingClientRect().bottom, 0);
					const bottom = Math.min(scroller.bottom, table.tFoot.rows[0].cells[0].getBoundingClientRect().top, innerHeight);
					for (const e of [document.querySelector("tr.picked"), document.querySelector("[data-origin]")]) {
						const at = e.getBoundingClientRect();
						if (at.top < top - 2 || at.bottom > bottom + 2) return e.className + " " + [at.top, at.bottom, top, bottom].join(" ");
					}
					return "";
				})()`); hidden != "" {
					t.Errorf("%s: not in view: %s", what, hidden)
				}
			}
			b.run(`document.querySelector("[data-rows]").scrollIntoView({ block: "end", behavior: "instant" })`)
			const cell = `table.schedule tbody tr:nth-child(7) td:nth-child(4)`
			b.run(fmt.Sprintf(`document.querySelector(%q).scrollIntoView({ block: "center", behavior: "instant" })`, cell)) // not below the totals
			b.click(cell)
			b.has("[data-origin] h3", "Period 6, 2026-06-01")
			inView("click")
			b.keep("origin-" + look.name)
			b.do(chromedp.Focus(chromedp.CSS("[data-rows]")))
			for i := range 12 {
				b.do(chromedp.KeyEvent(kb.ArrowDown))
				b.has("[data-origin] h3", fmt.Sprintf("Period %d,", 7+i))
				inView(fmt.Sprintf("period %d", 7+i))
			}
			b.do(chromedp.KeyEvent(kb.End))
			b.has("[data-origin] h3", "Period 60,")
			inView("end")
			b.do(chromedp.KeyEvent(kb.Home))
			inView("home")
			b.do(chromedp.KeyEvent(kb.Escape))
			b.until(`!document.querySelector("[data-origin]")`)
		})
	}
}
