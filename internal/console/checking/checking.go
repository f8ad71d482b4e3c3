// Package checking contains the page that checks a lease schedule from another system. The page shows the lease
// on the left and the schedule on the right. Below the lease and the schedule, the page shows the result, the
// differences and the convention that explains the differences. It also offers a workpaper for download.
//
// The page requires only the engine. Checks are not billed, and nothing is stored. The code in reading.go
// parses the request, and the code in answer.go builds the result.
package checking

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/admission"
	"github.com/leasehold-accounting/leasehold/internal/columns"
	"github.com/leasehold-accounting/leasehold/internal/console/leaseform"
	"github.com/leasehold-accounting/leasehold/internal/console/page"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/filename"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/reperform"
)

//go:embed assets templates
var files embed.FS

// Options configure a [Page].
type Options struct {
	Site *page.Site
	// Gate controls access to the page.
	Gate *page.Gate
	// Version is the program version. Workpapers contain it.
	Version string
}

// Page serves the page for checking a schedule, and its workpapers. A Page is safe for concurrent use.
type Page struct {
	Options

	part    *page.Part
	sample  string // example schedule in which one row is wrong
	preview *answer
}

// New returns a Page with the given options.
func New(options Options) (*Page, error) {
	p := &Page{Options: options}
	var err error
	p.part, err = options.Site.Part(page.PartOptions{
		Name: "checking", Files: files, Shared: []fs.FS{leaseform.Files}, Styles: []string{"lease", "drop", "checking"}, Compress: true,
	})
	if err != nil {
		return nil, err
	}
	lease, faults, understood := example.Decode()
	if lease == nil {
		return nil, fmt.Errorf("sample: %v", faults)
	}
	if p.sample, err = sampleSchedule(lease); err != nil {
		return nil, err
	}
	p.preview, err = previewOf(p.sample, lease, understood)
	return p, err
}

// previewOf returns the result of checking the sample schedule, which the page shows until the user checks another.
func previewOf(sample string, lease *leasehold.Lease, understood leaseform.Remarks) (*answer, error) {
	a := request{values: example, content: []byte(sample)}
	q, reading, fault := a.question(lease)
	if fault != "" {
		return nil, errors.New("sample: " + fault)
	}
	checked, err := reperform.Verify(q)
	if err != nil {
		return nil, fmt.Errorf("sample: %w", err)
	}
	return newAnswer(checked, reading, understood), nil
}

// Path is the path of the page.
const Path = "/check"

// MaxLen is the maximum length in bytes of a request, which contains a file and a lease.
const MaxLen = maxFile + leaseform.MaxLen

const maxFile = 2 << 20

type checkPage struct {
	page.Frame

	Form      leaseform.Form
	Theirs    string
	Tolerance string
	Fault     string // error message about the schedule
	Answer    *answer
	Preview   *answer // result of checking the sample, shown until the user checks another schedule
	Papers    []paperFile
	Sample    string // text of the sample schedule
	Lease     string // lease of the sample schedule, as a URL query
}

var example = leaseform.Values{
	"standard": "ASC_842", "commencementDate": "2026-01-01", "termMonths": "60", "paymentAmount": "10,000",
	"paymentFrequency": "monthly", "paymentTiming": "advance", leaseform.RatePercent: "6",
}

// ServeHTTP serves the page, the results of checks and the workpapers.
func (p *Page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.Gate.Serve(w, r, p.showBlank, p.submit)
}

func (p *Page) showBlank(w http.ResponseWriter, r *http.Request, signedIn bool) {
	if r.URL.Path != Path {
		p.Site.NotFound(w, r)
		return
	}
	p.show(w, r, http.StatusOK, signedIn, checkPage{Form: leaseform.Blank(), Preview: p.preview})
}

func (p *Page) show(w http.ResponseWriter, r *http.Request, status int, signedIn bool, data checkPage) {
	data.Sample, data.Lease = p.sample, example.Encode()
	data.Frame, data.Papers = p.part.Frame("Check a schedule", signedIn), papers
	p.part.Render(w, r, status, "check", data)
}

func (p *Page) submit(w http.ResponseWriter, r *http.Request, signedIn bool) {
	class := func(*http.Request, int64) admission.Class { return admission.Long }
	p.Gate.Work(w, r, "comparison", class, func(w http.ResponseWriter, r *http.Request) { p.respond(w, r, signedIn) })
}

func (p *Page) respond(w http.ResponseWriter, r *http.Request, signedIn bool) {
	a, fault := readForm(r)
	refuse := func(faults leaseform.Remarks, reply map[string]any) {
		if page.Scripted(r) {
			p.Gate.Reply(w, r, http.StatusBadRequest, reply)
			return
		}
		text, _ := reply["theirs"].(string)
		p.show(w, r, http.StatusBadRequest, signedIn, checkPage{Form: leaseform.View(a.values, faults, nil), Theirs: a.pasted, Tolerance: a.tolerance, Fault: text})
	}
	if fault != "" {
		refuse(nil, map[string]any{"theirs": fault})
		return
	}
	lease, faults, understood := a.values.Decode()
	if lease == nil {
		refuse(faults, map[string]any{"faults": faults, "remarks": understood})
		return
	}
	q, reading, fault := a.question(lease)
	if fault != "" {
		refuse(nil, map[string]any{"theirs": fault, "remarks": understood})
		return
	}
	const candidates = 4 // a check takes as much time as four computations of the workbench
	p.Gate.Charge(r, candidates)
	checked, err := reperform.VerifyContext(r.Context(), q)
	if faults := a.refused(err); faults != nil {
		refuse(faults, map[string]any{"faults": faults, "theirs": faults["theirs"], "remarks": understood})
		return
	}
	if err != nil {
		p.Site.Fail(w, r, err)
		return
	}
	switch what := path.Base(r.URL.Path); {
	case what == page.Results:
		p.part.RenderPiece(w, r, http.StatusOK, "check", "results", newAnswer(checked, reading, understood))
	case r.URL.Path == Path:
		p.show(w, r, http.StatusOK, signedIn, checkPage{
			Form: leaseform.View(a.values, nil, understood), Theirs: a.pasted, Tolerance: a.tolerance, Answer: newAnswer(checked, reading, understood),
		})
	default:
		p.paper(w, r, what, &a, checked, reading.Columns) //nolint:contextcheck // the work for one lease is limited
	}
}

type paperFile struct {
	Name, Label string

	format, mediaType string
}

var papers = []paperFile{
	{"check.pdf", "PDF for the audit file", "pdf", "application/pdf"},
	{"check.xlsx", "Excel workbook", "xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"},
	{"check.csv", "CSV", "csv", "text/csv; charset=utf-8"},
}

func (p *Page) paper(w http.ResponseWriter, r *http.Request, name string, a *request, checked *reperform.Answer, list []columns.Column) {
	i := slices.IndexFunc(papers, func(f paperFile) bool { return f.Name == name })
	if i < 0 {
		p.Site.NotFound(w, r)
		return
	}
	digest := sha256.Sum256(a.content)
	source := &export.Source{Name: cmp.Or(a.fileName, "pasted"), SHA256: hex.EncodeToString(digest[:]), Columns: columns.Fields(list)}
	options := export.Options{Version: p.Version, Source: source, Paper: a.paper}
	var body bytes.Buffer
	err := export.Find(papers[i].format).Write(&body, operations.Verify.Name, checked, options)
	wrong, invalid := errors.AsType[*export.OptionError](err)
	if invalid {
		err = errors.New(wrong.Message)
	}
	if _, limit := errors.AsType[*spreadsheet.LimitError](err); invalid || limit {
		p.Gate.Reply(w, r, http.StatusBadRequest, map[string]any{"theirs": sentence(err)})
		return
	}
	if err != nil {
		p.Site.Fail(w, r, err)
		return
	}
	w.Header().Set("Content-Disposition", filename.Attachment(filename.Join(filename.Of(&checked.Ours.Lease), name)))
	w.Header().Set("Content-Type", papers[i].mediaType)
	p.Site.Send(w, r, http.StatusOK, body.Bytes(), false)
}

// These constants are the row number and the amount of the mistyped payment in the sample schedule.
const (
	wrongRow     = 13
	wrongPayment = "10,500.00"
)

// sampleSchedule returns the schedule of the example lease with the mistyped payment, formatted
// like text copied from a spreadsheet.
func sampleSchedule(lease *leasehold.Lease) (string, error) {
	r, err := leasehold.Compute(lease)
	if err != nil {
		return "", fmt.Errorf("sample: %w", err)
	}
	places := wording.Places(lease)
	lines := []string{"Period\tDate\tPayment\tInterest\tBalance"}
	for i := range r.Schedule {
		row := &r.Schedule[i]
		payment := wording.Accounting(row.Payment, places)
		if row.Number == wrongRow {
			payment = wrongPayment
		}
		lines = append(lines, fmt.Sprintf("%d\t%s\t%s\t%s\t%s", row.Number, row.Date, payment,
			wording.Accounting(row.Interest, places), wording.Accounting(row.LiabilityClose, places)))
	}
	return strings.Join(lines, "\n"), nil
}
