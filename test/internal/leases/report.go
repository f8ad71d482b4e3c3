package leases

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/leasehold-accounting/leasehold/test/oracle"
)

// Report returns a random valid report request on random leases. The reporting period is before,
// around, within or after the leases' lives. Each condition matches at least one lease (METHOD
// 25.9).
func Report(seed uint64) []byte {
	r := DrawReport(seed)
	d := NewDice(seed, 9)
	for {
		body := []byte(r.JSON(d))
		field, _, _ := strings.Cut(RefusedCondition(body), "[")
		if field == "" {
			return body
		}
		r.Remove(field)
	}
}

// RefusedCondition returns the field of a condition that matches no lease in the request, or an
// empty string.
func RefusedCondition(body []byte) string {
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

// DrawLeases draws up to three leases with the ids L1, L2 and L3. If foreign is true, most of them
// have a functional currency.
func DrawLeases(d *Dice, foreign bool) []*Lease {
	var leases []*Lease
	for i := range d.N(3) + 1 {
		var wanted []string
		if d.Chance(50) {
			wanted = append(wanted, "tags")
		}
		if foreign {
			wanted = append(wanted, "currency", "functionalCurrency", Pick(d, "openingRouAsset", "prepaidRent", "initialApplication"))
		}
		l := Draw(d, wanted...)
		for l.First.Year() > 2200 { // reports need dates after the end of the leases
			l = Draw(d, wanted...)
		}
		l.Set("id", strconv.Quote(fmt.Sprintf("L%d", i+1)))
		leases = append(leases, l)
	}
	return leases
}

// DrawReport draws a report request. Its conditions may match no lease.
func DrawReport(seed uint64) *Fields {
	d := NewDice(seed, 3)
	leases := DrawLeases(d, d.Chance(50))
	from, to := leases[0].Span()
	r := &Fields{}
	some := func(percent int, name string, values ...string) {
		if d.Chance(percent) {
			r.Set(name, Pick(d, values...))
		}
	}
	r.Set("from", Day(from))
	r.Set("to", Day(to))
	some(30, "where", `{"standard":"IFRS_16"}`, `{"standard":["GASB_96",`+leases[0].Get("standard")+`]}`, `{"tag:entity":["North","South"]}`,
		`{"classification":["operating","finance"],"tag:entity":"North"}`, `{"classification":["finance","short_term"]}`)
	some(30, "accrual", `"months"`, `"thirty_360"`, `"thirty_360"`, `"days"`)
	some(60, "journal", `"monthly"`, `"monthly"`, `"none"`)
	days := []time.Time{from.AddDate(0, 0, -1), to}
	if d.Chance(35) {
		first, last := from.AddDate(-1, 0, 0), from.AddDate(0, 0, -1)
		if d.Chance(50) {
			last = to.AddDate(0, 0, -1-d.N(400))
			first = last.AddDate(0, 0, -d.N(400))
		}
		r.Set("comparative", fmt.Sprintf(`{"from":%s,"to":%s}`, Day(first), Day(last)))
		days = append(days, first.AddDate(0, 0, -1), last)
	}
	if !slices.ContainsFunc(leases, func(l *Lease) bool { return l.Get("currency") == "" }) {
		some(40, "presentationCurrency", `"USD"`, `"GBP"`, `"JPY"`)
	}
	ExchangeRates(d, r, leases, days, from, to)
	one := !slices.ContainsFunc(leases, func(l *Lease) bool { return l.Books() != leases[0].Books() })
	some(35, "previous", signedBalances(d, leases))
	if one && !slices.ContainsFunc(leases, func(l *Lease) bool { return strings.HasPrefix(l.standard, "GASB") }) {
		const base = `"assetTaxBase":"direct_costs_and_incentives"`
		some(50, "deferredTax", `[{"rate":0.25}]`, `[{"rate":0.25,`+base+`}]`, `[{"rate":0.3,"openingRate":0.2,`+base+`,"key":{"tag:entity":"North"}},{"rate":0.1}]`,
			`[{"rate":0.19,"key":{"tag:entity":"North"}},{"rate":0.25,"openingRate":0.19}]`, `[{"rate":0.3333,"openingRate":0.21,"key":{"tag:entity":"South"}}]`)
	}
	r.Set("leases", listed(leases))
	var by []string
	for _, name := range []string{"standard", "classification", "currency", "tag:entity"} {
		if d.Chance(30) || name == "currency" && !one && r.Get("presentationCurrency") == "" {
			by = append(by, strconv.Quote(name))
		}
	}
	if len(by) > 0 {
		r.Set("groupBy", "["+strings.Join(by, ",")+"]")
	}
	if one && d.Chance(35) {
		trialBalance(d, r, slices.Contains(by, `"tag:entity"`))
	}
	return r
}

// listed returns the leases as a JSON array.
func listed(leases []*Lease) string {
	bodies := make([]string, len(leases))
	for i, l := range leases {
		bodies[i] = l.JSON()
	}
	return "[" + strings.Join(bodies, ",") + "]"
}

// Span draws a reporting period around the lease's life.
func (l *Lease) Span() (from, to time.Time) {
	end := l.month(l.Months).AddDate(0, 0, -1)
	from = l.dayWithin(l.First.AddDate(0, 0, -40), end.AddDate(0, 0, 40))
	switch l.N(5) {
	case 0:
		return l.First.AddDate(0, 0, -l.N(3)), end.AddDate(0, 0, l.N(3))
	case 1:
		return Date(from.Year(), 1, 1), Date(from.Year(), 12, 31)
	case 2:
		return Date(from.Year(), int(from.Month()), 1), MonthEnd(from)
	case 3:
		if !l.last.IsZero() {
			from = l.last.AddDate(0, 0, -l.N(3))
			return from, from.AddDate(0, 0, l.N(40))
		}
	}
	return from, from.AddDate(0, 0, l.N(800))
}

// signedBalances draws the balances of a previous closing. Some of them belong to no lease in the
// request.
func signedBalances(d *Dice, leases []*Lease) string {
	var items []string
	for _, id := range []string{"L1", "L2", "gone"} {
		if !d.Chance(60) {
			continue
		}
		fields := []string{`"id":` + strconv.Quote(id)}
		for _, name := range []string{"liability", "rouAsset", "accumulatedAmortization", "prepaidRent"} {
			fields = append(fields, fmt.Sprintf(`%q:%s`, name, Pick(d, "0", "0", strconv.Itoa(d.N(100000)), "-"+strconv.Itoa(d.N(1000)))))
		}
		if d.Chance(40) {
			fields = append(fields, `"standard":`+strconv.Quote(Pick(d, standards...)))
		}
		for _, l := range leases {
			if id == unquoted(l.Get("id")) && d.Chance(40) && l.Books() != "" {
				fields = append(fields, `"currency":`+l.Books())
			}
		}
		items = append(items, "{"+strings.Join(fields, ",")+"}")
	}
	return `{"leases":[` + strings.Join(items, ",") + `]` + Pick(d, "", "", `,"digest":"`+strings.Repeat("0a", 32)+`"`) + "}"
}

// trialBalance adds a trial balance for all leases. If byEntity is true, it is sometimes grouped by
// entity.
func trialBalance(d *Dice, r *Fields, byEntity bool) {
	accounts := []string{
		"Lease expense", "Interest expense", "Amortization expense", "Depreciation expense", "Prepaid rent", "Prepaid services", "Cash", "Opening balance", "Prior-period corrections",
		"Deferred tax asset", "Deferred tax expense", "Right-of-use asset", "Subscription asset", "Property and equipment", "Variable lease expense", "Accumulated amortization",
	}
	accounts = append(accounts, Pick(d, []string{"Lease liability", "Subscription liability"}, []string{"Current lease liability"},
		[]string{"Current lease liability", "Long-term lease liability", "Current subscription liability"})...)
	keys := []string{""}
	if byEntity && d.Chance(60) {
		keys = []string{`,"key":{"tag:entity":"North"}`, `,"key":{"tag:entity":"South"}`}
	}
	var rows []string
	for _, account := range accounts {
		for _, key := range keys {
			if d.Chance(50) {
				rows = append(rows, fmt.Sprintf(`{"account":%q,"balance":%s%s}`, account, Pick(d, "0", strconv.Itoa(d.N(100000)), "-"+strconv.Itoa(d.N(100000))), key))
			}
		}
	}
	if len(rows) > 0 {
		r.Set("ledger", "["+strings.Join(rows, ",")+"]")
	}
}

// Books returns a lease's functional currency.
func (l *Lease) Books() string {
	if functional := l.Get("functionalCurrency"); functional != "" && functional != "null" {
		return functional
	}
	return l.Get("currency")
}

// ExchangeRates adds the exchange rates that the leases and the presentation currency require. The
// report needs closing rates on the listed days. Some payment and event dates have a spot rate.
func ExchangeRates(d *Dice, r *Fields, leases []*Lease, days []time.Time, from, to time.Time) {
	within := func() time.Time { return from.AddDate(0, 0, d.N(1+int(to.Sub(from).Hours()/24))) }
	for end := MonthEnd(from); end.Before(to); end = MonthEnd(end.AddDate(0, 0, 1)) {
		days = append(days, end)
	}
	for range d.N(4) {
		days = append(days, within())
	}
	var spotDays []time.Time
	for range d.N(4) {
		l := Pick(d, leases...)
		spotDays = append(spotDays, Pick(d, l.First, l.last, Pick(d, l.rows...), within()))
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
			if d.Chance(20) {
				spot = `,"spot":` + exchangeRate(d)
			}
			rows = append(rows, fmt.Sprintf(`{%s,"date":%s,"closing":%s,"average":%s%s}`, pair, Day(t), exchangeRate(d), exchangeRate(d), spot))
		}
		for _, t := range spotDays {
			if !slices.Contains(days, t) {
				rows = append(rows, fmt.Sprintf(`{%s,"date":%s,"spot":%s}`, pair, Day(t), exchangeRate(d)))
			}
		}
	}
	for _, l := range leases {
		table(l.Get("currency"), l.Books())
		table(l.Books(), r.Get("presentationCurrency"))
	}
	if len(rows) > 0 {
		r.Set("exchangeRates", "["+strings.Join(rows, ",")+"]")
	}
}

// MonthEnd returns the last day of the month of t.
func MonthEnd(t time.Time) time.Time { return Date(t.Year(), int(t.Month())+1, 0) }
