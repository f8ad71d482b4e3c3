package reperform

import (
	"cmp"
	"slices"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

// candidate is a variant with the result of its comparison.
type candidate struct {
	recipe
	score
	changes int
	shift   int            // days by which the reported dates are later
	values  []money.Amount // the computed figure for each reported figure
}

// compare orders candidates as METHOD 15.3 does.
func (x *candidate) compare(y *candidate) int {
	return cmp.Or(cmp.Compare(x.outside, y.outside), cmp.Compare(x.changes, y.changes), x.largest.compare(y.largest))
}

// ranking holds the five best candidates. No two of them have the same figures.
type ranking struct {
	*comparison

	list []candidate
}

// try adds a candidate to the ranking if it is among the best; the rows must have been matched
// with m. Of two equal candidates, the earlier one ranks first.
func (b *ranking) try(m *leasehold.Measurement, r recipe, changes int) {
	most := len(b.figures)
	if len(b.list) == maxExplanations {
		most = b.list[maxExplanations-1].outside
	}
	score, ok := b.score(m, most)
	if b.shift != 0 {
		changes++
	}
	x := candidate{recipe: r, score: score, changes: changes, shift: b.shift}
	if !ok || len(b.list) == maxExplanations && b.list[maxExplanations-1].compare(&x) <= 0 {
		return
	}
	for i := range b.figures {
		x.values = append(x.values, *b.of(m, &b.figures[i]))
	}
	same := slices.IndexFunc(b.list, func(o candidate) bool { return slices.Equal(o.values, x.values) })
	if same >= 0 && b.list[same].compare(&x) <= 0 {
		return // the same figures with fewer changes
	}
	if same >= 0 {
		b.list = slices.Delete(b.list, same, same+1)
	}
	at := slices.IndexFunc(b.list, func(o candidate) bool { return x.compare(&o) < 0 })
	if at < 0 {
		at = len(b.list)
	}
	b.list = slices.Insert(b.list, at, x)
	b.list = b.list[:min(len(b.list), maxExplanations)]
}
