package leasecsv

import (
	"encoding/csv"
	"fmt"
	"io"

	"github.com/leasehold-accounting/leasehold"
)

// sample is the lease of the template.
var sample = map[string]string{
	ID: "office-1", "standard": "ASC_842", "commencementDate": "2026-01-01", "termMonths": "60", "paymentAmount": "10000.00",
	"discountRateAnnual": "0.06", "paymentFrequency": "monthly", "paymentTiming": "advance", "annualEscalationPct": "0.03",
}

// WriteTemplate writes the header row with every field, and one lease to
// overwrite.
func WriteTemplate(w io.Writer) error {
	header := append([]string{ID}, leasehold.FieldNames()...)
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
