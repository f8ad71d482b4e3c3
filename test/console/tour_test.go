package console

import (
	"fmt"
	"testing"
)

// The first screen says what the page is for, and shows it in five steps, each beside
// what it tells of; both can be closed, for good.
func TestTheFirstScreenSaysWhatItIsAndShowsItInFiveSteps(t *testing.T) {
	t.Parallel()
	for _, look := range []screen{desktop, phone} {
		t.Run(look.name, func(t *testing.T) {
			t.Parallel()
			b := startServer(t).open(t, look)
			b.visit("/?sample=office")
			b.has(".welcome", "ASC 842, IFRS 16, GASB 87, FRS 102 and GASB 96")
			if top := eval[float64](b, `document.querySelector(".welcome").getBoundingClientRect().bottom`); top > float64(look.height) {
				t.Errorf("the words end at %v, below the first screen", top)
			}
			b.click("[data-tour-starts]")
			for i, at := range []string{"#lease", ".summary", ".criteria", "table.schedule", ".actions"} {
				b.until(fmt.Sprintf(`document.querySelector("[data-tour-place]").textContent === "%d of 5"`, i+1))
				b.until(fmt.Sprintf(`document.querySelector(".toured")?.matches(%q)`, at))
				b.until(`(({ top, bottom }) => top < innerHeight && bottom > 0)(document.querySelector(".toured").getBoundingClientRect())`)
				b.keep(fmt.Sprintf("%s-tour-%d", look.name, i+1))
				if i < 4 {
					b.click("[data-tour-next]")
				}
			}
			b.click("[data-tour-ends]")
			b.until(`!document.querySelector(".toured") && !document.querySelector(".tour").matches(":popover-open")`)
			b.run(`document.querySelector("[data-welcome-ends]").click()`)
			b.until(`document.querySelector(".welcome").hidden`)
			b.visit("/")
			b.until(`document.querySelector(".welcome").hidden`)
		})
	}
}
