// Package workbench contains the page on which an accountant enters a lease and views its accounting.
//
// The page requires only the engine, and its use is not billed. It accepts only requests from the console's own
// pages; programs use the API. Package leaseview renders the results. The page is in bench.go, the samples are
// in samples.go, and the files are in downloads.go.
package workbench

import (
	"embed"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/admission"
	"github.com/leasehold-accounting/leasehold/internal/console/inbrowser"
	"github.com/leasehold-accounting/leasehold/internal/console/leaseform"
	"github.com/leasehold-accounting/leasehold/internal/console/leaseview"
	"github.com/leasehold-accounting/leasehold/internal/console/page"
	"github.com/leasehold-accounting/leasehold/internal/leasefile"
	"github.com/leasehold-accounting/leasehold/ratetable"
)

//go:embed assets templates
var files embed.FS

// Options configure a [Bench].
type Options struct {
	Site *page.Site
	// PublicURL is the base URL in the commands that the page shows, without a trailing slash.
	PublicURL string
	// Version is the program version. Downloaded files contain this version.
	Version string
	// Gate controls access to the page.
	Gate *page.Gate
}

// Bench serves the workbench. A Bench is safe for concurrent use.
type Bench struct {
	Options

	part     *page.Part
	engine   string // base URL of the browser engine; "" if its accounting rules differ from this program's
	samples  []sample
	accounts []accountInput
}

// New returns a Bench with the given options.
func New(options Options) (*Bench, error) {
	b := &Bench{Options: options, accounts: accountInputs()}
	var err error
	b.part, err = options.Site.Part(page.PartOptions{
		Name: "workbench", Files: files, Shared: []fs.FS{leaseform.Files}, Styles: []string{"lease", "workbench"},
		Compress:    true, // the page contains no secrets
		WebAssembly: inbrowser.Current(),
	})
	if err != nil {
		return nil, err
	}
	if inbrowser.Current() {
		if b.engine, err = options.Site.AddAssets(inbrowser.Files); err != nil {
			return nil, fmt.Errorf("engine: %w", err)
		}
	}
	if err := b.loadSamples(); err != nil {
		return nil, fmt.Errorf("samples: %w", err)
	}
	return b, nil
}

// Engine returns the URL of the directory with the browser engine, with a trailing slash. It returns "" if the
// engine and this program have different accounting rules.
func (b *Bench) Engine() string { return b.engine }

type benchPage struct {
	page.Frame

	Samples []sample
	New     string // URL query that makes the page show an empty form
	Sample  string // URL query of the displayed sample; "" if no sample is displayed
	Form    leaseform.Form
	Results template.HTML // results of the lease; empty if the lease is invalid

	Engine    string // base URL of the browser engine; "" if it must not be used
	PublicURL string

	Downloads []downloadGroup
	Accounts  []accountInput

	Standards string // names of all standards
	Tour      []tourStep
}

// Path is the prefix of the URL paths of results and files, which the page's script loads.
const Path = "/workbench/"

// ServeHTTP serves the page, the results of leases and the files.
func (b *Bench) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b.Gate.Serve(w, r, b.showSample, b.submit)
}

// showSample shows the page with the sample that the URL requests. If the URL names no sample, it shows the first
// sample.
func (b *Bench) showSample(w http.ResponseWriter, r *http.Request, signedIn bool) {
	switch name := strings.TrimPrefix(r.URL.Path, Path); {
	case findDownload(name) != nil: // the user has reloaded the page after the server rejected a file
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return
	case r.URL.Path != "/":
		b.Site.NotFound(w, r)
		return
	}
	id := r.URL.Query().Get("sample")
	if id == newLease {
		b.show(w, r, http.StatusOK, signedIn, benchPage{Form: leaseform.Blank()})
		return
	}
	s := &b.samples[max(0, slices.IndexFunc(b.samples, func(s sample) bool { return s.ID == id }))]
	b.show(w, r, http.StatusOK, signedIn, benchPage{Form: leaseform.View(s.Values, nil, nil), Sample: s.Query, Results: s.results})
}

func (b *Bench) show(w http.ResponseWriter, r *http.Request, status int, signedIn bool, p benchPage) {
	p.Frame, p.Samples, p.Downloads, p.Accounts = b.part.Frame("Workbench", signedIn), b.samples, downloadGroups, b.accounts
	p.New, p.Engine, p.PublicURL = newLease, b.engine, b.PublicURL
	p.Standards, p.Tour = standards(), tour
	b.part.Render(w, r, status, "workbench", p)
}

// submit computes the lease of a form. The URL path's last element determines whether the response contains the
// whole page, a file, or the results for the page's script.
func (b *Bench) submit(w http.ResponseWriter, r *http.Request, signedIn bool) {
	name := strings.TrimPrefix(r.URL.Path, Path)
	if name == ratesList {
		b.rates(w, r)
		return
	}
	f := findDownload(name)
	if f == nil && name != page.Results && r.URL.Path != "/" {
		b.Site.NotFound(w, r)
		return
	}
	// The page's script loads results and files, so an error leaves the page unchanged.
	a := &asking{signedIn: signedIn, what: name, scripted: page.Scripted(r)}
	var fault error
	class := func(r *http.Request, _ int64) admission.Class {
		if fault = r.ParseForm(); fault != nil {
			return admission.Short
		}
		a.values = leaseform.FromForm(r.PostForm)
		return a.class(f)
	}
	b.Gate.Work(w, r, "figures", class, func(w http.ResponseWriter, r *http.Request) {
		a.w, a.r = w, r
		switch {
		case fault != nil:
			b.Site.Refuse(w, r, http.StatusBadRequest, "The form could not be read.")
		case f != nil:
			b.download(a, f) //nolint:contextcheck // a contains the request with its context
		default:
			b.results(a) //nolint:contextcheck // a contains the request with its context
		}
	})
}

// measuredFor is the number of times that the lease is measured for one response. It is measured
// once alone, and then twice under each treatment: once for the amounts and once for the years.
const measuredFor = 10

func (a *asking) class(f *download) admission.Class {
	class := admission.Short
	if f != nil && f.large {
		class = admission.Long
	}
	if lease, _, _ := a.values.Decode(); lease != nil {
		class = max(class, admission.ClassFor(measuredFor*lease.Effort(), 0))
	}
	return class
}

// asking is a submitted form together with its request's properties.
type asking struct {
	w        http.ResponseWriter
	r        *http.Request
	signedIn bool
	what     string // the requested response: results, the name of a file, or "" for the page
	scripted bool
	values   leaseform.Values
}

func (b *Bench) results(a *asking) {
	view, refusal, err := leaseview.Show(a.r.Context(), a.values, b.PublicURL)
	if err != nil {
		b.Site.Fail(a.w, a.r, err)
		return
	}
	if refusal != nil {
		b.refuse(a, refusal.Faults, refusal)
		return
	}
	shown, err := view.HTML()
	if err != nil {
		b.Site.Fail(a.w, a.r, err)
		return
	}
	if a.what == page.Results {
		a.w.Header().Set("Content-Type", "text/html; charset=utf-8")
		b.Site.Send(a.w, a.r, http.StatusOK, []byte(shown), b.part.Compress)
		return
	}
	b.show(a.w, a.r, http.StatusOK, a.signedIn, benchPage{Form: leaseform.View(a.values, nil, view.Remarks), Results: shown})
}

// refuse responds with an error. The page's script receives the given reply. Without a script, the response is
// the page with the submitted inputs and the error messages.
func (b *Bench) refuse(a *asking, faults leaseform.Remarks, reply any) {
	if a.scripted {
		b.Gate.Reply(a.w, a.r, http.StatusBadRequest, reply)
		return
	}
	_, _, understood := a.values.Decode()
	b.show(a.w, a.r, http.StatusBadRequest, a.signedIn, benchPage{Form: leaseform.View(a.values, faults, understood)})
}

// ratesList is the name of the list that the user can fill from a discount rate file. The page's script
// sends the file to a URL path, and the name is also the last element of that path.
const ratesList = "discountRates"

// rates parses a discount rate file. The response contains the file's rows as the values that a
// user would type into the form.
func (b *Bench) rates(w http.ResponseWriter, r *http.Request) {
	class := func(_ *http.Request, length int64) admission.Class { return admission.ClassFor(0, length) }
	b.Gate.Work(w, r, "figures", class, func(w http.ResponseWriter, r *http.Request) {
		refuse := func(message string) { b.Gate.Reply(w, r, http.StatusBadRequest, map[string]string{"message": message}) }
		table, err := leasefile.OpenRates(r.Body, leasefile.Options{Uploaded: true})
		switch {
		case err != nil:
			refuse("The rate file: " + leaseform.Words(err.Error()))
			return
		case table == nil:
			refuse("The rate file has no rows.")
			return
		}
		rows, err := typedRates(table)
		if err != nil {
			b.Site.Fail(w, r, err)
			return
		}
		b.Gate.Reply(w, r, http.StatusOK, map[string]any{"rows": rows})
	})
}

// typedRates returns a table's rows as the values that a user would type into the form. The keys
// are the names of the inputs.
func typedRates(table *ratetable.Table) ([]map[string]string, error) {
	typed, err := leaseform.FromRequest(append(table.Append([]byte(`{"`+ratesList+`":`)), '}'))
	if err != nil {
		return nil, err
	}
	list := make([]map[string]string, len(table.Rows()))
	for name, value := range typed {
		place, input, _ := strings.Cut(strings.TrimPrefix(name, ratesList+"["), "].")
		i, err := strconv.Atoi(place)
		if err != nil {
			return nil, err
		}
		if list[i] == nil {
			list[i] = map[string]string{}
		}
		list[i][input] = value
	}
	return list, nil
}
