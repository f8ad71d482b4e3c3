package oracle_test

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/test/internal/leases"
	"github.com/leasehold-accounting/leasehold/test/oracle"
)

// with adds an event to the request for the lease.
func with(lease, event string) string {
	return strings.TrimSuffix(strings.TrimSpace(lease), "}") + `,"events":[` + event + `]}`
}

// METHOD 13.3: a remeasurement with unchanged rents and an unchanged rate changes the liability by
// at most one minor unit. An impairment of 0 changes no amount.
func TestMethod13_3_AnEventWithoutChangesMovesNothing(t *testing.T) {
	t.Parallel()
	many(t, 5, func(seed uint64) (body []byte, compared int, faults []string) {
		l := leases.Start(leases.NewDice(seed, 4), "IFRS_16")
		l.Set("discountRateAnnual", leases.Rate(l.Dice))
		l.Attempt(func() {
			l.Set("basis", leases.Pick(l.Dice, `{"discounting":"effective"}`, `{"discounting":"actual_365"}`))
		})
		for _, name := range []string{"rentSteps", "rentFree", "otherPayments"} {
			l.Attempt(func() { l.Option(member.Find(member.Lease, name)) })
		}
		lease, on := l.JSON(), l.EventDay()
		if on.IsZero() {
			return nil, 0, nil
		}
		a, err := leases.Solve(with(lease, fmt.Sprintf(`{"date":%s,"type":"modification","discountRateAnnual":%s}`, leases.Day(on), l.Get("discountRateAnnual"))))
		if err != nil {
			return []byte(lease), 0, []string{err.Error()}
		}
		e := a.Events[0]
		moved := new(big.Int).Sub(e.LiabilityAfter, e.LiabilityBefore)
		if moved.CmpAbs(big.NewInt(1)) > 0 || e.GainOrLoss.Sign() != 0 && e.RouAssetAfter.Sign() > 0 {
			faults = append(faults, fmt.Sprintf("the liability moved by %s with a gain of %s on %s", moved, e.GainOrLoss, leases.Day(on)))
		}
		a, err = leases.Solve(with(lease, fmt.Sprintf(`{"date":%s,"type":"impairment","impairmentLoss":0}`, leases.Day(on))))
		if err != nil {
			return []byte(lease), 0, []string{err.Error()}
		}
		return []byte(lease), len(a.Rows), append(faults, same(l.Answer, a)...)
	})
}

// same compares a lease with and without an impairment of 0. It compares the totals of the two
// segments of the split row, and the closing balances of all rows.
func same(plain, a *oracle.Answer) (faults []string) {
	closes := map[string]*oracle.Row{}
	payment, interest := new(big.Int), new(big.Int)
	for k := range a.Rows {
		closes[a.Rows[k].Last] = &a.Rows[k]
		payment.Add(payment, a.Rows[k].Payment)
		interest.Add(interest, a.Rows[k].Interest)
	}
	for k := range plain.Rows {
		row := &plain.Rows[k]
		if got := closes[row.Last]; got == nil || got.LiabilityClose.Cmp(row.LiabilityClose) != 0 {
			faults = append(faults, fmt.Sprintf("the liability after %s is no longer %s", row.Last, row.LiabilityClose))
		}
		payment.Sub(payment, row.Payment)
		interest.Sub(interest, row.Interest)
	}
	if payment.Sign() != 0 || interest.Sign() != 0 {
		faults = append(faults, fmt.Sprintf("payments moved by %s, interest by %s", payment, interest))
	}
	return faults
}

// wantEqual checks that two leases have the same figures. It ignores the input and all paths with
// one of the given prefixes.
func wantEqual(t *testing.T, a, b string, but ...string) {
	t.Helper()
	but = append(but, "input.")
	figures := func(body string) map[string]string {
		all := solved(t, body)
		maps.DeleteFunc(all, func(path, _ string) bool {
			return slices.ContainsFunc(but, func(prefix string) bool { return strings.HasPrefix(path, prefix) })
		})
		return all
	}
	if left, right := figures(a), figures(b); !maps.Equal(left, right) {
		t.Errorf("the figures of\n%s\nand\n%s differ:\n%v\n%v", a, b, left, right)
	}
}

// METHOD 13.2: two equivalent descriptions of an event give the same figures.
func TestMethod13_2_EquivalentEvents(t *testing.T) {
	t.Parallel()
	const lease = `{"standard":"IFRS_16","commencementDate":"2024-01-01","termMonths":36,"discountRateAnnual":0.05,"paymentAmount":1000,
		"paymentTiming":"arrears","annualEscalationPct":0.1,"events":[{"date":"2025-06-10","type":"contingency_resolved",%s}]}`
	say := func(members string) string { return fmt.Sprintf(lease, members) }
	rate := `"annualEscalationPct":0.1`
	// The next period's rent was 1,100 before the event, so an increase of 50% is equivalent to a
	// new rent of 1,650.
	wantEqual(t, say(`"changePct":0.5`), say(`"paymentAmount":1650`))
	// If an event changes the escalation rate but not the rent, the increases that applied before
	// the event remain.
	wantEqual(t, say(`"annualEscalationPct":0.2`), say(`"paymentAmount":1100,"annualEscalationPct":0.2`))
	wantEqual(t, say(`"annualEscalationAmount":30`), say(`"rentSteps":[{"from":"2025-07-01","paymentAmount":1100},{"from":"2026-01-01","paymentAmount":1130}],"annualEscalationPct":0`))
	// changePct also changes the rent steps agreed before the event, but not the event's own rent
	// steps.
	stepped := strings.Replace(say(`"changePct":-0.5`), rate, `"rentSteps":[{"from":"2025-01-01","paymentAmount":3000},{"from":"2026-01-01","paymentAmount":4000}]`, 1)
	wantEqual(t, stepped, strings.Replace(stepped, `"changePct":-0.5`, `"paymentAmount":1500,"rentSteps":[{"from":"2026-01-01","paymentAmount":2000}]`, 1))
	wantEqual(t,
		strings.Replace(stepped, `"changePct":-0.5`, `"changePct":-0.5,"rentSteps":[{"from":"2026-01-01","paymentAmount":2000}]`, 1), stepped)
	// A new rent replaces the rent steps that were agreed before the event and start on or after
	// it.
	wantEqual(t,
		strings.Replace(stepped, `"changePct":-0.5`, `"paymentAmount":1500`, 1),
		strings.Replace(stepped, `"changePct":-0.5`, `"paymentAmount":1500,"rentSteps":[]`, 1))
	// An event's rent-free list replaces the remaining months of a rent-free span that has begun.
	free := strings.Replace(say(`"rentFree":[]`), rate, `"rentFree":[{"from":"2025-04-01","months":6}]`, 1)
	wantEqual(t, free, strings.Replace(free, `"months":6`, `"months":3`, 1), "result.initial", "result.total", "result.disclosures", "result.schedule",
		"journalEntries", "result.events.0.liabilityBefore", "result.events.0.rouAsset", "result.events.0.liabilityRemeasured", "result.life")
}
