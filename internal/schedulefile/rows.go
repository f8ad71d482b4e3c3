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
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/reperform"
)

// mostFaults is how many cells a message names.
const mostFaults = 10

// take reads the rows. The error names the cells that cannot be read.
func (t *table) take() error {
	if len(t.rows) > reperform.MaxRows {
		return columns.Refuse("the schedule has %d rows; at most %d are checked", len(t.rows), reperform.MaxRows)
	}
	if !t.has(period) && !t.has(date) {
		t.note("No column has numbers or dates of the rows that were recognized; they are counted from 1.")
	}
	var faults []string
	for i := range t.rows {
		r, one := &t.rows[i], reperform.Row{}
		fault := func(member, problem string) {
			if problem != "" && len(faults) < mostFaults {
				faults = append(faults, fmt.Sprintf("%s, %s (%s): %s", t.place(r), t.column(member), member, problem))
			}
		}
		t.key(r, i, &one, fault)
		for _, f := range figures {
			if c := t.cellOf(r, f.name); !c.Empty() {
				value, problem := t.amount(c)
				fault(f.name, problem)
				*f.in(&one) = value
			}
		}
		t.reading.Theirs.Schedule = append(t.reading.Theirs.Schedule, one)
	}
	if len(faults) > 0 {
		return columns.Refuse("%s", strings.Join(faults, "; "))
	}
	if len(t.rows) == 0 {
		return columns.Refuse("there is no row of figures under the headings")
	}
	return nil
}

// key sets the number and the date of a row.
func (t *table) key(r *sheet.Row, i int, one *reperform.Row, fault func(member, problem string)) {
	if c := t.cellOf(r, period); !c.Empty() {
		n, ok := t.number(r)
		if !ok || n < 1 || n > reperform.MaxRows {
			fault(period, fmt.Sprintf("%s is not the number of a row, from 1 to %d", strict.Quote(c.Text), reperform.MaxRows))
		}
		one.Period = strict.Some(int(n))
	}
	if c := t.cellOf(r, date); !c.Empty() {
		text, problem := t.style.Date(c)
		fault(date, problem)
		if day, err := civil.Parse(text); err == nil {
			one.Date = strict.Some(day)
		}
	}
	if !t.has(period) && !t.has(date) {
		one.Period = strict.Some(i + 1)
	}
}

// amount reads a figure.
func (t *table) amount(c cell.Cell) (o strict.Optional[money.Decimal], problem string) {
	text, problem := t.style.Number(c)
	if problem != "" {
		return o, problem
	}
	d, err := money.Parse(text)
	if err != nil {
		return o, strict.Quote(c.Text) + " is " + err.Error()
	}
	if d.Cmp(maxFigure) > 0 || d.Cmp(maxFigure.Neg()) < 0 {
		return o, strict.Quote(c.Text) + " is larger than 40 digits"
	}
	return strict.Some(d), ""
}

// maxFigure is the largest figure that is checked: see package reperform.
var maxFigure = money.New(1, -40)

// column names the column of a member.
func (t *table) column(member string) string {
	if t.json {
		return "member " + strict.Quote(t.columns[t.at[member]].Heading)
	}
	return "column " + sheet.Letter(t.at[member])
}

func (t *table) place(r *sheet.Row) string {
	switch {
	case t.json:
		return fmt.Sprintf("row %d", r.Number)
	case t.sheet != "":
		return fmt.Sprintf("sheet %s, row %d", t.sheet, r.Number)
	}
	return fmt.Sprintf("line %d", r.Number)
}

// turnSigns makes the figures of a column positive where all of them are negative,
// as credits are in some books, and returns the columns. Those of an asset that is
// itself negative, by incentives, keep their sign.
func (t *table) turnSigns() (turned map[string]bool) {
	turned = map[string]bool{}
	for _, f := range figures {
		if !t.negative(f.name) || t.negativeAsset(f.name) {
			continue
		}
		turned[f.name] = true
		for i := range t.reading.Theirs.Schedule {
			if o := f.in(&t.reading.Theirs.Schedule[i]); o.Set && o.Value.Sign() != 0 {
				o.Value = o.Value.Neg()
			}
		}
		t.note("All figures of %s (%s) are negative; they are read without their sign.", t.column(f.name), f.name)
	}
	return turned
}

// negative reports whether a column has negative figures and no positive one.
func (t *table) negative(name string) bool {
	f := figures[slices.IndexFunc(figures, func(f figure) bool { return f.name == name })]
	some := false
	for i := range t.reading.Theirs.Schedule {
		sign := f.in(&t.reading.Theirs.Schedule[i]).Value.Sign()
		if sign > 0 {
			return false
		}
		some = some || sign < 0
	}
	return some
}

// negativeAsset reports whether the figures of a column that is negative throughout are
// those of an asset below zero. The reduction of such an asset is negative, too, and so
// is a cost that is less than nothing: interest and reduction together.
func (t *table) negativeAsset(name string) bool {
	switch name {
	case asset, amortization:
		return t.negative(asset) && t.negative(amortization)
	case expense:
		return t.negativeAsset(asset) && !slices.ContainsFunc(t.reading.Theirs.Schedule, func(r reperform.Row) bool {
			return r.Interest.Set && r.Interest.Value.Cmp(r.RouAmortization.Value.Neg()) > 0
		})
	}
	return false
}

// starts takes what the lease starts with from the first row's opening balances. They
// have the signs of the closing ones.
func (t *table) starts(turned map[string]bool) {
	theirs := &t.reading.Theirs
	for _, member := range []string{liabilityOpen, assetOpen} {
		to, what, closing := &theirs.InitialLiability, "initial liability", liability
		if member == assetOpen {
			to, what, closing = &theirs.InitialRouAsset, "initial right-of-use asset", asset
		}
		if !t.has(member) || to.Set {
			continue
		}
		value, problem := t.amount(t.cellOf(&t.rows[0], member))
		if problem != "" || !value.Set || !t.first() {
			continue
		}
		if value.Value.Sign() < 0 && (turned[closing] || !t.has(closing)) {
			value.Value = value.Value.Neg()
		}
		t.start(to, value.Value.String(), what, "the opening balance in "+t.column(member)+" of the first row")
	}
}

// first reports whether the first row is that of the first period.
func (t *table) first() bool {
	one := &t.reading.Theirs.Schedule[0]
	return !one.Period.Set || one.Period.Value == 1
}
