package leasefile

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/sheet"
)

// look is how a column of the template is shown.
type look uint8

const (
	asText look = iota
	asDay
	asAmount
	asRate
	asCount
	asShare
)

// looks are how the kinds of members are shown.
//
//nolint:exhaustive // the others are text
var looks = map[member.Kind]look{
	member.Date: asDay, member.Amount: asAmount, member.Rate: asRate, member.Change: asRate, member.Months: asCount, member.Share: asShare,
}

// column is a column of the template.
type column struct {
	text  string // as the reader recognizes it
	field string
	look  look
	offer []string // words to choose from
	about string
}

// exampleTag is the tag of the template.
const exampleTag = tagPrefix + "entity"

// columnsOf returns the columns of a table: a member each, in the contract's order.
func columnsOf(t *table) (list []column) {
	for i := range t.fields {
		switch f := &t.fields[i]; {
		case f.name == eventField.name:
			continue
		case f.name == "tags" && t.shared:
			list = append(list, column{exampleTag, f.name, asText, nil, f.row.Help + " Add columns of your own, such as tag:site."})
		case f.name == "tags":
			list = append(list, column{exampleTag, f.name, asText, nil, "A tag: reports group by it. Add columns of your own: each becomes a tag of its heading."})
		case f.row != nil && f.kind != nested:
			list = append(list, columnOf(f, t))
		}
	}
	if t.restated {
		about := "Only where the row belongs to an event: the date of that event in the sheet Events. Otherwise empty."
		list = append(list, column{"Event date", eventField.name, asDay, nil, about})
	}
	return list
}

var yesNo = []string{"yes", "no"}

// columnOf is the column of a member.
func columnOf(f *field, t *table) column {
	c := column{text: heading(f.row), field: f.name, look: looks[f.row.Kind], about: f.row.Help}
	switch f.kind {
	case flag:
		c.offer = yesNo
	case word:
		for i := range f.row.Words {
			c.offer = append(c.offer, labelOf(f.row, &f.row.Words[i]))
		}
	default: // the others have no words to choose from
	}
	if slices.Contains(t.required, f.name) {
		c.about += " Required."
	}
	if titles := titlesOf(f.row.Only); titles != "" {
		c.about += " For " + titles + " alone."
	}
	return c
}

// titlesOf returns the titles of standards by their names.
func titlesOf(only []string) string {
	var titles []string
	for _, s := range leasehold.Standards() {
		if slices.Contains(only, s.String()) {
			titles = append(titles, s.Title())
		}
	}
	return strings.Join(titles, " and ")
}

// examples are the rows of the template, by list and member.
var examples = map[string][]map[string]any{
	"": {
		{
			"id": "office-1", "name": "Head office", "tags": "Example Inc.", "standard": "ASC 842", "commencementDate": "2026-01-01", "termMonths": 60,
			"paymentAmount": 10000, "discountRateAnnual": 0.06, "paymentFrequency": "Monthly", "paymentTiming": "In advance", "currency": "USD",
		},
		{
			"id": "truck-7", "name": "Delivery truck", "tags": "Example Inc.", "standard": "ASC 842", "commencementDate": "2026-03-01", "termMonths": 36,
			"paymentAmount": 1250.5, "discountRateAnnual": 0.0725, "paymentTiming": "In arrears", "currency": "USD", "assetFairValue": 45000,
			"assetEconomicLifeMonths": 84, "transfersOwnership": "no",
		},
	},
	"rentSteps": {
		{"id": "office-1", "from": "2028-01-01", "paymentAmount": 10500},
		{"id": "office-1", "from": "2029-07-01", "paymentAmount": 12000, "event": "2029-01-01"},
	},
	"rentFree":      {{"id": "office-1", "from": "2026-01-01", "months": 3, "share": 0.5}},
	"otherPayments": {{"id": "office-1", "date": "2026-06-15", "amount": 7500, "kind": "Payment"}},
	"events":        {{"id": "office-1", "date": "2029-01-01", "type": "Reassessment", "termMonths": 84, "discountRateAnnual": 0.055}},
	"discountRates": {
		{"validFrom": "2026-01-01", "termMonths": 36, "discountRateAnnual": 0.058, "currency": "USD", "source": "Treasury, January 2026"},
		{"validFrom": "2026-01-01", "termMonths": 84, "discountRateAnnual": 0.064, "currency": "USD", "source": "Treasury, January 2026"},
	},
	"components": {
		{"id": "office-1", "name": "Office", "kind": "Lease", "standalonePrice": 9200},
		{"id": "office-1", "name": "Cleaning", "kind": "Service", "standalonePrice": 800},
	},
	"variablePayments": {{"id": "office-1", "date": "2026-12-31", "amount": 1830.25, "name": "Common area costs"}},
	"subleaseIncome":   {{"id": "office-1", "date": "2026-09-30", "amount": 1200}},
}

// readme returns the lines of the first sheet.
func readme() []string {
	lines := []string{
		"Leases to report on",
		"",
		"Leases: one row per lease. The examples show how rows look; overwrite them. Columns that are not needed may be deleted or moved.",
	}
	for _, t := range tables()[leasesTable+1:] {
		lines = append(lines, t.title+": "+member.Find(member.Lease, t.list).Help)
	}
	return append(lines,
		"Each row of these sheets, but Rates, names its lease by the Lease ID. The rows may be in any order; of Rates, the first that fits a lease counts. The sheet Leases describes the lease as it was at commencement.",
		"",
		"Each heading has a comment that says what the column means. An empty cell means: not stated.",
		"Dates are dates or texts such as 2026-01-15; rates are percents; amounts have no more decimals than the currency.",
		"Further columns of the sheet Leases are carried as tags, by which reports can be grouped.",
		"",
		"Read it with:",
		"leasehold report --from 2026-01-01 --to 2026-12-31 leases.xlsx",
		"leasehold compute --from leases.xlsx",
	)
}

// Sizes of the template.
const (
	templateRows  = 2000 // that offer words to choose from
	templateWidth = 18
	readmeName    = "Read me"
)

// WritePortfolio writes a workbook to fill with leases: a sheet to read, the leases,
// and the lists, with an example each.
func WritePortfolio(w io.Writer) error {
	p := template{file: excelize.NewFile()}
	defer p.file.Close() //nolint:errcheck // it has no file of ours
	p.build()
	if p.err == nil {
		_, p.err = p.file.WriteTo(w)
	}
	if p.err != nil {
		return fmt.Errorf("write the template: %w", p.err)
	}
	return nil
}

// template is a workbook in the making.
type template struct {
	file    *excelize.File
	styles  [asShare + 1]int
	heading int
	err     error // the first
}

func (p *template) keep(err error) { p.err = errors.Join(p.err, err) }

func (p *template) build() {
	for i, format := range [...]string{asText: "@", asDay: "yyyy-mm-dd", asAmount: "#,##0.00##", asRate: "0.00##%", asCount: "0", asShare: "0.##%"} {
		p.styles[i] = p.style(&excelize.Style{CustomNumFmt: &format})
	}
	p.heading = p.style(&excelize.Style{
		Font: &excelize.Font{Bold: true}, Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"E3E8EE"}},
		Alignment: &excelize.Alignment{WrapText: true, Vertical: "top"},
	})
	p.keep(p.file.SetSheetName(p.file.GetSheetName(0), readmeName))
	for i, line := range readme() {
		p.keep(p.file.SetCellStr(readmeName, "A"+strconv.Itoa(i+1), line))
	}
	p.keep(p.file.SetCellStyle(readmeName, "A1", "A1", p.style(&excelize.Style{Font: &excelize.Font{Bold: true, Size: 14}})))
	p.keep(p.file.SetColWidth(readmeName, "A", "A", 130))
	for i := range tables() {
		p.sheet(&tables()[i])
	}
	p.file.SetActiveSheet(1)
	p.keep(p.file.SetDocProps(&excelize.DocProperties{Title: "Leases to report on", Creator: "Leasehold", LastModifiedBy: "Leasehold"}))
}

func (p *template) style(s *excelize.Style) int {
	id, err := p.file.NewStyle(s)
	p.keep(err)
	return id
}

// sheet writes a table: headings with their comments, formats, words to choose from,
// and the examples.
func (p *template) sheet(t *table) {
	name := t.title
	_, err := p.file.NewSheet(name)
	p.keep(err)
	for i, h := range columnsOf(t) {
		letter := sheet.Letter(i)
		p.keep(p.file.SetColStyle(name, letter, p.styles[h.look]))
		p.keep(p.file.SetColWidth(name, letter, letter, templateWidth))
		p.keep(p.file.SetCellStr(name, letter+"1", h.text))
		p.keep(p.file.SetCellStyle(name, letter+"1", letter+"1", p.heading))
		p.comment(name, letter+"1", &h)
		p.offer(name, letter, &h)
		for j, row := range examples[t.list] {
			p.cell(name, letter+strconv.Itoa(j+2), &h, row[h.field])
		}
	}
	p.keep(p.file.SetRowHeight(name, 1, 32))
	p.keep(p.file.SetPanes(name, &excelize.Panes{Freeze: true, XSplit: 1, YSplit: 1, TopLeftCell: "B2", ActivePane: "bottomRight"}))
}

func (p *template) comment(name, at string, h *column) {
	about := h.about
	if h.offer != nil {
		about += " One of: " + strings.Join(h.offer, ", ") + "."
	}
	if about = strings.TrimSpace(about); about == "" {
		return
	}
	p.keep(p.file.AddComment(name, excelize.Comment{Cell: at, Author: "Leasehold", Paragraph: []excelize.RichTextRun{{Text: about}}, Width: 280, Height: 90}))
}

// offer lets the cells of a column be chosen from a list.
func (p *template) offer(name, letter string, h *column) {
	if h.offer == nil {
		return
	}
	v := excelize.NewDataValidation(true)
	v.SetSqref(letter + "2:" + letter + strconv.Itoa(templateRows))
	p.keep(v.SetDropList(h.offer))
	p.keep(p.file.AddDataValidation(name, v))
}

func (p *template) cell(name, at string, h *column, value any) {
	switch v := value.(type) {
	case nil:
		return
	case string:
		if h.look != asDay {
			p.keep(p.file.SetCellStr(name, at, v))
			break
		}
		day, err := leasehold.ParseDate(v)
		p.keep(err)
		p.keep(p.file.SetCellInt(name, at, serial(day)))
	default:
		p.keep(p.file.SetCellValue(name, at, v))
	}
	p.keep(p.file.SetCellStyle(name, at, at, p.styles[h.look]))
}

// serial returns the number of a day of this century in a spreadsheet.
func serial(day leasehold.Date) int64 {
	const first = 36526 // 1 January 2000
	n := int64(first)
	for d := (leasehold.Date{Year: 2000, Month: 1, Day: 1}); d.Before(day); d = d.Next() {
		n++
	}
	return n
}
