package console

import (
	"fmt"
	"log/slog"
	"net"
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

// Access controls who may use the workbench.
type Access string

// The values of Access.
const (
	Public   Access = "public"    // everyone who can reach the server
	SignedIn Access = "signed-in" // users with an account
	Off      Access = "off"
)

// ParseAccess reads an Access.
func ParseAccess(name string) (Access, error) {
	switch a := Access(name); a {
	case Public, SignedIn, Off:
		return a, nil
	default:
		return "", fmt.Errorf("%q is not allowed; allowed are %s, %s and %s", name, Public, SignedIn, Off)
	}
}

// Options configure a [Console].
type Options struct {
	// Accounts holds the user accounts. Without accounts there are no settings pages, and the
	// workbench is either public or off.
	Accounts *account.Accounts
	Clock    func() time.Time
	Log      *slog.Logger
	// PublicURL is the base URL of the commands on the pages, without a trailing slash.
	PublicURL string
	// Reference is the path of the API's reference page, if there is one.
	Reference string
	Workbench Access
	More      []page.Page // additional pages of the navigation bar
	// Limits are the server's admission limits; see [page.GateOptions].
	Limits *admission.Limits
	// PerMinute is the maximum number of workbench computations per client address in any 60
	// seconds. 0 means [DefaultPerMinute], and [NoLimit] means no limit.
	PerMinute int
	// ClientAddr returns the client address of a request. The default is the address of the
	// connection.
	ClientAddr func(*http.Request) netip.Addr
	// TLS is set if browsers connect by TLS; the session cookie then requires it.
	TLS bool
	// Version is the program version, which files contain.
	Version string

	progress func(p batch.Progress, of int) // receives the progress of a report; nil on a server
}

// Special values of [Options].PerMinute.
const (
	DefaultPerMinute = 30
	NoLimit          = -1
)

// Console serves the pages. It is safe for concurrent use.
type Console struct {
	site      *page.Site
	workbench *workbench.Bench   // nil if off
	checking  *checking.Page     // nil if off
	reporting *reporting.Pages   // nil if off
	addin     *addin.Addin       // nil if off
	settings  *settings.Settings // nil without accounts
}

// New returns a Console.
func New(options Options) (*Console, error) { return assemble(options, page.Options{}) }

// assemble returns a Console whose site has the given options.
func assemble(options Options, kind page.Options) (*Console, error) {
	if options.Accounts == nil && options.Workbench == SignedIn {
		return nil, fmt.Errorf("workbench: %s needs accounts", SignedIn)
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
	if options.Workbench == SignedIn { // public pages are free
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

// pagesOf returns the navigation entries of the pages that use the engine.
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

// SignedIn reports whether a request comes from a signed-in account.
func (c *Console) SignedIn(r *http.Request) (bool, error) {
	if c.settings == nil {
		return false, nil
	}
	return c.settings.SignedIn(r)
}

// gate returns the access control for the pages that use the engine.
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

// Handlers returns the console's handlers by path pattern, without methods. The handler for /
// shows browsers a page for unknown paths.
func (c *Console) Handlers() map[string]http.Handler {
	handlers := map[string]http.Handler{page.AssetsPath: c.site.Guard(http.HandlerFunc(c.site.ServeAsset), page.MaxFormLen)}
	handlers["/"] = c.site.Guard(http.HandlerFunc(c.site.NotFound), page.MaxFormLen)
	if c.settings != nil {
		guarded := c.site.Guard(c.settings, page.MaxFormLen)
		handlers["/account"] = guarded
		handlers["/account/"] = guarded
		handlers["/{$}"] = c.site.Guard(http.RedirectHandler("/account", http.StatusSeeOther), page.MaxFormLen)
	}
	if c.workbench != nil {
		guarded := c.site.Guard(c.workbench, leaseform.MaxLen)
		handlers["/{$}"] = guarded
		handlers[workbench.Path] = guarded
		guarded = c.site.Guard(c.checking, checking.MaxLen)
		handlers[checking.Path] = guarded
		handlers[checking.Path+"/"] = guarded
		guarded = c.site.Guard(c.reporting, reporting.MaxLen)
		handlers[reporting.Path] = guarded
		handlers[reporting.Path+"/"] = guarded
		guarded = c.site.Guard(c.addin, page.MaxFormLen)
		handlers[addin.Path] = guarded
		handlers[addin.Files] = guarded
	}
	return handlers
}

// client returns the address under which a client's computations are counted: an IPv4 address, or
// the first 64 bits of an IPv6 address, because a customer of an internet provider usually has a
// whole /64 network.
func (o *Options) client(r *http.Request) netip.Addr {
	from := connectionAddr
	if o.ClientAddr != nil {
		from = o.ClientAddr
	}
	addr := from(r).Unmap()
	if !addr.Is6() {
		if !addr.IsValid() {
			return netip.IPv4Unspecified()
		}
		return addr
	}
	prefix, err := addr.WithZone("").Prefix(64)
	if err != nil { // cannot happen: an IPv6 address has more than 64 bits
		return addr
	}
	return prefix.Addr()
}

// connectionAddr returns the remote address of the connection.
func connectionAddr(r *http.Request) netip.Addr {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	addr, err := netip.ParseAddr(host)
	if err != nil {
		return netip.Addr{}
	}
	return addr
}
