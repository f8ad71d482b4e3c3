package portfolio_test

import (
	"encoding/json"
	"testing"

	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// METHOD 14: a county published a note on 40 payments of 5,864 per month in advance at 0.298% from
// 1 October 2021. The liability without accrued interest is 163,603 at 30 September 2022 and 93,626
// a year later, of which 70,185 are due within a year. Each amount agrees to the dollar.
func TestMethod14_APublishedNoteOfACounty(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ from, to, liability, current string }{
		{"2021-10-01", "2022-09-30", "163602.23", "69975.98"},
		{"2022-10-01", "2023-09-30", "93626.25", "70184.80"},
	} {
		q, err := portfolio.Decode([]byte(`{"from":"` + c.from + `","to":"` + c.to + `","journal":"monthly","leases":[{"id":"county","standard":"GASB_87",
			"commencementDate":"2021-10-01","termMonths":40,"paymentAmount":5864,"discountRateAnnual":0.00298}]}`))
		if err != nil {
			t.Fatal(err)
		}
		r, err := portfolio.Answer(q)
		if err != nil {
			t.Fatal(err)
		}
		f := r.Leases[0].Figures
		if got := f.Of(figure.LiabilityClosing).Sub(f.Of(figure.AccruedInterest)).String(); got != c.liability {
			t.Errorf("%s: liability without accrued interest %s, want %s", c.to, got, c.liability)
		}
		if got := f.Of(figure.CurrentLiability).Sub(f.Of(figure.AccruedInterest)).String(); got != c.current {
			t.Errorf("%s: due within a year %s, want %s", c.to, got, c.current)
		}
		if body := r.Append(nil); !json.Valid(body) {
			t.Errorf("not JSON: %s", body)
		}
	}
}
