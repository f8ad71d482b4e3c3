package leases

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
)

// Lives returns n leases as JSON, each on one line, that have every member of a
// request and every type of event in some of them. A few are wrong, in ways that
// only the arithmetic or a rule between members shows.
func Lives(seed uint64, n int) []string {
	r := rand.New(rand.NewPCG(seed, 18)) //nolint:gosec // repeatable, not secret
	all := make([]string, n)
	for i := range all {
		all[i] = life(r, i)
	}
	return all
}

// sketch is a lease as far as its events need to know it.
type sketch struct {
	*rand.Rand

	first    time.Time
	months   int
	period   int // months
	standard string
	members  []string
}

func (l *sketch) set(format string, args ...any) {
	l.members = append(l.members, fmt.Sprintf(format, args...))
}

func (l *sketch) chance(percent int) bool { return l.IntN(100) < percent }

func (l *sketch) month(n int) string { return l.first.AddDate(0, n, 0).Format(time.DateOnly) }

func life(r *rand.Rand, number int) string {
	l := &sketch{
		Rand: r, months: 2 + r.IntN(90), standard: pick(r, "ASC_842", "IFRS_16", "GASB_87"),
		first: time.Date(2000+r.IntN(40), time.Month(1+r.IntN(12)), pick28(r), 0, 0, 0, 0, time.UTC),
	}
	l.set(`"commencementDate":%q,"termMonths":%d,"standard":%q`, l.month(0), l.months, l.standard)
	l.set(`"paymentAmount":%s,"discountRateAnnual":%s`, amount(r, 100), fraction(r, 1500))
	l.period = pick12(r)
	l.set(`"paymentFrequency":%q,"paymentTiming":%q`,
		map[int]string{1: "monthly", 3: "quarterly", 12: "annual"}[l.period], pick(r, "advance", "arrears"))
	l.identity(number)
	l.terms()
	l.conventions()
	if l.chance(60) {
		l.events()
	}
	r.Shuffle(len(l.members), func(i, j int) { l.members[i], l.members[j] = l.members[j], l.members[i] })
	return "{" + strings.Join(l.members, ",") + "}"
}

// pick28 returns a day of the month, often its first.
func pick28(r *rand.Rand) int { return max(1, r.IntN(56)-27) }

func pick12(r *rand.Rand) int { return []int{1, 1, 3, 12}[r.IntN(4)] }

func (l *sketch) identity(number int) {
	if l.chance(90) {
		l.set(`"id":"L-%d"`, number)
	}
	if l.chance(50) {
		l.set(`"name":"Büro %d, \"Nord\""`, l.IntN(100))
	}
	if l.chance(30) {
		l.set(`"tags":{"entity":%q,"cost centre":"%d"}`, pick(l.Rand, "Alpha", "Бета", "丙"), l.IntN(9000))
	}
	if l.chance(25) {
		l.set(`"currency":%q`, pick(l.Rand, "USD", "EUR", "JPY", "KWD"))
	}
}

// terms adds what the contract pays in addition to its rent.
func (l *sketch) terms() {
	if l.chance(30) {
		l.set(`"rentSteps":[{"from":%q,"paymentAmount":%s}]`, l.month(l.period*(1+l.IntN(1+l.months/l.period))), amount(l.Rand, 0))
	}
	if l.chance(30) {
		l.set(`"rentFree":[{"from":%q,"months":%d%s}]`, l.month(l.IntN(l.months)), 1+l.IntN(3), pick(l.Rand, "", `,"share":0.5`))
	}
	if l.chance(30) {
		l.set(`"otherPayments":[{"date":%q,"amount":%s,"kind":%q}]`,
			l.month(l.IntN(l.months)), amount(l.Rand, 1), pick(l.Rand, "payment", "incentive"))
	}
	if l.chance(25) {
		l.set(`%q:%s`, "annualEscalation"+pick(l.Rand, "Pct", "Amount"), fraction(l.Rand, 500))
	}
	for _, name := range []string{"initialDirectCosts", "leaseIncentives", "prepaidRent", "residualValueGuarantee", "assetFairValue"} {
		if l.chance(20) {
			l.set(`%q:%d.%02d`, name, l.IntN(3000), l.IntN(100))
		}
	}
}

// conventions adds how the lease is measured.
func (l *sketch) conventions() {
	if l.chance(30) {
		l.set(`"basis":{"discounting":%q,"commencementPayment":%q}`,
			pick(l.Rand, "nominal", "effective", "actual_365"), pick(l.Rand, "liability", "settled"))
	}
	if l.standard != "GASB_87" && l.chance(10) {
		l.set(`"exemption":%q`, pick(l.Rand, "short_term", "low_value"))
	}
	if l.standard == "GASB_87" && l.chance(30) {
		l.set(`"fund":%q`, pick(l.Rand, "government_wide", "governmental"))
	}
	if l.standard == "ASC_842" && l.chance(30) {
		l.set(`"classification":%q`, pick(l.Rand, "operating", "finance"))
	}
	if l.standard == "ASC_842" && l.chance(20) {
		l.set(`"guaranteedResidualValue":%d`, 3000+l.IntN(5000))
	}
	if l.standard == "IFRS_16" && l.chance(30) {
		l.set(`"restorationCost":%d`, l.IntN(5000))
	}
	if l.chance(30) {
		l.set(`"assetEconomicLifeMonths":%d`, l.months+l.IntN(60))
	}
}

// events adds up to three events, in the order of their days.
func (l *sketch) events() {
	var list []string
	on := 0
	for range 1 + l.IntN(3) {
		on += 1 + l.IntN(max(1, l.months/3))
		if on >= l.months {
			break
		}
		kind := pick(l.Rand, "index", "index", "contingency_resolved", "residual_guarantee", "reassessment", "modification",
			"modification", "impairment", "termination", "purchase")
		list = append(list, fmt.Sprintf(`{"date":%q,"type":%q%s}`, l.month(on), kind, l.event(kind)))
		if kind == "termination" || kind == "purchase" {
			break
		}
	}
	if len(list) > 0 {
		l.set(`"events":[%s]`, strings.Join(list, ","))
	}
}

// event returns the members of an event other than its date and type.
func (l *sketch) event(kind string) string {
	rate := fmt.Sprintf(`,"discountRateAnnual":%s`, fraction(l.Rand, 1500))
	switch kind {
	case "index":
		return fmt.Sprintf(`,"changePct":0.0%d`, 1+l.IntN(9))
	case "contingency_resolved":
		return fmt.Sprintf(`,"paymentAmount":%s`, amount(l.Rand, 100))
	case "residual_guarantee":
		return fmt.Sprintf(`,"residualValueGuarantee":%d`, l.IntN(9000))
	case "reassessment":
		return fmt.Sprintf(`%s,"termMonths":%d`, rate, l.months+l.IntN(36))
	case "modification":
		if l.standard == "ASC_842" && l.chance(20) {
			return rate + `,"retainedShare":0.5,"proportion":"liability"`
		}
		return rate + pick(l.Rand, fmt.Sprintf(`,"termMonths":%d`, l.months+12), `,"retainedShare":0.5`, `,"changePct":-0.1`)
	case "impairment":
		return fmt.Sprintf(`,"impairmentLoss":%d.5`, l.IntN(5000))
	case "termination":
		return fmt.Sprintf(`,"penalty":%s`, amount(l.Rand, 0))
	default:
		return fmt.Sprintf(`,"price":%s`, amount(l.Rand, 0))
	}
}
