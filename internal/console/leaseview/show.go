package leaseview

import (
	"bytes"
	"context"
	"embed"
	"html/template"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/console/leaseform"
	"github.com/leasehold-accounting/leasehold/internal/markup"
	"github.com/leasehold-accounting/leasehold/internal/wording"
)

//go:embed templates
var files embed.FS

var templates = template.Must(template.New("results").Funcs(template.FuncMap{
	"days": markup.Days, "months": wording.Months, "percent": wording.Percent, "sentence": wording.Sentence,
}).ParseFS(files, "templates/results.html"))

// Refusal contains the error messages for an invalid form and the remarks on its other inputs. The
// page's script receives a Refusal as JSON.
type Refusal struct {
	Faults  leaseform.Remarks `json:"faults"`
	Remarks leaseform.Remarks `json:"remarks"`
	Needed  []string          `json:"needed,omitempty"` // names of the required inputs that are empty
}

// Show computes the lease that a form describes. If the form or the lease is invalid, Show returns
// a Refusal and no View. publicURL is the base URL in the command that sends the same lease to the
// API, without a trailing slash.
func Show(ctx context.Context, typed leaseform.Values, publicURL string) (*View, *Refusal, error) {
	lease, faults, understood := typed.Decode()
	if lease == nil {
		return nil, &Refusal{faults, understood, typed.Needed(faults)}, nil
	}
	v, err := compute(ctx, lease, publicURL, choices{typed.YearEnds(), typed.JournalByPeriod()})
	if faults := typed.Refused(err); faults != nil { // some errors are found only by the computation
		return nil, &Refusal{Faults: faults, Remarks: understood}, nil
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

func compute(ctx context.Context, lease *leasehold.Lease, publicURL string, c choices) (*View, error) {
	r, err := leasehold.ComputeContext(ctx, lease)
	if err != nil {
		return nil, err
	}
	return newView(ctx, r, publicURL, c)
}

// HTML returns the view as an HTML fragment.
func (v *View) HTML() (template.HTML, error) {
	var b bytes.Buffer
	if err := templates.ExecuteTemplate(&b, "results", v); err != nil {
		return "", err
	}
	return template.HTML(b.String()), nil //nolint:gosec // the template has escaped all values
}
