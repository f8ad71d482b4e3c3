package workbook

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
)

// dated is a single payment of a row: its formula, and the days since the row's
// first.
type dated struct {
	formula string
	day     int
}

// singles returns the single payments of a row, by when they are paid.
func (k *block) singles(i int) (opening, between, closing []dated) {
	p := &k.rows[i]
	for j, d := range k.b.terms[k.terms].Singles {
		if d.Date.Before(p.First) || p.Last.Before(d.Date) {
			continue
		}
		x := dated{k.b.single(k.terms, j), days(p.First, d.Date)}
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

// sum is a formula for what some single payments come to.
func sum(list []dated) string {
	if len(list) == 0 {
		return "0"
	}
	parts := make([]string, len(list))
	for i, d := range list {
		parts[i] = d.formula
	}
	return strings.Join(parts, "+")
}

// rate is the name of the rate of the block.
func (k *block) rate() string {
	if !k.isMeasured() {
		return k.b.rateOf(k.event)
	}
	return k.b.rateOf(k.terms)
}

// growth is a formula for what an amount grows by over some days of a row whose
// cells have these places: months of the period, and its days.
func growth(rate, days, months, periodDays string) string {
	return fmt.Sprintf(`IF(discounting="nominal",1+%[1]s*%[3]s/12*%[2]s/%[4]s,IF(discounting="effective",(1+%[1]s)^(%[3]s*%[2]s/%[4]s/12),(1+%[1]s)^(%[2]s/365)))`,
		rate, days, months, periodDays)
}

// whole is the growth over a row: the rest of a period begun grows as the whole
// period, less what has passed.
func whole(rate string) string {
	return fmt.Sprintf(`IF(discounting="nominal",(1+%[1]s*{periodMonths}/12)/(1+%[1]s*{periodMonths}/12*{daysBefore}/{periodDays}),IF(discounting="effective",(1+%[1]s)^({periodMonths}*{days}/{periodDays}/12),(1+%[1]s)^({days}/365)))`, rate)
}

// measured are the liability's columns of row i.
func (k *block) measured(i int) figures {
	b, p := k.b, &k.rows[i]
	l := &b.r.Lease
	advance, begun := l.PaymentTiming == leasehold.Advance, i == 0 && p.before > 0
	opening, between, closing := k.singles(i)
	rent := "0"
	if !advance || !begun {
		rent = b.rentOf(b.rents[k.terms], &b.terms[k.terms], k.terms, p.month, p.Months)
	}
	first, last := sum(opening), sum(closing)
	if advance {
		first = "{rent}+" + first
	} else {
		last = "{rent}+" + last
	}
	if k.event < 0 && i == 0 {
		first = `IF(commencementPayment="settled",0,` + first + ")"
	}
	if i == len(k.rows)-1 && k.isMeasured() {
		last += "+" + name("terminal", k.terms)
	}
	grown := make([]string, len(between))
	for j, d := range between {
		grown[j] = "(" + d.formula + ")*" + growth(k.rate(), strconv.Itoa(p.Days-d.day), "{periodMonths}", "{periodDays}")
	}
	if len(grown) == 0 {
		grown = []string{"0"}
	}
	var payment, interest, balance any
	if k.isMeasured() {
		payment, interest, balance = minor(p.Payment), minor(p.Interest), minor(p.LiabilityClose)
	}
	list := figures{
		"rent":        {spreadsheet.Whole, nil, rent},
		"paidFirst":   {spreadsheet.Whole, nil, first},
		"paidLast":    {spreadsheet.Whole, nil, last},
		"paidBetween": {spreadsheet.Whole, nil, sum(between)},
		"grown":       {spreadsheet.Decimals, nil, strings.Join(grown, "+")},
		"growth":      {spreadsheet.Decimals, nil, whole(k.rate())},
		"exact":       {spreadsheet.Decimals, nil, "{paidFirst}+({paidLast}+{grown}+{exact+})/{growth}"},
		"payment":     {spreadsheet.Whole, payment, "{paidFirst}+{paidLast}+{paidBetween}"},
	}
	if l.Exemption != leasehold.NoExemption {
		for _, name := range []string{"roundedInterest", "drift", "correction"} {
			list[name] = figure{spreadsheet.Whole, nil, "0"}
		}
		list["interest"] = figure{spreadsheet.Whole, interest, "0"}
		list["balance"] = figure{spreadsheet.Whole, balance, "0"}
		return list
	}
	list["roundedInterest"] = figure{spreadsheet.Whole, nil, sized("{exactInterest}", `IF(discounting="nominal",{exactInterest},{exact})`)}
	list["drift"] = figure{spreadsheet.Decimals, nil, "ROUND(({balance-}-{payment}+{roundedInterest})-{exact+},6)"}
	list["correction"] = figure{spreadsheet.Plain, nil, fmt.Sprintf(moves, "drift")}
	list["interest"] = figure{spreadsheet.Whole, interest, "{roundedInterest}+{correction}"}
	list["balance"] = figure{spreadsheet.Whole, balance, "{balance-}-{payment}+{interest}"}
	return list
}

// carried are the liability's columns of row i where an impairment left it as it
// was: those of the block before, less the part of the first row that is over.
func (k *block) carried(i int) figures {
	p, before := &k.rows[i], k.b.blocks[k.index-1]
	r := at(before.happened + i)
	rest := func(column string) string {
		f := before.cell(column, r)
		if i == 0 && before.cut != nil {
			f += "-" + before.cell(column, before.partRow())
		}
		return f
	}
	return figures{
		"payment":  {spreadsheet.Whole, minor(p.Payment), rest("payment")},
		"interest": {spreadsheet.Whole, minor(p.Interest), rest("interest")},
		"balance":  {spreadsheet.Whole, minor(p.LiabilityClose), before.cell("balance", r)},
	}
}

// spread are the columns of the asset and the cost of row i.
func (k *block) spread(i int) figures {
	if !k.isMeasured() {
		return nil
	}
	p := &k.rows[i]
	total, months := "("+k.total+")", "("+k.months+")"
	amortization, cost := k.fromShare("{share}", "{interest}")
	if k.pattern == byExempted && k.b.r.Lease.Standard.ExpensesExemptAsPaid() {
		cost = "{share}+{payment}"
	}
	return figures{
		"monthsSoFar":     {spreadsheet.Decimals, nil, "MIN(" + months + ",{monthsSoFar-}+{months})"},
		"roundedShare":    {spreadsheet.Whole, nil, sized("{exactShare}", "{exactShare}")},
		"shareDrift":      {spreadsheet.Decimals, nil, "ROUND((({sharesSoFar-}+{roundedShare})*" + months + "-" + total + "*{monthsSoFar})/" + months + ",6)"},
		"shareCorrection": {spreadsheet.Plain, nil, fmt.Sprintf(moves, "shareDrift")},
		"share":           {spreadsheet.Whole, nil, "{roundedShare}+{shareCorrection}"},
		"sharesSoFar":     {spreadsheet.Whole, nil, "{sharesSoFar-}+{share}"},
		"amortization":    {spreadsheet.Whole, minor(p.RouAmortization), amortization},
		"asset":           {spreadsheet.Whole, minor(p.RouAssetClose), "{asset-}-{amortization}"},
		"cost":            {spreadsheet.Whole, minor(p.LeaseExpense), cost},
		"variable":        {spreadsheet.Whole, nil, k.variable(i)},
		"exactInterest":   {spreadsheet.Decimals, nil, k.interest()},
		"exactShare":      {spreadsheet.Decimals, nil, total + "*({monthsSoFar}-{monthsSoFar-})/" + months},
	}
}

// interest is a formula for the exact interest of a row. Under the nominal convention it
// is computed from the rate, and no difference of two balances, whose digits it would lose.
func (k *block) interest() string {
	if k.source != nil {
		return "0"
	}
	return fmt.Sprintf(`({exact}-{paidFirst})*IF(discounting="nominal",%[1]s*{periodMonths}/12*(1-{daysBefore}/{periodDays})/(1+%[1]s*{periodMonths}/12*{daysBefore}/{periodDays}),{growth}-1)-({grown}-{paidBetween})`, k.rate())
}

// fromShare returns formulas for amortization and cost, given the share of the
// straight line.
func (k *block) fromShare(share, interest string) (amortization, cost string) {
	switch k.pattern {
	case byCost:
		return share + "-" + interest, share
	case byExempted:
		return "0", share
	default:
		return share, share + "+" + interest
	}
}

// variable is a formula for the variable cost of row i: what is owed by the last
// change of an index that was expensed, less what is measured (METHOD 13.7).
func (k *block) variable(i int) string {
	b, p := k.b, &k.rows[i]
	changed := -1
	for j := range b.r.Events {
		e := &b.r.Events[j]
		if e.Treatment != leasehold.Expensed || p.First.Before(e.Date) && j > k.event || !k.covers(j) {
			continue
		}
		if j > k.event && p.Whole() {
			changed = j
		}
	}
	if changed >= 0 {
		owed := b.rentOf(b.owed[changed+1], &b.terms[changed+1], changed+1, p.month, p.Months)
		source, r, _ := k.flow(i)
		return owed + "-" + source.cell("rent", at(r))
	}
	if k.source == nil {
		return "0"
	}
	before := b.blocks[k.index-1]
	f := before.cell("variable", at(before.happened+i))
	if i == 0 && before.cut != nil {
		f += "-" + before.cell("variable", before.partRow())
	}
	return f
}

// covers reports whether an event came after the block's start and before the next.
func (k *block) covers(event int) bool {
	next := len(k.b.r.Events)
	if k.index+1 < len(k.b.blocks) {
		next = k.b.blocks[k.index+1].event
	} else if k.index+1 < len(k.b.r.Segments) {
		next = k.b.r.Segments[k.index+1].Event
	}
	return k.event < event && event < next
}

// part are the cells of the part of a row that happened before an event: what was
// paid by then, and what had accrued (METHOD 14.2).
func (k *block) part(s *spreadsheet.Sheet) []any {
	i, p := k.happened, k.cut
	source, row, gone := k.flow(i)
	_, between, _ := source.singles(row)
	e := p.Days
	paid := "0"
	if gone == 0 {
		paid = source.cell("paidFirst", at(row))
	}
	for _, d := range between {
		if d.day-gone >= 0 && d.day-gone < e {
			paid += "+" + d.formula
		}
	}
	r := at(i)
	days := k.rows[i].Days
	portion := func(column string) string { return rounded(fmt.Sprintf("%s*%d/%d", here(column, r), e, days)) }
	interest := portion("interest")
	if general := k.accrued(i, e); len(between) > 0 {
		interest = general
	} else {
		interest = `IF(discounting="nominal",` + interest + "," + general + ")"
	}
	amortization, cost := portion("amortization"), "{amortization}+{interest}"
	if k.pattern == byCost {
		amortization, cost = "{cost}-{interest}", portion("cost")
	}
	if k.pattern == byExempted {
		amortization, cost, interest = "0", portion("cost"), "0"
	}
	variable := "0"
	if k.b.r.Lease.PaymentTiming == leasehold.Advance && gone == 0 && source.rows[row].before == 0 {
		variable = here("variable", r)
	}
	list := p.span()
	list["row"] = figure{spreadsheet.Plain, p.Number, ""}
	list["payment"] = figure{spreadsheet.Whole, minor(p.Payment), paid}
	list["interest"] = figure{spreadsheet.Whole, minor(p.Interest), interest}
	list["balance"] = figure{spreadsheet.Whole, minor(p.LiabilityClose), here("balance", r-1) + "-{payment}+{interest}"}
	list["amortization"] = figure{spreadsheet.Whole, minor(p.RouAmortization), amortization}
	list["asset"] = figure{spreadsheet.Whole, minor(p.RouAssetClose), here("asset", r-1) + "-{amortization}"}
	list["cost"] = figure{spreadsheet.Whole, minor(p.LeaseExpense), cost}
	list["variable"] = figure{spreadsheet.Whole, minor(p.VariableLeaseExpense), variable}
	return k.put(s, k.partRow(), list)
}

// accrued is a formula for the interest of row i by the end of its day e, where it does
// not accrue evenly: the row's interest in the proportion of the exact one.
func (k *block) accrued(i, e int) string {
	source, row, gone := k.flow(i)
	_, between, _ := source.singles(row)
	cell := func(column string) string { return source.cell(column, at(row)) }
	by := func(day int) string { // exact interest by the end of a day of the flow
		if day == 0 {
			return "0"
		}
		terms := []string{fmt.Sprintf(`(%[1]s-%[2]s)*(IF(discounting="nominal",(1+%[3]s*%[4]s/12*(%[5]s+%[6]d)/%[7]s)/(1+%[3]s*%[4]s/12*%[5]s/%[7]s),%[8]s)-1)`,
			cell("exact"), cell("paidFirst"), source.rate(), cell("periodMonths"), cell("daysBefore"), day, cell("periodDays"), growth(source.rate(), strconv.Itoa(day), cell("periodMonths"), cell("periodDays")))}
		for _, d := range between {
			if d.day < day {
				terms = append(terms, fmt.Sprintf("(%s)*(%s-1)", d.formula, growth(source.rate(), strconv.Itoa(day-d.day), cell("periodMonths"), cell("periodDays"))))
			}
		}
		return "(" + strings.Join(terms, "-") + ")"
	}
	from, to, end := by(gone), by(gone+e), by(source.rows[row].Days)
	return fmt.Sprintf("IF(ABS(%[3]s-%[1]s)<0.000001,0,%[4]s)", from, to, end, rounded(fmt.Sprintf("%s*(%s-%s)/(%s-%s)", k.cell("interest", at(i)), to, from, end, from)))
}
