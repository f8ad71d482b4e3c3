package console

import (
	"log/slog"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/batch"
	"github.com/leasehold-accounting/leasehold/internal/console/addin"
	"github.com/leasehold-accounting/leasehold/internal/console/page"
)

// StaticOptions configure pages that are files of a folder.
type StaticOptions struct {
	Clock   func() time.Time
	Version string      // the program's, for files to state
	More    []page.Page // of the folder, in the navigation bar
	// Reference is the path of the reference's page.
	Reference string
	// Progress, unless nil, receives the progress of a report in bytes of its file.
	Progress func(p batch.Progress, of int)
}

// StaticURL is the base URL of the commands on static pages: a server on the user's own machine.
const StaticURL = "http://127.0.0.1:8080"

// NewStatic returns the pages that work on the engine, for everybody and without
// limits, as they are kept in a folder and as a browser answers them itself.
func NewStatic(o StaticOptions) (*Console, error) {
	return assemble(Options{
		Clock: o.Clock, Log: slog.New(slog.DiscardHandler), PublicURL: StaticURL, Reference: o.Reference,
		Workbench: Public, PerMinute: NoLimit, Version: o.Version, progress: o.Progress, More: o.More,
	}, page.Options{Static: true})
}

// Unlinked lists the addresses that no page links to: other programs load them.
func (c *Console) Unlinked() (list []string) {
	for _, name := range c.addin.Names() {
		list = append(list, addin.Files+name)
	}
	return list
}

// Site returns the site of the console, for additional parts.
func (c *Console) Site() *page.Site { return c.site }
