package leasefile

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold"
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

// heading is a column of the template.
type heading struct {
	text  string // as the reader recognizes it
	field string
	look  look
	offer []string // words to choose from
	about string
}

var yesNo = []string{"yes", "no"}

// The words that the template offers.
var (
	offerStandard   = []string{"ASC 842", "IFRS 16", "GASB 87"}
	offerFrequency  = []string{"monthly", "quarterly", "semiannual", "annual"}
	offerTiming     = []string{"advance", "arrears"}
	offerClass      = []string{"operating", "finance"}
	offerExemption  = []string{"short term", "low value"}
	offerFund       = []string{"government-wide", "governmental"}
	offerDiscount   = []string{"nominal", "effective", "actual 365"}
	offerCommence   = []string{"liability", "settled"}
	offerKind       = []string{"payment", "incentive"}
	offerProportion = []string{"asset", "liability"}
	offerEvent      = []string{
		"index", "contingency resolved", "residual guarantee", "reassessment", "modification", "impairment", "termination", "purchase",
	}
)

const (
	aboutID    = "Your own identity of the lease. The rows of the other sheets name it."
	aboutEvent = "Only where the row belongs to an event: the date of that event in the sheet Events. Otherwise empty."
	needed     = " Required."
)

// headings are the columns of the template, by sheet.
var headings = [tableCount][]heading{
	leasesTable: {
		{"Lease ID", "id", asText, nil, aboutID},
		{"Lease", "name", asText, nil, "A name for people, as it is shown in files and memos."},
		{"tag:entity", "", asText, nil, "A tag: reports group by it. Add columns of your own: each becomes a tag of its heading."},
		{"Reporting standard", "standard", asText, offerStandard, "ASC 842 where it is empty."},
		{"Commencement date", "commencementDate", asDay, nil, "First day of the term." + needed},
		{"Term (months)", "termMonths", asCount, nil, "Months of the term." + needed},
		{"Payment per period", "paymentAmount", asAmount, nil, "Rent of one payment period, before escalation." + needed},
		{"Annual discount rate", "discountRateAnnual", asRate, nil, "Rate a year." + needed},
		{"Payment frequency", "paymentFrequency", asText, offerFrequency, "monthly where it is empty."},
		{"Payment timing", "paymentTiming", asText, offerTiming, "advance: on the first day of a period; arrears: on the last. advance where it is empty."},
		{"Currency", "currency", asText, nil, "Code of the currency, such as USD. It says how many decimals amounts have."},
		{"Annual escalation", "annualEscalationPct", asRate, nil, "The rent rises by this at each anniversary."},
		{"Annual escalation, amount", "annualEscalationAmount", asAmount, nil, "Instead of a percentage: the rent rises by this amount at each anniversary."},
		{"Initial direct costs", "initialDirectCosts", asAmount, nil, ""},
		{"Lease incentives received", "leaseIncentives", asAmount, nil, "Received by commencement."},
		{"Prepaid rent", "prepaidRent", asAmount, nil, "Paid before commencement."},
		{"Residual value guarantee", "residualValueGuarantee", asAmount, nil, "The amount that is expected to be owed at the end of the term."},
		{"Guaranteed residual value", "guaranteedResidualValue", asAmount, nil, "ASC 842: the whole guarantee, for the 90% test alone."},
		{"Purchase option price", "purchaseOptionAmount", asAmount, nil, ""},
		{"Purchase option reasonably certain", "purchaseOptionReasonablyCertain", asText, yesNo, ""},
		{"Ownership transfers", "transfersOwnership", asText, yesNo, "By the end of the term."},
		{"Fair value", "assetFairValue", asAmount, nil, "Of the asset, at commencement."},
		{"Economic life (months)", "assetEconomicLifeMonths", asCount, nil, "Of the asset, remaining at commencement."},
		{"Total life (months)", "assetTotalLifeMonths", asCount, nil, "ASC 842: of the asset from new, for leases late in its life."},
		{"Specialized asset", "specializedAsset", asText, yesNo, "Without an alternative use to the lessor."},
		{"Classification", "classification", asText, offerClass, "ASC 842: overrides the class that is derived."},
		{"Recognition exemption", "exemption", asText, offerExemption, "short term: at most 12 months; low value: IFRS 16 alone."},
		{"Restoration cost", "restorationCost", asAmount, nil, "IFRS 16: provision for dismantling, part of the asset."},
		{"Fund", "fund", asText, offerFund, "GASB 87: whose entries are made."},
		{"Discounting", "basis.discounting", asText, offerDiscount, "nominal: rate × months / 12; effective: (1 + rate)^(months / 12); actual 365: as XNPV. nominal where it is empty."},
		{"Commencement payment", "basis.commencementPayment", asText, offerCommence, "settled: what is paid on the commencement date is no part of the liability. liability where it is empty."},
		{"Opening asset", "openingRouAsset", asAmount, nil, "The asset carried when the lease is taken over from other books."},
	},
	stepsTable: {
		{"Lease ID", "id", asText, nil, aboutID + needed},
		{"From", "from", asDay, nil, "First day of a payment period after the first." + needed},
		{"Payment", "paymentAmount", asAmount, nil, "Rent of a whole period from then on." + needed},
		{"Event date", "event", asDay, nil, aboutEvent},
	},
	freesTable: {
		{"Lease ID", "id", asText, nil, aboutID + needed},
		{"From", "from", asDay, nil, "Commencement or a monthly anniversary." + needed},
		{"Months", "months", asCount, nil, "How many months." + needed},
		{"Share", "share", asShare, nil, "The part of the rent that is not owed; all of it where it is empty."},
		{"Event date", "event", asDay, nil, aboutEvent},
	},
	paymentsTable: {
		{"Lease ID", "id", asText, nil, aboutID + needed},
		{"Date", "date", asDay, nil, "A day of the term." + needed},
		{"Amount", "amount", asAmount, nil, "Above 0." + needed},
		{"Kind", "kind", asText, offerKind, "payment: paid by the lessee; incentive: received after commencement. payment where it is empty."},
		{"Event date", "event", asDay, nil, aboutEvent},
	},
	eventsTable: {
		{"Lease ID", "id", asText, nil, aboutID + needed},
		{"Date", "date", asDay, nil, "The event takes effect at the start of this day." + needed},
		{"Type", "type", asText, offerEvent, "What happened." + needed},
		{"New rent", "paymentAmount", asAmount, nil, "Rent from the first period that starts on or after the date; or give the change."},
		{"Change of rent", "changePct", asRate, nil, "Instead of the new rent: how much it rises; a fall is negative."},
		{"New term (months)", "termMonths", asCount, nil, "Counted from commencement."},
		{"New discount rate", "discountRateAnnual", asRate, nil, ""},
		{"Annual escalation", "annualEscalationPct", asRate, nil, ""},
		{"Annual escalation amount", "annualEscalationAmount", asAmount, nil, ""},
		{"Residual value guarantee", "residualValueGuarantee", asAmount, nil, ""},
		{"Purchase option price", "purchaseOptionAmount", asAmount, nil, ""},
		{"Purchase option certain", "purchaseOptionReasonablyCertain", asText, yesNo, ""},
		{"Ownership transfers", "transfersOwnership", asText, yesNo, ""},
		{"Classification", "classification", asText, offerClass, ""},
		{"Fair value", "assetFairValue", asAmount, nil, ""},
		{"Economic life (months)", "assetEconomicLifeMonths", asCount, nil, "Remaining at the event."},
		{"Specialized asset", "specializedAsset", asText, yesNo, ""},
		{"Initial direct costs", "initialDirectCosts", asAmount, nil, "Paid on the day."},
		{"Lease incentives", "leaseIncentives", asAmount, nil, "Received on the day."},
		{"Share retained", "retainedShare", asShare, nil, "A modification that gives up a part: what is left of the leased asset."},
		{"Proportion", "proportion", asText, offerProportion, "By what the asset falls with it. asset where it is empty."},
		{"Impairment loss", "impairmentLoss", asAmount, nil, ""},
		{"Penalty", "penalty", asAmount, nil, "Of a termination; negative where the lessor pays."},
		{"Price", "price", asAmount, nil, "Of a purchase."},
	},
}

// examples are the rows of the template, by sheet and member.
var examples = [tableCount][]map[string]any{
	leasesTable: {
		{
			"id": "office-1", "name": "Head office", "": "Example Inc.", "standard": "ASC 842", "commencementDate": "2026-01-01", "termMonths": 60,
			"paymentAmount": 10000, "discountRateAnnual": 0.06, "paymentFrequency": "monthly", "paymentTiming": "advance", "currency": "USD",
		},
		{
			"id": "truck-7", "name": "Delivery truck", "": "Example Inc.", "standard": "ASC 842", "commencementDate": "2026-03-01", "termMonths": 36,
			"paymentAmount": 1250.5, "discountRateAnnual": 0.0725, "paymentTiming": "arrears", "currency": "USD", "assetFairValue": 45000,
			"assetEconomicLifeMonths": 84, "transfersOwnership": "no",
		},
	},
	stepsTable: {
		{"id": "office-1", "from": "2028-01-01", "paymentAmount": 10500},
		{"id": "office-1", "from": "2029-07-01", "paymentAmount": 12000, "event": "2029-01-01"},
	},
	freesTable:    {{"id": "office-1", "from": "2026-01-01", "months": 3, "share": 0.5}},
	paymentsTable: {{"id": "office-1", "date": "2026-06-15", "amount": 7500, "kind": "payment"}},
	eventsTable:   {{"id": "office-1", "date": "2029-01-01", "type": "reassessment", "termMonths": 84, "discountRateAnnual": 0.055}},
}

// readme are the lines of the first sheet.
var readme = []string{
	"Leases to report on",
	"",
	"Leases: one row a lease. The examples show how rows look; overwrite them. Columns that are not needed may be deleted or moved.",
	"Steps: the rent from a date on. Rent free: months without rent, or with a part of it. Payments: single payments and incentives.",
	"Events: what changed in the life of a lease. The sheet Leases describes the lease as it was at commencement.",
	"Each row of these four sheets names its lease by the Lease ID. The rows may be in any order.",
	"",
	"Each heading has a comment that says what the column means. An empty cell means: not stated.",
	"Dates are dates or texts such as 2026-01-15; rates are percents; amounts have no more decimals than the currency.",
	"Further columns of the sheet Leases are carried as tags, by which reports can be grouped.",
	"",
	"Read it with:",
	"leasehold report --from 2026-01-01 --to 2026-12-31 leases.xlsx",
	"leasehold compute --from leases.xlsx",
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
	for i, line := range readme {
		p.keep(p.file.SetCellStr(readmeName, "A"+strconv.Itoa(i+1), line))
	}
	p.keep(p.file.SetCellStyle(readmeName, "A1", "A1", p.style(&excelize.Style{Font: &excelize.Font{Bold: true, Size: 14}})))
	p.keep(p.file.SetColWidth(readmeName, "A", "A", 130))
	for kind := range headings {
		p.sheet(kind)
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
func (p *template) sheet(kind int) {
	name := tables()[kind].title
	_, err := p.file.NewSheet(name)
	p.keep(err)
	for i := range headings[kind] {
		h, letter := &headings[kind][i], sheet.Letter(i)
		p.keep(p.file.SetColStyle(name, letter, p.styles[h.look]))
		p.keep(p.file.SetColWidth(name, letter, letter, templateWidth))
		p.keep(p.file.SetCellStr(name, letter+"1", h.text))
		p.keep(p.file.SetCellStyle(name, letter+"1", letter+"1", p.heading))
		p.comment(name, letter+"1", h)
		p.offer(name, letter, h)
		for j, row := range examples[kind] {
			p.cell(name, letter+strconv.Itoa(j+2), h, row[h.field])
		}
	}
	p.keep(p.file.SetRowHeight(name, 1, 32))
	p.keep(p.file.SetPanes(name, &excelize.Panes{Freeze: true, XSplit: 1, YSplit: 1, TopLeftCell: "B2", ActivePane: "bottomRight"}))
}

func (p *template) comment(name, at string, h *heading) {
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
func (p *template) offer(name, letter string, h *heading) {
	if h.offer == nil {
		return
	}
	v := excelize.NewDataValidation(true)
	v.SetSqref(letter + "2:" + letter + strconv.Itoa(templateRows))
	p.keep(v.SetDropList(h.offer))
	p.keep(p.file.AddDataValidation(name, v))
}

func (p *template) cell(name, at string, h *heading, value any) {
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
