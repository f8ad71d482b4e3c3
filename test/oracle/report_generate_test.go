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

// GenerateReport returns a random valid report request on leases of [Generate]. The reporting
// period is before, around, within or after the lives of the leases.
//
// Each condition of the request matches at least one lease (METHOD 25.9).
func GenerateReport(seed uint64) []byte {
	body, leases, r := drawReport(seed)
	field := refusedCondition(body)
	if field == "" {
		return body
	}
	d := leaseDice(seed, 9)
	for range 20 {
		l := pick(d, leases...)
		if field == "where" {
			r.set("where", pick(d, `{"standard":`+strconv.Quote(l.standard)+`}`, `{"standard":["GASB_96",`+strconv.Quote(l.standard)+`]}`,
				`{"classification":["finance","short_term"]}`, `{"tag:entity":["North","South"]}`, `{"tag:entity":"North","classification":["operating","finance"]}`))
		} else {
			r.set("deferredTax", pick(d, `[{"rate":0.25,"openingRate":0.19}]`, `[{"rate":0.3,"key":{"tag:entity":"North"}}]`,
				`[{"rate":0.3333,"openingRate":0.21,"key":{"tag:entity":"South"}}]`))
		}
		body = []byte(r.json(d))
		if field = refusedCondition(body); field == "" {
			return body
		}
	}
	return body
}

// refusedCondition returns the field of a condition that matches no lease of the request, or an
// empty string.
func refusedCondition(body []byte) string {
	q, err := oracle.ReadReport(body)
	if err != nil {
		return ""
	}
	var refusal *oracle.Refusal
	if errors.As(q.Conditions(), &refusal) && (refusal.Field == "where" || strings.HasPrefix(refusal.Field, "deferredTax[")) {
		return refusal.Field
	}
	return ""
}

// drawReport draws a report request. A condition of the request may match no lease.
func drawReport(seed uint64) ([]byte, []*sketch, *request) {
	d := leaseDice(seed, 3)
	var leases []*sketch
	for i := range d.n(3) + 1 {
		l := draw(d)
		l.set("id", strconv.Quote(fmt.Sprintf("L%d", i+1)))
		if d.chance(50) {
			tags := pick(d, `{"entity":"North"}`, `{"entity":"South"}`, `{"entity":"North","class":"plant"}`, `{}`)
			l.attempt(func() { l.set("tags", tags) }) // the tags may change the rate that the lease gets from a rate table
		}
		leases = append(leases, l)
	}
	from, to := leases[0].span()
	r := &request{}
	if d.chance(30) {
		r.set("where", pick(d, `{"standard":"IFRS_16"}`, `{"tag:entity":["North","South"]}`, `{"classification":["finance","short_term"],"tag:entity":"North"}`))
	}
	if d.chance(30) {
		r.set("accrual", pick(d, `"months"`, `"thirty_360"`, `"thirty_360"`, `"days"`))
	}
	if d.chance(60) {
		r.set("journal", pick(d, `"monthly"`, `"monthly"`, `"none"`))
	}
	currency := ""
	days := []time.Time{from.AddDate(0, 0, -1), to}
	days = append(days, earlierSpan(d, r, from, to)...)
	if d.chance(50) {
		currency = foreignBooks(d, r, leases, days, from, to)
	}
	signed(d, r, leases)
	r.set("from", day(from))
	r.set("to", day(to))
	bodies := make([]string, len(leases))
	one := true
	for i, l := range leases {
		bodies[i] = l.json()
		one = one && (l.books() == leases[0].books() || currency != "")
	}
	r.set("leases", "["+strings.Join(bodies, ",")+"]")
	var by []string
	for _, member := range []string{"standard", "classification", "currency", "tag:entity"} {
		if d.chance(30) || member == "currency" && !one {
			by = append(by, strconv.Quote(member))
		}
	}
	if len(by) > 0 {
		r.set("groupBy", "["+strings.Join(by, ",")+"]")
	}
	if d.chance(35) {
		trialBalance(d, r, leases, by)
	}
	return []byte(r.json(d)), leases, r
}

// span draws a reporting period around the life of the lease.
func (l *sketch) span() (from, to time.Time) {
	end := l.month(l.months).AddDate(0, 0, -1)
	from = l.dayWithin(l.first.AddDate(0, 0, -40), end.AddDate(0, 0, 40))
	switch l.n(5) {
	case 0:
		from = l.first.AddDate(0, 0, -l.n(3))
		return from, end.AddDate(0, 0, l.n(3))
	case 1:
		from = time.Date(from.Year(), 1, 1, 0, 0, 0, 0, time.UTC)
		return from, from.AddDate(1, 0, -1)
	case 2:
		from = time.Date(from.Year(), from.Month(), 1, 0, 0, 0, 0, time.UTC)
		return from, from.AddDate(0, 1, -1)
	case 3:
		if !l.last.IsZero() {
			from = l.last.AddDate(0, 0, -l.n(3))
			return from, from.AddDate(0, 0, l.n(40))
		}
	default:
	}
	return from, from.AddDate(0, 0, l.n(800))
}

func tell(body string) (map[string]string, error) {
	question, err := oracle.ReadReport([]byte(body))
	if err != nil {
		return nil, err
	}
	report, err := oracle.Tell(question)
	if err != nil {
		return nil, err
	}
	figures := map[string]string{}
	for _, f := range report.Figures() {
		figures[f.Path] = f.Text
	}
	return figures, nil
}

// earlierSpan sometimes adds a comparative period. It returns the days on which the report needs
// exchange rates.
func earlierSpan(d *dice, r *request, from, to time.Time) []time.Time {
	if !d.chance(35) {
		return nil
	}
	last := to.AddDate(0, 0, -1-d.n(400))
	first := last.AddDate(0, 0, -d.n(400))
	if d.chance(50) {
		last, first = from.AddDate(0, 0, -1), from.AddDate(-1, 0, 0)
		if first.After(last) {
			first = last
		}
	}
	r.set("comparative", fmt.Sprintf(`{"from":%s,"to":%s}`, day(first), day(last)))
	return []time.Time{first.AddDate(0, 0, -1), last}
}

// signed adds signed balances of some leases. It also adds deferred tax rates, unless a lease
// belongs to a government or the leases have several functional currencies.
func signed(d *dice, r *request, leases []*sketch) {
	if d.chance(35) {
		var items []string
		for _, id := range append([]string{}, "L1", "L2", "gone") {
			if !d.chance(60) {
				continue
			}
			item := `{"id":` + strconv.Quote(id)
			for _, name := range []string{"liability", "rouAsset", "accumulatedAmortization", "prepaidRent"} {
				item += fmt.Sprintf(`,%q:%s`, name, pick(d, "0", "0", strconv.Itoa(d.n(100000)), "-"+strconv.Itoa(d.n(1000))))
			}
			if d.chance(40) {
				item += `,"standard":` + strconv.Quote(pick(d, "ASC_842", "IFRS_16", "GASB_87", "FRS_102", "GASB_96"))
			}
			for _, l := range leases {
				if id == strings.Trim(l.get("id"), `"`) && d.chance(40) && l.books() != "" {
					item += `,"currency":` + l.books()
				}
			}
			items = append(items, item+"}")
		}
		members := []string{`"leases":[` + strings.Join(items, ",") + `]`}
		if d.chance(30) {
			members = append(members, `"digest":"`+strings.Repeat("0a", 32)+`"`)
		}
		r.set("previous", "{"+strings.Join(members, ",")+"}")
	}
	for _, l := range leases {
		if strings.HasPrefix(l.standard, "GASB") || l.books() != leases[0].books() {
			return
		}
	}
	if base := `"assetTaxBase":"direct_costs_and_incentives"`; d.chance(20) {
		r.set("deferredTax", pick(d, `[{"rate":0.25,`+base+`}]`, `[{"rate":0.3,"openingRate":0.2,`+base+`,"key":{"tag:entity":"North"}},{"rate":0.1}]`))
	} else if d.chance(40) {
		r.set("deferredTax", pick(d, `[{"rate":0.25}]`, `[{"rate":0.19,"key":{"tag:entity":"North"}},{"rate":0.25,"openingRate":0.19}]`,
			`[{"rate":0.3333,"openingRate":0.21,"key":{"tag:entity":"South"}}]`))
	}
}

// trialBalance adds a trial balance, either for each entity or for all leases. It adds none if the
// leases have several functional currencies.
func trialBalance(d *dice, r *request, leases []*sketch, by []string) {
	for _, l := range leases {
		if l.books() != leases[0].books() {
			return
		}
	}
	accounts := []string{
		"Lease expense", "Interest expense", "Amortization expense", "Depreciation expense", "Prepaid rent", "Prepaid services", "Cash", "Opening balance", "Prior-period corrections",
		"Deferred tax asset", "Deferred tax expense", "Right-of-use asset", "Subscription asset", "Property and equipment", "Variable lease expense",
	}
	accounts = append(accounts, pick(d, []string{"Lease liability", "Subscription liability"}, []string{"Current lease liability"},
		[]string{"Current lease liability", "Long-term lease liability", "Current subscription liability"})...)
	if d.chance(40) {
		accounts = append(accounts, "Accumulated amortization")
	}
	keys := []string{""}
	if slices.Contains(by, `"tag:entity"`) && d.chance(60) {
		keys = []string{`,"key":{"tag:entity":"North"}`, `,"key":{"tag:entity":"South"}`}
	}
	var rows []string
	for _, account := range accounts {
		for _, key := range keys {
			if d.chance(50) {
				rows = append(rows, fmt.Sprintf(`{"account":%q,"balance":%s%s}`, account, pick(d, "0", strconv.Itoa(d.n(100000)), "-"+strconv.Itoa(d.n(100000))), key))
			}
		}
	}
	if len(rows) > 0 {
		r.set("ledger", "["+strings.Join(rows, ",")+"]")
	}
}

// books returns the functional currency of a lease.
func (l *sketch) books() string {
	if functional := l.get("functionalCurrency"); functional != "" {
		return functional
	}
	return l.get("currency")
}

// foreignBooks adds functional currencies, sometimes a presentation currency, and the exchange
// rates that they require. It returns the presentation currency.
func foreignBooks(d *dice, r *request, leases []*sketch, days []time.Time, from, to time.Time) (presentation string) {
	all := true
	for _, l := range leases {
		if all = all && l.get("currency") != ""; l.get("currency") == "" || d.chance(40) {
			continue
		}
		l.attempt(func() {
			l.set("functionalCurrency", pick(d, `"GBP"`, `"JPY"`, `"KWD"`, l.get("currency")))
			l.set("exchangeRate", exchangeRate(d))
			if opening := l.get("openingRouAsset"); opening != "" && opening != "null" && d.chance(50) {
				l.set("openingRouAssetFunctional", l.money(l.size))
			}
			if prepaid := l.get("prepaidRent"); prepaid != "" && prepaid != "null" && d.chance(50) {
				l.set("prepaidRentFunctional", l.money(l.size))
			}
			for i, e := range l.events {
				if !strings.Contains(e, "exchangeRate") && !strings.Contains(e, `"impairment`) {
					l.events[i] = e[:strings.LastIndexByte(e, '}')] + `,"exchangeRate":` + exchangeRate(d) + "}"
				}
			}
		})
	}
	if all && d.chance(40) {
		presentation = pick(d, `"USD"`, `"GBP"`, `"JPY"`)
		r.set("presentationCurrency", presentation)
	}
	for end := monthEnd(from); end.Before(to); end = monthEnd(end.AddDate(0, 0, 1)) {
		days = append(days, end)
	}
	for range d.n(4) {
		days = append(days, from.AddDate(0, 0, d.n(1+int(to.Sub(from).Hours()/24))))
	}
	slices.SortFunc(days, time.Time.Compare)
	days = slices.Compact(days)
	var spotDays []time.Time // dates on which payments and events are possible
	for range d.n(4) {
		l := leases[d.n(len(leases))]
		spotDays = append(spotDays, pick(d, l.first, l.last, l.periodStart(d.n(l.months)), from.AddDate(0, 0, d.n(1+int(to.Sub(from).Hours()/24)))))
	}
	spotDays = slices.DeleteFunc(spotDays, time.Time.IsZero)
	slices.SortFunc(spotDays, time.Time.Compare)
	spotDays = slices.Compact(spotDays)
	var rows []string
	seen := map[string]bool{}
	table := func(currency, into string) {
		if currency == into || into == "" || seen[currency+into] {
			return
		}
		seen[currency+into] = true
		for _, t := range days {
			spot := ""
			if d.chance(20) {
				spot = `,"spot":` + exchangeRate(d)
			}
			rows = append(rows, fmt.Sprintf(`{"currency":%s,"into":%s,"date":%s,"closing":%s,"average":%s%s}`, currency, into, day(t), exchangeRate(d), exchangeRate(d), spot))
		}
		for _, t := range spotDays {
			if !slices.Contains(days, t) {
				rows = append(rows, fmt.Sprintf(`{"currency":%s,"into":%s,"date":%s,"spot":%s}`, currency, into, day(t), exchangeRate(d)))
			}
		}
	}
	for _, l := range leases {
		table(l.get("currency"), l.books())
		table(l.books(), presentation)
	}
	if len(rows) > 0 {
		r.set("exchangeRates", "["+strings.Join(rows, ",")+"]")
	}
	return presentation
}

func monthEnd(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month()+1, 0, 0, 0, 0, 0, time.UTC)
}

func exchangeRate(d *dice) string {
	return pick(d, "1."+d.digits(4)+"1", "0."+d.digits(6)+"1", "1", "2.5", "0.5", strconv.Itoa(1+d.n(200))+"."+d.digits(2))
}
