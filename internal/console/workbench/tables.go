package workbench

import (
	"html/template"
	"strconv"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

// The long tables are appended rather than executed as templates: 1,200 rows
// are ten thousand cells, and a page is rendered while somebody types.

// appendCell appends a cell with an amount.
func appendCell(b []byte, a money.Amount) []byte {
	if a.Sign() < 0 {
		b = append(b, `<td class="minus">`...)
	} else {
		b = append(b, `<td>`...)
	}
	return appendGrouped(b, a)
}

// scheduleRows is the body of the schedule. End tags that HTML lets one leave
// out are left out.
func scheduleRows(r *leasehold.Result) template.HTML {
	b := make([]byte, 0, 160*len(r.Schedule)+256)
	b = append(b, `<tr class="opening"><th scope="row">0<td>`...)
	b = r.Lease.CommencementDate.Append(b)
	b = append(b, `<td><td><td>`...)
	b = appendCell(b, r.InitialLiability)
	b = append(b, `<td>`...)
	b = appendCell(b, r.InitialRouAsset)
	b = append(b, `<td>`...)
	for i := range r.Schedule {
		p := &r.Schedule[i]
		b = append(b, `<tr><th scope="row">`...)
		b = strconv.AppendInt(b, int64(p.Number), 10)
		b = append(b, `<td>`...)
		b = p.Date.Append(b)
		b = appendCell(b, p.Payment)
		b = appendCell(b, p.Interest)
		b = appendCell(b, p.Principal)
		b = appendCell(b, p.LiabilityClose)
		b = appendCell(b, p.RouAmortization)
		b = appendCell(b, p.RouAssetClose)
		b = appendCell(b, p.LeaseExpense)
	}
	return template.HTML(b) //nolint:gosec // digits and dates
}

// journalRows is the body of the journal: a head for each entry and a row for
// each of its lines.
func journalRows(entries []leasehold.Entry) template.HTML {
	b := make([]byte, 0, 640*len(entries))
	for i := range entries {
		e := &entries[i]
		b = append(b, `<tr class="head"><td>`...)
		b = e.Date.Append(b)
		b = append(b, `<td colspan="3">`...)
		b = append(b, template.HTMLEscapeString(e.Memo)...)
		for j := range e.Lines {
			l := &e.Lines[j]
			side := `<tr><td><td class="credit">`
			if l.Credit.IsZero() {
				side = `<tr><td><td>`
			}
			b = append(b, side...)
			b = append(b, l.Account.String()...)
			b = appendSide(b, l.Debit)
			b = appendSide(b, l.Credit)
		}
	}
	return template.HTML(b) //nolint:gosec // digits, dates and escaped words
}

// appendSide appends one side of a line, blank where it is the other's.
func appendSide(b []byte, a money.Amount) []byte {
	if a.IsZero() {
		return append(b, `<td>`...)
	}
	return appendCell(b, a)
}

// totals is the foot of the schedule; the balances have none.
func totals(r *leasehold.Result) []template.HTML {
	amortized := r.TotalLeaseCost.Sub(r.Disclosures.ImputedInterest)
	return []template.HTML{
		marked("sumPayment", r.TotalUndiscountedPayments), marked("sumInterest", r.Disclosures.ImputedInterest),
		marked("sumPrincipal", r.InitialLiability), "", marked("sumAmortization", amortized), "", marked("sumExpense", r.TotalLeaseCost),
	}
}
