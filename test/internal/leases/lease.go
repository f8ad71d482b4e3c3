package leases

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

// Generate returns a random valid lease. The same seed always returns the same bytes.
func Generate(seed uint64) []byte { return []byte(Draw(NewDice(seed, 1)).JSON()) }

// Solve returns the oracle's results for a lease.
func Solve(body string) (*oracle.Answer, error) {
	r, err := oracle.Read([]byte(body))
	if err != nil {
		return nil, err
	}
	return oracle.Solve(r)
}

// Lease is a lease that is being generated, with the terms that later draws depend on.
type Lease struct {
	*Dice
	Fields

	First  time.Time // commencement date
	Months int       // the effective term, in months
	Size   int       // approximate amount of one rent payment
	Answer *oracle.Answer

	Refused string // the first generated lease that the oracle rejected, if any
	Field   string // the field that is invalid in Refused

	standard string
	period   int // months in a payment period
	extreme  bool
	wanted   []string
	rows     []time.Time // first days of the schedule rows
	events   []string
	last     time.Time // date of the last event
}

var standards = []string{"ASC_842", "ASC_842", "ASC_842", "IFRS_16", "IFRS_16", "FRS_102", "FRS_102", "GASB_87", "GASB_96"}

// Draw returns a random valid lease. Some leases have exact amounts at a rounding threshold and few
// other fields. All others have the desired optional fields, unless a field is invalid for the
// lease.
func Draw(d *Dice, wanted ...string) *Lease {
	l := &Lease{Dice: d, wanted: wanted, standard: Pick(d, standards...), Size: 1 << d.Between(4, 20)}
	if d.Chance(3) {
		l.Size = 1 << d.Between(21, 33)
	}
	l.base()
	share := Pick(d, 4, 12, 25)
	switch style := d.N(100); {
	case style < 7:
		l.ties()
		share = 0
	case style < 10:
		l.threshold()
		share = 0
	case style < 12:
		l.Set("annualEscalationPct", "null")
		Hair(d, &l.Fields)
		share = 0
	case style < 20:
		l.extreme = true
		l.Set("paymentAmount", Pick(d, extremeAmount(d), "0.01", "999999999999999.99"))
		l.Set("discountRateAnnual", extremeRate(d))
	case style == 20: // the lease ends on 9999-12-31
		months, _ := strconv.Atoi(l.Get("termMonths"))
		l.Set("commencementDate", Day(Date(10000, 1-months, 1)))
		share = 0
	}
	l.readTerms()
	if !l.Attempt(func() {}) {
		panic(fmt.Sprintf("%s: %s", l.Field, l.Refused))
	}
	long := l.Months > 130
	if share > 0 {
		l.options(share, !long, func(*member.Member) bool { return true })
	}
	if l.Get("exemption") == "" && !long && l.First.Year() < 9000 && d.Chance(75) { // a later term would end after the year 9999
		l.live(Pick(d, 1, 1, 1, 2, 2, 3, 4, 6, 9))
	}
	if l.standard == "ASC_842" && d.Chance(10) {
		l.atFairValueThreshold()
	}
	return l
}

// readTerms sets the terms from the generated fields.
func (l *Lease) readTerms() {
	l.standard = unquoted(l.Get("standard"))
	l.First, _ = time.Parse(time.DateOnly, unquoted(l.Get("commencementDate")))
	l.Months, _ = strconv.Atoi(l.Get("termMonths"))
	l.period = map[string]int{"monthly": 1, "quarterly": 3, "semiannual": 6, "annual": 12}[unquoted(l.Get("paymentFrequency"))]
}

func unquoted(text string) string { return strings.Trim(text, `"`) }

// JSON returns the lease, including the events drawn so far, as JSON.
func (l *Lease) JSON() string {
	if len(l.events) > 0 {
		l.Set("events", "["+strings.Join(l.events, ",")+"]")
	}
	d := *l.Dice // a copy, so that drawing the fields' order does not affect later draws
	return l.Fields.JSON(&d)
}

// Attempt makes a change, and undoes it if the lease becomes invalid. It reports whether the lease
// is still valid.
func (l *Lease) Attempt(change func()) bool {
	names, values, events := slices.Clone(l.names), slices.Clone(l.values), len(l.events)
	change()
	body := l.JSON()
	a, err := Solve(body)
	if err == nil {
		l.Answer, l.rows = a, l.rows[:0]
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
	if l.Refused == "" {
		l.Refused, l.Field = body, refusal.Field
	}
	l.names, l.values, l.events = names, values, l.events[:events]
	return false
}

// base sets the required fields, the standard, and the payments' frequency and timing.
func (l *Lease) base() {
	d := l.Dice
	months := Pick(d, 12, 24, 36, 48, 60, 60, 84, 120)
	switch {
	case d.Chance(55):
		months = d.Between(1, 90)
	case d.Chance(20):
		months = d.Between(1, 14)
	case d.N(100) == 0:
		months = Pick(d, 1200, 1199, 600, d.Between(131, 1200))
	}
	l.Set("standard", strconv.Quote(l.standard))
	l.Set("commencementDate", commencement(d))
	l.Set("termMonths", strconv.Itoa(months))
	l.Set("paymentFrequency", Pick(d, `"monthly"`, `"monthly"`, `"quarterly"`, `"semiannual"`, `"annual"`))
	l.Set("paymentTiming", Pick(d, `"advance"`, `"arrears"`))
	l.Set("paymentAmount", Pick(d, l.Money(l.Size), l.Money(l.Size), l.Money(l.Size), "0.01", "1", "999999.99"))
	if strings.Trim(l.Get("paymentAmount"), "0.") == "" {
		l.Set("paymentAmount", "1")
	}
	l.Set("discountRateAnnual", l.rate())
}

// always is the list of fields that are not drawn from the table. The function base sets some of
// these fields. The other fields depend on each other or affect no amount.
var always = []string{
	"standard", "commencementDate", "termMonths", "paymentFrequency", "paymentTiming", "paymentAmount", "discountRateAnnual",
	"events", "exchangeRate", "discountRateBasis", "evidence", "at",
	"openingRouAssetFunctional", "prepaidRentFunctional", "prepaidOrAccruedRentFunctional",
}

// options draws each optional field with a probability in percent. It first tries all fields
// together. If the oracle rejects them and the argument single is true, the method tries the fields
// one by one in random order. The calendar comes first, because valid dates depend on it, and the
// functional currency comes last. Fields for which allowed returns false are not drawn.
func (l *Lease) options(percent int, single bool, allowed func(*member.Member) bool) {
	var fields []*member.Member
	for i := range member.Lease {
		if m := &member.Lease[i]; !slices.Contains(always, m.Name) && m.Takes(l.standard) && allowed(m) && (l.Chance(percent) || slices.Contains(l.wanted, m.Name)) {
			fields = append(fields, m)
		}
	}
	shuffle(l.Dice, fields)
	order := map[string]int{"calendar": -1, "functionalCurrency": 1}
	slices.SortStableFunc(fields, func(a, b *member.Member) int { return order[a.Name] - order[b.Name] })
	refused, field := l.Refused, l.Field
	if l.Attempt(func() {
		for _, m := range fields {
			l.Option(m)
		}
	}) || !single {
		return
	}
	l.Refused, l.Field = refused, field // several fields can be invalid
	for _, m := range fields {
		for range 3 {
			if l.Attempt(func() { l.Option(m) }) {
				break
			}
		}
	}
}

// Option draws one optional field.
func (l *Lease) Option(m *member.Member) {
	end := l.month(l.Months).AddDate(0, 0, -1)
	switch m.Name {
	case "discountRates":
		l.Set("discountRates", l.table())
		if l.Chance(80) {
			l.Set("discountRateAnnual", "null")
		}
	case "calendar":
		l.Set("calendar", Pick(l.Dice, `{"from":`+l.day(l.First.AddDate(0, 0, 1), l.month(l.period))+`}`,
			`{"days":`+strconv.Quote(Pick(l.Dice, "english_quarter_days", "scottish_term_days"))+`}`))
	case "components":
		l.Set("components", l.components("service"))
	case "functionalCurrency":
		l.Set(m.Name, l.value(m, l.First, end))
		l.Set("exchangeRate", exchangeRate(l.Dice))
		for _, name := range []string{"openingRouAsset", "prepaidRent"} {
			if value := l.Get(name); value != "" && value != "null" && l.Chance(50) {
				l.Set(name+"Functional", l.Money(l.Size))
			}
		}
		if strings.Contains(l.Get("initialApplication"), "prepaid") && l.Chance(50) {
			l.Set("prepaidOrAccruedRentFunctional", l.Money(l.Size))
		}
	case "openingRouAsset":
		for _, name := range []string{"prepaidRent", "initialDirectCosts", "leaseIncentives", "restorationCost", "grantElement"} {
			l.Set(name, "null")
		}
		l.Set(m.Name, l.value(m, l.First, end))
	default:
		l.Set(m.Name, l.value(m, l.First, end))
	}
}

// value draws a value for a field of the lease, of a nested object or of an event. Each date is in
// the inclusive range of days.
func (l *Lease) value(m *member.Member, from, to time.Time) string {
	d := l.Dice
	switch m.Kind {
	case member.Text:
		return Pick(d, `"L-1"`, `"site 7"`, `"größe"`, `"a\"b"`, `"<&>"`)
	case member.Choice:
		words := slices.DeleteFunc(slices.Clone(m.Words), func(w member.Word) bool { return !w.Takes(l.standard) })
		return strconv.Quote(Pick(d, words...).Name)
	case member.Flag:
		return Pick(d, "true", "false", "false")
	case member.Date:
		if m.Name == "from" {
			return l.periodDay(from, to)
		}
		return l.day(from, to)
	case member.Currency:
		return Pick(d, `"USD"`, `"EUR"`, `"GBP"`, `"JPY"`, `"JPY"`, `"KRW"`, `"KWD"`, `"KWD"`, `"BHD"`, `"CHF"`)
	case member.Rate:
		return l.rate()
	case member.Share:
		return Pick(d, "0.5", "0.25", "0.9", "0.3333333333", "1", "0.017", "0."+d.digits(16)+"1")
	case member.Change:
		return Pick(d, Rate(d), Rate(d), "-"+Rate(d), "-0.5", "1", "0", "0.333333333333333333333", "2.5")
	case member.Exchange:
		return exchangeRate(d)
	case member.Months:
		return strconv.Itoa(l.monthsOf(m, from))
	case member.Tags:
		return Pick(d, `{"entity":"North","class":"plant"}`, `{"entity":"North"}`, `{"entity":"South"}`, `{"entity":"<&>"}`, `{}`)
	case member.Object:
		return l.object(m.Of, from, to)
	case member.List:
		if m.Name == "components" {
			return l.components(Pick(d, "service", "service", "lease"))
		}
		var items []string
		for range max(Pick(d, 0, 1, 1, 2, 2, 3, 5), map[string]int{"receipts": 1}[m.Name]) {
			items = append(items, l.object(m.Of, from, to))
		}
		slices.Sort(items) // by date, which is the first field
		return "[" + strings.Join(items, ",") + "]"
	default:
		return l.amount(m)
	}
}

// object draws an object with the required fields, the dates, the lists, and half of the other
// fields.
func (l *Lease) object(of []member.Member, from, to time.Time) string {
	var fields []string
	for i := range of {
		if m := &of[i]; m.Required || m.Kind == member.Date || m.Kind == member.List || l.Chance(50) {
			fields = append(fields, strconv.Quote(m.Name)+":"+l.value(m, from, to))
		}
	}
	return "{" + strings.Join(fields, ",") + "}"
}

// amount draws an amount about as large as one rent payment, several rent payments, or all of them.
func (l *Lease) amount(m *member.Member) string {
	switch {
	case l.extreme && !m.Positive && l.Chance(60):
		return extremeAmount(l.Dice)
	case !m.Positive && l.Chance(10):
		return Pick(l.Dice, "0", "0.0", "0.00")
	}
	text := l.Money(Pick(l.Dice, l.Size/8+1, l.Size, l.Size, l.Size*3, l.Size*l.Months/max(l.period, 1)+1))
	if m.Signed && l.Chance(40) {
		return "-" + text
	}
	return text
}

// Money draws an amount of at most the given size, sometimes with more decimals than the currency
// has.
func (l *Lease) Money(size int) string {
	text := strconv.Itoa(l.N(size) + 1)
	if decimals := Pick(l.Dice, 0, 0, 1, 2, 2, 3, 4); decimals > 0 {
		text += "." + l.digits(decimals)
	}
	if l.Chance(4) {
		return text + Pick(l.Dice, "e0", "E+00", "e-0")
	}
	return text
}

func (l *Lease) rate() string {
	if l.extreme && l.Chance(60) {
		return extremeRate(l.Dice)
	}
	return Pick(l.Dice, Rate(l.Dice), Rate(l.Dice), Rate(l.Dice), Rate(l.Dice), "0", "0.05", "0.06", "1", "0.21", "0.0"+l.digits(16))
}

// monthsOf draws the value of a field that is a number of months.
func (l *Lease) monthsOf(m *member.Member, on time.Time) int {
	switch m.Name {
	case "termMonths":
		return l.newTerm(on)
	case "months":
		return Pick(l.Dice, 1, 1, 2, 3, 3, 5, 6, 12)
	case "assetTotalLifeMonths":
		return min(m.Most, life(l.Dice, l.Months)*Pick(l.Dice, 1, 4, 6))
	}
	return life(l.Dice, l.Months)
}

// newTerm draws a term, in months, that ends on or after the given day. The new term is shorter or
// longer than the previous term, or ends near the end of the current period.
func (l *Lease) newTerm(on time.Time) int {
	least := l.monthFrom(on.AddDate(0, 0, 1))
	for l.month(least).AddDate(0, 0, -1).Before(on) {
		least++
	}
	whole := (l.Months + l.period - 1) / l.period * l.period
	return max(least, Pick(l.Dice, least, l.Between(least, max(least, l.Months)), whole, whole+1, whole-1, l.Months+l.period*l.Between(1, 4),
		l.Months+l.Between(1, 5), l.Months+l.Between(1, 60), l.Months-l.Between(1, 4)))
}

// components draws a contract's components: a lease, a component of the given kind, and others.
func (l *Lease) components(kind string) string {
	kinds := []string{"lease", kind}
	for range l.N(3) {
		kinds = append(kinds, Pick(l.Dice, "lease", "service"))
	}
	for i, kind := range kinds {
		price := Pick(l.Dice, strconv.Itoa(1+l.N(100)), "0."+l.digits(5)+"1", "33.333", strconv.Itoa(1+l.N(1000000)))
		kinds[i] = fmt.Sprintf(`{"name":"part %d","kind":%q,"standalonePrice":%s}`, i+1, kind, price)
	}
	return "[" + strings.Join(kinds, ",") + "]"
}

// table draws a table of discount rates with a row for every term, valid from commencement.
func (l *Lease) table() string {
	start := l.First.Year()
	row := func(from time.Time, term int, more string) string {
		return fmt.Sprintf(`{"validFrom":%s,"termMonths":%d,"discountRateAnnual":%s%s}`, Day(from), term, l.rate(), more)
	}
	kinds := []string{"", "", `,"currency":"USD"`, `,"currency":"EUR","source":"bank"`, `,"tags":{"entity":"North"}`}
	var rows []string
	for range 1 + l.N(3) {
		kind, from := Pick(l.Dice, kinds...), Date(start-1+l.N(6), 1+l.N(12), 1)
		for _, term := range []int{1 + l.N(12), 13 + l.N(40), 60 + l.N(60), Pick(l.Dice, 1200, 1200, 240)} {
			rows = append(rows, row(from, term, kind))
		}
	}
	return "[" + strings.Join(append(rows, row(Date(start-1, 1, 1), 1200, `,"source":"treasury"`)), ",") + "]"
}

// live appends at most the given number of events in date order. If the oracle rejects an event,
// another event is tried, a few times at most.
func (l *Lease) live(events int) {
	for range events {
		for range 4 {
			on := l.EventDay()
			if on.IsZero() {
				return
			}
			months := l.Months
			e := l.event(on)
			if !l.Attempt(func() { l.events = append(l.events, e) }) {
				l.Months = months
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

// EventDay draws the next event's date: after the first measurement, within the term, and not
// before the last event.
func (l *Lease) EventDay() time.Time {
	from, to := l.rows[0].AddDate(0, 0, 1), l.month(l.Months).AddDate(0, 0, -1)
	if l.last.After(from) {
		from = l.last
	}
	if to.Before(from) {
		return time.Time{}
	}
	if soon := from.AddDate(0, 0, l.N(70)); l.Chance(30) && soon.Before(to) {
		to = soon
	}
	return l.dayWithin(from, to)
}

// event draws an event of a type that the standard allows, and updates the lease's term.
func (l *Lease) event(on time.Time) string {
	kinds := []string{
		"index", "index", "index", "contingency_resolved", "contingency_resolved", "residual_guarantee", "reassessment", "reassessment",
		"modification", "modification", "modification", "modification", "impairment", "impairment", "impairment_reversal", "impairment_reversal",
	}
	if l.Chance(10) {
		kinds = []string{"termination", "purchase"}
	}
	kinds = slices.DeleteFunc(kinds, func(kind string) bool {
		return !member.EventTypeOf(kind).Known(l.standard) || kind == "impairment_reversal" && !strings.Contains(strings.Join(l.events, ""), `"impairment"`)
	})
	kind := member.EventTypeOf(Pick(l.Dice, kinds...))
	names, share := slices.Clone(kind.Required), Pick(l.Dice, 5, 15, 30)
	if len(kind.OneOf) > 0 {
		names = append(names, Pick(l.Dice, kind.OneOf...))
	}
	for _, name := range slices.Concat(kind.OneOf, kind.Allowed) {
		if l.Chance(share) || name == "termMonths" && l.Chance(50) {
			names = append(names, name)
		}
	}
	if kind.Name == "modification" && l.Chance(35) { // a decrease in scope
		names = append(names, Pick(l.Dice, []string{"retainedShare"}, []string{"retainedShare", "proportion"})...)
	}
	if l.Get("functionalCurrency") != "" && !strings.HasPrefix(kind.Name, "impairment") {
		names = append(names, "exchangeRate")
	}
	if i := slices.Index(names, "termMonths"); i >= 0 {
		l.Months = l.newTerm(on)
	}
	e := &Fields{}
	e.Set("date", Day(on))
	e.Set("type", strconv.Quote(kind.Name))
	for _, name := range names {
		m := member.Find(member.Event, name)
		switch {
		case name == "termMonths":
			e.Set(name, strconv.Itoa(l.Months))
		case name == "discountRateBasis", slices.Contains(member.NewRent, name) && e.Get("paymentAmount")+e.Get("changePct") != "":
		case name == "discountRateAnnual" && (l.Get("discountRates") != "" || l.standard == "FRS_102") && l.Chance(50): // optional
		default:
			e.Set(name, l.value(m, on, l.month(l.Months).AddDate(0, 0, -1)))
		}
	}
	return e.JSON(l.Dice)
}

// Day returns a date as a JSON string.
func Day(t time.Time) string { return strconv.Quote(t.Format(time.DateOnly)) }

// Date returns the start of a day, in UTC.
func Date(year, month, day int) time.Time {
	return time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
}

// month returns the first day of the n-th month of the lease, counted from 0.
func (l *Lease) month(n int) time.Time {
	first := Date(l.First.Year(), int(l.First.Month())+n, 1)
	return first.AddDate(0, 0, min(l.First.Day(), first.AddDate(0, 1, -1).Day())-1)
}

// monthFrom returns the index of the lease's first month that starts on or after t.
func (l *Lease) monthFrom(t time.Time) int {
	n := 0
	for l.month(n).Before(t) {
		n++
	}
	return n
}

func (l *Lease) day(from, to time.Time) string { return Day(l.dayWithin(from, to)) }

// dayWithin draws a day in an inclusive range. The result is often the first or last day of the
// range, the first or last day of a month, or the first or last day of a schedule row.
func (l *Lease) dayWithin(from, to time.Time) time.Time {
	uniform := from.AddDate(0, 0, l.N(max(0, int(to.Sub(from).Hours()/24))+1))
	t := uniform
	switch l.N(10) {
	case 0:
		return from
	case 1:
		return to
	case 2:
		t = from.AddDate(0, 0, 1)
	case 3:
		t = l.month(l.monthFrom(uniform)).AddDate(0, 0, Pick(l.Dice, -1, 0, 1))
	case 4, 5:
		t, _ = time.Parse(`"`+time.DateOnly+`"`, l.periodDay(from, to))
	case 6:
		t, _ = time.Parse(`"`+time.DateOnly+`"`, l.periodDay(from, to))
		t = t.AddDate(0, 0, Pick(l.Dice, -1, 1))
	}
	if t.Before(from) || t.After(to) {
		return uniform
	}
	return t
}

// periodDay draws a day in an inclusive range: the first day of a schedule row or, sometimes, of a
// month.
func (l *Lease) periodDay(from, to time.Time) string {
	days := slices.Clone(l.rows)
	if l.Chance(30) || len(l.rows) == 0 {
		for n := l.monthFrom(from); !l.month(n).After(to); n++ {
			days = append(days, l.month(n))
		}
	}
	days = slices.DeleteFunc(days, func(t time.Time) bool { return t.Before(from) || t.After(to) })
	if len(days) == 0 {
		return Day(from)
	}
	return Day(Pick(l.Dice, days...))
}
