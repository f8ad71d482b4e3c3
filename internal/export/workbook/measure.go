package workbook

import (
	"fmt"
	"slices"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// dated is a one-off payment in a row. day is the number of days from the first day of the row to
// the payment.
type dated struct {
	amount  money.Amount
	formula string
	day     int
}

// singles returns the one-off payments of row i: on the first day, on the days between, and on the
// last day.
func (k *block) singles(i int) (opening, between, closing []dated) {
	p := &k.rows[i]
	for j, d := range k.b.terms[k.terms].Singles {
		x := dated{d.Amount, k.b.single(k.terms, j), days(p.First, d.Date)}
		switch {
		case d.Date.Before(p.First) || p.Last.Before(d.Date):
		case d.Date == p.Last:
			closing = append(closing, x)
		case d.Date == p.First:
			opening = append(opening, x)
		default:
			between = append(between, x)
		}
	}
	return opening, between, closing
}

func sum(list []dated) (formula string, total money.Amount) {
	formula = "0"
	for _, d := range list {
		formula += "+" + d.formula
		total = total.Add(d.amount)
	}
	return formula, total
}

// growth returns a formula for the factor by which the liability grows in a number of days of a
// payment period.
func (k *block) growth(days int) string {
	return k.fill.Replace(fmt.Sprintf(`IF(discounting="nominal",1+[rate]*{periodMonths}/12*%[1]d/{periodDays},`+
		`IF(discounting="effective",(1+[rate])^({periodMonths}*%[1]d/{periodDays}/12),(1+[rate])^(%[1]d/365)))`, days))
}

// formulas returns the formulas of row i that differ from the formulas of the columns.
func (k *block) formulas(i int) map[string]string {
	if k.before != nil { // the preceding block computes the liability
		return map[string]string{
			"payment": k.carried("payment", i), "interest": k.carried("interest", i), "variable": k.variable(i),
			"balance": k.before.in(k.before.wholeRows+i, "{balance}"),
		}
	}
	b, p := k.b, &k.rows[i]
	advance := b.r.Lease.PaymentTiming == leasehold.Advance
	opening, between, closing := k.singles(i)
	rent, grown := "0", "0"
	if !advance || i > 0 || p.before == 0 {
		rent = b.rentOf(b.rents[k.terms], k.terms, p.month, p.Months)
	}
	first, _ := sum(opening)
	last, _ := sum(closing)
	paid, _ := sum(between)
	if advance {
		first = "{rent}+" + first
	} else {
		last = "{rent}+" + last
	}
	if k.seg.Event < 0 && i == 0 {
		first = `IF(commencementPayment="settled",0,` + first + ")"
	}
	if i == len(k.rows)-1 && !k.retained {
		last += "+" + name("terminal", k.terms)
	}
	for _, d := range between {
		grown += "+(" + d.formula + ")*" + k.growth(p.Days-d.day)
	}
	list := map[string]string{"rent": rent, "paidFirst": first, "paidLast": last, "paidBetween": paid, "grown": grown}
	if !k.retained {
		list["variable"] = k.variable(i)
	}
	if b.r.Lease.Exempt() {
		for _, column := range []string{"roundedInterest", "drift", "correction", "interest", "balance"} {
			list[column] = "0"
		}
	}
	return list
}

// carried returns a formula for an amount of row i from the preceding block. If the event splits
// the row, the formula subtracts the amount before the event.
func (k *block) carried(column string, i int) string {
	f := k.before.in(k.before.wholeRows+i, "{"+column+"}")
	if i == 0 && k.before.splitRow != nil {
		f += "-" + k.before.in(k.before.part(), "{"+column+"}")
	}
	return f
}

// variable returns a formula for the variable cost of row i: the rent after the last expensed index
// change, less the rent included in the measurement (METHOD 13.7).
func (k *block) variable(i int) string {
	b, p := k.b, &k.rows[i]
	changed := -1
	for j := k.seg.Event + 1; j < len(b.r.Events) && b.r.Events[j].Treatment == schedule.Expensed; j++ {
		if !p.First.Before(b.r.Events[j].Date) && p.Whole() {
			changed = j
		}
	}
	switch {
	case changed >= 0:
		source, r, _ := k.flow(i)
		return b.rentOf(b.owed[changed+1], changed+1, p.month, p.Months) + "-" + source.in(r, "{rent}")
	case k.before != nil:
		return k.carried("variable", i)
	default:
		return "0"
	}
}

// splitFormulas returns the formulas for the part of a row before an event: the payments and
// accrued amounts of that part (METHOD 14.2).
func (k *block) splitFormulas() map[string]string {
	i, e := k.wholeRows, k.splitRow.Days
	source, row, elapsed := k.flow(i)
	_, between, _ := source.singles(row)
	paid := "0"
	if elapsed == 0 {
		paid = source.in(row, "{paidFirst}")
	}
	for _, d := range between {
		if d.day >= elapsed && d.day < elapsed+e {
			paid += "+" + d.formula
		}
	}
	whole := func(formula string) string { return k.local(firstRow+i, formula) }
	portion := func(column string) string {
		return rounded(fmt.Sprintf("%s*%d/%d", whole(column), e, k.rows[i].Days))
	}
	list := map[string]string{
		"payment": paid, "interest": k.accrued(i, e), "balance": whole("{balance-}") + "-{payment}+{interest}",
		"amortization": portion("{amortization}"), "asset": whole("{asset-}") + "-{amortization}", "cost": "{amortization}+{interest}", "variable": "0",
	}
	if len(between) == 0 {
		list["interest"] = `IF(discounting="nominal",` + portion("{interest}") + "," + list["interest"] + ")"
	}
	switch {
	case k.b.r.Lease.Exempt():
		list["amortization"], list["cost"], list["interest"] = "0", portion("{cost}"), "0"
	case k.byCost():
		list["amortization"], list["cost"] = "{cost}-{interest}", portion("{cost}")
	}
	if k.b.r.Lease.PaymentTiming == leasehold.Advance && elapsed == 0 && source.rows[row].before == 0 {
		list["variable"] = whole("{variable}")
	}
	return list
}

// accrued returns a formula for the interest of the first e days of row i, if interest does not
// accrue evenly. The formula allocates the rounded interest in proportion to the exact interest.
func (k *block) accrued(i, e int) string {
	source, row, elapsed := k.flow(i)
	_, between, _ := source.singles(row)
	exact := func(day int) string { // exact interest up to the end of the given day of the source's row
		if day == 0 {
			return "0"
		}
		f := fmt.Sprintf(`({exact}-{paidFirst})*(IF(discounting="nominal",(1+[rate]*{periodMonths}/12*({daysBefore}+%d)/{periodDays})`+
			`/(1+[rate]*{periodMonths}/12*{daysBefore}/{periodDays}),%s)-1)`, day, source.growth(day))
		for _, d := range between {
			if d.day < day {
				f += "-(" + d.formula + ")*(" + source.growth(day-d.day) + "-1)"
			}
		}
		return source.in(row, "("+f+")")
	}
	from, to, end := exact(elapsed), exact(elapsed+e), exact(source.rows[row].Days)
	return fmt.Sprintf("IF(ABS(%[3]s-%[1]s)<0.000001,0,%[4]s)", from, to, end, rounded(fmt.Sprintf("%s*(%s-%s)/(%s-%s)", k.in(i, "{interest}"), to, from, end, from)))
}

// afterFirstYear returns a formula for the liability after the last payment of the first twelve
// months, in minor units (METHOD 14.6). The service's amounts determine the days with payments.
func (k *block) afterFirstYear() string {
	for i := range slices.Backward(k.rows) {
		p := &k.rows[i]
		if p.Year > 1 {
			continue
		}
		opening, between, closing := k.singles(i)
		_, opens := sum(opening)
		_, closes := sum(closing)
		if k.b.r.Lease.PaymentTiming == leasehold.Advance {
			opens = opens.Add(p.Rent)
		} else {
			closes = closes.Add(p.Rent)
		}
		switch n := len(between); {
		case !closes.IsZero():
			return k.in(i, "{balance}")
		case n > 0:
			paid, _ := sum(between)
			return k.in(i, "({balance-}-{paidFirst}-("+paid+")+"+k.accrued(i, between[n-1].day+1)+")")
		case !opens.IsZero():
			return k.in(i, "({balance-}-{paidFirst})")
		}
	}
	return k.in(0, "{balance^}")
}
