package engine_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/test/internal/leases"
)

// tabled returns a lease with a rate table instead of a rate. The additional fields are in the
// string named more.
func tabled(table, more string) string {
	return `{"commencementDate":"2026-03-01","termMonths":60,"paymentAmount":10000,` + more + `"discountRates":[` + table + `]}`
}

func rateRow(from string, term int, rate, more string) string {
	return fmt.Sprintf(`{"validFrom":%q,"termMonths":%d,"discountRateAnnual":%s%s}`, from, term, rate, more)
}

// ratesOf returns the printed rates that the program chose from a request's rate table.
func ratesOf(t *testing.T, request string) string {
	t.Helper()
	r := leases.Compute(t, request)
	var answer struct {
		Result struct{ DiscountRates json.RawMessage }
	}
	if err := json.Unmarshal(leasehold.AppendCompute(r, nil), &answer); err != nil {
		t.Fatal(err)
	}
	return string(answer.Result.DiscountRates)
}

func refusalOf(request string) string {
	lease, err := leasehold.Decode([]byte(request))
	if err == nil {
		_, err = leasehold.Compute(lease)
	}
	if err == nil {
		return ""
	}
	return err.Error()
}

// METHOD 20.1: for a lease on day d, the first matching row in the table's order selects the family
// of rows. A row matches if its validFrom field is on or before the date d and the lease has all
// its tags. If a row has a currency, it must be the lease's currency. The rate curve consists of
// the family's rows with the latest validFrom on or before d.
func TestMethod20_1_TheFirstMatchingRowSelectsTheFamily(t *testing.T) {
	t.Parallel()
	table := strings.Join([]string{
		rateRow("2026-01-01", 60, "0.04", `,"tags":{"entity":"US"}`),
		rateRow("2026-01-01", 60, "0.05", `,"currency":"EUR"`),
		rateRow("2026-02-01", 60, "0.051", `,"currency":"EUR"`),
		rateRow("2026-03-02", 60, "0.052", `,"currency":"EUR"`),
		rateRow("2026-01-01", 60, "0.06", ``),
		rateRow("2026-03-01", 60, "0.061", ``),
	}, ",")
	for _, c := range [][2]string{
		{`"tags":{"entity":"US","site":"A"},"currency":"EUR",`, `"discountRateAnnual":0.04,"rows":[0]`},
		{`"tags":{"entity":"DE"},"currency":"EUR",`, `"discountRateAnnual":0.051,"rows":[2]`},
		{`"currency":"EUR",`, `"discountRateAnnual":0.051,"rows":[2]`},
		{`"currency":"USD",`, `"discountRateAnnual":0.061,"rows":[5]`},
		{``, `"discountRateAnnual":0.061,"rows":[5]`},
	} {
		more, want := c[0], c[1]
		if got := ratesOf(t, tabled(table, more)); !strings.Contains(got, want) {
			t.Errorf("%s: got %s, want %s", more, got, want)
		}
	}
	// In a different order, the same rows select another family.
	if got := ratesOf(t, tabled(rateRow("2026-01-01", 60, "0.06", ``)+","+rateRow("2026-01-01", 60, "0.05", `,"currency":"EUR"`), `"currency":"EUR",`)); !strings.Contains(got, `0.06,"rows":[0]`) {
		t.Errorf("got %s", got)
	}
	// A row with a validFrom after the day does not select a family.
	if got := ratesOf(t, tabled(rateRow("2026-03-02", 60, "0.06", ``)+","+rateRow("2026-03-01", 60, "0.05", `,"currency":"EUR"`), `"currency":"EUR",`)); !strings.Contains(got, `0.05,"rows":[1]`) {
		t.Errorf("got %s", got)
	}
}

// METHOD 20.1: the term T for the rate is a whole number of months. T is the smallest number for
// which d + T months is after the last day of the lease term. T reflects the event's change of the
// term.
func TestMethod20_1_TheTermIsInWholeMonthsRoundedUp(t *testing.T) {
	t.Parallel()
	table := rateRow("2020-01-01", 1, "0.01", "") + "," + rateRow("2020-01-01", 101, "0.11", "")
	for request, want := range map[string]string{
		tabled(table, ""): `[{"date":"2026-03-01","termMonths":60,"discountRateAnnual":0.069,"rows":[0,1]}]`,
		// One event falls within a period, and another extends the term.
		tabled(table, `"events":[{"date":"2027-03-15","type":"reassessment","paymentAmount":11000},{"date":"2028-03-01","type":"modification","termMonths":72}],`): `[{"date":"2026-03-01","termMonths":60,"discountRateAnnual":0.069,"rows":[0,1]},` +
			`{"date":"2027-03-15","termMonths":48,"discountRateAnnual":0.057,"rows":[0,1]},{"date":"2028-03-01","termMonths":48,"discountRateAnnual":0.057,"rows":[0,1]}]`,
	} {
		if got := ratesOf(t, request); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	last := strings.Replace(tabled(table, ""), "2026-03-01", "2024-01-31", 1)
	if got := ratesOf(t, last); !strings.Contains(got, `"termMonths":60`) {
		t.Errorf("from the last day of a month: %s", got)
	}
}

// METHOD 20.1: if the term is shorter than the shortest term of the curve, the rate of the shortest
// term applies, with a note.
func TestMethod20_1_AShorterTermTakesTheShortest(t *testing.T) {
	t.Parallel()
	request := tabled(rateRow("2026-01-01", 72, "0.06", ``)+","+rateRow("2026-01-01", 84, "0.07", ``), "")
	if got := ratesOf(t, request); got != `[{"date":"2026-03-01","termMonths":60,"discountRateAnnual":0.06,"rows":[0]}]` {
		t.Errorf("got %s", got)
	}
	if notes := notesOf(t, request); !strings.Contains(notes, "The table has no row for 60 months at 2026-03-01, so the rate of its shortest term, 72 months, is used.") {
		t.Errorf("notes: %s", notes)
	}
}

func notesOf(t *testing.T, request string) string {
	t.Helper()
	r := leases.Compute(t, request)
	var texts []string
	for _, n := range r.Notes {
		texts = append(texts, n.Text)
	}
	return strings.Join(texts, "\n")
}

// A lease is rejected if its term exceeds the longest term of the table, or if no row matches; in
// the latter case, the message lists the criteria. A table is rejected if two rows have the same
// currency, tags, date and term.
func TestMethod20_1_Rejections(t *testing.T) {
	t.Parallel()
	long := strings.Replace(tabled(rateRow("2026-01-01", 120, "0.06", ""), ""), `"termMonths":60`, `"termMonths":132`, 1)
	for request, want := range map[string]string{
		long: "discountRates: the table has no rate for 132 months on 2026-03-01; the longest term in the rows dated 2026-01-01 is 120 months",
		tabled(rateRow("2026-03-02", 60, "0.06", ""), `"currency":"EUR",`): "discountRates: the table has no rate for 60 months on 2026-03-01: no row for EUR or any currency is dated that day or earlier",
		tabled(rateRow("2026-01-01", 60, "0.06", `,"currency":"USD","tags":{"entity":"US"}`), `"tags":{"entity":"DE"},`): "discountRates: the table has no rate for 60 months on 2026-03-01: " +
			"no row for any currency that matches the lease's tags (entity=DE) is dated that day or earlier",
		tabled("", ""): "discountRates: the table has no rate for 60 months on 2026-03-01: no row for any currency is dated that day or earlier",
		tabled(rateRow("2026-01-01", 60, "0.06", "")+","+rateRow("2026-01-01", 60, "0.07", `,"source":"B"`), ""):                                                                                                   "discountRates[1]: has the same date, term, currency and tags as discountRates[0]; keep only one of the two",
		tabled(rateRow("2026-01-01", 60, "6", "")+","+rateRow("2026-01-01", 0, "0.06", ""), ""):                                                                                                                    "discountRates[0].discountRateAnnual: 6 is out of range: use a fraction from 0 to 1 (write 0.06 for 6%)",
		`{"commencementDate":"2026-03-01","termMonths":60,"paymentAmount":1}`:                                                                                                                                      "discountRateAnnual: is required",
		`{"commencementDate":"2026-03-01","termMonths":60,"paymentAmount":1,"discountRateAnnual":null}`:                                                                                                            "discountRateAnnual: is required and must not be null",
		`{"commencementDate":"2026-03-01","termMonths":60,"paymentAmount":1,"discountRateAnnual":0.05,"discountRateBasis":"obtainable"}`:                                                                           "discountRateBasis: obtainable does not apply under ASC 842; it is allowed only with standard FRS_102",
		`{"standard":"IFRS_16","commencementDate":"2026-03-01","termMonths":60,"paymentAmount":1,"discountRateAnnual":0.05,"discountRateBasis":"risk_free"}`:                                                       "discountRateBasis: risk_free does not apply under IFRS 16; it is allowed only with standard ASC_842",
		`{"commencementDate":"2026-03-01","termMonths":60,"paymentAmount":1,"discountRateAnnual":0.05,"events":[{"date":"2027-03-01","type":"index","changePct":0.1,"discountRateBasis":"implicit"}]}`:             "events[0].discountRateBasis: is allowed only with discountRateAnnual",
		`{"standard":"FRS_102","commencementDate":"2026-03-01","termMonths":60,"paymentAmount":1,"discountRateAnnual":0.05,"events":[{"date":"2027-03-01","type":"modification","discountRateBasis":"implicit"}]}`: "events[0].discountRateBasis: is allowed only with discountRateAnnual",
	} {
		if got := refusalOf(request); !strings.HasPrefix(got, want) {
			t.Errorf("%s\ngot  %s\nwant %s", request, got, want)
		}
	}
	if got := ratesOf(t, strings.Replace(tabled(rateRow("2026-01-01", 60, "0.06", ""), ""), `"discountRates"`, `"discountRateAnnual":null,"discountRates"`, 1)); got == "" {
		t.Error("null beside a table is not absent")
	}
}

// A supplied rate, for the lease or for an event, takes precedence over the rate table.
func TestMethod20_1_ASuppliedRateTakesPrecedence(t *testing.T) {
	t.Parallel()
	row := rateRow("2026-01-01", 120, "0.06", "") + "," + rateRow("2026-01-01", 12, "0.06", "")
	stated := tabled(row, `"discountRateAnnual":0,"events":[{"date":"2027-03-01","type":"reassessment","termMonths":72},{"date":"2028-03-01","type":"modification","discountRateAnnual":0.03}],`)
	if got := ratesOf(t, stated); got != `[{"date":"2027-03-01","termMonths":60,"discountRateAnnual":0.06,"rows":[1,0]}]` {
		t.Errorf("got %s", got)
	}
	if got := ratesOf(t, tabled(row, `"discountRateAnnual":0.05,`)); got != "" {
		t.Errorf("a stated rate, and the result has %s", got)
	}
}

// A lease whose rates come from a rate table has the same amounts as a lease that supplies the same
// rates. The normalized request still contains the table.
func TestMethod20_1_TableAndSuppliedRatesGiveTheSameAmounts(t *testing.T) {
	t.Parallel()
	table := rateRow("2026-01-01", 12, "0.05", "") + "," + rateRow("2026-01-01", 108, "0.09", "")
	events := `"events":[{"date":"2028-03-01","type":"reassessment","termMonths":84%s}],`
	request := tabled(table, fmt.Sprintf(events, ""))
	lease, err := leasehold.Decode([]byte(request))
	if err != nil {
		t.Fatal(err)
	}
	r, err := leasehold.Compute(lease)
	if err != nil {
		t.Fatal(err)
	}
	stated, err := lease.StateRates()
	if err != nil {
		t.Fatal(err)
	}
	if want := money.MustParse("0.07"); stated.DiscountRateAnnual != want || stated.Events[0].DiscountRateAnnual.Value != want || lease.Events[0].DiscountRateAnnual.Set {
		t.Errorf("stated %v and %v", stated.DiscountRateAnnual, stated.Events[0].DiscountRateAnnual)
	}
	other, err := leasehold.Compute(stated)
	if err != nil {
		t.Fatal(err)
	}
	if r.InitialLiability != other.InitialLiability || r.Events[0].LiabilityAfter != other.Events[0].LiabilityAfter || string(leasehold.AppendSchedule(&r.Measurement, nil)) != string(leasehold.AppendSchedule(&other.Measurement, nil)) {
		t.Error("other figures than those of the rates stated")
	}
	if echo := string(r.Lease.Append(nil)); echo != string(lease.Append(nil)) || strings.Contains(echo, `"discountRateAnnual":0.07`) || !strings.Contains(echo, `"discountRates":[{`) {
		t.Errorf("the input is printed as %s", echo)
	}
	if _, err := leasehold.Recheck(leasehold.AppendCompute(r, nil)); err != nil {
		t.Errorf("the answer is not read back: %v", err)
	}
}

// METHOD 20.1: discountRateBasis appears in the response and the notes but does not affect amounts.
func TestMethod20_1_TheKindOfRateIsCarried(t *testing.T) {
	t.Parallel()
	for basis, want := range map[string]string{
		"implicit": "rate implicit in the lease", "incremental": "incremental borrowing rate", "risk_free": "842-20-30-3",
		"obtainable": "borrow an amount similar to the undiscounted payments over a similar term",
	} {
		standard := "ASC_842"
		if basis == "obtainable" {
			standard = "FRS_102"
		}
		with := `{"standard":"` + standard + `","commencementDate":"2026-03-01","termMonths":60,"paymentAmount":1,"discountRateAnnual":0.05,"discountRateBasis":"` + basis + `"}`
		if notes := notesOf(t, with); !strings.Contains(notes, want) {
			t.Errorf("%s: %s", basis, notes)
		}
		lease, err := leasehold.Decode([]byte(with))
		if err != nil || !strings.Contains(string(lease.Append(nil)), `"discountRateBasis":"`+basis+`"`) {
			t.Errorf("%s is not carried: %v", basis, err)
		}
	}
	const reassessed = `{"commencementDate":"2026-03-01","termMonths":60,"paymentAmount":1,"discountRateAnnual":0.05,` +
		`"events":[{"date":"2027-03-01","type":"reassessment","discountRateAnnual":0.06,"discountRateBasis":"incremental"}]}`
	if notes := notesOf(t, reassessed); !strings.Contains(notes, "of the reassessment on 2027-03-01 is supplied as the lessee's incremental borrowing rate.") {
		t.Errorf("the rate of an event: %s", notes)
	}
}
