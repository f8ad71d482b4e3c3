// Package console is the web console. It contains the workbench, on which an accountant enters a lease and
// views its accounting, and the settings pages, which show an account's keys and usage.
//
// Package console combines separate packages: package workbench uses the engine, package settings uses package
// account, and package page contains the layout that all pages share. The server renders the pages. Scripts in
// the assets directories make the pages interactive. The content security policy forbids content from other
// origins.
package console

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/admission"
	"github.com/leasehold-accounting/leasehold/internal/batch"
	"github.com/leasehold-accounting/leasehold/internal/console/addin"
	"github.com/leasehold-accounting/leasehold/internal/console/checking"
	"github.com/leasehold-accounting/leasehold/internal/console/leaseform"
	"github.com/leasehold-accounting/leasehold/internal/console/page"
	"github.com/leasehold-accounting/leasehold/internal/console/reporting"
	"github.com/leasehold-accounting/leasehold/internal/console/settings"
	"github.com/leasehold-accounting/leasehold/internal/console/workbench"
)

// Access determines who may use the workbench.
type Access string

// The values of Access.
const (
	Public   Access = "public"    // everyone who can connect to the server
	SignedIn Access = "signed-in" // users who are signed in to an account
	Off      Access = "off"
)

// ParseAccess returns the Access with the given name.
func ParseAccess(name string) (Access, error) {
	switch a := Access(name); a {
	case Public, SignedIn, Off:
		return a, nil
	default:
		return "", fmt.Errorf("%q is not allowed; use %s, %s or %s", name, Public, SignedIn, Off)
	}
}

// Options configure a [Console].
type Options struct {
	// Accounts contains the user accounts. If Accounts is nil, there are no settings pages, and the
	// workbench is either public or off.
	Accounts *account.Accounts
	Clock    func() time.Time
	Log      *slog.Logger
	// PublicURL is the base URL in the commands that pages show, without a trailing slash.
	PublicURL string
	// Reference is the path of the API's reference page, or "" if the server has none.
	Reference string
	Workbench Access
	More      []page.Page // additional entries of the navigation bar
	// Limits are the server's limits on concurrent work; see [page.GateOptions].
	Limits *admission.Limits
	// PerMinute is the maximum number of computations per client address within 60 seconds. The
	// value 0 means [DefaultPerMinute], and [NoLimit] means no limit.
	PerMinute int
	// ClientAddr returns the address of the client that sent a request. If ClientAddr is nil, the connection's
	// remote address is used.
	ClientAddr func(*http.Request) netip.Addr
	// TLS is true if browsers connect over TLS. They then send the session cookie only over TLS.
	TLS bool
	// Version is the program version. Downloaded files contain this version.
	Version string

	progress func(p batch.Progress, of int) // called with a report's progress; nil on a server
}

// Special values of [Options].PerMinute.
const (
	DefaultPerMinute = 30
	NoLimit          = -1
)

// Console serves the console's pages. A Console is safe for concurrent use.
type Console struct {
	site      *page.Site
	workbench *workbench.Bench   // nil if the workbench is off
	checking  *checking.Page     // nil if the workbench is off
	reporting *reporting.Pages   // nil if the workbench is off
	addin     *addin.Addin       // nil if the workbench is off
	settings  *settings.Settings // nil if there are no accounts
}

// New returns a Console with the given options.
func New(options Options) (*Console, error) { return assemble(options, page.Options{}) }

// assemble returns a Console whose site has the given options.
func assemble(options Options, kind page.Options) (*Console, error) {
	if options.Accounts == nil && options.Workbench == SignedIn {
		return nil, fmt.Errorf("workbench: %s requires accounts", SignedIn)
	}
	c := &Console{}
	var err error
	kind.Log, kind.Settings, kind.Reference = options.Log, options.Accounts != nil, options.Reference
	kind.Pages = append(pagesOf(options.Workbench), options.More...)
	c.site, err = page.New(kind)
	if err != nil {
		return nil, fmt.Errorf("console: %w", err)
	}
	if options.Accounts != nil {
		c.settings, err = settings.New(settings.Options{
			Site: c.site, Accounts: options.Accounts, Clock: options.Clock, PublicURL: options.PublicURL, Client: options.client, TLS: options.TLS,
		})
		if err != nil {
			return nil, fmt.Errorf("console: settings: %w", err)
		}
	}
	if options.Workbench == Off {
		return c, nil
	}
	gate := c.gate(&options)
	if c.workbench, err = workbench.New(workbench.Options{
		Site: c.site, PublicURL: options.PublicURL, Version: options.Version, Gate: gate,
	}); err != nil {
		return nil, fmt.Errorf("console: workbench: %w", err)
	}
	if c.checking, err = checking.New(checking.Options{Site: c.site, Gate: gate, Version: options.Version}); err != nil {
		return nil, fmt.Errorf("console: check: %w", err)
	}
	portfolios := reporting.Options{Site: c.site, Clock: options.Clock, Gate: gate, Version: options.Version, Progress: options.progress}
	if options.Workbench == SignedIn { // reports on public pages are not billed
		portfolios.Billing = c.settings
	}
	if c.reporting, err = reporting.New(portfolios); err != nil {
		return nil, fmt.Errorf("console: portfolio: %w", err)
	}
	if c.addin, err = addin.New(addin.Options{Site: c.site, Gate: gate, PublicURL: options.PublicURL, Engine: c.workbench.Engine()}); err != nil {
		return nil, fmt.Errorf("console: add-in: %w", err)
	}
	return c, nil
}

// pagesOf returns the navigation entries of the pages that use the engine, or none if the workbench
// is off.
func pagesOf(access Access) []page.Page {
	if access == Off {
		return nil
	}
	return []page.Page{
		{Path: "/", Part: "workbench", Title: "Workbench"},
		{Path: checking.Path, Part: "checking", Title: "Check", More: "a schedule"},
		{Path: reporting.Path, Part: "reporting", Title: "Portfolio"},
		{Path: addin.Path, Part: "addin", Title: "Excel"},
	}
}

// SignedIn reports whether the sender of a request is signed in to an account.
func (c *Console) SignedIn(r *http.Request) (bool, error) {
	if c.settings == nil {
		return false, nil
	}
	return c.settings.SignedIn(r)
}

func (c *Console) gate(o *Options) *page.Gate {
	perMinute := o.PerMinute
	if perMinute == 0 {
		perMinute = DefaultPerMinute
	}
	return page.NewGate(page.GateOptions{
		Site: c.site, Clock: o.Clock, SignedIn: c.SignedIn, MembersOnly: o.Workbench == SignedIn, PerMinute: perMinute, Client: o.client,
		Limits: o.Limits,
	})
}

// Handlers returns the console's handlers by URL path pattern. The patterns contain no methods. For an unknown
// path, the "/" handler sends browsers an error page.
func (c *Console) Handlers() map[string]http.Handler {
	handlers := map[string]http.Handler{}
	add := func(handler http.Handler, longest int64, patterns ...string) {
		guarded := c.site.Guard(handler, longest)
		for _, pattern := range patterns {
			handlers[pattern] = guarded
		}
	}
	add(http.HandlerFunc(c.site.ServeAsset), page.MaxFormLen, page.AssetsPath)
	add(http.HandlerFunc(c.site.NotFound), page.MaxFormLen, "/")
	if c.settings != nil {
		add(c.settings, page.MaxFormLen, "/account", "/account/")
		add(http.RedirectHandler("/account", http.StatusSeeOther), page.MaxFormLen, "/{$}")
	}
	if c.workbench != nil {
		add(c.workbench, leaseform.MaxLen, "/{$}", workbench.Path)
		add(c.checking, checking.MaxLen, checking.Path, checking.Path+"/")
		add(c.reporting, reporting.MaxLen, reporting.Path, reporting.Path+"/")
		add(c.addin, page.MaxFormLen, addin.Path, addin.Files)
	}
	return handlers
}

// client returns the address under which a client's computations are counted. The address is an IPv4 address or
// the first 64 bits of an IPv6 address. An internet provider's customer usually has a whole /64 network.
func (o *Options) client(r *http.Request) netip.Addr {
	connection, _ := netip.ParseAddrPort(r.RemoteAddr) // if this fails, the address is the zero address
	addr := connection.Addr()
	if o.ClientAddr != nil {
		addr = o.ClientAddr(r)
	}
	addr = addr.Unmap()
	switch {
	case !addr.IsValid():
		return netip.IPv4Unspecified()
	case addr.Is4():
		return addr
	}
	prefix, _ := addr.WithZone("").Prefix(64) // an IPv6 address has more than 64 bits
	return prefix.Addr()
}

// StaticOptions configure a console with pages that are stored as files in a directory.
type StaticOptions struct {
	Clock   func() time.Time
	Version string      // program version; downloaded files contain it
	More    []page.Page // additional entries of the navigation bar
	// Reference is the path of the page with the API reference.
	Reference string
	// Progress is called with the progress of a report: the number of bytes read and the length of the file. It
	// may be nil.
	Progress func(p batch.Progress, of int)
}

// StaticURL is the base URL in the commands shown on static pages. It is the URL of a server on the user's own
// computer.
const StaticURL = "http://127.0.0.1:8080"

// NewStatic returns a console with the pages that use the engine, without access control or limits. When these
// pages are stored as files in a directory, the engine in the browser handles their requests.
func NewStatic(o StaticOptions) (*Console, error) {
	return assemble(Options{
		Clock: o.Clock, Log: slog.New(slog.DiscardHandler), PublicURL: StaticURL, Reference: o.Reference,
		Workbench: Public, PerMinute: NoLimit, Version: o.Version, progress: o.Progress, More: o.More,
	}, page.Options{Static: true})
}

// Unlinked returns the URLs of files that no page links to. Other programs, such as Excel, load
// these files.
func (c *Console) Unlinked() (list []string) {
	for _, name := range c.addin.Names() {
		list = append(list, addin.Files+name)
	}
	return list
}

// Site returns the console's site, to which callers can add parts.
func (c *Console) Site() *page.Site { return c.site }
