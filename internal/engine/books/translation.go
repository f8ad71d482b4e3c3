package books

import (
	"math/big"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/exchange"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// translation translates the figures of a lease from the functional into the presentation
// currency (METHOD 21.4): movements at average rates, balances at closing rates.
type translation struct {
	parts []exchange.Stretch
	moved figure.Vector // movements in the parts so far, in the presentation currency
	done  int           // number of parts so far
	last  figure.Vector // the books at the end of the last part, in functional currency
}

// checkSpan returns an error if the report lacks a currency or exchange rates for a lease.
func checkSpan(s *schedule.Span, l *lease.Lease) error {
	if s.InLeaseCurrency {
		return nil
	}
	if f := l.PresentationFaults(nil, s.Presentation); f != nil {
		return f.Err()
	}
	if pairs := s.Pairs(l); len(pairs) > 0 {
		return s.Rates.Check(pairs, s.From, s.To, s.Monthly && !s.AnyRateDays)
	}
	return nil
}

// translationOf returns the translation of a lease, given the books before the reporting period,
// or nil if the lease is not translated.
func translationOf(s *schedule.Span, l *lease.Lease, books *figure.Vector) *translation {
	if s.InLeaseCurrency || !l.Translated(s.Presentation) {
		return nil
	}
	return &translation{parts: s.Rates.Stretches(exchange.Pair{Currency: l.Functional(), Into: s.Presentation}, s.From, s.To), last: *books}
}

// add adds the movements of the next part, given the books at its end and the movements on each
// day that has a separate rate.
func (t *translation) add(books *figure.Vector, days []figure.Vector) {
	if t == nil {
		return
	}
	part := &t.parts[t.done]
	for c := range figure.Count() {
		switch c.Kind() {
		case figure.Increase, figure.Decrease, figure.Separate:
			rest := books.Of(c).Sub(t.last.Of(c))
			for i, own := range part.Own {
				if accrues(c) {
					break
				}
				rest = rest.Sub(days[i].Of(c))
				t.moved.Post(c, own.Rate.Of(days[i].Of(c)))
			}
			t.moved.Post(c, part.Averaged.Of(rest))
		case figure.Opening, figure.Closing, figure.Total, figure.Balance:
		}
	}
	t.done++
	t.last = *books
}

// accrues reports whether a figure accrues over the days of a period. Other figures are
// movements of single days (METHOD 21.2).
func accrues(c figure.Concept) bool {
	switch c {
	case figure.LiabilityInterest, figure.AssetAmortization, figure.CostInterest, figure.CostAmortization, figure.CostOperating,
		figure.CostShortTerm, figure.CostLowValue, figure.CostNonLease, figure.LiabilityExchange, figure.PrincipalExchange, figure.CostExchange:
		return true
	}
	return false
}

// principal sets the principal paid to the payments less interest and operating payments, so that
// they add up (METHOD 21.4).
func (t *translation) principal(l *lease.Lease) {
	paid := t.moved.Of(figure.LiabilityPayments).Sub(t.moved.Of(figure.CashInterest)).Sub(t.moved.Of(figure.CashOperating))
	t.moved[figure.CashPrincipal] = paid
	if l.Standard.Governments() {
		t.moved[figure.PrincipalPayments] = paid
	}
}

// rolled lists the balances of the rollforwards with their translation differences.
var rolled = [...]struct{ opening, closing, lacks figure.Concept }{
	{figure.LiabilityOpening, figure.LiabilityClosing, figure.LiabilityTranslation},
	{figure.AssetOpening, figure.AssetClosing, figure.AssetTranslation},
	{figure.PrincipalOpening, figure.PrincipalClosing, figure.PrincipalTranslation},
}

// translateFigures translates the figures into the presentation currency, and stores the figures
// in functional currency in f.Functional.
func translateFigures(f *schedule.LeaseFigures, l *lease.Lease, t *translation, span schedule.Span) {
	if span.InLeaseCurrency || span.Presentation == (money.Currency{}) {
		return
	}
	books := f.Figures
	f.Currency, f.Functional = span.Presentation, &books
	if t == nil {
		return
	}
	t.principal(l)
	opened, closed := t.parts[0].Opened, t.parts[len(t.parts)-1].Closed
	f.Figures = schedule.Figures{Sublet: books.Sublet}
	var start figure.Vector
	end := t.moved
	for _, of := range rolled {
		start.Post(of.closing, opened.Of(books.Of(of.opening)))
		end.Post(of.closing, closed.Of(books.Of(of.closing)))
		end.Post(of.lacks, lacking(of.opening, &start, &end))
	}
	end.Post(figure.AssetAccumulated, closed.Of(books.Of(figure.AssetAccumulated)))
	end.Post(figure.AssetCost, end.Of(figure.AssetClosing).Add(end.Of(figure.AssetAccumulated)))
	if l.Standard.Governments() {
		end[figure.AmortizationIncreases] = end.Of(figure.AssetAmortization).Add(end.Of(figure.AssetImpairment))
		for _, of := range figure.AssetRolls {
			start.Post(of.Closing, opened.Of(books.Of(of.Opening)))
			end.Post(of.Closing, end.Of(of.Balance))
			of.Adjust(&end, lacking(of.Opening, &start, &end))
		}
	}
	for _, c := range []figure.Concept{figure.RentReceivable, figure.DeferredRent} {
		end.Post(c, closed.Of(books.Of(c)))
	}
	f.Between(&start, &end)
	setBalances(&f.Figures, &books, closed)
	f.Upcoming = closed.Of(f.Upcoming)
}

// rateConflicts returns the days with an exchange rate of the lease or an event that differs by
// more than 0.1 % from the rate table of the report (METHOD 21.2).
func rateConflicts(l *lease.Lease, span schedule.Span) (list []string) {
	pair := exchange.Pair{Currency: l.Currency, Into: l.FunctionalCurrency}
	check := func(day civil.Date, supplied strict.Optional[money.Decimal]) {
		table, found := span.Rates.On(pair, day)
		if !found || !supplied.Set || span.To.Before(day) {
			return
		}
		leaseRate, tableRate := supplied.Value.Units(money.RatePlaces), table.Units(money.RatePlaces)
		difference := new(big.Int).Sub(leaseRate, tableRate)
		if difference.Abs(difference).Mul(difference, big.NewInt(1000)).Cmp(tableRate) > 0 {
			list = append(list, pair.String()+" on "+day.String()+": "+supplied.Value.String()+" in the lease, "+table.String()+" in the report's table")
		}
	}
	check(l.Start(), l.ExchangeRate)
	for i := range l.Events {
		check(l.Events[i].Date, l.Events[i].ExchangeRate)
	}
	return list
}
