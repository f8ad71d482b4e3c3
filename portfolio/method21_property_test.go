package portfolio_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

var firstDay = civil.Date{Year: 2024, Month: 1, Day: 1}

// randomForeign returns random leases in dollars and yen with books in euros and dinars, some with
// events. It also returns month-end rates for two years. If constant is set, all rates are 1.25.
func randomForeign(r *rand.Rand, constant bool) (leases, rates string) {
	rate := func() string {
		if constant {
			return "1.25"
		}
		return fmt.Sprintf("%d.%04d1", r.IntN(3), 1+r.IntN(9999))
	}
	var list, rows []string
	for i := range 6 {
		standard := []string{"ASC_842", "IFRS_16", "FRS_102", "GASB_87"}[r.IntN(4)]
		more := ""
		if r.IntN(3) == 0 {
			more += `,"initialDirectCosts":321,"leaseIncentives":45`
		}
		if r.IntN(4) == 0 && standard != "GASB_87" {
			more += `,"exemption":"short_term","termMonths":12`
		} else {
			more += fmt.Sprintf(`,"termMonths":%d`, 8+r.IntN(30))
			day := firstDay.AddMonths(3 + r.IntN(4))
			switch r.IntN(4) {
			case 0:
				more += fmt.Sprintf(`,"events":[{"date":"%s","type":"modification","discountRateAnnual":0.07,"retainedShare":0.%d,"paymentAmount":%d,"exchangeRate":%s}]`, day, 1+r.IntN(9), 100+r.IntN(900), rate())
			case 1:
				more += fmt.Sprintf(`,"events":[{"date":"%s","type":"impairment","impairmentLoss":%d},{"date":"%s","type":"termination","penalty":55,"exchangeRate":%s}]`, day, 50+r.IntN(300), day.AddMonths(1), rate())
			}
		}
		list = append(list, fmt.Sprintf(`{"id":"L%d","standard":%q,"commencementDate":"2024-%02d-%02d","paymentAmount":%d,"paymentTiming":%q,"discountRateAnnual":0.0%d,`+
			`"currency":%q,"functionalCurrency":%q,"exchangeRate":%s%s}`, i, standard, 1+r.IntN(2), 1+r.IntN(28), 500+r.IntN(5000), []string{"advance", "arrears"}[r.IntN(2)], r.IntN(10),
			[]string{"USD", "JPY"}[i%2], []string{"EUR", "KWD"}[i/3], rate(), more))
	}
	for i := range 25 {
		day := firstDay.AddMonths(i).Prev()
		for _, pair := range []string{`"currency":"USD","into":"EUR"`, `"currency":"JPY","into":"EUR"`, `"currency":"USD","into":"KWD"`, `"currency":"JPY","into":"KWD"`} {
			rows = append(rows, fmt.Sprintf(`{%s,"date":"%s","closing":%s,"average":%s}`, pair, day, rate(), rate()))
		}
	}
	return "[" + strings.Join(list, ",") + "]", "[" + strings.Join(rows, ",") + "]"
}

func monthly(t *testing.T, leases, rates string, from, to civil.Date) *portfolio.Report {
	t.Helper()
	return answeredTo(t, fmt.Sprintf(`{"from":"%s","to":"%s","journal":"monthly","groupBy":["currency"],"leases":%s,"exchangeRates":%s}`, from, to, leases, rates))
}

// METHOD 21.3: at constant rates, exchange differences are rounding differences of at most one unit
// per amount and month.
func TestMethod21_3_ConstantRatesGiveOnlyRoundingDifferences(t *testing.T) {
	t.Parallel()
	for seed := range uint64(12) {
		leases, rates := randomForeign(rand.New(rand.NewPCG(seed, 22)), true)
		r := monthly(t, leases, rates, firstDay, firstDay.AddMonths(24).Prev())
		for _, l := range r.Leases {
			const most = 24 * 6 // months × rounded amounts per month
			if got, _ := l.Figures.Of(figure.CostExchange).Int64(); got > most || got < -most {
				t.Errorf("seed %d: %s has exchange differences of %d minor units at constant rates in %s", seed, l.Lease.ID, got, leases)
			}
		}
	}
}

// METHOD 21.3: the months of a year add up to the year, for random portfolios.
func TestMethod21_3_MonthsAddUpToTheYear(t *testing.T) {
	t.Parallel()
	for seed := range uint64(6) {
		leases, rates := randomForeign(rand.New(rand.NewPCG(seed, 23)), false)
		whole := monthly(t, leases, rates, firstDay, firstDay.AddMonths(12).Prev())
		sums, closed := make([]figure.Vector, len(whole.Leases)), make([]leasehold.Position, len(whole.Leases))
		for i := range 12 {
			r := monthly(t, leases, rates, firstDay.AddMonths(i), firstDay.AddMonths(i+1).Prev())
			for k, l := range r.Leases {
				if l.Figures.Opened != closed[k] {
					t.Errorf("seed %d, month %d: %s opens with %+v, want %+v", seed, i, l.Lease.ID, l.Figures.Opened, closed[k])
				}
				closed[k] = l.Figures.Closed
				sums[k].Add(&l.Figures.Vector)
			}
		}
		for k, l := range whole.Leases {
			for c := range figure.Count() {
				switch c.Kind() {
				case figure.Increase, figure.Decrease, figure.Separate, figure.Total:
					if got, want := sums[k].Of(c), l.Figures.Of(c); got != want {
						t.Errorf("seed %d: %s of %s is %s in the months, %s in the year", seed, c, l.Lease.ID, got, want)
					}
				case figure.Opening, figure.Closing, figure.Balance:
				}
			}
		}
	}
}
