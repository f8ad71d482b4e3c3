package page

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/maphash"
	"math"
	"net/http"
	"net/netip"
	"net/url"
	"path"
	"strings"
	"sync/atomic"
	"time"

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
	// MakeFile runs write when the server has room for another large file, or
	// returns an error. Without it, files are made at once.
	MakeFile func(ctx context.Context, write func() error) error
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
		g.Site.Refuse(w, r, http.StatusForbidden, "This page answers itself only. Programs use the API.")
	}
	return own
}

// sweepEvery is how many requests pass between two rounds of forgetting clients
// that have gone.
const sweepEvery = 512

// Take takes n computations of a client and returns 0, or how long the client
// has to wait. Whoever has one computation left may ask for any number: what
// goes beyond the limit has to be waited for afterwards.
func (g *Gate) Take(r *http.Request, n int) time.Duration {
	if g.PerMinute < 1 {
		return 0
	}
	if g.taken.Add(1)%sweepEvery == 0 {
		g.limiter.Sweep()
	}
	address := g.Client(r).As16()
	client := int64(maphash.Bytes(g.seed, address[:]))
	if _, wait := g.limiter.Take(client, g.PerMinute); wait > 0 {
		return wait
	}
	g.charge(client, n-1)
	return 0
}

// Charge takes n more computations of a client that was let in.
func (g *Gate) Charge(r *http.Request, n int) {
	if g.PerMinute < 1 {
		return
	}
	address := g.Client(r).As16()
	g.charge(int64(maphash.Bytes(g.seed, address[:])), n)
}

func (g *Gate) charge(client int64, n int) {
	for range n {
		g.limiter.Take(client, math.MaxInt)
	}
}

// TooMany sets the header of a refusal by the limit, and returns its words and
// the seconds to wait. what follows by itself afterwards.
func (g *Gate) TooMany(w http.ResponseWriter, wait time.Duration, what string) (text string, seconds int) {
	seconds = meter.RetryAfter(wait)
	w.Header().Set("Retry-After", fmt.Sprint(seconds))
	return fmt.Sprintf("More than %d computations in a minute came from your network. The %s will follow in %d s; nothing you typed is lost.",
		g.PerMinute, what, seconds), seconds
}

// ErrBusy is the error of [Gate.File] where the server had no room for another
// large file in time; pages answer 503 with [Busy].
var ErrBusy = errors.New("too many files at once")

// Busy is what a page says where it has [ErrBusy].
const Busy = "The server is making other files. Try again in a few seconds; nothing you typed is lost."

// File runs write, which makes a file, once there is room for it where the file
// is large: workbooks and PDFs take much time and memory. It returns [ErrBusy], or
// what write returns.
func (g *Gate) File(ctx context.Context, large bool, write func() error) error {
	if !large || g.MakeFile == nil {
		return write()
	}
	made := false
	err := g.MakeFile(ctx, func() error {
		made = true
		return write()
	})
	if err != nil && !made {
		return fmt.Errorf("%w: %w", ErrBusy, err)
	}
	return err
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
