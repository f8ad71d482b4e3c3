package export

import (
	"encoding/csv"
	"io"
	"slices"
	"strconv"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// summaryColumns are the columns of a summary.
var summaryColumns = []string{
	"line", "id", "standard", "classification", "commencementDate", "termMonths", "periods", "initialLiability", "initialRouAsset",
	"totalUndiscountedPayments", "imputedInterest", "totalLeaseCost", "currentLiability", "longTermLiability", "error",
}

// SummaryCSV writes one row a lease.
type SummaryCSV struct{ csv *csv.Writer }

// NewSummaryCSV writes the header.
func NewSummaryCSV(w io.Writer) *SummaryCSV {
	c := csv.NewWriter(w)
	_ = c.Write(summaryColumns)
	return &SummaryCSV{c}
}

// Lease writes the row of the lease on a line of its source.
func (s *SummaryCSV) Lease(line int, id string, r *leasehold.Result) {
	d := &r.Disclosures
	row := []string{
		strconv.Itoa(line), Text(id), r.Lease.Standard.String(), r.Class.String(), r.Lease.CommencementDate.String(),
		strconv.Itoa(r.Lease.TermMonths), strconv.Itoa(len(r.Schedule)),
	}
	places := wording.Places(&r.Lease)
	for _, a := range [...]money.Amount{
		r.InitialLiability, r.InitialRouAsset, r.TotalUndiscountedPayments, d.ImputedInterest, r.TotalLeaseCost, d.CurrentLiability, d.LongTermLiability,
	} {
		row = append(row, plain(a, places))
	}
	_ = s.csv.Write(append(row, ""))
}

// Refused writes the row of a lease that was refused, so that every line of the
// source is accounted for.
func (s *SummaryCSV) Refused(line int, id string, why error) {
	row := make([]string, len(summaryColumns))
	row[0], row[1], row[slices.Index(summaryColumns, "error")] = strconv.Itoa(line), Text(id), Text(why.Error())
	_ = s.csv.Write(row)
}

// Close ends the file.
func (s *SummaryCSV) Close() error { return finish(s.csv) }
