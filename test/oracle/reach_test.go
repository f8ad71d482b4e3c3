package oracle_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/test/oracle"
)

// TestLeasesReachEveryCorner checks that the default number of random leases
// includes each of these cases.
func TestLeasesReachEveryCorner(t *testing.T) {
	t.Parallel()
	corners := []string{
		"ASC_842", "IFRS_16", "GASB_87", "operating", "finance", "monthly", "quarterly", "semiannual", "annual", "advance", "arrears",
		"rate 0", "rate 1", "rate of 17 decimals", "rate of more than 17 decimals", "1 month", "1200 months", "1200 months at escalation 1",
		"payment 0.01", "payment 999999999999999.99", "payment of more than 40 decimals", "payment of 400 characters", "rent of 0.00",
		"29 February", "31st", "first day of the calendar", "last day of the calendar", "stub", "exponent", "null", "explicit false with a price",
		"price without a flag", "flag without a price", "override", "override under a single model", "life shorter", "life longer", "life of 1000000",
		"exactly 75 %", "exactly 90 %", "fair value 0", "negative share of fair value", "negative asset", "negative principal", "negative cost",
		"negative amortization", "long-term is the first term", "tie", "threshold", "row moved", "asset left", "line of 0.00",
	}
	seen := map[string]int{}
	for i := range int64(5_000) {
		body := generate(leaseDice(1, i+1))
		request, err := oracle.Read([]byte(body))
		if err != nil {
			t.Fatalf("%v in %s", err, body)
		}
		a, err := oracle.Solve(request)
		if err != nil {
			t.Fatalf("%v in %s", err, body)
		}
		see := func(corner string, holds bool) {
			if holds {
				seen[corner]++
			}
		}
		seeRequest(see, body, request, a)
		seeAnswer(see, request, a)
		if allSeen(seen, corners) {
			t.Logf("after %d leases", i+1)
			break
		}
	}
	for _, corner := range corners {
		if seen[corner] == 0 {
			t.Errorf("no lease has: %s", corner)
		}
		t.Logf("%5d %s", seen[corner], corner)
	}
}

// allSeen reports whether every case has occurred.
func allSeen(seen map[string]int, corners []string) bool {
	return !slices.ContainsFunc(corners, func(corner string) bool { return seen[corner] == 0 })
}

func seeRequest(see func(string, bool), body string, r *oracle.Request, a *oracle.Answer) {
	for _, name := range []string{r.Standard, r.Frequency, r.Timing, a.Classification} {
		see(name, true)
	}
	written := map[string]string{}
	for _, m := range a.Input {
		written[m.Name] = m.Value
	}
	decimals := func(name string) int {
		_, fraction, _ := strings.Cut(written[name], ".")
		return len(fraction)
	}
	see("rate 0", written["discountRateAnnual"] == "0")
	see("rate 1", written["discountRateAnnual"] == "1")
	see("rate of 17 decimals", decimals("discountRateAnnual") == 17)
	see("rate of more than 17 decimals", decimals("discountRateAnnual") > 17)
	see("1 month", r.TermMonths == 1)
	see("1200 months", r.TermMonths == 1200)
	see("1200 months at escalation 1", r.TermMonths == 1200 && written["annualEscalationPct"] == "1")
	see("payment 0.01", written["paymentAmount"] == "0.01")
	see("payment 999999999999999.99", written["paymentAmount"] == "999999999999999.99")
	see("payment of more than 40 decimals", decimals("paymentAmount") > 40)
	see("payment of 400 characters", len(written["paymentAmount"]) == 400)
	see("29 February", strings.HasSuffix(a.Commencement, "-02-29"))
	see("31st", strings.HasSuffix(a.Commencement, "-31"))
	see("first day of the calendar", a.Commencement == "0001-01-01")
	see("last day of the calendar", a.Rows[len(a.Rows)-1].Last == "9999-12-31")
	see("stub", a.StubMonths > 0)
	see("exponent", strings.Contains(body, "e+") || strings.Contains(body, "e-"))
	see("null", strings.Contains(body, "null"))
	priced := r.OptionPrice != nil && r.OptionPrice.Sign() > 0
	see("explicit false with a price", priced && r.OptionCertain != nil && !*r.OptionCertain)
	see("price without a flag", priced && r.OptionCertain == nil)
	see("flag without a price", !priced && r.OptionCertain != nil && *r.OptionCertain)
	see("override", r.Classification != "" && !a.SingleModel)
	see("override under a single model", r.Classification == "operating" && a.SingleModel)
	see("life shorter", r.EconomicLife != nil && *r.EconomicLife < r.TermMonths)
	see("life longer", r.EconomicLife != nil && *r.EconomicLife > r.TermMonths)
	see("life of 1000000", written["assetEconomicLifeMonths"] == strconv.Itoa(1_000_000))
	see("fair value 0", r.FairValue != nil && r.FairValue.Sign() == 0)
}

func seeAnswer(see func(string, bool), r *oracle.Request, a *oracle.Answer) {
	for _, c := range a.Criteria {
		see("exactly 75 %", c.Key == "economic_life" && c.Percent == "75.00")
		see("exactly 90 %", c.Key == "fair_value" && c.Percent == "90.00")
		see("negative share of fair value", strings.HasPrefix(c.Percent, "-"))
	}
	for i, row := range a.Rows {
		see("rent of 0.00", row.Payment.Sign() == 0)
		see("negative asset", row.RouAssetClose.Sign() < 0)
		see("negative principal", row.Principal.Sign() < 0)
		see("negative cost", row.LeaseExpense.Sign() < 0)
		see("negative amortization", row.RouAmortization.Sign() < 0)
		see("line of 0.00", slices.ContainsFunc(a.Entries[i+1].Lines, func(l oracle.Line) bool { return l.Debit.Sign() == 0 && l.Credit.Sign() == 0 }))
	}
	see("long-term is the first term", r.TermMonths > 12 && r.Timing == "arrears" && a.Disclosures.Current.Sign() == 0)
	see("tie", a.Ties > 0)
	see("threshold", a.Thresholds > 0)
	see("row moved", a.RowsMoved > 0)
	see("asset left", a.Rows[len(a.Rows)-1].RouAssetClose.Sign() != 0)
}
