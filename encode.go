package leasehold

import (
	"strconv"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/ratetable"
)

// The responses are appended by hand, in the contract's member order: the same
// result is the same bytes, and printing forty kilobytes of amounts costs a
// tenth of what reflection does. Each Append method appends one whole JSON
// object; the service adds request_id and replay at its end.

// AppendCompute appends the body of the compute operation: the normalized
// lease, its accounting, the classification and the journal.
func (r *Result) AppendCompute(dst []byte) []byte {
	p := printer{dst, r.Lease.Currency.Places()}
	p.raw(`{"input":`)
	p.dst = r.Lease.Append(p.dst)
	p.raw(`,"result":`)
	p.result(r)
	p.raw(`,"classification":`)
	p.dst = r.Classification.append(p.dst)
	p.raw(`,"journalEntries":`)
	p.entries(&r.Measurement)
	p.raw(`}`)
	return p.dst
}

// AppendSchedule appends the body of the schedule operation.
func (m *Measurement) AppendSchedule(dst []byte) []byte {
	p := printer{dst, m.Lease.Currency.Places()}
	p.standardAndClass(m)
	p.amount(`,"initialLiability":`, m.InitialLiability)
	p.amount(`,"initialRouAsset":`, m.InitialRouAsset)
	p.int(`,"periods":`, len(m.Schedule))
	p.raw(`,"schedule":`)
	p.schedule(m)
	p.events(m)
	p.raw(`}`)
	return p.dst
}

// AppendJournal appends the body of the journal-entries operation.
func (m *Measurement) AppendJournal(dst []byte) []byte {
	p := printer{dst, m.Lease.Currency.Places()}
	p.standardAndClass(m)
	p.raw(`,"journalEntries":`)
	p.entries(m)
	p.raw(`}`)
	return p.dst
}

// AppendClassify appends the body of the classify operation.
func (r *Result) AppendClassify(dst []byte) []byte { return r.Classification.append(dst) }

// MarshalJSON returns the body of the compute operation.
func (r *Result) MarshalJSON() ([]byte, error) { return r.AppendCompute(nil), nil }

// printer appends JSON with amounts of the given decimals.
type printer struct {
	dst    []byte
	places int
}

func (p *printer) raw(text string) { p.dst = append(p.dst, text...) }

func (p *printer) amount(name string, a money.Amount) {
	p.dst = appendAmount(p.dst, name, a, p.places)
}

func (p *printer) int(name string, n int) { p.dst = appendInt(p.dst, name, n) }

// text appends a name that opens a string, the string, which needs no escaping,
// and its closing quotation mark.
func (p *printer) text(name, value string) {
	p.raw(name)
	p.raw(value)
	p.raw(`"`)
}

func (p *printer) date(name string, d civil.Date) {
	p.raw(name)
	p.dst = append(d.Append(p.dst), '"')
}

func (p *printer) decimal(name string, d money.Decimal) {
	p.raw(name)
	p.dst = d.Append(p.dst)
}

// comma appends the separator before every element but the first.
func (p *printer) comma(i int) {
	if i > 0 {
		p.dst = append(p.dst, ',')
	}
}

// standardAndClass opens the object of a result.
func (p *printer) standardAndClass(m *Measurement) {
	p.text(`{"standard":"`, m.Lease.Standard.String())
	p.text(`,"classification":"`, m.Class.String())
}

func (p *printer) result(r *Result) {
	l := &r.Lease
	p.standardAndClass(&r.Measurement)
	p.date(`,"commencementDate":"`, l.CommencementDate)
	p.int(`,"termMonths":`, l.TermMonths)
	p.int(`,"periods":`, len(r.Schedule))
	p.decimal(`,"periodicRate":`, r.PeriodicRate)
	p.amount(`,"initialLiability":`, r.InitialLiability)
	p.amount(`,"initialRouAsset":`, r.InitialRouAsset)
	p.amount(`,"totalUndiscountedPayments":`, r.TotalUndiscountedPayments)
	p.amount(`,"totalLeaseCost":`, r.TotalLeaseCost)
	if l.Basis.Set {
		p.raw(`,"basis":`)
		p.dst = basis.Append(p.dst, &l.Basis.Value)
	}
	if l.Currency != (money.Currency{}) {
		p.text(`,"currency":"`, l.Currency.String())
	}
	if l.Exempt() {
		p.text(`,"exemption":"`, l.Exemption.String())
	}
	if l.settles() {
		p.amount(`,"commencementPayment":`, r.CommencementPayment)
	}
	p.ratesUsed(r.RatesUsed)
	p.events(&r.Measurement)
	p.life(&r.Measurement)
	p.raw(`,"schedule":`)
	p.schedule(&r.Measurement)
	p.raw(`,"disclosures":`)
	p.disclosures(&r.Disclosures)
	p.citations(`,"citations":[`, r.Citations)
	p.raw(`,"notes":[`)
	for i := range r.Notes {
		p.comma(i)
		p.dst = strict.AppendQuoted(p.dst, r.Notes[i].Text)
	}
	p.raw(`]}`)
}

// ratesUsed appends the rates that a lease took from its table, where it has one.
func (p *printer) ratesUsed(used []ratetable.Used) { p.dst = ratetable.AppendUsed(p.dst, used) }

func (p *printer) citations(name string, list []Citation) {
	p.raw(name)
	for i := range list {
		p.comma(i)
		p.dst = list[i].append(p.dst)
	}
	p.raw(`]`)
}

// schedule appends the rows. They and the entries are most of an answer, so both
// append to a slice of their own instead of the printer's.
func (p *printer) schedule(m *Measurement) {
	varies, services, taxed := m.Varies(), m.Lease.hasServices(), m.Lease.IrrecoverableTaxRate.Set
	lives := len(m.Lease.Events) > 0 || m.Lease.Applied()
	dst, places := append(p.dst, '['), p.places
	for i := range m.Schedule {
		row := &m.Schedule[i]
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendInt(dst, `{"period":`, row.Number)
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
			dst = appendAmount(dst, `,"nonLeaseExpense":`, row.Sides().NonLeaseExpense, places)
		}
		if taxed {
			dst = appendAmount(dst, `,"taxExpense":`, row.Sides().TaxExpense, places)
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
	p.dst = append(dst, ']')
}

// events appends what the events of a lease did, where it has any.
func (p *printer) events(m *Measurement) {
	if m.Lease.Events == nil {
		return
	}
	p.raw(`,"events":[`)
	for i := range m.Events {
		e := &m.Events[i]
		p.comma(i)
		p.date(`{"date":"`, e.Date)
		p.text(`,"type":"`, e.Type.String())
		p.text(`,"treatment":"`, e.Treatment.String())
		p.int(`,"termMonths":`, e.TermMonths)
		p.decimal(`,"discountRateAnnual":`, e.DiscountRateAnnual)
		p.text(`,"classification":"`, e.Class.String())
		p.amount(`,"liabilityBefore":`, e.LiabilityBefore)
		p.amount(`,"liabilityAfter":`, e.LiabilityAfter)
		p.amount(`,"rouAssetBefore":`, e.RouAssetBefore)
		p.amount(`,"rouAssetAfter":`, e.RouAssetAfter)
		p.amount(`,"gainOrLoss":`, e.GainOrLoss)
		p.amount(`,"impairmentLoss":`, e.ImpairmentLoss)
		p.amount(`,"liabilityRemeasured":`, e.LiabilityRemeasured)
		p.amount(`,"liabilityDerecognized":`, e.LiabilityDerecognized)
		p.amount(`,"rouAssetRemeasured":`, e.RouAssetRemeasured)
		p.amount(`,"rouAssetDerecognized":`, e.RouAssetDerecognized)
		p.citations(`,"citations":[`, e.Citations)
		p.raw(`}`)
	}
	p.raw(`]`)
}

func (p *printer) life(m *Measurement) {
	if m.Lease.Events == nil {
		return
	}
	p.amount(`,"life":{"payments":`, m.Life.Payments)
	p.amount(`,"variablePayments":`, m.Life.VariablePayments)
	p.amount(`,"interest":`, m.Life.Interest)
	p.amount(`,"amortization":`, m.Life.Amortization)
	p.amount(`,"leaseExpense":`, m.Life.LeaseExpense)
	p.amount(`,"impairmentLosses":`, m.Life.ImpairmentLosses)
	p.amount(`,"gainsAndLosses":`, m.Life.GainsAndLosses)
	p.raw(`}`)
}

func (p *printer) disclosures(d *Disclosures) {
	p.decimal(`{"weightedAverageRemainingTermMonths":`, d.WeightedAverageRemainingTermMonths)
	p.decimal(`,"weightedAverageDiscountRate":`, d.WeightedAverageDiscountRate)
	p.amount(`,"totalUndiscountedPayments":`, d.TotalUndiscountedPayments)
	p.amount(`,"imputedInterest":`, d.ImputedInterest)
	p.raw(`,"maturityAnalysis":[`)
	for i := range d.MaturityAnalysis {
		m := &d.MaturityAnalysis[i]
		p.comma(i)
		p.int(`{"year":`, m.Year)
		p.text(`,"label":"`, m.Label)
		p.amount(`,"undiscountedPayments":`, m.UndiscountedPayments)
		p.raw(`}`)
	}
	p.amount(`],"currentLiability":`, d.CurrentLiability)
	p.amount(`,"longTermLiability":`, d.LongTermLiability)
	p.amount(`,"totalLeaseCost":`, d.TotalLeaseCost)
	p.raw(`}`)
}

// entries appends the journal. Only a memo with the caller's words in it may
// need escaping.
func (p *printer) entries(m *Measurement) {
	b := newBookkeeper(m)
	quoted := m.Lease.ID != "" || m.Lease.Name != ""
	dst, places := append(p.dst, '['), p.places
	for i := 0; b.next(); i++ {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, `{"date":"`...)
		dst = b.date.Append(dst)
		dst = append(dst, `","memo":"`...)
		memo := len(dst)
		dst = b.appendMemo(dst)
		if quoted {
			words := string(dst[memo:])
			dst = strict.AppendQuoted(dst[:memo-1], words)
			dst = append(dst, `,"lines":[`...)
		} else {
			dst = append(dst, `","lines":[`...)
		}
		for j := range b.lines[:b.count] {
			if j > 0 {
				dst = append(dst, ',')
			}
			dst = appendLine(dst, &b.lines[j], places)
		}
		dst = append(dst, ']')
		if fund := b.whose(); fund.Set {
			dst = append(dst, `,"fund":"`...)
			dst = append(dst, fund.Value.String()...)
			dst = append(dst, '"')
		}
		dst = append(dst, '}')
	}
	p.dst = append(dst, ']')
}

// appendLine appends one line of an entry, which has one side.
func appendLine(dst []byte, line *Line, places int) []byte {
	dst = append(dst, `{"account":"`...)
	dst = append(dst, line.Account.String()...)
	if line.Credit.IsZero() {
		dst = appendAmount(dst, `","debit":`, line.Debit, places)
		return append(dst, noCredit[places]...)
	}
	dst = appendAmount(dst, noDebit[places], line.Credit, places)
	return append(dst, '}')
}

// noDebit and noCredit are the sides of a line on which it has nothing, by the
// decimals of an amount.
var (
	noDebit  = [...]string{0: `","debit":0,"credit":`, 2: `","debit":0.00,"credit":`, 3: `","debit":0.000,"credit":`}
	noCredit = [...]string{0: `,"credit":0}`, 2: `,"credit":0.00}`, 3: `,"credit":0.000}`}
)

// appendAmount appends a member that is an amount of the given decimals.
func appendAmount(dst []byte, name string, a money.Amount, places int) []byte {
	return a.AppendPlaces(append(dst, name...), places)
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
		dst = strict.AppendQuoted(dst, k.Key)
		dst = append(dst, `,"label":`...)
		dst = strict.AppendQuoted(dst, k.Label)
		dst = append(dst, `,"met":`...)
		dst = strconv.AppendBool(dst, k.Met)
		dst = append(dst, `,"detail":`...)
		dst = strict.AppendQuoted(dst, k.Detail)
		dst = append(dst, `,"citation":`...)
		dst = k.Citation.append(dst)
		dst = append(dst, '}')
	}
	dst = append(dst, `],"rationale":`...)
	dst = strict.AppendQuoted(dst, c.Rationale)
	return append(dst, '}')
}

func appendInt(dst []byte, name string, n int) []byte {
	return strconv.AppendInt(append(dst, name...), int64(n), 10)
}
