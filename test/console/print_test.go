package console

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// printed prints the page as the browser does and returns the document.
func (b *tab) printed(name string) []byte {
	b.Helper()
	document, err := chromedp.Run(b.ctx, chromedp.PrintToPDF())
	if err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(b.ArtifactDir(), name+".pdf"), document, 0o600); err != nil {
		b.Error(err)
	}
	return document
}

// pageOf is a page of a document as browsers write it.
var pageOf = regexp.MustCompile(`/Type\s*/Page\b[^s]`)

// The print of a lease of 84 months with millions is a paper of at most 8 pages, each with
// its number, also under another standard and with a change; what is folded on the screen
// is unfolded, and headings of tables are repeated.
func TestALeaseOf84MonthsPrintsOnEightPages(t *testing.T) {
	t.Parallel()
	b := startServer(t).open(t, desktop)
	b.expectRefusals()
	for name, more := range map[string]string{
		"lease": "", "lease-ifrs": "&standard=IFRS_16",
		"lease-changed": "&standard=IFRS_16&events[0].type=modification&events[0].date=2029-04-01&events[0].discountRatePercent=6.5&events[0].paymentAmount=90,000",
	} {
		b.look(view{name, "/#" + millions + more, func(b *tab) {
			b.until(`document.querySelector("[data-identity]")?.textContent.includes("Harbour office")`)
		}})
		document := b.printed(name)
		if pages := len(pageOf.FindAll(document, -1)); pages < 3 || pages > 8 {
			t.Errorf("the print of %s has %d pages, 3 to 8 are wanted", name, pages)
		}
		if !bytes.HasPrefix(document, []byte("%PDF")) {
			t.Fatal("the print is no document")
		}
	}
	b.emulatePrint()
	if folded := eval[[]string](b, `[...document.querySelectorAll("#results details")].filter((d) => d.lastElementChild.getClientRects().length === 0).map((d) => d.innerText)`); len(folded) > 0 {
		t.Errorf("folded on paper: %s", strings.Join(folded, ", "))
	}
	if heads := eval[[]string](b, `[...document.querySelectorAll("#results table:not(.maturity):not(.inputs) thead")].map((h) => getComputedStyle(h).display)`); len(heads) == 0 || strings.Count(strings.Join(heads, " "), "table-header-group") != len(heads) {
		t.Errorf("the headings of tables are %v", heads)
	}
}

// On paper a chart stays with its heading, an entry stays in its column, the years below a
// chart stand apart, differences are no larger than the figures they are of, and nothing
// says that it can be unfolded.
func TestWhatBelongsTogetherIsPrintedTogether(t *testing.T) {
	t.Parallel()
	b := startServer(t).open(t, screen{"paper", 733, 950, false}) // Letter, within its margins
	b.visit("/#" + millions)
	b.until(`document.querySelector("[data-identity]")?.textContent.includes("Harbour office")`)
	b.emulatePrint()
	for what, script := range map[string]string{
		"charts that may be torn":     `[...document.querySelectorAll("figure[data-chart]")].filter((f) => getComputedStyle(f).breakInside !== "avoid").map((f) => f.dataset.chart)`,
		"entries that may be torn":    `[...document.querySelectorAll("#p-journal .journal tr")].filter((r) => r.nextElementSibling && !r.nextElementSibling.matches(".head") && getComputedStyle(r).breakAfter !== "avoid").map((r) => r.textContent)`,
		"labels that touch":           `[...document.querySelectorAll("svg.chart")].flatMap((svg) => [...svg.querySelectorAll(".tick.middle")].filter((t, i, all) => i > 0 && t.getBoundingClientRect().left < all[i - 1].getBoundingClientRect().right + 2).map((t) => t.textContent))`,
		"differences that are larger": `[...document.querySelectorAll(".sides td")].filter((c) => c.querySelector(".change") && parseFloat(getComputedStyle(c.querySelector(".change")).fontSize) > parseFloat(getComputedStyle(c).fontSize)).map((c) => c.textContent)`,
		"marks of what unfolds":       `[...document.querySelectorAll("#results summary")].filter((s) => getComputedStyle(s).listStyleType !== "none").map((s) => s.textContent)`,
	} {
		if found := eval[[]string](b, script); len(found) > 0 {
			t.Errorf("%s: %d, such as %s", what, len(found), found[0])
		}
	}
	if n := eval[int](b, `document.querySelectorAll("figure[data-chart]").length`); n != 3 {
		t.Errorf("%d charts are printed", n)
	}
}

// The pages of checks and portfolios are printed as papers, too: tables have their headings
// and are no lists of a phone, and nothing is offered that paper cannot do.
func TestChecksAndPortfoliosPrintAsPapers(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	for _, v := range guestViews {
		if v.name != "check-sample" && v.name != "portfolio-closed" {
			continue
		}
		t.Run(v.name, func(t *testing.T) {
			t.Parallel()
			b := s.open(t, screen{"paper", 733, 950, false})
			b.expectRefusals()
			b.look(v)
			b.settles()
			b.printed(v.name)
			b.emulatePrint()
			for what, script := range map[string]string{
				"tables without headings": `[...document.querySelectorAll("#results table:has(thead)")].filter((t) => t.checkVisibility() && getComputedStyle(t.tHead).position === "absolute").map((t) => t.className)`,
				"rows as lists":           `[...document.querySelectorAll("#results tr")].filter((r) => r.checkVisibility() && getComputedStyle(r).display !== "table-row").map((r) => r.textContent)`,
				"buttons and fields":      `[...document.querySelectorAll("main :is(textarea, input, [data-sample], [data-file])")].filter((e) => e.checkVisibility()).map((e) => e.outerHTML)`,
				"boxes of choices":        `[...document.querySelectorAll("#results select")].filter((e) => e.checkVisibility() && getComputedStyle(e).appearance !== "none").map((e) => e.value)`,
			} {
				if found := eval[[]string](b, script); len(found) > 0 {
					t.Errorf("%s: %d, such as %s", what, len(found), found[0])
				}
			}
		})
	}
}

// emulatePrint lays the page out as it is printed.
func (b *tab) emulatePrint() {
	b.Helper()
	call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
}
