package leasefile

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/member"
)

// Heading describes a column of the template.
type Heading struct {
	Text   string      // heading, which [Open] recognizes
	Member string      // name of the field
	Kind   member.Kind // type of the values, which determines the display format
	Offer  []string    // choices for the cells; nil if any value is allowed
	About  string      // explanation of the column
}

// TemplateSheet describes a sheet of the template workbook.
type TemplateSheet struct {
	Title    string
	Headings []Heading
	Examples []map[string]any // values of the example rows, by field
}

// TemplateSheets returns the sheets of the template workbook: the sheet of leases and then one
// sheet for each list.
func TemplateSheets() []TemplateSheet {
	list := make([]TemplateSheet, len(tables()))
	for i := range list {
		t := &tables()[i]
		list[i] = TemplateSheet{t.title, headingsOf(t), examples[t.list]}
	}
	return list
}

const exampleTag = tagPrefix + "entity"

// headingsOf returns a table's template columns in the API contract's order. Alternative fields
// have no template column, nor do most fields that contain JSON.
func headingsOf(t *table) (list []Heading) {
	for i := range t.fields {
		switch f := &t.fields[i]; {
		case f.name == eventField.name:
			continue
		case f.name == "tags" && t.shared:
			list = append(list, Heading{exampleTag, f.name, member.Tags, nil, f.row.Help + " Add columns of your own, such as tag:site."})
		case f.name == "tags":
			list = append(list, Heading{exampleTag, f.name, member.Tags, nil, "A tag. Reports can be grouped by tags. Add columns of your own, such as tag:site."})
		case f.row != nil && (!f.isNested() || t.list != "" && f.row.Kind == member.List && tableOf(f.name) < 0):
			list = append(list, columnOf(f, t))
		}
	}
	if t.restated {
		about := "The date of the event on the Events sheet to which the row belongs. Leave the cell empty if the row belongs to no event."
		list = append(list, Heading{"Event date", eventField.name, member.Date, nil, about})
	}
	return list
}

func columnOf(f *field, t *table) Heading {
	c := Heading{Text: heading(f.row), Member: f.name, Kind: f.kind, About: f.row.Help}
	switch f.kind {
	case member.Flag:
		c.Offer = []string{"yes", "no"}
	case member.Choice:
		for i := range f.row.Words {
			c.Offer = append(c.Offer, labelOf(f.row, &f.row.Words[i]))
		}
	default: // fields of other kinds have no choices
	}
	if slices.Contains(t.required, f.name) {
		c.About += " Required."
	}
	if titles := titlesOf(f.row.Only); titles != "" {
		c.About += " For " + titles + " alone."
	}
	return c
}

func titlesOf(only []string) string {
	var titles []string
	for _, s := range leasehold.Standards() {
		if slices.Contains(only, s.String()) {
			titles = append(titles, s.Title())
		}
	}
	return strings.Join(titles, " and ")
}

// examples contains the template's example rows by list. The key "" stands for the leases.
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
	"exchangeRates": {
		{"currency": "EUR", "into": "USD", "date": "2025-12-31", "closing": 1.175},
		{"currency": "EUR", "into": "USD", "date": "2026-12-31", "closing": 1.182, "average": 1.1793},
	},
	"components": {
		{"id": "office-1", "name": "Office", "kind": "Lease", "standalonePrice": 9200},
		{"id": "office-1", "name": "Cleaning", "kind": "Service", "standalonePrice": 800},
	},
	"variablePayments": {{"id": "office-1", "date": "2026-12-31", "amount": 1830.25, "name": "Common area costs"}},
	"subleaseIncome":   {{"id": "office-1", "date": "2026-09-30", "amount": 1200}},
	"evidence": {
		{"id": "office-1", "path": "paymentAmount", "quote": "a monthly rent of 10,000.00", "page": "3", "document": "lease.pdf"},
	},
}

// Readme returns the lines of instructions on the first sheet of the template.
func Readme() []string {
	lines := []string{
		"Leases to report on",
		"",
		"The Leases sheet has one row per lease. Overwrite the example rows. Columns that are not needed may be deleted or moved.",
	}
	for _, t := range tables()[leasesTable+1:] {
		lines = append(lines, t.title+": "+t.help)
	}
	return append(lines,
		"Each row of these sheets, except Rates and Exchange rates, identifies its lease by the Lease ID. The rows may be in any order; the first row of Rates that fits a lease applies. The Leases sheet describes the lease at commencement.",
		"",
		"Each heading has a comment that explains the column. An empty cell means that no value is supplied.",
		"Dates are date cells or text such as 2026-01-15; rates are percentages; amounts have no more decimals than their currency.",
		"A column of the Leases sheet named tag:NAME is a tag, such as tag:site; reports can be grouped by tag.",
		"",
		"Read it with:",
		"leasehold report --from 2026-01-01 --to 2026-12-31 leases.xlsx",
		"leasehold compute --from leases.xlsx",
	)
}

var sample = map[string]string{
	"id": "office-1", "name": "Head office", exampleTag: "Example Inc.", "standard": "ASC_842", "commencementDate": "2026-01-01", "termMonths": "60", "paymentAmount": "10000.00",
	"discountRateAnnual": "0.06", "paymentFrequency": "monthly", "paymentTiming": "advance", "annualEscalationPct": "0.03",
}

// WriteTemplate writes a CSV template with a tag column, an example lease and the headings of all
// other fields. Fields that require JSON are omitted.
func WriteTemplate(w io.Writer) error {
	var header []string
	for _, field := range leasehold.FieldNames() {
		switch {
		case field == "tags":
			header = append(header, exampleTag)
		case !tables()[leasesTable].field(field).isNested():
			header = append(header, field)
		}
	}
	row := make([]string, len(header))
	for i, name := range header {
		row[i] = sample[name]
	}
	c := csv.NewWriter(w)
	if err := c.WriteAll([][]string{header, row}); err != nil {
		return fmt.Errorf("write the template: %w", err)
	}
	return nil
}
