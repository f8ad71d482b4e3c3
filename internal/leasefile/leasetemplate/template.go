// Package leasetemplate writes the workbook template for leases, which package leasefile reads. It
// is a separate package because browsers load leasefile, and code that writes workbooks would more
// than double the download size.
package leasetemplate

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/leasefile"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/sheet"
)

const (
	templateRows  = 2000 // number of the last row with drop-down lists
	templateWidth = 18   // column width in characters
	readmeName    = "Read me"
)

// formats contains the number formats of cells by value type. Values without a format are text.
var formats = [member.List + 1]string{
	member.Date: "yyyy-mm-dd", member.Amount: "#,##0.00##", member.Rate: "0.00##%", member.Change: "0.00##%", member.Months: "0", member.Share: "0.##%",
	member.Exchange: "0.0000######",
}

// Write writes a workbook in which users enter leases. It has a sheet of instructions, a sheet of
// leases, and a sheet for each list.
func Write(w io.Writer) error {
	p := template{file: excelize.NewFile()}
	defer p.file.Close() //nolint:errcheck // the workbook has no temporary files
	p.build()
	if p.err == nil {
		p.err = spreadsheet.WriteFile(w, p.file)
	}
	if p.err != nil {
		return fmt.Errorf("write the template: %w", p.err)
	}
	return nil
}

type template struct {
	file    *excelize.File
	styles  [len(formats)]int // styles by value type
	heading int
	err     error // errors of all calls, joined together
}

func (p *template) keep(err error) { p.err = errors.Join(p.err, err) }

func (p *template) build() {
	for kind := range p.styles {
		format := cmp.Or(formats[kind], "@")
		p.styles[kind] = p.style(&excelize.Style{CustomNumFmt: &format})
	}
	p.heading = p.style(&excelize.Style{
		Font: &excelize.Font{Family: "Calibri", Size: 11, Bold: true}, Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"E3E8EE"}},
		Alignment: &excelize.Alignment{WrapText: true, Vertical: "top"},
	})
	p.keep(p.file.SetSheetName(p.file.GetSheetName(0), readmeName))
	for i, line := range leasefile.Readme() {
		p.keep(p.file.SetCellStr(readmeName, "A"+strconv.Itoa(i+1), line))
	}
	p.keep(p.file.SetCellStyle(readmeName, "A1", "A1", p.style(&excelize.Style{Font: &excelize.Font{Family: "Calibri", Bold: true, Size: 14}})))
	p.keep(p.file.SetColWidth(readmeName, "A", "A", 130))
	for _, s := range leasefile.TemplateSheets() {
		p.sheet(&s)
	}
	p.file.SetActiveSheet(1)
	p.keep(p.file.SetDocProps(&excelize.DocProperties{Title: "Leases to report on", Creator: "Leasehold", LastModifiedBy: "Leasehold"}))
}

func (p *template) style(s *excelize.Style) int {
	id, err := p.file.NewStyle(s)
	p.keep(err)
	return id
}

// sheet writes a sheet with headings, comments, display formats, drop-down lists and examples.
func (p *template) sheet(s *leasefile.TemplateSheet) {
	name := s.Title
	_, err := p.file.NewSheet(name)
	p.keep(err)
	for i, h := range s.Headings {
		letter := sheet.Letter(i)
		p.keep(p.file.SetColStyle(name, letter, p.styles[h.Kind]))
		p.keep(p.file.SetColWidth(name, letter, letter, templateWidth))
		p.keep(p.file.SetCellStr(name, letter+"1", h.Text))
		p.keep(p.file.SetCellStyle(name, letter+"1", letter+"1", p.heading))
		p.comment(name, letter+"1", &h)
		p.offer(name, letter, &h)
		for j, row := range s.Examples {
			p.cell(name, letter+strconv.Itoa(j+2), &h, row[h.Member])
		}
	}
	p.keep(p.file.SetRowHeight(name, 1, headingHeight(s.Headings)))
	p.keep(p.file.SetPanes(name, &excelize.Panes{Freeze: true, XSplit: 1, YSplit: 1, TopLeftCell: "B2", ActivePane: "bottomRight"}))
}

// headingHeight returns the height of the heading row in points. Headings wrap, so the estimate
// reserves a third of each line for bold letters and line breaks.
func headingHeight(list []leasefile.Heading) float64 {
	const lineHeight, inLine = 15, templateWidth * 2 / 3
	lines := 2
	for i := range list {
		lines = max(lines, (len(list[i].Text)+inLine-1)/inLine)
	}
	return float64(lines * lineHeight)
}

func (p *template) comment(name, at string, h *leasefile.Heading) {
	about := h.About
	if h.Offer != nil {
		about += " One of: " + strings.Join(h.Offer, ", ") + "."
	}
	if about = strings.TrimSpace(about); about == "" {
		return
	}
	p.keep(p.file.AddComment(name, excelize.Comment{Cell: at, Author: "Leasehold", Paragraph: []excelize.RichTextRun{{Text: about}}, Width: 280, Height: 90}))
}

func (p *template) offer(name, letter string, h *leasefile.Heading) {
	if h.Offer == nil {
		return
	}
	v := excelize.NewDataValidation(true)
	v.SetSqref(letter + "2:" + letter + strconv.Itoa(templateRows))
	p.keep(v.SetDropList(h.Offer))
	p.keep(p.file.AddDataValidation(name, v))
}

func (p *template) cell(name, at string, h *leasefile.Heading, value any) {
	switch v := value.(type) {
	case nil:
		return
	case string:
		if h.Kind != member.Date {
			p.keep(p.file.SetCellStr(name, at, v))
			break
		}
		day, err := civil.Parse(v)
		p.keep(err)
		p.keep(p.file.SetCellInt(name, at, int64(spreadsheet.Serial(day))))
	default:
		p.keep(p.file.SetCellValue(name, at, v))
	}
	p.keep(p.file.SetCellStyle(name, at, at, p.styles[h.Kind]))
}
