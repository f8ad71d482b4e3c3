package books

import (
	"math/big"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/exchange"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// rateConflicts returns the days with an exchange rate of the lease or an event that differs by
// more than 0.1 % from the rate table of the report (METHOD 21.2).
func rateConflicts(l *lease.Lease, span schedule.Span) (list []string) {
	pair := exchange.Pair{Currency: l.Currency, Into: l.FunctionalCurrency}
	check := func(day civil.Date, supplied strict.Optional[money.Decimal]) {
		table, found := span.Rates.On(pair, day)
		if !found || !supplied.Set || span.To.Before(day) {
			return
		}
		ours, theirs := supplied.Value.Units(money.RatePlaces), table.Units(money.RatePlaces)
		apart := new(big.Int).Sub(ours, theirs)
		if apart.Abs(apart).Mul(apart, big.NewInt(1000)).Cmp(theirs) > 0 {
			list = append(list, pair.String()+" on "+day.String()+": "+supplied.Value.String()+" in the lease, "+table.String()+" in the report's table")
		}
	}
	check(l.Start(), l.ExchangeRate)
	for i := range l.Events {
		check(l.Events[i].Date, l.Events[i].ExchangeRate)
	}
	return list
}
