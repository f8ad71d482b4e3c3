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

// printed prints the page to PDF and returns the document.
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

// pageOf matches a page object in a PDF file that a browser wrote.
var pageOf = regexp.MustCompile(`/Type\s*/Page\b[^s]`)

// TestALeaseOf84MonthsPrintsOnEightPages checks that a lease of 84 months with large amounts prints
// on at most 8 numbered pages, including under another standard and with an event. The printed
// document contains the sections that are closed on the screen, and repeats table headings on each
// page.
func TestALeaseOf84MonthsPrintsOnEightPages(t *testing.T) {
	t.Parallel()
	b := startServer(t).open(t, desktop)
	b.expectRefusals()
	variants := map[string]string{
		"lease-changed": "&standard=IFRS_16&events[0].type=modification&events[0].date=2029-04-01&events[0].discountRatePercent=6.5&events[0].paymentAmount=90,000",
	}
	if !testing.Short() {
		variants["lease"], variants["lease-ifrs"] = "", "&standard=IFRS_16"
	}
	for name, more := range variants {
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

// emulatePrint switches the page to its layout for printing.
func (b *tab) emulatePrint() {
	b.Helper()
	call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
}
