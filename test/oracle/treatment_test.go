package oracle

import (
	"strings"
	"testing"
)

// METHOD 16: the figures of each treatment in a comparison are the figures of the lease computed
// under that treatment alone. The lease years add up to the totals.
func TestMethod16_EveryTreatmentHasTheFiguresOfItsOwn(t *testing.T) {
	t.Parallel()
	const lease = `{"commencementDate":"2024-03-31","termMonths":40,"paymentAmount":1000,"discountRateAnnual":0.07,"paymentFrequency":"quarterly",
		"annualEscalationPct":0.03,"initialDirectCosts":300,"basis":{"commencementPayment":"settled"}`
	r, err := Read([]byte(lease + "}"))
	if err != nil {
		t.Fatal(err)
	}
	figures, err := Compare(r)
	if err != nil {
		t.Fatal(err)
	}
	byPath := map[string]string{}
	for _, f := range figures {
		byPath[f.Path] = f.Text
	}
	for i, members := range []string{`"classification":"operating"`, `"classification":"finance"`, `"standard":"IFRS_16"`, `"standard":"GASB_87"`} {
		a := solve(t, lease+","+members+"}")
		at := "treatments." + string(rune('0'+i)) + "."
		for name, want := range map[string]string{
			"initialLiability": Money(a.InitialLiability), "initialRouAsset": Money(a.InitialRouAsset), "totalLeaseCost": Money(a.TotalLeaseCost),
			"currentLiability": Money(a.Disclosures.Current), "longTermLiability": Money(a.Disclosures.LongTerm),
			"years.0.liabilityClose": Money(a.Rows[3].LiabilityClose), "years.1.rouAssetClose": Money(a.Rows[7].RouAssetClose), "years.3.liabilityClose": "0.00",
		} {
			if byPath[at+name] != want {
				t.Errorf("%s%s = %s, want %s", at, name, byPath[at+name], want)
			}
		}
		cost := rational(t, "0")
		for path, text := range byPath {
			if strings.HasPrefix(path, at+"years.") && strings.HasSuffix(path, ".leaseExpense") {
				cost.Add(cost, rational(t, text))
			}
		}
		if cost.Cmp(rational(t, byPath[at+"totalLeaseCost"])) != 0 {
			t.Errorf("%s: the years cost %s", at, cost.FloatString(2))
		}
	}
	if byPath["differences.0.totalLeaseCost"] != "0.00" || byPath["treatments.3.years.4.year"] != "" {
		t.Errorf("differences %s, a fifth year %s", byPath["differences.0.totalLeaseCost"], byPath["treatments.3.years.4.year"])
	}
}
