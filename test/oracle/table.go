package oracle

import (
	"maps"
	"math/big"
	"slices"
	"strings"
)

// RateRow is a row of a table of discount rates.
type RateRow struct {
	ValidFrom  date              `json:"validFrom"`
	TermMonths int               `json:"termMonths"`
	Rate       *big.Rat          `json:"discountRateAnnual"`
	Currency   string            `json:"currency"`
	Tags       map[string]string `json:"tags"`
	Source     string            `json:"source"`
}

// TableRate is a discount rate that was read from a table.
type TableRate struct {
	Date       string   `json:"date"`
	TermMonths int      `json:"termMonths"`
	Rate       *big.Rat `json:"discountRateAnnual"`
	Rows       []int    `json:"rows"` // indexes, counted from 0, of the table rows that the rate is computed from
	Source     string   `json:"source,omitempty"`
}

// sameFamily reports whether two rows have the same currency and tags.
func (t *RateRow) sameFamily(other *RateRow) bool {
	return t.Currency == other.Currency && maps.Equal(t.Tags, other.Tags)
}

// fits reports whether the row applies to the lease's currency and tags, and is effective on the
// day.
func (t *RateRow) fits(r *Request, day date) bool {
	if t.ValidFrom.after(day) || t.Currency != "" && t.Currency != r.Currency {
		return false
	}
	for name, value := range t.Tags {
		if of, ok := r.Tags[name]; !ok || of != value {
			return false
		}
	}
	return true
}

// checkTable rejects two rows with the same currency, tags, date and term.
func checkTable(rows []RateRow) error {
	for i := range rows {
		for j := range rows[:i] {
			if a, b := &rows[i], &rows[j]; a.sameFamily(b) && a.ValidFrom == b.ValidFrom && a.TermMonths == b.TermMonths {
				return refuse("discountRates", "rows %d and %d have the same date and term", j, i)
			}
		}
	}
	return nil
}

// look returns the table's rate on the day, for a term with the given last day.
func (r *Request) look(day, last date) (*TableRate, error) {
	table := r.DiscountRates
	i := slices.IndexFunc(table, func(row RateRow) bool { return row.fits(r, day) })
	months := 1
	for !day.plusMonths(months).after(last) {
		months++
	}
	if i < 0 {
		return nil, refuse("discountRates", "no row for %d months at %s", months, day)
	}
	var curve []int // indexes of the rows with the same currency and tags and the latest validFrom
	for k := range table {
		row := &table[k]
		switch {
		case !row.sameFamily(&table[i]) || row.ValidFrom.after(day):
		case len(curve) > 0 && row.ValidFrom.before(table[curve[0]].ValidFrom):
		case len(curve) > 0 && row.ValidFrom.after(table[curve[0]].ValidFrom):
			curve = []int{k}
		default:
			curve = append(curve, k)
		}
	}
	slices.SortFunc(curve, func(a, b int) int { return table[a].TermMonths - table[b].TermMonths })
	found := &TableRate{Date: day.String(), TermMonths: months}
	k := slices.IndexFunc(curve, func(k int) bool { return table[k].TermMonths >= months })
	switch {
	case k < 0:
		longest := &table[curve[len(curve)-1]]
		return nil, refuse("discountRates", "the table has no rate for %d months on %s; the longest term in the rows dated %s is %d months", months, day, longest.ValidFrom, longest.TermMonths)
	case k == 0 || table[curve[k]].TermMonths == months:
		at := &table[curve[k]]
		found.Rate, found.Rows, found.Source = at.Rate, []int{curve[k]}, at.Source
	default:
		below, above := &table[curve[k-1]], &table[curve[k]]
		part := big.NewRat(int64(months-below.TermMonths), int64(above.TermMonths-below.TermMonths))
		rate := part.Mul(part, new(big.Rat).Sub(used(above.Rate), used(below.Rate)))
		found.Rate, found.Rows, found.Source = used(rate.Add(rate, used(below.Rate))), []int{curve[k-1], curve[k]}, below.Source
		if above.Source != below.Source {
			found.Source = strings.Trim(below.Source+"; "+above.Source, "; ")
		}
	}
	return found, nil
}

// takeRate sets the lease's discount rate to the supplied rate. If no rate is supplied, it uses the
// table's rate. Without a table, it keeps the current rate. The rate is for a term with the given
// last day.
func (b *book) takeRate(stated *big.Rat, day, last date) error {
	switch {
	case stated != nil:
		b.rateGiven = stated
	case len(b.lease.DiscountRates) > 0:
		found, err := b.lease.look(day, last)
		if err != nil {
			return err
		}
		b.rateGiven = found.Rate
		b.looked = append(b.looked, *found)
	}
	b.rate = used(b.rateGiven)
	return nil
}
