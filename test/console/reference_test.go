package console

import (
	"testing"
)

// TestANewKeyIsTriedInTheReference checks that the API reference contains the new key in its form,
// so that users can try an operation. Signing out removes the key from the page.
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
