// Package pdf writes the memo of a lease that is filed with the contract: who
// the lease belongs to, inputs and judgements, classification, disclosures and
// the paragraphs behind them, with the schedule and the journal as appendices.
// It computes nothing but the totals of a page.
package pdf

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strconv"
	"time"

	"codeberg.org/go-pdf/fpdf"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/paper"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// MediaType is the media type of the document.
const MediaType = "application/pdf"

// Options are what a document needs to know beside the lease.
type Options struct {
	Currency string // a label
	Version  string // of the program
	Paper    paper.Size
}

// document is a PDF in the making. fpdf keeps its first error until the end.
type document struct {
	*fpdf.Fpdf

	r        *leasehold.Result
	o        Options
	places   int                 // decimals of the amounts
	encode   func(string) string // to the encoding of the built-in fonts
	digest   string              // of the input
	sections int                 // written so far
}

// Write writes the document of r. The bytes depend on r and o alone.
func Write(w io.Writer, r *leasehold.Result, o Options) error {
	d := newDocument(r, o)
	d.memo()
	d.schedule()
	d.journal()
	var file bytes.Buffer
	if err := d.Output(&file); err != nil {
		return fmt.Errorf("PDF: %w", err)
	}
	if _, err := w.Write(file.Bytes()); err != nil {
		return fmt.Errorf("write PDF: %w", err)
	}
	return nil
}

func newDocument(r *leasehold.Result, o Options) *document {
	sum := sha256.Sum256(r.Lease.Append(nil))
	width, height := o.Paper.Millimetres()
	f := fpdf.NewCustom(&fpdf.InitType{OrientationStr: "P", UnitStr: "mm", Size: fpdf.SizeType{Wd: width, Ht: height}})
	d := &document{Fpdf: f, r: r, o: o, places: wording.Places(&r.Lease), digest: hex.EncodeToString(sum[:])}
	d.encode = d.UnicodeTranslatorFromDescriptor("")
	// No clock: the document bears the day on which its lease begins.
	begins := r.Lease.CommencementDate
	day := time.Date(int(begins.Year), time.Month(begins.Month), int(begins.Day), 0, 0, 0, 0, time.UTC)
	d.SetCreationDate(day)
	d.SetModificationDate(day)
	d.SetCatalogSort(true)
	d.SetProducer("Leasehold", false)
	d.SetTitle("Lease accounting memo", false)
	d.SetSubject(d.describe(), true)
	d.SetMargins(margin, margin, margin)
	d.SetAutoPageBreak(false, 0)
	d.SetLineWidth(0.15)
	d.AliasNbPages("{pages}")
	d.SetHeaderFunc(d.header)
	d.SetFooterFunc(d.footer)
	return d
}

// describe says in one line which lease it is.
func (d *document) describe() string {
	text := fmt.Sprintf("%s, %s to %s", wording.Treatment(&d.r.Measurement), d.r.Lease.CommencementDate, d.r.Schedule[len(d.r.Schedule)-1].Last)
	if d.r.Lease.ID != "" {
		return d.r.Lease.ID + ": " + text
	}
	return text
}

// header names the lease on every page but the first, which has it in large.
func (d *document) header() {
	if d.PageNo() == 1 {
		return
	}
	d.font("", smallSize)
	const title = 40.0
	d.cell(title, rowHeight, "Lease accounting memo", "L", "")
	rest := d.width() - title
	d.cell(rest, rowHeight, d.split(d.describe()+", amounts in "+d.o.Currency, rest)[0], "R", "")
	d.Ln(rowHeight + 2)
}

func (d *document) footer() {
	d.SetY(d.bottom() + 4)
	d.font("", smallSize)
	program := "Leasehold " + d.o.Version + ", rules revision " + strconv.Itoa(leasehold.RulesRevision) + ", input " + d.digest[:16]
	const pageWidth = 18.0 // to the left in its cell, for the number that replaces the alias is shorter
	d.cell(d.width()-pageWidth, rowHeight, program, "L", "")
	d.cell(pageWidth, rowHeight, "Page "+strconv.Itoa(d.PageNo())+" of {pages}", "L", "")
}

// amount prints an amount of a table.
func (d *document) amount(a money.Amount) string { return wording.Accounting(a, d.places) }
