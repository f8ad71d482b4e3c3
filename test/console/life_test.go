package console

import (
	"fmt"
	"testing"
)

// paste pastes text into a field, as if it were copied from a spreadsheet.
func (b *tab) paste(name, text string) {
	b.Helper()
	b.run(fmt.Sprintf(`(() => { const data = new DataTransfer(); data.setData("text/plain", %q);
		document.querySelector('[name="%s"]').dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData: data })); })()`, text, name))
}

// press scrolls an element to a position where no sticky edge covers it, and clicks the element.
func (b *tab) press(selector string) {
	b.Helper()
	b.run(fmt.Sprintf(`document.querySelector(%q).scrollIntoView({ block: "center", behavior: "instant" })`, selector))
	// A click on a moving element can miss it, so the script waits until the element stops moving.
	b.until(fmt.Sprintf(`(() => { const { x, y } = document.querySelector(%q).getBoundingClientRect(), now = performance.now(), last = window.lastPlace;
		if (last?.x === x && last?.y === y) return now - last.since > 100;
		window.lastPlace = { x, y, since: now }; return false; })()`, selector))
	b.click(selector)
}

// openGroups opens every group of fields in the form.
func (b *tab) openGroups() {
	b.Helper()
	b.run(`for (const group of document.querySelectorAll("details.group")) group.open = true`)
}

// plainOffice changes the first sample lease to constant payments without special terms.
func (b *tab) plainOffice() {
	b.Helper()
	for _, name := range []string{"annualEscalationPercent", "initialDirectCosts", "leaseIncentives"} {
		b.set(name, "")
	}
	b.untilFigure("initialLiability", "519841.89")
}

// TestUnevenPaymentsAreTypedPastedAndRemoved adds rent steps, rent-free months and one-off
// payments, pastes rows from a spreadsheet, and removes rows. An error appears next to its cell and
// names the two nearest valid dates.
func TestUnevenPaymentsAreTypedPastedAndRemoved(t *testing.T) {
	t.Parallel()
	b := startServer(t).open(t, desktop)
	b.expectRefusals()
	b.visit("/")
	b.openGroups()
	b.plainOffice()
	b.press(`[data-list="rentSteps"] [data-add]`)
	b.paste("rentSteps[0].from", "2027-01-01\t10,300\n2028-01-01\t10,609\r\n")
	b.until(`document.querySelector('[name="rentSteps[1].paymentAmount"]')?.value === "10,609"`)
	b.untilFigure("totalUndiscountedPayments", "625524.00")
	b.set("rentSteps[1].from", "2028-01-15")
	b.until(`document.querySelector("#e-rentSteps-1-from").textContent !== ""`)
	if got, want := b.text("#e-rentSteps-1-from"), "2028-01-15 is not the first day of a payment period; the nearest are 2028-01-01 and 2028-02-01."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	b.set("rentSteps[1].from", "2028-01-01")
	b.until(`document.querySelector("#e-rentSteps-1-from").textContent === ""`) // removing the row moves the button below it
	b.press(`[data-list="rentFree"] [data-add]`)
	b.set("rentFree[0].from", "2026-01-01")
	b.set("rentFree[0].months", "2")
	b.set("rentFree[0].sharePercent", "50")
	b.untilFigure("totalUndiscountedPayments", "615524.00")
	b.press(`[data-list="otherPayments"] [data-add]`)
	b.set("otherPayments[0].date", "2026-06-15")
	b.set("otherPayments[0].amount", "4,000")
	b.set("otherPayments[0].kind", "incentive")
	b.untilFigure("totalUndiscountedPayments", "611524.00")
	b.until(`document.querySelector('[data-chart="payments"]') !== null`)
	b.keep("uneven")
	b.press(`[data-row="rentSteps[0]"] [data-remove]`)
	b.untilFigure("totalUndiscountedPayments", "607924.00")
	if n := eval[int](b, `document.querySelectorAll('[data-rows-of="rentSteps"] > .row').length`); n != 1 {
		t.Errorf("%d steps are left, want 1", n)
	}
}

// TestEventsAreEditedAndShown adds events; an event's type determines its fields. The page shows
// the balances before and after each event, the reason and the journal entry. The schedule and the
// chart mark the effective date, and the link to the lease restores all input.
func TestEventsAreEditedAndShown(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	b := s.open(t, desktop)
	b.expectRefusals()
	b.visit("/")
	b.openGroups()
	b.plainOffice()
	b.press(`[data-list="events"] [data-add]`)
	b.set("events[0].type", "modification")
	b.set("events[0].date", "2028-01-01")
	b.until(`document.querySelector("#e-events-0-discountRatePercent").textContent === "This field is required for this type of event."`)
	b.set("events[0].discountRatePercent", "7")
	b.set("events[0].retainedSharePercent", "60")
	b.set("events[0].paymentAmount", "6,200")
	b.untilFigure("event0-liabilityAfter", "201967.39")
	b.has(`[data-event="1"] .moves`, "330,353.71 → 201,967.39 change (128,386.32)")
	b.has(`[data-event="1"] .cites`, "842-10-25-")
	b.has(`table.schedule .event`, "2028-01-01")
	if n := eval[int](b, `document.querySelectorAll('[data-chart="balances"] line.change').length`); n != 1 {
		t.Errorf("%d changes are marked in the chart, want 1", n)
	}
	before := eval[int](b, `document.querySelector("table.schedule .event").rowIndex`)
	if before != 26 { // the heading row, the commencement row and 24 monthly rows
		t.Errorf("the change is at line %d of the schedule", before)
	}
	// The opening balance of the row after an event equals the balance just after the event.
	b.run(`document.querySelector("table.schedule .event").nextElementSibling.cells[5].click()`)
	opening := eval[string](b, `document.querySelector("table.schedule .event").dataset.liability`)
	b.has("tr.origin", opening+" + ")
	if !eval[bool](b, `(() => { const fonts = [...document.querySelectorAll("tr.origin dd > :first-child")].map((e) => [e.matches(".formula"), getComputedStyle(e).fontFamily.includes("monospace")]);
		return fonts.some(([formula]) => formula) && fonts.every(([formula, mono]) => formula === mono); })()`) {
		t.Error("formulas alone are set in a font of one width")
	}
	b.run(`document.querySelector('[data-event="1"] details').open = true`)
	b.has(`[data-event="1"] table.journal`, "Lease liability")

	b.press(`[data-list="events"] .list-head [data-add]`)
	b.set("events[1].type", "termination")
	b.set("events[1].date", "2029-06-30")
	b.set("events[1].penalty", "5,000")
	b.until(`document.querySelector('[data-event="2"]') !== null`)
	if eval[bool](b, `document.querySelector('[data-field="events[1].termMonths"]').checkVisibility()`) {
		t.Error("a termination can be given a term")
	}
	b.keep("life")
	liability := b.figure("event1-liabilityBefore")
	link := eval[string](b, `"/#" + sessionStorage.getItem("lease")`)

	again := s.open(t, desktop)
	again.expectRefusals()
	again.visit(link)
	again.untilFigure("event1-liabilityBefore", liability)
	again.until(`document.querySelector('[name="events[1].penalty"]').value === "5,000"`)
	again.click(`[data-event="2"] [data-edit-row]`)
	again.until(`document.activeElement.name === "events[1].type"`)
	// The page sorts events by date, whatever the format of the dates and the order of the rows.
	again.press(`[data-list="events"] .list-head [data-add]`)
	again.set("events[2].type", "index")
	again.set("events[2].date", "1 March 2026")
	again.set("events[2].changePercent", "2")
	again.until(`document.querySelector('[data-event="3"]') !== null`)
	for number, row := range map[int]string{1: "events[2]", 2: "events[0]", 3: "events[1]"} {
		again.click(fmt.Sprintf(`[data-event="%d"] [data-edit-row]`, number))
		again.until(fmt.Sprintf(`document.activeElement.name === "%s.type"`, row))
	}
	again.press(`[data-row="events[2]"] > .card-foot [data-remove]`)
	again.until(`document.querySelector('[data-event="3"]') === null`)
	again.press(`[data-row="events[1]"] > .card-foot [data-remove]`)
	again.until(`document.querySelector('[data-event="2"]') === null`)
	again.set("events[0].date", "2025-01-01")
	again.until(`document.querySelector("#e-events-0-date").textContent === "2025-01-01 is not after commencement, 2026-01-01."`)
}
