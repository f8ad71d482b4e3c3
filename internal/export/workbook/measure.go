package workbook

import (
	"fmt"
	"strconv"
	"strings"

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
		if d.Date.Before(p.First) || p.Last.Before(d.Date) {
			continue
		}
		x := dated{d.Amount, k.b.single(k.terms, j), days(p.First, d.Date)}
		switch d.Date {
		case p.Last:
			closing = append(closing, x)
		case p.First:
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

func (k *block) rate() string {
	events := k.terms
	if k.retained {
		events = k.seg.Event
	}
	cell, _ := k.b.latest(events, "discountRateAnnual")
	return cell
}

// growth returns a formula for the factor by which the liability grows in a number of days of a
// payment period.
func growth(rate, days, months, periodDays string) string {
	return fmt.Sprintf(`IF(discounting="nominal",1+%[1]s*%[3]s/12*%[2]s/%[4]s,IF(discounting="effective",(1+%[1]s)^(%[3]s*%[2]s/%[4]s/12),(1+%[1]s)^(%[2]s/365)))`,
		rate, days, months, periodDays)
}

func (k *block) formulas(i int) map[string]string {
	if k.before != nil { // the preceding block computes the liability
		return map[string]string{
			"payment": k.carried("payment", i), "interest": k.carried("interest", i), "variable": k.variable(i),
			"balance": k.before.cell("balance", at(k.before.wholeRows+i)),
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
		grown += "+(" + d.formula + ")*" + growth(k.rate(), strconv.Itoa(p.Days-d.day), "{periodMonths}", "{periodDays}")
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
	f := k.before.cell(column, at(k.before.wholeRows+i))
	if i == 0 && k.before.splitRow != nil {
		f += "-" + k.before.cell(column, k.before.partRow())
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
		return b.rentOf(b.owed[changed+1], changed+1, p.month, p.Months) + "-" + source.cell("rent", at(r))
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
		paid = source.cell("paidFirst", at(row))
	}
	for _, d := range between {
		if d.day >= elapsed && d.day < elapsed+e {
			paid += "+" + d.formula
		}
	}
	here := func(column string, row int) string { return measurement.letter(column) + strconv.Itoa(row) }
	portion := func(column string) string {
		return rounded(fmt.Sprintf("%s*%d/%d", here(column, at(i)), e, k.rows[i].Days))
	}
	list := map[string]string{
		"payment": paid, "interest": k.accrued(i, e), "balance": here("balance", at(i)-1) + "-{payment}+{interest}",
		"amortization": portion("amortization"), "asset": here("asset", at(i)-1) + "-{amortization}", "cost": "{amortization}+{interest}", "variable": "0",
	}
	if len(between) == 0 {
		list["interest"] = `IF(discounting="nominal",` + portion("interest") + "," + list["interest"] + ")"
	}
	switch {
	case k.b.r.Lease.Exempt():
		list["amortization"], list["cost"], list["interest"] = "0", portion("cost"), "0"
	case k.byCost():
		list["amortization"], list["cost"] = "{cost}-{interest}", portion("cost")
	}
	if k.b.r.Lease.PaymentTiming == leasehold.Advance && elapsed == 0 && source.rows[row].before == 0 {
		list["variable"] = here("variable", at(i))
	}
	return list
}

// accrued returns a formula for the interest of the first e days of row i, if interest does not
// accrue evenly. The formula allocates the rounded interest in proportion to the exact interest.
func (k *block) accrued(i, e int) string {
	source, row, elapsed := k.flow(i)
	_, between, _ := source.singles(row)
	cell := func(column string) string { return source.cell(column, at(row)) }
	grown := func(days int) string {
		return growth(source.rate(), strconv.Itoa(days), cell("periodMonths"), cell("periodDays"))
	}
	exact := func(day int) string { // exact interest up to the end of the given day of the source's row
		if day == 0 {
			return "0"
		}
		var f strings.Builder
		fmt.Fprintf(&f, `(%[1]s-%[2]s)*(IF(discounting="nominal",(1+%[3]s*%[4]s/12*(%[5]s+%[6]d)/%[7]s)/(1+%[3]s*%[4]s/12*%[5]s/%[7]s),%[8]s)-1)`,
			cell("exact"), cell("paidFirst"), source.rate(), cell("periodMonths"), cell("daysBefore"), day, cell("periodDays"), grown(day))
		for _, d := range between {
			if d.day < day {
				fmt.Fprintf(&f, "-(%s)*(%s-1)", d.formula, grown(day-d.day))
			}
		}
		return "(" + f.String() + ")"
	}
	from, to, end := exact(elapsed), exact(elapsed+e), exact(source.rows[row].Days)
	return fmt.Sprintf("IF(ABS(%[3]s-%[1]s)<0.000001,0,%[4]s)", from, to, end, rounded(fmt.Sprintf("%s*(%s-%s)/(%s-%s)", k.cell("interest", at(i)), to, from, end, from)))
}
