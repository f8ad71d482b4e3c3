package oracle_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/exchange"
	"github.com/leasehold-accounting/leasehold/internal/batch"
	"github.com/leasehold-accounting/leasehold/internal/closing"
	"github.com/leasehold-accounting/leasehold/internal/closingfile"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
	"github.com/leasehold-accounting/leasehold/test/internal/leases"
)

// METHOD 28.4: engine and oracle agree on reports that continue a chain of closings. Between
// closings, leases are entered late, changed, removed or restored.
func TestMethod28_4_EngineEqualsOracleOverChains(t *testing.T) {
	t.Parallel()
	many(t, 10, func(seed uint64) ([]byte, int, []string) {
		body, err := generateChain(seed)
		if err != nil {
			return nil, 0, []string{err.Error()}
		}
		n, faults := compareReport(body)
		return body, n, faults
	})
}

// generateChain returns a random report request that includes the preceding closing.
func generateChain(seed uint64) ([]byte, error) {
	d := leases.NewDice(seed, 6)
	all := leases.DrawLeases(d, d.Chance(50))
	start := leases.Date(all[0].First.Year(), int(all[0].First.Month())+d.N(8)-1, 1)
	months := 1 + d.N(4)
	to := leases.MonthEnd(start.AddDate(0, months, 0))
	r := &leases.Fields{}
	leases.ExchangeRates(d, r, all, []time.Time{start.AddDate(0, 0, -1), to}, start, to)
	versions := make([][]string, len(all))
	for i, l := range all {
		versions[i] = []string{l.JSON()}
		l.Attempt(func() { l.Set("paymentAmount", l.Money(l.Size)) })
		versions[i] = append(versions[i], l.JSON())
	}
	// known returns one of two versions of most leases. It always includes the first lease if the
	// variable first is set.
	known := func(first bool) (bodies []string) {
		for i := range all {
			if first && i == 0 || d.Chance(85) {
				bodies = append(bodies, versions[i][d.N(2)])
			}
		}
		return bodies
	}
	taxed := -1 // index of the first month with deferred tax; -1 if none
	one := !slices.ContainsFunc(all, func(l *leases.Lease) bool { return l.Books() != all[0].Books() })
	if one && !strings.Contains(fmt.Sprint(versions), "GASB") && d.Chance(40) { // one tax rate cannot apply to several functional currencies (METHOD 21.4)
		taxed = d.N(months + 1)
		r.Set("deferredTax", `[{"rate":0.25}]`)
	}
	c := chainOf{rates: r.Get("exchangeRates")}
	for month := range months {
		if err := c.close(start.AddDate(0, month, 0), known(false), taxed >= 0 && month >= taxed); err != nil {
			return nil, err
		}
	}
	r.Set("from", leases.Day(start.AddDate(0, months, 0)))
	r.Set("to", leases.Day(to))
	r.Set("journal", `"monthly"`)
	r.Set("groupBy", `["currency"]`)
	r.Set("previous", strings.TrimSpace(c.file.String()))
	r.Set("leases", "["+strings.Join(known(true), ",")+"]")
	return []byte(r.JSON(d)), nil
}

// chainOf is the chain of closings in an engine response.
type chainOf struct {
	rates string
	last  *closingfile.Closing
	file  bytes.Buffer
}

func (c *chainOf) close(first time.Time, leases []string, taxed bool) error {
	from := civil.New(int16(first.Year()), uint8(first.Month()), 1)
	q := new(portfolio.Question)
	if c.rates != "" {
		var err error
		if q.ExchangeRates, err = exchange.Decode([]byte(`{"exchangeRates":` + c.rates + `}`)); err != nil {
			return err
		}
	}
	if taxed {
		q.DeferredTax = []portfolio.TaxRate{{Rate: money.MustParse("0.25")}}
	}
	m := &closingfile.Maker{
		Head: closingfile.Head{From: from, To: from.MonthEnd(), Version: "test", Rules: leasehold.RulesRevision}, Question: q, Before: c.last,
		Entries: func(*bytes.Buffer, *portfolio.Line) error { return nil },
	}
	plan, err := m.Plan()
	if err != nil {
		return err
	}
	currency, err := portfolio.ParseKey("currency")
	if err != nil {
		return err
	}
	plan.Span, plan.Keys = m.Span(), []portfolio.Key{currency}
	var lines bytes.Buffer
	for _, lease := range leases {
		if err := json.Compact(&lines, []byte(lease)); err != nil {
			return err
		}
		lines.WriteByte('\n')
	}
	run := &closing.Run{Plan: plan, Source: batch.Lines(&lines, nil), Part: m.Take, Serial: true}
	if err := run.Do(context.Background()); err != nil {
		return err
	}
	c.file.Reset()
	if _, err := m.Write(&c.file, new(bytes.Buffer), nil); err != nil {
		return err
	}
	c.last, err = closingfile.Read(c.file.Bytes())
	return err
}
