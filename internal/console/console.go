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

// Access says who may use the workbench.
type Access string

// Who may use it.
const (
	Public   Access = "public"    // everybody who reaches the server
	SignedIn Access = "signed-in" // those who have an account
	Off      Access = "off"       // nobody
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

// Options say how a [Console] works.
type Options struct {
	// Accounts holds the accounts; without them there are no settings, and
	// the workbench is public or off.
	Accounts *account.Accounts
	Clock    func() time.Time
	Log      *slog.Logger
	// PublicURL is the base of the commands that pages show, without a slash
	// at its end.
	PublicURL string
	// Reference is the path of the API's reference page, if there is one.
	Reference string
	Workbench Access
	// Limits are those of the server on which the pages work; see [page.GateOptions].
	Limits *admission.Limits
	// PerMinute is how many computations of the workbench one client address
	// may ask for in any 60 seconds: [DefaultPerMinute] where it is 0, and as
	// many as it likes where it is [NoLimit].
	PerMinute int
	// ClientAddr returns the address that a request comes from; without it,
	// that of the connection.
	ClientAddr func(*http.Request) netip.Addr
	// TLS says that browsers come by TLS, so that the cookie may insist on it.
	TLS bool
	// Version is the program's, for files to state.
	Version string

	progress func(p batch.Progress, of int) // of a report; nil where a server computes
}

// Values of [Options].PerMinute.
const (
	DefaultPerMinute = 30
	NoLimit          = -1
)

// Console is the pages and what they need. It is safe for concurrent use.
type Console struct {
	site      *page.Site
	workbench *workbench.Bench   // nil where it is off
	checking  *checking.Page     // likewise
	reporting *reporting.Pages   // likewise
	addin     *addin.Addin       // likewise
	settings  *settings.Settings // nil without accounts
}

// New returns a Console.
func New(options Options) (*Console, error) { return assemble(options, page.Options{}) }

// assemble returns a Console whose site is of some kind. Pages of the kind come
// after those that work on the engine.
func assemble(options Options, kind page.Options) (*Console, error) {
	if options.Accounts == nil && options.Workbench == SignedIn {
		return nil, fmt.Errorf("workbench: %s needs accounts", SignedIn)
	}
	c := &Console{}
	var err error
	kind.Log, kind.Settings, kind.Reference = options.Log, options.Accounts != nil, options.Reference
	kind.Pages = append(pagesOf(options.Workbench), kind.Pages...)
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
	if options.Workbench == SignedIn { // what is public is free for everybody
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

// pagesOf lists the pages that work on the engine.
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

// gate returns who may use the pages that work on the engine.
func (c *Console) gate(o *Options) *page.Gate {
	signedIn := func(*http.Request) (bool, error) { return false, nil }
	if c.settings != nil {
		signedIn = c.settings.SignedIn
	}
	perMinute := o.PerMinute
	if perMinute == 0 {
		perMinute = DefaultPerMinute
	}
	return page.NewGate(page.GateOptions{
		Site: c.site, Clock: o.Clock, SignedIn: signedIn, MembersOnly: o.Workbench == SignedIn, PerMinute: perMinute, Client: o.client,
		Limits: o.Limits,
	})
}

// Handlers returns the console's handlers by their patterns, which name no
// method. That of / is for browsers, at addresses where there is nothing.
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

// client returns what one client is taken to own of the addresses: an IPv4
// address, or the 64 bits of IPv6 that a household or an office is given.
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
	if err != nil { // 64 bits are within an IPv6 address
		return addr
	}
	return prefix.Addr()
}

// connectionAddr is the address at the other end of the connection.
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
