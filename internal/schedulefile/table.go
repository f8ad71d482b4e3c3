package schedulefile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/cell"
	"github.com/leasehold-accounting/leasehold/internal/columns"
	"github.com/leasehold-accounting/leasehold/internal/sheet"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/reperform"
)

// table is a table of a file whose headings were looked for.
type table struct {
	sheet   string
	rows    []sheet.Row // after the headings
	above   []sheet.Row // before them
	columns []columns.Column
	score   int // how much of the headings was recognized
	style   cell.Style
	json    bool             // the columns are members, and have no letters
	stated  reperform.Theirs // what the file states of the lease as a whole

	reading *Reading
	at      map[string]int // columns by member
}

// headRows is how many rows of a table are looked at for its headings.
const headRows = 40

// enough is the score of a table that certainly is a schedule.
const enough = 4

// findTable finds the row of the headings: the one of which the most is recognized.
func findTable(rows []sheet.Row, o Options) *table {
	best := &table{score: -1}
	var above sheet.Row
	for i, heads := range rows[:min(len(rows), headRows)] {
		found, score := recognize(heads.Cells, above.Cells, o)
		above = heads
		if score > best.score {
			best = &table{columns: found, score: score, above: rows[:i], rows: rows[i+1:]}
		}
	}
	return best
}

// recognize finds out what the cells of a row mean as headings. Those above may be
// headings of groups.
func recognize(heads, above []cell.Cell, o Options) (list []columns.Column, score int) {
	if columns.Filled(above) < 2 { // a title
		above = nil
	}
	list = make([]columns.Column, len(heads))
	taken := map[string]string{}
	group := noSide
	for j, c := range heads {
		if j < len(above) && !above[j].Empty() {
			group = termsOf(above[j].Text).side()
		}
		one := columns.Column{Letter: sheet.Letter(j), Heading: strings.ToValidUTF8(strings.Join(strings.Fields(c.Text), " "), "\ufffd")}
		to, mapped := o.Map.Of(one.Letter, one.Heading)
		if !mapped && c.Type == cell.Text && !c.Empty() {
			to = member(one.Heading, group)
		}
		switch first, twice := taken[to]; {
		case to == "-":
			one.Why = "left out by the map"
		case aside[cell.Fold(one.Heading)] != "" && (to == "" || twice):
			one.Why, one.Aside = aside[cell.Fold(one.Heading)], true
		case to == "" && uncompared(cell.Fold(one.Heading)):
			one.Why = "it is no part of what is measured"
		case to == "" && one.Heading != "":
			one.Why = "the heading is not recognized"
		case twice:
			one.Why = to + " is column " + first + " already"
		case to != "":
			one.Member = to
			taken[to] = one.Letter
			if score++; mapped {
				score++
			}
		}
		list[j] = one
	}
	return list, score
}

// figure is a member that is an amount, with its place in a row.
type figure struct {
	name string
	in   func(*reperform.Row) *strict.Optional[money.Decimal]
}

var figures = []figure{
	{payment, func(r *reperform.Row) *strict.Optional[money.Decimal] { return &r.Payment }},
	{interest, func(r *reperform.Row) *strict.Optional[money.Decimal] { return &r.Interest }},
	{principal, func(r *reperform.Row) *strict.Optional[money.Decimal] { return &r.Principal }},
	{liability, func(r *reperform.Row) *strict.Optional[money.Decimal] { return &r.LiabilityClose }},
	{amortization, func(r *reperform.Row) *strict.Optional[money.Decimal] { return &r.RouAmortization }},
	{asset, func(r *reperform.Row) *strict.Optional[money.Decimal] { return &r.RouAssetClose }},
	{expense, func(r *reperform.Row) *strict.Optional[money.Decimal] { return &r.LeaseExpense }},
}

// read reads the rows after the headings.
func (t *table) read(o Options) (*Reading, error) {
	t.reading = &Reading{Theirs: t.stated, Sheet: t.sheet}
	t.at = map[string]int{}
	for i := range t.columns {
		if m := t.columns[i].Member; m != "" {
			t.at[m] = i
		}
	}
	if !slices.ContainsFunc(figures, func(f figure) bool { return t.has(f.name) }) {
		return nil, columns.Refuse("no column of figures is recognized%s; give a map, such as --map \"ending bal=liabilityClose\"", columns.Among(t.columns))
	}
	t.learn(o)
	t.leaveTitles()
	t.dropTotals()
	if err := t.settleNumbers(); err != nil {
		return nil, err
	}
	if err := t.settleDates(o); err != nil {
		return nil, err
	}
	if err := t.take(); err != nil {
		return nil, err
	}
	turned := t.turnSigns()
	t.starts(turned)
	t.reading.Columns = t.named()
	return t.reading, nil
}

// named returns the columns that have a heading, or figures without one.
func (t *table) named() (list []columns.Column) {
	for i, c := range t.columns {
		if c.Heading == "" && c.Member == "" {
			if !slices.ContainsFunc(t.rows, func(r sheet.Row) bool { return i < len(r.Cells) && !r.Cells[i].Empty() }) {
				continue
			}
			c.Why = "it has no heading"
		}
		list = append(list, c)
	}
	return list
}

// learn finds out how numbers and dates are written.
func (t *table) learn(o Options) {
	var e cell.Evidence
	for _, r := range t.rows {
		for i, c := range r.Cells[:min(len(r.Cells), len(t.columns))] {
			switch t.columns[i].Member {
			case "":
			case date:
				e.SeeDate(c)
			default:
				e.SeeNumber(c)
			}
		}
	}
	assumed := t.style.Decimals
	t.style.Dates, t.style.Decimals = o.Dates, o.Decimals
	if t.style.Dates == cell.AnyOrder {
		t.style.Dates = e.Order()
	}
	if t.style.Decimals == cell.AnyDecimals {
		if t.style.Decimals = e.Decimals(); t.style.Decimals == cell.AnyDecimals && !e.Contradicts() {
			t.style.Decimals = assumed
		}
	}
}

// cellOf returns the cell of a member.
func (t *table) cellOf(r *sheet.Row, member string) cell.Cell {
	if i, ok := t.at[member]; ok && i < len(r.Cells) {
		return r.Cells[i]
	}
	return cell.Cell{}
}

func (t *table) leave(r *sheet.Row, why string) {
	t.reading.Left = append(t.reading.Left, columns.Leave(r, t.style, why))
}

func (t *table) note(format string, args ...any) {
	t.reading.Notes = append(t.reading.Notes, fmt.Sprintf(format, args...))
}

// drop leaves a column out.
func (t *table) drop(member, why string) {
	i := t.at[member]
	t.columns[i].Member, t.columns[i].Why = "", why
	delete(t.at, member)
}

// leaveTitles leaves out what is above the headings.
func (t *table) leaveTitles() {
	for i := range t.above {
		if columns.Filled(t.above[i].Cells) > 0 {
			t.leave(&t.above[i], "it is above the headings")
		}
	}
}

// dropTotals leaves out rows that are empty, have no figure, or are totals.
func (t *table) dropTotals() {
	keyed := t.has(period) || t.has(date)
	kept := t.rows[:0:0]
	for i := range t.rows {
		r := &t.rows[i]
		switch {
		case columns.Filled(r.Cells) == 0:
			if i+1 < len(t.rows) {
				t.leave(r, "it is blank")
			}
		case t.isHeading(r):
			t.leave(r, "it repeats the headings")
		case !t.hasFigure(r):
			t.leave(r, "it has no figure")
		case t.isTotal(r):
			t.leave(r, "it is a total")
		case keyed && t.cellOf(r, period).Empty() && t.cellOf(r, date).Empty():
			t.leave(r, "it has neither a number nor a date")
		default:
			kept = append(kept, *r)
		}
	}
	t.rows = kept
}

func (t *table) has(member string) bool {
	_, ok := t.at[member]
	return ok
}

func (t *table) hasFigure(r *sheet.Row) bool {
	keyed := !t.cellOf(r, period).Empty() || !t.cellOf(r, date).Empty()
	for _, f := range figures {
		if c := t.cellOf(r, f.name); !c.Empty() && (keyed || c.Type != cell.Text || strings.ContainsAny(c.Text, "0123456789-\u2013\u2014")) {
			return true
		}
	}
	return !t.cellOf(r, liabilityOpen).Empty() && t.cellOf(r, liabilityOpen).Type == cell.Number
}

// isHeading reports whether the cells of two members or more are their headings.
func (t *table) isHeading(r *sheet.Row) bool {
	same := 0
	for _, i := range t.at {
		if i < len(r.Cells) && r.Cells[i].Type == cell.Text && t.columns[i].Heading != "" && cell.Fold(r.Cells[i].Text) == cell.Fold(t.columns[i].Heading) {
			same++
		}
	}
	return same > 1
}

// isTotal reports whether a cell says that the row is a total.
func (t *table) isTotal(r *sheet.Row) bool {
	for _, c := range r.Cells {
		if c.Type == cell.Text && termsOf(c.Text).any("total", "totals", "subtotal", "sum", "summe", "subtotals") {
			return true
		}
	}
	return false
}

// settleNumbers reads the numbers of the rows, or counts them.
func (t *table) settleNumbers() error {
	if t.has(period) {
		whole := 0
		for i := range t.rows {
			if _, ok := t.number(&t.rows[i]); ok {
				whole++
			}
		}
		if whole == 0 {
			t.notNumbers()
		}
	}
	if !t.has(period) {
		return nil
	}
	return t.fromZero()
}

// notNumbers takes the column of numbers for one of dates, where it has dates.
func (t *table) notNumbers() {
	i := t.at[period]
	days := 0
	for j := range t.rows {
		c := t.cellOf(&t.rows[j], period)
		if _, problem := (cell.Style{Dates: cell.DayFirst, From1904: t.style.From1904}).Date(c); problem == "" {
			days++
		}
	}
	if days == 0 || t.has(date) {
		t.drop(period, "its cells are not whole numbers")
		return
	}
	delete(t.at, period)
	t.columns[i].Member = date
	t.at[date] = i
}

func (t *table) number(r *sheet.Row) (n int64, ok bool) {
	text, problem := t.style.Number(t.cellOf(r, period))
	if problem != "" {
		return 0, false
	}
	d, err := money.Parse(text)
	if err != nil {
		return 0, false
	}
	return d.Int64()
}

// fromZero deals with a schedule whose first row is number 0: the commencement,
// which is left out where nothing is paid on it.
func (t *table) fromZero() error {
	for i := range t.rows {
		if n, ok := t.number(&t.rows[i]); !ok || n != 0 {
			continue
		}
		r := &t.rows[i]
		if text, problem := t.style.Number(t.cellOf(r, payment)); problem == "" && money.MustParse(text).Sign() != 0 {
			t.note("The rows are numbered from 0, and something is paid in row 0: they are counted from 1 here.")
			t.shift()
			return nil
		}
		if text, problem := t.style.Number(t.cellOf(r, liability)); problem == "" {
			t.start(&t.reading.Theirs.InitialLiability, text, "initial liability", "row 0")
		}
		if text, problem := t.style.Number(t.cellOf(r, asset)); problem == "" {
			t.start(&t.reading.Theirs.InitialRouAsset, text, "initial right-of-use asset", "row 0")
		}
		t.leave(r, "it is number 0, the commencement, and nothing is paid in it")
		t.rows = slices.Delete(slices.Clone(t.rows), i, i+1)
		return nil
	}
	return nil
}

// shift adds 1 to the numbers of the rows.
func (t *table) shift() {
	at := t.at[period]
	t.rows = slices.Clone(t.rows)
	for i := range t.rows {
		if n, ok := t.number(&t.rows[i]); ok {
			cells := slices.Clone(t.rows[i].Cells)
			cells[at] = cell.Cell{Text: fmt.Sprint(n + 1), Type: cell.Number}
			t.rows[i].Cells = cells
		}
	}
}

// start keeps what the lease starts with.
func (t *table) start(to *strict.Optional[money.Decimal], text, what, where string) {
	d, err := money.Parse(text)
	if err != nil || to.Set {
		return
	}
	*to = strict.Some(d)
	t.note("The %s is %s, taken from %s.", what, wording.Decimal(d, 0), where)
}

// settleDates finds the order of day and month, by the distance of the rows where
// the dates themselves do not show it.
func (t *table) settleDates(o Options) error {
	if !t.has(date) || o.Dates != cell.AnyOrder || t.style.Dates != cell.AnyOrder {
		return nil
	}
	unclear := false
	for i := range t.rows {
		_, problem := t.style.Date(t.cellOf(&t.rows[i], date))
		unclear = unclear || problem != ""
	}
	if !unclear {
		return nil
	}
	months, days := t.apart(cell.MonthFirst), t.apart(cell.DayFirst)
	switch {
	case months && !days:
		t.style.Dates = cell.MonthFirst
		t.note("Dates are read with the month first, because only then are the rows at least a month apart.")
	case days && !months:
		t.style.Dates = cell.DayFirst
		t.note("Dates are read with the day first, because only then are the rows at least a month apart.")
	case t.has(period):
		t.drop(date, "its dates can be read in two ways; the rows are matched by their numbers")
	}
	return nil
}

// leastMonth is how many days a payment period has at least.
const leastMonth = 28

// apart reports whether the dates rise by a month or more from row to row.
func (t *table) apart(order cell.Order) bool {
	style := t.style
	style.Dates = order
	var before civil.Date
	for i := range t.rows {
		text, problem := style.Date(t.cellOf(&t.rows[i], date))
		if problem != "" {
			return false
		}
		day, err := civil.Parse(text)
		if err != nil {
			return false
		}
		if i > 0 {
			next := before
			for range leastMonth {
				next = next.Next()
			}
			if day.Before(next) {
				return false
			}
		}
		before = day
	}
	return len(t.rows) > 1
}
