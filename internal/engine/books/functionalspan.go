package books

import (
	"slices"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/exchange"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/engine/measure"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/standard"
)

// exchangeGains contains the exchange differences on all balances, other than the liability, that
// are converted at the closing rate. A gain is positive.
type exchangeGains struct{ rent, services, subleases money.Amount }

func (g exchangeGains) less(o exchangeGains) exchangeGains {
	return exchangeGains{g.rent.Sub(o.rent), g.services.Sub(o.services), g.subleases.Sub(o.subleases)}
}

// foreignFigures fills in the amounts of a foreign-currency lease in the functional currency (METHOD 21).
func foreignFigures(v *measure.Life, f *schedule.LeaseFigures, span schedule.Span) {
	m, l := &v.Measurement, &v.Lease
	parts := span.Rates.Stretches(exchange.Pair{Currency: l.Currency, Into: l.FunctionalCurrency}, span.From, span.To)
	p := periodPoster{functional: newFunctional(v), walker: walker{m: m, segments: v.Segments}, day: span.From.Prev()}
	p.before = p.walker.to(p.day)
	opened := p.before
	p.open(parts[0].Opened)
	f.Opened = p.position(parts[0].Opened)
	start := p.books
	shown := translationOf(&span, l, &start.Vector)
	months := map[civil.Date]books{}
	for i := range parts {
		days := p.daily(&parts[i], shown)
		p.post(&parts[i])
		shown.add(&p.Vector, days)
		if day := parts[i].Last; span.Monthly {
			months[day] = p.books
			if span.Taxed && (day == day.MonthEnd() || day == span.To) {
				f.Ends = append(f.Ends, schedule.End{Day: day, Position: p.position(parts[i].Closed), TaxBases: taxBasesAt(v, day)})
			}
		}
	}
	if span.Monthly {
		b := NewBookkeeper(&p.m)
		entriesOf(f, &b, start, span, func(day civil.Date) (at books, known bool) {
			at, known = months[day]
			return at, known
		})
		f.Released = slices.DeleteFunc(p.released, func(r schedule.Release) bool { return r.Date.Before(span.From) || span.To.Before(r.Date) })
	}
	closing := parts[len(parts)-1].Closed
	f.Between(&start.Vector, &p.Vector)
	f.Closed = p.position(closing)
	describeFigures(f, &p.walker, &opened, &p.before, span.To)
	f.Upcoming = closing.Of(f.Upcoming)
	var own schedule.LeaseFigures
	addMaturity(&own, l, &p.before, span.To)
	setBalances(&f.Figures, &own.Figures, closing)
	translateFigures(f, l, shown, span)
}

// The daily movements are in the functional currency. They are the movements on each day that has a
// separate rate for translation into the presentation currency.
func (p *periodPoster) daily(part *exchange.Stretch, shown *translation) (days []figure.Vector) {
	if shown == nil {
		return nil
	}
	walker := p.walker
	for _, own := range shown.parts[shown.done].Own {
		functional := *p.functional
		functional.m.Events = slices.Clone(functional.m.Events)
		one := periodPoster{functional: &functional, walker: walker, day: own.Day.Prev()}
		one.before = one.walker.to(one.day)
		walker = one.walker
		alone := part.On(own.Day)
		one.open(alone.Opened)
		start := one.Vector
		one.post(&alone)
		var moved figure.Vector
		moved.Between(&start, &one.Vector)
		moved[figure.PrincipalRemeasured] = moved.Of(figure.PrincipalRemeasured).Sub(one.principalMoved)
		moved[figure.CostSublease] = moved.Of(figure.CostSublease).Sub(one.subleaseMoved)
		days = append(days, moved)
	}
	return days
}

// periodPoster posts the movements of a reporting period to the books in the functional currency,
// one part of the period at a time.
type periodPoster struct {
	*functional
	walker walker
	day    civil.Date // the date of the books
	before books      // the books as of that date, in the lease's currency
	books             // the books in the functional currency, from the start of the reporting period

	principalMoved money.Amount // change in [books.otherPrincipal] during the last posted part, in the functional currency
	subleaseMoved  money.Amount // straight-line sublease income of the last posted part; negative
}

// The books begin with the balances before the reporting period.
func (p *periodPoster) open(rate exchange.Conversion) {
	p.books = books{begun: p.before.begun, class: p.before.class}
	asset := money.Amount{}
	if own := &p.before; own.begun && !p.own.Lease.Exempt() && !p.walker.ended() {
		asset = p.asset(p.day, own.Of(figure.AssetClosing))
	}
	p.balances(&p.before, rate, asset)
}

// The balances in the lease's currency are converted at a closing rate; the asset is already in the
// functional currency.
func (p *periodPoster) balances(own *books, rate exchange.Conversion, asset money.Amount) {
	var accumulated money.Amount
	if own.begun && !p.own.Lease.Exempt() && !p.walker.ended() {
		a := p.last(p.day)
		accumulated = a.accumulated.Add(a.asset).Sub(asset)
	}
	p.Vector[figure.AssetAccumulated] = accumulated
	p.carry(rate.Of(own.Of(figure.LiabilityClosing)), asset)
	p.Vector[figure.RentReceivable] = rate.Of(own.Of(figure.RentReceivable))
	p.Vector[figure.DeferredRent] = rate.Of(own.Of(figure.DeferredRent))
	if p.own.Lease.Standard.Governments() {
		p.Vector[figure.PrincipalClosing] = p.books.Of(figure.LiabilityClosing).Sub(rate.Of(own.accrued()))
		p.capitalize()
	}
}

// The result is true if the lease has ended or its asset was derecognized.
func (w *walker) ended() bool { return w.over || len(w.segments[w.at].Periods) == 0 && w.at > 0 }

// position returns the balances in the functional currency, at the given closing rate.
func (p *periodPoster) position(rate exchange.Conversion) schedule.Position {
	services := rate.Of(p.before.services())
	return schedule.Position{
		Liability: p.Of(figure.LiabilityClosing), RouAsset: p.Of(figure.AssetClosing), Accumulated: p.Of(figure.AssetAccumulated),
		Prepaid: rate.Of(p.before.prepaid(&p.own.Lease)).Add(services), Services: services,
		RentReceivable: p.Of(figure.RentReceivable), DeferredRent: p.Of(figure.DeferredRent),
	}
}

func (p *periodPoster) post(part *exchange.Stretch) {
	from, opened, start := p.day, p.before, p.Vector
	ended := p.walker.over
	days := p.days(from, part)
	own := p.walker.to(part.Last)
	p.rows(&opened, &own, days, part)
	p.events(from, part)
	p.services(&opened, &own, part)
	if !ended && p.walker.over {
		p.expireOn(p.end())
	}
	p.day, p.before = part.Last, own
	p.fallTo(&own)
	p.balances(&own, part.Closed, p.Of(figure.AssetClosing))
	p.exchange(&start)
	p.prepay(&opened, &own, &start, from, part)
	p.class = own.class
}

// dayMoves contains, in the lease's currency, the movements on a day that has its own exchange rate.
type dayMoves struct {
	dayBooks
	lease, other exchange.Conversion // the rates for lease payments and for other payments
	averaged     bool                // whether the day's other payments are converted together with the part's remaining payments
}

// The method posts the commencement, and returns the movements on each day that has a separate
// rate. Lease payments on the commencement date are converted at the rate in the lease.
func (p *periodPoster) days(from civil.Date, part *exchange.Stretch) (list []dayMoves) {
	start := p.own.Lease.Start()
	commences := from.Before(start) && !part.Last.Before(start)
	own := part.Own
	i, found := slices.BinarySearchFunc(own, start, func(d exchange.DayRate, day civil.Date) int { return d.Day.Compare(day) })
	if commences && !found {
		own = slices.Insert(slices.Clone(own), i, exchange.DayRate{Day: start, Rate: part.Averaged})
	}
	for _, d := range own {
		moved := dayMoves{dayBooks: p.walker.on(d.Day), lease: d.Rate, other: d.Rate}
		if commences && d.Day == start {
			moved.lease, moved.averaged = p.first, !found
			p.books.commence(&p.m)
			if l := &p.own.Lease; !l.OpeningRouAsset.Set && !l.Applied() {
				paid := moved.Of(figure.CashOperating).Add(moved.Of(figure.CashInterest)).Add(moved.Of(figure.CashPrincipal))
				p.Post(figure.NonCash, p.first.Of(paid).Neg())
			}
		}
		list = append(list, moved)
	}
	return list
}

// For the rows of a part, interest and cost are posted at the part's average rate. Payments are
// posted at the rates on the payment dates.
func (p *periodPoster) rows(before, after *books, days []dayMoves, part *exchange.Stretch) {
	moved := func(c figure.Concept) money.Amount { return after.Of(c).Sub(before.Of(c)) }
	paid := func(lease bool, concepts ...figure.Concept) (sum money.Amount) {
		var rest money.Amount
		for _, c := range concepts {
			rest = rest.Add(moved(c))
		}
		for i := range days {
			d, rate := &days[i], days[i].other
			if lease {
				rate = d.lease
			} else if d.averaged {
				continue
			}
			var of money.Amount
			for _, c := range concepts {
				of = of.Add(d.Of(c))
			}
			rest = rest.Sub(of)
			sum = sum.Add(rate.Of(of))
		}
		return sum.Add(part.Averaged.Of(rest))
	}
	if l := &p.own.Lease; l.Exempt() {
		p.Post(figure.CashExempt, paid(true, figure.CashExempt))
		p.Post(exemptCost(l), part.Averaged.Of(moved(exemptCost(l))))
	}
	finance := part.Averaged.Of(moved(figure.CostInterest))
	operating := part.Averaged.Of(moved(figure.LiabilityInterest).Sub(moved(figure.CostInterest)))
	p.Post(figure.LiabilityInterest, finance.Add(operating))
	p.Post(figure.CostInterest, finance)
	p.Post(figure.CostOperating, operating)

	byOperating := paid(true, figure.CashOperating)
	byFinance := paid(true, figure.CashInterest, figure.CashPrincipal)
	interest := paid(true, figure.CashInterest)
	p.Post(figure.LiabilityPayments, byOperating.Add(byFinance))
	p.Post(figure.CashOperating, byOperating)
	p.Post(figure.CashInterest, interest)
	p.Post(figure.CashPrincipal, byFinance.Sub(interest))
	if p.own.Lease.Standard.Governments() {
		p.Post(figure.PrincipalPayments, byFinance.Sub(interest))
		p.principalMoved = part.Averaged.Of(after.otherPrincipal.Sub(before.otherPrincipal))
		p.Post(figure.PrincipalRemeasured, p.principalMoved)
	}
	for _, c := range []figure.Concept{
		figure.CostVariable, figure.CashVariable, figure.CashNonLease, figure.CostTaxes, figure.CashTaxes,
	} {
		p.Post(c, paid(false, c))
	}
	p.subleases(before, after, days, part)
}

// Straight-line sublease income is posted at the part's average rate, and each receipt is posted at
// the rate on the receipt's date. Rent receivable and deferred rent are converted at the closing
// rate. The remaining difference is an exchange difference.
func (p *periodPoster) subleases(before, after *books, days []dayMoves, part *exchange.Stretch) {
	l := &p.own.Lease
	if l.SubleaseIncome == nil && l.Subleases == nil {
		return
	}
	straight := after.rents.received.Sub(before.rents.received)
	dated := after.Of(figure.CashSubleases).Sub(before.Of(figure.CashSubleases)).Sub(straight)
	var received, other money.Amount
	for i := range days {
		d := &days[i]
		if d.averaged {
			continue
		}
		straight, received = straight.Sub(d.rentReceived), received.Add(d.other.Of(d.rentReceived))
		variable := d.Of(figure.CashSubleases).Sub(d.rentReceived)
		dated, other = dated.Sub(variable), other.Add(d.other.Of(variable))
	}
	received, other = received.Add(part.Averaged.Of(straight)), other.Add(part.Averaged.Of(dated))
	p.subleaseMoved = part.Averaged.Of(after.rents.income.Sub(before.rents.income))
	p.Post(figure.CostSublease, p.subleaseMoved.Add(other))
	p.Post(figure.CashSubleases, received.Add(other))
	if l.Subleases == nil || part.Last.Before(l.Start()) {
		return
	}
	opened := l.SubleaseTotals(later(p.day, l.Start().Prev()))
	closed := l.SubleaseTotals(part.Last)
	receivable := part.Closed.Of(closed.Receivable).Sub(part.Opened.Of(opened.Receivable))
	deferred := part.Closed.Of(closed.Deferred).Sub(part.Opened.Of(opened.Deferred))
	p.rents.receivable, p.rents.deferred = p.rents.receivable.Add(receivable), p.rents.deferred.Add(deferred)
	gain := receivable.Sub(deferred).Add(p.subleaseMoved).Sub(received)
	p.gains.subleases = p.gains.subleases.Add(gain)
	p.Post(figure.CostExchange, gain.Neg())
}

func later(a, b civil.Date) civil.Date {
	if a.Before(b) {
		return b
	}
	return a
}

// The cost of services is posted, except the amounts that were expensed at events.
func (p *periodPoster) services(before, after *books, part *exchange.Stretch) {
	total := part.Averaged.Of(after.Of(figure.CostNonLease).Sub(before.Of(figure.CostNonLease)))
	for i := range p.own.Events {
		if e := &p.own.Events[i]; p.day.Before(e.Date) && !part.Last.Before(e.Date) {
			total = total.Sub(p.m.Events[i].PrepaidServices)
		}
	}
	p.Post(figure.CostNonLease, total)
}

// Before each event in a part, the amortization through the preceding day is posted.
func (p *periodPoster) events(from civil.Date, part *exchange.Stretch) {
	for i := range p.m.Events {
		e := &p.m.Events[i]
		if !from.Before(e.Date) || part.Last.Before(e.Date) {
			continue
		}
		e.PrepaidServices = part.Averaged.Of(e.PrepaidServices)
		p.amortize(p.last(e.Date.Prev()).class, e.RouAssetBefore)
		p.carry(e.LiabilityBefore, e.RouAssetBefore)
		var left removedInterest
		if p.walker.left != nil {
			left = removedInterest{p.at[i].Of(p.walker.left[i].remeasured), p.at[i].Of(p.walker.left[i].derecognized)}
		}
		p.books.change(&p.m.Lease, e, left)
	}
}

// amortize reduces the asset to an amount and posts the reduction as amortization under the given class.
func (p *periodPoster) amortize(class standard.Class, to money.Amount) {
	fall := p.Of(figure.AssetClosing).Sub(to)
	p.Post(figure.AssetAmortization, fall)
	p.Post(figure.AssetAccumulated, fall)
	if class == standard.Operating {
		p.Post(figure.CostOperating, fall)
	} else {
		p.Post(figure.CostAmortization, fall)
	}
	p.carry(p.Of(figure.LiabilityClosing), to)
}

// fallTo posts the amortization through the end of the part.
func (p *periodPoster) fallTo(own *books) {
	if own.begun && !p.own.Lease.Exempt() && !p.walker.ended() {
		p.amortize(own.class, p.asset(p.day, own.Of(figure.AssetClosing)))
	}
}

// expireOn derecognizes the remaining asset at the end of the term.
func (p *periodPoster) expireOn(end civil.Date) {
	if p.own.Lease.Exempt() {
		return
	}
	if n := len(p.own.Events); n > 0 && p.own.Events[n-1].Treatment == schedule.Derecognized {
		return
	}
	p.amortize(p.last(end).class, p.m.Schedule[0].RouAssetClose)
	p.expire()
}

// exchange posts the exchange difference on the liability, which is converted at the closing rate. A loss is positive.
func (p *periodPoster) exchange(start *figure.Vector) {
	lacks := lacking(figure.LiabilityOpening, start, &p.Vector)
	p.Post(figure.LiabilityExchange, lacks)
	p.Post(figure.CostExchange, lacks)
	if p.own.Lease.Standard.Governments() {
		p.Post(figure.PrincipalExchange, lacking(figure.PrincipalOpening, start, &p.Vector))
	}
}

// The difference that remains in a rollforward is the change in a statement's closing balance, less
// the statement's movements.
func lacking(of figure.Concept, start, end *figure.Vector) (lacks money.Amount) {
	for _, c := range of.Statement().Figures {
		by := end.Of(c).Sub(start.Of(c))
		switch c.Kind() {
		case figure.Closing:
			lacks = lacks.Add(by)
		case figure.Increase:
			lacks = lacks.Sub(by)
		case figure.Decrease:
			lacks = lacks.Add(by)
		case figure.Opening, figure.Total, figure.Balance, figure.Separate:
		}
	}
	return lacks
}

// prepay posts the exchange differences on prepaid rent and prepaid services. Both are converted at the closing rate.
func (p *periodPoster) prepay(before, after *books, start *figure.Vector, from civil.Date, part *exchange.Stretch) {
	moved := func(c figure.Concept) money.Amount { return p.Of(c).Sub(start.Of(c)) }
	services := part.Closed.Of(after.services()).Sub(part.Opened.Of(before.services())).Sub(moved(figure.CashNonLease).Sub(moved(figure.CostNonLease)))
	p.gains.services = p.gains.services.Add(services)
	p.Post(figure.CostExchange, services.Neg())
	l := &p.own.Lease
	if !l.Exempt() {
		return
	}
	rent := part.Closed.Of(after.prepaid(l)).Sub(part.Opened.Of(before.prepaid(l))).Sub(moved(figure.CashExempt)).Add(moved(exemptCost(l))).
		Sub(moved(figure.CashInitialDirectCosts)).Sub(moved(figure.CashIncentives))
	if day := l.Start(); from.Before(day) && !part.Last.Before(day) {
		rent = rent.Sub(p.m.Lease.Amount(p.m.Lease.PrepaidRent))
	}
	p.gains.rent = p.gains.rent.Add(rent)
	p.Post(figure.CostExchange, rent.Neg())
}

// setBalances converts the period's closing balances at a closing rate.
func setBalances(f *schedule.Figures, own *schedule.Figures, rate exchange.Conversion) {
	var left money.Amount
	for c := figure.MaturityYear1; c <= figure.MaturityThereafter; c++ {
		f.Post(c, rate.Of(own.Of(c)))
		left = left.Add(f.Of(c))
	}
	liability := f.Of(figure.LiabilityClosing)
	longTerm, accrued := rate.Of(own.Of(figure.LongTermLiability)), rate.Of(own.Of(figure.AccruedInterest))
	f.Post(figure.MaturityTotal, left)
	f.Post(figure.MaturityImputedInterest, left.Sub(liability))
	f.Post(figure.LongTermLiability, longTerm)
	f.Post(figure.CurrentLiability, liability.Sub(longTerm))
	f.Post(figure.AccruedInterest, accrued)
	if own.Bands != nil {
		f.Post(figure.PrincipalWithinOneYear, liability.Sub(longTerm).Sub(accrued).NotNegative())
	}
	f.Bands, f.Schedule = turnBands(own.Bands, rate), turnBands(own.Schedule, rate)
}

// turnBands converts the total payment and the principal of each band at a rate. Interest is the difference.
func turnBands(list []schedule.Band, rate exchange.Conversion) []schedule.Band {
	if list == nil {
		return nil
	}
	turned := make([]schedule.Band, len(list))
	for i, b := range list {
		principal := rate.Of(b.Principal)
		turned[i] = schedule.Band{From: b.From, To: b.To, Principal: principal, Interest: rate.Of(b.Principal.Add(b.Interest)).Sub(principal)}
	}
	return turned
}

// Lines are appended for exchange differences on the liability, prepayments and subleases. A
// positive difference on the liability is a loss.
func (b *Bookkeeper) exchanged(liability money.Amount, gains exchangeGains) {
	for _, of := range [...]struct {
		account standard.Account
		gain    money.Amount
	}{{standard.AccountLeaseLiability, liability.Neg()}, {standard.AccountPrepaidRent, gains.rent}, {standard.AccountPrepaidServices, gains.services}} {
		b.debit(of.account, of.gain)
		b.exchangeGain(of.gain)
	}
	b.exchangeGain(gains.subleases) // the entry already contains the sublease balances at the closing rate
}

// exchangeGain records a gain, or a loss if the amount is negative.
func (b *Bookkeeper) exchangeGain(gain money.Amount) {
	if gain.Sign() > 0 {
		b.credit(standard.AccountExchangeGain, gain)
	} else {
		b.debit(standard.AccountExchangeLoss, gain.Neg())
	}
}
