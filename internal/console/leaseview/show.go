package leaseview

import (
	"bytes"
	"embed"
	"html/template"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/console/leaseform"
)

//go:embed templates
var files embed.FS

var templates = template.Must(template.ParseFS(files, "templates/results.html"))

// Refusal is what is wrong with a form, and how the rest of it was understood. It
// is told to the page's script as JSON.
type Refusal struct {
	Faults  leaseform.Remarks `json:"faults"`
	Remarks leaseform.Remarks `json:"remarks"`
}

// Show accounts for the lease that a form describes. Where the form or the lease
// has faults, there is a Refusal and no View. publicURL is the base of the command
// that asks the API for the same, without a slash at its end.
func Show(typed leaseform.Values, publicURL string) (*View, *Refusal, error) {
	lease, faults, understood := typed.Decode()
	if lease == nil {
		return nil, &Refusal{faults, understood}, nil
	}
	v, err := Compute(lease, publicURL)
	if faults := typed.Refused(err); faults != nil { // what only the arithmetic shows
		return nil, &Refusal{faults, understood}, nil
	}
	if err != nil {
		return nil, nil, err
	}
	v.Remarks = understood
	if v.Life != nil {
		for i, row := range typed.RowsOf("events") {
			v.Life.Events[i].Row = row
		}
	}
	return v, nil, nil
}

// Compute accounts for a lease and prepares what the page shows of it.
func Compute(lease *leasehold.Lease, publicURL string) (*View, error) {
	r, err := leasehold.Compute(lease)
	if err != nil {
		return nil, err
	}
	return newView(r, publicURL)
}

// HTML returns the view as a piece of a page.
func (v *View) HTML() (template.HTML, error) {
	var b bytes.Buffer
	if err := templates.ExecuteTemplate(&b, "results", v); err != nil {
		return "", err
	}
	return template.HTML(b.String()), nil //nolint:gosec // the template has escaped it
}
