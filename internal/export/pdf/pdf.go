// Package pdf writes the memo of a lease: its identity, inputs and judgments, measurement with a
// chart, classification, disclosures and the paragraphs of the standard, with the schedule and
// the journal as appendices. It computes only page totals.
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
	Currency string // label of the amounts
	Version  string // program version
	Paper    paper.Size
}

// memo is the document of one lease under construction.
type memo struct {
	*document.Document

	r      *leasehold.Result
	o      Options
	places int    // decimals of amounts
	digest string // digest of the input
}

// Write writes the memo of r. Equal arguments write equal bytes.
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

// describe returns a one-line description of the lease.
func (d *memo) describe() string {
	text := fmt.Sprintf("%s, %s to %s", wording.Treatment(&d.r.Measurement), d.r.Lease.CommencementDate, d.r.Schedule[len(d.r.Schedule)-1].Last)
	if d.r.Lease.ID != "" {
		return d.r.Lease.ID + ": " + text
	}
	return text
}

// amount formats an amount for a table.
func (d *memo) amount(a money.Amount) string { return wording.Accounting(a, d.places) }
