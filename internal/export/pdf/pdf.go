// Package pdf writes the memo of a lease: its identity, inputs and judgements, measurement with
// a chart, classification, disclosures and the paragraphs of the standard, with the schedule and
// the journal as appendices. It computes only the totals of pages.
package pdf

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strconv"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/document"
	"github.com/leasehold-accounting/leasehold/internal/export/paper"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// Options configure a memo.
type Options struct {
	Currency string // a label
	Version  string // of the program
	Paper    paper.Size
}

// memo is the document of one lease in the making.
type memo struct {
	*document.Document

	r      *leasehold.Result
	o      Options
	places int    // decimals of amounts
	digest string // of the input
}

// Write writes the memo of r. The same arguments give the same bytes.
func Write(w io.Writer, r *leasehold.Result, o Options) error {
	sum := sha256.Sum256(r.Lease.Append(nil))
	d := &memo{r: r, o: o, places: wording.Places(&r.Lease), digest: hex.EncodeToString(sum[:])}
	d.Document = document.New(document.Options{
		Title: r.Lease.Say("Lease accounting memo"), Subject: d.describe(), Header: d.describe() + ", amounts in " + o.Currency,
		Footer: "Leasehold " + o.Version + ", rules revision " + strconv.Itoa(leasehold.RulesRevision) + ", input " + d.digest[:16],
		Day:    r.Lease.CommencementDate, Paper: o.Paper.For(r.Lease.Standard), Say: r.Lease.Say,
	})
	d.body()
	d.schedule()
	d.journal()
	_, err := d.WriteTo(w)
	return err
}

// describe says in one line which lease it is.
func (d *memo) describe() string {
	text := fmt.Sprintf("%s, %s to %s", wording.Treatment(&d.r.Measurement), d.r.Lease.CommencementDate, d.r.Schedule[len(d.r.Schedule)-1].Last)
	if d.r.Lease.ID != "" {
		return d.r.Lease.ID + ": " + text
	}
	return text
}

// amount prints an amount of a table.
func (d *memo) amount(a money.Amount) string { return wording.Accounting(a, d.places) }
