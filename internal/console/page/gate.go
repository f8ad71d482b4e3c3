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
	// SignedIn reports whether the sender of a request is signed in to an account.
	SignedIn func(*http.Request) (bool, error)
	// MembersOnly is true if the pages are for signed-in users only.
	MembersOnly bool
	// PerMinute is the maximum number of computations per client within 60 seconds on all pages
	// together. If PerMinute is less than 1, there is no limit.
	PerMinute int
	// Client returns the address under which a client's computations are counted.
	Client func(*http.Request) netip.Addr
	// Limits are the server's limits on concurrent work; see [Gate.Work]. If Limits is nil,
	// concurrent work is not limited.
	Limits *admission.Limits
}

// Gate controls access to the pages that use the engine, and limits the number of computations per
// client. A Gate is safe for concurrent use.
type Gate struct {
	GateOptions

	limiter *meter.Limiter
	seed    maphash.Seed
	taken   atomic.Uint64
}

// NewGate returns a Gate with the given options.
func NewGate(options GateOptions) *Gate {
	return &Gate{GateOptions: options, limiter: meter.NewLimiter(options.Clock), seed: maphash.MakeSeed()}
}

// Serve handles a request for a page that uses the engine. It calls the function show for a GET or HEAD request, and
// the function submit for a POST request from a page of this server. It rejects all other requests.
func (g *Gate) Serve(w http.ResponseWriter, r *http.Request, show, submit func(w http.ResponseWriter, r *http.Request, signedIn bool)) {
	signedIn, ok := g.Enter(w, r)
	if !ok {
		return
	}
	switch r.Method {
	case http.MethodGet, http.MethodHead:
		show(w, r, signedIn)
	case http.MethodPost:
		if g.own(w, r) {
			submit(w, r, signedIn)
		}
	default:
		w.Header().Set("Allow", "GET, HEAD, POST")
		g.Site.Refuse(w, r, http.StatusMethodNotAllowed, "The method must be GET or POST.")
	}
}

// Enter reports whether the sender of a request is signed in, and whether the sender may use the page. If not,
// Enter has written the response.
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
		// When a browser follows a redirect, it keeps the fragment of the URL, which contains the lease.
		http.Redirect(w, r, "/account/sign-in?next="+url.QueryEscape(r.URL.Path), http.StatusSeeOther)
	}
	return signedIn, false
}

// Results is the last element of the URL paths from which scripts load results.
const Results = "results"

// Scripted reports whether a page's script sent the request. The script shows the response on the page.
func Scripted(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept"), "application/json") || path.Base(r.URL.Path) == Results
}

// own reports whether a page of this server sent the request. If the result is false, an error response has been
// written. A request without the Sec-Fetch-Site and Origin headers does not come from a page of this server.
func (g *Gate) own(w http.ResponseWriter, r *http.Request) bool {
	own := false
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" {
		own = site == "same-origin"
	} else {
		origin, err := url.Parse(r.Header.Get("Origin"))
		own = err == nil && origin.Host != "" && origin.Host == r.Host
	}
	if !own {
		g.Site.Refuse(w, r, http.StatusForbidden, "Only the console's pages may send this request. Programs must use the API.")
	}
	return own
}

// sweepEvery is the number of requests after which idle clients are removed from the limiter.
const sweepEvery = 512

// take counts one computation toward a client's limit. It returns 0 if the computation is allowed, and
// otherwise how long the client must wait.
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

// Charge counts n additional computations for a client after its request was admitted. The request is completed
// even if the client then exceeds the limit, but the client's next requests must wait.
func (g *Gate) Charge(r *http.Request, n int) {
	if g.PerMinute < 1 {
		return
	}
	g.limiter.Charge(g.client(r), n)
}

// Reply sends the given fields as JSON in response to a page's script.
func (g *Gate) Reply(w http.ResponseWriter, r *http.Request, status int, members any) {
	body, err := json.Marshal(members)
	if err != nil {
		g.Site.Fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	g.Site.Send(w, r, status, body, true)
}
