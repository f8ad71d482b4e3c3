package export

import (
	"bytes"
	"io"
	"slices"
	"strconv"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

var summaryColumns = []string{
	"line", "id", "standard", "classification", "commencementDate", "termMonths", "periods", "initialLiability", "initialRouAsset",
	"totalUndiscountedPayments", "imputedInterest", "totalLeaseCost", "currentLiability", "longTermLiability", "error",
}

// SummaryHeader writes the header row of a summary.
func SummaryHeader(w io.Writer) error { return row(w, summaryColumns) }

// SummaryRow writes the row of a lease. line is the lease's line in its source. The error is an
// error of w.
func SummaryRow(w io.Writer, line int, id string, r *leasehold.Result) error {
	d := &r.Disclosures
	cells := []string{
		strconv.Itoa(line), Text(id), r.Lease.Standard.String(), r.Class.String(), r.Lease.CommencementDate.String(),
		strconv.Itoa(r.Lease.TermMonths), strconv.Itoa(len(r.Schedule)),
	}
	places := wording.Places(&r.Lease)
	for _, a := range [...]money.Amount{
		r.InitialLiability, r.InitialRouAsset, r.TotalUndiscountedPayments, d.ImputedInterest, r.TotalLeaseCost, d.CurrentLiability, d.LongTermLiability,
	} {
		cells = append(cells, plain(a, places))
	}
	return row(w, append(cells, ""))
}

// RefusedRow writes the row of a rejected lease, so that every line of the source has a row. The
// error is an error of w.
func RefusedRow(w io.Writer, line int, id string, why error) error {
	cells := make([]string, len(summaryColumns))
	cells[0], cells[1], cells[slices.Index(summaryColumns, "error")] = strconv.Itoa(line), Text(id), Text(why.Error())
	return row(w, cells)
}

func row(w io.Writer, cells []string) error {
	var b bytes.Buffer
	appendRow(&b, cells)
	return writeRows(w, &b)
}
