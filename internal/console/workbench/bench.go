package workbench

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/console/page"
	"github.com/leasehold-accounting/leasehold/internal/meter"
)

//go:embed assets templates
var files embed.FS

// Options say how a [Bench] works.
type Options struct {
	Site  *page.Site
	Clock func() time.Time
	// PublicURL is the base of the commands that the page shows, without a
	// slash at its end.
	PublicURL string
	// Version is the program's, for files to state.
	Version string
	// MakeFile runs write when the server has room for another large file, or
	// returns an error. Without it, files are made at once.
	MakeFile func(ctx context.Context, write func() error) error
	// SignedIn reports whether a request comes from somebody with an account.
	SignedIn func(*http.Request) (bool, error)
	// MembersOnly keeps the page to those who are signed in.
	MembersOnly bool
	// PerMinute is how many computations one client may ask for in any 60
	// seconds; below 1 there is no limit.
	PerMinute int
	// Client returns the address by which computations are counted.
	Client func(*http.Request) netip.Addr
}

// Bench is the workbench. It is safe for concurrent use.
type Bench struct {
	Options

	part    *page.Part
	limiter *clientLimiter
	samples []sample

	accounts []accountInput
}

// New returns a Bench.
func New(options Options) (*Bench, error) {
	b := &Bench{Options: options, limiter: newClientLimiter(meter.NewLimiter(options.Clock), options.PerMinute), accounts: accountInputs()}
	var err error
	b.part, err = options.Site.Part(page.PartOptions{
		Name: "workbench", Files: files, Compress: true, // nothing on the page is secret
	})
	if err != nil {
		return nil, err
	}
	if err := b.loadSamples(); err != nil {
		return nil, fmt.Errorf("samples: %w", err)
	}
	return b, nil
}

// benchPage is the workbench with a form filled in.
type benchPage struct {
	page.Frame

	Samples []sample
	Groups  []groupView
	Trouble string // a message that belongs to no field
	Results *results

	Downloads []downloadGroup
	Accounts  []accountInput
}

// groupView is a group of the form with what was typed into it.
type groupView struct {
	Title  string
	Folded bool
	Fields []fieldView
}

// fieldView is an input with what was typed into it, and what is wrong with that
// or how it was understood.
type fieldView struct {
	*input

	Value  string
	Fault  string
	Remark string
}

func viewOf(v values, faults, understood remarks) []groupView {
	views := make([]groupView, len(groups))
	for i := range groups {
		views[i] = groupView{Title: groups[i].Title, Folded: groups[i].Folded}
		for j := range groups[i].Inputs {
			in := &groups[i].Inputs[j]
			views[i].Fields = append(views[i].Fields, fieldView{in, v[in.Name], faults[in.Name], understood[in.Name]})
		}
	}
	return views
}

// compute accounts for a lease and prepares what the page shows of it.
func (b *Bench) compute(lease *leasehold.Lease, v values) (*results, error) {
	r, err := leasehold.Compute(lease)
	if err != nil {
		return nil, err
	}
	shown, err := newResults(r, b.PublicURL)
	if err != nil {
		return nil, err
	}
	shown.Inputs = v.typed()
	return shown, nil
}

// Path is where the page's script asks for results and files.
const Path = "/workbench/"

// ServeHTTP serves the page, its results and its files.
func (b *Bench) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	signedIn, err := b.SignedIn(r)
	if err != nil {
		b.Site.Fail(w, r, err)
		return
	}
	asked := strings.TrimPrefix(r.URL.Path, Path)
	switch {
	case b.MembersOnly && !signedIn && (asked == "results" || strings.Contains(r.Header.Get("Accept"), "application/json")):
		b.reply(w, r, http.StatusUnauthorized, map[string]any{"message": "Your session has ended. Sign in again; nothing you typed is lost."})
	case b.MembersOnly && !signedIn:
		// Browsers carry the fragment, and the lease in it, through redirects.
		http.Redirect(w, r, "/account/sign-in?next="+url.QueryEscape("/"), http.StatusSeeOther)
	case r.Method == http.MethodGet || r.Method == http.MethodHead:
		b.showSample(w, r, signedIn)
	case r.Method == http.MethodPost:
		b.submit(w, r, signedIn, asked)
	default:
		w.Header().Set("Allow", "GET, HEAD, POST")
		b.Site.Refuse(w, r, http.StatusMethodNotAllowed, "The method must be GET or POST.")
	}
}

// showSample shows the page with a sample, the first one unless another is
// asked for.
func (b *Bench) showSample(w http.ResponseWriter, r *http.Request, signedIn bool) {
	switch asked := strings.TrimPrefix(r.URL.Path, Path); {
	case findDownload(asked) != nil: // the address of a file that was refused, loaded again
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return
	case r.URL.Path != "/":
		b.Site.NotFound(w, r)
		return
	}
	s := &b.samples[0]
	for i := range b.samples {
		if b.samples[i].ID == r.URL.Query().Get("sample") {
			s = &b.samples[i]
		}
	}
	b.show(w, r, http.StatusOK, signedIn, benchPage{Groups: viewOf(s.Values, nil, nil), Results: s.results})
}

func (b *Bench) show(w http.ResponseWriter, r *http.Request, status int, signedIn bool, p benchPage) {
	p.Frame, p.Samples, p.Downloads, p.Accounts = b.part.Frame("Workbench", signedIn), b.samples, downloadGroups, b.accounts
	b.part.Render(w, r, status, "workbench", p)
}

// submit computes the lease of a form. The page's script gets
// the part of the page beside the form, others a whole page or a file.
func (b *Bench) submit(w http.ResponseWriter, r *http.Request, signedIn bool, asked string) {
	// The page's script asks for the results, and for files so that a refusal
	// leaves the page as it is.
	scripted := asked == "results" || strings.Contains(r.Header.Get("Accept"), "application/json")
	if !sameOrigin(r) {
		b.Site.Refuse(w, r, http.StatusForbidden, "The workbench answers its own page only. Programs use the API.")
		return
	}
	v, err := formValues(r)
	if err != nil {
		b.Site.Refuse(w, r, http.StatusBadRequest, "The form could not be read.")
		return
	}
	if wait := b.limiter.take(b.Client(r)); wait > 0 {
		b.tooMany(w, r, signedIn, v, meter.RetryAfter(wait), scripted)
		return
	}
	lease, faults, understood := v.decode()
	if lease == nil {
		if scripted {
			b.reply(w, r, http.StatusBadRequest, map[string]any{"faults": faults, "remarks": understood})
			return
		}
		b.show(w, r, http.StatusBadRequest, signedIn, benchPage{Groups: viewOf(v, faults, understood), Trouble: faults[""]})
		return
	}
	if f := findDownload(asked); f != nil {
		b.download(w, r, lease, f, func(fault string) {
			if scripted {
				b.reply(w, r, http.StatusBadRequest, map[string]any{"file": fault})
				return
			}
			b.show(w, r, http.StatusBadRequest, signedIn, benchPage{Groups: viewOf(v, nil, understood), Trouble: fault})
		})
		return
	}
	shown, err := b.compute(lease, v)
	switch {
	case err != nil:
		b.Site.Fail(w, r, err)
	case asked == "results":
		shown.Remarks = understood
		b.part.RenderPiece(w, r, http.StatusOK, "workbench", "results", shown)
	case r.URL.Path == "/":
		b.show(w, r, http.StatusOK, signedIn, benchPage{Groups: viewOf(v, nil, understood), Results: shown})
	default:
		b.Site.NotFound(w, r)
	}
}

// tooMany says when the next computation will be possible, and keeps what was
// typed.
func (b *Bench) tooMany(w http.ResponseWriter, r *http.Request, signedIn bool, v values, seconds int, scripted bool) {
	w.Header().Set("Retry-After", strconv.Itoa(seconds))
	text := fmt.Sprintf("More than %d computations in a minute came from your network. The figures will follow in %d s; nothing you typed is lost.",
		b.PerMinute, seconds)
	if scripted {
		b.reply(w, r, http.StatusTooManyRequests, map[string]any{"message": text, "retryAfter": seconds})
		return
	}
	b.show(w, r, http.StatusTooManyRequests, signedIn, benchPage{Groups: viewOf(v, nil, nil), Trouble: text})
}

// reply responds to the page's script.
func (b *Bench) reply(w http.ResponseWriter, r *http.Request, status int, members map[string]any) {
	body, err := json.Marshal(members)
	if err != nil {
		b.Site.Fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	b.Site.Send(w, r, status, body, false)
}

// sameOrigin reports whether a browser says that a page of this server asks.
// Where the browser says nothing, the request does not come from a page.
func sameOrigin(r *http.Request) bool {
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" {
		return site == "same-origin"
	}
	origin, err := url.Parse(r.Header.Get("Origin"))
	return err == nil && origin.Host != "" && origin.Host == r.Host
}

// formValues reads the inputs of a form. Other fields are ignored.
func formValues(r *http.Request) (values, error) {
	if err := r.ParseForm(); err != nil {
		return nil, err
	}
	v := values{}
	for in := range inputs {
		if typed := r.PostForm.Get(in.Name); typed != "" {
			v[in.Name] = typed
		}
	}
	return v, nil
}
