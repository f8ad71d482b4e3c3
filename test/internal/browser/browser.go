// Package browser starts a browser for tests of web pages.
package browser

import (
	"context"
	"errors"
	"os/exec"
	"time"

	"github.com/chromedp/chromedp"
)

// programs lists the browsers in order of preference. Debian's headless build shows the same pages
// and needs about three fifths of the CPU time.
var programs = []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"}

// Program returns the path of the browser.
func Program() (string, error) {
	for _, name := range programs {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("the pages are tested in a browser: install Debian's package chromium-headless-shell or chromium")
}

// New starts a browser without background traffic, with additional options. The browser asks pages
// for reduced motion, because drawing animations takes a fifth of the CPU time. New returns a
// context for chromedp tabs and a function that ends the browser.
func New(ctx context.Context, more ...chromedp.ExecAllocatorOption) (context.Context, context.CancelFunc, error) {
	program, err := Program()
	if err != nil {
		return nil, nil, err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-sync", true),
		chromedp.Flag("force-prefers-reduced-motion", true), chromedp.WSURLReadTimeout(time.Minute))
	allocator, stop := chromedp.NewExecAllocator(ctx, append(options, more...)...)
	tabs, end := chromedp.NewContext(allocator)
	return tabs, func() { end(); stop() }, nil
}
