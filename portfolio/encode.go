package portfolio

import (
	"io"
	"slices"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/jsonout"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/internal/taxonomy"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/ratetable"
)

type printer struct {
	jsonout.Printer

	functional int // number of decimals of amounts in the functional currency
}

func (p *printer) optional(name string, d *money.Decimal) {
	if d != nil {
		p.Decimal(name, *d)
	}
}

func (p *printer) months(name string, d money.Decimal) {
	p.Raw(name)
	p.Dst = d.Minor(2).AppendPlaces(p.Dst, 2)
}

// Append appends the report as one JSON object (SPEC 10.2), without request_id and replay, which
// the service adds.
func (r *Report) Append(dst []byte) []byte {
	return r.append(dst, func(dst []byte) []byte { return dst })
}

const pieceLen = 64 << 10 // minimum number of bytes per write

// WriteTo writes the output of [Report.Append] in pieces. WriteTo implements [io.WriterTo].
func (r *Report) WriteTo(w io.Writer) (n int64, err error) {
	write := func(dst []byte) []byte {
		if err == nil {
			var written int
			written, err = w.Write(dst)
			n += int64(written)
		}
		return dst[:0]
	}
	write(r.append(nil, func(dst []byte) []byte {
		if len(dst) < pieceLen {
			return dst
		}
		return write(dst)
	}))
	return n, err
}

// append appends the report. After each lease and each entry, it hands the buffer to the callback
// and continues with the buffer that the callback returns.
func (r *Report) append(dst []byte, next func(dst []byte) []byte) []byte {
	q := r.Question
	p := printer{Printer: jsonout.Printer{Dst: AppendSpan(append(dst, '{'), q.From, q.To)}}
	lines := func(list []Line) {
		jsonout.List(&p.Printer, `,"leases":`, list, func(l *Line) { p.Dst = next(l.Append(p.Dst)) })
	}
	lines(r.Leases)
	p.Raw(`,`)
	p.Dst = r.Sum.Append(p.Dst)
	if q.Journal == Monthly {
		p.Raw(`,"journalEntries":[`)
		n := 0
		for l := range r.Posted() {
			for i := range l.Figures.Entries {
				p.Comma(n)
				n++
				p.Dst = next(l.AppendEntry(p.Dst, &l.Figures.Entries[i]))
			}
		}
		p.Raw(`]`)
	}
	if c := r.Comparative; c != nil {
		p.Raw(`,"comparative":{`)
		p.Dst = AppendSpan(p.Dst, c.From, c.To)
		if c.Published != nil {
			p.Raw(`,"basis":"published"`)
			p.Dst = c.Published.append(p.Dst)
		} else {
			p.Raw(`,"basis":"restated"`)
			lines(c.Leases)
			p.Raw(`,`)
			p.sums(c.Sum)
		}
		p.Raw(`}`)
	}
	p.Text(`,"digest":`, r.Digest)
	if r.Previous != nil {
		p.previous(r.Previous)
	}
	if q.Ledger != nil {
		p.tieOut(r.TieOut)
	}
	if q.Concepts.Value {
		p.concepts(r.Elements())
	}
	jsonout.List(&p.Printer, `,"skipped":`, r.Skipped, func(s *Skipped) { p.Dst = s.Append(p.Dst) })
	p.Texts(`,"notes":`, r.Notes)
	p.Raw(`}`)
	return p.Dst
}

// AppendSpan appends the from and to fields.
func AppendSpan(dst []byte, from, to civil.Date) []byte {
	p := jsonout.Printer{Dst: dst}
	p.Text(`"from":`, from.String())
	p.Text(`,"to":`, to.String())
	return p.Dst
}

// Append appends the groups, total, weightedAverages and notCommenced fields. Leases in several
// currencies have no total.
func (s *Sum) Append(dst []byte) []byte {
	p := printer{Printer: jsonout.Printer{Dst: dst}}
	p.sums(s)
	p.notCommenced(s.NotCommenced())
	return p.Dst
}

func (p *printer) sums(s *Sum) {
	jsonout.List(&p.Printer, `"groups":`, s.Groups(), func(g **Group) { p.group(s.keys, *g) })
	if total, ok := s.Total(); ok {
		p.setPlaces(total)
		p.Int(`,"total":{"leases":`, int(total.Leases))
		p.figures(&total.Figures, total.Has)
		p.Raw(`}`)
	}
	p.averages(s.Averages())
}

// AppendNotes appends the notes field.
func (s *Sum) AppendNotes(dst []byte) []byte {
	p := jsonout.Printer{Dst: dst}
	p.Texts(`,"notes":`, s.Notes())
	return p.Dst
}

// Append appends the lease's figures as one JSON object.
func (l *Line) Append(dst []byte) []byte {
	p := printer{Printer: jsonout.Printer{Dst: dst, Places: l.Figures.Currency.Places()}, functional: l.Lease.Functional().Places()}
	p.Text(`{"id":`, l.Lease.ID)
	p.Raw(`,"tags":`)
	p.Dst = l.Lease.AppendTags(p.Dst)
	p.Text(`,"standard":`, l.Lease.Standard.String())
	p.Text(`,"classification":`, l.Figures.Class.String())
	if currency := l.Lease.Functional(); currency != (money.Currency{}) {
		p.Text(`,"currency":`, currency.String())
	}
	if l.Lease.FunctionalCurrency != (money.Currency{}) {
		p.Text(`,"leaseCurrency":`, l.Lease.Currency.String())
	}
	p.months(`,"remainingTermMonths":`, l.RemainingMonths())
	p.Decimal(`,"discountRateAnnual":`, l.Figures.DiscountRateAnnual)
	p.Dst = ratetable.AppendUsed(p.Dst, l.Figures.RatesUsed)
	p.figures(&l.Figures.Figures, l.Figures.Has)
	if of := l.Figures.Functional; of != nil {
		p.Places = p.functional
		p.Raw(`,"functional":{`)
		p.figures(of, of.Has)
		p.Raw(`}`)
	}
	p.Texts(`,"notes":`, l.Notes)
	p.Raw(`}`)
	return p.Dst
}

// RemainingMonths returns the term after the reporting period, in months to two decimals.
func (l *Line) RemainingMonths() money.Decimal { return round(l.Figures.RemainingMonths, 2) }

func (p *printer) group(keys []Key, g *Group) {
	p.setPlaces(g)
	p.Raw(`{"key":{`)
	for i, k := range keys {
		p.Comma(i)
		p.Dst = strict.AppendQuoted(p.Dst, k.String())
		p.Text(`:`, g.Key[i])
	}
	p.Int(`},"leases":`, int(g.Leases))
	p.figures(&g.Figures, g.Has)
	p.Raw(`}`)
}

func (p *printer) setPlaces(g *Group) {
	p.Places, p.functional = g.Currency.Places(), g.functional.Places()
}

func (p *printer) figures(f *leasehold.Figures, has func(*figure.Statement) bool) {
	shown := p.Places
	for _, s := range figure.Statements() {
		if !has(s) {
			continue
		}
		if p.Places = shown; s.Taxed {
			p.Places = p.functional
		}
		if s.Name == "" {
			p.statement(s, f)
			continue
		}
		p.member(s.Name)
		p.Raw(`{`)
		p.statement(s, f)
		if s == figure.MaturityTotal.Statement() {
			p.bands("bands", f.Bands)
			p.bands("schedule", f.Schedule)
		}
		p.Raw(`}`)
	}
}

func (p *printer) statement(s *figure.Statement, f *leasehold.Figures) {
	array := ""
	for _, c := range s.Figures {
		if array != c.Array() {
			if array != "" {
				p.Raw(`]`)
			}
			if array = c.Array(); array != "" {
				p.member(array)
				p.Raw(`[`)
			}
		}
		if array == "" {
			p.member(c.Name())
		} else {
			p.separate()
		}
		p.Dst = f.Of(c).AppendPlaces(p.Dst, p.Places)
	}
	if array != "" {
		p.Raw(`]`)
	}
}

func (p *printer) member(name string) {
	p.separate()
	p.Raw(`"` + name + `":`)
}

func (p *printer) separate() {
	if last := p.Dst[len(p.Dst)-1]; last != '{' && last != '[' {
		p.Raw(`,`)
	}
}

func (p *printer) bands(name string, list []leasehold.Band) {
	if list == nil {
		return
	}
	p.member(name)
	jsonout.List(&p.Printer, "", list, func(band *leasehold.Band) {
		p.Text(`{"from":`, band.From.String())
		p.Text(`,"to":`, band.To.String())
		p.Amount(`,"principal":`, band.Principal)
		p.Amount(`,"interest":`, band.Interest)
		p.Raw(`}`)
	})
}

func (p *printer) averages(list []Average) {
	jsonout.List(&p.Printer, `,"weightedAverages":`, list, func(a *Average) {
		p.Text(`{"classification":`, a.Class.String())
		if a.Currency != (money.Currency{}) {
			p.Text(`,"currency":`, a.Currency.String())
		}
		p.Text(`,"standard":`, a.Standard.String())
		if a.RemainingMonths != nil {
			p.months(`,"remainingTermMonths":`, *a.RemainingMonths)
		}
		p.optional(`,"discountRateAnnual":`, a.DiscountRateAnnual)
		p.optional(`,"discountRateByLiability":`, a.RateWeightedByLiability)
		p.Raw(`}`)
	})
}

func (p *printer) notCommenced(list []*Upcoming) {
	jsonout.List(&p.Printer, `,"notCommenced":`, list, func(of **Upcoming) {
		u := *of
		p.Places = u.Currency.Places()
		p.Raw(`{`)
		if u.Currency != (money.Currency{}) {
			p.Text(`"currency":`, u.Currency.String())
			p.Raw(`,`)
		}
		p.Int(`"leases":`, int(u.Leases))
		p.Amount(`,"payments":`, u.Payments)
		p.Raw(`}`)
	})
}

// AppendEntry appends one of the lease's journal entries as a JSON object.
func (l *Line) AppendEntry(dst []byte, e *leasehold.NumberedEntry) []byte {
	p := jsonout.Printer{Dst: dst, Places: l.Lease.Functional().Places()}
	p.Text(`{"date":`, e.Date.String())
	p.Text(`,"memo":`, e.Memo)
	jsonout.List(&p, `,"lines":`, e.Lines, func(line *leasehold.Line) {
		p.Text(`{"account":`, line.Account.String())
		p.Amount(`,"debit":`, line.Debit)
		p.Amount(`,"credit":`, line.Credit)
		p.Raw(`}`)
	})
	p.Text(`,"leaseId":`, l.Lease.ID)
	p.Text(`,"number":`, e.Number)
	if currency := l.Lease.Functional(); currency != (money.Currency{}) {
		p.Text(`,"currency":`, currency.String())
	}
	if e.Fund.Set {
		p.Text(`,"fund":`, e.Fund.Value.String())
	}
	p.Raw(`}`)
	return p.Dst
}

// Append appends the excluded lease and the reason as one JSON object.
func (s *Skipped) Append(dst []byte) []byte {
	p := jsonout.Printer{Dst: dst}
	p.Int(`{"index":`, s.Index)
	p.Text(`,"id":`, s.ID)
	p.Text(`,"field":`, s.Field)
	p.Text(`,"message":`, s.Message)
	p.Raw(`}`)
	return p.Dst
}

// Elements returns the taxonomy elements of the amounts in the report.
func (r *Report) Elements() []taxonomy.Element {
	return slices.DeleteFunc(taxonomy.Elements(r.Question.From, r.Question.To), func(e taxonomy.Element) bool {
		return !slices.ContainsFunc(r.Leases, func(l Line) bool {
			return l.Lease.Standard == e.Standard && (!e.ByClass || l.Figures.Class == e.Class)
		})
	})
}

func (p *printer) concepts(list []taxonomy.Element) {
	jsonout.List(&p.Printer, `,"concepts":`, list, func(e *taxonomy.Element) {
		p.Text(`{"figure":`, e.Figure)
		p.Text(`,"standard":`, e.Standard.String())
		if e.ByClass {
			p.Text(`,"classification":`, e.Class.String())
		}
		p.Text(`,"name":`, e.Name)
		p.Int(`,"year":`, e.Year)
		if e.Turned {
			p.Raw(`,"turned":true`)
		}
		p.Raw(`}`)
	})
}
