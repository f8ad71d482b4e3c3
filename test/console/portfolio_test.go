package console

import (
	"fmt"
	"testing"
)

const portfolioLeases = `id,name,standard,commencementDate,termMonths,paymentAmount,discountRateAnnual,currency,entity
HQ-1,Head office,ASC_842,2025-07-01,60,10000,6%,USD,Rotterdam
VAN-7,Delivery van,IFRS_16,2026-03-15,36,700.50,5%,USD,Oslo
SCHOOL,School,GASB_87,2026-02-01,48,90000,4%,USD,Rotterdam
WRONG,Wrong,ASC_842,2026-02-30,12,abc,5%,USD,Oslo
`

// drop drops a file on an element of the page, as a user does with the mouse.
func (b *tab) drop(selector, name, content string) {
	b.Helper()
	b.run(fmt.Sprintf(`(() => { const data = new DataTransfer(); data.items.add(new File([%q], %q));
		document.querySelector(%q).dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data })); })()`, content, name, selector))
}

// give chooses a file for a file input.
func (b *tab) give(name, file, content string) {
	b.Helper()
	b.run(fmt.Sprintf(`(() => { const data = new DataTransfer(), input = document.querySelector('[name="%s"]'); data.items.add(new File([%q], %q));
		input.files = data.files; input.dispatchEvent(new Event("change", { bubbles: true })); })()`, name, content, file))
}

// TestAPortfolioIsReported drops a file with leases. The page shows the totals for a reporting
// period, optionally by group, and, for each amount, the leases that contribute to it.
func TestAPortfolioIsReported(t *testing.T) {
	t.Parallel()
	b := startServer(t).open(t, desktop)
	b.visit("/")
	b.follow(`nav a[href="/portfolio"]`)
	b.set("from", "2026-01-01")
	b.set("to", "2026-12-31")
	b.drop("[data-drop]", "leases.csv", portfolioLeases)
	b.until(`document.querySelector("#a-total")?.textContent === "3 leases, 2026-01-01 to 2026-12-31"`)
	b.has(".refused tbody", "line 5")
	total := b.figure("liability.closing")
	b.press(`[data-behind="liability.closing"]`)
	b.until(`document.querySelectorAll(".leases tbody tr").length === 3`)
	b.has("#a-behind", "Lease liability: Closing")
	sum := eval[string](b, `[...document.querySelectorAll(".leases tbody td:last-child")].reduce((n, c) => n + BigInt(c.textContent.replace(/[,.]/g, "")), 0n).toString()`)
	if sum == "" || sum != eval[string](b, fmt.Sprintf(`%q.replace(".", "")`, total)) {
		t.Errorf("the leases sum to %s cents, the figure is %s", sum, total)
	}
	b.set("groupBy", "tag")
	b.set("tag", "entity")
	b.until(`[...document.querySelectorAll(".groups")].at(-1)?.tBodies[0].rows.length === 3`)
	b.press(`[data-group="1"]`)
	b.until(`document.querySelector('[data-figures="1"]').checkVisibility() && !document.querySelector('[data-figures="0"]').checkVisibility()`)
	b.has(`[data-figures="1"] .of`, "Oslo")
	b.press(`[data-figures="1"] [data-behind="liability.closing"]`)
	b.has(".leases tbody", "VAN-7")
	b.keep("portfolio")
	b.within("portfolio")
}
