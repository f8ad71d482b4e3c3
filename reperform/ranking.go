package reperform

import (
	"cmp"
	"slices"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

// candidate is a variant that was compared.
type candidate struct {
	recipe
	score
	changes int
	shift   int            // days by which their dates are later than ours
	values  []money.Amount // ours for each of their figures
}

// compare orders candidates as METHOD 15.3 does.
func (x *candidate) compare(y *candidate) int {
	return cmp.Or(cmp.Compare(x.outside, y.outside), cmp.Compare(x.changes, y.changes), x.largest.compare(y.largest), cmp.Compare(x.place, y.place))
}

// ranking are the best candidates, no two of which have the same figures. Another
// never comes back once five are better, so no more are kept.
type ranking struct {
	*comparison

	list []candidate
	room []money.Amount // for the values of one candidate more
}

// try ranks a measurement whose rows are matched.
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
	if !ok || len(b.list) == maxExplanations && b.list[maxExplanations-1].compare(&x) < 0 {
		return
	}
	x.values = b.values(m)
	same := slices.IndexFunc(b.list, func(o candidate) bool { return slices.Equal(o.values, x.values) })
	if same >= 0 && b.list[same].compare(&x) < 0 {
		b.room = x.values
		return // the same figures with fewer changes
	}
	if same >= 0 {
		b.drop(same)
	}
	at, _ := slices.BinarySearchFunc(b.list, x, func(o, x candidate) int { return o.compare(&x) })
	b.list = slices.Insert(b.list, at, x)
	if len(b.list) > maxExplanations {
		b.drop(maxExplanations)
	}
}

// values returns our figures for theirs, in the memory of a candidate that was
// dropped if there is one.
func (b *ranking) values(m *leasehold.Measurement) []money.Amount {
	values := b.room[:0]
	if b.room = nil; values == nil {
		values = make([]money.Amount, 0, len(b.figures))
	}
	for i := range b.figures {
		values = append(values, *b.of(m, &b.figures[i]))
	}
	return values
}

// drop takes a candidate off the list and keeps its memory.
func (b *ranking) drop(i int) {
	b.room = b.list[i].values
	b.list = slices.Delete(b.list, i, i+1)
}
