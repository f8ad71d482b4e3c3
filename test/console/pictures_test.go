package console

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// keepView stores a screenshot of the part of the page that is in the window.
func (b *tab) keepView(name string) {
	b.Helper()
	if wanted := flag.Lookup("test.artifacts"); wanted == nil || wanted.Value.String() != "true" {
		return
	}
	picture, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(b.ArtifactDir(), name+".png"), picture, 0o600); err != nil {
		b.Error(err)
	}
}

// TestThePicturesOfTheGuideCanBeTaken checks that the pictures in docs/images can be taken again.
// The command "make pictures" replaces these pictures.
func TestThePicturesOfTheGuideCanBeTaken(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	at := func(selector string, top int) string {
		return fmt.Sprintf(`scrollBy({ top: document.querySelector(%q).getBoundingClientRect().top - %d, behavior: "instant" })`, selector, top)
	}
	for _, tt := range []struct {
		name, path string
		height     int64
		show       func(*tab)
	}{
		{"workbench", "/", 1250, func(b *tab) {
			b.has("[data-computed]", "Computed in this browser.")
			b.has("#a-class", "Why this is an operating lease")
		}},
		{"origins", "/", 820, func(b *tab) {
			b.run(at("#t-schedule", 75))
			b.click(`table.schedule tbody tr:nth-child(7) td:nth-child(4)`)
			b.has("[data-origin] h3", "Period 6, 2026-06-01")
		}},
		{"life", "/?sample=life", 900, func(b *tab) {
			b.run(at("#a-life", 75))
			b.has("#a-life + .hint", "Everything above is measured at commencement.")
			b.has(`[data-event="3"]`, "2030-01-01")
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := s.openWithEngine(t, screen{tt.name, 1400, tt.height, false})
			b.visit(tt.path)
			b.computedBy("here")
			b.run("document.body.style.fontFamily = 'Liberation Sans'") // a fixed font, because the default fonts depend on the machine
			tt.show(b)
			b.keepView(tt.name)
		})
	}
}
