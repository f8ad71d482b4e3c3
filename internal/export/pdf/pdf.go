// Package pdf prints a lease for an audit file: headline, inputs,
// classification, schedule with page totals, entries, disclosures and basis.
package pdf

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

// MediaType is the media type of the document.
const MediaType = "application/pdf"

// Options say what a document tells beside the lease.
type Options struct {
	Currency string // a label
	Version  string // of the program
}

// The page, in millimetres: A4 on its side.
const (
	margin     = 12.0
	width      = 297 - 2*margin
	bottom     = 210 - margin - 6 // above the footer
	lineHeight = 4.6
	textSize   = 8.5
)

// document is a PDF in the making. Its errors are kept by fpdf until the end.
type document struct {
	*fpdf.Fpdf

	r         *leasehold.Result
	o         Options
	encode    func(string) string // to the encoding of the built-in fonts
	digest    string
	tableSize float64 // of the amounts, small enough for the longest one
}

// Write writes the document of r. The bytes depend on r and o alone.
func Write(w io.Writer, r *leasehold.Result, o Options) error {
	sum := sha256.Sum256(r.Lease.Append(nil))
	d := &document{Fpdf: fpdf.New("L", "mm", "A4", ""), r: r, o: o, digest: hex.EncodeToString(sum[:])}
	d.encode = d.UnicodeTranslatorFromDescriptor("")
	// No clock: the document bears the day on which its lease begins.
	begins := r.Lease.CommencementDate
	day := time.Date(int(begins.Year), time.Month(begins.Month), int(begins.Day), 0, 0, 0, 0, time.UTC)
	d.SetCreationDate(day)
	d.SetModificationDate(day)
	d.SetCatalogSort(true)
	d.SetProducer("Leasehold", false)
	d.SetTitle("Lease schedule", false)
	d.SetMargins(margin, margin, margin)
	d.SetAutoPageBreak(false, 0)
	d.AliasNbPages("{pages}")
	d.SetFooterFunc(d.footer)
	d.tableSize = d.fit()

	d.AddPage()
	d.headline()
	d.inputs()
	d.classification()
	d.schedule()
	d.entries()
	d.disclosures()
	d.basis()
	var file bytes.Buffer
	if err := d.Output(&file); err != nil {
		return fmt.Errorf("PDF: %w", err)
	}
	if _, err := w.Write(file.Bytes()); err != nil {
		return fmt.Errorf("write PDF: %w", err)
	}
	return nil
}

func (d *document) footer() {
	d.SetY(210 - margin)
	d.SetFont("Helvetica", "", 7)
	d.CellFormat(width/2, 4, d.encode("Leasehold "+d.o.Version+", rules revision "+strconv.Itoa(leasehold.RulesRevision)+", input "+d.digest[:16]), "", 0, "L", false, 0, "")
	d.CellFormat(width/2, 4, "Page "+strconv.Itoa(d.PageNo())+" of {pages}", "", 0, "R", false, 0, "")
}

// room starts a new page where less than h is left on this one.
func (d *document) room(h float64) {
	if d.GetY()+h > bottom {
		d.AddPage()
	}
}

func (d *document) title(text string) {
	d.room(20)
	d.Ln(3)
	d.SetFont("Helvetica", "B", 12)
	d.CellFormat(width, 7, d.encode(text), "B", 1, "L", false, 0, "")
	d.Ln(1.5)
}

// paragraph writes a text over the width that is left of the line.
func (d *document) paragraph(text string) {
	d.SetFont("Helvetica", "", textSize)
	lines := d.SplitText(d.encode(text), width-d.GetX()+margin)
	x := d.GetX()
	for _, line := range lines {
		d.room(lineHeight)
		d.SetX(x)
		d.CellFormat(width-x+margin, lineHeight, line, "", 1, "L", false, 0, "")
	}
}

// pair writes a name and what it stands for.
func (d *document) pair(name, value string) {
	d.room(lineHeight)
	d.SetFont("Helvetica", "B", textSize)
	d.CellFormat(75, lineHeight, d.encode(name), "", 0, "L", false, 0, "")
	d.paragraph(value)
}

// grouped prints an amount with its thousands apart.
func grouped(a money.Amount) string {
	text := a.String()
	sign := ""
	if strings.HasPrefix(text, "-") {
		sign, text = "-", text[1:]
	}
	whole, decimals, _ := strings.Cut(text, ".")
	var b strings.Builder
	for i, c := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(c)
	}
	return sign + b.String() + "." + decimals
}

func (d *document) headline() {
	r := d.r
	d.SetFont("Helvetica", "B", 16)
	d.CellFormat(width, 9, "Lease schedule", "", 1, "L", false, 0, "")
	d.SetFont("Helvetica", "", 10)
	last := r.Schedule[len(r.Schedule)-1].Last
	d.CellFormat(width, 6, d.encode(fmt.Sprintf("%s, %s lease, %s to %s, amounts in %s",
		r.Lease.Standard, r.Class, r.Lease.CommencementDate, last, d.o.Currency)), "", 1, "L", false, 0, "")
	d.Ln(2)
	for _, f := range []struct {
		name   string
		amount money.Amount
	}{
		{"Initial lease liability", r.InitialLiability},
		{"Initial right-of-use asset", r.InitialRouAsset},
		{"Total undiscounted payments", r.TotalUndiscountedPayments},
		{"Imputed interest", r.Disclosures.ImputedInterest},
		{"Total lease cost", r.TotalLeaseCost},
		{"Current liability", r.Disclosures.CurrentLiability},
		{"Long-term liability", r.Disclosures.LongTermLiability},
	} {
		d.pair(f.name, grouped(f.amount))
	}
	d.pair("Periods", strconv.Itoa(len(r.Schedule)))
	d.pair("Periodic rate", r.PeriodicRate.String())
}
