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

// GateOptions configure a [Gate].
type GateOptions struct {
	Site  *Site
	Clock func() time.Time
	// SignedIn reports whether a request comes from a signed-in account.
	SignedIn func(*http.Request) (bool, error)
	// MembersOnly requires users to sign in.
	MembersOnly bool
	// PerMinute is the maximum number of computations per client in any 60 seconds, over all
	// pages. There is no limit if PerMinute is less than 1.
	PerMinute int
	// Client returns the address under which a client's computations are counted.
	Client func(*http.Request) netip.Addr
	// Limits are the server's admission limits; see [Gate.Work]. If Limits is nil, requests never
	// wait.
	Limits *admission.Limits
}

// Gate controls access to the pages that use the engine. Use of these pages is not billed, so
// they have a separate rate limit. A Gate is safe for concurrent use.
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

// Enter reports whether a request may use a page and whether its user is signed in. If the
// request may not use the page, Enter writes the response.
func (g *Gate) Enter(w http.ResponseWriter, r *http.Request) (signedIn, ok bool) {
	signedIn, err := g.SignedIn(r)
	switch {
	case err != nil:
		g.Site.Fail(w, r, err)
		return false, false
	case !g.MembersOnly || signedIn:
		return signedIn, true
	case Scripted(r):
		g.Reply(w, r, http.StatusUnauthorized, map[string]any{"message": "Your session has ended. Sign in again; your entries are kept."})
	default:
		// Browsers keep the URL fragment, which contains the lease, when they follow redirects.
		http.Redirect(w, r, "/account/sign-in?next="+url.QueryEscape(r.URL.Path), http.StatusSeeOther)
	}
	return signedIn, false
}

// Results is the last element of the paths from which scripts load results.
const Results = "results"

// Scripted reports whether the request comes from a page's script, which shows the result on the
// page.
func Scripted(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept"), "application/json") || path.Base(r.URL.Path) == Results
}

// Own reports whether a request comes from a page of this server or has no origin. Otherwise it
// writes the response.
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

// sweepEvery is the number of requests between removals of idle clients.
const sweepEvery = 512

// take counts a computation for a client. It returns 0, or the time that the client has to wait.
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

// client returns the key under which the limiter counts a client.
func (g *Gate) client(r *http.Request) int64 { return admission.Visitor(g.seed, g.Client(r)) }

// Charge counts n additional computations for an admitted client. A client with one remaining
// computation may start work that counts as several computations; its next requests then wait.
func (g *Gate) Charge(r *http.Request, n int) {
	if g.PerMinute < 1 {
		return
	}
	g.limiter.Charge(g.client(r), n)
}

// Reply sends a JSON response to a page's script.
func (g *Gate) Reply(w http.ResponseWriter, r *http.Request, status int, members any) {
	body, err := json.Marshal(members)
	if err != nil {
		g.Site.Fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	g.Site.Send(w, r, status, body, true)
}
