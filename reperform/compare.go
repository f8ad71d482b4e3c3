package reperform

import (
	"cmp"
	"math/big"
	"math/bits"
	"slices"
	"strconv"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/money"
)

// column is an amount in a schedule row, with functions for the reported and the computed amount.
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

// totalFigure is like column, but for an amount of the whole lease.
type totalFigure struct {
	name   string
	theirs func(*Theirs) *optional
	ours   func(*leasehold.Measurement) *money.Amount
}

var totalFigures = [...]totalFigure{
	{"initialLiability", func(t *Theirs) *optional { return &t.InitialLiability }, func(m *leasehold.Measurement) *money.Amount { return &m.InitialLiability }},
	{"initialRouAsset", func(t *Theirs) *optional { return &t.InitialRouAsset }, func(m *leasehold.Measurement) *money.Amount { return &m.InitialRouAsset }},
	{
		"totalUndiscountedPayments", func(t *Theirs) *optional { return &t.TotalUndiscountedPayments },
		func(m *leasehold.Measurement) *money.Amount { return &m.TotalUndiscountedPayments },
	},
	{"totalLeaseCost", func(t *Theirs) *optional { return &t.TotalLeaseCost }, func(m *leasehold.Measurement) *money.Amount { return &m.TotalLeaseCost }},
}

// reportedFigure contains a reported amount: either a total or one column of a schedule row.
type reportedFigure struct {
	total  *totalFigure
	column *column
	row    int    // index in the reported schedule
	theirs number // the reported amount in units of the comparison
	value  money.Decimal
}

// comparison compares the reported amounts with one measurement at a time. Differences are exact,
// because every number is a multiple of one unit. The unit is the last decimal place of the
// reported amount that has the most decimals.
type comparison struct {
	theirs    *Theirs
	figures   []reportedFigure
	places    int    // number of decimals of the currency
	currency  string // code of the currency; empty if the lease has no currency
	scale     number // units per minor unit
	decimals  int    // decimal places of a unit
	tolerance number // the request's tolerance; one minor unit by default
	stated    bool   // whether the request supplies a tolerance, which then applies unchanged to every amount
	rows      []int  // for each reported row, the index of the matching computed row; -1 without a match
	first     []int  // for each reported row, the index of its first amount; the last element is the number of amounts
	shift     int    // if the rows were matched in order, the number of days from the computed dates to the reported dates
}

func newComparison(q *Question) *comparison {
	c := &comparison{theirs: &q.Theirs, places: q.Lease.Currency.Places(), currency: q.Lease.Currency.String(), rows: make([]int, len(q.Theirs.Schedule))}
	tolerance := q.tolerance()
	c.decimals = max(c.places, tolerance.Scale())
	c.figures = make([]reportedFigure, 0, q.Theirs.figures())
	for i := range totalFigures {
		if o := totalFigures[i].theirs(&q.Theirs); o.Set {
			c.add(reportedFigure{total: &totalFigures[i], value: o.Value})
		}
	}
	c.first = make([]int, 0, len(c.rows)+1)
	for i := range q.Theirs.Schedule {
		c.first = append(c.first, len(c.figures))
		r := &q.Theirs.Schedule[i]
		for j := range columns {
			if o := columns[j].theirs(r); o.Set {
				c.add(reportedFigure{row: i, column: &columns[j], value: o.Value})
			}
		}
	}
	c.first = append(c.first, len(c.figures))
	c.scale = numberOf(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(c.decimals-c.places)), nil))
	for i := range c.figures {
		g := &c.figures[i]
		g.theirs = numberOf(g.value.Units(c.decimals))
	}
	c.tolerance, c.stated = numberOf(tolerance.Units(c.decimals)), q.Tolerance.Set
	return c
}

// allowance returns the largest difference that counts as rounding after the given number of rows.
// It is the supplied tolerance or, by default, one minor unit per row (METHOD 26.1).
func (c *comparison) allowance(rows int) number {
	if c.stated {
		return c.tolerance
	}
	if c.scale.big == nil && int64(rows) <= mostWord/c.scale.word {
		return number{word: int64(rows) * c.scale.word}
	}
	return numberOf(new(big.Int).Mul(big.NewInt(int64(rows)), c.scale.wide()))
}

// allowed returns a reported amount's allowance. A total has the allowance of the last computed
// row. The rows must already be matched with m.
func (c *comparison) allowed(m *leasehold.Measurement, g *reportedFigure) number {
	if g.column == nil {
		return c.allowance(len(m.Schedule))
	}
	return c.allowance(c.number(g.row))
}

// number returns the number, counted from 1, of the computed row that matches a reported row.
// Without a match, it returns the reported row's own number.
func (c *comparison) number(row int) int {
	if k := c.rows[row]; k >= 0 {
		return k + 1
	}
	return row + 1
}

func (c *comparison) add(g reportedFigure) {
	c.decimals = max(c.decimals, g.value.Scale())
	c.figures = append(c.figures, g)
}

// match finds the computed row for each reported row. It compares the row numbers, or the dates if
// a reported row has no number. If all reported dates are earlier or later by about the same number
// of days, the rows may instead be paired in order. The rows are paired in order only if most dates
// do not match, or if this pairing leaves fewer differing amounts.
func (c *comparison) match(m *leasehold.Measurement) {
	ours := m.Schedule // dates of the computed rows, in ascending order
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
			at = 0 // if the reported dates are not sorted, search from the start
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
	days := c.dayShift(ours)
	switch {
	case days == 0:
	case 2*missed > len(c.rows):
		c.inOrder(len(ours), days)
	default:
		// If the dates are shifted by about one payment period, most rows have the date of a neighboring row.
		dated, _ := c.score(m, len(c.figures))
		rows := slices.Clone(c.rows)
		c.inOrder(len(ours), days)
		if ordered, _ := c.score(m, len(c.figures)); ordered.outside >= dated.outside {
			c.shift = 0
			copy(c.rows, rows)
		}
	}
}

// Rows are matched in order if their dates differ within these bounds.
const (
	maxShift  = 31 // in days
	maxSpread = 3  // maximum difference in days between the smallest and the largest shift; shifts may differ because months differ in length
)

// dayShift returns the number of days from the first row's computed date to its reported date. The
// result is 0 if the number of days differs too much between the rows (METHOD 26.5).
func (c *comparison) dayShift(ours []leasehold.Period) int {
	theirs := c.theirs.Schedule
	least, most := maxShift+1, -maxShift-1
	for i := range min(len(theirs), len(ours)) {
		if theirs[i].Period.Set {
			return 0
		}
		days := theirs[i].Date.Value.Ordinal() - ours[i].Date.Ordinal()
		least, most = min(least, days), max(most, days)
	}
	if least < -maxShift || most > maxShift || most-least > maxSpread {
		return 0
	}
	return theirs[0].Date.Value.Ordinal() - ours[0].Date.Ordinal()
}

func (c *comparison) inOrder(ours, days int) {
	c.shift = days
	for i := range c.rows {
		c.rows[i] = -1
		if i < ours {
			c.rows[i] = i
		}
	}
}

// of returns the computed amount that corresponds to a reported amount, or 0 if no computed row matches.
func (c *comparison) of(m *leasehold.Measurement, g *reportedFigure) *money.Amount {
	if g.column == nil {
		return g.total.ours(m)
	}
	if k := c.rows[g.row]; k >= 0 {
		return g.column.ours(&m.Schedule[k])
	}
	return g.column.ours(&noRow)
}

var noRow leasehold.Period

type score struct {
	outside int    // number of figures that differ by more than their allowance
	largest number // the largest absolute difference
}

// score compares the reported amounts with a measurement. The rows must already be matched with m. If the number of
// amounts outside their allowance exceeds the given limit, score stops and returns false.
func (c *comparison) score(m *leasehold.Measurement, most int) (s score, ok bool) {
	for i := range c.figures {
		g := &c.figures[i]
		size := c.off(g, c.of(m, g)).size()
		if size.above(s.largest) {
			s.largest = size
		}
		if size.above(c.allowed(m, g)) {
			if s.outside++; s.outside > most {
				return s, false
			}
		}
	}
	return s, true
}

func (c *comparison) off(g *reportedFigure, ours *money.Amount) number {
	return g.theirs.minus(times(*ours, c.scale))
}

func (c *comparison) decimal(n number) money.Decimal {
	return money.FromUnits(new(big.Int).Set(n.wide()), c.decimals)
}

func (c *comparison) path(g *reportedFigure) string {
	if g.column == nil {
		return g.total.name
	}
	switch r, k := &c.theirs.Schedule[g.row], c.rows[g.row]; {
	case k >= 0:
		return inSchedule(strconv.Itoa(k), g.column.name)
	case r.Period.Set:
		return inSchedule(strconv.Itoa(r.Period.Value-1), g.column.name)
	default:
		return inSchedule(r.Date.Value.String(), g.column.name)
	}
}

func inSchedule(row, member string) string { return "schedule[" + row + "]." + member }

// inconsistencies lists the errors within the reported schedule. A row's amounts might not add up, a balance might not
// follow from the preceding row, or the final balance might not be 0. A difference within the tolerance is rounding. If
// an equation does not hold in the computed row, for example after an event or termination, the equation is not
// checked. The rows must already be matched with m.
func (c *comparison) inconsistencies(m *leasehold.Measurement) (list []Inconsistency) {
	rows := c.theirs.Schedule
	liability, asset := c.figure(c.theirs.InitialLiability), c.figure(c.theirs.InitialRouAsset)
	for i := range rows {
		r, right := &rows[i], footingOf(m, c.rows[i])
		if c.skips(i) {
			liability, asset = knownNumber{}, knownNumber{}
		}
		check := func(holds bool, member, rule string, figure knownNumber, parts ...knownNumber) {
			sum := add(parts...)
			if holds && sum.known && figure.known && figure.minus(sum.number).size().above(c.tolerance) {
				list = append(list, Inconsistency{i + 1, member, rule, c.decimal(figure.number), c.decimal(sum.number)})
			}
		}
		payment, interest, principal := c.figure(r.Payment), c.figure(r.Interest), c.figure(r.Principal)
		amortization, expense := c.figure(r.RouAmortization), c.figure(r.LeaseExpense)
		check(right.principal, "principal", "differs from payment less interest", principal, payment, minus(interest))
		check(right.expense, "leaseExpense", "differs from interest plus amortization", expense, interest, amortization)
		if !interest.known {
			interest = add(payment, minus(principal))
		}
		closing, assetClosing := c.figure(r.LiabilityClose), c.figure(r.RouAssetClose)
		check(right.liability, "liabilityClose", "does not follow from the balance of the preceding row", closing, liability, interest, minus(payment))
		check(right.asset, "rouAssetClose", "does not follow from the balance of the preceding row", assetClosing, asset, minus(amortization))
		liability, asset = closing, assetClosing
	}
	if n := len(rows); n > 0 && footingOf(m, c.rows[n-1]).end && liability.known && liability.size().above(c.allowance(c.number(n-1))) {
		list = append(list, Inconsistency{Row: n, Member: "liabilityClose", Stated: c.decimal(liability.number)})
	}
	return list
}

// skips reports whether the reported schedule omits computed rows before reported row i.
func (c *comparison) skips(i int) bool {
	if i == 0 {
		return c.rows[0] > 0
	}
	return c.rows[i-1] >= 0 && c.rows[i] > c.rows[i-1]+1
}

// footing selects the equations that must hold in a schedule row.
type footing struct {
	principal, expense bool // whether principal or lease expense agrees with the row's other amounts
	liability, asset   bool // whether the balance follows from the balance of the preceding row
	end                bool // whether the row is the last one, so that the balance must be 0
}

// footingOf returns the equations that hold in computed row k. If k is -1, it returns all equations.
func footingOf(m *leasehold.Measurement, k int) footing {
	if k < 0 {
		return footing{true, true, true, true, true}
	}
	p, liability, asset := &m.Schedule[k], m.InitialLiability, m.InitialRouAsset
	if k > 0 {
		liability, asset = m.Schedule[k-1].LiabilityClose, m.Schedule[k-1].RouAssetClose
	}
	return footing{
		principal: p.Principal == p.Payment.Sub(p.Interest),
		expense:   p.LeaseExpense == p.Interest.Add(p.RouAmortization),
		liability: p.LiabilityClose == liability.Add(p.Interest).Sub(p.Payment),
		asset:     p.RouAssetClose == asset.Sub(p.RouAmortization),
		end:       k == len(m.Schedule)-1 && p.LiabilityClose.IsZero(),
	}
}

func (c *comparison) figure(o optional) knownNumber {
	if !o.Set {
		return knownNumber{}
	}
	return knownNumber{numberOf(o.Value.Units(c.decimals)), true}
}

func minus(x knownNumber) knownNumber { return knownNumber{x.negated(), x.known} }

func add(parts ...knownNumber) (sum knownNumber) {
	sum.known = true
	for _, p := range parts {
		sum.number, sum.known = sum.plus(p.number), sum.known && p.known
	}
	return sum
}

// Figure compares a reported amount with the computed amount.
type Figure struct {
	Where      string     // path as in the compute result
	Period     int        // number of the computed row; if no computed row matches, number of the reported row; 0 for a total
	Date       civil.Date // date of the computed row, or of the reported row if no computed row matches; the zero value for a total
	Member     string     // such as interest
	Ours       money.Amount
	Theirs     money.Decimal
	Difference money.Decimal // reported less computed
	Allowed    money.Decimal // the allowance for rounding, or the supplied tolerance
	Outside    bool          // whether the difference exceeds Allowed
}

// Figures returns every compared amount, even if it agrees. Totals come first, followed by the rows
// in the reported schedule's order.
func (a *Answer) Figures() []Figure {
	c := newComparison(a.Question)
	c.match(&a.Ours.Measurement)
	return c.list(&a.Ours.Measurement)
}

// list returns the reported and the computed amounts. The rows must already be matched with m.
func (c *comparison) list(m *leasehold.Measurement) []Figure {
	list := make([]Figure, len(c.figures))
	for i := range c.figures {
		g := &c.figures[i]
		ours := c.of(m, g)
		d := c.off(g, ours)
		allowed := c.allowed(m, g)
		list[i] = Figure{
			Where: c.path(g), Ours: *ours, Theirs: g.value, Difference: c.decimal(d), Allowed: c.decimal(allowed), Outside: d.size().above(allowed),
		}
		f := &list[i]
		if g.column == nil {
			f.Member = g.total.name
			continue
		}
		r := &c.theirs.Schedule[g.row]
		f.Member, f.Period, f.Date = g.column.name, r.Period.Value, r.Date.Value
		if k := c.rows[g.row]; k >= 0 {
			f.Period, f.Date = m.Schedule[k].Number, m.Schedule[k].Date
		}
	}
	return list
}

// Tolerance describes the comparison's allowance: the supplied tolerance, or rounding.
func (a *Answer) Tolerance() string {
	c := newComparison(a.Question)
	if c.stated {
		return c.amount(c.decimal(c.tolerance))
	}
	return c.amount(money.New(1, c.places)) + " for each row up to the figure, to allow for rounding"
}

// number is a whole number of a comparison's units. Only a number beyond int64 uses a big.Int,
// because a verification compares millions of numbers. The zero value is 0.
type number struct {
	word int64    // any value within ±mostWord
	big  *big.Int // nil if the field word holds the number
}

// mostWord bounds int64 numbers so that adding two of them cannot overflow.
const mostWord = 1<<62 - 1

// numberOf wraps n. The caller must not modify n afterward.
func numberOf(n *big.Int) number {
	if n.IsInt64() {
		if word := n.Int64(); -mostWord <= word && word <= mostWord {
			return number{word: word}
		}
	}
	return number{big: n}
}

// times multiplies an amount by the scale.
func times(a money.Amount, scale number) number {
	if cents, ok := a.Int64(); ok && scale.big == nil {
		hi, lo := bits.Mul64(uint64(max(cents, -cents)), uint64(scale.word))
		if hi == 0 && lo <= mostWord {
			return number{word: cents * scale.word}
		}
	}
	return numberOf(new(big.Int).Mul(a.Big(), scale.wide()))
}

// wide returns x as a big.Int, which the caller must not modify.
func (x number) wide() *big.Int {
	if x.big != nil {
		return x.big
	}
	return big.NewInt(x.word)
}

func (x number) plus(y number) number {
	if sum := x.word + y.word; x.big == nil && y.big == nil && -mostWord <= sum && sum <= mostWord {
		return number{word: sum}
	}
	return numberOf(new(big.Int).Add(x.wide(), y.wide()))
}

func (x number) minus(y number) number { return x.plus(y.negated()) }

func (x number) negated() number {
	if x.big != nil {
		return number{big: new(big.Int).Neg(x.big)}
	}
	return number{word: -x.word}
}

func (x number) size() number {
	if x.big == nil {
		return number{word: max(x.word, -x.word)}
	}
	return number{big: new(big.Int).Abs(x.big)}
}

func (x number) above(y number) bool { return x.compare(y) > 0 }

func (x number) compare(y number) int {
	if x.big == nil && y.big == nil {
		return cmp.Compare(x.word, y.word)
	}
	return x.wide().Cmp(y.wide())
}

// knownNumber is a number that is known only if the schedule reports it.
type knownNumber struct {
	number

	known bool
}
