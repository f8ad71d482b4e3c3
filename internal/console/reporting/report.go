package reporting

import (
	"encoding/json"
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/exchange"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/console/chart"
	"github.com/leasehold-accounting/leasehold/internal/markup"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/standard"
)

type results struct {
	Name       string
	From, To   string
	Count      string
	Refused    []refusedRow
	Columns    []recognized
	GroupedBy  string // names of the group keys; "" if leases are not grouped
	Groups     []groupView
	More       int // number of groups that the page does not show
	Averages   []averageView
	Currency   string // presentation currency; "" if the amounts are in the functional currency
	Curves     []curve
	Moves      []curve // charts of the changes in the liability; nil without exchange rates
	Notes      []string
	LeasesJSON string // figures of each lease as JSON, for the page's script
	Shown      int    // number of leases in LeasesJSON
	Leases     int
	Before     string                // comparative period; "" if there is none
	Previous   *previousView         // nil if there is no previous closing
	Tied       *tiedView             // nil if there is no trial balance
	Upcoming   []*portfolio.Upcoming // leases that commence after the reporting period
	Standards  []groupView           // totals for each standard, if the leases have several standards
	Downloads  []download
}

// recognized is a heading in the lease file, with the meaning of its column.
type recognized struct{ Heading, As string }

type groupView struct {
	Title    string
	Key      string // key with which the page's script finds the group's leases
	Leases   int64
	Closing  []template.HTML // the group's figures in the table that compares the groups
	Parts    []partView
	Maturity []maturityView
	Split    []memberView // current and long-term portions of the liability
	Total    bool
}

// partView is a section of a group's figures, such as a rollforward, the cost or the cash flows.
type partView struct {
	Title   string
	Members []memberView
	Hint    string // explains why the amount differs from another amount with the same label
}

// memberView is a figure with its label. Path is the figure's path in the API contract.
type memberView struct {
	Label, Path string
	Figure      template.HTML
	Sum         bool
	Before      template.HTML // the figure's amount in the comparative period

	concept figure.Concept
}

type maturityView struct {
	Label  string
	Figure template.HTML
	Bar    template.HTML
}

// averageView contains the weighted averages for a class of leases. The Class field is that class's title,
// including the standard and the currency.
type averageView struct {
	*portfolio.Average

	Class string
}

type curve struct {
	Currency string
	Drawing  template.HTML
}

const (
	maxGroups = 60
	maxListed = 1000
)

func resultsOf(r *reported) *results {
	v := &results{
		Name: r.Name, From: r.Question.From.String(), To: r.Question.To.String(), Count: markup.Plural(len(r.Leases), "lease"),
		Refused: r.Refused, Leases: len(r.Leases), Notes: r.Notes, Downloads: downloads,
	}
	for _, c := range r.Columns {
		as := wording.Label(c.Field)
		switch {
		case c.Tag != "":
			as = "read as the tag " + c.Tag
		case c.Why != "":
			as = "omitted: " + c.Why
		case as == "":
			as = c.Field
		}
		v.Columns = append(v.Columns, recognized{c.Heading, as})
	}
	names := make([]string, len(r.Question.GroupBy))
	for i, k := range r.Question.GroupBy {
		names[i] = strings.TrimPrefix(k.String(), "tag:")
	}
	v.GroupedBy = strings.Join(names, ", ")
	v.Standards = perStandard(r.Sum)
	groups := r.Sum.Groups()
	v.More = max(0, len(groups)-maxGroups)
	if total, one := r.Sum.Total(); one {
		v.Groups = append(v.Groups, viewOf(total, "All leases", "", r))
		v.Groups[0].Total = true
	}
	for _, g := range groups[:min(len(groups), maxGroups)] {
		v.Groups = append(v.Groups, viewOf(g, groupTitle(g.Key), strings.Join(g.Key, "\x1f"), r))
	}
	v.compare(r.Comparative)
	for _, a := range r.Sum.Averages() {
		class := classWords(r.Sum.Title(a.Standard), a.Standard, a.Class)
		if code := a.Currency.String(); code != "" {
			class += ", " + code
		}
		v.Averages = append(v.Averages, averageView{&a, class})
	}
	v.Currency = r.Question.Presentation.String()
	if r.Question.Journal == portfolio.Monthly {
		v.Curves = charts(r, drawCurve)
	} else {
		v.Notes = append(slices.Clone(v.Notes), "Exchange rates for month-ends are missing, so the report has no monthly entries and no liability by month.")
	}
	if r.Question.ExchangeRates != nil {
		v.Moves = charts(r, drawMoves)
	}
	v.LeasesJSON, v.Shown = leasesJSON(r)
	v.Previous, v.Tied, v.Upcoming = previousOf(r), tiedOf(r), r.Sum.NotCommenced()
	return v
}

// compare adds the amounts of the comparative period to the figures of each group.
func (v *results) compare(c *portfolio.Comparative) {
	if c == nil {
		return
	}
	v.Before = c.Title()
	earlier := map[string]*portfolio.Group{}
	for _, g := range c.Sum.Groups() {
		earlier[strings.Join(g.Key, "\x1f")] = g
	}
	total, _ := c.Sum.Total()
	for i := range v.Groups {
		g := earlier[v.Groups[i].Key]
		if v.Groups[i].Total {
			g = total
		}
		if g == nil { // the group has no leases in the comparative period
			g = &portfolio.Group{Currency: total.Currency}
		}
		for k := range v.Groups[i].Parts {
			members := v.Groups[i].Parts[k].Members
			for m := range members {
				members[m].Before = shownAmount(g.Of(members[m].concept), g.Currency.Places())
			}
		}
	}
}

// compared defines the columns of the table that compares groups.
var compared = []struct {
	Label   string
	concept figure.Concept
}{
	{"Liability", figure.LiabilityClosing}, {"Asset", figure.AssetClosing}, {"Lease cost", figure.CostTotal}, {"Cash paid", figure.CashTotal},
}

// groupTable is a table with one row per group and some of the groups' figures.
type groupTable struct {
	First  string // heading of the first column, which contains the names of the groups
	Labels []string
	Rows   []groupView
	Choose bool // whether clicking a row shows its group's figures
}

func newGroupTable(first string, rows []groupView, choose bool) groupTable {
	t := groupTable{First: first, Rows: rows, Choose: choose}
	for _, c := range compared {
		t.Labels = append(t.Labels, c.Label)
	}
	return t
}

// ByStandard returns the table of totals for each standard.
func (v *results) ByStandard() groupTable { return newGroupTable("Standard", v.Standards, false) }

// ByGroup returns the table of the groups that the user requested, with the total for all leases.
func (v *results) ByGroup() groupTable {
	first := "Group"
	if v.GroupedBy != "" {
		first = "By " + v.GroupedBy
	}
	return newGroupTable(first, v.Groups, true)
}

// perStandard returns the totals for each standard, or nil if all leases have the same standard.
func perStandard(s *portfolio.Sum) (list []groupView) {
	for _, g := range s.Subtotals() {
		group := groupView{Title: g.Key[0], Leases: g.Leases}
		for _, c := range compared {
			group.Closing = append(group.Closing, shownAmount(g.Of(c.concept), g.Currency.Places()))
		}
		list = append(list, group)
	}
	return list
}

func groupTitle(key []string) string {
	titles := make([]string, len(key))
	for i, value := range key {
		if titles[i] = leaseWords(value); value == "" {
			titles[i] = "not stated"
		}
	}
	return strings.Join(titles, " · ")
}

func viewOf(g *portfolio.Group, title, key string, r *reported) groupView {
	to, standards := r.Question.To, r.Sum.Standards()
	say := func(text string) string { return wording.OfStandards(text, standards) }
	places, f := g.Currency.Places(), &g.Figures
	shown := func(path string, a money.Amount) template.HTML {
		return template.HTML(`<data value="` + string(a.AppendPlaces(nil, places)) + `" data-figure="` + path + `">` + wording.Accounting(a, places) + `</data>`) //nolint:gosec // all parts are digits or constant words
	}
	show := func(c figure.Concept) template.HTML { return shown(c.String(), f.Of(c)) }
	v := groupView{Title: title, Key: key, Leases: g.Leases}
	for _, s := range figure.Tables() {
		if !g.Has(s) {
			continue
		}
		view := partView{Title: say(s.Title)}
		for i, c := range s.Figures {
			if f.Of(c).IsZero() && i > 0 && !c.Sums() {
				continue
			}
			view.Members = append(view.Members, memberView{Label: say(c.Title()), Path: c.String(), Figure: show(c), Sum: c.Sums(), concept: c})
		}
		if s == figure.CostInterest.Statement() && !f.Of(figure.CostOperating).IsZero() && f.Of(figure.LiabilityInterest).Cmp(f.Of(figure.CostInterest)) != 0 {
			view.Hint = "The interest on operating leases is part of the operating lease cost, and is excluded from the interest above."
		}
		if s.Governments && slices.ContainsFunc(standards, func(s leasehold.Standard) bool { return !s.Governments() }) {
			view.Hint = "These figures include only leases under GASB 87 and GASB 96."
		}
		v.Parts = append(v.Parts, view)
	}
	for _, c := range compared {
		v.Closing = append(v.Closing, shown("", f.Of(c.concept)))
	}
	largest := f.Of(figure.MaturityThereafter)
	for c := figure.MaturityYear1; c <= figure.MaturityYear5; c++ {
		if y := f.Of(c); y.Cmp(largest) > 0 {
			largest = y
		}
	}
	for c := figure.MaturityYear1; c <= figure.MaturityThereafter; c++ {
		label := "Thereafter"
		if c < figure.MaturityThereafter {
			label = wording.YearAfter(to, int(c-figure.MaturityYear1)+1)
		}
		v.Maturity = append(v.Maturity, maturityView{label, show(c), chart.Share(f.Of(c), largest)})
	}
	imputed := shown(figure.MaturityImputedInterest.String(), f.Of(figure.MaturityImputedInterest).Neg())
	v.Split = []memberView{
		{Label: "Total payments", Path: figure.MaturityTotal.String(), Figure: show(figure.MaturityTotal), Sum: true},
		{Label: "Less: imputed interest", Path: figure.MaturityImputedInterest.String(), Figure: imputed, Sum: false},
		{Label: "Current liability", Path: figure.CurrentLiability.String(), Figure: show(figure.CurrentLiability), Sum: false},
		{Label: "Long-term liability", Path: figure.LongTermLiability.String(), Figure: show(figure.LongTermLiability), Sum: false},
		{Label: "Accrued interest, part of the current liability", Path: figure.AccruedInterest.String(), Figure: show(figure.AccruedInterest), Sum: false},
		{Label: say(figure.NonCash.Title()) + " (noncash)", Path: figure.NonCash.String(), Figure: show(figure.NonCash), Sum: false},
	}
	return v
}

// leaseWords returns a readable term for the API name of a standard, a class or an exemption. It returns any
// other text unchanged.
func leaseWords(word string) string {
	var standard leasehold.Standard
	if standard.UnmarshalText([]byte(word)) == nil {
		return standard.Title()
	}
	switch word {
	case "operating", "finance", "short_term", "low_value":
		return wording.Sentence(strings.ReplaceAll(word, "_", "-"))
	}
	return word
}

// listed contains a lease's data for the page's script. The Figures field contains the formatted figures that
// are not 0, by the indexes of their paths.
type listed struct {
	ID      string         `json:"id"`
	Name    string         `json:"name,omitempty"`
	Class   string         `json:"class"`
	Group   string         `json:"group"`
	Figures map[int]string `json:"figures"`
}

// classWords returns a standard's title followed by the class. It omits the finance class if the standard has a
// single model.
func classWords(title string, standard leasehold.Standard, class leasehold.ReportedClass) string {
	if standard.SingleModel() && class == schedule.ReportedFinance {
		return title
	}
	return title + ", " + strings.ToLower(leaseWords(class.String()))
}

// leasesJSON returns the figures of at most maxListed leases as JSON, and the number of these leases.
func leasesJSON(r *reported) (text string, shown int) {
	var list []listed
	var paths []string
	for c := range figure.Count() {
		paths = append(paths, c.String())
	}
	for i := range r.Leases[:min(len(r.Leases), maxListed)] {
		line := &r.Leases[i]
		lease, places := line.Lease, line.Figures.Currency.Places()
		l := listed{
			ID: lease.ID, Name: lease.Name, Class: classWords(lease.Title(), lease.Standard, line.Figures.Class),
			Group: groupOf(r, line), Figures: map[int]string{},
		}
		for c := range figure.Count() {
			if a := line.Figures.Of(c); !a.IsZero() {
				l.Figures[int(c)] = wording.Accounting(a, places)
			}
		}
		list = append(list, l)
	}
	body, _ := json.Marshal(map[string]any{"paths": paths, "leases": list}) // strings and numbers can always be encoded
	return string(body), len(list)
}

func groupOf(r *reported, line *portfolio.Line) string {
	values := make([]string, len(r.Question.GroupBy))
	for i, k := range r.Question.GroupBy {
		values[i] = k.Value(line.Lease, line.Figures)
	}
	return strings.Join(values, "\x1f")
}

// endOfMonth returns the last day of d's month, or the given end if that is earlier.
func endOfMonth(d, to civil.Date) civil.Date {
	last := d.MonthEnd()
	if to.Before(last) {
		return to
	}
	return last
}

// maxMonths is the maximum number of months that a chart can show.
const maxMonths = 600

// drawCurve returns a line chart of the lease liability at the month ends. It returns "" if the reporting
// period has only one month or more than maxMonths months.
func drawCurve(r *reported, leases []*portfolio.Line, places int) template.HTML {
	days := monthEnds(r.Question.From, r.Question.To)
	if len(days) < 2 || len(days) > maxMonths {
		return ""
	}
	opening, closings := balances(r, leases, days)
	line := chart.Line{Class: "liability", Points: []chart.Point{{X: chart.Left * 10, Value: opening}}}
	xs, readings, labels := []int{chart.Left * 10}, []string{"Opening: " + wording.Accounting(opening, places)}, make([]string, len(days))
	for i, d := range days {
		x := chart.Left*10 + (i+1)*chart.PlotWidth*10/len(days)
		line.Points = append(line.Points, chart.Point{X: x, Value: closings[i]})
		xs, readings = append(xs, x), append(readings, d.String()+": "+wording.Accounting(closings[i], places))
		labels[i] = time.Month(d.Month).String()[:3] + " " + strconv.Itoa(int(d.Year))[2:]
	}
	label := fmt.Sprintf("Line chart of the lease liability at the end of each of %d months, from %s to %s.", len(days),
		wording.Accounting(opening, places), wording.Accounting(closings[len(days)-1], places))
	return chart.Lines(label, places, []chart.Line{line}, xs, readings, func(d *markup.SVG) {
		chart.Foot(d, labels, func(i int) int { return xs[i+1] })
	})
}

// monthEnds returns the last day of each month in the reporting period. The last month in the list ends with
// the period.
func monthEnds(from, to civil.Date) (days []civil.Date) {
	for d := endOfMonth(from, to); ; d = endOfMonth(d.Next(), to) {
		if days = append(days, d); d == to {
			return days
		}
	}
}

// charts returns one chart for each presentation currency, in the order of the currencies' first leases. The
// caller's function draws the chart for the leases in one currency, or returns "" for no chart.
func charts(r *reported, draw func(r *reported, leases []*portfolio.Line, places int) template.HTML) (list []curve) {
	var order []money.Currency
	leases := map[money.Currency][]*portfolio.Line{}
	for i := range r.Leases {
		c := r.Leases[i].Figures.Currency
		if leases[c] == nil {
			order = append(order, c)
		}
		leases[c] = append(leases[c], &r.Leases[i])
	}
	for _, c := range order {
		if drawing := draw(r, leases[c], c.Places()); drawing != "" {
			list = append(list, curve{c.String(), drawing})
		}
	}
	return list
}

// balances returns the sum of the leases' liabilities at the start of the reporting period and at each month end. A
// lease's balance at a month end, in the functional currency, is the preceding balance plus the changes in the monthly
// entries. The balance is translated at the closing rate at month end.
func balances(r *reported, leases []*portfolio.Line, days []civil.Date) (opening money.Amount, closings []money.Amount) {
	closings = make([]money.Amount, len(days))
	for _, line := range leases {
		opening = opening.Add(line.Figures.Of(figure.LiabilityOpening))
		moved := map[civil.Date]money.Amount{}
		for _, e := range line.Figures.Entries {
			for _, l := range e.Lines {
				if l.Account.Role() == standard.AccountLeaseLiability {
					month := endOfMonth(e.Date, r.Question.To)
					moved[month] = moved[month].Add(l.Credit).Sub(l.Debit)
				}
			}
		}
		balance := line.Figures.Books().Of(figure.LiabilityOpening)
		pair := exchange.Pair{Currency: line.Lease.Functional(), Into: line.Figures.Currency}
		for i, day := range days {
			balance = balance.Add(moved[day])
			closings[i] = closings[i].Add(r.Question.ExchangeRates.Closing(pair, day, balance))
		}
	}
	return opening, closings
}

// movements defines the bars of the chart that reconciles the opening liability to the closing liability. Each
// bar's label is followed by the figures that the bar contains.
var movements = []struct {
	label   string
	figures []figure.Concept
}{
	{"Opening", []figure.Concept{figure.LiabilityOpening}},
	{"New leases", []figure.Concept{figure.LiabilityAdditions, figure.LiabilityTakenOver, figure.LiabilityApplication}},
	{"Changes", []figure.Concept{figure.LiabilityLate, figure.LiabilityRemeasured, figure.LiabilityDerecognized}},
	{"Interest", []figure.Concept{figure.LiabilityInterest}},
	{"Payments", []figure.Concept{figure.LiabilityPayments}},
	{"Exchange", []figure.Concept{figure.LiabilityExchange, figure.LiabilityTranslation}},
	{"Closing", []figure.Concept{figure.LiabilityClosing}},
}

func drawMoves(_ *reported, leases []*portfolio.Line, places int) template.HTML {
	var v figure.Vector
	for _, line := range leases {
		v.Add(&line.Figures.Vector)
	}
	var stacks []chart.Stack
	var labels, readings []string
	classes := make([]string, len(movements))
	for i, m := range movements {
		var sum money.Amount
		for _, c := range m.figures {
			if c.Sign() < 0 {
				sum = sum.Sub(v.Of(c))
			} else {
				sum = sum.Add(v.Of(c))
			}
		}
		stack := make(chart.Stack, len(movements))
		stack[i] = sum
		stacks, labels = append(stacks, stack), append(labels, m.label)
		readings = append(readings, m.label+" "+wording.Accounting(sum, places))
		classes[i] = "principal"
		if m.label == "Exchange" {
			classes[i] = "interest"
		}
	}
	return chart.Bars("Bar chart of changes in the lease liability: "+strings.Join(readings, ", ")+".", places, stacks, classes, labels, readings)
}
