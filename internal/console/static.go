package console

import (
	"log/slog"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/batch"
	"github.com/leasehold-accounting/leasehold/internal/console/addin"
	"github.com/leasehold-accounting/leasehold/internal/console/page"
)

// StaticOptions configure a console whose pages are files in a directory.
type StaticOptions struct {
	Clock   func() time.Time
	Version string      // program version; downloaded files contain it
	More    []page.Page // additional entries of the navigation bar
	// Reference is the path of the page with the API reference.
	Reference string
	// Progress is called with the progress of a report: the number of bytes read and the length of
	// the file. Progress may be nil.
	Progress func(p batch.Progress, of int)
}

// StaticURL is the base URL in the commands that static pages show. It is the URL of a server on
// the user's own computer.
const StaticURL = "http://127.0.0.1:8080"

// NewStatic returns a console with the pages that use the engine, without access control and
// limits. These pages are stored as files in a directory, and the engine in the browser handles
// their requests.
func NewStatic(o StaticOptions) (*Console, error) {
	return assemble(Options{
		Clock: o.Clock, Log: slog.New(slog.DiscardHandler), PublicURL: StaticURL, Reference: o.Reference,
		Workbench: Public, PerMinute: NoLimit, Version: o.Version, progress: o.Progress, More: o.More,
	}, page.Options{Static: true})
}

// Unlinked returns the URLs of files to which no page has a link. Other programs, such as Excel,
// load these files.
func (c *Console) Unlinked() (list []string) {
	for _, name := range c.addin.Names() {
		list = append(list, addin.Files+name)
	}
	return list
}

// Site returns the site of the console. Further parts can be added to it.
func (c *Console) Site() *page.Site { return c.site }
