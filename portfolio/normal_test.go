package portfolio_test

import (
	"testing"

	"github.com/leasehold-accounting/leasehold/portfolio"
)

const (
	first  = `{"id":"a","commencementDate":"2026-01-01","termMonths":12,"paymentAmount":1000,"discountRateAnnual":0.06}`
	second = `{"id":"b","commencementDate":"2026-01-01","termMonths":"x","paymentAmount":1000.50,"discountRateAnnual":0.06}`
)

// Equivalent requests are printed as the same bytes. This also applies if rejected leases in the
// requests differ in white space, field order or number formats. Different values result in
// different bytes.
func TestEquivalentRequestsPrintTheSameBytes(t *testing.T) {
	t.Parallel()
	spelled := func(text string) string {
		t.Helper()
		q, err := portfolio.Decode([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return string(q.Append(nil))
	}
	want := spelled(`{"from":"2026-01-01","to":"2026-12-31","leases":[` + first + `,` + second + `],"groupBy":["tag:site"],"onError":"skip"}`)
	for _, same := range []string{
		`{"onError":"skip","journal":"none","groupBy":["tag:site"],"leases":[` + first + ` , ` + second + `],"to":"2026-12-31","from":"2026-01-01"}`,
		`{"from":"2026-01-01","to":"2026-12-31","onError":"skip","groupBy":["tag:site"],"leases":[
			{"standard":"ASC_842","termMonths":12,"id":"a","commencementDate":"2026-01-01","paymentAmount":1e3,"discountRateAnnual":0.060},
			{"termMonths": "x", "id": "\u0062", "commencementDate":"2026-01-01","discountRateAnnual":0.06,"paymentAmount":1000.5}]}`,
		want,
	} {
		if got := spelled(same); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	for _, other := range []string{
		`{"from":"2026-01-01","to":"2026-12-31","leases":[` + second + `,` + first + `],"groupBy":["tag:site"],"onError":"skip"}`,
		`{"from":"2026-01-01","to":"2026-12-31","leases":[` + first + `,{"id":"b"}],"groupBy":["tag:site"],"onError":"skip"}`,
		`{"from":"2026-01-02","to":"2026-12-31","leases":[` + first + `,` + second + `],"groupBy":["tag:site"],"onError":"skip"}`,
		`{"from":"2026-01-01","to":"2026-12-31","leases":[` + first + `,` + second + `],"onError":"skip"}`,
	} {
		if spelled(other) == want {
			t.Errorf("printed the same: %s", other)
		}
	}
}
