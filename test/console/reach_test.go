package console

import (
	_ "embed"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// outOfReach is a script that returns the elements of the page that are covered or that require
// sideways scrolling.
//
//go:embed testdata/reach.js
var outOfReach string

// widths lists the widths of a phone, a tablet, a laptop, a desktop and a wide screen.
var widths = []int64{390, 768, 1024, 1400, 1920}

// faces lists a wide font, a narrow font and the most common font.
var faces = []struct{ name, family string }{
	{"wide", `"DejaVu Sans", Verdana, sans-serif`},
	{"usual", `"Liberation Sans", Arial, Helvetica, sans-serif`},
	{"narrow", `"Liberation Sans Narrow", "Arial Narrow", sans-serif`},
}

// within fails for each control, heading or amount that extends beyond the visible part of its container.
// It checks every width, both themes and every font.
func (b *tab) within(where string) {
	b.Helper()
	faults := map[string][]string{} // screens on which each fault occurs
	widths, faces := widths, faces
	if testing.Short() {
		widths, faces = []int64{390, 1400}, faces[:1]
	}
	for _, width := range widths {
		call(b, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
			Width: width, Height: 900, DeviceScaleFactor: 1, Mobile: width < 500,
		})
		for i, face := range faces {
			dark := (i+int(width/2))%2 == 0 // each width and each font is shown in both themes on some page
			b.theme(dark)
			found := eval[[]string](b, fmt.Sprintf("(%s)(%q, %v)", outOfReach, face.family, i == 0), chromedp.EvalAwaitPromise)
			for _, fault := range found {
				faults[fault] = append(faults[fault], fmt.Sprintf("%d px %s", width, face.name))
			}
		}
	}
	b.run(`document.adoptedStyleSheets = []`)
	for fault, screens := range faults {
		b.Errorf("%s: %s (%s)", where, fault, strings.Join(screens, ", "))
	}
}

// TestWorkbenchControlsAreReachable checks that no control, heading or amount on the workbench
// is cut off or covered, for large amounts, at any width and with any font.
func TestWorkbenchControlsAreReachable(t *testing.T) {
	t.Parallel()
	for name, fields := range map[string]map[string]string{
		"large":  {"paymentAmount": "987,654,321.99", "assetFairValue": "98,765,432,109.99", "termMonths": "36"},
		"faulty": {"paymentAmount": "twelve", "commencementDate": "01/02/2026", "discountRatePercent": "0.06", "assetFairValue": "1.000.000,50"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := startServer(t).open(t, desktop)
			b.expectRefusals()
			b.visit("/")
			for field, value := range fields {
				b.set(field, value)
			}
			b.until(`document.querySelector("#results").getAttribute("aria-busy") === "false"`)
			if name == "faulty" {
				b.until(`document.querySelectorAll(".field.wrong").length === 3`)
				b.within(name)
				return
			}
			for _, tab := range []string{"schedule", "journal", "disclosures", "sources"} {
				b.run(fmt.Sprintf(`document.querySelector("#t-%s").click()`, tab))
				b.within(name + ", " + tab)
			}
			b.run(`document.querySelector("#download .fold").open = true; document.querySelector("#download").showPopover()`)
			b.within(name + ", files")
		})
	}
}

// TestEventControlsAreReachable runs the checks of TestWorkbenchControlsAreReachable for a lease
// with every list and every type of event. The checks cover the lease's editors, its history and
// its conventions.
func TestEventControlsAreReachable(t *testing.T) {
	t.Parallel()
	for _, sample := range []string{"shop", "life"} {
		t.Run(sample, func(t *testing.T) {
			t.Parallel()
			b := startServer(t).open(t, desktop)
			b.expectRefusals()
			b.visit("/?sample=" + sample)
			b.openGroups()
			b.run(`for (const button of document.querySelectorAll("[data-list] > .list-head [data-add]")) if (button.checkVisibility()) button.click()`)
			b.run(`for (const fold of document.querySelectorAll(".life .fold")) fold.open = true`)
			b.within(sample)
			b.set(map[string]string{"shop": "rentSteps[0].from", "life": "events[0].date"}[sample], "2027-13-01")
			b.until(`document.querySelector(".row .fault:not(:empty)") !== null`)
			b.within(sample + ", faulty")
		})
	}
}

// TestSettingsControlsAreReachable runs the checks of TestWorkbenchControlsAreReachable on the
// account pages.
func TestSettingsControlsAreReachable(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	b := s.open(t, desktop)
	b.expectRefusals()
	b.visit("/account/sign-in")
	b.within("sign-in")
	b.visit("/account/sign-up")
	b.within("sign-up")
	b.signUp("a.rather.long.address.of.somebody@subsidiary.example.org")
	b.within("no keys")
	secret := b.makeKey("month-end batch of the Rotterdam subsidiary", "live")
	b.run(`document.querySelector(".fold").open = true`)
	b.within("secret")
	s.works(t, secret, true)
	for range 2 {
		s.askOnce(t, secret, "compute", plainLease, "nightly-run-2026-01-31")
	}
	s.ask(t, secret, "schedule", `{}`)
	b.visit("/account")
	b.within("keys")
	b.follow(`a[href$="/rotate"]`)
	b.within("rotate")
	b.follow(`form[action$="/rotate"] button`)
	b.within("rotated")
	b.visit("/account")
	b.follow(`a[href$="/revoke"]`)
	b.within("revoke")
	b.follow("main button.danger")
	b.within("revoked")
	b.untilUsage("4 requests, 1 unit")
	b.within("usage")
	b.visit("/account/profile")
	b.within("profile")
	b.visit("/account/accounts")
	b.within("accounts")
	b.visit("/account/nothing")
	b.within("notice")
}
