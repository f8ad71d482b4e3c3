// Package export makes files out of a result for other programs to read. It
// computes nothing.
package export

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
)

// Text returns a text that somebody else wrote as the content of a CSV cell. A
// spreadsheet takes a cell that starts with one of these characters for a
// formula and would run it; the apostrophe in front makes it a text again.
func Text(s string) string {
	if s != "" && strings.ContainsRune("=+-@\t\r", rune(s[0])) {
		return "'" + s
	}
	return s
}

// ScheduleCSV writes the schedule, one row a period, under the contract's
// names.
func ScheduleCSV(w io.Writer, r *leasehold.Result) error {
	c := csv.NewWriter(w)
	_ = c.Write([]string{
		"period", "date", "payment", "interest", "principal", "liabilityClose", "rouAmortization", "rouAssetClose", "leaseExpense",
	}) // a Writer keeps its error for finish
	for i := range r.Schedule {
		p := &r.Schedule[i]
		_ = c.Write([]string{
			strconv.Itoa(p.Number), p.Date.String(), p.Payment.String(), p.Interest.String(), p.Principal.String(),
			p.LiabilityClose.String(), p.RouAmortization.String(), p.RouAssetClose.String(), p.LeaseExpense.String(),
		})
	}
	return finish(c)
}

// JournalCSV writes the journal, one row a line of an entry. Entries are
// numbered from 0, the commencement, so that entry k is that of period k.
func JournalCSV(w io.Writer, r *leasehold.Result) error {
	c := csv.NewWriter(w)
	_ = c.Write([]string{"entry", "date", "memo", "account", "debit", "credit"})
	for i, e := range r.Journal() {
		for _, l := range e.Lines {
			_ = c.Write([]string{strconv.Itoa(i), e.Date.String(), e.Memo, l.Account.String(), l.Debit.String(), l.Credit.String()})
		}
	}
	return finish(c)
}

// CriteriaCSV writes the criteria of the classification; under the standards
// that have none, the header alone.
func CriteriaCSV(w io.Writer, r *leasehold.Result) error {
	c := csv.NewWriter(w)
	_ = c.Write([]string{"key", "label", "met", "detail", "citation"})
	for _, k := range r.Classification.Criteria {
		_ = c.Write([]string{k.Key, k.Label, strconv.FormatBool(k.Met), k.Detail, k.Citation.String()})
	}
	return finish(c)
}

// SummaryCSV writes one row a lease.
type SummaryCSV struct{ csv *csv.Writer }

// NewSummaryCSV writes the header.
func NewSummaryCSV(w io.Writer) *SummaryCSV {
	c := csv.NewWriter(w)
	_ = c.Write([]string{
		"line", "id", "standard", "classification", "commencementDate", "termMonths", "periods", "initialLiability", "initialRouAsset",
		"totalUndiscountedPayments", "imputedInterest", "totalLeaseCost", "currentLiability", "longTermLiability", "error",
	})
	return &SummaryCSV{c}
}

// Lease writes the row of the lease that stands on a line of its source.
func (s *SummaryCSV) Lease(line int, id string, r *leasehold.Result) {
	d := &r.Disclosures
	_ = s.csv.Write([]string{
		strconv.Itoa(line), Text(id), r.Lease.Standard.String(), r.Class.String(), r.Lease.CommencementDate.String(),
		strconv.Itoa(r.Lease.TermMonths), strconv.Itoa(len(r.Schedule)), r.InitialLiability.String(), r.InitialRouAsset.String(),
		r.TotalUndiscountedPayments.String(), d.ImputedInterest.String(), r.TotalLeaseCost.String(),
		d.CurrentLiability.String(), d.LongTermLiability.String(), "",
	})
}

// Refused writes the row of a lease that was refused, so that every line of the
// source is accounted for.
func (s *SummaryCSV) Refused(line int, id string, why error) {
	row := make([]string, 15)
	row[0], row[1], row[14] = strconv.Itoa(line), Text(id), Text(why.Error())
	_ = s.csv.Write(row)
}

// Close ends the file.
func (s *SummaryCSV) Close() error { return finish(s.csv) }

func finish(c *csv.Writer) error {
	c.Flush()
	if err := c.Error(); err != nil {
		return fmt.Errorf("write CSV: %w", err)
	}
	return nil
}
