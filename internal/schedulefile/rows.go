package schedulefile

import (
	"fmt"
	"slices"

	"github.com/leasehold-accounting/leasehold/internal/cell"
	"github.com/leasehold-accounting/leasehold/internal/columns"
	"github.com/leasehold-accounting/leasehold/internal/sheet"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/reperform"
)

// take reads all rows into t.theirs. The error lists the cells that are not readable.
func (t *table) take() error {
	if len(t.Rows) > reperform.MaxRows {
		return columns.Refuse("the schedule has %d rows; the maximum is %d", len(t.Rows), reperform.MaxRows)
	}
	if !t.Has(period) && !t.Has(date) {
		t.Note("No column of row numbers or dates was recognized; the rows are numbered from 1.")
	}
	var faults columns.Faults
	for i := range t.Rows {
		r, one := &t.Rows[i], reperform.Row{}
		fault := func(field, problem string) {
			if problem != "" {
				faults.Add("%s, %s (%s): %s", t.Place(r), t.Column(field), field, problem)
			}
		}
		t.key(r, i, &one, fault)
		for _, f := range figures {
			if c := t.Cell(r, f.name); !c.Empty() {
				value, problem := t.amount(c)
				fault(f.name, problem)
				*f.in(&one) = value
			}
		}
		t.theirs.Schedule = append(t.theirs.Schedule, one)
	}
	if err := faults.Err(); err != nil {
		return err
	}
	if len(t.Rows) == 0 {
		return columns.Refuse("there is no row of figures under the headings")
	}
	return nil
}

// key stores row r's number and date in the given schedule row.
func (t *table) key(r *sheet.Row, i int, one *reperform.Row, fault func(field, problem string)) {
	if c := t.Cell(r, period); !c.Empty() {
		n, ok := t.number(r)
		if !ok || n < 1 || n > reperform.MaxRows {
			fault(period, fmt.Sprintf("%s is not a period number; use a whole number from 1 to %d", strict.Quote(c.Text), reperform.MaxRows))
		}
		one.Period = strict.Some(int(n))
	}
	if c := t.Cell(r, date); !c.Empty() {
		day, problem := t.Style.Day(c)
		if fault(date, problem); problem == "" {
			one.Date = strict.Some(day)
		}
	}
	if !t.Has(period) && !t.Has(date) {
		one.Period = strict.Some(i + 1)
	}
}

func (t *table) amount(c cell.Cell) (o strict.Optional[money.Decimal], problem string) {
	d, problem := t.Style.Decimal(c)
	if problem != "" {
		return o, problem
	}
	if d.Cmp(maxFigure) > 0 || d.Cmp(maxFigure.Neg()) < 0 {
		return o, strict.Quote(c.Text) + " has more than 40 digits"
	}
	return strict.Some(d), ""
}

// maxFigure is the largest figure that can be verified; see package reperform.
var maxFigure = money.New(1, -40)

// reverseSigns reverses the signs in columns without positive figures, and returns the names of
// those columns. The figures in such columns may be credits. If incentives have made the asset
// negative, the asset and its amortization keep their signs. The lease expense also keeps its sign,
// unless interest exceeds the negative amortization in any row.
func (t *table) reverseSigns() (reversed map[string]bool) {
	reversed = map[string]bool{}
	negative := map[string]bool{}
	for _, f := range figures {
		negative[f.name] = t.negative(f)
	}
	negativeAsset := negative[asset] && negative[amortization]
	for _, f := range figures {
		keepsSign := negativeAsset && (f.name == asset || f.name == amortization || f.name == expense && !t.interestExceeds())
		if !negative[f.name] || keepsSign {
			continue
		}
		reversed[f.name] = true
		for i := range t.theirs.Schedule {
			if o := f.in(&t.theirs.Schedule[i]); o.Set && o.Value.Sign() != 0 {
				o.Value = o.Value.Neg()
			}
		}
		t.Note("All figures in %s (%s) are negative; they are read without the minus sign.", t.Column(f.name), f.name)
	}
	return reversed
}

func (t *table) negative(f figure) bool {
	some := false
	for i := range t.theirs.Schedule {
		sign := f.in(&t.theirs.Schedule[i]).Value.Sign()
		if sign > 0 {
			return false
		}
		some = some || sign < 0
	}
	return some
}

// interestExceeds reports whether the sum of interest and amortization is positive in any row.
func (t *table) interestExceeds() bool {
	return slices.ContainsFunc(t.theirs.Schedule, func(r reperform.Row) bool {
		return r.Interest.Set && r.Interest.Value.Cmp(r.RouAmortization.Value.Neg()) > 0
	})
}

// starts sets the initial balances to the first row's opening balances. It reverses the sign of a negative opening
// balance if reverseSigns reversed the closing balance, or if the table has no closing balance.
func (t *table) starts(reversed map[string]bool) {
	if first := t.theirs.Schedule[0].Period; first.Set && first.Value != 1 {
		return
	}
	for _, start := range []struct {
		field, closing, what string
		to                   *strict.Optional[money.Decimal]
	}{
		{liabilityOpen, liability, "initial liability", &t.theirs.InitialLiability},
		{assetOpen, asset, "initial right-of-use asset", &t.theirs.InitialRouAsset},
	} {
		if !t.Has(start.field) || start.to.Set {
			continue
		}
		value, problem := t.amount(t.Cell(&t.Rows[0], start.field))
		if problem != "" || !value.Set {
			continue
		}
		if value.Value.Sign() < 0 && (reversed[start.closing] || !t.Has(start.closing)) {
			value.Value = value.Value.Neg()
		}
		t.start(start.to, value.Value, start.what, "the opening balance in "+t.Column(start.field)+" of the first row")
	}
}
