// Package document writes PDF documents with headings, paragraphs, lists of amounts and the inputs
// of a lease, all in one style. The calling packages supply the text. Equal content results in
// equal bytes.
package document

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"codeberg.org/go-pdf/fpdf"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/export/paper"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/wording"
)

// MediaType is the media type of a document.
const MediaType = "application/pdf"

// Options configure a document.
type Options struct {
	Title   string
	Subject string     // one line that describes the content of the document
	Header  string     // text that follows the title at the top of every page except the first
	Footer  string     // text at the bottom of every page
	Day     civil.Date // date of the document; the current date is never used
	Paper   paper.Size
	Say     func(string) string // replaces general terms in text with the standard's terms; nil to keep the general terms
}

// Document is a PDF under construction. [Document.WriteTo] returns the first error that occurred.
type Document struct {
	*fpdf.Fpdf

	o        Options
	letters  letters
	sections int // number of sections written so far
}

// New starts a document.
func New(o Options) *Document {
	width, height := o.Paper.Millimetres()
	f := fpdf.NewCustom(&fpdf.InitType{OrientationStr: Portrait, UnitStr: "mm", Size: fpdf.SizeType{Wd: width, Ht: height}})
	d := &Document{Fpdf: f, o: o}
	d.letters = letters{encode: d.UnicodeTranslatorFromDescriptor(""), known: map[rune]bool{}}
	day := time.Date(int(o.Day.Year), time.Month(o.Day.Month), int(o.Day.Day), 0, 0, 0, 0, time.UTC)
	d.SetCreationDate(day)
	d.SetModificationDate(day)
	d.SetCatalogSort(true)
	d.SetProducer("Leasehold", false)
	d.SetTitle(d.say(o.Title), false)
	d.SetSubject(o.Subject, true)
	d.SetMargins(Margin, Margin, Margin)
	d.SetAutoPageBreak(false, 0)
	d.SetLineWidth(0.15)
	d.AliasNbPages("{pages}")
	d.SetHeaderFunc(d.header)
	d.SetFooterFunc(d.footer)
	return d
}

// WriteTo writes the document. If an error has occurred earlier, it writes nothing and returns that
// error.
func (d *Document) WriteTo(w io.Writer) (int64, error) {
	var file bytes.Buffer
	if err := d.Output(&file); err != nil {
		return 0, fmt.Errorf("PDF: %w", err)
	}
	n, err := file.WriteTo(w)
	if err != nil {
		return n, fmt.Errorf("write PDF: %w", err)
	}
	return n, nil
}

// header writes the title and the header text at the top of every page except the first, which has
// a large title instead.
func (d *Document) header() {
	if d.PageNo() == 1 {
		return
	}
	d.Font("", SmallSize)
	title := d.say(d.o.Title)
	width := d.GetStringWidth(title) + 5
	d.Put(width, RowHeight, title, "L", "")
	rest := d.Width() - width
	d.Put(rest, RowHeight, At(d.Split(d.o.Header, rest), 0), "R", "")
	d.Ln(RowHeight + 2)
}

func (d *Document) footer() {
	d.SetY(d.Bottom() + 4)
	d.Font("", SmallSize)
	const pageWidth = 18.0 // the placeholder is wider than the page number that replaces it, so the text is shifted to the left
	d.Put(d.Width()-pageWidth, RowHeight, d.o.Footer, "L", "")
	d.Put(pageWidth, RowHeight, "Page "+strconv.Itoa(d.PageNo())+" of {pages}", "L", "")
}

// Fields writes names and values in two columns. An empty value becomes a line to fill in by hand.
// A field with an empty name remains blank.
func (d *Document) Fields(fields [][2]string) {
	const (
		gap  = 8.0
		name = 24.0
		line = 6.0 // height of a line in millimeters
	)
	if len(fields)%2 == 1 {
		fields = append(slices.Clip(fields), [2]string{})
	}
	column := (d.Width()-gap)/2 - name
	for i := 0; i < len(fields); i += 2 {
		d.Font("", TextSize)
		pair := [2][]string{d.Split(fields[i][1], column), d.Split(fields[i+1][1], column)}
		lines := max(len(pair[0]), len(pair[1]), 1)
		d.Room(line * float64(lines+1))
		for k := range lines {
			for side, field := range fields[i : i+2] {
				border := ""
				if k == lines-1 && field[0] != "" {
					border = "B"
				}
				label := ""
				if k == 0 {
					label = At(d.Split(field[0]+" ", name), 0)
				}
				d.Font("", SmallSize+0.5)
				d.Put(name, line, label, "L", "")
				d.Font("", TextSize)
				d.Put(column, line, At(pair[side], k), "L", border)
				if side == 0 {
					d.Put(gap, line, "", "L", "")
				}
			}
			d.Ln(line)
		}
		d.Ln(1)
	}
	d.Ln(1)
}

// Inputs writes a lease's inputs: first the terms of the lease contract, then the judgments. It
// omits the lease's identity; use [Document.Fields] for that.
func (d *Document) Inputs(l *leasehold.Lease) {
	nature := member.Identity
	for _, in := range wording.Inputs(l) {
		if in.Nature == member.Identity {
			continue
		}
		if in.Nature != nature {
			nature = in.Nature
			d.Ln(1)
			d.Room(3 * RowHeight)
			d.Figure(nature.String(), "", "B", "")
		}
		d.Figure(in.Label, in.Value, "", "")
	}
}

// Evidence writes the quotations from the lease contract that support the inputs. Without
// quotations, it writes nothing.
func (d *Document) Evidence(l *leasehold.Lease) {
	quotes := wording.Quotes(l)
	if quotes == nil {
		return
	}
	d.Section("Evidence")
	d.Paragraph("These passages of the lease contract support the inputs. No figure depends on them.")
	for _, q := range quotes {
		d.Ln(1)
		d.Room(3 * LineHeight)
		d.Figure(q.Member, q.Value, "B", "")
		text := "“" + q.Text + "”"
		if q.Source != "" {
			text += " (" + q.Source + ")"
		}
		d.Paragraph(text)
	}
}
