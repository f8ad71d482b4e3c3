package oracle_test

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/leasehold-accounting/leasehold/test/oracle"
)

// Generate returns a random valid lease with fields of METHOD 12 and events of METHOD 13. Its
// amounts are typical or extreme. The same seed always returns the same bytes.
func Generate(seed uint64) []byte {
	l := draw(leaseDice(seed, 1))
	body := l.json()
	if _, err := solve(body); err != nil {
		panic(fmt.Sprintf("seed %d: %v in %s", seed, err, body)) // cannot happen, because keep and attempt undo every change that makes the lease invalid
	}
	return []byte(body)
}

// GenerateRefused returns a random lease with an invalid last event, and the name of the invalid
// field. For some seeds body is nil.
func GenerateRefused(seed uint64) (body []byte, field string) {
	l := draw(leaseDice(seed, 2))
	return []byte(l.refused), l.field
}

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
	months   int // the current term
	period   int
	decimals int
	size     int // approximate amount of a rent

	anchor   time.Time // first day of the first regular period of a calendar; zero without one
	quarters string
	applied  time.Time
	ownRate  string // the rate that is supplied in addition to a table of rates

	events  []string
	last    time.Time
	refused string // the first generated lease that the oracle rejected; field is the invalid field
	field   string
}

func draw(d *dice) *sketch {
	l := &sketch{dice: d, standard: pick(d, standards...)}
	l.months = pick(d, 12, 24, 36, 48, 60, 60, 84, 120)
	if d.chance(55) {
		l.months = d.between(1, 90)
	}
	l.period = pick(d, 1, 1, 3, 6, 12)
	if d.chance(10) {
		l.months = d.between(1, 30)
	}
	l.size = 1 << d.between(4, 20)
	if d.chance(3) {
		l.size = 1 << d.between(21, 33)
	}
	if d.n(500) == 0 {
		l.months = d.between(121, 1200)
	}
	l.base()
	if d.chance(6) && l.standard != "GASB_96" {
		l.perfect()
	}
	l.contract()
	if l.get("exemption") == "" && d.chance(85) {
		l.live(pick(d, 1, 1, 1, 2, 2, 3, 4, 6, 9))
	}
	return l
}

// json returns the lease, with the events drawn so far, as JSON.
func (l *sketch) json() string {
	if len(l.events) > 0 {
		l.set("events", "["+strings.Join(l.events, ",")+"]")
	}
	d := *l.dice // a copy, so that drawing the order of the fields does not affect later draws
	return l.request.json(&d)
}

// attempt makes a change and undoes it if the lease becomes invalid. It reports whether the lease
// is still valid.
func (l *sketch) attempt(change func()) bool {
	names, values, events := append([]string{}, l.names...), append([]string{}, l.values...), len(l.events)
	change()
	body := l.json()
	_, err := solve(body)
	if err == nil {
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

// money draws an amount of about the given size. Sometimes the amount has more decimals than the
// currency.
func (l *sketch) money(size int) string {
	whole := strconv.Itoa(l.n(size) + 1)
	decimals := pick(l.dice, 0, l.decimals, l.decimals, l.decimals+1)
	if decimals == 0 {
		return whole
	}
	text := whole + "." + l.digits(decimals)
	if l.chance(3) {
		return respell(l.dice, text)
	}
	return text
}

func (l *sketch) rent() string {
	if l.chance(4) {
		return pick(l.dice, "0.01", "0.004", "1", "999999.99")
	}
	return l.money(l.size)
}

func (l *sketch) rateText() string {
	return pick(l.dice, rate(l.dice), rate(l.dice), rate(l.dice), rate(l.dice), "0", "0.05", "0.06", "1", "0.21", "0.0"+l.digits(16))
}

func (l *sketch) base() {
	d := l.dice
	l.first = l.commencement()
	l.set("standard", strconv.Quote(l.standard))
	l.set("commencementDate", day(l.first))
	l.set("termMonths", strconv.Itoa(l.months))
	l.set("paymentFrequency", strconv.Quote(map[int]string{1: "monthly", 3: "quarterly", 6: "semiannual", 12: "annual"}[l.period]))
	l.set("paymentTiming", pick(d, `"advance"`, `"arrears"`))
	l.decimals = 2
	if d.chance(40) {
		currency := pick(d, "USD", "EUR", "GBP", "JPY", "JPY", "KRW", "KWD", "KWD", "BHD", "CHF")
		l.set("currency", strconv.Quote(currency))
		l.decimals = map[string]int{"JPY": 0, "KRW": 0, "KWD": 3, "BHD": 3, "USD": 2, "EUR": 2, "GBP": 2, "CHF": 2}[currency]
	}
	rent := l.rent()
	if strings.Trim(rent, "0.") == "" {
		rent = "1"
	}
	l.set("paymentAmount", rent)
	l.set("discountRateAnnual", l.rateText())
	if d.chance(30) {
		l.set("classification", pick(d, `"operating"`, `"finance"`))
	}
	switch d.n(10) {
	case 0, 1:
		l.set("annualEscalationPct", rate(d))
	case 2:
		l.set("annualEscalationAmount", l.money(l.size/20+1))
	case 3:
		l.set("annualEscalationPct", "0")
		l.set("annualEscalationAmount", l.money(l.size/20+1))
	}
	for _, name := range []string{"initialDirectCosts", "leaseIncentives", "prepaidRent"} {
		if d.chance(20) {
			l.set(name, l.money(l.size*2))
		}
	}
	l.inputs(&l.request, 15)
	if d.chance(20) {
		l.set("id", strconv.Quote(pick(d, "L-1", "site 7", "größe", "a\"b")))
		l.set("name", `"Lease of a kiln"`)
		l.set("tags", pick(d, `{"entity":"North","class":"plant"}`, `{"entity":"South"}`, `{"entity":"<&>"}`))
	}
}

// perfect draws terms with growth factors that are rational numbers, although they are computed as
// approximate powers. Many exact values are then ties.
func (l *sketch) perfect() {
	d := l.dice
	l.period = pick(d, 12, 12, 12, 6, 3)
	l.months = l.period * d.between(1, 12)
	basis := `"effective"`
	switch l.period {
	case 12:
		l.set("discountRateAnnual", pick(d, "0.04", "0.6", "0.28", "1"))
		basis = pick(d, basis, `"actual_365"`)
	case 6:
		l.set("discountRateAnnual", pick(d, "0.5625", "0.0816"))
	default:
		l.set("discountRateAnnual", pick(d, "0.4641", "0.16985856"))
	}
	l.set("paymentFrequency", map[int]string{3: `"quarterly"`, 6: `"semiannual"`, 12: `"annual"`}[l.period])
	l.set("termMonths", strconv.Itoa(l.months))
	l.set("paymentAmount", strconv.Itoa(26*d.between(1, l.size)))
	l.set("annualEscalationPct", "0")
	l.set("annualEscalationAmount", "null")
	l.set("currency", `"KRW"`)
	l.decimals = 0
	l.set("residualValueGuarantee", strconv.Itoa(26*d.n(l.size)+13))
	l.set("basis", `{"discounting":`+basis+`}`)
}

// commencement draws the commencement date. Month ends and 29 February are frequent.
func (l *sketch) commencement() time.Time {
	year := l.between(1998, 2040)
	switch l.n(8) {
	case 0:
		return time.Date(year/4*4, 2, 29, 0, 0, 0, 0, time.UTC)
	case 1:
		return time.Date(year, time.Month(pick(l.dice, 1, 3, 5, 8, 10, 12)), 31, 0, 0, 0, 0, time.UTC)
	case 2:
		return time.Date(year, time.Month(pick(l.dice, 4, 6, 9, 11)), 30, 0, 0, 0, 0, time.UTC)
	case 3:
		return time.Date(year, 1, pick(l.dice, 29, 30), 0, 0, 0, 0, time.UTC)
	case 4, 5:
		return time.Date(year, time.Month(l.between(1, 12)), 1, 0, 0, 0, 0, time.UTC)
	default:
		return time.Date(year, time.Month(l.between(1, 12)), l.between(1, 28), 0, 0, 0, 0, time.UTC)
	}
}

// inputs sets the fields for the purchase option, the residual value guarantee and the
// classification. percent is the probability of a field.
func (l *sketch) inputs(r *request, percent int) {
	d := l.dice
	owns := l.standard != "GASB_96"
	if d.chance(percent) {
		r.set("residualValueGuarantee", l.unless(!owns, "0", pick(d, "0", l.money(l.size), l.money(l.size*3))))
	}
	if d.chance(percent / 2) {
		r.set("purchaseOptionAmount", l.unless(!owns, "0", pick(d, "0", l.money(l.size*2))))
	}
	for _, name := range []string{"transfersOwnership", "purchaseOptionReasonablyCertain", "specializedAsset"} {
		if d.chance(percent / 2) {
			r.set(name, l.unless(!owns && name != "specializedAsset", "false", pick(d, "true", "false", "false")))
		}
	}
	if d.chance(percent) {
		r.set("assetEconomicLifeMonths", strconv.Itoa(life(d, l.months)))
	}
	if d.chance(percent) {
		r.set("assetFairValue", l.money(l.size*l.months/l.period+1))
	}
}

// unless returns otherwise if holds is false, and then if it is true.
func (l *sketch) unless(holds bool, then, otherwise string) string {
	if holds {
		return then
	}
	return otherwise
}

// contract sets fields of METHOD 12 that leave the lease valid.
func (l *sketch) contract() {
	d := l.dice
	percent := 45
	if l.get("basis") != "" {
		percent = 0
	}
	l.keep(percent, func() {
		members := []string{}
		if d.chance(75) {
			members = append(members, `"discounting":`+pick(d, `"effective"`, `"monthly"`, `"monthly"`, `"actual_365"`, `"actual_365"`, `"nominal"`))
		}
		if d.chance(40) {
			members = append(members, `"commencementPayment":`+pick(d, `"settled"`, `"settled"`, `"liability"`))
		}
		l.set("basis", "{"+strings.Join(members, ",")+"}")
	})
	l.calendar()
	l.keep(25, func() { l.set("rentSteps", l.steps(l.first, l.months)) })
	l.keep(22, func() { l.set("rentFree", l.free(l.first, l.months)) })
	l.keep(30, func() { l.set("otherPayments", l.others(l.first, l.months)) })
	if l.get("otherPayments") != "" && d.chance(15) {
		l.attempt(func() { l.set("paymentAmount", "0") })
	}
	switch l.standard {
	case "IFRS_16", "FRS_102":
		l.keep(20, func() { l.set("restorationCost", l.money(l.size)) })
		l.keep(20, func() {
			if l.standard == "FRS_102" {
				l.set("grantElement", l.money(l.size*4))
			}
		})
	case "GASB_87", "GASB_96":
		l.keep(45, func() {
			l.set("fund", pick(d, `"governmental"`, `"both"`, `"both"`, `"government_wide"`))
		})
	default:
		l.keep(15, func() { l.set("guaranteedResidualValue", l.money(l.size*4)) })
		l.keep(15, func() {
			left := d.between(1, 2*l.months)
			l.set("assetEconomicLifeMonths", strconv.Itoa(left))
			l.set("assetTotalLifeMonths", strconv.Itoa(pick(d, left, 4*left, 4*left-1, left*d.between(1, 6))))
		})
	}
	if d.chance(10) {
		for _, name := range []string{"prepaidRent", "initialDirectCosts", "leaseIncentives", "restorationCost"} {
			l.set(name, "null")
		}
		if l.get("grantElement") != "" {
			l.set("grantElement", "null")
		}
		l.keep(100, func() { l.set("openingRouAsset", pick(d, "", "", "-")+l.money(l.size*l.months/l.period+1)) })
	}
	percent = 6
	if l.months <= 12 {
		percent = 35
	}
	l.keep(percent, func() {
		if l.get("grantElement") != "" {
			l.set("grantElement", "null")
		}
		l.set("exemption", pick(d, `"short_term"`, `"short_term"`, `"low_value"`))
	})
	l.rates()
	l.application()
	l.paid()
}

var standards = []string{"ASC_842", "ASC_842", "ASC_842", "IFRS_16", "IFRS_16", "FRS_102", "FRS_102", "GASB_87", "GASB_96"}

// keep makes a change with a probability of the given percentage. It undoes the change if the lease
// becomes invalid.
func (l *sketch) keep(percent int, change func()) {
	if l.chance(percent) {
		l.attempt(change)
	}
}

func day(t time.Time) string { return strconv.Quote(t.Format(time.DateOnly)) }

// month returns the first day of month n of the lease, counted from 0.
func (l *sketch) month(n int) time.Time {
	first := time.Date(l.first.Year(), l.first.Month()+time.Month(n), 1, 0, 0, 0, 0, time.UTC)
	last := first.AddDate(0, 1, -1).Day()
	return first.AddDate(0, 0, min(l.first.Day(), last)-1)
}

// monthFrom returns the index of the first month of the lease that starts on or after t.
func (l *sketch) monthFrom(t time.Time) int {
	n := 0
	for l.month(n).Before(t) {
		n++
	}
	return n
}

// steps draws rent steps that start with a payment period, on or after from.
func (l *sketch) steps(from time.Time, months int) string {
	var steps []string
	starts := l.starts(months)
	starts = slices.DeleteFunc(starts, func(t time.Time) bool { return t.Before(from) })
	for k := l.n(3); k < len(starts) && len(steps) < 5; k += 1 + l.n(1+months/l.period/3) {
		amount := pick(l.dice, l.rent(), l.rent(), l.rent(), "0")
		steps = append(steps, fmt.Sprintf(`{"from":%s,"paymentAmount":%s}`, day(starts[k]), amount))
	}
	return "[" + strings.Join(steps, ",") + "]"
}

// free draws spans without rent or with a share of the rent.
func (l *sketch) free(from time.Time, months int) string {
	var spans []string
	starts := slices.DeleteFunc(l.freeStarts(months), func(t time.Time) bool { return t.Before(from) })
	for n := l.n(4); n < len(starts) && len(spans) < 4; {
		length := min(pick(l.dice, 1, 1, 2, 3, 5, 12), len(starts)-n)
		share := ""
		if l.chance(50) {
			share = `,"share":` + pick(l.dice, "0.5", "0.25", "0.3333", "1", "0.017", "0."+l.digits(16)+"1")
		}
		spans = append(spans, fmt.Sprintf(`{"from":%s,"months":%d%s}`, day(starts[n]), l.freeMonths(length), share))
		n += length + pick(l.dice, 0, 1, 5, 12)
	}
	return "[" + strings.Join(spans, ",") + "]"
}

// others draws one-off payments. Many of them fall on the first or last day of a row.
func (l *sketch) others(from time.Time, months int) string {
	end := l.month(months).AddDate(0, 0, -1)
	days := l.n(4) + 1
	var dates []time.Time
	for range days {
		dates = append(dates, l.dayWithin(from, end))
	}
	for i := range dates {
		for j := i; j > 0 && dates[j].Before(dates[j-1]); j-- {
			dates[j], dates[j-1] = dates[j-1], dates[j]
		}
	}
	var singles []string
	for _, t := range dates {
		kind, size := "", l.size*2
		switch l.n(4) {
		case 0:
			kind, size = `,"kind":"incentive"`, l.size/2+1
		case 1:
			kind = `,"kind":"payment"`
		}
		singles = append(singles, fmt.Sprintf(`{"date":%s,"amount":%s%s}`, day(t), l.money(size), kind))
	}
	return "[" + strings.Join(singles, ",") + "]"
}

// freeMonths returns the number of months in a rent-free span of the given number of months or, if
// periods start on quarter days, quarters.
func (l *sketch) freeMonths(units int) int {
	if l.quarters != "" {
		return 3 * units
	}
	return units
}

// periodStart returns the first day of a period near the given month.
func (l *sketch) periodStart(month int) time.Time {
	if starts := l.starts(l.months); l.get("calendar") != "" && len(starts) > 0 {
		return starts[min(month/l.period, len(starts)-1)]
	}
	return l.month(month / l.period * l.period)
}

// dayWithin draws a day from from to to. These two days and the first and last days of months and
// periods are frequent.
func (l *sketch) dayWithin(from, to time.Time) time.Time {
	days := int(to.Sub(from).Hours() / 24)
	at := from.AddDate(0, 0, l.n(days+1))
	month := l.monthFrom(at)
	var t time.Time
	switch l.n(10) {
	case 0:
		t = from
	case 1:
		t = to
	case 2:
		t = from.AddDate(0, 0, 1)
	case 3:
		t = l.month(month)
	case 4:
		t = l.month(month).AddDate(0, 0, pick(l.dice, -1, 1))
	case 5, 6:
		t = l.periodStart(month)
	case 7:
		t = l.periodStart(month).AddDate(0, 0, pick(l.dice, -1, 1))
	default:
		t = at
	}
	if t.Before(from) || t.After(to) {
		return at
	}
	return t
}
