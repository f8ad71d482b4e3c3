// Command moving creates the README's animation. It opens the output of `make site` in Chromium,
// types on the workbench, and combines screenshots into an animation.
package main

import (
	"context"
	"flag"
	"fmt"
	"image"
	"image/gif"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/leasehold-accounting/leasehold/test/internal/browser"
)

// These are the page's size in pixels, and the scale at which it is shown.
const (
	width, height = 1240, 800
	shrink        = 1.45
)

func main() {
	site := flag.String("site", "site", "the folder of make site")
	out := flag.String("out", "docs/images/workbench.gif", "the file to write")
	flag.Parse()
	if err := run(*site, *out); err != nil {
		fmt.Fprintln(os.Stderr, "moving:", err)
		os.Exit(1)
	}
}

// step is an action on the page. show is the time for which its result is shown, in hundredths of a
// second.
type step struct {
	do    string // a script that performs the action
	until string // a condition that the page meets after the action
	show  int
}

// typing returns the steps that type text into a field, character by character.
func typing(field, text string) (steps []step) {
	for i := range text {
		steps = append(steps, step{do: fmt.Sprintf(`{ const e = document.querySelector('[name="%s"]'); e.focus(); e.value = %q; }`, field, text[:i+1]), show: 14})
	}
	steps = append(steps, step{
		do:   fmt.Sprintf(`document.querySelector('[name="%s"]').dispatchEvent(new Event("input", { bubbles: true }))`, field),
		show: 140,
	})
	return steps
}

const settled = `document.getElementById("results").getAttribute("aria-busy") === "false" && !document.getElementById("results").classList.contains("stale")`

func steps() []step {
	list := []step{{do: `document.querySelector("[data-welcome-ends]").click()`, until: `document.querySelector("[data-computed]")?.textContent === "Computed in this browser."`, show: 150}}
	list = append(list, typing("paymentAmount", "12,500")...)
	list = append(list, typing("discountRatePercent", "5.25")...)
	return append(list,
		step{do: `{ const e = document.querySelector('[name="standard"]'); e.value = "IFRS_16"; e.dispatchEvent(new Event("change", { bubbles: true })); }`, show: 190},
		step{do: `document.querySelector(".charts").scrollIntoView({ block: "start" }); scrollBy(0, -70)`, show: 170},
		step{do: `document.querySelector("table.schedule").closest("section, .card").scrollIntoView({ block: "start" }); scrollBy(0, -70)`, show: 110},
		step{do: `document.querySelector("table.schedule tbody").rows[6].cells[3].click()`, show: 260},
	)
}

func run(site, out string) error {
	server := httptest.NewServer(http.FileServer(http.Dir(site)))
	defer server.Close()
	ctx, cancel, err := browser.New(context.Background(), chromedp.Flag("hide-scrollbars", true))
	if err != nil {
		return err
	}
	defer cancel()
	ctx, cancel = context.WithTimeout(ctx, 3*time.Minute)
	defer cancel()
	if _, err := chromedp.Run(ctx, chromedp.Title()); err != nil {
		return err
	}
	if _, err := chromedp.Call(ctx, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: width, Height: height, DeviceScaleFactor: 1 / shrink}); err != nil {
		return err
	}
	if err := chromedp.Do(ctx, chromedp.Navigate(server.URL+"/sample-office.html")); err != nil {
		return err
	}
	var frames []image.Image
	var delays []int
	for _, s := range steps() {
		seen, err := after(ctx, s)
		if err != nil {
			return fmt.Errorf("%s%s: %w", s.do, s.until, err)
		}
		frames, delays = append(frames, seen), append(delays, s.show)
	}
	file, err := os.Create(out) //nolint:gosec // the user has chosen the path
	if err != nil {
		return err
	}
	if err := gif.EncodeAll(file, moving(frames, delays)); err != nil {
		return err
	}
	return file.Close()
}

// after performs a step and returns a screenshot of the page.
func after(ctx context.Context, s step) (image.Image, error) {
	if s.do != "" {
		if err := chromedp.Do(ctx, chromedp.Evaluate[chromedp.Void](s.do)); err != nil {
			return nil, err
		}
		time.Sleep(400 * time.Millisecond) // the page responds to keystrokes after a pause
	}
	condition := settled
	if s.until != "" {
		condition += " && " + s.until
	}
	for end := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		if met, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("!!("+condition+")")); err == nil && met {
			break
		} else if time.Now().After(end) {
			return nil, fmt.Errorf("the page never came to %s: %w", condition, err)
		}
	}
	picture, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		return nil, err
	}
	return png.Decode(strings.NewReader(string(picture)))
}
