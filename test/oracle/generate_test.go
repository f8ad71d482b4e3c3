package oracle_test

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/test/oracle"
)

// Generate returns a random valid lease. The fields of the lease, their kinds and their choices
// come from the table of fields in package member. The same seed always returns the same bytes.
func Generate(seed uint64) []byte { return []byte(draw(leaseDice(seed, 1)).json()) }

func solve(body string) (*oracle.Answer, error) {
	request, err := oracle.Read([]byte(body))
	if err != nil {
		return nil, err
	}
	return oracle.Solve(request)
}

// sketch is a lease that is being generated, together with the terms on which later draws depend.
type sketch struct {
	*dice
	request

	standard string
	first    time.Time
	months   int // the term in force
	period   int // months of a payment period
	size     int // approximate amount of a rent
	extreme  bool
	wanted   []string

	answer *oracle.Answer
	rows   []time.Time // first days of the schedule rows
	events []string
	last   time.Time // date of the last event

	refused string // the first generated lease that the oracle rejected; field is the invalid field
	field   string
}

var standards = []string{"ASC_842", "ASC_842", "ASC_842", "IFRS_16", "IFRS_16", "FRS_102", "FRS_102", "GASB_87", "GASB_96"}

// draw returns a random valid lease. Some leases have exact amounts at a rounding threshold and few
// other fields. All other leases have the wanted optional fields, unless a field is invalid for the
// lease.
func draw(d *dice, wanted ...string) *sketch {
	l := &sketch{dice: d, wanted: wanted, standard: pick(d, standards...), size: 1 << d.between(4, 20)}
	if d.chance(3) {
		l.size = 1 << d.between(21, 33)
	}
	l.base()
	share := pick(d, 4, 12, 25)
	switch style := d.n(100); {
	case style < 7:
		l.ties()
		share = 0
	case style < 10:
		l.threshold()
		share = 0
	case style < 12:
		l.set("annualEscalationPct", "null")
		hair(d, &l.request)
		share = 0
	case style < 20:
		l.extreme = true
		l.set("paymentAmount", pick(d, extremeAmount(d), "0.01", "999999999999999.99"))
		l.set("discountRateAnnual", extremeRate(d))
	case style == 20: // the lease ends on 9999-12-31
		months, _ := strconv.Atoi(l.get("termMonths"))
		l.set("commencementDate", day(date(10000, 1-months, 1)))
		share = 0
	}
	l.readTerms()
	if !l.attempt(func() {}) {
		panic(fmt.Sprintf("%s: %s", l.field, l.refused))
	}
	long := l.months > 130
	if share > 0 {
		l.options(share, !long)
	}
	if l.get("exemption") == "" && !long && l.first.Year() < 9000 && d.chance(75) { // a later term would end after the year 9999
		l.live(pick(d, 1, 1, 1, 2, 2, 3, 4, 6, 9))
	}
	if l.standard == "ASC_842" && d.chance(10) {
		l.atFairValueThreshold()
	}
	return l
}

// readTerms sets the terms of the sketch from the generated fields.
func (l *sketch) readTerms() {
	l.standard = unquoted(l.get("standard"))
	l.first, _ = time.Parse(time.DateOnly, unquoted(l.get("commencementDate")))
	l.months, _ = strconv.Atoi(l.get("termMonths"))
	l.period = map[string]int{"monthly": 1, "quarterly": 3, "semiannual": 6, "annual": 12}[unquoted(l.get("paymentFrequency"))]
}

func unquoted(text string) string { return strings.Trim(text, `"`) }

// json returns the lease, with the events drawn so far, as JSON.
func (l *sketch) json() string {
	if len(l.events) > 0 {
		l.set("events", "["+strings.Join(l.events, ",")+"]")
	}
	d := *l.dice // a copy, so that drawing the order of the fields does not affect later draws
	return l.request.json(&d)
}

// attempt makes a change, and undoes it if the lease becomes invalid. attempt reports whether the
// lease remained valid.
func (l *sketch) attempt(change func()) bool {
	names, values, events := slices.Clone(l.names), slices.Clone(l.values), len(l.events)
	change()
	body := l.json()
	a, err := solve(body)
	if err == nil {
		l.answer, l.rows = a, l.rows[:0]
		for k := range a.Rows {
			first, _ := time.Parse(time.DateOnly, a.Rows[k].First)
			l.rows = append(l.rows, first)
		}
		return true
	}
	var refusal *oracle.Refusal
	if !errors.As(err, &refusal) {
		panic(fmt.Sprintf("%v in %s", err, body))
	}
	if l.refused == "" {
		l.refused, l.field = body, refusal.Field
	}
	l.names, l.values, l.events = names, values, l.events[:events]
	return false
}

// base sets the required fields, the standard and the frequency and timing of the payments.
func (l *sketch) base() {
	d := l.dice
	months := pick(d, 12, 24, 36, 48, 60, 60, 84, 120)
	switch {
	case d.chance(55):
		months = d.between(1, 90)
	case d.chance(20):
		months = d.between(1, 14)
	case d.n(100) == 0:
		months = pick(d, 1200, 1199, 600, d.between(131, 1200))
	}
	l.set("standard", strconv.Quote(l.standard))
	l.set("commencementDate", commencement(d))
	l.set("termMonths", strconv.Itoa(months))
	l.set("paymentFrequency", pick(d, `"monthly"`, `"monthly"`, `"quarterly"`, `"semiannual"`, `"annual"`))
	l.set("paymentTiming", pick(d, `"advance"`, `"arrears"`))
	l.set("paymentAmount", pick(d, l.money(l.size), l.money(l.size), l.money(l.size), "0.01", "1", "999999.99"))
	if strings.Trim(l.get("paymentAmount"), "0.") == "" {
		l.set("paymentAmount", "1")
	}
	l.set("discountRateAnnual", l.rate())
}

// always lists the fields that are not drawn from the table. base sets some of them. The fields
// that base does not set depend on each other or affect no amount.
var always = []string{
	"standard", "commencementDate", "termMonths", "paymentFrequency", "paymentTiming", "paymentAmount", "discountRateAnnual",
	"events", "exchangeRate", "discountRateBasis", "evidence", "at",
	"openingRouAssetFunctional", "prepaidRentFunctional", "prepaidOrAccruedRentFunctional",
}

// options draws each optional field of the lease. percent is the probability of a field. First,
// options tries all fields together. If the oracle rejects them and single is true, options tries
// the fields one by one in random order. The calendar is the first field, because valid dates
// depend on it, and the functional currency is the last.
func (l *sketch) options(percent int, single bool) {
	var fields []*member.Member
	for i := range member.Lease {
		if m := &member.Lease[i]; !slices.Contains(always, m.Name) && m.Takes(l.standard) && (l.chance(percent) || slices.Contains(l.wanted, m.Name)) {
			fields = append(fields, m)
		}
	}
	shuffle(l.dice, fields)
	order := map[string]int{"calendar": -1, "functionalCurrency": 1}
	slices.SortStableFunc(fields, func(a, b *member.Member) int { return order[a.Name] - order[b.Name] })
	refused, field := l.refused, l.field
	if l.attempt(func() {
		for _, m := range fields {
			l.option(m)
		}
	}) || !single {
		return
	}
	l.refused, l.field = refused, field // several fields may be invalid
	for _, m := range fields {
		for range 3 {
			if l.attempt(func() { l.option(m) }) {
				break
			}
		}
	}
}

// option draws one optional field of the lease.
func (l *sketch) option(m *member.Member) {
	end := l.month(l.months).AddDate(0, 0, -1)
	switch m.Name {
	case "discountRates":
		l.set("discountRates", l.table())
		if l.chance(80) {
			l.set("discountRateAnnual", "null")
		}
	case "calendar":
		l.set("calendar", pick(l.dice, `{"from":`+l.day(l.first.AddDate(0, 0, 1), l.month(l.period))+`}`,
			`{"days":`+strconv.Quote(pick(l.dice, "english_quarter_days", "scottish_term_days"))+`}`))
	case "components":
		l.set("components", l.components("service"))
	case "functionalCurrency":
		l.set(m.Name, l.value(m, l.first, end))
		l.set("exchangeRate", exchangeRate(l.dice))
		for _, name := range []string{"openingRouAsset", "prepaidRent"} {
			if value := l.get(name); value != "" && value != "null" && l.chance(50) {
				l.set(name+"Functional", l.money(l.size))
			}
		}
		if strings.Contains(l.get("initialApplication"), "prepaid") && l.chance(50) {
			l.set("prepaidOrAccruedRentFunctional", l.money(l.size))
		}
	case "openingRouAsset":
		for _, name := range []string{"prepaidRent", "initialDirectCosts", "leaseIncentives", "restorationCost", "grantElement"} {
			l.set(name, "null")
		}
		l.set(m.Name, l.value(m, l.first, end))
	default:
		l.set(m.Name, l.value(m, l.first, end))
	}
}

// value draws the value of a field of the lease, of a nested object or of an event. value draws
// each date between from and to, inclusive.
func (l *sketch) value(m *member.Member, from, to time.Time) string {
	d := l.dice
	switch m.Kind {
	case member.Text:
		return pick(d, `"L-1"`, `"site 7"`, `"größe"`, `"a\"b"`, `"<&>"`)
	case member.Choice:
		words := slices.DeleteFunc(slices.Clone(m.Words), func(w member.Word) bool { return !w.Takes(l.standard) })
		return strconv.Quote(pick(d, words...).Name)
	case member.Flag:
		return pick(d, "true", "false", "false")
	case member.Date:
		if m.Name == "from" {
			return l.periodDay(from, to)
		}
		return l.day(from, to)
	case member.Currency:
		return pick(d, `"USD"`, `"EUR"`, `"GBP"`, `"JPY"`, `"JPY"`, `"KRW"`, `"KWD"`, `"KWD"`, `"BHD"`, `"CHF"`)
	case member.Rate:
		return l.rate()
	case member.Share:
		return pick(d, "0.5", "0.25", "0.9", "0.3333333333", "1", "0.017", "0."+d.digits(16)+"1")
	case member.Change:
		return pick(d, rate(d), rate(d), "-"+rate(d), "-0.5", "1", "0", "0.333333333333333333333", "2.5")
	case member.Exchange:
		return exchangeRate(d)
	case member.Months:
		return strconv.Itoa(l.monthsOf(m, from))
	case member.Tags:
		return pick(d, `{"entity":"North","class":"plant"}`, `{"entity":"North"}`, `{"entity":"South"}`, `{"entity":"<&>"}`, `{}`)
	case member.Object:
		return l.object(m.Of, from, to)
	case member.List:
		if m.Name == "components" {
			return l.components(pick(d, "service", "service", "lease"))
		}
		var items []string
		for range max(pick(d, 0, 1, 1, 2, 2, 3, 5), map[string]int{"receipts": 1}[m.Name]) {
			items = append(items, l.object(m.Of, from, to))
		}
		slices.Sort(items) // sorts the items by date, which is the first field
		return "[" + strings.Join(items, ",") + "]"
	default:
		return l.amount(m)
	}
}

// object draws an object with the required fields, the dates, the lists, and half of the other
// fields.
func (l *sketch) object(of []member.Member, from, to time.Time) string {
	var fields []string
	for i := range of {
		if m := &of[i]; m.Required || m.Kind == member.Date || m.Kind == member.List || l.chance(50) {
			fields = append(fields, strconv.Quote(m.Name)+":"+l.value(m, from, to))
		}
	}
	return "{" + strings.Join(fields, ",") + "}"
}

// amount draws an amount of about the size of a rent, of several rents or of all rents.
func (l *sketch) amount(m *member.Member) string {
	switch {
	case l.extreme && !m.Positive && l.chance(60):
		return extremeAmount(l.dice)
	case !m.Positive && l.chance(10):
		return pick(l.dice, "0", "0.0", "0.00")
	}
	text := l.money(pick(l.dice, l.size/8+1, l.size, l.size, l.size*3, l.size*l.months/max(l.period, 1)+1))
	if m.Signed && l.chance(40) {
		return "-" + text
	}
	return text
}

// money draws an amount of at most the given size. Sometimes the amount has more decimals than the
// currency.
func (l *sketch) money(size int) string {
	text := strconv.Itoa(l.n(size) + 1)
	if decimals := pick(l.dice, 0, 0, 1, 2, 2, 3, 4); decimals > 0 {
		text += "." + l.digits(decimals)
	}
	if l.chance(4) {
		return respell(l.dice, text)
	}
	return text
}

func (l *sketch) rate() string {
	if l.extreme && l.chance(60) {
		return extremeRate(l.dice)
	}
	return pick(l.dice, rate(l.dice), rate(l.dice), rate(l.dice), rate(l.dice), "0", "0.05", "0.06", "1", "0.21", "0.0"+l.digits(16))
}

// monthsOf draws the value of a field with a number of months.
func (l *sketch) monthsOf(m *member.Member, on time.Time) int {
	switch m.Name {
	case "termMonths":
		return l.newTerm(on)
	case "months":
		return pick(l.dice, 1, 1, 2, 3, 3, 5, 6, 12)
	case "assetTotalLifeMonths":
		return min(m.Most, life(l.dice, l.months)*pick(l.dice, 1, 4, 6))
	}
	return life(l.dice, l.months)
}

// newTerm draws a term in months that ends on or after the day on. The term is shorter or longer
// than before, or ends near the end of the current period.
func (l *sketch) newTerm(on time.Time) int {
	least := l.monthFrom(on.AddDate(0, 0, 1))
	for l.month(least).AddDate(0, 0, -1).Before(on) {
		least++
	}
	whole := (l.months + l.period - 1) / l.period * l.period
	return max(least, pick(l.dice, least, l.between(least, max(least, l.months)), whole, whole+1, whole-1, l.months+l.period*l.between(1, 4),
		l.months+l.between(1, 5), l.months+l.between(1, 60), l.months-l.between(1, 4)))
}

// components draws the components of a contract: a lease, a component of the given kind and others.
func (l *sketch) components(kind string) string {
	kinds := []string{"lease", kind}
	for range l.n(3) {
		kinds = append(kinds, pick(l.dice, "lease", "service"))
	}
	for i, kind := range kinds {
		price := pick(l.dice, strconv.Itoa(1+l.n(100)), "0."+l.digits(5)+"1", "33.333", strconv.Itoa(1+l.n(1000000)))
		kinds[i] = fmt.Sprintf(`{"name":"part %d","kind":%q,"standalonePrice":%s}`, i+1, kind, price)
	}
	return "[" + strings.Join(kinds, ",") + "]"
}

// table draws a table of discount rates that has a row for every term, valid from commencement.
func (l *sketch) table() string {
	start := l.first.Year()
	row := func(from time.Time, term int, more string) string {
		return fmt.Sprintf(`{"validFrom":%s,"termMonths":%d,"discountRateAnnual":%s%s}`, day(from), term, l.rate(), more)
	}
	kinds := []string{"", "", `,"currency":"USD"`, `,"currency":"EUR","source":"bank"`, `,"tags":{"entity":"North"}`}
	var rows []string
	for range 1 + l.n(3) {
		kind, from := pick(l.dice, kinds...), date(start-1+l.n(6), 1+l.n(12), 1)
		for _, term := range []int{1 + l.n(12), 13 + l.n(40), 60 + l.n(60), pick(l.dice, 1200, 1200, 240)} {
			rows = append(rows, row(from, term, kind))
		}
	}
	return "[" + strings.Join(append(rows, row(date(start-1, 1, 1), 1200, `,"source":"treasury"`)), ",") + "]"
}

// live appends at most the given number of events in date order. If the oracle rejects an event,
// live tries another event, a few times.
func (l *sketch) live(events int) {
	for range events {
		for range 4 {
			on := l.eventDay()
			if on.IsZero() {
				return
			}
			months := l.months
			e := l.event(on)
			if !l.attempt(func() { l.events = append(l.events, e) }) {
				l.months = months
				continue
			}
			l.last = on
			if strings.Contains(e, `"termination"`) || strings.Contains(e, `"purchase"`) {
				return
			}
			break
		}
	}
}

// eventDay draws the date of the next event: after the first measurement, within the term, and not
// before the last event.
func (l *sketch) eventDay() time.Time {
	from, to := l.rows[0].AddDate(0, 0, 1), l.month(l.months).AddDate(0, 0, -1)
	if l.last.After(from) {
		from = l.last
	}
	if to.Before(from) {
		return time.Time{}
	}
	if soon := from.AddDate(0, 0, l.n(70)); l.chance(30) && soon.Before(to) {
		to = soon
	}
	return l.dayWithin(from, to)
}

// event draws an event of a type that the standard allows. event updates the term of the sketch.
func (l *sketch) event(on time.Time) string {
	kinds := []string{
		"index", "index", "index", "contingency_resolved", "contingency_resolved", "residual_guarantee", "reassessment", "reassessment",
		"modification", "modification", "modification", "modification", "impairment", "impairment", "impairment_reversal", "impairment_reversal",
	}
	if l.chance(10) {
		kinds = []string{"termination", "purchase"}
	}
	kinds = slices.DeleteFunc(kinds, func(kind string) bool {
		return !member.EventTypeOf(kind).Known(l.standard) || kind == "impairment_reversal" && !strings.Contains(strings.Join(l.events, ""), `"impairment"`)
	})
	kind := member.EventTypeOf(pick(l.dice, kinds...))
	names, share := slices.Clone(kind.Required), pick(l.dice, 5, 15, 30)
	if len(kind.OneOf) > 0 {
		names = append(names, pick(l.dice, kind.OneOf...))
	}
	for _, name := range slices.Concat(kind.OneOf, kind.Allowed) {
		if l.chance(share) || name == "termMonths" && l.chance(50) {
			names = append(names, name)
		}
	}
	if kind.Name == "modification" && l.chance(35) { // a decrease in scope
		names = append(names, pick(l.dice, []string{"retainedShare"}, []string{"retainedShare", "proportion"})...)
	}
	if l.get("functionalCurrency") != "" && !strings.HasPrefix(kind.Name, "impairment") {
		names = append(names, "exchangeRate")
	}
	if i := slices.Index(names, "termMonths"); i >= 0 {
		l.months = l.newTerm(on)
	}
	e := &request{}
	e.set("date", day(on))
	e.set("type", strconv.Quote(kind.Name))
	for _, name := range names {
		m := member.Find(member.Event, name)
		switch {
		case name == "termMonths":
			e.set(name, strconv.Itoa(l.months))
		case name == "discountRateBasis", slices.Contains(member.NewRent, name) && e.get("paymentAmount")+e.get("changePct") != "":
		case name == "discountRateAnnual" && (l.get("discountRates") != "" || l.standard == "FRS_102") && l.chance(50): // optional
		default:
			e.set(name, l.value(m, on, l.month(l.months).AddDate(0, 0, -1)))
		}
	}
	return e.json(l.dice)
}

func day(t time.Time) string { return strconv.Quote(t.Format(time.DateOnly)) }

func date(year, month, day int) time.Time {
	return time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
}

// month returns the first day of month n of the lease, counted from 0.
func (l *sketch) month(n int) time.Time {
	first := date(l.first.Year(), int(l.first.Month())+n, 1)
	return first.AddDate(0, 0, min(l.first.Day(), first.AddDate(0, 1, -1).Day())-1)
}

// monthFrom returns the index of the first month of the lease that starts on or after t.
func (l *sketch) monthFrom(t time.Time) int {
	n := 0
	for l.month(n).Before(t) {
		n++
	}
	return n
}

func (l *sketch) day(from, to time.Time) string { return day(l.dayWithin(from, to)) }

// dayWithin draws a day between from and to, inclusive. dayWithin often returns from, to, or the
// first or last day of a month or of a schedule row.
func (l *sketch) dayWithin(from, to time.Time) time.Time {
	uniform := from.AddDate(0, 0, l.n(max(0, int(to.Sub(from).Hours()/24))+1))
	t := uniform
	switch l.n(10) {
	case 0:
		return from
	case 1:
		return to
	case 2:
		t = from.AddDate(0, 0, 1)
	case 3:
		t = l.month(l.monthFrom(uniform)).AddDate(0, 0, pick(l.dice, -1, 0, 1))
	case 4, 5:
		t, _ = time.Parse(`"`+time.DateOnly+`"`, l.periodDay(from, to))
	case 6:
		t, _ = time.Parse(`"`+time.DateOnly+`"`, l.periodDay(from, to))
		t = t.AddDate(0, 0, pick(l.dice, -1, 1))
	}
	if t.Before(from) || t.After(to) {
		return uniform
	}
	return t
}

// periodDay draws a day between from and to, inclusive. The day is the first day of a schedule row
// or, sometimes, of a month.
func (l *sketch) periodDay(from, to time.Time) string {
	days := slices.Clone(l.rows)
	if l.chance(30) || len(l.rows) == 0 {
		for n := l.monthFrom(from); !l.month(n).After(to); n++ {
			days = append(days, l.month(n))
		}
	}
	days = slices.DeleteFunc(days, func(t time.Time) bool { return t.Before(from) || t.After(to) })
	if len(days) == 0 {
		return day(from)
	}
	return day(pick(l.dice, days...))
}
