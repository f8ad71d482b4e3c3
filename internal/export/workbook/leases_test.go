package workbook_test

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/export/sheettest"
)

// plain contains leases with even payments; for other leases, see samples.
var plain = map[string]sample{
	"operating_escalating": typedInto(
		`{"commencementDate":"2026-01-31","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06,"annualEscalationPct":0.035,`+
			`"initialDirectCosts":1234.565,"leaseIncentives":5000,"prepaidRent":800,"assetFairValue":700000,"assetEconomicLifeMonths":120}`,
		map[string]any{"discountRateAnnual": 0.0725, "assetFairValue": 600000.0, "prepaidRent": 0, "specializedAsset": false},
	),
	"ifrs_century": typedInto(
		`{"standard":"IFRS_16","commencementDate":"1999-12-31","termMonths":1200,"paymentAmount":100.37,"discountRateAnnual":0.07123,`+
			`"annualEscalationPct":0.031,"paymentTiming":"arrears","residualValueGuarantee":5000}`,
		map[string]any{"discountRateAnnual": 0.12, "annualEscalationPct": 0.0},
	),
	"gasb_stub": typedInto(
		`{"standard":"GASB_87","commencementDate":"2025-08-30","termMonths":101,"paymentAmount":30000.55,"discountRateAnnual":0.043,`+
			`"paymentFrequency":"quarterly","annualEscalationPct":0.02,"assetEconomicLifeMonths":70}`,
		map[string]any{"paymentAmount": 1234.5, "discountRateAnnual": 0.0, "initialDirectCosts": 77.125},
	),
	"finance_owned_with_ties": typedInto(
		`{"commencementDate":"2026-05-15","termMonths":120,"paymentAmount":1300.13,"discountRateAnnual":0.28,"paymentFrequency":"annual",`+
			`"paymentTiming":"arrears","purchaseOptionAmount":2500,"assetEconomicLifeMonths":180,"specializedAsset":true}`,
		map[string]any{"specializedAsset": false, "discountRateAnnual": 0.6},
	),
	"billions": typedInto(
		`{"commencementDate":"2026-03-31","termMonths":240,"paymentAmount":9000000.125,"discountRateAnnual":0.06123456789012345,`+
			`"annualEscalationPct":0.03111111111111111,"residualValueGuarantee":999999999.99}`,
		map[string]any{"paymentAmount": 7654321.76},
	),
	"override_short_negative": typedInto(
		`{"commencementDate":"2026-02-28","termMonths":11,"paymentAmount":999.99,"discountRateAnnual":1,"paymentFrequency":"semiannual",`+
			`"classification":"operating","transfersOwnership":true,"leaseIncentives":20000}`,
		map[string]any{"leaseIncentives": 100.5},
	),
	"last_quarter_guaranteed": typedInto(
		`{"commencementDate":"2026-02-28","termMonths":60,"paymentAmount":999.99,"discountRateAnnual":0.04,"residualValueGuarantee":1000,"guaranteedResidualValue":9000,`+
			`"assetEconomicLifeMonths":60,"assetTotalLifeMonths":240,"assetFairValue":90000,"basis":{"discounting":"effective","commencementPayment":"settled"}}`,
		map[string]any{"guaranteedResidualValue": 20000},
	),
}

// typedInto returns a sample that changes the input cells of the given fields.
func typedInto(body string, changes map[string]any) sample {
	typed := map[string]string{}
	for name, value := range changes {
		switch v := value.(type) {
		case bool:
			typed[name] = sheettest.Text(map[bool]string{true: "yes", false: "no"}[v])
		default:
			typed[name] = sheettest.Number(v)
		}
	}
	return sample{body, typed, changes}
}

// randomSamples returns random leases with even payments.
func randomSamples(n int) []sample {
	rnd := rand.New(rand.NewPCG(842, 16))
	pick := func(list ...string) string { return list[rnd.IntN(len(list))] }
	list := make([]sample, 0, n)
	for len(list) < n {
		term := 1 + rnd.IntN(min(1200, 24+60*len(list)/2))
		digits := 1 + rnd.IntN(9)
		var b strings.Builder
		fmt.Fprintf(&b, `{"standard":%q,"commencementDate":"%04d-%02d-%02d","termMonths":%d,"paymentFrequency":%q,"paymentTiming":%q`,
			pick("ASC_842", "IFRS_16", "GASB_87"), 1950+rnd.IntN(150), 1+rnd.IntN(12), 1+rnd.IntN(28), term,
			pick("monthly", "quarterly", "semiannual", "annual"), pick("advance", "arrears"))
		fmt.Fprintf(&b, `,"paymentAmount":%d.%d,"discountRateAnnual":%s`, 1+rnd.IntN(pow10(digits)), rnd.IntN(1000),
			pick("0", "0.05", "0.12", "0.28", "1", fmt.Sprintf("0.%06d", rnd.IntN(300000)), fmt.Sprintf("0.%017d", rnd.Int64N(200000000000000))))
		if rnd.IntN(2) == 0 {
			fmt.Fprintf(&b, `,"annualEscalationPct":%s`, pick("0.03", "0.025", fmt.Sprintf("0.0%05d", rnd.IntN(40000))))
		}
		for _, name := range []string{"initialDirectCosts", "leaseIncentives", "prepaidRent", "residualValueGuarantee", "purchaseOptionAmount", "assetFairValue"} {
			if rnd.IntN(3) == 0 {
				fmt.Fprintf(&b, `,%q:%d.%02d`, name, rnd.IntN(pow10(digits+1)), rnd.IntN(100))
			}
		}
		for _, name := range []string{"transfersOwnership", "purchaseOptionReasonablyCertain", "specializedAsset"} {
			if rnd.IntN(4) == 0 {
				fmt.Fprintf(&b, `,%q:%s`, name, pick("true", "false"))
			}
		}
		if rnd.IntN(2) == 0 {
			fmt.Fprintf(&b, `,"assetEconomicLifeMonths":%d`, 1+rnd.IntN(1500))
		}
		if rnd.IntN(4) == 0 {
			fmt.Fprintf(&b, `,"classification":%q`, pick("operating", "finance"))
		}
		changes := map[string]any{"discountRateAnnual": float64(rnd.IntN(2000)) / 10000, "initialDirectCosts": rnd.IntN(1000)}
		list = append(list, typedInto(b.String()+"}", changes))
	}
	return list
}

func pow10(n int) int {
	p := 1
	for range n {
		p *= 10
	}
	return p
}
