package console

import (
	"log/slog"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/batch"
	"github.com/leasehold-accounting/leasehold/internal/console/addin"
	"github.com/leasehold-accounting/leasehold/internal/console/page"
)

// StaticOptions configure a console with pages that are files in a directory.
type StaticOptions struct {
	Clock   func() time.Time
	Version string      // the program version, which files contain
	More    []page.Page // additional pages in the navigation bar
	// Reference is the path of the API reference page.
	Reference string
	// Progress receives the progress of a report, in bytes of its file. It may be nil.
	Progress func(p batch.Progress, of int)
}

// StaticURL is the base URL in the commands on static pages: a server on the user's own machine.
const StaticURL = "http://127.0.0.1:8080"

// NewStatic returns the pages that use the engine, without access control and limits. The pages
// are stored as files in a directory, and the browser itself handles their requests.
func NewStatic(o StaticOptions) (*Console, error) {
	return assemble(Options{
		Clock: o.Clock, Log: slog.New(slog.DiscardHandler), PublicURL: StaticURL, Reference: o.Reference,
		Workbench: Public, PerMinute: NoLimit, Version: o.Version, progress: o.Progress, More: o.More,
	}, page.Options{Static: true})
}

// Unlinked returns the URLs that no page links to, because other programs load them.
func (c *Console) Unlinked() (list []string) {
	for _, name := range c.addin.Names() {
		list = append(list, addin.Files+name)
	}
	return list
}

// Site returns the site of the console, for additional parts.
func (c *Console) Site() *page.Site { return c.site }
