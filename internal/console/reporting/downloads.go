package reporting

import (
	"bytes"
	"encoding/csv"
	"net/http"
	"slices"

	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/leasefile"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// download is a file of a report.
type download struct {
	Name, Label string

	mediaType string
	write     func(*reported) ([]byte, error)
}

var downloads = []download{
	{"leases.csv", "Leases, CSV", "text/csv; charset=utf-8", leasesCSV},
	{"entries.csv", "Monthly journal entries, CSV", "text/csv; charset=utf-8", entriesCSV},
	{"report.json", "Everything, JSON", "application/json", func(r *reported) ([]byte, error) { return append(r.Append(nil), '\n'), nil }},
}

// download sends a file of a report.
func (p *Pages) download(w http.ResponseWriter, r *http.Request, name string, report *reported) {
	i := slices.IndexFunc(downloads, func(d download) bool { return d.Name == name })
	if i < 0 {
		p.Site.NotFound(w, r)
		return
	}
	body, err := downloads[i].write(report)
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
func leasesCSV(r *reported) ([]byte, error) {
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

// entriesCSV has a row for each line of the entries of the span's months.
func entriesCSV(r *reported) ([]byte, error) {
	var b bytes.Buffer
	out := csv.NewWriter(&b)
	if err := out.Write([]string{"number", "date", "lease", "name", "currency", "memo", "account", "debit", "credit"}); err != nil {
		return nil, err
	}
	for i := range r.Leases {
		if err := writeEntries(out, &r.Leases[i]); err != nil {
			return nil, err
		}
	}
	out.Flush()
	return b.Bytes(), out.Error()
}

func writeEntries(out *csv.Writer, l *portfolio.Line) error {
	places := l.Lease.Currency.Places()
	for i := range l.Figures.Entries {
		e := &l.Figures.Entries[i]
		for _, line := range e.Lines {
			err := out.Write([]string{
				export.Text(e.Number), e.Date.String(), export.Text(l.Lease.ID), export.Text(l.Lease.Name), l.Lease.Currency.String(), export.Text(e.Memo),
				line.Account.String(), string(line.Debit.AppendPlaces(nil, places)), string(line.Credit.AppendPlaces(nil, places)),
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// templatePath is where a file to fill in is.
const templatePath = Path + "/template.csv"

// sendTemplate sends a file to fill in.
func (p *Pages) sendTemplate(w http.ResponseWriter, r *http.Request) {
	var b bytes.Buffer
	if err := leasefile.WriteTemplate(&b); err != nil {
		p.Site.Fail(w, r, err)
		return
	}
	send(w, "leases.csv", "text/csv; charset=utf-8")
	p.Site.Send(w, r, http.StatusOK, b.Bytes(), false)
}
