package leasefile

import (
	"encoding/csv"
	"fmt"
	"io"

	"github.com/leasehold-accounting/leasehold"
)

// sample contains the values of the example lease in the CSV template.
var sample = map[string]string{
	"id": "office-1", "name": "Head office", exampleTag: "Example Inc.", "standard": "ASC_842", "commencementDate": "2026-01-01", "termMonths": "60", "paymentAmount": "10000.00",
	"discountRateAnnual": "0.06", "paymentFrequency": "monthly", "paymentTiming": "advance", "annualEscalationPct": "0.03",
}

// WriteTemplate writes a CSV template with the headings of all fields except lists, a tag column,
// and an example lease.
func WriteTemplate(w io.Writer) error {
	var header []string
	for _, field := range leasehold.FieldNames() {
		switch {
		case field == "tags":
			header = append(header, exampleTag)
		case tables()[leasesTable].field(field).kind != nested:
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
