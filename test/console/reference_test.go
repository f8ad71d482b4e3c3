package console

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// The API reference has the console's theme, a way back, an icon and no
// warning, and is no wider than any screen.
func TestTheReferenceBelongsToTheConsole(t *testing.T) {
	t.Parallel()
	b := startServer(t).open(t, night)
	b.visit("/docs")
	b.until(`document.querySelector("#swagger-ui .opblock")`)
	for _, words := range []string{"jsonSchemaDialect", "currently not supported"} {
		if eval[bool](b, `document.body.innerText.includes("`+words+`")`) {
			t.Errorf("the page says %q", words)
		}
	}
	if paper := eval[string](b, `getComputedStyle(document.body).backgroundColor`); paper != "rgb(28, 32, 34)" {
		t.Errorf("at night the page is %s", paper)
	}
	if icon := eval[int](b, `fetch(document.querySelector("link[rel=icon]").href).then((r) => r.status)`, chromedp.EvalAwaitPromise); icon != 200 {
		t.Errorf("the icon: status %d", icon)
	}
	for _, width := range widths {
		call(b, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
			Width: width, Height: 900, DeviceScaleFactor: 1, Mobile: width < 500,
		})
		b.fits(fmt.Sprintf("the reference at %d px", width))
		if wide := eval[int](b, `Math.max(...[...document.querySelectorAll(".info .renderedMarkdown p")].map((p) => Math.round(p.getBoundingClientRect().width)))`); wide > 760 {
			t.Errorf("lines of %d pixels", wide)
		}
	}
	b.keep("reference")
	b.click("[data-about]")
	b.until(`document.querySelector("#about").getBoundingClientRect().top < innerHeight / 2`)
	b.follow(`header a[href="/"]`)
	b.has("h1", "The lease")
	b.click("[data-theme-switch]") // to the light one, which the reference takes over
	b.visit("/docs")
	if paper := eval[string](b, `getComputedStyle(document.body).backgroundColor`); paper != "rgb(255, 255, 255)" {
		t.Errorf("after choosing the light theme the page is %s", paper)
	}
}

// A key that was just created is filled in on the API reference, so that an
// operation can be tried there. Signing out takes it away.
func TestANewKeyIsTriedInTheReference(t *testing.T) {
	t.Parallel()
	b := startServer(t).open(t, desktop)
	b.signUp("anna@example.org")
	b.makeKey("first", "test")
	b.follow("[data-try-with]")
	b.until(`document.querySelector("[data-key]").checkVisibility()`)
	b.until(`document.querySelector("#swagger-ui .opblock")`)
	const operation = `[...document.querySelectorAll(".opblock")].find((e) => e.innerText.includes("/classify"))`
	b.run(operation + `.querySelector(".opblock-summary-control").click()`)
	b.until(operation + `.querySelector(".try-out__btn")`)
	b.run(operation + `.querySelector(".try-out__btn").click()`)
	b.until(operation + `.querySelector(".execute")`)
	b.run(operation + `.querySelector(".execute").click()`)
	b.until(operation + `.querySelector(".live-responses-table tbody .response-col_status")?.innerText.startsWith("200")`)
	b.visit("/account")
	b.follow(`form[action="/account/sign-out"] button`)
	b.visit("/docs")
	if eval[bool](b, `document.querySelector("[data-key]").checkVisibility() || sessionStorage.length > 0`) {
		t.Error("the key is kept after signing out")
	}
}

// The page of the errors fits every screen, follows the theme and leads back.
func TestTheErrorsAreReadableEverywhere(t *testing.T) {
	t.Parallel()
	b := startServer(t).open(t, night)
	b.do(chromedp.Navigate(b.server.URL + "/docs/errors"))
	for _, width := range widths {
		call(b, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
			Width: width, Height: 900, DeviceScaleFactor: 1, Mobile: width < 500,
		})
		b.fits(fmt.Sprintf("the errors at %d px", width))
	}
	if paper := eval[string](b, `getComputedStyle(document.body).backgroundColor`); paper != "rgb(18, 22, 27)" {
		t.Errorf("at night the page is %s", paper)
	}
	b.faultless("errors")
	b.click("nav a")
	b.until(`location.pathname === "/docs"`)
}
