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
	// Version is the program's, for files to state.
	Version string
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
		p.show(w, r, http.StatusOK, signedIn, formPage{Asked: p.proposed()})
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
	p.Gate.WithBody(w, r, func(w http.ResponseWriter, r *http.Request, length int64) {
		p.Gate.On(w, r, max(service.Long, service.WorkFor(0, length)), func(w http.ResponseWriter, r *http.Request) {
			p.answer(w, r, signedIn)
		})
	})
}

// answer reads the form and answers it.
func (p *Pages) answer(w http.ResponseWriter, r *http.Request, signedIn bool) {
	scripted := page.Scripted(r)
	refuse := func(status int, a asked, reply map[string]any) {
		if scripted {
			p.Gate.Reply(w, r, status, reply)
			return
		}
		text, _ := reply["message"].(string)
		p.show(w, r, status, signedIn, formPage{Asked: a, Trouble: text})
	}
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
