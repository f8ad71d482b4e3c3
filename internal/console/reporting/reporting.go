// Package reporting contains the page for portfolios. The page reads a file of leases and a reporting period, and shows
// balances, rollforwards, cost, cash flows and maturities. For each amount, it lists the contributing leases.
//
// The page requires only the engine and stores nothing. The browser sends the file again for each change of the
// form and for each download. If the pages require an account, the account's plan must include reports, and the
// leases of each report are billed. The code in reading.go parses the request, report.go prepares the page's
// data, and downloads.go writes the files.
package reporting

import (
	"context"
	"embed"
	"errors"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/admission"
	"github.com/leasehold-accounting/leasehold/internal/batch"
	"github.com/leasehold-accounting/leasehold/internal/console/leaseform"
	"github.com/leasehold-accounting/leasehold/internal/console/page"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

//go:embed assets templates
var files embed.FS

// Options configure [Pages].
type Options struct {
	Site  *page.Site
	Clock func() time.Time // returns the current time, which determines the default reporting period
	// Gate controls access to the page.
	Gate *page.Gate
	// Billing bills the reports of signed-in users. If Billing is nil, reports are free.
	Billing Billing
	// Version is the program version. Downloaded files contain this version.
	Version string
	// Progress is called with the progress of a report: the number of bytes read and the length of the file. It
	// may be nil.
	Progress func(p batch.Progress, of int)
}

// Billing checks whether a signed-in account's plan includes a report, and bills the report's units. A method
// that rejects a report returns an HTTP status and a message; a method that accepts it returns status 0.
type Billing interface {
	Allow(r *http.Request, op *operations.Operation) (status int, words string)
	Room(r *http.Request, w *service.PageWork) (status int, words string)
	Bill(r *http.Request, w *service.PageWork) (status int, words string)
}

// Pages serves the portfolio page and its files. Pages is safe for concurrent use.
type Pages struct {
	Options

	part    *page.Part
	preview *results
}

// New returns Pages with the given options.
func New(options Options) (*Pages, error) {
	p := &Pages{Options: options}
	if p.Billing == nil {
		p.Billing = free{}
	}
	var err error
	p.part, err = options.Site.Part(page.PartOptions{
		Name: "reporting", Files: files, Shared: []fs.FS{leaseform.Files}, Styles: []string{"drop", "reporting"}, Compress: true,
		Functions: template.FuncMap{"amount": shownAmount, "percent": wording.Percent},
	})
	if err != nil {
		return nil, err
	}
	p.preview, err = p.previewed()
	return p, err
}

// previewed returns the report on the sample leases, which the page shows until the user selects another file.
func (p *Pages) previewed() (*results, error) {
	a := p.proposed()
	a.FileName, a.content = "sample.csv", sampleLeases
	if fault := a.check(); fault != "" {
		return nil, errors.New("sample: " + fault)
	}
	report, fault := a.report(context.Background(), nil, false)
	if fault != "" {
		return nil, errors.New("sample: " + fault)
	}
	return resultsOf(report), nil
}

// URL paths of the page and of its results and files.
const (
	Path = "/portfolio"
	// MaxLen is the maximum length of a request in bytes: a lease file of 8 MiB, the files for the
	// tie-out, and the other fields of the form.
	MaxLen = maxFile + maxTieOut + 64<<10
)

const (
	maxFile   = 8 << 20
	maxTieOut = 4 << 20
	maxLeases = 5000
)

type formPage struct {
	page.Frame

	Asked    request
	Choices  []choice
	Orders   []choice
	Accruals []choice
	Bases    []choice // options for the tax base of assets
	Trouble  string
	Results  *results
	Preview  *results // report on the sample leases, shown until the user requests a report
}

type choice struct{ Value, Label string }

var choices = []choice{
	{"", "Nothing"},
	{"standard", "Standard"},
	{"classification", "Classification"},
	{"currency", "Currency"},
	{"tag", "A tag"},
	{"currency,standard", "Currency and standard"},
	{"currency,classification", "Currency and classification"},
	{"currency,tag", "Currency and a tag"},
}

// orders are the options for the order of day and month in ambiguous dates such as 03/04/2026.
var orders = []choice{{"", "Detect from the file"}, {"day-first", "Day first: 3 April"}, {"month-first", "Month first: March 4"}}

// accruals are the options for the accrual convention within a payment period (METHOD 25.6).
var accruals = []choice{{"", "By days"}, {"months", "By months"}, {"thirty_360", "By months of equal length (30 days)"}}

var taxBases = []choice{{portfolio.TaxBaseNames[0], "None"}, {portfolio.TaxBaseNames[1], "Direct costs and incentives"}}

// ServeHTTP serves the page, the results of reports and the files.
func (p *Pages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.Gate.Serve(w, r, p.showForm, p.submit)
}

// showForm shows the page with the form's initial values, or sends one of the example files.
func (p *Pages) showForm(w http.ResponseWriter, r *http.Request, signedIn bool) {
	switch r.URL.Path {
	case templatePath:
		p.sendTemplate(w, r)
	case samplePath:
		send(w, "sample.csv", csvType)
		p.Site.Send(w, r, http.StatusOK, sampleLeases, false)
	case Path:
		_, trouble := p.Billing.Allow(r, operations.Report)
		p.show(w, r, http.StatusOK, signedIn, formPage{Asked: p.proposed(), Trouble: trouble, Preview: p.preview})
	default:
		p.Site.NotFound(w, r)
	}
}

// proposed returns the initial values of the form. The reporting period is the current calendar year.
func (p *Pages) proposed() request {
	year := p.Clock().UTC().Format("2006")
	return request{From: year + "-01-01", To: year + "-12-31"}
}

func (p *Pages) show(w http.ResponseWriter, r *http.Request, status int, signedIn bool, data formPage) {
	data.Frame, data.Orders, data.Choices, data.Accruals, data.Bases = p.part.Frame("Portfolio", signedIn), orders, choices, accruals, taxBases
	p.part.Render(w, r, status, "portfolio", data)
}

func (p *Pages) submit(w http.ResponseWriter, r *http.Request, signedIn bool) {
	if status, words := p.Billing.Allow(r, operations.Report); status != 0 { // checked before the request body is read
		p.refuse(w, r, signedIn, status, p.proposed(), words)
		return
	}
	class := func(*http.Request, int64) admission.Class { return admission.Heavy } // heavy, because even a small file may result in many entries
	p.Gate.Work(w, r, "report", class, func(w http.ResponseWriter, r *http.Request) { p.answer(w, r, signedIn) })
}

// free is a Billing that bills nothing.
type free struct{}

func (free) Allow(*http.Request, *operations.Operation) (status int, words string) { return 0, "" }
func (free) Room(*http.Request, *service.PageWork) (status int, words string)      { return 0, "" }
func (free) Bill(*http.Request, *service.PageWork) (status int, words string)      { return 0, "" }

// work returns the work that is billed for a report on the given number of leases.
func (a *request) work(leases int, took time.Duration) *service.PageWork {
	return &service.PageWork{Operation: operations.Report, Units: int64(leases) * operations.Report.Units, Of: a.digest(), Duration: took}
}

// refuse responds with an explanation of why there is no report. The response is the page, or a JSON object if
// the page's script sent the request.
func (p *Pages) refuse(w http.ResponseWriter, r *http.Request, signedIn bool, status int, a request, words string) {
	if page.Scripted(r) {
		p.Gate.Reply(w, r, status, map[string]any{"message": words})
		return
	}
	p.show(w, r, status, signedIn, formPage{Asked: a, Trouble: words})
}

func (p *Pages) answer(w http.ResponseWriter, r *http.Request, signedIn bool) {
	began, what := p.Clock(), path.Base(r.URL.Path)
	a, words := readForm(r)
	status := http.StatusBadRequest
	if words == "" { // if the file has errors, the page shows them with the report
		status, words = p.Billing.Room(r, a.work(a.leases(), 0))
	}
	var report *reported
	if words == "" {
		status = http.StatusBadRequest
		var progress func(batch.Progress)
		if p.Progress != nil {
			progress = func(done batch.Progress) { p.Progress(done, len(a.content)) }
		}
		report, words = a.report(r.Context(), progress, strings.HasPrefix(what, "entries")) // a file of monthly entries requires monthly entries
	}
	if words == "" { // the same file and reporting period are billed once for all groupings and downloads
		status, words = p.Billing.Bill(r, a.work(len(report.Leases), p.Clock().Sub(began)))
	}
	if words != "" {
		p.refuse(w, r, signedIn, status, a, words)
		return
	}
	const each = 100 // computing this number of leases takes as long as one computation on the workbench
	p.Gate.Charge(r, len(report.Leases)/each)
	if what == closingName || what == entriesName {
		if err := report.closeUp(r.Context(), &a, p.Version); err != nil {
			p.refuse(w, r, signedIn, http.StatusBadRequest, a, "Closing: "+err.Error()+".")
			return
		}
	}
	switch {
	case what == page.Results:
		p.part.RenderPiece(w, r, http.StatusOK, "portfolio", "results", resultsOf(report))
	case r.URL.Path == Path:
		p.show(w, r, http.StatusOK, signedIn, formPage{Asked: a, Results: resultsOf(report)})
	default:
		p.download(w, r, what, report)
	}
}
