package portfolio_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/portfolio"
)

// METHOD 20.1: wherever the discountRates field appears in a report request, it applies to the
// leases without their own rate.
func TestMethod20_1_TheReportTableAppliesToLeasesWithoutARate(t *testing.T) {
	t.Parallel()
	lease := `{"id":%q,"commencementDate":"2026-01-01","termMonths":60,"paymentAmount":1000%s}`
	leases := strings.Join([]string{
		fmt.Sprintf(lease, "a", ""), fmt.Sprintf(lease, "b", `,"discountRateAnnual":0.07`),
		fmt.Sprintf(lease, "c", `,"discountRates":[{"validFrom":"2020-01-01","termMonths":60,"discountRateAnnual":0.08}]`),
	}, ",")
	table := `"discountRates":[{"validFrom":"2026-01-01","termMonths":60,"discountRateAnnual":0.06}]`
	for _, request := range []string{
		`{"from":"2026-01-01","to":"2026-12-31","leases":[` + leases + `],` + table + `}`,
		`{` + table + `,"from":"2026-01-01","to":"2026-12-31","leases":[` + leases + `]}`,
	} {
		q, err := portfolio.Decode([]byte(request))
		if err != nil {
			t.Fatal(err)
		}
		r, err := portfolio.Answer(q)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range []string{"0.06", "0.07", "0.08"} {
			if got := r.Leases[i].Figures.DiscountRateAnnual.String(); got != want {
				t.Errorf("lease %d has the rate %s, want %s", i, got, want)
			}
		}
		again, err := portfolio.Decode(q.Append(nil))
		if err != nil || string(again.Append(nil)) != string(q.Append(nil)) || strings.Count(string(q.Append(nil)), `"discountRates"`) != 2 {
			t.Errorf("printed as %s, %v", q.Append(nil), err)
		}
	}
}

// METHOD 20.1: a lease is rejected if the table has no rate for it, and the error names its index
// and id. With the skip option, the lease is excluded.
func TestMethod20_1_ALeaseWithoutARateIsRejected(t *testing.T) {
	t.Parallel()
	request := `{"from":"2026-01-01","to":"2026-12-31",%s"leases":[{"id":"a","commencementDate":"2026-01-01","termMonths":60,"paymentAmount":1000},` +
		`{"id":"b","commencementDate":"2026-01-01","termMonths":72,"paymentAmount":1000},{"id":"c"}]%s}`
	table := `,"discountRates":[{"validFrom":"2026-01-01","termMonths":60,"discountRateAnnual":0.06}]`
	_, err := portfolio.Decode([]byte(fmt.Sprintf(request, "", table)))
	if want := `leases[1].discountRates: the table has no rate for 72 months on 2026-01-01; the longest term in the rows dated 2026-01-01 is 60 months (lease "b")`; err == nil || !strings.Contains(err.Error(), want) ||
		!strings.Contains(err.Error(), `leases[2].commencementDate: is required`) {
		t.Errorf("got %v", err)
	}
	q, err := portfolio.Decode([]byte(fmt.Sprintf(request, `"onError":"skip",`, table)))
	if err != nil || len(q.Leases) != 1 || len(q.Skipped) != 2 || q.Skipped[0].Field != "leases[1].discountRates" {
		t.Errorf("got %+v, %v", q, err)
	}
	_, err = portfolio.Decode([]byte(fmt.Sprintf(request, "", "")))
	if err == nil || !strings.Contains(err.Error(), `leases[0].discountRateAnnual: is required (lease "a")`) {
		t.Errorf("got %v", err)
	}
}

// BenchmarkReportWithARateTable compares two reports on 5,000 leases: one with a table of 2,000
// rows, and one without a table. The target ratio is 1.15.
func BenchmarkReportWithARateTable(b *testing.B) {
	var rows []string
	for i := range 2000 {
		rows = append(rows, fmt.Sprintf(`{"validFrom":"20%02d-%02d-01","termMonths":%d,"discountRateAnnual":0.0%d,"currency":%q,"tags":{"entity":"E%d"},"source":"Treasury"}`,
			15+i%10, 1+i/10%4*3, 12*(1+i/40%10), 300+i, []string{"USD", "EUR"}[i/400%2], i/800))
	}
	table := `,"discountRates":[` + strings.Join(rows, ",") + `]`
	body := func(rate, more string) []byte {
		var leases []string
		for i := range portfolio.MaxLeases {
			leases = append(leases, fmt.Sprintf(`{"id":"L%d","tags":{"entity":"E%d"},"commencementDate":"2025-%02d-01","termMonths":%d,"paymentAmount":%d,"currency":"USD"%s}`,
				i, i%3, 1+i%12, 12*(1+i%5), 1000+i, rate))
		}
		return []byte(`{"from":"2026-01-01","to":"2026-12-31","groupBy":["tag:entity"],"leases":[` + strings.Join(leases, ",") + `]` + more + `}`)
	}
	for name, request := range map[string][]byte{"without": body(`,"discountRateAnnual":0.05`, ""), "with": body("", table)} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				q, err := portfolio.Decode(request)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := portfolio.Answer(q); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// METHOD 20.1: for each lease, a report lists the rates taken from the rate table through the end
// of the reporting period. For each rate, the report names the table rows and their source.
func TestMethod20_1_AReportNamesTheRatesUsed(t *testing.T) {
	t.Parallel()
	q, err := portfolio.Decode([]byte(`{"from":"2026-01-01","to":"2026-12-31","discountRates":[
		{"validFrom":"2026-01-01","termMonths":36,"discountRateAnnual":0.051,"source":"Treasury"},{"validFrom":"2026-01-01","termMonths":60,"discountRateAnnual":0.055}],
		"leases":[{"id":"A","commencementDate":"2026-03-01","termMonths":48,"paymentAmount":1000,
			"events":[{"date":"2026-09-01","type":"reassessment","termMonths":42},{"date":"2027-03-01","type":"reassessment","termMonths":48}]},
			{"id":"B","commencementDate":"2026-03-01","termMonths":48,"paymentAmount":1000,"discountRateAnnual":0.04}]}`))
	if err != nil {
		t.Fatal(err)
	}
	r, err := portfolio.Answer(q)
	if err != nil {
		t.Fatal(err)
	}
	const want = `"discountRates":[{"date":"2026-03-01","termMonths":48,"discountRateAnnual":0.053,"rows":[0,1],"source":"Treasury"},` +
		`{"date":"2026-09-01","termMonths":36,"discountRateAnnual":0.051,"rows":[0],"source":"Treasury"}]`
	if got := string(r.Leases[0].Append(nil)); !strings.Contains(got, want) {
		t.Errorf("got %.400s", got)
	}
	if got := string(r.Leases[1].Append(nil)); strings.Contains(got, "discountRates") {
		t.Errorf("got %.400s", got)
	}
}
