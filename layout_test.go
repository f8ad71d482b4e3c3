package leasehold

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/money"
)

// An event takes over what it leaves of the flows laid last. The figures are those of laying
// all of them again, also where the lease is measured under one standard after the other.
func TestMethod13_WhatAnEventLeavesIsAsIfLaidAgain(t *testing.T) {
	t.Parallel()
	seeds, took := uint64(3_000), 0
	if testing.Short() {
		seeds = 200
	}
	for seed := range seeds {
		body := changed(rand.New(rand.NewPCG(seed, 1)))
		l, err := Decode([]byte(body))
		if err != nil {
			continue // as two terms may contradict each other
		}
		v := new(life)
		v.keeps, v.trail.shared = true, true
		for k, of := range []Standard{l.Standard, IFRS16, l.Standard, FRS102, GASB87, ASC842, FRS102, IFRS16} {
			if l.Standard = of; k == 3 {
				l.DiscountRateAnnual = money.MustParse("0.0777")
			}
			if k == 7 {
				l.PaymentAmount = money.Int(999)
			}
			if k == 6 {
				l.Events = slices.Clone(l.Events)
				for i := range l.Events {
					if share := &l.Events[i].RetainedShare; share.Set {
						share.Value = money.MustParse("0.45")
					}
				}
			}
			w, m, n := new(life), new(Measurement), new(Measurement)
			err := v.measure(m, l)
			again := w.measureAfresh(n, l)
			if fmt.Sprint(err) != fmt.Sprint(again) {
				t.Fatalf("%v of %s: %v, and laid again %v", of, body, err, again)
			}
			if err != nil {
				continue
			}
			took++
			if !reflect.DeepEqual(v.results, w.results) || !reflect.DeepEqual(m.Schedule, n.Schedule) {
				t.Fatalf("%v of %s:\n%+v\nand laid again\n%+v", of, body, v.results, w.results)
			}
		}
	}
	if took < int(seeds)*2 {
		t.Errorf("only %d leases were measured", took)
	}
}

// measureAfresh is [life.measure] of a lease with events, in which nothing is taken over.
func (v *life) measureAfresh(m *Measurement, l *Lease) error {
	v.now = *l
	if err := v.commence(m, l); err != nil {
		return err
	}
	v.lifeFrom, v.passed = wholeMonths(0), wholeMonths(0)
	for i := range l.Events {
		v.alike = 0
		if err := v.takeEffect(i, &l.Events[i]); err != nil {
			return err
		}
	}
	v.flatten(m)
	v.fund(m)
	return nil
}

// changed returns a lease whose events change its payments in every way, as JSON.
func changed(rnd *rand.Rand) string {
	begun := time.Date(2024, time.Month(1+rnd.IntN(12)), 1+rnd.IntN(2)*rnd.IntN(28), 0, 0, 0, 0, time.UTC)
	day := func(n int) string { return begun.AddDate(0, 0, n).Format(time.DateOnly) }
	pick := func(of ...string) string { return of[rnd.IntN(len(of))] }
	months := 12 + rnd.IntN(72)
	var b strings.Builder
	may := func(share int, member func() string) {
		if rnd.IntN(share) == 0 {
			b.WriteString("," + member())
		}
	}
	payments := func(from int) string {
		var list []string
		for range rnd.IntN(6) {
			from += 1 + rnd.IntN(200)
			list = append(list, fmt.Sprintf(`{"date":%q,"amount":%d%s}`, day(from), 1+rnd.IntN(900), pick("", "", `,"kind":"incentive"`)))
		}
		return `"otherPayments":[` + strings.Join(list, ",") + `]`
	}
	components := func() string {
		return fmt.Sprintf(`"components":[{"name":"a","kind":"lease","standalonePrice":%d},{"name":"b","kind":"service","standalonePrice":7}]`, 10+rnd.IntN(90))
	}
	fmt.Fprintf(&b, `{"commencementDate":%q,"termMonths":%d,"paymentAmount":%d.%02d,"discountRateAnnual":0.0%d,"standard":%q,"paymentFrequency":%q,"paymentTiming":%q`,
		day(0), months, 500+rnd.IntN(5000), rnd.IntN(100), 1+rnd.IntN(99), pick("ASC_842", "IFRS_16", "GASB_87", "FRS_102"), pick("monthly", "monthly", "quarterly"), pick("advance", "arrears"))
	may(2, func() string { return payments(0) })
	may(3, func() string { return `"annualEscalationPct":0.03` })
	may(3, components)
	may(3, func() string { return `"irrecoverableTaxRate":0.2` })
	may(3, func() string { return fmt.Sprintf(`"calendar":{"from":%q}`, day(rnd.IntN(28))) })
	may(3, func() string { return `"residualValueGuarantee":1000` })
	may(3, func() string { return `"basis":{"discounting":"` + pick("effective", "actual_365", "monthly") + `"}` })
	may(4, func() string {
		return fmt.Sprintf(`"rentFree":[{"from":%q,"months":1,"share":0.5},{"from":%q,"months":1,"share":0.5}]`, day(0), begun.AddDate(0, 7+rnd.IntN(40), 0).Format(time.DateOnly))
	})
	b.WriteString(`,"events":[`)
	on := 0
	for i := range 1 + rnd.IntN(8) {
		if i > 0 {
			b.WriteByte(',')
		}
		on += 1 + rnd.IntN(90)
		if rnd.IntN(2) == 0 { // on the first of a month
			on += 32 - begun.AddDate(0, 0, on).Day()
			on -= begun.AddDate(0, 0, on).Day() - 1
		}
		if rnd.IntN(2) == 0 {
			fmt.Fprintf(&b, `{"type":"index","date":%q,%s}`, day(on), pick(`"changePct":0.0123`, `"changePct":-0.01`, `"paymentAmount":777.77`))
			continue
		}
		fmt.Fprintf(&b, `{"type":"modification","date":%q,"discountRateAnnual":0.0%d`, day(on), 1+rnd.IntN(99))
		may(2, func() string { return pick(`"paymentAmount":4321.09`, `"changePct":0.05`) })
		may(4, func() string { return pick(`"annualEscalationPct":0.02`, `"annualEscalationAmount":10`) })
		may(4, func() string {
			months += rnd.IntN(13) - 6
			return fmt.Sprintf(`"termMonths":%d`, months)
		})
		may(5, func() string { return payments(on) })
		may(5, func() string {
			from := begun
			for from.Before(begun.AddDate(0, 0, on)) {
				from = from.AddDate(0, 1, 0)
			}
			return fmt.Sprintf(`"rentFree":[{"from":%q,"months":1,"share":0.25}]`, from.Format(time.DateOnly))
		})
		may(8, components)
		may(4, func() string { return fmt.Sprintf(`"retainedShare":0.%d`, 5+rnd.IntN(5)) })
		b.WriteByte('}')
	}
	b.WriteString(`]}`)
	return b.String()
}
