package reperform

import (
	"cmp"
	"slices"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

type candidate struct {
	recipe
	score

	shift  int            // number of days from the computed to the reported dates, if the rows were matched in order
	causes int            // number of changes, wrong amounts and shifts of dates; an odd rate counts twice
	errors []figureError  // wrong reported amounts
	values []money.Amount // the computed amount for each reported amount; only in a ranking
}

// compare orders candidates as METHOD 15.3 requires. A negative result means that x ranks first.
func (x *candidate) compare(y *candidate) int {
	return cmp.Or(cmp.Compare(x.outside, y.outside), cmp.Compare(x.causes, y.causes), x.largest.compare(y.largest))
}

// odd reports whether the candidate has a rate with more than four decimals. Such a rate is
// unusual, so another convention is a more likely cause.
func (x *candidate) odd() bool { return x.rate != nil && !x.rate.plain }

// explainsBetter reports whether x is a better explanation than y, which may be nil. The criteria
// are, in this order, fewer causes, no odd rate, fewer wrong amounts and smaller differences. Both
// candidates must explain every difference.
func (x *candidate) explainsBetter(y *candidate) bool {
	if y == nil {
		return true
	}
	odd := func(x *candidate) int {
		if x.odd() {
			return 1
		}
		return 0
	}
	return cmp.Or(cmp.Compare(x.causes, y.causes), odd(x)-odd(y), len(x.errors)-len(y.errors), x.largest.compare(y.largest)) < 0
}

// ranking contains the five best candidates, which all have different amounts.
type ranking []candidate

// add adds a candidate that is among the best to the ranking. m is the measurement of the
// candidate, and the rows must have been matched with m. If two candidates are equal, the earlier
// one ranks first.
func (b *ranking) add(c *comparison, m *leasehold.Measurement, x candidate) {
	list := *b
	most := len(c.figures)
	if len(list) == maxExplanations {
		most = list[maxExplanations-1].outside
	}
	var ok bool
	if x.score, ok = c.score(m, most); !ok || len(list) == maxExplanations && list[maxExplanations-1].compare(&x) <= 0 {
		return
	}
	for i := range c.figures {
		x.values = append(x.values, *c.of(m, &c.figures[i]))
	}
	if same := slices.IndexFunc(list, func(o candidate) bool { return slices.Equal(o.values, x.values) }); same >= 0 {
		if list[same].compare(&x) <= 0 {
			return // the same amounts with fewer changes
		}
		list = slices.Delete(list, same, same+1)
	}
	at := slices.IndexFunc(list, func(o candidate) bool { return x.compare(&o) < 0 })
	if at < 0 {
		at = len(list)
	}
	list = slices.Insert(list, at, x)
	*b = list[:min(len(list), maxExplanations)]
}
