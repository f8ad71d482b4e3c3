package doctor

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

// Every standard has an example.
func TestEveryStandardHasAnExample(t *testing.T) {
	t.Parallel()
	all, err := Examples()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range leasehold.Standards() {
		if !slices.ContainsFunc(all, func(e Example) bool { return e.Standard == s.String() }) {
			t.Errorf("no example under %s", s)
		}
	}
}

// A large tolerance could hide an error, so the example must describe its source's rounding.
func TestLargeTolerancesHaveAReason(t *testing.T) {
	t.Parallel()
	all, err := Examples()
	if err != nil {
		t.Fatal(err)
	}
	for i := range all {
		tolerance, err := readAmount([]byte(all[i].Tolerance))
		if err != nil {
			t.Fatal(err)
		}
		if large := tolerance.Cmp(money.Cents(100)) > 0; large != (all[i].Rounding != "") {
			t.Errorf("%s: the tolerance is %s, the reason %q", all[i].ID, tolerance, all[i].Rounding)
		}
	}
}

func example(expected, tolerance string) *Example {
	return &Example{
		ID: "made-up", Standard: "ASC_842", Tolerance: json.Number(tolerance), Expected: json.RawMessage(expected),
		Request: json.RawMessage(`{"commencementDate":"2026-01-01","termMonths":24,"paymentAmount":1000,"discountRateAnnual":0,"paymentFrequency":"annual"}`),
	}
}

// An expectation that cannot be checked is an error.
func TestExamplesThatCannotBeCheckedAreErrors(t *testing.T) {
	t.Parallel()
	for expected, want := range map[string]string{
		`{}`:                                   "expects no figure",
		`{"initialLiabilty":2000}`:             "initialLiabilty: is not a known expectation",
		`{"period":1}`:                         "period: is not a known expectation",
		`{"rows":[{"period":1,"rent":1000}]}`:  "rent: is not a known expectation",
		`{"rows":[{"period":3,"payment":1}]}`:  "the lease has 2",
		`{"rows":[{"payment":1000}]}`:          "the lease has 2",
		`{"initialLiability":2000.001}`:        "not a whole number of cents",
		`{"initialLiability":"2000"}`:          "not a decimal number",
		`{"classification":"operating"} {}`:    "more follows",
		`{"rows":[{"period":1,"rows":[]}]}`:    "rows: is not a known expectation",
		`{"rows":[{"classification":"x"}]}`:    "the lease has 2",
		`{"initialLiability":2000,"rows":{}}`:  "rows: ",
		`{"events":[{"event":1}]}`:             "event 1: the lease has 0",
		`{"event":1}`:                          "event: is not a known expectation",
		`{"initialLiability":2e3,"notes":"x"}`: "notes: is not a known expectation",
	} {
		if _, err := Check(example(expected, "0")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got error %v, want one that says %q", expected, err, want)
		}
	}
	if _, err := read([]byte(`[{"id":"x","source_table":[]}]`)); err == nil {
		t.Error("an unknown member of an example was accepted")
	}
	wrong := example(`{"initialLiability":2000}`, "0")
	wrong.Standard = "IFRS_16"
	if _, err := Check(wrong); err == nil {
		t.Error("an example under another standard than its request was accepted")
	}
}

// A difference equal to the tolerance is accepted. A difference one cent larger is not.
func TestDifferencesAreFoundToTheCent(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		expected, tolerance string
		compared, faults    int
	}{
		{`{"initialLiability":2000.00}`, "0", 1, 0},
		{`{"initialLiability":2000.01}`, "0.01", 1, 0},
		{`{"initialLiability":2000.02}`, "0.01", 1, 1},
		{`{"initialLiability":1999.98}`, "0.01", 1, 1},
		{`{"classification":"finance"}`, "100000", 1, 1},
		{`{"straightLineExpensePerPeriod":1001,"depreciationPerPeriod":1000}`, "0", 4, 2},
		{`{"rows":[{"period":1,"payment":1000,"liabilityAfterPayment":1000,"accumulatedAmortization":1000},{"period":2,"payment":999}]}`, "0.99", 4, 1},
	} {
		outcome, err := Check(example(c.expected, c.tolerance))
		if err != nil {
			t.Errorf("%s: %v", c.expected, err)
		} else if outcome.Compared != c.compared || len(outcome.Faults) != c.faults {
			t.Errorf("%s within %s: compared %d figures with faults %q; want %d and %d faults",
				c.expected, c.tolerance, outcome.Compared, outcome.Faults, c.compared, c.faults)
		}
	}
}

// The effects of events are compared like other figures. If an event has an unknown figure, the
// result is an error.
func TestEventsAreCompared(t *testing.T) {
	t.Parallel()
	e := example(`{"events":[{"event":1,"liabilityBefore":1000,"rouAssetAfter":700,"gainOrLoss":1}]}`, "0")
	e.Request = json.RawMessage(`{"commencementDate":"2026-01-01","termMonths":24,"paymentAmount":1000,"discountRateAnnual":0,"paymentFrequency":"annual",
		"events":[{"date":"2027-01-01","type":"impairment","impairmentLoss":300}]}`)
	outcome, err := Check(e)
	if err != nil || outcome.Compared != 3 || len(outcome.Faults) != 1 || outcome.Faults[0] != "event 1: gainOrLoss is 0.00, published 1.00" {
		t.Errorf("%+v, %v", outcome, err)
	}
	e.Expected = json.RawMessage(`{"events":[{"event":1,"payment":1}]}`)
	if _, err := Check(e); err == nil {
		t.Error("an expectation that an event does not have was accepted")
	}
}
