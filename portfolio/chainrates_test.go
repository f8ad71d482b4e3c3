package portfolio

import (
	"slices"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/exchange"
)

func ratesOf(t *testing.T, rows string) *exchange.Table {
	t.Helper()
	x, err := exchange.Decode([]byte(`{"exchangeRates":[` + rows + `]}`))
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// METHOD 28.5: a supplied rate replaces the signed rate for the same day, and a cause names the
// rate. A supplied average replaces the signed average only if the closing rate at the start of the
// averaged days is also supplied. Signed rows without a replacement remain. A rate for another day
// within a closed period does not split the period.
func TestMethod28_5_ExchangeRatesOfAChain(t *testing.T) {
	t.Parallel()
	const pair = `"currency":"USD","into":"EUR","date":`
	signed := ratesOf(t, `{`+pair+`"2026-01-31","closing":0.9},{`+pair+`"2026-02-28","closing":0.91,"average":0.905},{`+pair+`"2026-03-31","closing":0.92,"average":0.915}`)
	supplied := ratesOf(t, `{`+pair+`"2026-02-28","closing":0.91,"average":0.8},{`+pair+`"2026-03-10","closing":0.5,"average":0.5},`+
		`{`+pair+`"2026-03-31","closing":0.93,"average":0.95},{`+pair+`"2026-04-30","closing":0.94,"average":0.935}`)
	table, causes := chainExchange(signed, supplied, civil.New(2026, 2, 1), civil.New(2026, 3, 31))
	want := []string{"exchange rate USD/EUR of 2026-03-31: signed 0.92, now 0.93", "average exchange rate USD/EUR of 2026-03-31: signed 0.915, now 0.95"}
	if !slices.Equal(causes, want) {
		t.Errorf("causes %q, want %q", causes, want)
	}
	var got []string
	for _, r := range sortedRates(table) {
		got = append(got, r.Date.String()+" "+r.Closing.Value.String()+" "+r.Average.Value.String())
	}
	if want := []string{"2026-01-31 0.9 0", "2026-02-28 0.91 0.905", "2026-03-31 0.93 0.95", "2026-04-30 0.94 0.935"}; !slices.Equal(got, want) {
		t.Errorf("rates %q, want %q", got, want)
	}
	if table, causes := chainExchange(signed, nil, civil.New(2026, 2, 1), civil.New(2026, 3, 31)); len(causes) > 0 || len(table.Rows()) != 3 {
		t.Errorf("without rates: %v, %d rows", causes, len(table.Rows()))
	}
}

// METHOD 28.5: a spot rate is not a cause if it is for a day outside the closed periods or for a
// pair that the chain did not use. No entry used such a rate. Rates for days before the chain
// remain available for an earlier comparative period.
func TestMethod28_5_SpotRatesOutsideAChain(t *testing.T) {
	t.Parallel()
	const pair, other = `"currency":"USD","into":"EUR","date":`, `"currency":"USD","into":"GBP","date":`
	signed := ratesOf(t, `{`+pair+`"2026-01-31","closing":0.9,"spot":0.7},{`+pair+`"2026-02-28","closing":0.91,"average":0.905}`)
	for _, c := range []struct{ row, cause string }{
		{pair + `"2026-01-15","spot":0.8`, ""},
		{pair + `"2026-01-31","spot":0.8`, ""},
		{pair + `"2026-01-31","closing":0.95,"spot":0.8`, "exchange rate USD/EUR of 2026-01-31: signed 0.9, now 0.95"},
		{pair + `"2026-02-01","spot":0.8`, "spot rate USD/EUR of 2026-02-01: signed none, now 0.8"},
		{pair + `"2026-02-28","spot":0.8`, "spot rate USD/EUR of 2026-02-28: signed none, now 0.8"},
		{pair + `"2026-03-01","spot":0.8`, ""},
		{other + `"2026-02-01","spot":0.8`, ""},
	} {
		table, causes := chainExchange(signed, ratesOf(t, "{"+c.row+"}"), civil.New(2026, 2, 1), civil.New(2026, 2, 28))
		if got := strings.Join(causes, "; "); got != c.cause {
			t.Errorf("%s: causes %q, want %q", c.row, got, c.cause)
		}
		if !slices.ContainsFunc(table.Rows(), func(r exchange.Rate) bool { return r.Spot.Set && r.Spot.Value.String() == "0.8" }) {
			t.Errorf("%s: the table lacks the supplied rate", c.row)
		}
	}
	table, causes := chainExchange(signed, ratesOf(t, `{`+pair+`"2025-01-31","closing":0.8},{`+pair+`"2025-12-31","closing":0.85,"average":0.82}`), civil.New(2026, 2, 1), civil.New(2026, 2, 28))
	if lacks := table.Lacks([]exchange.Pair{{Currency: signed.Rows()[0].Currency, Into: signed.Rows()[0].Into}}, civil.New(2025, 2, 1), civil.New(2025, 12, 31), false); causes != nil || lacks != nil {
		t.Errorf("causes %q, the earlier reporting period lacks %q", causes, lacks)
	}
}
