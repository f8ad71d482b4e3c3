package reperform_test

import (
	"testing"
)

// Figures returns every compared figure with its row. The number of figures outside their allowance
// is the same as in the response.
func TestFiguresListsEverythingCompared(t *testing.T) {
	t.Parallel()
	a := verify(t, `{"lease":`+officeLease+`,"theirs":{"initialLiability":519841.89,"schedule":[{"period":1,"payment":10000,"liabilityClose":512391.09},
		{"date":"2025-02-01","interest":99},{"period":61,"payment":10000}]}}`)
	list := a.Figures()
	outside := 0
	for _, f := range list {
		if f.Outside {
			outside++
		}
	}
	if len(list) != a.Compared || outside != a.Outside || outside != 2 {
		t.Fatalf("%d figures, %d outside; the answer says %d and %d", len(list), outside, a.Compared, a.Outside)
	}
	for i, want := range []struct {
		where, member, date, difference string
		period                          int
	}{
		{"initialLiability", "initialLiability", "0000-00-00", "0", 0},
		{"schedule[0].payment", "payment", "2025-01-01", "0", 1},
		{"schedule[0].liabilityClose", "liabilityClose", "2025-01-01", "-0.01", 1},
		{"schedule[1].interest", "interest", "2025-02-01", "-2412.96", 2},
		{"schedule[60].payment", "payment", "0000-00-00", "10000", 61},
	} {
		f := list[i]
		if f.Where != want.where || f.Member != want.member || f.Date.String() != want.date || f.Difference.String() != want.difference || f.Period != want.period {
			t.Errorf("figure %d is %+v (%s on %s), want %+v", i, f, f.Difference, f.Date, want)
		}
	}
}
