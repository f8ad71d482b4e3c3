package console

import (
	"fmt"
	"testing"
)

// inSight fails unless an element is completely within the window.
func (b *tab) inSight(selector string) {
	b.Helper()
	if !eval[bool](b, fmt.Sprintf(`(() => { const box = document.querySelector(%q).getBoundingClientRect();
		const foot = document.querySelector("[data-more]")?.checkVisibility() ? document.querySelector("[data-more]").getBoundingClientRect().top : innerHeight;
		return box.top >= 0 && box.bottom <= foot; })()`, selector)) {
		b.Errorf("%s is out of sight", selector)
	}
}

// laptop is a screen with the height of a browser window on a laptop.
var laptop = screen{"laptop", 1400, 900, false}

// TestANewLeaseStartsEmpty checks the page of a new lease. On a laptop, every required field is
// visible without scrolling, and one line lists the required fields that are empty. A field is not
// marked invalid before the user edits it, and amounts appear when the required fields are
// complete.
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
	b.set("discountRatePercent", "0.06") // the page rejects the rate immediately
	b.until(`document.querySelector(".field.wrong [name=discountRatePercent]") !== null`)
	b.set("discountRatePercent", "6")
	b.set("commencementDate", "2026-01-01")
	b.set("paymentAmount", "10,000")
	b.untilFigure("initialLiability", "519841.89")
	b.has("#a-class", "") // the asset class is empty, even for a sample lease
	if eval[bool](b, `document.querySelector("[data-next]").checkVisibility() || document.querySelector(".sampled") !== null`) {
		t.Error("a whole lease of one's own still asks, or has values of a sample")
	}
	b.set("paymentAmount", "")
	b.until(`document.querySelector("#e-paymentAmount").textContent === "This field is required."`)

	// The URL of a new lease can be bookmarked and opened again.
	again := b.server.open(t, phone)
	again.visit("/?sample=new")
	again.has("[data-needed]", all)
	if n := eval[int](again, `document.querySelectorAll(".field.wrong").length`); n != 0 {
		t.Errorf("%d fields of an empty page are red", n)
	}
}

// TestEventsAreAddedByType adds an event by choosing its type. The page shows the required
// fields for this type and hides the optional fields until the user opens them. The page marks a
// required field that is empty.
func TestEventsAreAddedByType(t *testing.T) {
	t.Parallel()
	b := startServer(t).open(t, desktop)
	b.expectRefusals()
	b.visit("/")
	b.openGroups()
	b.plainOffice()
	for at, tt := range []struct {
		kind  string
		shown []string // fields that the page shows, except the type and the date
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
	b.until(`document.querySelector("#e-events-0-discountRatePercent").textContent === "This field is required for this type of event."`)
	b.set("events[0].discountRatePercent", "6.5")
	b.until(`document.querySelector('[data-event="1"]') !== null`)
	b.has("#r-events-0-type", "The parties agreed on a longer term.")
	b.press(`[data-row="events[0]"] [data-all]`)
	b.until(`document.querySelector('[name="events[0].retainedSharePercent"]').checkVisibility()`)
	b.set("events[0].initialDirectCosts", "500")
	b.press(`[data-row="events[0]"] [data-all]`)
	b.until(`!document.querySelector('[name="events[0].retainedSharePercent"]').checkVisibility()`)
	b.set("standard", "FRS_102") // under FRS 102, a remeasurement may use the existing rate
	if !eval[bool](b, `document.querySelector('[name="events[0].initialDirectCosts"]').checkVisibility()`) {
		t.Error("what is stated is folded")
	}
	if got := eval[string](b, `document.querySelector('[name="events[0].discountRatePercent"]').placeholder`); got != "as before" {
		t.Errorf("where the rate may stay, an empty one shows %q", got)
	}
}

// millions is a lease with balances about as large as those of a typical office lease.
const millions = "leaseName=Harbour+office&commencementDate=2026-04-01&termMonths=84&paymentAmount=85,000&annualEscalationPercent=3&discountRatePercent=6&initialDirectCosts=40,000"

// typeLease enters a lease: 60 payments of 10,000 at 6%.
func (b *tab) typeLease() {
	b.Helper()
	for name, typed := range map[string]string{"commencementDate": "2026-01-01", "termMonths": "60", "paymentAmount": "10,000", "discountRatePercent": "6"} {
		b.set(name, typed)
	}
}

// TestAPhoneFoldsTheLongSections checks that the page on a phone starts with three sections closed:
// the criteria and both comparisons. The user can open each of them, and an open section stays open
// when the results change. On a wide screen, the sections start open.
func TestAPhoneFoldsTheLongSections(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	const open = `[...document.querySelectorAll("[data-fold]")].filter((e) => e.open).map((e) => e.dataset.fold).join(" ")`
	wide := s.open(t, desktop)
	wide.visit("/")
	if got := eval[string](wide, open); got != "criteria side convention" {
		t.Errorf("a wide screen starts with %q open", got)
	}
	b := s.open(t, phone)
	b.visit("/")
	if got := eval[string](b, open); got != "" {
		t.Errorf("a phone starts with %q open", got)
	}
	if height := eval[int](b, `document.querySelector("#results").clientHeight`); height > 4500 {
		t.Errorf("the results are %d pixels long on a phone", height)
	}
	b.click("#a-side")
	b.set("paymentAmount", "12,000")
	b.until(`document.querySelector('#results [data-figure="totalUndiscountedPayments"]')?.getAttribute("value") !== "637096.32"`)
	b.until(`(` + open + `) === "side"`)
}
