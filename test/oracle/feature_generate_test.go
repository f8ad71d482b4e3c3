package oracle_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

var quarterDays = map[string][][2]int{
	"english_quarter_days": {{3, 25}, {6, 24}, {9, 29}, {12, 25}},
	"scottish_term_days":   {{2, 28}, {5, 28}, {8, 28}, {11, 28}},
}

// calendar adds a calendar, unless the calendar makes the lease invalid. It must run before dated
// fields are generated, because valid dates depend on the calendar.
func (l *sketch) calendar() {
	if l.chance(18) {
		l.attempt(func() {
			from := l.first.AddDate(0, 0, 1+l.n(int(l.month(l.period).Sub(l.first).Hours()/24)))
			if l.chance(50) && from.Day() > 1 && from.AddDate(0, 1, 1-from.Day()).Before(l.month(l.period)) {
				from = from.AddDate(0, 1, 1-from.Day())
			}
			l.anchor = from
			l.set("calendar", `{"from":`+day(from)+`}`)
		})
		if l.get("calendar") == "" {
			l.anchor = time.Time{}
		}
		return
	}
	if l.period == 3 && l.chance(40) {
		l.quarters = pick(l.dice, "english_quarter_days", "scottish_term_days")
		l.set("calendar", `{"days":`+strconv.Quote(l.quarters)+`}`)
	}
}

// starts lists the first days of the payment periods that start within the given number of months,
// except the first period.
func (l *sketch) starts(months int) []time.Time {
	var all []time.Time
	end := l.month(months)
	add := func(t time.Time) bool {
		if t.After(l.first) && t.Before(end) {
			all = append(all, t)
		}
		return t.Before(end)
	}
	switch {
	case l.quarters != "":
		for year := l.first.Year(); year <= end.Year(); year++ {
			for _, d := range quarterDays[l.quarters] {
				add(time.Date(year, time.Month(d[0]), d[1], 0, 0, 0, 0, time.UTC))
			}
		}
	case !l.anchor.IsZero():
		at := &sketch{first: l.anchor}
		for n := 0; add(at.month(n)); n += l.period {
			continue
		}
	default:
		for n := l.period; add(l.month(n)); n += l.period {
			continue
		}
	}
	return all
}

func (l *sketch) freeStarts(months int) []time.Time {
	switch {
	case l.quarters != "":
		return append([]time.Time{l.first}, l.starts(months)...)
	case !l.anchor.IsZero():
		all, at := []time.Time{l.first}, &sketch{first: l.anchor}
		for n := 1 - l.period; at.month(n).Before(l.month(months)); n++ {
			if at.month(n).After(l.first) {
				all = append(all, at.month(n))
			}
		}
		return all
	}
	var all []time.Time
	for n := range months {
		all = append(all, l.month(n))
	}
	return all
}

func (l *sketch) dated(amount func() string) string {
	end := l.month(l.months).AddDate(0, 0, -1)
	var days []time.Time
	for range 1 + l.n(5) {
		days = append(days, l.dayWithin(l.first, end))
	}
	slices.SortFunc(days, time.Time.Compare)
	var items []string
	for _, t := range days {
		items = append(items, fmt.Sprintf(`{"date":%s,"amount":%s}`, day(t), amount()))
	}
	return "[" + strings.Join(items, ",") + "]"
}

// parts draws the components of a contract. If service is set, at least one of them is a lease and
// at least one is a service.
func (l *sketch) parts(service bool) string {
	kinds := []string{"lease", "lease"}
	if service {
		kinds = []string{"lease", "service"}
		for range l.n(3) {
			kinds = append(kinds, pick(l.dice, "lease", "service"))
		}
	}
	var items []string
	for i, kind := range kinds {
		price := pick(l.dice, strconv.Itoa(1+l.n(100)), "0."+l.digits(5)+"1", "33.333", strconv.Itoa(1+l.n(1000000)))
		items = append(items, fmt.Sprintf(`{"name":"part %d","kind":%q,"standalonePrice":%s}`, i+1, kind, price))
	}
	return "[" + strings.Join(items, ",") + "]"
}

// paid adds actual payments outside the liability.
func (l *sketch) paid() {
	if l.chance(20) {
		l.attempt(func() { l.set("components", l.parts(true)) })
	}
	if l.chance(15) {
		l.set("irrecoverableTaxRate", pick(l.dice, "0.2", "0.19", "1", "0", rate(l.dice)))
	}
	if l.chance(10) {
		l.set("variablePayments", l.dated(func() string { return pick(l.dice, "", "", "-") + l.money(l.size) }))
	}
	if l.standard == "IFRS_16" && l.chance(10) {
		l.set("framework", pick(l.dice, `"AASB 16"`, `"NZ IFRS 16"`, `"K-IFRS 1116"`))
	}
	if strings.HasPrefix(l.standard, "GASB") {
		return
	}
	if l.chance(10) {
		l.set("subleaseIncome", l.dated(func() string { return l.money(l.size) }))
	}
	if l.chance(12) {
		l.attempt(func() { l.set("subleases", l.sublet()) })
	}
}

func (l *sketch) sublet() string {
	var items []string
	end := l.month(l.months).AddDate(0, 0, -1)
	for range 1 + l.n(2) {
		from := l.dayWithin(l.first, end)
		if l.chance(15) {
			from = l.first.AddDate(0, -l.n(20), 0)
		}
		to := l.dayWithin(from, end)
		var days []time.Time
		for range 1 + l.n(6) {
			days = append(days, from.AddDate(0, 0, l.n(2+int(to.Sub(from).Hours()/24))-l.n(2)*l.n(20)))
		}
		slices.SortFunc(days, time.Time.Compare)
		var receipts []string
		for _, t := range days {
			receipts = append(receipts, fmt.Sprintf(`{"date":%s,"amount":%s}`, day(t), l.money(l.size)))
		}
		items = append(items, fmt.Sprintf(`{"from":%s,"to":%s,"receipts":[%s]}`, day(from), day(to), strings.Join(receipts, ",")))
	}
	return "[" + strings.Join(items, ",") + "]"
}

func (l *sketch) rates() {
	if !l.chance(15) {
		return
	}
	start := l.first.Year()
	var rows []string
	kinds := []string{"", "", fmt.Sprintf(`,"currency":%s`, pick(l.dice, `"USD"`, `"EUR"`)), `,"tags":{"entity":"North"}`}
	for range 1 + l.n(3) {
		kind, from := pick(l.dice, kinds...), time.Date(start-1+l.n(6), time.Month(1+l.n(12)), 1, 0, 0, 0, 0, time.UTC)
		for _, term := range []int{1 + l.n(12), 13 + l.n(40), 60 + l.n(60), pick(l.dice, 1200, 1200, 240)} {
			rows = append(rows, fmt.Sprintf(`{"validFrom":%s,"termMonths":%d,"discountRateAnnual":%s%s%s}`,
				day(from), term, l.rateText(), kind, pick(l.dice, "", `,"source":"bank"`)))
		}
	}
	rows = append(rows, fmt.Sprintf(`{"validFrom":"%d-01-01","termMonths":1200,"discountRateAnnual":%s,"source":"treasury"}`, start-1, l.rateText()))
	own := l.get("discountRateAnnual")
	l.attempt(func() {
		l.set("discountRates", "["+strings.Join(rows, ",")+"]")
		if l.chance(80) {
			l.set("discountRateAnnual", "null")
		}
	})
	l.ownRate = own
	if l.chance(20) {
		l.set("discountRateBasis", pick(l.dice, `"implicit"`, `"incremental"`))
	}
}

// application adds an initial application, dated after commencement.
func (l *sketch) application() {
	if l.standard != "FRS_102" && l.standard != "IFRS_16" || !l.chance(25) || l.months < 2 {
		return
	}
	l.attempt(func() {
		for _, name := range []string{"prepaidRent", "initialDirectCosts", "leaseIncentives", "restorationCost", "openingRouAsset", "grantElement"} {
			if l.get(name) != "" {
				l.set(name, "null")
			}
		}
		l.applied = l.dayWithin(l.first.AddDate(0, 0, 1), l.month(l.months).AddDate(0, 0, -1))
		members := `"date":` + day(l.applied)
		plain := l.get("rentSteps") == "" && l.get("rentFree") == "" && l.get("otherPayments") == "" && l.get("annualEscalationPct") == "" && l.get("annualEscalationAmount") == ""
		if !plain || l.chance(40) {
			members += `,"prepaidOrAccruedRent":` + pick(l.dice, "0", l.money(l.size), "-"+l.money(l.size))
		}
		if l.chance(20) {
			members += `,"onerousProvision":` + l.money(l.size)
		}
		if l.get("exemption") != "" && l.get("exemption") != "null" {
			members = `"date":` + day(l.applied)
		}
		l.set("initialApplication", "{"+members+"}")
	})
	if l.get("initialApplication") == "" {
		l.applied = time.Time{}
	}
}
