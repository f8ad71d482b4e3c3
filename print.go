package leasehold

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/engine/books"
	"github.com/leasehold-accounting/leasehold/internal/jsonout"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/ratetable"
	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/standard"
)

// The functions in this file write responses in the API contract's field order, so the same result
// always gives the same bytes. They do not use reflection, which would take ten times as long. Each
// Append function appends one JSON object; the service adds the request_id and replay fields.

// AppendCompute appends the response of the compute operation: the normalized lease, its
// accounting, the classification and the journal.
func AppendCompute(r *Result, dst []byte) []byte {
	p := printer{jsonout.Printer{Dst: dst, Places: r.Lease.Currency.Places()}}
	p.Raw(`{"input":`)
	p.Dst = r.Lease.Append(p.Dst)
	p.Raw(`,"result":`)
	p.result(r)
	p.Raw(`,"classification":`)
	p.classification(&r.Classification)
	p.Raw(`,"journalEntries":`)
	p.entries(&r.Measurement)
	p.Raw(`}`)
	return p.Dst
}

// AppendSchedule appends the response of the schedule operation.
func AppendSchedule(m *Measurement, dst []byte) []byte {
	p := printer{jsonout.Printer{Dst: dst, Places: m.Lease.Currency.Places()}}
	p.standardAndClass(m)
	p.Amount(`,"initialLiability":`, m.InitialLiability)
	p.Amount(`,"initialRouAsset":`, m.InitialRouAsset)
	p.Int(`,"periods":`, len(m.Schedule))
	p.Raw(`,"schedule":`)
	p.schedule(m)
	p.balances(m.Balances)
	p.events(m)
	p.Raw(`}`)
	return p.Dst
}

// AppendJournal appends the response of the journal-entries operation.
func AppendJournal(m *Measurement, dst []byte) []byte {
	p := printer{jsonout.Printer{Dst: dst, Places: m.Lease.Currency.Places()}}
	p.standardAndClass(m)
	p.Raw(`,"journalEntries":`)
	p.entries(m)
	p.Raw(`}`)
	return p.Dst
}

// AppendClassify appends the response of the classify operation.
func AppendClassify(r *Result, dst []byte) []byte {
	p := printer{jsonout.Printer{Dst: dst}}
	p.classification(&r.Classification)
	return p.Dst
}

type printer struct{ jsonout.Printer }

// For a string field, the argument name contains the field's name, the colon and the opening
// quotation mark. The string must contain no character that needs escaping.
func (p *printer) text(name, value string) {
	p.Raw(name)
	p.Raw(value)
	p.Raw(`"`)
}

func (p *printer) flag(name string, value bool) {
	p.Dst = strconv.AppendBool(append(p.Dst, name...), value)
}

func (p *printer) date(name string, d civil.Date) {
	p.Raw(name)
	p.Dst = append(d.Append(p.Dst), '"')
}

// standardAndClass opens a result's object and appends the standard and the class.
func (p *printer) standardAndClass(m *Measurement) {
	p.text(`{"standard":"`, m.Lease.Standard.String())
	p.text(`,"classification":"`, m.Class.String())
}

func (p *printer) result(r *Result) {
	l := &r.Lease
	p.standardAndClass(&r.Measurement)
	p.date(`,"commencementDate":"`, l.CommencementDate)
	p.Int(`,"termMonths":`, l.TermMonths)
	p.Int(`,"periods":`, len(r.Schedule))
	p.Decimal(`,"periodicRate":`, r.PeriodicRate)
	p.Amount(`,"initialLiability":`, r.InitialLiability)
	p.Amount(`,"initialRouAsset":`, r.InitialRouAsset)
	p.Amount(`,"totalUndiscountedPayments":`, r.TotalUndiscountedPayments)
	p.Amount(`,"totalLeaseCost":`, r.TotalLeaseCost)
	if l.Basis.Set {
		p.Raw(`,"basis":`)
		p.Dst = l.Basis.Value.Append(p.Dst)
	}
	if l.Currency != (money.Currency{}) {
		p.text(`,"currency":"`, l.Currency.String())
	}
	if l.Exempt() {
		p.text(`,"exemption":"`, l.Exemption.String())
	}
	if l.Settles() {
		p.Amount(`,"commencementPayment":`, r.CommencementPayment)
	}
	p.Dst = ratetable.AppendUsed(p.Dst, r.RatesUsed)
	p.balances(r.Balances)
	p.events(&r.Measurement)
	p.life(&r.Measurement)
	p.Raw(`,"schedule":`)
	p.schedule(&r.Measurement)
	p.Raw(`,"disclosures":`)
	p.disclosures(&r.Disclosures)
	p.citations(r.Citations)
	jsonout.List(&p.Printer, `,"notes":`, r.Notes, func(n *schedule.Note) { p.Text("", n.Text) })
	p.Raw(`}`)
}

func (p *printer) citations(list []standard.Citation) {
	jsonout.List(&p.Printer, `,"citations":`, list, func(c *standard.Citation) { p.Dst = c.Append(p.Dst) })
}

// Rows and entries make up most of a response. They are appended to a local slice, which is faster
// than appending to a slice in the printer.
func (p *printer) schedule(m *Measurement) {
	varies, services, taxed := m.Varies(), m.Lease.HasServices(), m.Lease.IrrecoverableTaxRate.Set
	lives := len(m.Lease.Events) > 0 || m.Lease.Applied()
	dst, places := append(p.Dst, '['), p.Places
	for i := range m.Schedule {
		row := &m.Schedule[i]
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = books.AppendInt(dst, `{"period":`, row.Number)
		dst = append(dst, `,"date":"`...)
		dst = row.Date.Append(dst)
		dst = appendAmount(dst, `","payment":`, row.Payment, places)
		dst = appendAmount(dst, `,"interest":`, row.Interest, places)
		dst = appendAmount(dst, `,"principal":`, row.Principal, places)
		dst = appendAmount(dst, `,"liabilityClose":`, row.LiabilityClose, places)
		dst = appendAmount(dst, `,"rouAmortization":`, row.RouAmortization, places)
		dst = appendAmount(dst, `,"rouAssetClose":`, row.RouAssetClose, places)
		dst = appendAmount(dst, `,"leaseExpense":`, row.LeaseExpense, places)
		if varies {
			dst = appendAmount(dst, `,"variableLeaseExpense":`, row.VariableLeaseExpense, places)
		}
		if services {
			dst = appendAmount(dst, `,"nonLeaseExpense":`, row.NonLeaseAmounts().Expense, places)
		}
		if taxed {
			dst = appendAmount(dst, `,"taxExpense":`, row.NonLeaseAmounts().Tax, places)
		}
		if lives {
			dst = append(dst, `,"from":"`...)
			dst = row.First.Append(dst)
			dst = row.AppendMonths(append(dst, `","months":`...))
			dst = appendAmount(dst, `,"liabilityOpen":`, row.LiabilityOpen(), places)
			dst = appendAmount(dst, `,"rouAssetOpen":`, row.RouAssetOpen(), places)
		}
		dst = append(dst, '}')
	}
	p.Dst = append(dst, ']')
}

// The balances as of the lease's balance date are omitted if the lease has no such date.
func (p *printer) balances(b *schedule.Balances) {
	if b == nil {
		return
	}
	p.date(`,"balances":{"date":"`, b.Date)
	p.Amount(`,"liability":`, b.Liability)
	p.Amount(`,"accruedInterest":`, b.AccruedInterest)
	p.Amount(`,"rouAsset":`, b.RouAsset)
	p.Amount(`,"currentLiability":`, b.CurrentLiability)
	p.Amount(`,"longTermLiability":`, b.LongTermLiability)
	p.Raw(`}`)
}

func (p *printer) events(m *Measurement) {
	if m.Lease.Events == nil {
		return
	}
	jsonout.List(&p.Printer, `,"events":`, m.Events, func(e *EventResult) {
		p.date(`{"date":"`, e.Date)
		p.text(`,"type":"`, e.Type.String())
		p.text(`,"treatment":"`, e.Treatment.String())
		p.Int(`,"termMonths":`, e.TermMonths)
		p.Decimal(`,"discountRateAnnual":`, e.DiscountRateAnnual)
		p.text(`,"classification":"`, e.Class.String())
		p.Amount(`,"liabilityBefore":`, e.LiabilityBefore)
		p.Amount(`,"liabilityAfter":`, e.LiabilityAfter)
		p.Amount(`,"rouAssetBefore":`, e.RouAssetBefore)
		p.Amount(`,"rouAssetAfter":`, e.RouAssetAfter)
		p.Amount(`,"gainOrLoss":`, e.GainOrLoss)
		p.Amount(`,"impairmentLoss":`, e.ImpairmentLoss)
		p.Amount(`,"liabilityRemeasured":`, e.LiabilityRemeasured)
		p.Amount(`,"liabilityDerecognized":`, e.LiabilityDerecognized)
		p.Amount(`,"rouAssetRemeasured":`, e.RouAssetRemeasured)
		p.Amount(`,"rouAssetDerecognized":`, e.RouAssetDerecognized)
		p.citations(e.Citations)
		p.Raw(`}`)
	})
}

func (p *printer) life(m *Measurement) {
	if m.Lease.Events == nil {
		return
	}
	p.Amount(`,"life":{"payments":`, m.Life.Payments)
	p.Amount(`,"variablePayments":`, m.Life.VariablePayments)
	p.Amount(`,"interest":`, m.Life.Interest)
	p.Amount(`,"amortization":`, m.Life.Amortization)
	p.Amount(`,"leaseExpense":`, m.Life.LeaseExpense)
	p.Amount(`,"impairmentLosses":`, m.Life.ImpairmentLosses)
	p.Amount(`,"gainsAndLosses":`, m.Life.GainsAndLosses)
	p.Raw(`}`)
}

func (p *printer) disclosures(d *schedule.Disclosures) {
	p.Decimal(`{"weightedAverageRemainingTermMonths":`, d.WeightedAverageRemainingTermMonths)
	p.Decimal(`,"weightedAverageDiscountRate":`, d.WeightedAverageDiscountRate)
	p.Amount(`,"totalUndiscountedPayments":`, d.TotalUndiscountedPayments)
	p.Amount(`,"imputedInterest":`, d.ImputedInterest)
	jsonout.List(&p.Printer, `,"maturityAnalysis":`, d.MaturityAnalysis, func(m *schedule.Maturity) {
		p.Int(`{"year":`, m.Year)
		p.text(`,"label":"`, m.Label)
		p.Amount(`,"undiscountedPayments":`, m.UndiscountedPayments)
		p.Raw(`}`)
	})
	p.Amount(`,"currentLiability":`, d.CurrentLiability)
	p.Amount(`,"longTermLiability":`, d.LongTermLiability)
	p.Amount(`,"totalLeaseCost":`, d.TotalLeaseCost)
	p.Raw(`}`)
}

// Only a memo with text from the caller may need escaping.
func (p *printer) entries(m *Measurement) {
	b := books.NewBookkeeper(m)
	quoted := m.Lease.ID != "" || m.Lease.Name != ""
	dst, places := append(p.Dst, '['), p.Places
	for i := 0; b.Next(); i++ {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, `{"date":"`...)
		dst = b.Date.Append(dst)
		dst = append(dst, `","memo":"`...)
		memo := len(dst)
		dst = b.AppendMemo(dst)
		if quoted {
			words := string(dst[memo:])
			dst = strict.AppendQuoted(dst[:memo-1], words)
			dst = append(dst, `,"lines":[`...)
		} else {
			dst = append(dst, `","lines":[`...)
		}
		for j := range b.Lines[:b.Count] {
			if j > 0 {
				dst = append(dst, ',')
			}
			dst = appendLine(dst, &b.Lines[j], places)
		}
		dst = append(dst, ']')
		if fund := b.Fund(); fund.Set {
			dst = append(dst, `,"fund":"`...)
			dst = append(dst, fund.Value.String()...)
			dst = append(dst, '"')
		}
		dst = append(dst, '}')
	}
	p.Dst = append(dst, ']')
}

func appendLine(dst []byte, line *Line, places int) []byte {
	dst = append(append(dst, `{"account":"`...), line.Account.String()...)
	dst = appendAmount(dst, `","debit":`, line.Debit, places)
	return append(appendAmount(dst, `,"credit":`, line.Credit, places), '}')
}

// appendAmount appends a field with an amount, printed with the given number of decimals.
func appendAmount(dst []byte, name string, a money.Amount, places int) []byte {
	return a.AppendPlaces(append(dst, name...), places)
}

func (p *printer) classification(c *schedule.Classification) {
	p.text(`{"classification":"`, c.Class.String())
	p.text(`,"standard":"`, c.Standard.String())
	p.flag(`,"single_model":`, c.SingleModel)
	jsonout.List(&p.Printer, `,"criteria":`, c.Criteria, func(k *schedule.Criterion) {
		p.Text(`{"key":`, k.Key)
		p.Text(`,"label":`, k.Label)
		p.flag(`,"met":`, k.Met)
		p.Text(`,"detail":`, k.Detail)
		p.Raw(`,"citation":`)
		p.Dst = append(k.Citation.Append(p.Dst), '}')
	})
	p.Text(`,"rationale":`, c.Rationale)
	p.Raw(`}`)
}

// ErrOtherFigures reports that a stored result differs from the result that the engine now computes for the
// lease. Either another revision of the rules computed the stored result, or the result was altered.
var ErrOtherFigures = errors.New("the result does not match its lease under this revision of the rules")

// Recheck recomputes the lease in a stored compute response, compares the two results and returns
// the new one. White space, the order of fields and the notation of numbers may differ. The error
// wraps [ErrOtherFigures] if an amount or text differs, and is an [*InvalidError] if the lease is
// no longer valid. Package client/answer reads results from other revisions of the rules.
func Recheck(body []byte) (*Result, error) {
	stored, err := membersOf(body)
	if err != nil {
		return nil, fmt.Errorf("stored result: %w", err)
	}
	lease, err := Decode(stored["input"])
	if err != nil {
		return nil, fmt.Errorf("stored result: input: %w", err)
	}
	computed, err := Compute(lease)
	if err != nil {
		return nil, fmt.Errorf("stored result: input: %w", err)
	}
	ours, err := membersOf(AppendCompute(computed, nil))
	if err != nil {
		return nil, err
	}
	for _, name := range [...]string{"result", "classification", "journalEntries"} {
		if !bytes.Equal(strict.Respell(nil, ours[name]), strict.Respell(nil, stored[name])) {
			return nil, fmt.Errorf("stored result: %s: %w", name, ErrOtherFigures)
		}
	}
	return computed, nil
}

func membersOf(body []byte) (map[string]jsontext.Value, error) {
	value := jsontext.Value(body)
	if value.Kind() != '{' || !value.IsValid() {
		return nil, errors.New("must be one JSON object")
	}
	return maps.Collect(strict.Members(value)), nil
}
