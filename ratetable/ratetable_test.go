package ratetable_test

import (
	"reflect"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/ratetable"
)

// METHOD 20.1: a table built from rows gives the same rates and the same errors as a table from
// JSON.
func TestMethod20_1_ATableOfRowsEqualsItsJSON(t *testing.T) {
	t.Parallel()
	row := func(months int, rate string) ratetable.Row {
		return ratetable.Row{
			ValidFrom: civil.New(2026, 1, 1), TermMonths: months, DiscountRateAnnual: money.MustParse(rate),
			Tags: map[string]string{"entity": "US"}, Source: "the treasury's curve",
		}
	}
	table, err := ratetable.New([]ratetable.Row{row(24, "0.04"), row(60, "0.07")})
	if err != nil {
		t.Fatal(err)
	}
	const lease = `{"commencementDate":"2026-03-01","termMonths":36,"paymentAmount":100,"tags":{"entity":"US"}`
	compute := func(l *leasehold.Lease, err error) *leasehold.Result {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		r, err := leasehold.Compute(l)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	of := compute(leasehold.DecodeWith([]byte(lease+"}"), table))
	read := compute(leasehold.Decode([]byte(lease + `,"discountRates":` + string(table.Append(nil)) + "}")))
	if len(of.RatesUsed) != 1 || !reflect.DeepEqual(of.RatesUsed, read.RatesUsed) || !reflect.DeepEqual(of.Schedule, read.Schedule) {
		t.Errorf("got %+v, want %+v", of.RatesUsed, read.RatesUsed)
	}

	_, err = ratetable.New([]ratetable.Row{row(24, "0.04"), row(24, "0.05"), row(0, "0.05")})
	if want := "discountRates[2].termMonths: 0 is out of range: use a whole number from 1 to 1200"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if _, err = ratetable.New([]ratetable.Row{row(24, "0.04"), row(24, "0.05")}); err == nil {
		t.Error("two rates of one term are taken")
	}
}
