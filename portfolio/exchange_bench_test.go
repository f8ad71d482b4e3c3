package portfolio_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// benchCurrencies returns a request for twelve months of entries. The leases are in euros or, if
// foreign is set, in three currencies with books in euros.
func benchCurrencies(b *testing.B, leases int, foreign bool) *portfolio.Question {
	b.Helper()
	var list []string
	for i := range leases {
		currency, rate := "EUR", ""
		if c := []string{"EUR", "USD", "GBP"}[i%3]; foreign && c != "EUR" {
			currency, rate = c, `,"functionalCurrency":"EUR","exchangeRate":0.91234`
		}
		events := ""
		if i%4 == 0 {
			events = `,"events":[{"date":"2026-02-15","type":"modification","discountRateAnnual":0.05,"paymentAmount":8000,"exchangeRate":0.93}]`
			if rate == "" {
				events = strings.Replace(events, `,"exchangeRate":0.93`, "", 1)
			}
		}
		list = append(list, fmt.Sprintf(`{"id":"L-%d","standard":%q,"commencementDate":"2024-01-15","termMonths":%d,"paymentAmount":10000,"discountRateAnnual":0.06,"currency":%q%s%s}`,
			i, []string{"ASC_842", "IFRS_16"}[i%2], 60+i%60, currency, rate, events))
	}
	var rates []string
	day := civil.Date{Year: 2026, Month: 1, Day: 1}
	for i := range 13 {
		for _, c := range []string{"USD", "GBP"} {
			rates = append(rates, fmt.Sprintf(`{"currency":%q,"into":"EUR","date":"%s","closing":0.9%02d71,"average":0.9%02d53}`, c, day.Prev(), i, i))
		}
		day = day.AddMonths(1)
	}
	q, err := portfolio.Decode(fmt.Appendf(nil, `{"from":"2026-01-01","to":"2026-12-31","journal":"monthly","leases":[%s],"exchangeRates":[%s]}`,
		strings.Join(list, ","), strings.Join(rates, ",")))
	if err != nil {
		b.Fatal(err)
	}
	return q
}

// BenchmarkThreeCurrencies measures how much longer a report on 5,000 leases takes with three
// currencies than with one.
func BenchmarkThreeCurrencies(b *testing.B) {
	one, three := benchCurrencies(b, portfolio.MaxLeases, false), benchCurrencies(b, portfolio.MaxLeases, true)
	var buf []byte
	answer := func(q *portfolio.Question) time.Duration {
		began := time.Now()
		r, err := portfolio.Answer(q)
		if err != nil {
			b.Fatal(err)
		}
		buf = r.Append(buf[:0])
		return time.Since(began)
	}
	var inOne, inThree time.Duration
	for b.Loop() {
		inOne += answer(one)
		inThree += answer(three)
	}
	b.ReportMetric(float64(inThree)/float64(inOne), "times")
}
