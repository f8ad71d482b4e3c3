package reperform_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
)

// SPEC 10.4: an unknown field does not hide other validation errors in the request.
func TestSpec10_4_AnUnknownFieldHidesNoOtherError(t *testing.T) {
	t.Parallel()
	_, err := ask(`{"foo":1,"lease":` + officeLease + `,"theirs":{"bar":2,"schedule":[{"period":1,"payment":1},{"period":1,"payment":2}]}}`)
	for _, want := range []string{"foo: unknown field", "theirs.bar: unknown field", "theirs.schedule[1].period: 1 appears more than once: schedule[0] has it too"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: want %s", err, want)
		}
	}
}

// METHOD 15.1: an invalid request is rejected. The error contains the path of the invalid field,
// with either the reason or the allowed values.
func TestMethod15_1_InvalidRequests(t *testing.T) {
	t.Parallel()
	theirs := func(figures string) string { return `{"lease":` + officeLease + `,"theirs":` + figures + `}` }
	rows := func(rows string) string { return theirs(`{"schedule":[` + rows + `]}`) }
	many := strings.Repeat(`{"period":1,"payment":1},`, 1402)
	for _, c := range []struct{ body, field, message string }{
		{`"office"`, "body", "must be one JSON object that describes a verification"},
		{``, "body", "JSON"},
		{`{"theirs":{"initialLiability":1}}`, "lease", "is required"},
		{`{"lease":` + officeLease + `}`, "theirs", "is required"},
		{`{"lease":7,"theirs":{"initialLiability":1}}`, "lease", "must be an object that describes the lease; got 7"},
		{`{"lease":null,"theirs":{"initialLiability":1}}`, "lease", "null"},
		{`{"lease":` + strings.Replace(officeLease, `60`, `0`, 1) + `,"theirs":{"initialLiability":1}}`, "lease.termMonths", "use a whole number from 1 to 1200"},
		{`{"lease":` + strings.Replace(officeLease, `}`, `,"rentFree":[{"from":"2025-01-01","months":0}]}`, 1) + `,"theirs":{"initialLiability":1}}`, "lease.rentFree[0].months", "out of range"},
		{`{"lease":` + strings.Replace(officeLease, `}`, `,"otherPayments":[{"date":"2025-02-01","amount":1e9,"kind":"incentive"}]}`, 1) + `,"theirs":{"initialLiability":1}}`, "lease.otherPayments", "exceed the remaining payments"},
		{theirs(`[]`), "theirs", "must be an object that describes the figures to check; got an array"},
		{theirs(`{}`), "theirs", "has no figures to check; supply initialLiability"},
		{theirs(`{"schedule":[]}`), "theirs", "has no figures to check"},
		{rows(`{"period":1}`), "theirs", "has no figures to check"},
		{theirs(`{"initialLiability":"1000"}`), "theirs.initialLiability", "must be a number"},
		{theirs(`{"initialLiability":1e41}`), "theirs.initialLiability", "at most 40 digits"},
		{theirs(`{"initialliability":1}`), "theirs.initialliability", "initialLiability"},
		{theirs(`{"schedule":7}`), "theirs.schedule", "must be an array"},
		{rows(`7`), "theirs.schedule[0]", "must be an object that describes a row of a schedule; got 7"},
		{rows(`{"payment":1}`), "theirs.schedule[0].period", "is required if the row has no date"},
		{rows(`{"period":1,"payment":1},{"period":1,"payment":1}`), "theirs.schedule[1].period", "1 appears more than once: schedule[0] has it too"},
		{rows(`{"period":0,"payment":1}`), "theirs.schedule[0].period", "out of range"},
		{rows(`{"period":1.5,"payment":1}`), "theirs.schedule[0].period", "whole number"},
		{rows(`{"period":1,"payment":1},{"period":2,"payment":1},{"period":3,"payment":"ten"}`), "theirs.schedule[2].payment", "must be a number"},
		{rows(`{"period":1,"payment":-1e41}`), "theirs.schedule[0].payment", "at most 40 digits"},
		{rows(`{"date":"2025-13-01","payment":1}`), "theirs.schedule[0].date", "a calendar date in the form yyyy-mm-dd"},
		{rows(`{"period":1,"closing":1}`), "theirs.schedule[0].closing", "unknown field"},
		{rows(strings.TrimSuffix(many, ",")), "theirs.schedule", "at most"},
		{`{"lease":` + officeLease + `,"theirs":{"initialLiability":1},"tolerance":-0.01}`, "tolerance", "use an amount of 0 or more"},
		{`{"lease":` + officeLease + `,"theirs":{"initialLiability":1},"tolerance":"0.01"}`, "tolerance", "must be a number"},
		{`{"lease":` + officeLease + `,"theirs":{"initialLiability":1},"toleranc":1}`, "toleranc", "tolerance"},
	} {
		_, err := ask(c.body)
		invalid, ok := errors.AsType[*leasehold.InvalidError](err)
		if !ok {
			t.Errorf("%.200s: %v is not a refusal", c.body, err)
			continue
		}
		if f := invalid.Faults[0]; f.Field != c.field || !strings.Contains(f.Message, c.message) {
			t.Errorf("%.200s: %s: %s; want %s: %s", c.body, f.Field, f.Message, c.field, c.message)
		}
	}
}

// METHOD 15.1, 15.2: the comparison accepts reported rows that the computed schedule lacks, rows in
// any order, and figures of any sign and size.
func TestMethod15_2_UnknownRowsAreCompared(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rows              string
		compared, outside int
	}{
		{`{"period":1321,"payment":-1e40,"interest":1e40}`, 2, 2},
		{`{"date":"1999-01-01","payment":0},{"date":"9999-12-31","payment":0.03}`, 2, 1},
		{`{"period":60,"liabilityClose":0},{"period":1,"payment":10000},{"period":2,"date":"1999-01-01","payment":10000.01}`, 3, 0},
		{`{"date":"2025-01-01","payment":10000},{"date":"2025-01-01","payment":10000}`, 2, 0},
		{`{"period":1,"payment":10000.010000000000000000000000000001}`, 1, 1},
	} {
		a := verify(t, fmt.Sprintf(`{"lease":%s,"theirs":{"schedule":[%s]}}`, officeLease, c.rows))
		if a.Compared != c.compared || a.Outside != c.outside || len(a.Differences) != c.outside {
			t.Errorf("%s: %d compared, %d outside, %d differences", c.rows, a.Compared, a.Outside, len(a.Differences))
		}
	}
}

// METHOD 15.2: at most 200 differences are listed, but all are counted. A difference is the
// reported figure less the computed figure.
func TestMethod15_2_TwoHundredDifferencesAreListed(t *testing.T) {
	t.Parallel()
	var rows []string
	for n := 1; n <= 60; n++ { // the payment is 1,000 per row without interest, and each reported figure is lower by 1
		rows = append(rows, fmt.Sprintf(`{"period":%d,"payment":999,"interest":-1,"principal":999,"liabilityClose":%d}`, n, 1000*(60-n)-1))
	}
	a := verify(t, `{"lease":{"commencementDate":"2025-01-01","termMonths":60,"paymentAmount":1000,"discountRateAnnual":0},
		"theirs":{"schedule":[`+strings.Join(rows, ",")+`]}}`)
	if a.Compared != 240 || a.Outside != 240 || len(a.Differences) != 200 || len(a.Explanations) > 5 {
		t.Errorf("%d compared, %d outside, %d listed, %d explanations", a.Compared, a.Outside, len(a.Differences), len(a.Explanations))
	}
	for _, d := range a.Differences {
		if d.Difference.String() != "-1" {
			t.Errorf("%s: %s less %s is %s", d.Where, d.Theirs, d.Ours, d.Difference)
		}
	}
}
