package reperform

import (
	"math/big"
	"slices"
	"strconv"
	"time"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/money"
)

// column is a figure of a row, in both schedules.
type column struct {
	name   string
	theirs func(*Row) *optional
	ours   func(*leasehold.Period) *money.Amount
}

var columns = [...]column{
	{"payment", func(r *Row) *optional { return &r.Payment }, func(p *leasehold.Period) *money.Amount { return &p.Payment }},
	{"interest", func(r *Row) *optional { return &r.Interest }, func(p *leasehold.Period) *money.Amount { return &p.Interest }},
	{"principal", func(r *Row) *optional { return &r.Principal }, func(p *leasehold.Period) *money.Amount { return &p.Principal }},
	{"liabilityClose", func(r *Row) *optional { return &r.LiabilityClose }, func(p *leasehold.Period) *money.Amount { return &p.LiabilityClose }},
	{"rouAmortization", func(r *Row) *optional { return &r.RouAmortization }, func(p *leasehold.Period) *money.Amount { return &p.RouAmortization }},
	{"rouAssetClose", func(r *Row) *optional { return &r.RouAssetClose }, func(p *leasehold.Period) *money.Amount { return &p.RouAssetClose }},
	{"leaseExpense", func(r *Row) *optional { return &r.LeaseExpense }, func(p *leasehold.Period) *money.Amount { return &p.LeaseExpense }},
}

// whole is a figure of the whole, in both.
type whole struct {
	name   string
	theirs func(*Theirs) *optional
	ours   func(*leasehold.Measurement) *money.Amount
}

var wholes = [...]whole{
	{"initialLiability", func(t *Theirs) *optional { return &t.InitialLiability }, func(m *leasehold.Measurement) *money.Amount { return &m.InitialLiability }},
	{"initialRouAsset", func(t *Theirs) *optional { return &t.InitialRouAsset }, func(m *leasehold.Measurement) *money.Amount { return &m.InitialRouAsset }},
	{
		"totalUndiscountedPayments", func(t *Theirs) *optional { return &t.TotalUndiscountedPayments },
		func(m *leasehold.Measurement) *money.Amount { return &m.TotalUndiscountedPayments },
	},
	{"totalLeaseCost", func(t *Theirs) *optional { return &t.TotalLeaseCost }, func(m *leasehold.Measurement) *money.Amount { return &m.TotalLeaseCost }},
}

// given is one of their figures, and where it belongs: to the whole, or to a column
// of a row.
type given struct {
	whole  *whole
	column *column
	row    int    // place in their schedule
	theirs number // in the units of the comparison
	small  bool   // it is at most half of the largest word
	value  money.Decimal
}

// comparison holds their figures, ready to be compared with one measurement after
// the other. Differences are exact: all numbers are in units of the last decimal
// of the finest of them.
type comparison struct {
	theirs    *Theirs
	figures   []given
	places    int    // of the currency
	currency  string // its code; empty where the lease states none
	scale     number // units of a minor unit: 10^(decimals beyond those)
	small     int64  // so many minor units are at most half of the largest word
	decimals  int    // places and those beyond
	tolerance number // of the question; one minor unit where it states none
	stated    bool   // the question states a tolerance, which then holds for every figure
	rows      []int  // scratch: our row for each of theirs, or -1
	first     []int  // the first figure of each of their rows, and the end of the last
	shift     int    // scratch: days by which their dates are later than ours, where rows were matched in order
}

// newComparison prepares their figures.
func newComparison(q *Question) *comparison {
	c := &comparison{theirs: &q.Theirs, places: q.Lease.Currency.Places(), currency: q.Lease.Currency.String(), rows: make([]int, len(q.Theirs.Schedule))}
	tolerance := q.tolerance()
	c.decimals = max(c.places, tolerance.Scale())
	c.figures = make([]given, 0, q.Theirs.figures())
	for i := range wholes {
		if o := wholes[i].theirs(&q.Theirs); o.Set {
			c.add(given{whole: &wholes[i], value: o.Value})
		}
	}
	c.first = make([]int, 0, len(c.rows)+1)
	for i := range q.Theirs.Schedule {
		c.first = append(c.first, len(c.figures))
		r := &q.Theirs.Schedule[i]
		for j := range columns {
			if o := columns[j].theirs(r); o.Set {
				c.add(given{row: i, column: &columns[j], value: o.Value})
			}
		}
	}
	c.first = append(c.first, len(c.figures))
	c.scale = numberOf(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(c.decimals-c.places)), nil))
	if c.scale.big == nil {
		c.small = mostWord / 2 / c.scale.word
	}
	half := number{word: mostWord / 2}
	for i := range c.figures {
		g := &c.figures[i]
		g.theirs = units(g.value, c.decimals)
		g.small = !g.theirs.size().above(half)
	}
	c.tolerance, c.stated = units(tolerance, c.decimals), q.Tolerance.Set
	return c
}

// allowance is what a figure may differ by: the tolerance where one is stated, else
// a minor unit for each row that rounding can have added up in, which for a figure
// of the whole are all of ours (METHOD 26.1).
func (c *comparison) allowance(rows int) number {
	if c.stated {
		return c.tolerance
	}
	if c.scale.big == nil && int64(rows) <= mostWord/c.scale.word {
		return number{word: int64(rows) * c.scale.word}
	}
	return numberOf(new(big.Int).Mul(big.NewInt(int64(rows)), c.scale.wide()))
}

// allowed is the allowance of one of their figures, their rows matched with m.
func (c *comparison) allowed(m *leasehold.Measurement, g *given) number {
	if g.column == nil {
		return c.allowance(len(m.Schedule))
	}
	return c.allowance(c.number(g.row))
}

// number returns the number of one of their rows: that of our row, else its place.
func (c *comparison) number(row int) int {
	if k := c.rows[row]; k >= 0 {
		return k + 1
	}
	return row + 1
}

func (c *comparison) add(g given) {
	c.decimals = max(c.decimals, g.value.Scale())
	c.figures = append(c.figures, g)
}

// match finds our row for each of theirs: by its number, else by its date; else, where
// all their dates lie a like number of days from ours, by its place. Their figures say
// which of the two it is where both are possible.
func (c *comparison) match(m *leasehold.Measurement) {
	ours := m.Schedule // whose dates rise, because each lies within its row
	at, missed := 0, 0
	c.shift = 0
	for i := range c.theirs.Schedule {
		r := &c.theirs.Schedule[i]
		c.rows[i] = -1
		if r.Period.Set {
			if n := r.Period.Value; n <= len(ours) {
				c.rows[i] = n - 1
			}
			continue
		}
		day := r.Date.Value
		if at > 0 && !ours[at-1].Date.Before(day) {
			at = 0 // theirs go back
		}
		for at < len(ours) && ours[at].Date.Before(day) {
			at++
		}
		if at < len(ours) && ours[at].Date == day {
			c.rows[i] = at
		} else {
			missed++
		}
	}
	if missed == 0 {
		return
	}
	days := c.away(ours)
	switch {
	case days == 0:
	case 2*missed > len(c.rows):
		c.inOrder(len(ours), days)
	default:
		// Theirs may be about a whole period from ours, and then most have the date of
		// the row beside their own.
		dated, _ := c.score(m, len(c.figures))
		rows := slices.Clone(c.rows)
		c.inOrder(len(ours), days)
		if placed, _ := c.score(m, len(c.figures)); placed.outside >= dated.outside {
			c.shift = 0
			copy(c.rows, rows)
		}
	}
}

// Bounds within which rows whose dates differ are matched in order.
const (
	maxShift  = 31 // days
	maxSpread = 3  // days by which the shift of one row may differ from that of another: months differ in length
)

// away returns by how many days their rows are dated later than ours, where all of them
// are by about as many; else 0 (METHOD 26.5).
func (c *comparison) away(ours []leasehold.Period) int {
	theirs := c.theirs.Schedule
	least, most := maxShift+1, -maxShift-1
	for i := range min(len(theirs), len(ours)) {
		if theirs[i].Period.Set {
			return 0
		}
		days := daysBetween(ours[i].Date, theirs[i].Date.Value)
		least, most = min(least, days), max(most, days)
	}
	if least < -maxShift || most > maxShift || most-least > maxSpread {
		return 0
	}
	return daysBetween(ours[0].Date, theirs[0].Date.Value)
}

// inOrder matches their rows with as many of ours by their places.
func (c *comparison) inOrder(ours, days int) {
	c.shift = days
	for i := range c.rows {
		c.rows[i] = -1
		if i < ours {
			c.rows[i] = i
		}
	}
}

// daysBetween returns the days from one date to another.
func daysBetween(from, to civil.Date) int {
	day := func(d civil.Date) int64 {
		return time.Date(int(d.Year), time.Month(d.Month), int(d.Day), 0, 0, 0, 0, time.UTC).Unix() / (24 * 60 * 60)
	}
	return int(day(to) - day(from))
}

// of returns our figure for one of theirs: 0 for a row that we do not have.
func (c *comparison) of(m *leasehold.Measurement, g *given) *money.Amount {
	if g.column == nil {
		return g.whole.ours(m)
	}
	if k := c.rows[g.row]; k >= 0 {
		return g.column.ours(&m.Schedule[k])
	}
	return g.column.ours(&noRow)
}

var noRow leasehold.Period

// score is how a measurement compares with their figures.
type score struct {
	outside int    // figures that differ by more than the tolerance
	largest number // the largest difference, without its sign
}

// score compares a measurement whose rows are matched. It gives up once more than
// most figures are outside.
func (c *comparison) score(m *leasehold.Measurement, most int) (s score, ok bool) {
	whole := c.allowance(len(m.Schedule))
	for i := range c.figures[:c.first[0]] {
		g := &c.figures[i]
		s.add(c.off(g, g.whole.ours(m)), whole)
	}
	for i, k := range c.rows {
		p := &noRow
		if k >= 0 {
			p = &m.Schedule[k]
		}
		if c.scoreRow(&s, c.figures[c.first[i]:c.first[i+1]], p, c.allowance(c.number(i))); s.outside > most {
			return s, false
		}
	}
	return s, s.outside <= most
}

// scoreRow compares a row of ours with figures of theirs.
func (c *comparison) scoreRow(s *score, figures []given, p *leasehold.Period, allowed number) {
	outside, largest, within := 0, int64(0), int64(mostWord) // of the differences in words
	if allowed.big == nil {
		within = allowed.word
	}
	for i := range figures {
		g := &figures[i]
		ours := g.column.ours(p)
		word, ok := c.word(g, ours)
		if !ok {
			s.add(c.off(g, ours), allowed)
			continue
		}
		word = max(word, -word)
		largest = max(largest, word)
		if word > within {
			outside++
		}
	}
	s.outside += outside
	s.largest = s.largest.larger(number{word: largest})
}

// add counts a difference.
func (s *score) add(off, tolerance number) {
	size := off.size()
	s.largest = s.largest.larger(size)
	if size.above(tolerance) {
		s.outside++
	}
}

// off returns theirs less ours.
func (c *comparison) off(g *given, ours *money.Amount) number {
	if word, ok := c.word(g, ours); ok {
		return number{word: word}
	}
	return g.theirs.minus(times(*ours, c.scale))
}

// word is off where two words of ordinary size decide, as they nearly always do.
func (c *comparison) word(g *given, ours *money.Amount) (off int64, ok bool) {
	cents, ok := ours.Int64()
	return g.theirs.word - cents*c.scale.word, ok && g.small && -c.small <= cents && cents <= c.small
}

// decimal returns a number of this comparison.
func (c *comparison) decimal(n number) money.Decimal { return n.decimal(c.decimals) }

// path returns where a figure is in the compute result.
func (c *comparison) path(g *given) string {
	if g.column == nil {
		return g.whole.name
	}
	k := c.rows[g.row]
	if k < 0 {
		r := &c.theirs.Schedule[g.row]
		if r.Period.Set {
			k = r.Period.Value - 1
		} else {
			return inSchedule(r.Date.Value.String(), g.column.name)
		}
	}
	return inSchedule(strconv.Itoa(k), g.column.name)
}

func inSchedule(row, member string) string { return "schedule[" + row + "]." + member }
