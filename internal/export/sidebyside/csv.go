// Package sidebyside writes the comparison of one lease under several treatments: the amounts by
// year, and the differences of each treatment from the first treatment. The package computes no
// amounts.
package sidebyside

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/treatments"
)

// CSV writes one row per treatment and year. Year 0 is the commencement date, which has only
// balances.
func CSV(w io.Writer, c *treatments.Comparison) error {
	out := csv.NewWriter(w)
	places := wording.Places(c.Lease)
	text := func(a money.Amount) string { return string(a.AppendPlaces(nil, places)) }
	lines := [][]string{{
		"treatment", "year", "payments", "interest", "amortization", "leaseExpense", "liabilityClose", "rouAssetClose",
		"leaseExpenseDifference", "rouAssetCloseDifference",
	}}
	first := &c.Treatments[0]
	for i := range c.Treatments {
		t := &c.Treatments[i]
		liability, asset := t.Result.InitialLiability, t.Result.InitialRouAsset
		lines = append(lines, []string{
			t.Key, "0", "", "", "", "", text(liability), text(asset), "", text(asset.Sub(first.Result.InitialRouAsset)),
		})
		for j := range years(c) {
			y, d := year(t, j), year(first, j)
			lines = append(lines, []string{
				t.Key, strconv.Itoa(j + 1), text(y.Payments), text(y.Interest), text(y.Amortization), text(y.LeaseExpense), text(y.LiabilityClose),
				text(y.RouAssetClose), text(y.LeaseExpense.Sub(d.LeaseExpense)), text(y.RouAssetClose.Sub(d.RouAssetClose)),
			})
		}
	}
	if err := out.WriteAll(lines); err != nil { // WriteAll also flushes the writer
		return fmt.Errorf("write CSV: %w", err)
	}
	return nil
}

// years returns the largest number of lease years of any treatment.
func years(c *treatments.Comparison) (n int) {
	for i := range c.Treatments {
		n = max(n, len(c.Treatments[i].Years))
	}
	return n
}

// year returns lease year i, from 0, of a treatment. If the treatment has fewer years, the result
// is the zero value.
func year(t *treatments.Treatment, i int) leasehold.LeaseYear {
	if i < len(t.Years) {
		return t.Years[i]
	}
	return leasehold.LeaseYear{Year: i + 1}
}
