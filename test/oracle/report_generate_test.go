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

// GenerateReport returns a random valid report request on random leases. The reporting period is
// before, around, within or after the lives of the leases. Each condition of the request matches at
// least one lease (METHOD 25.9).
func GenerateReport(seed uint64) []byte {
	r := drawReport(seed)
	d := leaseDice(seed, 9)
	for {
		body := []byte(r.json(d))
		field, _, _ := strings.Cut(refusedCondition(body), "[")
		if field == "" {
			return body
		}
		r.remove(field)
	}
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

// drawLeases draws up to three leases with the ids L1, L2 and L3. foreign gives most of them a
// functional currency.
func drawLeases(d *dice, foreign bool) []*sketch {
	var leases []*sketch
	for i := range d.n(3) + 1 {
		var wanted []string
		if d.chance(50) {
			wanted = append(wanted, "tags")
		}
		if foreign {
			wanted = append(wanted, "currency", "functionalCurrency", pick(d, "openingRouAsset", "prepaidRent", "initialApplication"))
		}
		l := draw(d, wanted...)
		for l.first.Year() > 2200 { // reports need dates after the end of the leases
			l = draw(d, wanted...)
		}
		l.set("id", strconv.Quote(fmt.Sprintf("L%d", i+1)))
		leases = append(leases, l)
	}
	return leases
}

// drawReport draws a report request. A condition of the request may match no lease.
func drawReport(seed uint64) *request {
	d := leaseDice(seed, 3)
	leases := drawLeases(d, d.chance(50))
	from, to := leases[0].span()
	r := &request{}
	some := func(percent int, name string, values ...string) {
		if d.chance(percent) {
			r.set(name, pick(d, values...))
		}
	}
	r.set("from", day(from))
	r.set("to", day(to))
	some(30, "where", `{"standard":"IFRS_16"}`, `{"standard":["GASB_96",`+leases[0].get("standard")+`]}`, `{"tag:entity":["North","South"]}`,
		`{"classification":["operating","finance"],"tag:entity":"North"}`, `{"classification":["finance","short_term"]}`)
	some(30, "accrual", `"months"`, `"thirty_360"`, `"thirty_360"`, `"days"`)
	some(60, "journal", `"monthly"`, `"monthly"`, `"none"`)
	days := []time.Time{from.AddDate(0, 0, -1), to}
	if d.chance(35) {
		first, last := from.AddDate(-1, 0, 0), from.AddDate(0, 0, -1)
		if d.chance(50) {
			last = to.AddDate(0, 0, -1-d.n(400))
			first = last.AddDate(0, 0, -d.n(400))
		}
		r.set("comparative", fmt.Sprintf(`{"from":%s,"to":%s}`, day(first), day(last)))
		days = append(days, first.AddDate(0, 0, -1), last)
	}
	if !slices.ContainsFunc(leases, func(l *sketch) bool { return l.get("currency") == "" }) {
		some(40, "presentationCurrency", `"USD"`, `"GBP"`, `"JPY"`)
	}
	exchangeRates(d, r, leases, days, from, to)
	one := !slices.ContainsFunc(leases, func(l *sketch) bool { return l.books() != leases[0].books() })
	some(35, "previous", signedBalances(d, leases))
	if one && !slices.ContainsFunc(leases, func(l *sketch) bool { return strings.HasPrefix(l.standard, "GASB") }) {
		const base = `"assetTaxBase":"direct_costs_and_incentives"`
		some(50, "deferredTax", `[{"rate":0.25}]`, `[{"rate":0.25,`+base+`}]`, `[{"rate":0.3,"openingRate":0.2,`+base+`,"key":{"tag:entity":"North"}},{"rate":0.1}]`,
			`[{"rate":0.19,"key":{"tag:entity":"North"}},{"rate":0.25,"openingRate":0.19}]`, `[{"rate":0.3333,"openingRate":0.21,"key":{"tag:entity":"South"}}]`)
	}
	r.set("leases", listed(leases))
	var by []string
	for _, name := range []string{"standard", "classification", "currency", "tag:entity"} {
		if d.chance(30) || name == "currency" && !one && r.get("presentationCurrency") == "" {
			by = append(by, strconv.Quote(name))
		}
	}
	if len(by) > 0 {
		r.set("groupBy", "["+strings.Join(by, ",")+"]")
	}
	if one && d.chance(35) {
		trialBalance(d, r, slices.Contains(by, `"tag:entity"`))
	}
	return r
}

// listed returns the JSON array of the leases.
func listed(leases []*sketch) string {
	bodies := make([]string, len(leases))
	for i, l := range leases {
		bodies[i] = l.json()
	}
	return "[" + strings.Join(bodies, ",") + "]"
}

// span draws a reporting period around the life of the lease.
func (l *sketch) span() (from, to time.Time) {
	end := l.month(l.months).AddDate(0, 0, -1)
	from = l.dayWithin(l.first.AddDate(0, 0, -40), end.AddDate(0, 0, 40))
	switch l.n(5) {
	case 0:
		return l.first.AddDate(0, 0, -l.n(3)), end.AddDate(0, 0, l.n(3))
	case 1:
		return date(from.Year(), 1, 1), date(from.Year(), 12, 31)
	case 2:
		return date(from.Year(), int(from.Month()), 1), monthEnd(from)
	case 3:
		if !l.last.IsZero() {
			from = l.last.AddDate(0, 0, -l.n(3))
			return from, from.AddDate(0, 0, l.n(40))
		}
	}
	return from, from.AddDate(0, 0, l.n(800))
}

// signedBalances draws the balances of a previous closing. Some of these balances belong to no
// lease of the request.
func signedBalances(d *dice, leases []*sketch) string {
	var items []string
	for _, id := range []string{"L1", "L2", "gone"} {
		if !d.chance(60) {
			continue
		}
		item := `{"id":` + strconv.Quote(id)
		for _, name := range []string{"liability", "rouAsset", "accumulatedAmortization", "prepaidRent"} {
			item += fmt.Sprintf(`,%q:%s`, name, pick(d, "0", "0", strconv.Itoa(d.n(100000)), "-"+strconv.Itoa(d.n(1000))))
		}
		if d.chance(40) {
			item += `,"standard":` + strconv.Quote(pick(d, standards...))
		}
		for _, l := range leases {
			if id == unquoted(l.get("id")) && d.chance(40) && l.books() != "" {
				item += `,"currency":` + l.books()
			}
		}
		items = append(items, item+"}")
	}
	return `{"leases":[` + strings.Join(items, ",") + `]` + pick(d, "", "", `,"digest":"`+strings.Repeat("0a", 32)+`"`) + "}"
}

// trialBalance adds a trial balance for all leases. If byEntity is true, the trial balance is
// sometimes for each entity.
func trialBalance(d *dice, r *request, byEntity bool) {
	accounts := []string{
		"Lease expense", "Interest expense", "Amortization expense", "Depreciation expense", "Prepaid rent", "Prepaid services", "Cash", "Opening balance", "Prior-period corrections",
		"Deferred tax asset", "Deferred tax expense", "Right-of-use asset", "Subscription asset", "Property and equipment", "Variable lease expense", "Accumulated amortization",
	}
	accounts = append(accounts, pick(d, []string{"Lease liability", "Subscription liability"}, []string{"Current lease liability"},
		[]string{"Current lease liability", "Long-term lease liability", "Current subscription liability"})...)
	keys := []string{""}
	if byEntity && d.chance(60) {
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
	if functional := l.get("functionalCurrency"); functional != "" && functional != "null" {
		return functional
	}
	return l.get("currency")
}

// exchangeRates adds the exchange rates that the leases and the presentation currency require. days
// lists the days on which the report needs closing rates. Some payment and event dates have a spot
// rate.
func exchangeRates(d *dice, r *request, leases []*sketch, days []time.Time, from, to time.Time) {
	within := func() time.Time { return from.AddDate(0, 0, d.n(1+int(to.Sub(from).Hours()/24))) }
	for end := monthEnd(from); end.Before(to); end = monthEnd(end.AddDate(0, 0, 1)) {
		days = append(days, end)
	}
	for range d.n(4) {
		days = append(days, within())
	}
	var spotDays []time.Time
	for range d.n(4) {
		l := pick(d, leases...)
		spotDays = append(spotDays, pick(d, l.first, l.last, pick(d, l.rows...), within()))
	}
	distinct := func(list []time.Time) []time.Time {
		slices.SortFunc(list, time.Time.Compare)
		return slices.Compact(slices.DeleteFunc(list, time.Time.IsZero))
	}
	days, spotDays = distinct(days), distinct(spotDays)
	var rows []string
	seen := map[string]bool{}
	table := func(currency, into string) {
		pair := fmt.Sprintf(`"currency":%s,"into":%s`, currency, into)
		if currency == into || into == "" || seen[pair] {
			return
		}
		seen[pair] = true
		for _, t := range days {
			spot := ""
			if d.chance(20) {
				spot = `,"spot":` + exchangeRate(d)
			}
			rows = append(rows, fmt.Sprintf(`{%s,"date":%s,"closing":%s,"average":%s%s}`, pair, day(t), exchangeRate(d), exchangeRate(d), spot))
		}
		for _, t := range spotDays {
			if !slices.Contains(days, t) {
				rows = append(rows, fmt.Sprintf(`{%s,"date":%s,"spot":%s}`, pair, day(t), exchangeRate(d)))
			}
		}
	}
	for _, l := range leases {
		table(l.get("currency"), l.books())
		table(l.books(), r.get("presentationCurrency"))
	}
	if len(rows) > 0 {
		r.set("exchangeRates", "["+strings.Join(rows, ",")+"]")
	}
}

func monthEnd(t time.Time) time.Time { return date(t.Year(), int(t.Month())+1, 0) }
