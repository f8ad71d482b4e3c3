package console

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// inSight fails where something is not whole within the window.
func (b *tab) inSight(selector string) {
	b.Helper()
	if !eval[bool](b, fmt.Sprintf(`(() => { const box = document.querySelector(%q).getBoundingClientRect();
		const foot = document.querySelector("[data-more]")?.checkVisibility() ? document.querySelector("[data-more]").getBoundingClientRect().top : innerHeight;
		return box.top >= 0 && box.bottom <= foot; })()`, selector)) {
		b.Errorf("%s is out of sight", selector)
	}
}

// A new lease is empty, every required field is in sight on a laptop, and one line
// says what is still needed. Nothing is red before it was typed; figures follow as soon
// as the lease is whole.
func TestANewLeaseStartsEmpty(t *testing.T) {
	t.Parallel()
	b := startServer(t).open(t, laptop)
	b.expectRefusals()
	b.visit("/")
	b.click(`.samples [data-lease=""]`)
	const all = "Commencement date, Lease term, Payment per period, Annual discount rate"
	b.until(`document.querySelector("[data-next]").checkVisibility()`)
	b.until(fmt.Sprintf(`document.querySelector("[data-needed]").textContent === %q`, all))
	b.has("#results", "A new lease")
	for _, name := range []string{"commencementDate", "termMonths", "paymentAmount", "discountRatePercent"} {
		b.inSight("[name=" + name + "]")
		if value := eval[string](b, fmt.Sprintf(`document.querySelector("[name=%s]").value`, name)); value != "" {
			t.Errorf("%s holds %q", name, value)
		}
	}
	if eval[bool](b, `[...document.querySelectorAll("[data-folds]")].some((e) => e.open)`) {
		t.Error("what is empty is unfolded")
	}
	b.set("termMonths", "60")
	b.until(`document.querySelector("[data-needed]").textContent === "Commencement date, Payment per period, Annual discount rate"`)
	if red := eval[int](b, `document.querySelectorAll(".field.wrong").length`); red != 0 {
		t.Errorf("%d fields are red before they were typed", red)
	}
	b.set("discountRatePercent", "0.06") // what was typed is refused at once
	b.until(`document.querySelector(".field.wrong [name=discountRatePercent]") !== null`)
	b.set("discountRatePercent", "6")
	b.set("commencementDate", "2026-01-01")
	b.set("paymentAmount", "10,000")
	b.untilFigure("initialLiability", "519841.89")
	b.has("#a-class", "") // nothing was said of the asset, and no sample says it
	if eval[bool](b, `document.querySelector("[data-next]").checkVisibility() || document.querySelector(".sampled") !== null`) {
		t.Error("a whole lease of one's own still asks, or has values of a sample")
	}
	b.set("paymentAmount", "")
	b.until(`document.querySelector("#e-paymentAmount").textContent === "This field is required."`)

	// The address of a new lease is one that can be kept.
	again := b.server.open(t, phone)
	again.visit("/?sample=new")
	again.has("[data-needed]", all)
	if n := eval[int](again, `document.querySelectorAll(".field.wrong").length`); n != 0 {
		t.Errorf("%d fields of an empty page are red", n)
	}
}

// Values of a sample look like it until they are one's own.
func TestSampleValuesLookLikeSamples(t *testing.T) {
	t.Parallel()
	b := startServer(t).open(t, laptop)
	b.visit("/")
	b.has("[data-sample]", "Sample values. Start empty")
	style := func(name string) string {
		return eval[string](b, fmt.Sprintf(`getComputedStyle(document.querySelector("[name=%s]")).fontStyle`, name))
	}
	if style("paymentAmount") != "italic" {
		t.Error("a sample's rent looks like one's own")
	}
	b.set("paymentAmount", "20000")
	b.until(`document.querySelector("[data-sample-says]").textContent === "What is in italics is still the sample’s."`)
	if style("paymentAmount") != "normal" || style("assetFairValue") != "italic" {
		t.Error("one's own rent is not told from the sample's fair value")
	}
	b.do(chromedp.Reload())
	b.ready()
	b.until(`getComputedStyle(document.querySelector("[name=assetFairValue]")).fontStyle === "italic"`)
	b.click("[data-sample] a")
	b.until(`!document.querySelector("[data-sample]").checkVisibility() && document.querySelector("#a-empty") !== null`)
	b.run(`document.querySelector(".samples details").open = true`)
	b.click(`.samples [href="/?sample=van"]`)
	b.untilFigure("totalUndiscountedPayments", "42620.00")
	b.has("[data-sample]", "Sample values.")
}

// A change is added by what happened: what it asks for is shown, the rest is folded, and
// an empty field says that it is needed where it is.
func TestAChangeIsAddedByWhatHappened(t *testing.T) {
	t.Parallel()
	b := startServer(t).open(t, desktop)
	b.expectRefusals()
	b.visit("/")
	b.openGroups()
	b.plainOffice()
	for at, tt := range []struct {
		kind  string
		shown []string // besides the kind and the date
		hints map[string]string
	}{
		{"extended", []string{"paymentAmount", "termMonths", "discountRatePercent"}, map[string]string{"discountRatePercent": "required", "paymentAmount": "as before"}},
		{"rent_changed", []string{"paymentAmount", "discountRatePercent"}, map[string]string{"discountRatePercent": "required"}},
		{"termination", []string{"penalty"}, map[string]string{"penalty": "none"}},
		{"space_returned", []string{"paymentAmount", "discountRatePercent", "retainedSharePercent"}, map[string]string{"retainedSharePercent": "100"}},
		{"index", []string{"paymentAmount", "changePercent"}, map[string]string{"paymentAmount": "one of the two", "changePercent": "one of the two"}},
		{"purchase", []string{"price"}, map[string]string{"price": "required"}},
	} {
		row := fmt.Sprintf("events[%d]", at)
		b.run(fmt.Sprintf(`document.querySelector('[data-list="events"] [data-add="%s"]').click()`, tt.kind))
		want := fmt.Sprint(append([]string{"type", "date"}, tt.shown...))
		got := fmt.Sprint(eval[[]string](b, fmt.Sprintf(`[...document.querySelectorAll('[data-row="%s"] [name]')].filter((e) => e.checkVisibility()).map((e) => e.name.split(".").pop())`, row)))
		if got != want {
			t.Errorf("%s shows %s, want %s", tt.kind, got, want)
		}
		for name, hint := range tt.hints {
			if got := eval[string](b, fmt.Sprintf(`document.querySelector('[name="%s.%s"]').placeholder`, row, name)); got != hint {
				t.Errorf("%s: an empty %s shows %q, want %q", tt.kind, name, got, hint)
			}
		}
	}
	b.run(`for (const remove of document.querySelectorAll('[data-rows-of="events"] > .row:not(:first-child) > .card-foot [data-remove]')) remove.click()`)
	b.set("events[0].date", "2029-01-01")
	b.set("events[0].termMonths", "84")
	b.until(`document.querySelector("#e-events-0-discountRatePercent").textContent === "This field is required for such an event."`)
	b.set("events[0].discountRatePercent", "6.5")
	b.until(`document.querySelector('[data-event="1"]') !== null`)
	b.has("#r-events-0-type", "The parties agreed on a longer term.")
	b.press(`[data-row="events[0]"] [data-all]`)
	b.until(`document.querySelector('[name="events[0].retainedSharePercent"]').checkVisibility()`)
	b.set("events[0].initialDirectCosts", "500")
	b.press(`[data-row="events[0]"] [data-all]`)
	b.until(`!document.querySelector('[name="events[0].retainedSharePercent"]').checkVisibility()`)
	b.set("standard", "FRS_102") // which may keep the rate
	if !eval[bool](b, `document.querySelector('[name="events[0].initialDirectCosts"]').checkVisibility()`) {
		t.Error("what is stated is folded")
	}
	if got := eval[string](b, `document.querySelector('[name="events[0].discountRatePercent"]').placeholder`); got != "as before" {
		t.Errorf("where the rate may stay, an empty one shows %q", got)
	}
}

// millions is a lease whose balances are as large as those of most offices.
const millions = "leaseName=Harbour+office&commencementDate=2026-04-01&termMonths=84&paymentAmount=85,000&annualEscalationPercent=3&discountRatePercent=6&initialDirectCosts=40,000"

// A schedule of millions has one line for each row on a laptop and on a desktop, with
// the totals of fiscal years, which end in the month that the reader says.
func TestAScheduleOfMillionsHasOneLinePerRow(t *testing.T) {
	t.Parallel()
	for _, look := range []screen{{"laptop", 1366, 768, false}, {"desktop", 1440, 900, false}} {
		t.Run(look.name, func(t *testing.T) {
			t.Parallel()
			b := startServer(t).open(t, look)
			b.visit("/#" + millions)
			b.untilFigure("initialLiability", "6355934.33")
			if tall := eval[int](b, `Math.max(...[...document.querySelectorAll("table.schedule tbody tr")].map((r) => Math.round(r.getBoundingClientRect().height)))`); tall > 34 {
				t.Errorf("a row is %d pixels high", tall)
			}
			if cut := eval[bool](b, `(() => { const s = document.querySelector("[data-rows]"); return s.scrollWidth > s.clientWidth; })()`); cut {
				t.Error("the schedule is wider than its place")
			}
			if years := eval[[]string](b, `[...document.querySelectorAll("table.fiscal tbody th")].map((th) => th.textContent)`); len(years) != 8 || years[0] != "2026" || years[7] != "2033" {
				t.Errorf("the fiscal years are %v", years)
			}
			b.set("yearEnds", "3")
			b.until(`document.querySelectorAll("table.fiscal tbody tr").length === 7`)
			b.has("table.fiscal tbody tr:first-child", "2027")
			if link := eval[string](b, `sessionStorage.getItem("lease")`); !strings.Contains(link, "yearEnds=3") {
				t.Errorf("the month in which years end is lost: %s", link)
			}
		})
	}
}

// The pages that need a file or a schedule can be tried with a sample, which leaves the
// lease of the workbench alone.
func TestCheckAndPortfolioCanBeTriedWithASample(t *testing.T) {
	t.Parallel()
	b := startServer(t).open(t, desktop)
	b.visit("/#" + millions)
	b.untilFigure("initialLiability", "6355934.33")
	b.visit("/check")
	b.until(`document.querySelector("[data-loaded]").checkVisibility()`)
	b.click("[data-sample]")
	b.until(`document.querySelector("[data-verdict]") !== null`)
	b.has("#results", "10,500.00")
	b.has(".differ tbody", "13")
	b.visit("/")
	b.untilFigure("initialLiability", "6355934.33")
	b.visit("/portfolio")
	b.click("[data-sample]")
	b.until(`document.querySelector("#a-total") !== null`)
	b.has("#a-total", "6 leases")
	b.has(`.figures-of`, "The interest of operating leases is part of the operating lease cost")
	year := eval[string](b, `document.querySelector("[name=to]").value.slice(0, 4)`)
	b.has(`.figures-of`, fmt.Sprint(atoi(t, year)+1)+"\t")
}

// typeLease fills in what a lease needs: 60 payments of 10,000 at 6%.
func (b *tab) typeLease() {
	b.Helper()
	for name, typed := range map[string]string{"commencementDate": "2026-01-01", "termMonths": "60", "paymentAmount": "10,000", "discountRatePercent": "6"} {
		b.set(name, typed)
	}
}

// A schedule is checked against a lease that somebody stated: the page of a newcomer is
// empty, says what is still needed, and marks what is a sample's.
func TestNoScheduleIsCheckedAgainstASampleUnasked(t *testing.T) {
	t.Parallel()
	b := startServer(t).open(t, desktop)
	b.expectRefusals()
	b.visit("/check")
	b.has("[data-needed]", "Commencement date, Lease term, Payment per period, Annual discount rate")
	for _, name := range []string{"commencementDate", "termMonths", "paymentAmount", "discountRatePercent"} {
		if value := eval[string](b, fmt.Sprintf(`document.querySelector("[name=%s]").value`, name)); value != "" {
			t.Errorf("%s holds %q", name, value)
		}
	}
	b.set("file-theirs", theirRows)
	b.set("termMonths", "60")
	b.until(`document.querySelector("[data-needed]").textContent === "Commencement date, Payment per period, Annual discount rate"`)
	if n := eval[int](b, `document.querySelectorAll("[data-verdict], .field.wrong").length`); n != 0 {
		t.Errorf("%d verdicts or faults of a lease that nobody stated", n)
	}
	b.typeLease()
	b.until(`document.querySelector("[data-verdict]") !== null && !document.querySelector("[data-next]").checkVisibility()`)
	b.press("[data-sample]")
	b.until(`document.querySelector("[data-sampled]").checkVisibility()`)
	b.has("[data-sampled]", "Sample values. Start empty")
	b.set("paymentAmount", "12,000")
	b.has("[data-sampled]", "What is in italics is still the sample’s.")
	b.press("[data-empty]")
	b.until(`document.querySelector("[name=paymentAmount]").value === "" && document.querySelector("[data-verdict]") === null`)

	// The workbench's sample is one here, too.
	b.visit("/?sample=office")
	b.set("termMonths", "61")
	b.until(`(sessionStorage.getItem("lease") ?? "").includes("termMonths=61")`)
	b.visit("/check")
	b.has("[data-sampled]", "What is in italics is still the sample’s.")
}

// The bar over a phone's screen says so when its figure is from before a fault.
func TestTheBarSaysThatItsFigureIsOld(t *testing.T) {
	t.Parallel()
	b := startServer(t).open(t, phone)
	b.expectRefusals()
	b.visit("/")
	b.until(`document.querySelector(".peek").checkVisibility()`)
	b.has("[data-peek]", "Operating lease: liability 550,034.19")
	b.set("paymentAmount", "twelve")
	b.until(`document.querySelector("[data-peek]").textContent === "Before your last change: Operating lease: liability 550,034.19"`)
	b.set("paymentAmount", "10,000")
	b.until(`document.querySelector("[data-peek]").textContent === "Operating lease: liability 550,034.19"`)
}

// A file whose dates can be read in two ways is read as the page is told.
func TestTheOrderOfDayAndMonthIsChosenOnThePage(t *testing.T) {
	t.Parallel()
	b := startServer(t).open(t, desktop)
	b.visit("/portfolio")
	b.set("from", "2026-01-01")
	b.set("to", "2026-12-31")
	b.drop("[data-drop]", "leases.csv", "id,commencementDate,termMonths,paymentAmount,discountRateAnnual\nA,03/04/2026,12,100,5%\n")
	b.until(`document.querySelector("#a-refused") !== null`)
	for order, paid := range map[string]string{"day-first": "900.00", "month-first": "1,000.00"} {
		b.set("dates", order)
		b.until(fmt.Sprintf(`document.querySelector(".groups tbody td:last-child")?.textContent === %q`, paid))
	}
}

func atoi(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
