package console

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// keys presses special keys in the given order. A string with several characters is typed.
func (b *tab) keys(pressed ...string) {
	b.Helper()
	for _, key := range pressed {
		b.do(chromedp.KeyEvent(key))
	}
}

// focus moves the keyboard focus to an element.
func (b *tab) focus(selector string) {
	b.Helper()
	b.do(chromedp.Focus(chromedp.CSS(selector)))
}

// tabTo presses Tab until the given element has the keyboard focus.
func (b *tab) tabTo(selector string) {
	b.Helper()
	for range 80 {
		b.keys(kb.Tab)
		if eval[bool](b, fmt.Sprintf(`document.activeElement?.matches(%q) ?? false`, selector)) {
			return
		}
	}
	b.Fatalf("the keyboard does not come to %s", selector)
}

// quote presses the button for quoting the contract in support of a field, and types the passage.
func (b *tab) quote(path, passage string) {
	b.Helper()
	help := `[popovertarget="help-` + strings.NewReplacer("[", "-", "]", "", ".", "-").Replace(path) + `"]`
	if !eval[bool](b, fmt.Sprintf(`document.querySelector(%q).checkVisibility()`, help)) {
		b.Fatalf("%s has no help", path)
	}
	b.focus(`[name="` + path + `"]`)
	b.keys(kb.F1)
	b.tabTo(`:popover-open [data-quote]`)
	b.keys(kb.Enter)
	b.until(`document.activeElement.matches('textarea[name^="evidence["]')`)
	b.keys(passage)
}

// TestMethod24_TheContractIsQuotedWithTheKeyboard checks METHOD 24: with the keyboard only, a user
// can quote a passage of the contract for a field of the lease, and for a field of a row.
func TestMethod24_TheContractIsQuotedWithTheKeyboard(t *testing.T) {
	t.Parallel()
	b := startServer(t).open(t, screen{"laptop", 1366, 768, false})
	b.expectRefusals()
	b.visit("/?sample=new")
	b.focus("[name=commencementDate]")
	b.keys("2026-01-01")
	for _, typed := range [][2]string{{"termMonths", "60"}, {"paymentAmount", "10,000"}, {"discountRatePercent", "6"}} {
		b.tabTo("[name=" + typed[0] + "]")
		b.keys(typed[1])
	}
	b.untilFigure("initialLiability", "519841.89")
	b.tabTo("details:has([data-list=rentSteps]) > summary")
	b.keys(kb.Enter)
	b.tabTo("[data-list=rentSteps] [data-add]")
	b.keys(kb.Enter)
	b.until(`document.activeElement.name === "rentSteps[0].from"`)
	b.keys("2028-01-01")
	b.tabTo("[name='rentSteps[0].paymentAmount']")
	b.keys("12,000")
	b.untilFigure("totalUndiscountedPayments", "672000.00")

	b.quote("rentSteps[0].paymentAmount", "thereafter 12,000.00 a month")
	b.quote("termMonths", "for 7 years")
	b.quote("rentSteps[0].paymentAmount", "") // the button moves the focus to the existing quote
	if at := eval[string](b, `document.activeElement.name`); at != "evidence[0].quote" {
		t.Errorf("a second quote is begun at %s", at)
	}
	b.quote("rentSteps[0].from", "from the third year on")
	b.set("evidence[2].path", "rentSteps[7].from")
	b.until(`document.querySelector('[data-field="evidence[2].path"] .fault').textContent.startsWith("This field has no value.")`)
	b.keep("quotes")
	b.within("quotes")
}
