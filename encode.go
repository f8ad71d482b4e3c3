package leasehold

import (
	"strconv"

	"github.com/leasehold-accounting/leasehold/money"
)

// The responses are appended by hand, in the contract's member order: the same
// result is the same bytes, and printing forty kilobytes of amounts costs a
// tenth of what reflection does. Each Append method appends one whole JSON
// object; the service adds request_id and replay at its end.

// AppendCompute appends the body of the compute operation: the normalized
// lease, its accounting, the classification and the journal.
func (r *Result) AppendCompute(dst []byte) []byte {
	dst = append(dst, `{"input":`...)
	dst = r.Lease.Append(dst)
	dst = append(dst, `,"result":`...)
	dst = r.appendResult(dst)
	dst = append(dst, `,"classification":`...)
	dst = r.Classification.append(dst)
	dst = append(dst, `,"journalEntries":`...)
	dst = r.appendEntries(dst)
	return append(dst, '}')
}

// AppendSchedule appends the body of the schedule operation.
func (r *Result) AppendSchedule(dst []byte) []byte {
	dst = r.appendStandardAndClass(dst)
	dst = appendAmount(dst, `,"initialLiability":`, r.InitialLiability)
	dst = appendAmount(dst, `,"initialRouAsset":`, r.InitialRouAsset)
	dst = appendInt(dst, `,"periods":`, len(r.Schedule))
	dst = append(dst, `,"schedule":`...)
	dst = appendSchedule(dst, r.Schedule)
	return append(dst, '}')
}

// AppendJournal appends the body of the journal-entries operation.
func (r *Result) AppendJournal(dst []byte) []byte {
	dst = r.appendStandardAndClass(dst)
	dst = append(dst, `,"journalEntries":`...)
	dst = r.appendEntries(dst)
	return append(dst, '}')
}

// AppendClassify appends the body of the classify operation.
func (r *Result) AppendClassify(dst []byte) []byte { return r.Classification.append(dst) }

// appendStandardAndClass opens the object of a result.
func (r *Result) appendStandardAndClass(dst []byte) []byte {
	dst = append(dst, `{"standard":"`...)
	dst = append(dst, r.Lease.Standard.String()...)
	dst = append(dst, `","classification":"`...)
	dst = append(dst, r.Class.String()...)
	return append(dst, '"')
}

func (r *Result) appendResult(dst []byte) []byte {
	dst = r.appendStandardAndClass(dst)
	dst = append(dst, `,"commencementDate":"`...)
	dst = r.Lease.CommencementDate.Append(dst)
	dst = appendInt(dst, `","termMonths":`, r.Lease.TermMonths)
	dst = appendInt(dst, `,"periods":`, len(r.Schedule))
	dst = append(dst, `,"periodicRate":`...)
	dst = r.PeriodicRate.Append(dst)
	dst = appendAmount(dst, `,"initialLiability":`, r.InitialLiability)
	dst = appendAmount(dst, `,"initialRouAsset":`, r.InitialRouAsset)
	dst = appendAmount(dst, `,"totalUndiscountedPayments":`, r.TotalUndiscountedPayments)
	dst = appendAmount(dst, `,"totalLeaseCost":`, r.TotalLeaseCost)
	dst = append(dst, `,"schedule":`...)
	dst = appendSchedule(dst, r.Schedule)
	dst = append(dst, `,"disclosures":`...)
	dst = r.Disclosures.append(dst)
	dst = append(dst, `,"citations":[`...)
	for i := range r.Citations {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = r.Citations[i].append(dst)
	}
	dst = append(dst, `],"notes":[`...)
	for i := range r.Notes {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendQuoted(dst, r.Notes[i].Text)
	}
	return append(dst, `]}`...)
}

func appendSchedule(dst []byte, rows []Period) []byte {
	dst = append(dst, '[')
	for i := range rows {
		row := &rows[i]
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendInt(dst, `{"period":`, row.Number)
		dst = append(dst, `,"date":"`...)
		dst = row.Date.Append(dst)
		dst = appendAmount(dst, `","payment":`, row.Payment)
		dst = appendAmount(dst, `,"interest":`, row.Interest)
		dst = appendAmount(dst, `,"principal":`, row.Principal)
		dst = appendAmount(dst, `,"liabilityClose":`, row.LiabilityClose)
		dst = appendAmount(dst, `,"rouAmortization":`, row.RouAmortization)
		dst = appendAmount(dst, `,"rouAssetClose":`, row.RouAssetClose)
		dst = appendAmount(dst, `,"leaseExpense":`, row.LeaseExpense)
		dst = append(dst, '}')
	}
	return append(dst, ']')
}

func (d *Disclosures) append(dst []byte) []byte {
	dst = appendInt(dst, `{"weightedAverageRemainingTermMonths":`, d.WeightedAverageRemainingTermMonths)
	dst = append(dst, `,"weightedAverageDiscountRate":`...)
	dst = d.WeightedAverageDiscountRate.Append(dst)
	dst = appendAmount(dst, `,"totalUndiscountedPayments":`, d.TotalUndiscountedPayments)
	dst = appendAmount(dst, `,"imputedInterest":`, d.ImputedInterest)
	dst = append(dst, `,"maturityAnalysis":[`...)
	for i := range d.MaturityAnalysis {
		m := &d.MaturityAnalysis[i]
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendInt(dst, `{"year":`, m.Year)
		dst = append(dst, `,"label":`...)
		dst = appendQuoted(dst, m.Label)
		dst = appendAmount(dst, `,"undiscountedPayments":`, m.UndiscountedPayments)
		dst = append(dst, '}')
	}
	dst = appendAmount(dst, `],"currentLiability":`, d.CurrentLiability)
	dst = appendAmount(dst, `,"longTermLiability":`, d.LongTermLiability)
	dst = appendAmount(dst, `,"totalLeaseCost":`, d.TotalLeaseCost)
	return append(dst, '}')
}

func (c *Classification) append(dst []byte) []byte {
	dst = append(dst, `{"classification":"`...)
	dst = append(dst, c.Class.String()...)
	dst = append(dst, `","standard":"`...)
	dst = append(dst, c.Standard.String()...)
	dst = append(dst, `","single_model":`...)
	dst = strconv.AppendBool(dst, c.SingleModel)
	dst = append(dst, `,"criteria":[`...)
	for i := range c.Criteria {
		k := &c.Criteria[i]
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, `{"key":`...)
		dst = appendQuoted(dst, k.Key)
		dst = append(dst, `,"label":`...)
		dst = appendQuoted(dst, k.Label)
		dst = append(dst, `,"met":`...)
		dst = strconv.AppendBool(dst, k.Met)
		dst = append(dst, `,"detail":`...)
		dst = appendQuoted(dst, k.Detail)
		dst = append(dst, `,"citation":`...)
		dst = k.Citation.append(dst)
		dst = append(dst, '}')
	}
	dst = append(dst, `],"rationale":`...)
	dst = appendQuoted(dst, c.Rationale)
	return append(dst, '}')
}

func (r *Result) appendEntries(dst []byte) []byte {
	b := newBookkeeper(&r.Measurement)
	dst = append(dst, '[')
	for i := range b.entries() {
		if i > 0 {
			dst = append(dst, ',')
		}
		b.write(i)
		dst = append(dst, `{"date":"`...)
		dst = b.date.Append(dst)
		dst = append(dst, `","memo":"`...) // neither memos nor account names need escaping
		dst = b.appendMemo(dst)
		dst = append(dst, `","lines":[`...)
		for j := range b.lines[:b.count] {
			line := &b.lines[j]
			if j > 0 {
				dst = append(dst, ',')
			}
			dst = append(dst, `{"account":"`...)
			dst = append(dst, line.Account.String()...)
			if line.Credit.IsZero() { // a line has one side
				dst = appendAmount(dst, `","debit":`, line.Debit)
				dst = append(dst, `,"credit":0.00}`...)
			} else {
				dst = appendAmount(dst, `","debit":0.00,"credit":`, line.Credit)
				dst = append(dst, '}')
			}
		}
		dst = append(dst, "]}"...)
	}
	return append(dst, ']')
}

func appendAmount(dst []byte, name string, a money.Amount) []byte {
	return a.Append(append(dst, name...))
}

func appendInt(dst []byte, name string, n int) []byte {
	return strconv.AppendInt(append(dst, name...), int64(n), 10)
}
