package page

import (
	"encoding/json"
	"hash/maphash"
	"net/http"
	"net/netip"
	"net/url"
	"path"
	"strings"
	"sync/atomic"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/admission"
	"github.com/leasehold-accounting/leasehold/internal/meter"
)

// GateOptions say who may use the pages that work on the engine.
type GateOptions struct {
	Site  *Site
	Clock func() time.Time
	// SignedIn reports whether a request comes from somebody with an account.
	SignedIn func(*http.Request) (bool, error)
	// MembersOnly keeps the pages to those who are signed in.
	MembersOnly bool
	// PerMinute is how many computations one client may ask for in any 60
	// seconds, over all pages; below 1 there is no limit.
	PerMinute int
	// Client returns the address by which computations are counted.
	Client func(*http.Request) netip.Addr
	// Limits are the server's; see [Gate.Work]. Without them, nothing waits.
	Limits *admission.Limits
}

// Gate is who may use the pages that work on the engine, and how much: they
// bill nothing, so that they have a limit of their own. It is safe for
// concurrent use.
type Gate struct {
	GateOptions

	limiter *meter.Limiter
	seed    maphash.Seed
	taken   atomic.Uint64
}

// NewGate returns a Gate.
func NewGate(options GateOptions) *Gate {
	return &Gate{GateOptions: options, limiter: meter.NewLimiter(options.Clock), seed: maphash.MakeSeed()}
}

// Enter reports whether a request may use a page, and whether it comes from
// somebody who is signed in. Where it may not, the answer is written.
func (g *Gate) Enter(w http.ResponseWriter, r *http.Request) (signedIn, ok bool) {
	signedIn, err := g.SignedIn(r)
	switch {
	case err != nil:
		g.Site.Fail(w, r, err)
		return false, false
	case !g.MembersOnly || signedIn:
		return signedIn, true
	case Scripted(r):
		g.Reply(w, r, http.StatusUnauthorized, map[string]any{"message": "Your session has ended. Sign in again; nothing you typed is lost."})
	default:
		// Browsers carry the fragment, and the lease in it, through redirects.
		http.Redirect(w, r, "/account/sign-in?next="+url.QueryEscape(r.URL.Path), http.StatusSeeOther)
	}
	return signedIn, false
}

// Results is the last part of the paths at which scripts ask for what their pages
// show.
const Results = "results"

// Scripted reports whether a page's script asks, which shows the answer on the
// page.
func Scripted(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept"), "application/json") || path.Base(r.URL.Path) == Results
}

// Own reports whether a browser says that a page of this server asks; where not,
// the answer is written. Where the browser says nothing, the request does not
// come from a page.
func (g *Gate) Own(w http.ResponseWriter, r *http.Request) bool {
	own := false
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" {
		own = site == "same-origin"
	} else {
		origin, err := url.Parse(r.Header.Get("Origin"))
		own = err == nil && origin.Host != "" && origin.Host == r.Host
	}
	if !own {
		g.Site.Refuse(w, r, http.StatusForbidden, "Only the pages of the console may send this request. Programs use the API.")
	}
	return own
}

// sweepEvery is how many requests pass between two rounds of forgetting clients
// that have gone.
const sweepEvery = 512

// take takes a computation of a client and returns 0, or how long the client has to wait.
func (g *Gate) take(r *http.Request) time.Duration {
	if g.PerMinute < 1 {
		return 0
	}
	if g.taken.Add(1)%sweepEvery == 0 {
		g.limiter.Sweep()
	}
	_, wait := g.limiter.Take(g.client(r), g.PerMinute)
	return wait
}

// client returns the owner that stands for a client.
func (g *Gate) client(r *http.Request) int64 { return admission.Visitor(g.seed, g.Client(r)) }

// Charge takes n more computations of a client that was let in: whoever has one left may ask for
// work that counts as several, and waits for it afterwards.
func (g *Gate) Charge(r *http.Request, n int) {
	if g.PerMinute < 1 {
		return
	}
	g.limiter.Charge(g.client(r), n)
}

// Reply responds to a page's script.
func (g *Gate) Reply(w http.ResponseWriter, r *http.Request, status int, members any) {
	body, err := json.Marshal(members)
	if err != nil {
		g.Site.Fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	g.Site.Send(w, r, status, body, true)
}
