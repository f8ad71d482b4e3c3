// Package leases makes legal leases of every kind for tests, the same ones from
// the same seed.
package leases

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Some returns n leases as JSON, each on one line.
func Some(seed uint64, n int) []string {
	r := rand.New(rand.NewPCG(seed, 5)) //nolint:gosec // repeatable, not secret
	all := make([]string, n)
	for i := range all {
		all[i] = one(r)
	}
	return all
}

// one returns a lease with every member present in about half of all leases.
func one(r *rand.Rand) string {
	term := 1 + r.IntN(120)
	if r.IntN(20) == 0 {
		term = 1 + r.IntN(1200)
	}
	members := []string{
		fmt.Sprintf(`"commencementDate":"%04d-%02d-%02d"`, 1990+r.IntN(60), 1+r.IntN(12), 1+r.IntN(28)),
		fmt.Sprintf(`"termMonths":%d`, term),
		`"paymentAmount":` + amount(r, 1),
		`"discountRateAnnual":` + fraction(r, 2500),
	}
	add := func(format string, args ...any) {
		if r.IntN(2) == 0 {
			members = append(members, fmt.Sprintf(format, args...))
		}
	}
	add(`"standard":%q`, pick(r, "ASC_842", "IFRS_16", "GASB_87"))
	add(`"paymentFrequency":%q`, pick(r, "monthly", "quarterly", "semiannual", "annual"))
	add(`"paymentTiming":%q`, pick(r, "advance", "arrears"))
	add(`"annualEscalationPct":%s`, fraction(r, 800))
	for _, name := range []string{"initialDirectCosts", "leaseIncentives", "prepaidRent", "residualValueGuarantee", "purchaseOptionAmount"} {
		if r.IntN(2) == 0 {
			add(`%q:%s`, name, amount(r, 0))
		}
	}
	add(`"assetFairValue":%s`, amount(r, 0))
	add(`"assetEconomicLifeMonths":%d`, 1+r.IntN(2*term))
	for _, name := range []string{"transfersOwnership", "purchaseOptionReasonablyCertain", "specializedAsset"} {
		if r.IntN(3) == 0 {
			add(`%q:%t`, name, r.IntN(4) == 0)
		}
	}
	if r.IntN(4) == 0 {
		add(`"classification":%q`, pick(r, "operating", "finance"))
	}
	r.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	return "{" + strings.Join(members, ",") + "}"
}

func pick(r *rand.Rand, from ...string) string { return from[r.IntN(len(from))] }

// amount returns an amount of at least that many cents, as people and programs
// write one.
func amount(r *rand.Rand, least int64) string {
	cents := least + r.Int64N(100_000_000)
	switch r.IntN(4) {
	case 0:
		return fmt.Sprint(cents/100 + least)
	case 1:
		return fmt.Sprintf("%d.%02d", cents/100, cents%100)
	case 2:
		return fmt.Sprintf("%d.%02d000000000%d", cents/100, cents%100, 1+r.IntN(9)) // printed binary floating point
	default:
		return fmt.Sprintf("%d.%02de1", cents/100, cents%100)
	}
}

// fraction returns a fraction of at most that many hundredths of a percent.
func fraction(r *rand.Rand, most int) string {
	n := r.IntN(most + 1)
	if r.IntN(10) == 0 {
		return "0"
	}
	return fmt.Sprintf("0.%04d", n)
}

// Bad returns n request bodies that are refused, of every kind that agents and
// people send.
func Bad(seed uint64, n int) []string {
	r := rand.New(rand.NewPCG(seed, 7)) //nolint:gosec // repeatable, not secret
	const good = `"commencementDate":"2026-01-01","termMonths":36,"paymentAmount":100`
	kinds := []string{
		`{` + good + `,"discountRateAnnual":"6%"}`,
		`{` + good + `,"discountRateAnnual":6}`,
		`{` + good + `,"discountRateAnnual":-0.01}`,
		`{` + good + `,"discountRateAnnual":0.05,"rate":0.05}`,
		`{` + good + `}`,
		`{` + good,
		`[]`, `null`, ``, `"lease"`, `{}`,
		`{"commencementDate":"01/02/2026","termMonths":36,"paymentAmount":100,"discountRateAnnual":0.05}`,
		`{"commencementDate":"2026-02-30","termMonths":36,"paymentAmount":100,"discountRateAnnual":0.05}`,
		`{"commencementDate":"2026-01-01","termMonths":0,"paymentAmount":100,"discountRateAnnual":0.05}`,
		`{"commencementDate":"2026-01-01","termMonths":1201,"paymentAmount":100,"discountRateAnnual":0.05}`,
		`{"commencementDate":"2026-01-01","termMonths":36.5,"paymentAmount":100,"discountRateAnnual":0.05}`,
		`{"commencementDate":"2026-01-01","termMonths":36,"paymentAmount":"1,000","discountRateAnnual":0.05}`,
		`{"commencementDate":"2026-01-01","termMonths":36,"paymentAmount":0,"discountRateAnnual":0.05}`,
		`{` + good + `,"discountRateAnnual":0.05,"standard":"ASC842"}`,
		`{` + good + `,"discountRateAnnual":0.05,"transfersOwnership":"yes"}`,
	}
	all := make([]string, n)
	for i := range all {
		all[i] = kinds[r.IntN(len(kinds))]
	}
	return all
}
