package wording

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/ratetable"
)

// Input is a lease input with its label, for display.
type Input struct {
	Field  string // name of the field in the API contract
	Label  string
	Value  string // value as text; NotProvided if an optional input was omitted; a list has one line per element
	Nature member.Nature
}

// Some inputs need a special format.
var special = map[string]func(*leasehold.Lease) string{
	"tags":                tags,
	"standard":            func(l *leasehold.Lease) string { return l.Framework.Say(Standard(l.Standard)) },
	"classification":      classification,
	"annualEscalationPct": escalation,
	"discountRateAnnual":  rate,
	"discountRates":       rateTable,
	"rentFree":            rentFree,
	"otherPayments":       otherPayments,
	"subleases":           subleases,
	"basis":               basis,
	"events":              events,
	"evidence":            quoteCount,
}

// Under a standard with a single model, the inputs of the classification criteria are shown only if they are supplied.
var classifying = []string{
	"classification", "assetFairValue", "specializedAsset", "transfersOwnership", "purchaseOptionReasonablyCertain", "assetEconomicLifeMonths",
}

// Inputs returns a lease's inputs, grouped by subject. It omits a rarely used input that was not supplied.
func Inputs(l *leasehold.Lease) []Input {
	var list []Input
	for i := range member.Lease {
		m := &member.Lease[i]
		if !l.States(m.Name) && (l.Standard.SingleModel() && slices.Contains(classifying, m.Name) || !m.Known(l.Standard.String())) {
			continue
		}
		if value := valueOf(l, m); !m.Rare || value != NotProvided {
			list = append(list, Input{m.Name, m.Label, value, m.Nature})
		}
	}
	slices.SortStableFunc(list, func(a, b Input) int { return int(a.Nature) - int(b.Nature) })
	return list
}

// Label returns the label of the lease field with the given name in the API contract, or "" if there is no such field.
func Label(field string) string {
	if m := member.Find(member.Lease, field); m != nil {
		return m.Label
	}
	return ""
}

// valueOf returns a lease field's value as text.
func valueOf(l *leasehold.Lease, m *member.Member) string {
	switch show := special[m.Name]; {
	case !l.States(m.Name) && !m.Required && show == nil && m.Words == nil:
		return NotProvided
	case show != nil:
		return show(l)
	default:
		return shown(l.AppendMember(nil, m.Name), m, Places(l))
	}
}

// A field's JSON value is shown as text, or as NotProvided if there is no value.
func shown(value jsontext.Value, m *member.Member, places int) string {
	if len(value) == 0 {
		return NotProvided
	}
	text := plain(value)
	number, err := money.Parse(text)
	months, whole := number.Int64()
	switch kind := m.Kind; {
	case kind == member.List:
		return rows(value, m, places)
	case kind == member.Object:
		return object(value, m, places, "\n")
	case kind == member.Choice:
		return member.LabelOf(m.Words, text)
	case kind == member.Flag:
		return map[string]string{"true": "yes", "false": "no"}[text]
	case err != nil:
		return text
	case kind == member.Amount:
		return Decimal(number, places)
	case kind == member.Months && whole:
		return Months(int(months))
	case kind == member.Rate || kind == member.Share || kind == member.Change:
		return Percent(number)
	}
	return text // the text is not a number but, for example, a name that consists of digits
}

// The result is the content of a JSON string, or any other value unchanged.
func plain(value jsontext.Value) string {
	if text, err := jsontext.AppendUnquote(nil, value); err == nil {
		return string(text)
	}
	return string(value)
}

// A list of objects is shown as text with one line per object.
func rows(value jsontext.Value, m *member.Member, places int) string {
	var list []string
	for at := range strict.Elements(value) {
		list = append(list, object(at, m, places, ": "))
	}
	return cmp.Or(strings.Join(list, "\n"), NotProvided)
}

// object returns an object's fields as text. If the object is a row of a list, all fields are on
// one line, and a colon follows the first field.
func object(value jsontext.Value, m *member.Member, places int, first string) string {
	var stated []string
	values := maps.Collect(strict.Members(value))
	for i := range m.Of {
		inner := &m.Of[i]
		v, found := values[inner.Name]
		if !found {
			continue
		}
		text := shown(v, inner, places)
		switch {
		case first == "\n":
			text = strings.ToLower(inner.Label[:1]) + inner.Label[1:] + ": " + text
		case inner.Name == "from":
			text = "from " + text
		}
		stated = append(stated, text)
	}
	if first == "\n" || len(stated) < 2 {
		return strings.Join(stated, "\n")
	}
	return stated[0] + first + strings.Join(stated[1:], ", ")
}

func lines[T any](list []T, show func(T) string) string {
	shown := make([]string, len(list))
	for i, e := range list {
		shown[i] = show(e)
	}
	return cmp.Or(strings.Join(shown, "\n"), NotProvided)
}

func tags(l *leasehold.Lease) string {
	return lines(TagNames(l), func(name string) string { return name + ": " + l.Tags[name] })
}

// TagNames returns the names of the lease's tags in alphabetical order.
func TagNames(l *leasehold.Lease) []string { return slices.Sorted(maps.Keys(l.Tags)) }

func rate(l *leasehold.Lease) string {
	if l.RateOfTable {
		taken, err := l.TakenRates() // before the computation, the inputs do not contain the rate
		if err != nil || len(taken) == 0 {
			return "from the rate table"
		}
		return Percent(taken[0].Rate) + ", " + RowsOf(&taken[0])
	}
	return Percent(l.DiscountRateAnnual)
}

// RowsOf describes the table rows from which a rate was determined, and the source of the rows.
func RowsOf(u *ratetable.Used) string {
	text := "from the rate table, row " + strconv.Itoa(u.Rows[0])
	if len(u.Rows) == 2 {
		text = "from the rate table, between rows " + strconv.Itoa(u.Rows[0]) + " and " + strconv.Itoa(u.Rows[1])
	}
	if u.Source != "" {
		text += " (" + u.Source + ")"
	}
	return text
}

// rateTable describes a rate table without listing its rows, because the results contain the rates
// that were determined from the table.
func rateTable(l *leasehold.Lease) string {
	if l.DiscountRates == nil {
		return NotProvided
	}
	return count(len(l.DiscountRates.Rows()), "row")
}

// quoteCount returns the number of quotes as text. Workpapers show the quotes themselves in a separate section.
func quoteCount(l *leasehold.Lease) string {
	if len(l.Evidence) == 0 {
		return NotProvided
	}
	return count(len(l.Evidence), "quote")
}

func escalation(l *leasehold.Lease) string {
	if !l.AnnualEscalationPct.Set {
		return "none"
	}
	return Percent(l.AnnualEscalationPct.Value)
}

func rentFree(l *leasehold.Lease) string {
	return lines(l.RentFree, func(f leasehold.RentFree) string {
		shown := "from " + f.From.String() + ": " + count(f.Months, "month")
		if f.Share.Set && f.Share.Value != money.Int(1) {
			shown += ", " + Percent(f.Share.Value) + " of the rent"
		}
		return shown
	})
}

func otherPayments(l *leasehold.Lease) string {
	return lines(l.OtherPayments, func(p leasehold.SinglePayment) string {
		shown := p.Date.String() + ": " + Decimal(p.Amount, Places(l))
		if p.Kind == leasehold.Incentive {
			shown += " received"
		}
		return shown
	})
}

func subleases(l *leasehold.Lease) string {
	return lines(l.Subleases, func(s leasehold.Sublease) string {
		var all money.Amount
		for i := range s.Receipts {
			all = all.Add(s.Receipts[i].Amount.Minor(Places(l)))
		}
		shown := s.From.String() + " to " + s.To.String() + ": " + count(len(s.Receipts), "receipt") + ", " + Amount(all, Places(l)) + " in total"
		if s.Name != "" {
			shown = s.Name + ", " + shown
		}
		return shown
	})
}

func events(l *leasehold.Lease) string {
	return lines(l.Events, func(e leasehold.Event) string { return e.Date.String() + ": " + e.Type.Title() })
}

func classification(l *leasehold.Lease) string {
	if l.Classification == leasehold.Derived {
		return "Automatic"
	}
	return Sentence(l.Classification.String()) + ", as supplied"
}

func basis(l *leasehold.Lease) string {
	if !l.Basis.Set {
		return NotProvided
	}
	discounting := map[leasehold.Discounting]string{
		leasehold.Nominal: "nominal rate, by months", leasehold.Effective: "effective rate, by months", leasehold.Actual365: "effective rate, by days / 365",
		leasehold.CompoundedMonthly: "nominal rate, compounded monthly",
	}
	payment := map[leasehold.CommencementPayment]string{
		leasehold.InLiability: "payment at commencement included in the liability", leasehold.Settled: "payment at commencement excluded from the liability",
	}
	return discounting[l.Basis.Value.Discounting] + "\n" + payment[l.Basis.Value.CommencementPayment]
}

// Event returns an event type's name for use within a sentence.
func Event(t leasehold.EventType) string { return t.Title() }

// RateOrigin describes how a discount rate was determined from a rate table: from which rows, and
// whether by interpolation.
type RateOrigin struct {
	*ratetable.Used

	For  string // commencement or the event for which the rate is used
	Rows []RateRow
	How  string
}

// RateRow is a row of a rate table.
type RateRow struct {
	*ratetable.Row

	Number int    // index of the row, counted from 0 as in API responses
	About  string // source of the row and the leases to which the row applies
}

// RateOrigins returns the origin of each discount rate that was determined from the lease's rate table.
func RateOrigins(m *leasehold.Measurement) []RateOrigin {
	list := make([]RateOrigin, len(m.RatesUsed))
	var table []ratetable.Row
	if len(list) > 0 {
		table = m.Lease.RateTable().Rows()
	}
	for i := range m.RatesUsed {
		u, x := &m.RatesUsed[i], &list[i]
		x.Used, x.For, x.How = u, Sentence(First(&m.Lease)), "from the row"
		if u.Event >= 0 {
			x.For = Sentence(Event(m.Lease.Events[u.Event].Type))
		}
		switch {
		case u.Shortest != 0:
			x.How = "from the table's shortest term, " + strconv.Itoa(u.Shortest) + " months"
		case len(u.Rows) == 2:
			x.How = "interpolated by months between the two rows"
		}
		for _, n := range u.Rows {
			x.Rows = append(x.Rows, RateRow{&table[n], n, aboutRow(&table[n])})
		}
	}
	return list
}

// Title returns a title that contains the row's number, first date and term.
func (r *RateRow) Title() string {
	return "Row " + strconv.Itoa(r.Number) + ", as of " + r.ValidFrom.String() + ", " + strconv.Itoa(r.TermMonths) + " months"
}

// aboutRow describes a row's source and the leases to which the row applies.
func aboutRow(row *ratetable.Row) string {
	var parts []string
	if row.Source != "" {
		parts = append(parts, "source: "+row.Source)
	}
	if row.Currency != (money.Currency{}) {
		parts = append(parts, "for "+row.Currency.String())
	}
	for _, name := range slices.Sorted(maps.Keys(row.Tags)) {
		parts = append(parts, name+"="+row.Tags[name])
	}
	return strings.Join(parts, "; ")
}

// Quoted is a passage that is quoted from the lease contract, with the field that it supports.
type Quoted struct {
	Member string // label of the field
	Value  string // value of the field in the lease
	Text   string // the passage in one line
	Source string // document and page that contain the passage
}

// Quotes returns a lease's quotes, sorted by the path of the field that each quote supports.
func Quotes(l *leasehold.Lease) (list []Quoted) {
	if len(l.Evidence) == 0 {
		return nil
	}
	values := map[string]jsontext.Value{}
	for _, leaf := range strict.Leaves(l.Append(nil)) {
		values[leaf.Path] = leaf.Value
	}
	for _, e := range l.Evidence {
		label, m := memberAt(e.Path)
		value := plain(values[e.Path])
		if m != nil {
			value = shown(values[e.Path], m, Places(l))
		}
		list = append(list, Quoted{label, value, strings.Join(strings.Fields(e.Text), " "), sourceOf(e)})
	}
	return list
}

// sourceOf returns the document and the page that contain a passage.
func sourceOf(e leasehold.Quote) string {
	switch {
	case e.Page == "":
		return e.Document
	case e.Document == "":
		return "page " + e.Page
	default:
		return e.Document + ", page " + e.Page
	}
}

// memberAt returns the label and the description of the field at a path. If the field is in a list,
// the label includes the row number. For the path of a tag, the description is nil.
func memberAt(path string) (label string, m *member.Member) {
	rows := member.Lease
	for rest := path; rest != ""; {
		part, after, _ := strings.Cut(rest, ".")
		name, index, inRow := strings.Cut(strings.TrimSuffix(part, "]"), "[")
		if m = member.Find(rows, name); m == nil {
			return strings.TrimPrefix(label+", "+rest, ", "), nil
		}
		called := m.Label
		if n, err := strconv.Atoi(index); inRow && err == nil {
			called += " " + strconv.Itoa(n+1)
		}
		if label != "" {
			called = label + ", " + strings.ToLower(called[:1]) + called[1:]
		}
		label, rows, rest = called, m.Of, after
	}
	return label, m
}
