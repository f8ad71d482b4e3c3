package leases

import (
	"fmt"
	"math/big"
	"strconv"
)

// noSubscription replaces GASB 96, which has no amounts due at the end of the term. It also removes
// the fields that would move the exact amounts off their threshold.
func (l *Lease) noSubscription() {
	if l.standard == "GASB_96" {
		l.Set("standard", `"GASB_87"`)
	}
	for _, name := range []string{"annualEscalationPct", "annualEscalationAmount", "exemption"} {
		l.Set(name, "null")
	}
}

// ties sets the terms so that exact amounts often end in half a cent.
func (l *Lease) ties() {
	l.noSubscription()
	d := l.Dice
	cents := func(bits int) string { return inCents(d.Between(1, 1<<d.Between(1, bits))) }
	kind := d.N(6)
	l.Set("termMonths", strconv.Itoa(Pick(d, 12, 24, 36, 48, 60, 120)))
	l.Set("paymentFrequency", `"annual"`)
	switch kind {
	case 0: // 1 + r is 26/25 per period; the terminal amount in cents is 13 modulo 26
		l.Set("discountRateAnnual", Pick(d, "0.04", "0.040"))
		l.Set("paymentAmount", inCents(26*d.Between(1, 1<<d.Between(1, 30))))
		l.Set("residualValueGuarantee", inCents(26*d.N(1<<d.Between(1, 20))+13))
	case 1: // growth per period of 2, 8/5, 32/25 or 128/125
		l.Set("discountRateAnnual", Pick(d, "1", "1.0", "0.6", "0.28", "0.024"))
		l.Set("paymentAmount", cents(30))
		l.Set("residualValueGuarantee", cents(20))
	case 2: // the same growth per period with other payment frequencies
		frequency := d.N(3)
		l.Set("termMonths", strconv.Itoa(d.Between(1, 60)))
		l.Set("paymentFrequency", []string{`"semiannual"`, `"quarterly"`, `"monthly"`}[frequency])
		l.Set("discountRateAnnual", [][]string{{"0.56", "0.048"}, {"0.096", "1.0"}, {"0.288", "0.8"}}[frequency][d.N(2)])
		l.Set("paymentAmount", cents(30))
	case 3: // rents of half a cent: after proration, after escalation, or as supplied
		l.Set("termMonths", strconv.Itoa(d.Between(1, 60)))
		l.Set("paymentFrequency", Pick(d, `"quarterly"`, `"semiannual"`, `"annual"`))
		l.Set("paymentAmount", cents(30)+Pick(d, "", "5", "50", "4999", "5000000001"))
		l.Set("discountRateAnnual", Pick(d, "0", "0.04", "1", Rate(d)))
		l.Set("annualEscalationPct", Pick(d, "0.5", "0.25", "1", "0.05", "0.125"))
	case 4: // straight-line amounts of half a cent: an odd total over an even number of months, at a rate of 0
		l.Set("discountRateAnnual", "0")
		l.Set("paymentAmount", cents(30))
		l.Set("initialDirectCosts", cents(30))
		l.Set("leaseIncentives", cents(30))
	default: // rational growth factors that are computed as approximate powers
		frequency := d.N(3)
		l.Set("paymentFrequency", []string{`"annual"`, `"semiannual"`, `"quarterly"`}[frequency])
		l.Set("discountRateAnnual", [][]string{{"0.04", "0.6", "0.28", "1"}, {"0.5625", "0.0816"}, {"0.4641", "0.16985856"}}[frequency][d.N(2)])
		l.Set("paymentAmount", strconv.Itoa(26*d.Between(1, l.Size)))
		l.Set("residualValueGuarantee", strconv.Itoa(26*d.N(l.Size)+13))
		l.Set("currency", `"KRW"`)
		l.Set("basis", `{"discounting":`+[]string{Pick(d, `"effective"`, `"actual_365"`), `"effective"`, `"effective"`}[frequency]+`}`)
	}
	if d.Chance(20) {
		l.Set("assetEconomicLifeMonths", strconv.Itoa(Pick(d, 8, 16, 40, 64, 128, 1_000_000)))
		l.Set("transfersOwnership", "true")
	}
}

func inCents(n int) string { return fmt.Sprintf("%d.%02d", n/100, n%100) }

// threshold draws a lease in which the rounded straight-line amounts drift from the exact amounts
// until the difference is exactly one cent minus 10⁻⁶ cents. At this difference the one-cent rule
// applies. Suppose that the term is 1,000,000 months, and that the asset in cents, modulo
// 1,000,000, is 666,667 or 333,333. The asset then drifts by a third of a cent per month.
func (l *Lease) threshold() {
	l.noSubscription()
	d := l.Dice
	term, rent := d.Between(3, 40), d.Between(1, 100_000)
	l.Set("termMonths", strconv.Itoa(term))
	l.Set("paymentFrequency", `"monthly"`)
	l.Set("discountRateAnnual", "0")
	l.Set("paymentAmount", inCents(rent))
	const months = 1_000_000
	want := Pick(d, 666_667, 333_333, 666_668, 333_332, 666_666, 333_334, 142_857, 857_143, 37_037) + months*d.N(1000)
	costs := ((want-rent*term)%months + months) % months
	l.Set("initialDirectCosts", inCents(costs+months*d.N(5)))
	if d.Chance(30) { // drift in the opposite direction
		l.Set("initialDirectCosts", "0")
		l.Set("leaseIncentives", inCents(rent*term+want))
	}
	l.Set("assetEconomicLifeMonths", strconv.Itoa(months))
	l.Set("transfersOwnership", "true")
}

// atFairValueThreshold sets the fair value so that the present value of the payments is 90% of the
// fair value. The match is exact, deviates in the 40th decimal, or is approximate.
func (l *Lease) atFairValueThreshold() {
	d := l.Dice
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(l.Answer.Decimals)), nil)
	paid := new(big.Rat).SetFrac(l.Answer.InitialLiability, unit)
	for name, sign := range map[string]int64{"prepaidRent": 1, "leaseIncentives": -1} {
		if value, ok := new(big.Rat).SetString(l.Get(name)); ok {
			paid.Add(paid, value.Mul(value, big.NewRat(sign, 1)))
		}
	}
	paid.Mul(paid, big.NewRat(10, 9))
	paid.Add(paid, Pick(d, new(big.Rat), new(big.Rat), big.NewRat(1, 100), big.NewRat(-1, 100), big.NewRat(1, 1e9), big.NewRat(-1, 1e9)))
	text := paid.FloatString(Pick(d, 2, 2, 40, 45))
	if paid.Sign() >= 0 && paid.Cmp(big.NewRat(999_999_999_999_999, 1)) <= 0 && len(text) <= 400 {
		l.Attempt(func() { l.Set("assetFairValue", text) })
	}
}
