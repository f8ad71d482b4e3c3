package reporting

import (
	"bytes"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/leasefile"
)

// download is a file of a report.
type download struct {
	Name, Label string

	mediaType string
	write     func(*reported, export.Options) ([]byte, error)
}

// operation is that of a report, by its name in the contract.
const operation = "report"

// downloads are the files of a report.
var downloads = func() (list []download) {
	if book := export.Find("xlsx"); book.Gives(operation) {
		list = append(list, download{
			"disclosures.xlsx", "Disclosure workbook", book.MediaType,
			func(r *reported, o export.Options) ([]byte, error) {
				var b bytes.Buffer
				err := book.Write(&b, operation, r.Report, o)
				return b.Bytes(), err
			},
		})
	}
	list = append(list, download{"leases.csv", "Leases, CSV", "text/csv; charset=utf-8", leasesCSV})
	for _, j := range []struct{ format, name, label string }{
		{"entries", "entries.csv", "Monthly entries, CSV"},
		{"quickbooks-online", "entries-quickbooks-online.csv", "QuickBooks Online"},
		{"quickbooks-desktop", "entries-quickbooks-desktop.iif", "QuickBooks Desktop"},
		{"netsuite", "entries-netsuite.csv", "NetSuite"},
		{"dynamics-365", "entries-dynamics-365.csv", "Dynamics 365"},
		{"sage-intacct", "entries-sage-intacct.csv", "Sage Intacct"},
		{"hledger", "entries.journal", "hledger"},
		{"beancount", "entries.beancount", "Beancount"},
	} {
		list = append(list, entriesFile(j.format, j.name, j.label))
	}
	return append(list, download{
		"report.json", "Everything, JSON", "application/json",
		func(r *reported, _ export.Options) ([]byte, error) { return append(r.Append(nil), '\n'), nil },
	})
}()

// entriesFile is the entries of the months of all leases, for a program.
func entriesFile(format, name, label string) download {
	f := export.Find(format)
	mediaType := "application/octet-stream" // what only its program reads
	if strings.HasSuffix(name, ".csv") {
		mediaType = "text/csv; charset=utf-8"
	}
	return download{name, label, mediaType, func(r *reported, o export.Options) ([]byte, error) {
		span := leasehold.Span{From: r.Question.From, To: r.Question.To, Monthly: true}
		journals, err := f.Journals(o, span)
		if err != nil {
			return nil, err
		}
		var b bytes.Buffer
		var currencies []leasehold.Currency
		journals.Open(&b)
		for i := range r.Leases {
			if err := journals.Lease(&b, &r.Leases[i]); err != nil {
				return nil, err
			}
			if c := r.Leases[i].Lease.Currency; !slices.Contains(currencies, c) {
				currencies = append(currencies, c)
			}
		}
		if err := journals.Close(&b, currencies); err != nil {
			return nil, err
		}
		return b.Bytes(), nil
	}}
}

// download sends a file of a report, or says why it cannot be made.
func (p *Pages) download(w http.ResponseWriter, r *http.Request, name string, report *reported) {
	i := slices.IndexFunc(downloads, func(d download) bool { return d.Name == name })
	if i < 0 {
		p.Site.NotFound(w, r)
		return
	}
	body, err := downloads[i].write(report, export.Options{Version: p.Version})
	if wrong, ok := errors.AsType[*export.OptionError](err); ok {
		p.Gate.Reply(w, r, http.StatusBadRequest, map[string]any{"message": sentence(wrong)})
		return
	}
	if limit, ok := errors.AsType[*spreadsheet.LimitError](err); ok {
		p.Gate.Reply(w, r, http.StatusBadRequest, map[string]any{"message": sentence(limit)})
		return
	}
	if err != nil {
		p.Site.Fail(w, r, err)
		return
	}
	send(w, downloads[i].Name, downloads[i].mediaType)
	p.Site.Send(w, r, http.StatusOK, body, false)
}

func send(w http.ResponseWriter, name, mediaType string) {
	w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	w.Header().Set("Content-Type", mediaType)
}

// leasesCSV has a row for each lease.
func leasesCSV(r *reported, _ export.Options) ([]byte, error) {
	rows := &export.LeaseRows{Tags: tagsOf(r)}
	body := rows.AppendHeader(nil)
	for i := range r.Leases {
		body = rows.Append(body, &r.Leases[i])
	}
	return body, nil
}

// tagsOf lists the tags that leases have.
func tagsOf(r *reported) (list []string) {
	for i := range r.Leases {
		for name := range r.Leases[i].Lease.Tags {
			if !slices.Contains(list, name) {
				list = append(list, name)
			}
		}
	}
	slices.Sort(list)
	return list
}

// templatePath is where a workbook to fill in is.
const templatePath = Path + "/template.xlsx"

// sendTemplate sends a workbook to fill in.
func (p *Pages) sendTemplate(w http.ResponseWriter, r *http.Request) {
	var b bytes.Buffer
	if err := leasefile.WritePortfolio(&b); err != nil {
		p.Site.Fail(w, r, err)
		return
	}
	send(w, "portfolio.xlsx", spreadsheet.MediaType)
	p.Site.Send(w, r, http.StatusOK, b.Bytes(), false)
}
