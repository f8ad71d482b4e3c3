package portfolio

import (
	"strconv"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/ratetable"
)

// printer appends JSON with amounts of the given decimals.
type printer struct {
	dst        []byte
	places     int
	functional int // places of what stays in functional currency
}

func (p *printer) raw(text string) { p.dst = append(p.dst, text...) }

func (p *printer) amount(name string, a money.Amount) {
	p.raw(name)
	p.dst = a.AppendPlaces(p.dst, p.places)
}

func (p *printer) decimal(name string, d *money.Decimal) {
	if d != nil {
		p.raw(name)
		p.dst = d.Append(p.dst)
	}
}

// months appends a remaining term, which has two decimals.
func (p *printer) months(name string, d money.Decimal) {
	p.raw(name)
	p.dst = d.Minor(2).AppendPlaces(p.dst, 2)
}

func (p *printer) quoted(name, value string) {
	p.raw(name)
	p.dst = strict.AppendQuoted(p.dst, value)
}

func (p *printer) int(name string, n int64) {
	p.raw(name)
	p.dst = strconv.AppendInt(p.dst, n, 10)
}

func (p *printer) comma(i int) {
	if i > 0 {
		p.raw(",")
	}
}

// Append appends the report as one JSON object (SPEC 10.2); the service adds
// request_id and replay at its end.
func (r *Report) Append(dst []byte) []byte {
	q := r.Question
	dst = append(AppendSpan(append(dst, '{'), q.From, q.To), `,"leases":[`...)
	for i := range r.Leases {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = r.Leases[i].Append(dst)
	}
	dst = r.Sum.Append(append(dst, `],`...))
	if q.Journal == Monthly {
		dst = append(dst, `,"journalEntries":[`...)
		n := 0
		for i := range r.Leases {
			entries := r.Leases[i].Figures.Entries
			for j := range entries {
				if n++; n > 1 {
					dst = append(dst, ',')
				}
				dst = r.Leases[i].AppendEntry(dst, &entries[j])
			}
		}
		for i := range r.Gone {
			if n++; n > 1 {
				dst = append(dst, ',')
			}
			dst = (&Line{Lease: r.Gone[i].Lease}).AppendEntry(dst, &r.Gone[i].Entry)
		}
		dst = append(dst, ']')
	}
	p := printer{dst: dst}
	if c := r.Comparative; c != nil {
		p.raw(`,"comparative":{`)
		p.dst = append(AppendSpan(p.dst, c.From, c.To), `,"leases":[`...)
		for i := range c.Leases {
			p.comma(i)
			p.dst = c.Leases[i].Append(p.dst)
		}
		p.raw(`],`)
		p.sums(c.Sum)
		p.raw(`}`)
	}
	p.quoted(`,"digest":`, r.Digest)
	if r.Previous != nil {
		p.previous(r.Previous)
	}
	if q.Ledger != nil {
		p.tieOut(r.TieOut)
	}
	if q.Concepts.Value {
		p.concepts(r.Elements())
	}
	p.skipped(r.Skipped)
	p.notes(r.Notes)
	p.raw(`}`)
	return p.dst
}

// AppendSpan appends the members from and to.
func AppendSpan(dst []byte, from, to civil.Date) []byte {
	p := printer{dst: dst}
	p.quoted(`"from":`, from.String())
	p.quoted(`,"to":`, to.String())
	return p.dst
}

// Append appends the members groups, total, where there is one, weightedAverages and
// notCommenced.
func (s *Sum) Append(dst []byte) []byte {
	p := printer{dst: dst}
	p.sums(s)
	p.notCommenced(s.NotCommenced())
	return p.dst
}

// sums appends the members groups, total, where there is one, and weightedAverages.
func (p *printer) sums(s *Sum) {
	p.raw(`"groups":[`)
	for i, g := range s.Groups() {
		p.comma(i)
		p.group(s.keys, g)
	}
	p.raw(`]`)
	if total, ok := s.Total(); ok {
		p.in(total)
		p.int(`,"total":{"leases":`, total.Leases)
		p.figures(&total.Figures, total.Has)
		p.raw(`}`)
	}
	p.averages(s.Averages())
}

// AppendNotes appends the member notes.
func (s *Sum) AppendNotes(dst []byte) []byte {
	p := printer{dst: dst}
	p.notes(s.Notes())
	return p.dst
}

// Append appends the lease's figures as one JSON object.
func (l *Line) Append(dst []byte) []byte {
	p := printer{dst: dst, places: l.Figures.Currency.Places(), functional: l.Lease.Functional().Places()}
	p.quoted(`{"id":`, l.Lease.ID)
	p.raw(`,"tags":`)
	p.dst = l.Lease.AppendTags(p.dst)
	p.quoted(`,"standard":`, l.Lease.Standard.String())
	p.quoted(`,"classification":`, l.Figures.Class.String())
	if currency := l.Lease.Functional(); currency != (money.Currency{}) {
		p.quoted(`,"currency":`, currency.String())
	}
	if l.Lease.FunctionalCurrency != (money.Currency{}) {
		p.quoted(`,"leaseCurrency":`, l.Lease.Currency.String())
	}
	p.months(`,"remainingTermMonths":`, l.RemainingMonths())
	p.decimal(`,"discountRateAnnual":`, &l.Figures.DiscountRateAnnual)
	p.dst = ratetable.AppendUsed(p.dst, l.Figures.RatesUsed)
	p.figures(&l.Figures.Figures, l.Figures.Has)
	if of := l.Figures.Functional; of != nil {
		p.places = p.functional
		p.raw(`,"functional":{`)
		p.figures(of, of.Has)
		p.raw(`}`)
	}
	p.notes(l.Notes)
	p.raw(`}`)
	return p.dst
}

// RemainingMonths returns the months left of the lease at the end of the span, to
// two decimals.
func (l *Line) RemainingMonths() money.Decimal { return round(l.Figures.RemainingMonths, 2) }

func (p *printer) group(keys []Key, g *Group) {
	p.in(g)
	p.raw(`{"key":{`)
	for i, k := range keys {
		p.comma(i)
		p.dst = strict.AppendQuoted(p.dst, k.String())
		p.quoted(`:`, g.Key[i])
	}
	p.int(`},"leases":`, g.Leases)
	p.figures(&g.Figures, g.Has)
	p.raw(`}`)
}

// in makes the decimals those of a group.
func (p *printer) in(g *Group) {
	p.places, p.functional = g.Currency.Places(), g.functional.Places()
}

// figures appends the members of the statements that are shown.
func (p *printer) figures(f *leasehold.Figures, has func(*figure.Statement) bool) {
	shown := p.places
	for _, s := range figure.Statements() {
		if !has(s) {
			continue
		}
		if p.places = shown; s.Taxed {
			p.places = p.functional
		}
		if s.Name == "" {
			p.statement(s, f)
			continue
		}
		p.member(s.Name)
		p.raw(`{`)
		p.statement(s, f)
		if s == figure.MaturityTotal.Statement() {
			p.bands("bands", f.Bands)
			p.bands("schedule", f.Schedule)
		}
		p.raw(`}`)
	}
}

// statement appends the figures of a statement.
func (p *printer) statement(s *figure.Statement, f *leasehold.Figures) {
	array := ""
	for _, c := range s.Figures {
		if array != c.Array() {
			if array != "" {
				p.raw(`]`)
			}
			if array = c.Array(); array != "" {
				p.member(array)
				p.raw(`[`)
			}
		}
		if array == "" {
			p.member(c.Name())
		} else {
			p.separate()
		}
		p.dst = f.Of(c).AppendPlaces(p.dst, p.places)
	}
	if array != "" {
		p.raw(`]`)
	}
}

// member appends the name of a member of the current object.
func (p *printer) member(name string) {
	p.separate()
	p.raw(`"`)
	p.raw(name)
	p.raw(`":`)
}

// separate appends a comma, unless it is the first element.
func (p *printer) separate() {
	if last := p.dst[len(p.dst)-1]; last != '{' && last != '[' {
		p.raw(`,`)
	}
}

func (p *printer) bands(name string, list []leasehold.Band) {
	if list == nil {
		return
	}
	p.member(name)
	p.raw(`[`)
	for i, band := range list {
		p.comma(i)
		p.quoted(`{"from":`, band.From.String())
		p.quoted(`,"to":`, band.To.String())
		p.amount(`,"principal":`, band.Principal)
		p.amount(`,"interest":`, band.Interest)
		p.raw(`}`)
	}
	p.raw(`]`)
}

func (p *printer) averages(list []Average) {
	p.raw(`,"weightedAverages":[`)
	for i := range list {
		a := &list[i]
		p.comma(i)
		p.quoted(`{"classification":`, a.Class.String())
		if a.Currency != (money.Currency{}) {
			p.quoted(`,"currency":`, a.Currency.String())
		}
		p.quoted(`,"standard":`, a.Standard.String())
		if a.RemainingMonths != nil {
			p.months(`,"remainingTermMonths":`, *a.RemainingMonths)
		}
		p.decimal(`,"discountRateAnnual":`, a.DiscountRateAnnual)
		p.decimal(`,"discountRateByLiability":`, a.RateWeightedByLiability)
		p.raw(`}`)
	}
	p.raw(`]`)
}

func (p *printer) notCommenced(list []*Upcoming) {
	p.raw(`,"notCommenced":[`)
	for i, u := range list {
		p.comma(i)
		p.places = u.Currency.Places()
		p.raw(`{`)
		if u.Currency != (money.Currency{}) {
			p.quoted(`"currency":`, u.Currency.String())
			p.raw(`,`)
		}
		p.int(`"leases":`, u.Leases)
		p.amount(`,"payments":`, u.Payments)
		p.raw(`}`)
	}
	p.raw(`]`)
}

// AppendEntry appends an entry of the lease as one JSON object.
func (l *Line) AppendEntry(dst []byte, e *leasehold.NumberedEntry) []byte {
	p := printer{dst: dst, places: l.Lease.Functional().Places()}
	p.quoted(`{"date":`, e.Date.String())
	p.quoted(`,"memo":`, e.Memo)
	p.raw(`,"lines":[`)
	for i := range e.Lines {
		line := &e.Lines[i]
		p.comma(i)
		p.quoted(`{"account":`, line.Account.String())
		p.amount(`,"debit":`, line.Debit)
		p.amount(`,"credit":`, line.Credit)
		p.raw(`}`)
	}
	p.quoted(`],"leaseId":`, l.Lease.ID)
	p.quoted(`,"number":`, e.Number)
	if l.Lease.Foreign() {
		p.quoted(`,"currency":`, l.Lease.Functional().String())
	}
	if e.Fund.Set {
		p.quoted(`,"fund":`, e.Fund.Value.String())
	}
	p.raw(`}`)
	return p.dst
}

func (p *printer) skipped(list []Skipped) {
	p.raw(`,"skipped":[`)
	for i := range list {
		p.comma(i)
		p.dst = list[i].Append(p.dst)
	}
	p.raw(`]`)
}

// Append appends why a lease was left out as one JSON object.
func (s *Skipped) Append(dst []byte) []byte {
	p := printer{dst: dst}
	p.int(`{"index":`, int64(s.Index))
	p.quoted(`,"id":`, s.ID)
	p.quoted(`,"field":`, s.Field)
	p.quoted(`,"message":`, s.Message)
	p.raw(`}`)
	return p.dst
}

func (p *printer) notes(notes []string) {
	p.raw(`,"notes":[`)
	for i, n := range notes {
		p.comma(i)
		p.dst = strict.AppendQuoted(p.dst, n)
	}
	p.raw(`]`)
}
