package e2e

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// samples contains leases. Together, their results have every field.
var samples = map[string]string{
	"operating": `{"commencementDate":"2025-01-31","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06,"annualEscalationPct":0.03,
		"initialDirectCosts":5000,"leaseIncentives":12000.50,"prepaidRent":2500.25}`,
	"finance":     `{"commencementDate":"2024-02-29","termMonths":48,"paymentAmount":1500,"discountRateAnnual":0.0725,"paymentTiming":"arrears","transfersOwnership":true,"residualValueGuarantee":4000}`,
	"ifrs":        `{"standard":"IFRS_16","commencementDate":"2025-01-01","termMonths":120,"paymentAmount":50000,"discountRateAnnual":0.05,"paymentFrequency":"annual","initialDirectCosts":20000,"leaseIncentives":5000}`,
	"gasb stub":   `{"standard":"GASB_87","commencementDate":"2025-03-15","termMonths":14,"paymentAmount":900,"discountRateAnnual":0.04,"paymentFrequency":"quarterly","paymentTiming":"arrears"}`,
	"short":       `{"commencementDate":"2025-06-01","termMonths":12,"paymentAmount":800.10,"discountRateAnnual":0}`,
	"option":      `{"commencementDate":"2025-01-01","termMonths":72,"paymentAmount":2000,"discountRateAnnual":0.08,"paymentFrequency":"semiannual","purchaseOptionAmount":7000,"purchaseOptionReasonablyCertain":true,"assetEconomicLifeMonths":120}`,
	"a long term": `{"standard":"IFRS_16","commencementDate":"2025-01-01","termMonths":1200,"paymentAmount":100,"discountRateAnnual":0.12}`,
}

var (
	sampleMu     sync.Mutex
	sampleAnswer = map[string]map[string]any{}
)

// sample returns the response of compute for a sample. The request is sent once and its response is
// shared by all tests.
func sample(t *testing.T, name string) map[string]any {
	t.Helper()
	sampleMu.Lock()
	defer sampleMu.Unlock()
	if sampleAnswer[name] == nil {
		sampleAnswer[name] = answer(t, "compute", samples[name])
	}
	return sampleAnswer[name]
}

// ofResults returns a test that calls f with the `result` of every sample.
func ofResults(f func(t *testing.T, result map[string]any)) func(*testing.T) {
	return func(t *testing.T) {
		for name := range samples {
			t.Run(name, func(t *testing.T) { f(t, at(t, sample(t, name), "result").(map[string]any)) })
		}
	}
}

// ofRows returns a test that calls f for every schedule row of every sample. before is nil for the
// first row.
func ofRows(f func(t *testing.T, result map[string]any, before, row any, k int)) func(*testing.T) {
	return ofResults(func(t *testing.T, result map[string]any) {
		var before any
		for k, row := range list(t, result, "schedule") {
			f(t, result, before, row, k)
			before = row
		}
	})
}

// closing returns an amount of a schedule row. If row is nil, closing returns the amount of the
// result with the name atStart.
func closing(t *testing.T, result map[string]any, row any, member, atStart string) *big.Int {
	t.Helper()
	if row == nil {
		return cents(t, result, atStart)
	}
	return cents(t, row, member)
}

// promisesOfTheSchedule returns the promises of SPEC 2.2.
func promisesOfTheSchedule() []promise {
	amount := func(name string) func(*testing.T) {
		return ofRows(func(t *testing.T, _ map[string]any, _, row any, _ int) {
			wantMembers(t, row, "period", "date", "payment", "interest", "principal", "liabilityClose", "rouAmortization", "rouAssetClose", "leaseExpense")
			cents(t, row, name)
		})
	}
	return []promise{
		{"2.2", "period", ofRows(func(t *testing.T, _ map[string]any, _, row any, k int) {
			if got := integer(t, row, "period"); got != int64(k+1) {
				t.Errorf("period %d in row %d", got, k)
			}
		})},
		{"2.2", "date", ofRows(func(t *testing.T, _ map[string]any, before, row any, _ int) {
			if date(t, row, "date"); before != nil && text(t, row, "date") <= text(t, before, "date") {
				t.Errorf("date %s follows %s", text(t, row, "date"), text(t, before, "date"))
			}
		})},
		{"2.2", "payment", amount("payment")},
		{"2.2", "interest", amount("interest")},
		{"2.2", "principal", ofRows(func(t *testing.T, _ map[string]any, _, row any, _ int) {
			wantEqual(t, "principal", cents(t, row, "principal"), new(big.Int).Sub(cents(t, row, "payment"), cents(t, row, "interest")))
		})},
		{"2.2", "liabilityClose", ofRows(func(t *testing.T, result map[string]any, before, row any, _ int) {
			opening := closing(t, result, before, "liabilityClose", "initialLiability")
			wantEqual(t, "liabilityClose", cents(t, row, "liabilityClose"), opening.Sub(opening, cents(t, row, "principal")))
		})},
		{"2.2", "rouAmortization", amount("rouAmortization")},
		{"2.2", "rouAssetClose", ofRows(func(t *testing.T, result map[string]any, before, row any, _ int) {
			opening := closing(t, result, before, "rouAssetClose", "initialRouAsset")
			wantEqual(t, "rouAssetClose", cents(t, row, "rouAssetClose"), opening.Sub(opening, cents(t, row, "rouAmortization")))
		})},
		{"2.2", "leaseExpense", ofRows(func(t *testing.T, _ map[string]any, _, row any, _ int) {
			wantEqual(t, "leaseExpense", cents(t, row, "leaseExpense"), sum(cents(t, row, "interest"), cents(t, row, "rouAmortization")))
		})},
		{"2.2", "At the end of the schedule, the lease liability is", ofResults(func(t *testing.T, result map[string]any) {
			if got := figure(t, result, "schedule", -1, "liabilityClose"); got != "0.00" {
				t.Errorf("the last liabilityClose is %s", got)
			}
		})},
	}
}

// date fails unless the string at path is a calendar date.
func date(t *testing.T, v any, path ...any) {
	t.Helper()
	if _, err := time.Parse(time.DateOnly, text(t, v, path...)); err != nil {
		t.Error(err)
	}
}

// promisesOfTheDisclosures returns the promises of SPEC 2.3.
func promisesOfTheDisclosures() []promise {
	of := func(f func(t *testing.T, result, d map[string]any)) func(*testing.T) {
		return ofResults(func(t *testing.T, result map[string]any) { f(t, result, at(t, result, "disclosures").(map[string]any)) })
	}
	return []promise{
		{"2.3", "weightedAverageRemainingTermMonths", of(func(t *testing.T, result, d map[string]any) {
			wantSame(t, "weightedAverageRemainingTermMonths", d["weightedAverageRemainingTermMonths"], result["termMonths"])
		})},
		{"2.3", "weightedAverageDiscountRate", weightedAverageDiscountRateIsTheRate},
		{"2.3", "totalUndiscountedPayments", of(func(t *testing.T, result, d map[string]any) {
			wantEqual(t, "totalUndiscountedPayments", cents(t, d, "totalUndiscountedPayments"), column(t, result, "payment"))
		})},
		{"2.3", "imputedInterest", of(func(t *testing.T, result, d map[string]any) {
			wantEqual(t, "imputedInterest", cents(t, d, "imputedInterest"), column(t, result, "interest"))
			wantEqual(t, "payments less liability", sum(cents(t, result, "initialLiability"), cents(t, d, "imputedInterest")), cents(t, d, "totalUndiscountedPayments"))
		})},
		{"2.3", "maturityAnalysis", of(func(t *testing.T, _, d map[string]any) {
			total := new(big.Int)
			for i, year := range list(t, d, "maturityAnalysis") {
				wantMembers(t, year, "year", "label", "undiscountedPayments")
				if got := integer(t, year, "year"); got != int64(i+1) {
					t.Errorf("year %d in row %d", got, i)
				}
				total.Add(total, cents(t, year, "undiscountedPayments"))
			}
			wantEqual(t, "the sum of the years", total, cents(t, d, "totalUndiscountedPayments"))
		})},
		{"2.3", "currentLiability", of(func(t *testing.T, result, d map[string]any) {
			wantEqual(t, "current and long-term", sum(cents(t, d, "currentLiability"), cents(t, d, "longTermLiability")), cents(t, result, "initialLiability"))
		})},
		{"2.3", "longTermLiability", of(func(t *testing.T, result, d map[string]any) {
			if within := integer(t, result, "termMonths") <= 12; within != (cents(t, d, "longTermLiability").Sign() == 0) {
				t.Errorf("longTermLiability %s over %d months", figure(t, d, "longTermLiability"), integer(t, result, "termMonths"))
			}
		})},
		{"2.3", "totalLeaseCost", of(func(t *testing.T, result, d map[string]any) {
			wantSame(t, "totalLeaseCost", d["totalLeaseCost"], result["totalLeaseCost"])
		})},
		{"2.3", "maturityAnalysis has one row per year", of(func(t *testing.T, result, d map[string]any) {
			want := []string{"Year 1", "Year 2", "Year 3", "Year 4", "Year 5"}
			if integer(t, result, "termMonths") > 60 {
				want = append(want, "Thereafter")
			}
			var got []string
			for _, year := range list(t, d, "maturityAnalysis") {
				got = append(got, text(t, year, "label"))
			}
			if strings.Join(got, ",") != strings.Join(want, ",") {
				t.Errorf("labels %v, want %v", got, want)
			}
		})},
	}
}

func weightedAverageDiscountRateIsTheRate(t *testing.T) {
	for name := range samples {
		got := sample(t, name)
		wantSame(t, name, at(t, got, "result", "disclosures", "weightedAverageDiscountRate"), at(t, got, "input", "discountRateAnnual"))
	}
}

// column returns the sum of a field over the rows of the schedule.
func column(t *testing.T, result map[string]any, member string) *big.Int {
	t.Helper()
	total := new(big.Int)
	for _, row := range list(t, result, "schedule") {
		total.Add(total, cents(t, row, member))
	}
	return total
}

// promisesOfTheResult returns the promises of SPEC 2.4.
func promisesOfTheResult() []promise {
	echo := func(name string) func(*testing.T) {
		return func(t *testing.T) {
			for s := range samples {
				got := sample(t, s)
				wantSame(t, s+": "+name, at(t, got, "result", name), at(t, got, "input", name))
			}
		}
	}
	return []promise{
		{"2.4", "standard", echo("standard")},
		{"2.4", "classification", ofResults(func(t *testing.T, result map[string]any) {
			if c := text(t, result, "classification"); c != "operating" && c != "finance" {
				t.Errorf("classification %q", c)
			}
		})},
		{"2.4", "commencementDate", echo("commencementDate")},
		{"2.4", "termMonths", echo("termMonths")},
		{"2.4", "periods", ofResults(func(t *testing.T, result map[string]any) {
			if got := integer(t, result, "periods"); got != int64(len(list(t, result, "schedule"))) {
				t.Errorf("%d periods over %d rows", got, len(list(t, result, "schedule")))
			}
		})},
		{"2.4", "periodicRate", ofResults(func(t *testing.T, result map[string]any) {
			if got := number(t, result, "periodicRate"); got.Sign() < 0 || got.Cmp(big.NewRat(1, 1)) > 0 {
				t.Errorf("periodicRate %v", got)
			}
		})},
		{"2.4", "initialLiability", theAnchorsOfTheMethod},
		{"2.4", "initialRouAsset", ofResults(func(t *testing.T, result map[string]any) { cents(t, result, "initialRouAsset") })},
		{"2.4", "totalUndiscountedPayments", ofResults(func(t *testing.T, result map[string]any) {
			wantEqual(t, "totalUndiscountedPayments", cents(t, result, "totalUndiscountedPayments"), column(t, result, "payment"))
		})},
		{"2.4", "totalLeaseCost", ofResults(func(t *testing.T, result map[string]any) {
			wantEqual(t, "totalLeaseCost", cents(t, result, "totalLeaseCost"), column(t, result, "leaseExpense"))
		})},
		{"2.4", "schedule", ofResults(func(t *testing.T, result map[string]any) {
			wantEqual(t, "the sum of principal", column(t, result, "principal"), cents(t, result, "initialLiability"))
		})},
		{"2.4", "disclosures", ofResults(func(t *testing.T, result map[string]any) {
			wantMembers(t, result["disclosures"], "weightedAverageRemainingTermMonths", "weightedAverageDiscountRate", "totalUndiscountedPayments",
				"imputedInterest", "maturityAnalysis", "currentLiability", "longTermLiability", "totalLeaseCost")
		})},
		{"2.4", "citations", both(resultsCiteTheirStandard, ofResults(eachIsASentence("citations", regexp.MustCompile(`^[A-Z]+ [\d.()a-z, -]+.{10}`))))},
		{"2.4", "notes", ofResults(eachIsASentence("notes", regexp.MustCompile(`^[A-Z0-9].*\.$`)))},
		{"2.4", "Measurement rules:", ofResults(func(t *testing.T, result map[string]any) {
			wantMembers(t, result, "standard", "classification", "commencementDate", "termMonths", "periods", "periodicRate", "initialLiability",
				"initialRouAsset", "totalUndiscountedPayments", "totalLeaseCost", "schedule", "disclosures", "citations", "notes")
		})},
		{"2.4", "The discount rate is applied", thePeriodicRateIsNominal},
		{"2.4", "paymentTiming advance is treated", advanceIsAnnuityDue},
		{"2.4", "The ROU asset comprises", theAssetComprises},
		{"2.4", "The initial liability is the present value", theLiabilityIsThePresentValue},
		{"2.4", "[METHOD.md](METHOD.md) contains the exact formulas", theMethodFillsWhatTheContractLeavesOpen},
	}
}

func eachIsASentence(member string, form *regexp.Regexp) func(*testing.T, map[string]any) {
	return func(t *testing.T, result map[string]any) {
		t.Helper()
		for _, s := range list(t, result, member) {
			if !form.MatchString(s.(string)) {
				t.Errorf("%s: %q", member, s)
			}
		}
	}
}

func thePeriodicRateIsNominal(t *testing.T) {
	for _, c := range []struct{ rate, frequency, want string }{
		{"0.06", "monthly", "0.005"},
		{"0.06", "quarterly", "0.015"},
		{"0.06", "semiannual", "0.03"},
		{"0.06", "annual", "0.06"},
		{"0.07", "monthly", "0.00583333333333333"},
		{"0", "monthly", "0"},
		{"1", "annual", "1"},
	} {
		got := answer(t, "compute", lease("termMonths", "12", "discountRateAnnual", c.rate, "paymentFrequency", `"`+c.frequency+`"`))
		if p := figure(t, got, "result", "periodicRate"); p != c.want {
			t.Errorf("%s %s: periodicRate %s, want %s", c.rate, c.frequency, p, c.want)
		}
	}
}

func advanceIsAnnuityDue(t *testing.T) {
	advance := at(t, answer(t, "compute", lease("termMonths", "12")), "result")
	arrears := at(t, answer(t, "compute", lease("termMonths", "12", "paymentTiming", `"arrears"`)), "result")
	rate := big.NewRat(5, 1000)
	for _, c := range []struct {
		result any
		less   *big.Int // amount paid before interest accrues
		date   string
	}{{advance, cents(t, advance, "schedule", 0, "payment"), "2025-01-01"}, {arrears, new(big.Int), "2025-01-31"}} {
		balance := new(big.Int).Sub(cents(t, c.result, "initialLiability"), c.less)
		exact := new(big.Rat).Mul(new(big.Rat).SetInt(balance), rate)
		if got := new(big.Rat).SetInt(cents(t, c.result, "schedule", 0, "interest")); got.Sub(got, exact).Abs(got).Cmp(big.NewRat(2, 1)) > 0 {
			t.Errorf("the first interest is not that of a balance of %v cents", balance)
		}
		if got := text(t, c.result, "schedule", 0, "date"); got != c.date {
			t.Errorf("first payment on %s, want %s", got, c.date)
		}
	}
	if cents(t, advance, "schedule", -1, "interest").Sign() != 0 {
		t.Error("interest accretes after the last payment in advance")
	}
}

func theAssetComprises(t *testing.T) {
	for name := range samples {
		got := sample(t, name)
		want := cents(t, got, "result", "initialLiability")
		for member, sign := range map[string]int64{"prepaidRent": 1, "initialDirectCosts": 1, "leaseIncentives": -1} {
			if v, ok := at(t, got, "input").(map[string]any)[member]; ok {
				part := new(big.Rat).Mul(number(t, v), big.NewRat(100*sign, 1))
				want = sum(want, part.Num())
			}
		}
		wantEqual(t, name+": initialRouAsset", cents(t, got, "result", "initialRouAsset"), want)
	}
}

// theLiabilityIsThePresentValue compares the initial liability with the present value, which the
// test computes in exact fractions.
func theLiabilityIsThePresentValue(t *testing.T) {
	for name, stubless := range map[string]bool{"operating": true, "finance": true, "ifrs": true, "short": true, "option": true} {
		if !stubless {
			continue
		}
		got := sample(t, name)
		months := map[string]int64{"monthly": 1, "quarterly": 3, "semiannual": 6, "annual": 12}[text(t, got, "input", "paymentFrequency")]
		rate := new(big.Rat).Mul(number(t, got, "input", "discountRateAnnual"), big.NewRat(months, 12))
		growth := new(big.Rat).Add(rate, big.NewRat(1, 1))
		terminal := new(big.Rat)
		for _, member := range []string{"residualValueGuarantee", "purchaseOptionAmount"} {
			if v, ok := at(t, got, "input").(map[string]any)[member]; ok {
				terminal.Add(terminal, number(t, v))
			}
		}
		rows := list(t, got, "result", "schedule")
		value := new(big.Rat)
		for k, row := range slices.Backward(rows) { // V(k-1) is V(k) discounted by one period; rent(k) is added before or after discounting
			rent := number(t, row, "payment")
			if k == len(rows)-1 {
				rent.Sub(rent, terminal)
				value.Set(terminal)
			}
			if text(t, got, "input", "paymentTiming") == "advance" {
				value.Quo(value, growth).Add(value, rent)
			} else {
				value.Add(value, rent).Quo(value, growth)
			}
		}
		if want := value.FloatString(2); figure(t, got, "result", "initialLiability") != want {
			t.Errorf("%s: initialLiability %s, want %s", name, figure(t, got, "result", "initialLiability"), want)
		}
	}
}

// theAnchorsOfTheMethod checks the worked examples of METHOD 11.
func theAnchorsOfTheMethod(t *testing.T) {
	annual := func(months int, amount, rate string) string {
		return lease("termMonths", fmt.Sprint(months), "paymentAmount", amount, "discountRateAnnual", rate, "paymentFrequency", `"annual"`)
	}
	for _, c := range []struct{ body, want string }{
		{lease("termMonths", "60", "paymentAmount", "10000"), "519841.89"},
		{lease("termMonths", "60", "paymentAmount", "10000", "paymentTiming", `"arrears"`), "517255.61"},
		{annual(120, "50000", "0.05"), "405391.08"},
		{annual(60, "1100", "0.07"), "4825.93"},
		{lease("termMonths", "36", "paymentAmount", "209", "discountRateAnnual", "0.04"), "7102.59"},
	} {
		if got := figure(t, answer(t, "compute", c.body), "result", "initialLiability"); got != c.want {
			t.Errorf("%s: initialLiability %s, want %s", c.body, got, c.want)
		}
	}
}

// theMethodFillsWhatTheContractLeavesOpen checks each rule that only METHOD defines, and not SPEC,
// against amounts computed by hand.
func theMethodFillsWhatTheContractLeavesOpen(t *testing.T) {
	escalated := answer(t, "compute", lease("termMonths", "25", "annualEscalationPct", "0.03"))
	for period, want := range map[int]string{11: "1000.00", 12: "1030.00", 23: "1030.00", 24: "1060.90"} {
		if got := figure(t, escalated, "result", "schedule", period, "payment"); got != want {
			t.Errorf("escalation: payment %d is %s, want %s", period+1, got, want)
		}
	}
	terminal := answer(t, "compute", lease("residualValueGuarantee", "500.50", "purchaseOptionAmount", "250"))
	if got := figure(t, terminal, "result", "schedule", -1, "payment"); got != "1750.50" {
		t.Errorf("the last payment with guarantee and option is %s", got)
	}
	example := sample(t, "ifrs") // illustrative example 13 of IFRS 16
	if asset, current := figure(t, example, "result", "initialRouAsset"), figure(t, example, "result", "disclosures", "currentLiability"); asset != "420391.08" || current != "50000.00" {
		t.Errorf("example 13: asset %s, current %s", asset, current)
	}
	if got := figure(t, example, "result", "schedule", 0, "rouAmortization"); got != "42039.11" && got != "42039.10" {
		t.Errorf("straight line of 420,391.08 over ten years: %s", got)
	}
	annual := answer(t, "compute", lease("termMonths", "60", "paymentAmount", "1100", "discountRateAnnual", "0.07", "paymentFrequency", `"annual"`))
	for k, want := range []string{"3986.75", "3088.82", "2128.04", "1100.00", "0.00"} {
		if got := figure(t, annual, "result", "schedule", k, "liabilityClose"); got != want {
			t.Errorf("balance %d is %s, want %s", k+1, got, want)
		}
	}
}
