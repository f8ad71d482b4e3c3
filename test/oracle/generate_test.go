package oracle_test

import (
	"fmt"
	"math/big"
	"math/bits"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold/test/oracle"
)

// dice is a deterministic random generator (splitmix64). It returns the same numbers under every Go
// release.
type dice struct{ state uint64 }

func (d *dice) next() uint64 {
	d.state += 0x9e3779b97f4a7c15
	z := d.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func (d *dice) n(n int) int {
	hi, _ := bits.Mul64(d.next(), uint64(n))
	return int(hi)
}

func (d *dice) between(low, high int) int { return low + d.n(high-low+1) }

// chance returns true with the given probability in percent.
func (d *dice) chance(percent int) bool { return d.n(100) < percent }

func pick[T any](d *dice, list ...T) T { return list[d.n(len(list))] }

func (d *dice) digits(n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte('0' + d.n(10))
	}
	return string(b)
}

// request holds the fields of a lease: their names and their values as JSON text.
type request struct{ names, values []string }

func (r *request) set(name, value string) {
	for i := range r.names {
		if r.names[i] == name {
			r.values[i] = value
			return
		}
	}
	r.names = append(r.names, name)
	r.values = append(r.values, value)
}

func (r *request) get(name string) string {
	for i := range r.names {
		if r.names[i] == name {
			return r.values[i]
		}
	}
	return ""
}

func (r *request) json(d *dice) string {
	var b strings.Builder
	b.WriteByte('{')
	order := make([]int, len(r.names))
	for i := range order {
		order[i] = i
		if j := d.n(i + 1); d.state&1 == 0 {
			order[i], order[j] = order[j], order[i]
		}
	}
	space := pick(d, "", "", " ", "\n  ", "\t", "\r\n")
	for i, at := range order {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(space + strconv.Quote(r.names[at]) + ":" + r.values[at])
	}
	b.WriteString(space + "}")
	return b.String()
}

// optional lists the optional fields of a lease.
var optional = []string{
	"standard", "paymentFrequency", "paymentTiming", "classification", "annualEscalationPct", "initialDirectCosts", "leaseIncentives",
	"prepaidRent", "residualValueGuarantee", "purchaseOptionAmount", "transfersOwnership", "purchaseOptionReasonablyCertain", "assetFairValue",
	"assetEconomicLifeMonths", "specializedAsset",
}

func generate(d *dice) string {
	r := &request{}
	switch kind := d.n(1000); {
	case kind < 720:
		ordinary(d, r)
	case kind < 860:
		unusual(d, r)
	case kind < 925:
		ties(d, r)
	case kind < 950:
		threshold(d, r)
	case kind < 978:
		short(d, r)
	case kind < 988:
		hair(d, r)
	default:
		long(d, r)
	}
	for _, name := range optional {
		if r.get(name) == "" && d.chance(2) {
			r.set(name, "null")
		}
	}
	if d.chance(10) {
		for i, value := range r.values {
			if value[0] >= '0' && value[0] <= '9' && d.chance(50) {
				r.values[i] = respell(d, value)
			}
		}
	}
	if d.chance(3) {
		atFairValueThreshold(d, r)
	}
	return r.json(d)
}

// respell returns a different JSON notation of the same number.
func respell(d *dice, text string) string {
	if strings.ContainsAny(text, "eE") || len(text) > 300 {
		return text
	}
	whole, fraction, _ := strings.Cut(text, ".")
	digits, exponent := strings.TrimLeft(whole+fraction, "0"), -len(fraction)
	if digits == "" {
		return pick(d, "0", "0.0", "0e5", "0E-3", "0.000e+2", "-0", "-0.0")
	}
	for strings.HasSuffix(digits, "0") {
		digits, exponent = digits[:len(digits)-1], exponent+1
	}
	switch d.n(5) {
	case 0:
		return digits + pick(d, "e", "E") + strconv.Itoa(exponent)
	case 1:
		zeros := d.between(1, 5)
		return digits + strings.Repeat("0", zeros) + "e" + strconv.Itoa(exponent-zeros)
	case 2:
		zeros := d.between(0, 4)
		return "0." + strings.Repeat("0", zeros) + digits + fmt.Sprintf("e%+d", exponent+zeros+len(digits))
	case 3:
		if fraction == "" {
			return whole + "." + strings.Repeat("0", d.between(1, 30))
		}
		return text + strings.Repeat("0", d.between(1, 30))
	default:
		exponent += len(digits) - 1
		sign := ""
		if exponent < 0 {
			sign, exponent = "-", -exponent
		}
		return digits[:1] + "." + digits[1:] + "0" + pick(d, "e", "E") + sign + fmt.Sprintf("%02d", exponent)
	}
}

// base sets the required fields of a lease.
func base(d *dice, r *request, term int) {
	r.set("termMonths", strconv.Itoa(term))
	r.set("commencementDate", commencement(d, term))
	if d.chance(80) {
		r.set("standard", pick(d, `"ASC_842"`, `"ASC_842"`, `"IFRS_16"`, `"GASB_87"`))
	}
	if d.chance(65) {
		r.set("paymentFrequency", pick(d, `"monthly"`, `"quarterly"`, `"semiannual"`, `"annual"`))
	}
	if d.chance(60) {
		r.set("paymentTiming", pick(d, `"advance"`, `"arrears"`))
	}
	if d.chance(20) {
		r.set("classification", pick(d, `"operating"`, `"finance"`))
	}
}

// commencement draws a commencement date. The term must end before the year 10000.
func commencement(d *dice, term int) string {
	year, month, day := d.between(1995, 2045), d.between(1, 12), d.between(1, 28)
	switch d.n(12) {
	case 0, 1, 2:
		day = 1
	case 3:
		month, day = pick(d, 1, 3, 5, 7, 8, 10, 12), 31
	case 4: // 29 February
		year, month, day = year/4*4, 2, 29
	case 5:
		month, day = pick(d, 4, 6, 9, 11), 30
	case 6:
		if !d.chance(30) {
			break
		}
		switch d.n(3) {
		case 0:
			year, month, day = 1, 1, 1
		case 1: // the lease ends on 9999-12-31
			first := 10000*12 - term
			year, month, day = first/12, first%12+1, 1
		default:
			year, month, day = pick(d, 1900, 2000, 2100), pick(d, 1, 2, 3), 28
		}
	}
	return fmt.Sprintf(`"%04d-%02d-%02d"`, year, month, day)
}

// amount draws an ordinary amount of up to about one million.
func amount(d *dice) string {
	whole := 1 + d.n(1<<d.between(1, 20))
	switch d.n(5) {
	case 0:
		return strconv.Itoa(whole)
	case 1:
		return strconv.Itoa(whole/100*100 + 100)
	case 2:
		return fmt.Sprintf("%d.%d", whole, d.n(10))
	default:
		return fmt.Sprintf("%d.%02d", whole, d.n(100))
	}
}

// extremeAmount draws an amount that is hard to parse, or that needs many digits in computations.
func extremeAmount(d *dice) string {
	switch d.n(14) {
	case 0:
		return "0.01"
	case 1:
		return "999999999999999.99"
	case 2: // amounts that round to 0.00, to 0.01, and to 0.01 only because of their 40th decimal
		return pick(d, "0.004", "0.005", "0.0049999999999999999999999999999999999999999999999")
	case 3:
		return pick(d, "1e-999", "1e-41", "4e-3", "5e-3")
	case 4: // an amount of 400 characters
		whole := strconv.Itoa(d.between(1, 99999))
		return whole + "." + d.digits(400-len(whole)-2) + "1"
	case 5:
		return fmt.Sprintf("%d.%s5", d.between(1, 1000000), d.digits(2))
	case 6:
		return fmt.Sprintf("%d.%s", d.between(1, 1000000), d.digits(d.between(3, 60)))
	case 7:
		return fmt.Sprintf("%d.%s", d.next()%1_000_000_000_000_000, d.digits(2)) + "1"
	case 8:
		return fmt.Sprintf("%d.%s", 1+d.next()%999_999_999_999_999, d.digits(2))
	case 9:
		return "1" + strings.Repeat("0", 385) + "e-" + strconv.Itoa(d.between(372, 390))
	case 10:
		return fmt.Sprintf("0.%s1", strings.Repeat("0", d.between(0, 390))) + "e" + strconv.Itoa(d.between(0, 10))
	case 11:
		return fmt.Sprintf("%de%d", d.between(1, 9), d.between(0, 14))
	case 12: // with the rounding error of binary floating-point numbers, such as 0.30000000000000004
		return fmt.Sprintf("%d.%s", d.between(1, 99999), pick(d, "1000000000000000055511151231257827", "30000000000000004", "69999999999999996", "005000000000000001"))
	default:
		return fmt.Sprintf("%d.99", d.between(1, 99))
	}
}

// rate draws an ordinary annual rate, from about 0.5% to 15%.
func rate(d *dice) string {
	switch d.n(6) {
	case 0:
		return fmt.Sprintf("0.%02d", d.between(1, 15))
	case 1:
		return fmt.Sprintf("0.%03d", d.between(5, 150))
	case 2:
		return fmt.Sprintf("0.0%s1", d.digits(d.between(3, 6)))
	default:
		return fmt.Sprintf("0.%04d", d.between(50, 1500))
	}
}

// extremeRate draws 0, 1, a rate that binary floating point represents exactly, or a rate with more
// decimals than the method uses.
func extremeRate(d *dice) string {
	switch d.n(10) {
	case 0:
		return pick(d, "0", "0.0", "0e0", "1e-18", "4.9e-18", "1e-999")
	case 1:
		return pick(d, "1", "1.0", "1e0", "10e-1", "0.99999999999999999999", "0.99999999999999999")
	case 2:
		return pick(d, "0.5", "0.25", "0.75", "0.6", "0.2", "0.4", "0.8", "0.28", "0.024", "0.288", "0.096", "0.048")
	case 3:
		return "0.0" + d.digits(16)
	case 4:
		return "0." + d.digits(17)
	case 5:
		return "0.0" + d.digits(d.between(17, 60))
	case 6:
		return "0.0" + d.digits(390)
	case 7:
		return pick(d, "0.060000000000000005", "0.07000000000000000666", "0.1000000000000000055511151231257827021181583404541015625", "0.04999999999999999")
	case 8:
		return pick(d, "1e-17", "5e-18", "1e-16", "1.5e-17", "1e-10", "0.000001")
	default:
		return "0." + d.digits(d.between(1, 12)) + "1"
	}
}

// options adds each optional field. percent is the probability of a field.
func options(d *dice, r *request, term, percent int, amountOf, rateOf func(*dice) string) {
	if d.chance(percent) {
		r.set("annualEscalationPct", rateOf(d))
	}
	for _, name := range []string{"initialDirectCosts", "leaseIncentives", "prepaidRent", "residualValueGuarantee", "purchaseOptionAmount"} {
		if d.chance(percent) {
			r.set(name, amountOf(d))
			if d.chance(10) {
				r.set(name, pick(d, "0", "0.0", "0.00"))
			}
		}
	}
	for _, name := range []string{"transfersOwnership", "purchaseOptionReasonablyCertain", "specializedAsset"} {
		if d.chance(percent) {
			r.set(name, pick(d, "true", "false", "false"))
		}
	}
	if d.chance(percent + 10) {
		r.set("assetEconomicLifeMonths", strconv.Itoa(life(d, term)))
	}
	if d.chance(percent + 10) {
		r.set("assetFairValue", pick(d, amountOf(d), amount(d)+"e3", amount(d)+"e5", "0"))
	}
}

// life draws an economic life in months: shorter or longer than the term, or such that the term is
// about 75% of it.
func life(d *dice, term int) int {
	switch d.n(8) {
	case 0:
		return d.between(1, term)
	case 1:
		return term
	case 2:
		return max(1, term*4/3+d.between(-1, 1))
	case 3:
		return pick(d, 1, 2, 7, 999_999, 1_000_000)
	default:
		return term + d.n(2*term)
	}
}

func ordinary(d *dice, r *request) {
	term := pick(d, 12, 24, 36, 36, 48, 60, 60, 72, 84, 120)
	if d.chance(40) {
		term = d.between(1, 130)
	}
	base(d, r, term)
	r.set("paymentAmount", amount(d))
	r.set("discountRateAnnual", rate(d))
	options(d, r, term, 25, amount, rate)
}

// unusual sets the fields of a lease to extreme numbers.
func unusual(d *dice, r *request) {
	term := d.between(1, 80)
	base(d, r, term)
	either := func(usual, extreme func(*dice) string) func(*dice) string {
		return func(d *dice) string {
			if d.chance(60) {
				return extreme(d)
			}
			return usual(d)
		}
	}
	r.set("paymentAmount", either(amount, extremeAmount)(d))
	if strings.Trim(r.get("paymentAmount"), "0.") == "" {
		r.set("paymentAmount", "0.01")
	}
	r.set("discountRateAnnual", either(rate, extremeRate)(d))
	options(d, r, term, 35, either(amount, extremeAmount), either(rate, extremeRate))
}

// ties sets the fields of a lease so that exact amounts are often half a cent.
func ties(d *dice, r *request) {
	kind, term := d.n(5), pick(d, 12, 24, 36, 48, 60, 120)
	if kind == 2 || kind == 3 {
		term = d.between(1, 60)
	}
	base(d, r, term)
	r.set("paymentFrequency", `"annual"`)
	switch kind {
	case 0: // 1 + r is 26/25 per period; the terminal amount in cents is 13 modulo 26
		r.set("discountRateAnnual", pick(d, "0.04", "0.040"))
		r.set("paymentAmount", inCents(26*d.between(1, 1<<d.between(1, 30))))
		r.set("residualValueGuarantee", inCents(26*d.n(1<<d.between(1, 20))+13))
		r.set("purchaseOptionAmount", "null")
	case 1: // growth per period of 2, 8/5, 32/25 or 128/125
		r.set("discountRateAnnual", pick(d, "1", "1.0", "0.6", "0.28", "0.024"))
		r.set("paymentAmount", inCents(d.between(1, 1<<d.between(1, 30))))
		r.set("residualValueGuarantee", inCents(d.n(1<<d.between(1, 20))))
	case 2: // the same growth per period with other payment frequencies
		frequency := d.n(3)
		r.set("paymentFrequency", []string{`"semiannual"`, `"quarterly"`, `"monthly"`}[frequency])
		r.set("discountRateAnnual", [][]string{{"0.56", "0.048"}, {"0.096", "1.0"}, {"0.288", "0.8"}}[frequency][d.n(2)])
		r.set("paymentAmount", inCents(d.between(1, 1<<d.between(1, 30))))
	case 3: // rents of half a cent: after proration, after escalation, or as supplied
		r.set("paymentFrequency", pick(d, `"quarterly"`, `"semiannual"`, `"annual"`))
		r.set("paymentAmount", inCents(d.between(1, 1<<d.between(1, 30)))+pick(d, "", "5", "50", "4999", "5000000001"))
		r.set("discountRateAnnual", pick(d, "0", "0.04", "1", rate(d)))
		r.set("annualEscalationPct", pick(d, "0.5", "0.25", "1", "0.05", "0.125"))
	default: // straight-line amounts of half a cent: the rate is 0, and an odd total is spread over an even number of months
		r.set("discountRateAnnual", "0")
		r.set("paymentAmount", inCents(d.between(1, 1<<d.between(1, 30))))
		r.set("initialDirectCosts", inCents(d.n(1<<d.between(1, 30))))
		r.set("leaseIncentives", inCents(d.n(1<<d.between(1, 30))))
	}
	if d.chance(20) {
		r.set("assetEconomicLifeMonths", strconv.Itoa(pick(d, 8, 16, 40, 64, 128, 1_000_000)))
		r.set("transfersOwnership", "true")
	}
}

func inCents(n int) string { return fmt.Sprintf("%d.%02d", n/100, n%100) }

// threshold draws a lease in which the rounded straight-line amounts drift from the exact amounts,
// until the difference is exactly one cent less 10⁻⁶ cents. At this difference the one-cent rule
// applies. With a term of 1,000,000 months, an asset of 666,667 or 333,333 cents modulo 1,000,000
// drifts by a third of a cent per month.
func threshold(d *dice, r *request) {
	term := d.between(3, 40)
	base(d, r, term)
	r.set("paymentFrequency", `"monthly"`)
	r.set("discountRateAnnual", "0")
	rent := d.between(1, 100_000)
	r.set("paymentAmount", inCents(rent))
	const months = 1_000_000
	want := pick(d, 666_667, 333_333, 666_668, 333_332, 666_666, 333_334, 142_857, 857_143, 37_037) + months*d.n(1000)
	costs := ((want-rent*term)%months + months) % months
	r.set("initialDirectCosts", inCents(costs+months*d.n(5)))
	if d.chance(30) { // a drift in the opposite direction
		r.set("initialDirectCosts", "0")
		r.set("leaseIncentives", inCents(rent*term+want))
	}
	r.set("assetEconomicLifeMonths", strconv.Itoa(months))
	r.set("transfersOwnership", "true")
}

// short draws a lease with few payment periods. The last one is often incomplete.
func short(d *dice, r *request) {
	term := d.between(1, 14)
	base(d, r, term)
	r.set("paymentAmount", pick(d, amount(d), "0.01", "0.02", "0.03", "999999999999999.99"))
	r.set("discountRateAnnual", pick(d, rate(d), extremeRate(d)))
	options(d, r, term, 30, amount, rate)
}

// long draws a lease with a term of up to the maximum of 1,200 months.
func long(d *dice, r *request) {
	term := pick(d, 1200, 1200, 1199, 1188, 999, 600, d.between(131, 1200))
	base(d, r, term)
	r.set("paymentAmount", pick(d, amount(d), "0.01", "999999999999999.99", "0.004", extremeAmount(d)))
	if strings.Trim(r.get("paymentAmount"), "0.") == "" {
		r.set("paymentAmount", "0.01")
	}
	r.set("discountRateAnnual", pick(d, "0", "1", "0.5", rate(d), rate(d), rate(d), extremeRate(d)))
	options(d, r, term, 25, extremeAmount, rate)
	if d.chance(40) {
		r.set("annualEscalationPct", pick(d, "1", "1.0", "0.5", extremeRate(d)))
	}
	if d.chance(10) { // the amounts with the most digits: the rent doubles 99 times
		r.set("termMonths", "1200")
		r.set("commencementDate", commencement(d, 1200))
		r.set("annualEscalationPct", "1")
	}
}

// atFairValueThreshold sets the fair value so that the present value of the payments is 90% of it:
// exactly, with a deviation in the 40th decimal, or approximately.
func atFairValueThreshold(d *dice, r *request) {
	lease, err := oracle.Read([]byte(r.json(d)))
	if err != nil {
		panic(err)
	}
	answer, err := oracle.Solve(lease)
	if err != nil {
		panic(err)
	}
	paid := new(big.Rat).SetFrac(answer.InitialLiability, big.NewInt(100))
	if lease.PrepaidRent != nil {
		paid.Add(paid, lease.PrepaidRent)
	}
	if lease.Incentives != nil {
		paid.Sub(paid, lease.Incentives)
	}
	paid.Mul(paid, big.NewRat(10, 9))
	paid.Add(paid, pick(d, new(big.Rat), new(big.Rat), big.NewRat(1, 100), big.NewRat(-1, 100), big.NewRat(1, 1e9), big.NewRat(-1, 1e9)))
	if paid.Sign() < 0 || paid.Cmp(big.NewRat(999_999_999_999_999, 1)) > 0 {
		return
	}
	text := paid.FloatString(pick(d, 2, 2, 40, 45))
	if len(text) <= 400 {
		r.set("assetFairValue", text)
	}
}
