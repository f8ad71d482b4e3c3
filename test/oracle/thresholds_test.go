package oracle_test

import (
	"fmt"
	"math/big"
	"strconv"
)

// noSubscription replaces GASB 96, because GASB 96 has no amounts due at the end of the term.
// noSubscription also removes the fields that would move the exact amounts off their threshold.
func (l *sketch) noSubscription() {
	if l.standard == "GASB_96" {
		l.set("standard", `"GASB_87"`)
	}
	for _, name := range []string{"annualEscalationPct", "annualEscalationAmount", "exemption"} {
		l.set(name, "null")
	}
}

// ties sets the terms so that exact amounts are often half a cent.
func (l *sketch) ties() {
	l.noSubscription()
	d := l.dice
	cents := func(bits int) string { return inCents(d.between(1, 1<<d.between(1, bits))) }
	kind := d.n(6)
	l.set("termMonths", strconv.Itoa(pick(d, 12, 24, 36, 48, 60, 120)))
	l.set("paymentFrequency", `"annual"`)
	switch kind {
	case 0: // 1 + r is 26/25 per period; the terminal amount in cents is 13 modulo 26
		l.set("discountRateAnnual", pick(d, "0.04", "0.040"))
		l.set("paymentAmount", inCents(26*d.between(1, 1<<d.between(1, 30))))
		l.set("residualValueGuarantee", inCents(26*d.n(1<<d.between(1, 20))+13))
	case 1: // growth per period of 2, 8/5, 32/25 or 128/125
		l.set("discountRateAnnual", pick(d, "1", "1.0", "0.6", "0.28", "0.024"))
		l.set("paymentAmount", cents(30))
		l.set("residualValueGuarantee", cents(20))
	case 2: // the same growth per period with other payment frequencies
		frequency := d.n(3)
		l.set("termMonths", strconv.Itoa(d.between(1, 60)))
		l.set("paymentFrequency", []string{`"semiannual"`, `"quarterly"`, `"monthly"`}[frequency])
		l.set("discountRateAnnual", [][]string{{"0.56", "0.048"}, {"0.096", "1.0"}, {"0.288", "0.8"}}[frequency][d.n(2)])
		l.set("paymentAmount", cents(30))
	case 3: // rents of half a cent: after proration, after escalation, or as supplied
		l.set("termMonths", strconv.Itoa(d.between(1, 60)))
		l.set("paymentFrequency", pick(d, `"quarterly"`, `"semiannual"`, `"annual"`))
		l.set("paymentAmount", cents(30)+pick(d, "", "5", "50", "4999", "5000000001"))
		l.set("discountRateAnnual", pick(d, "0", "0.04", "1", rate(d)))
		l.set("annualEscalationPct", pick(d, "0.5", "0.25", "1", "0.05", "0.125"))
	case 4: // straight-line amounts of half a cent: the rate is 0, and an odd total is spread over an even number of months
		l.set("discountRateAnnual", "0")
		l.set("paymentAmount", cents(30))
		l.set("initialDirectCosts", cents(30))
		l.set("leaseIncentives", cents(30))
	default: // growth factors that are rational numbers, although they are computed as approximate powers
		frequency := d.n(3)
		l.set("paymentFrequency", []string{`"annual"`, `"semiannual"`, `"quarterly"`}[frequency])
		l.set("discountRateAnnual", [][]string{{"0.04", "0.6", "0.28", "1"}, {"0.5625", "0.0816"}, {"0.4641", "0.16985856"}}[frequency][d.n(2)])
		l.set("paymentAmount", strconv.Itoa(26*d.between(1, l.size)))
		l.set("residualValueGuarantee", strconv.Itoa(26*d.n(l.size)+13))
		l.set("currency", `"KRW"`)
		l.set("basis", `{"discounting":`+[]string{pick(d, `"effective"`, `"actual_365"`), `"effective"`, `"effective"`}[frequency]+`}`)
	}
	if d.chance(20) {
		l.set("assetEconomicLifeMonths", strconv.Itoa(pick(d, 8, 16, 40, 64, 128, 1_000_000)))
		l.set("transfersOwnership", "true")
	}
}

func inCents(n int) string { return fmt.Sprintf("%d.%02d", n/100, n%100) }

// threshold draws a lease in which the rounded straight-line amounts drift from the exact amounts,
// until the difference is exactly one cent less 10⁻⁶ cents. At this difference the one-cent rule
// applies. With a term of 1,000,000 months, an asset of 666,667 or 333,333 cents modulo 1,000,000
// drifts by a third of a cent per month.
func (l *sketch) threshold() {
	l.noSubscription()
	d := l.dice
	term, rent := d.between(3, 40), d.between(1, 100_000)
	l.set("termMonths", strconv.Itoa(term))
	l.set("paymentFrequency", `"monthly"`)
	l.set("discountRateAnnual", "0")
	l.set("paymentAmount", inCents(rent))
	const months = 1_000_000
	want := pick(d, 666_667, 333_333, 666_668, 333_332, 666_666, 333_334, 142_857, 857_143, 37_037) + months*d.n(1000)
	costs := ((want-rent*term)%months + months) % months
	l.set("initialDirectCosts", inCents(costs+months*d.n(5)))
	if d.chance(30) { // a drift in the opposite direction
		l.set("initialDirectCosts", "0")
		l.set("leaseIncentives", inCents(rent*term+want))
	}
	l.set("assetEconomicLifeMonths", strconv.Itoa(months))
	l.set("transfersOwnership", "true")
}

// atFairValueThreshold sets the fair value so that the present value of the payments is 90% of it:
// exactly, with a deviation in the 40th decimal, or approximately.
func (l *sketch) atFairValueThreshold() {
	d := l.dice
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(l.answer.Decimals)), nil)
	paid := new(big.Rat).SetFrac(l.answer.InitialLiability, unit)
	for name, sign := range map[string]int64{"prepaidRent": 1, "leaseIncentives": -1} {
		if value, ok := new(big.Rat).SetString(l.get(name)); ok {
			paid.Add(paid, value.Mul(value, big.NewRat(sign, 1)))
		}
	}
	paid.Mul(paid, big.NewRat(10, 9))
	paid.Add(paid, pick(d, new(big.Rat), new(big.Rat), big.NewRat(1, 100), big.NewRat(-1, 100), big.NewRat(1, 1e9), big.NewRat(-1, 1e9)))
	text := paid.FloatString(pick(d, 2, 2, 40, 45))
	if paid.Sign() >= 0 && paid.Cmp(big.NewRat(999_999_999_999_999, 1)) <= 0 && len(text) <= 400 {
		l.attempt(func() { l.set("assetFairValue", text) })
	}
}
