package workbench

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/console/leaseform"
	"github.com/leasehold-accounting/leasehold/internal/console/leaseview"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/export/paper"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/filename"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/treatments"
)

type download struct {
	Name  string // file name if the lease has no name
	Label string

	large     bool // whether writing the file requires a lot of time and memory
	byCode    bool // whether the accounting software identifies accounts by the user's codes, so that these are required
	mediaType string
	write     func(w io.Writer, r *leasehold.Result, o export.Options) error
}

type downloadGroup struct {
	Title string
	Files []download
}

// downloadGroups are the files that the workbench offers, by group.
var downloadGroups = []downloadGroup{
	{"Documents", []download{
		file("lease.xlsx", "Excel workbook with live formulas", "xlsx", operations.Compute.Name),
		file("lease.pdf", "PDF for the audit file", "pdf", operations.Compute.Name),
	}},
	{"Journal entries", []download{
		file("journal.csv", "CSV", "csv", operations.JournalEntries.Name),
		file("journal-quickbooks-online.csv", "QuickBooks Online", "quickbooks-online", operations.JournalEntries.Name),
		file("journal-xero.csv", "Xero", "xero", operations.JournalEntries.Name),
		file("journal-netsuite.csv", "NetSuite", "netsuite", operations.JournalEntries.Name),
		file("journal-dynamics-365.csv", "Dynamics 365", "dynamics-365", operations.JournalEntries.Name),
		file("journal-sage-intacct.csv", "Sage Intacct", "sage-intacct", operations.JournalEntries.Name),
		file("lease.journal", "hledger", "hledger", operations.JournalEntries.Name),
	}},
	{"The same lease under each standard", []download{
		compared("comparison.xlsx", "Excel workbook", "xlsx"),
		compared("comparison.csv", "CSV", "csv"),
	}},
	{"Data", []download{
		rows("schedule.csv", "Schedule, CSV", export.ScheduleTable.CSV),
		rows("classification.csv", "Classification, CSV", export.CriteriaTable.CSV),
		{Name: "lease.json", Label: "Everything, JSON", mediaType: "application/json", write: func(w io.Writer, r *leasehold.Result, _ export.Options) error {
			_, err := w.Write(append(leasehold.AppendCompute(r, nil), '\n'))
			return err
		}},
	}},
}

func rows(name, label string, write func(io.Writer, *leasehold.Result) error) download {
	return download{Name: name, Label: label, mediaType: "text/csv", write: func(w io.Writer, r *leasehold.Result, _ export.Options) error {
		return write(w, r)
	}}
}

func file(name, label, format, operation string) download {
	f := export.Find(format)
	mediaType := f.MediaType
	switch {
	case mediaType != "":
	case strings.HasSuffix(name, ".csv"):
		mediaType = "text/csv"
	default: // media type of a file that only accounting software reads
		mediaType = "application/octet-stream"
	}
	large := f.MediaType != "" && !strings.HasPrefix(f.MediaType, "text/")
	return download{Name: name, Label: label, mediaType: mediaType, large: large, byCode: format == "xero", write: func(w io.Writer, r *leasehold.Result, o export.Options) error {
		return f.Write(w, operation, r, o)
	}}
}

func compared(name, label, format string) download {
	d := file(name, label, format, operations.Compare.Name)
	f := export.Find(format)
	d.write = func(w io.Writer, r *leasehold.Result, o export.Options) error {
		c, err := treatments.Compare(&r.Lease)
		if err != nil {
			return err
		}
		return f.Write(w, operations.Compare.Name, c, o)
	}
	return d
}

func findDownload(name string) *download {
	for i := range downloadGroups {
		for j := range downloadGroups[i].Files {
			if f := &downloadGroups[i].Files[j]; f.Name == name {
				return f
			}
		}
	}
	return nil
}

// Names of the inputs that configure a file. The page's script omits inputs with the fileInput prefix from links.
const (
	fileInput    = "file-"
	filePaper    = fileInput + "paper"
	fileCurrency = fileInput + "currency"
	fileEntries  = fileInput + "entries"
	fileFund     = fileInput + "fund"
	fileFirst    = fileInput + "first"
	fileLast     = fileInput + "last"
)

// accountInput is an account, with the input in which the user enters a code or a name for it.
type accountInput struct {
	Name  string // name of the input
	Label string
}

func accountInputs() (list []accountInput) {
	for _, a := range leasehold.Accounts() {
		list = append(list, accountInput{leaseview.AccountInput(a), a.String()})
	}
	return list
}

// fileOptions parses the inputs that configure a file. If an input is invalid, fileOptions returns an error
// message for the page.
func (b *Bench) fileOptions(form url.Values) (o export.Options, fault string) {
	o = export.Options{Version: b.Version, Currency: strings.ToUpper(strings.TrimSpace(form.Get(fileCurrency)))}
	if size, err := paper.Parse(form.Get(filePaper)); err == nil { // otherwise the standard determines the paper size
		o.Paper = size
	}
	if fund, err := export.ParseFund(form.Get(fileFund)); err == nil { // otherwise no fund is selected
		o.Fund = fund
	}
	switch form.Get(fileEntries) { // the default depends on the format
	case "month":
		o.Entries = export.EntriesByMonth
	case "period":
		o.Entries = export.EntriesByPeriod
	}
	for name, day := range map[string]*civil.Date{fileFirst: &o.First, fileLast: &o.Last} {
		typed := strings.TrimSpace(form.Get(name))
		if typed == "" {
			continue
		}
		var fault string
		if *day, fault = leaseform.ReadDate(typed); fault != "" {
			return o, "Dates of the entries: " + fault
		}
	}
	codes, own := map[string]string{}, false
	for _, in := range b.accounts {
		code := strings.TrimSpace(form.Get(in.Name))
		own = own || code != ""
		codes[in.Label] = cmp.Or(code, in.Label)
	}
	if !own {
		return o, ""
	}
	document, _ := json.Marshal(map[string]any{"accounts": codes}) // strings can always be encoded
	var err error
	if o.Accounts, err = export.ReadAccounts(bytes.NewReader(document)); err == nil {
		return o, ""
	}
	if wrong, ok := errors.AsType[*export.OptionError](err); ok {
		err = errors.New(wrong.Message)
	}
	return o, "Accounts: " + wording.Sentence(err.Error()) + "."
}

// withoutCode returns the labels of the entries' accounts for which the user supplied no code.
func withoutCode(r *leasehold.Result, form url.Values) string {
	used := strings.Fields(leaseview.PostedTo(leasehold.Journal(&r.Measurement)))
	var missing []string
	for _, in := range accountInputs() {
		if slices.Contains(used, in.Name) && strings.TrimSpace(form.Get(in.Name)) == "" {
			missing = append(missing, in.Label)
		}
	}
	return strings.Join(missing, ", ")
}

// download responds with a file, or with the page, which explains why there is no file.
func (b *Bench) download(a *asking, f *download) {
	lease, faults, understood := a.values.Decode()
	if lease == nil {
		b.refuse(a, faults, &leaseview.Refusal{Faults: faults, Remarks: understood})
		return
	}
	content, err := b.content(a, lease, f)
	if err == nil {
		b.sendFile(a, lease, f, content)
		return
	}
	if faults := a.values.Refused(err); faults != nil { // some errors are detected only by the computation
		b.refuse(a, faults, &leaseview.Refusal{Faults: faults, Remarks: understood})
		return
	}
	refused, known := errors.AsType[fileFault](err)
	if !known {
		b.Site.Fail(a.w, a.r, fmt.Errorf("file %s: %w", f.Name, err))
		return
	}
	b.refuse(a, leaseform.Remarks{"": string(refused)}, map[string]any{"file": refused})
}

// fileFault explains to the user why a file cannot be written.
type fileFault string

func (f fileFault) Error() string { return string(f) }

func (b *Bench) content(a *asking, lease *leasehold.Lease, f *download) ([]byte, error) {
	options, fault := b.fileOptions(a.r.PostForm)
	if fault != "" {
		return nil, fileFault(fault)
	}
	result, err := leasehold.ComputeContext(a.r.Context(), lease)
	if err != nil {
		return nil, err
	}
	if f.byCode {
		if missing := withoutCode(result, a.r.PostForm); missing != "" {
			return nil, fileFault(f.Label + " identifies accounts by their codes. Enter yours for: " + missing + ".")
		}
	}
	var content bytes.Buffer
	err = f.write(&content, result, options)
	if limit, ok := errors.AsType[*spreadsheet.LimitError](err); ok {
		return nil, fileFault(wording.Sentence(limit.Error()) + ".")
	}
	if wrong, ok := errors.AsType[*export.OptionError](err); ok {
		return nil, fileFault(wording.Sentence(wrong.Option) + ": " + wrong.Message + ".")
	}
	return content.Bytes(), err
}

func (b *Bench) sendFile(a *asking, lease *leasehold.Lease, f *download, content []byte) {
	mediaType := f.mediaType
	if strings.HasPrefix(mediaType, "text/") {
		mediaType += "; charset=utf-8"
	}
	h := a.w.Header()
	h.Set("Content-Disposition", filename.Attachment(fileName(lease, f.Name)))
	h.Set("Content-Type", mediaType)
	b.Site.Send(a.w, a.r, http.StatusOK, content, false)
}

// fileName returns the name of a file. If the lease has a name, the file name contains it.
func fileName(lease *leasehold.Lease, name string) string {
	of := filename.Of(lease)
	if tail, generic := strings.CutPrefix(name, "lease."); generic && of != "" {
		return of + "." + tail
	}
	return filename.Join(of, name)
}
