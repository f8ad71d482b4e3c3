// Package pdf writes the memo of a lease. The memo contains the identity of the lease, inputs and
// judgments, the measurement with a chart, the classification, disclosures and the paragraphs of
// the standard. The schedule and the journal are appendices. The package computes only page totals.
package pdf

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/document"
	"github.com/leasehold-accounting/leasehold/internal/export/paper"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

type memo struct {
	*document.Document

	r      *leasehold.Result
	o      paper.Options
	places int    // number of decimals of the amounts
	digest string // digest of the normalized input
}

// Write writes the memo of r. Equal arguments write equal bytes.
func Write(w io.Writer, r *leasehold.Result, o paper.Options) error {
	digest := paper.Digest(r.Lease.Append(nil))
	d := &memo{New("Lease accounting memo", r, &o, ", input "+digest[:16], r.Lease.Say), r, o, wording.Places(&r.Lease), digest}
	d.body()
	d.schedule()
	d.journal()
	_, err := d.WriteTo(w)
	return err
}

// New starts a document about a lease, with the title, a description of the lease and the fields
// that identify the lease. footer follows the name of the program at the bottom of every page. say
// replaces the general terms in a text with the terms of the standard; nil keeps the general terms.
func New(title string, r *leasehold.Result, o *paper.Options, footer string, say func(string) string) *document.Document {
	about := Describe(r)
	d := document.New(document.Options{
		Title: title, Subject: about, Header: about + ", amounts in " + o.Currency, Footer: o.Program() + footer,
		Day: r.Lease.CommencementDate, Paper: o.Paper.For(r.Lease.Standard), Say: say,
	})
	d.Page(document.Portrait)
	d.Chapter(title)
	d.Font("", document.TextSize+1)
	d.Lines(document.Margin, d.Split(about+". Amounts in "+o.Currency+".", d.Width()))
	d.Ln(3)
	d.Fields(Identity(&r.Lease))
	return d
}

// Describe returns a one-line description of a lease.
func Describe(r *leasehold.Result) string {
	text := fmt.Sprintf("%s, %s to %s", wording.Treatment(&r.Measurement), r.Lease.CommencementDate, r.Schedule[len(r.Schedule)-1].Last)
	if r.Lease.ID != "" {
		return r.Lease.ID + ": " + text
	}
	return text
}

func (d *memo) amount(a money.Amount) string { return wording.Accounting(a, d.places) }

// filedUnder lists the fields in every memo in addition to the name and the id of the lease. The tag with
// the same name contains the value. Without such a tag, the memo has an empty line.
var filedUnder = []string{"Entity", "Lessor", "Asset", "Location"}

// Identity returns the fields that identify the lease, followed by fields for the signatures and dates
// of the preparer and the reviewer, for [document.Document.Fields].
func Identity(l *leasehold.Lease) [][2]string {
	say := l.Standard.Say
	fields := [][2]string{{say("Lease"), l.Name}, {say("Lease ID"), l.ID}}
	tags := wording.TagNames(l)
	for _, name := range filedUnder {
		label, value := say(name), ""
		if i := slices.IndexFunc(tags, func(tag string) bool { return strings.EqualFold(tag, name) || strings.EqualFold(tag, label) }); i >= 0 {
			value = l.Tags[tags[i]]
			tags = slices.Delete(tags, i, i+1)
		}
		fields = append(fields, [2]string{label, value})
	}
	for _, tag := range tags {
		fields = append(fields, [2]string{tag, l.Tags[tag]})
	}
	if len(fields)%2 == 1 {
		fields = append(fields, [2]string{})
	}
	return append(fields, [][2]string{{"Prepared by", ""}, {"Date", ""}, {"Reviewed by", ""}, {"Date", ""}}...)
}
