package reporting

import (
	"embed"
	"net/http"
	"path"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/console/page"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

//go:embed assets templates
var files embed.FS

// Options say how [Pages] work.
type Options struct {
	Site  *page.Site
	Clock func() time.Time // for the span that is proposed
	// Gate says who may use the page.
	Gate *page.Gate
	// Billing is who pays for reports; nil where the pages are free for everybody.
	Billing Billing
	// Version is the program's, for files to state.
	Version string
}

// Billing holds the plan and counts the units of whoever is signed in. Its methods return
// a status and a sentence where something is refused, and 0 where not.
type Billing interface {
	Allow(r *http.Request, op *service.Operation) (status int, words string)
	Bill(r *http.Request, w *service.PageWork) (status int, words string)
}

// Pages are the portfolio's page and its files. They are safe for concurrent use.
type Pages struct {
	Options

	part *page.Part
}

// New returns Pages.
func New(options Options) (*Pages, error) {
	p := &Pages{Options: options}
	var err error
	p.part, err = options.Site.Part(page.PartOptions{Name: "reporting", Files: files, Compress: true})
	return p, err
}

// Addresses of the page, and of its results and files.
const (
	Path = "/portfolio"
	// MaxLen is the length of the longest request: a file of 8 MiB and the form
	// around it.
	MaxLen = maxFile + 64<<10
)

const (
	maxFile   = 8 << 20
	maxLeases = 5000
)

// formPage is the page with what was chosen.
type formPage struct {
	page.Frame

	Asked     asked
	Choices   []choice
	Trouble   string
	Results   *results
	Downloads []download
}

// choice is a way to group leases.
type choice struct{ Value, Label string }

var choices = []choice{
	{"", "Nothing"}, {"standard", "Standard"}, {"classification", "Classification"}, {"currency", "Currency"}, {"tag", "A tag"},
}

// ServeHTTP serves the page, its results and its files.
func (p *Pages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	signedIn, ok := p.Gate.Enter(w, r)
	if !ok {
		return
	}
	switch r.Method {
	case http.MethodGet, http.MethodHead:
		if r.URL.Path == templatePath {
			p.sendTemplate(w, r)
			return
		}
		if r.URL.Path != Path {
			p.Site.NotFound(w, r)
			return
		}
		_, trouble := p.allow(r)
		p.show(w, r, http.StatusOK, signedIn, formPage{Asked: p.proposed(), Trouble: trouble})
	case http.MethodPost:
		p.submit(w, r, signedIn)
	default:
		w.Header().Set("Allow", "GET, HEAD, POST")
		p.Site.Refuse(w, r, http.StatusMethodNotAllowed, "The method must be GET or POST.")
	}
}

// proposed is the year that today is in.
func (p *Pages) proposed() asked {
	year := p.Clock().UTC().Format("2006")
	return asked{From: year + "-01-01", To: year + "-12-31"}
}

func (p *Pages) show(w http.ResponseWriter, r *http.Request, status int, signedIn bool, data formPage) {
	data.Frame, data.Choices, data.Downloads = p.part.Frame("Portfolio", signedIn), choices, downloads
	p.part.Render(w, r, status, "portfolio", data)
}

// submit reports on a file.
func (p *Pages) submit(w http.ResponseWriter, r *http.Request, signedIn bool) {
	if !p.Gate.Own(w, r) {
		return
	}
	if status, words := p.allow(r); status != 0 { // before anything is read
		p.refuse(w, r, signedIn, status, p.proposed(), map[string]any{"message": words})
		return
	}
	p.Gate.WithBody(w, r, func(w http.ResponseWriter, r *http.Request, length int64) {
		p.Gate.On(w, r, max(service.Long, service.WorkFor(0, length)), func(w http.ResponseWriter, r *http.Request) {
			p.answer(w, r, signedIn)
		})
	})
}

// allow returns why whoever asks may have no report, or 0.
func (p *Pages) allow(r *http.Request) (status int, words string) {
	if p.Billing == nil {
		return 0, ""
	}
	return p.Billing.Allow(r, service.Report)
}

// bill counts the leases of a report. The same file over the same span is counted once,
// however it is grouped and in whatever form it is downloaded.
func (p *Pages) bill(r *http.Request, a *asked, report *reported, began time.Time) (status int, words string) {
	if p.Billing == nil {
		return 0, ""
	}
	return p.Billing.Bill(r, &service.PageWork{
		Operation: service.Report, Units: int64(len(report.Leases)) * service.Report.Units, Of: a.digest(), Duration: p.Clock().Sub(began),
	})
}

// refuse says on the page, or to its script, why there is no report.
func (p *Pages) refuse(w http.ResponseWriter, r *http.Request, signedIn bool, status int, a asked, reply map[string]any) {
	if page.Scripted(r) {
		p.Gate.Reply(w, r, status, reply)
		return
	}
	text, _ := reply["message"].(string)
	p.show(w, r, status, signedIn, formPage{Asked: a, Trouble: text})
}

// answer reads the form and answers it.
func (p *Pages) answer(w http.ResponseWriter, r *http.Request, signedIn bool) {
	began := p.Clock()
	refuse := func(status int, a asked, reply map[string]any) { p.refuse(w, r, signedIn, status, a, reply) }
	a, fault := readForm(r)
	if fault != "" {
		refuse(http.StatusBadRequest, a, map[string]any{"message": fault})
		return
	}
	if wait := p.Gate.Take(r, 1); wait > 0 {
		text, seconds := p.Gate.TooMany(w, wait, "report")
		refuse(http.StatusTooManyRequests, a, map[string]any{"message": text, "retryAfter": seconds})
		return
	}
	report, fault := a.report(r.Context())
	if fault != "" {
		refuse(http.StatusBadRequest, a, map[string]any{"message": fault})
		return
	}
	if status, words := p.bill(r, &a, report, began); status != 0 {
		refuse(status, a, map[string]any{"message": words})
		return
	}
	const each = 100 // leases take as long as one answer of the workbench
	p.Gate.Charge(r, len(report.Leases)/each)
	switch what := path.Base(r.URL.Path); {
	case what == page.Results:
		p.part.RenderPiece(w, r, http.StatusOK, "portfolio", "results", newResults(report))
	case r.URL.Path == Path:
		p.show(w, r, http.StatusOK, signedIn, formPage{Asked: a, Results: newResults(report)})
	default:
		p.download(w, r, what, report)
	}
}
