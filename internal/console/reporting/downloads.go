package reporting

import (
	"bytes"
	_ "embed" // embeds the sample
	"errors"
	"io"
	"net/http"
	"path"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/console/page"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/filename"
	"github.com/leasehold-accounting/leasehold/internal/leasefile/leasetemplate"
	"github.com/leasehold-accounting/leasehold/internal/operations"
)

type download struct {
	Name, Label string

	mediaType string
	write     func(io.Writer, *reported, export.Options) error
}

// Above returns a file group's heading for the first file in the group, and "" for the other files.
func (d download) Above() string {
	return map[string]string{"disclosures.xlsx": "Papers", "entries.csv": "Entries of the months", closingName: "Closing", "leases.csv": "Data"}[d.Name]
}

const csvType = "text/csv; charset=utf-8"

var downloads = []download{
	reportFile("xlsx", "disclosures.xlsx", "Disclosure workbook", export.Find("xlsx").MediaType),
	reportFile("pdf", "close.pdf", "Closing workpaper, PDF", export.Find("pdf").MediaType),
	entriesFile("entries", "entries.csv", "Monthly entries, CSV"),
	entriesFile("quickbooks-online", "entries-quickbooks-online.csv", "QuickBooks Online"),
	entriesFile("netsuite", "entries-netsuite.csv", "NetSuite"),
	entriesFile("dynamics-365", "entries-dynamics-365.csv", "Dynamics 365"),
	entriesFile("sage-intacct", "entries-sage-intacct.csv", "Sage Intacct"),
	entriesFile("hledger", "entries.journal", "hledger"),
	{closingName, "Closing", "application/json", func(w io.Writer, r *reported, _ export.Options) error {
		_, err := r.closed.file.WriteTo(w)
		return err
	}},
	{entriesName, "Entries for this closing, CSV", csvType, func(w io.Writer, r *reported, _ export.Options) error {
		_, err := r.closed.entries.WriteTo(w)
		return err
	}},
	reportFile("csv", "leases.csv", "Leases, CSV", csvType),
	{"report.json", "Everything, JSON", "application/json", func(w io.Writer, r *reported, _ export.Options) error {
		_, err := r.WriteTo(w)
		_, last := io.WriteString(w, "\n")
		return errors.Join(err, last)
	}},
}

func reportFile(format, name, label, mediaType string) download {
	return download{name, label, mediaType, func(w io.Writer, r *reported, o export.Options) error {
		return export.Find(format).Write(w, operations.Report.Name, r.Report, o)
	}}
}

// entriesFile returns the download of the monthly entries in the given accounting software's import format.
func entriesFile(format, name, label string) download {
	f := export.Find(format)
	mediaType := "application/octet-stream" // media type of a file that only accounting software reads
	if strings.HasSuffix(name, ".csv") {
		mediaType = csvType
	}
	return download{name, label, mediaType, func(w io.Writer, r *reported, o export.Options) error {
		span := leasehold.Span{From: r.Question.From, To: r.Question.To, Monthly: true}
		journals, err := f.Journals(o, span)
		if err != nil {
			return err
		}
		var b bytes.Buffer // writes the entries of one lease at a time to limit memory use
		journals.Open(&b)
		for i := range r.Leases {
			if err := journals.Lease(&b, &r.Leases[i]); err != nil {
				return err
			}
			if _, err := b.WriteTo(w); err != nil {
				return err
			}
		}
		if err := journals.Close(&b, r.Sum.Books()); err != nil {
			return err
		}
		_, err = b.WriteTo(w)
		return err
	}}
}

// download responds with a report's file, or with a page that explains why the file is not available.
func (p *Pages) download(w http.ResponseWriter, r *http.Request, name string, report *reported) {
	i := slices.IndexFunc(downloads, func(d download) bool { return d.Name == name })
	if i < 0 {
		p.Site.NotFound(w, r)
		return
	}
	send(w, filename.Join(filename.Plain(strings.TrimSuffix(report.Name, path.Ext(report.Name))), downloads[i].Name), downloads[i].mediaType)
	err := downloads[i].write(w, report, export.Options{Version: p.Version, Source: report.source, Accounts: report.accounts})
	if err == nil {
		return
	}
	page.Discard(w)
	_, wrong := errors.AsType[*export.OptionError](err)
	if _, limit := errors.AsType[*spreadsheet.LimitError](err); wrong || limit {
		p.Gate.Reply(w, r, http.StatusBadRequest, map[string]any{"message": sentence(err)})
		return
	}
	p.Site.Fail(w, r, err)
}

func send(w http.ResponseWriter, name, mediaType string) {
	w.Header().Set("Content-Disposition", filename.Attachment(name))
	w.Header().Set("Content-Type", mediaType)
}

const templatePath = Path + "/template.xlsx"

const samplePath = Path + "/sample.csv"

//go:embed sample.csv
var sampleLeases []byte

func (p *Pages) sendTemplate(w http.ResponseWriter, r *http.Request) {
	var b bytes.Buffer
	if err := leasetemplate.Write(&b); err != nil {
		p.Site.Fail(w, r, err)
		return
	}
	send(w, "portfolio.xlsx", spreadsheet.MediaType)
	p.Site.Send(w, r, http.StatusOK, b.Bytes(), false)
}
