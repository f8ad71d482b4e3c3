package export

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/leasehold-accounting/leasehold/civil"
)

// maxTracking is the number of tracking categories that Xero has.
const maxTracking = 2

// xero writes manual journals: rows of one narration and date are one journal, debits
// are positive, and accounts go by their codes.
var xero = program{
	oneCurrency: "Xero",
	check: func(o *Options) error {
		if o.Accounts == nil {
			return accountsError("an account map is needed: Xero knows accounts by their codes")
		}
		if n := len(o.columns()); n > maxTracking {
			return accountsError("Xero has two tracking categories; the map has %d segments: %s", n, strings.Join(o.columns(), ", "))
		}
		return nil
	},
	open: func(b *bytes.Buffer, _ *journalFile) {
		header := []string{"*Narration", "*Date", "Description", "*AccountCode", "*TaxRate", "*Amount"}
		for i := range maxTracking {
			header = append(header, fmt.Sprintf("TrackingName%d", i+1), fmt.Sprintf("TrackingOption%d", i+1))
		}
		appendRow(b, header)
	},
	entry: func(b *bytes.Buffer, j *journal, e *entry) error {
		for i := range e.Lines {
			appendRow(b, j.xeroLine(e, &e.Lines[i]))
		}
		return nil
	},
}

func (j *journal) xeroLine(e *entry, l *line) []string {
	taxRate := j.Accounts.taxRate
	if taxRate == "" {
		taxRate = "Tax Exempt (0%)"
	}
	narration := Text(j.number(e, 0) + " " + e.Memo)
	fields := []string{narration, british(e.Date), accountName(l.Account), Text(l.code()), Text(taxRate), j.signed(l)}
	for i := range maxTracking {
		name, option := "", ""
		if i < len(j.columns()) {
			name = j.columns()[i]
			option = j.segment(l, name)
		}
		fields = append(fields, Text(name), Text(option))
	}
	return fields
}

// british is a date that means the same everywhere: 30 Jun 2026.
func british(d civil.Date) string {
	months := [...]string{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"}
	return fmt.Sprintf("%d %s %04d", d.Day, months[d.Month-1], d.Year)
}
