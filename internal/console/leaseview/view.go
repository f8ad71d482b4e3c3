// Package leaseview renders the results of one lease for the workbench as an HTML fragment that contains
// charts, tables, text, and amounts with their origins.
//
// The fragment depends only on the form's values, so that a server and a browser render the same bytes. Because
// the package also runs in browsers, it imports no HTTP package.
package leaseview

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/console/chart"
	"github.com/leasehold-accounting/leasehold/internal/console/leaseform"
	"github.com/leasehold-accounting/leasehold/internal/markup"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// View contains the results of one lease for the page.
type View struct {
	Result          *leasehold.Result
	Verdict         string // type of the lease, for the heading
	Operating       bool   // whether the lease is an operating lease at commencement
	Exempt          bool
	Varies          bool // whether the lease has variable cost
	Sides           []wording.Side
	Nouns           nouns
	Headlines       []headline
	At              []labeled // balances at the end of the day that the lease request names
	Criteria        []criterionView
	Balances        template.HTML
	Costs           template.HTML
	Payments        *payments // nil if all payments are equal
	Life            *life     // nil if the lease has no events
	Conventions     []convention
	ByConvention    []string // labels of the rows in Conventions
	Alternatives    []alternative
	Comparison      []comparison
	Years           []yearRow
	Fiscal          *fiscalYears
	CompareNotes    []string
	Columns         template.HTMLAttr
	Schedule        template.HTML
	Journal         template.HTML
	Entries         int
	JournalByPeriod bool
	BrokenMonths    bool   // whether payment periods start on a day other than the first of a month
	PostedTo        string // names of the inputs for the accounts to which the journal posts
	Totals          []template.HTML
	Disclosures     disclosures
	Sources         sources
	Curl            string
	Span            string // sentence about the dates and the number of payments
	PerYear         int    // number of payment periods in a year
	Revision        int
	Inputs          []wording.Input
	Remarks         leaseform.Remarks // remarks on how values were read
}

type headline struct {
	ID     string // name of the figure in the API contract
	Label  string
	Figure template.HTML
	Origin origin
}

type labeled struct {
	Label  string
	Figure template.HTML
}

// balancesAt returns the balances at the end of the day that the lease request names, or nil if the request
// names no day.
func balancesAt(r *leasehold.Result, p printer) (list []labeled) {
	for i, f := range wording.OfBalances(&r.Measurement) {
		list = append(list, labeled{r.Lease.Say(f.Label), p.marked("at"+strconv.Itoa(i), f.Amount)})
	}
	return list
}

// criterionView is a classification criterion with its state: met, not met, or not tested because its input is missing.
type criterionView struct {
	schedule.Criterion

	State string
	Word  string
}

// choices are the user's options for the presentation of the results.
type choices struct {
	yearEnds int  // number of the last month of the fiscal year
	byPeriod bool // whether the journal has one entry per payment period rather than per calendar month
}

// newView computes a lease and returns its view. The view's curl command contains the given base URL.
func newView(ctx context.Context, lease *leasehold.Lease, publicURL string, c choices) (*View, error) {
	r, err := leasehold.ComputeContext(ctx, lease)
	if err != nil {
		return nil, err
	}
	p := printer{r.Lease.Currency.Places()}
	years, n, o, journal := yearsOf(r), nounsOf(r), originsOf(r), leasehold.Journal(&r.Measurement)
	v := &View{
		Result: r, Verdict: verdict(r), Operating: r.Class == leasehold.Operating, Exempt: r.Lease.Exempt(),
		Varies: r.Varies(), Sides: wording.SidesOf(&r.Measurement), Nouns: n,
		Headlines: headlines(r, o, p), At: balancesAt(r, p), Criteria: criteriaOf(r), Disclosures: disclosuresOf(r, o, p), Sources: sourcesOf(r, p),
		Balances: balanceChart(r, n, p), Costs: costChart(r, years, n, p), Payments: paymentChart(r, p),
		Life: lifeOf(r, journal, p), Conventions: conventions(ctx, r, p), ByConvention: conventionRows(&r.Lease),
		Schedule: scheduleRows(r, p), Totals: totals(r, p), PostedTo: PostedTo(journal), JournalByPeriod: c.byPeriod, BrokenMonths: r.Lease.RowsFrom().Day != 1,
		Curl: curl(r, publicURL), Span: span(r), PerYear: r.Lease.PaymentFrequency.PerYear(), Revision: leasehold.RulesRevision,
	}
	for _, in := range wording.Inputs(&r.Lease) {
		if in.Value != wording.NotProvided {
			v.Inputs = append(v.Inputs, in)
		}
	}
	if err := v.compare(ctx, &r.Lease, o, p); err != nil {
		return nil, err
	}
	if v.Fiscal, err = fiscalYearsOf(ctx, r, c.yearEnds, n, p); err != nil {
		return nil, err
	}
	if v.Journal, v.Entries, err = journalOf(ctx, r, journal, c.byPeriod, p); err != nil {
		return nil, err
	}
	columns, err := json.Marshal(columnsOf(r, n))
	if err != nil {
		return nil, err
	}
	v.Columns = template.HTMLAttr(`data-columns="` + template.HTMLEscapeString(string(columns)) + `"`) //nolint:gosec // the value is escaped here
	return v, nil
}

// Say replaces general lease terms in text with the terms of the lease's standard.
func (v *View) Say(text string) string { return v.Result.Lease.Say(text) }

// Single reports whether the page shows the standard's name instead of a lease class. It returns true if the
// standard has a single model and the lease is not exempt.
func (v *View) Single() bool { return v.Result.Classification.SingleModel && !v.Exempt }

// First returns the name of the date of first measurement: commencement or initial application.
func (v *View) First() string { return wording.First(&v.Result.Lease) }

// RemarksJSON returns the remarks as JSON for the page's script.
func (v *View) RemarksJSON() (string, error) {
	text, err := json.Marshal(v.Remarks)
	return string(text), err
}

func headlines(r *leasehold.Result, o origins, p printer) []headline {
	firstYearCost, _, _ := r.FirstYearCost()
	cost := o.headline("firstYearCost", p.marked("firstYearCost", firstYearCost))
	cost.Label = firstYear(r)
	return []headline{
		o.headline("initialLiability", p.marked("initialLiability", r.InitialLiability)),
		o.headline("initialRouAsset", p.marked("initialRouAsset", r.InitialRouAsset)),
		o.headline("totalUndiscountedPayments", p.marked("totalUndiscountedPayments", r.TotalUndiscountedPayments)),
		o.headline("totalLeaseCost", p.marked("totalLeaseCost", r.TotalLeaseCost)),
		cost,
		o.headline("currentLiability", p.marked("currentLiability", r.Disclosures.CurrentLiability)),
	}
}

// firstYear returns the label of the cost in the first lease year.
func firstYear(r *leasehold.Result) string {
	return r.Lease.Say("Lease cost in ") + yearLabel(r.Lease.Start())
}

func criteriaOf(r *leasehold.Result) []criterionView {
	list := make([]criterionView, len(r.Classification.Criteria))
	for i, c := range r.Classification.Criteria {
		switch {
		case c.Met:
			list[i] = criterionView{c, "met", "Met"}
		case c.Tested:
			list[i] = criterionView{c, "unmet", "Not met"}
		default:
			list[i] = criterionView{c, "open", "Not tested"}
		}
	}
	return list
}

func curl(r *leasehold.Result, publicURL string) string {
	lease := strings.ReplaceAll(string(r.Lease.Append(nil)), "'", `'\''`) // escapes single quotation marks, because the lease is in single quotation marks
	return "curl -sS " + publicURL + "/api/v1/compute \\\n" +
		"  -H \"Authorization: Bearer $LEASEHOLD_KEY\" \\\n" +
		"  -H 'Content-Type: application/json' \\\n" +
		"  -d '" + lease + "'"
}

// span returns a sentence about the number and dates of a lease's payments since commencement or initial application.
func span(r *leasehold.Result) string {
	due := " in advance, "
	if r.Lease.PaymentTiming == leasehold.Arrears {
		due = " in arrears, "
	}
	payment := r.Lease.PaymentFrequency.String() + " payment"
	if r.Lease.Applied() {
		payment = "remaining " + payment
	}
	n := len(r.Schedule)
	last := r.Schedule[n-1].Last
	if len(r.Events) > 0 {
		return markup.Plural(n, "row") + ", " + r.Lease.PaymentFrequency.String() + " payments" + due + r.Lease.Start().String() + " to " +
			last.String() + ", with " + markup.Plural(len(r.Events), "change")
	}
	return markup.Plural(n, payment) + due + r.Lease.Start().String() + " to " + last.String()
}

//go:embed templates
var files embed.FS

var templates = template.Must(template.New("results").Funcs(template.FuncMap{
	"days": markup.Days, "months": wording.Months, "percent": wording.Percent, "sentence": wording.Sentence,
}).ParseFS(files, "templates/results.html"))

// Refusal contains the error messages for an invalid form and remarks on its other inputs. The page's script
// receives a Refusal as JSON.
type Refusal struct {
	Faults  leaseform.Remarks `json:"faults"`
	Remarks leaseform.Remarks `json:"remarks"`
	Needed  []string          `json:"needed,omitempty"` // names of the required inputs that are empty
}

// Show computes the lease that a form describes. If the form or the lease is invalid, Show returns a Refusal and no
// View. The command that sends the same lease to the API contains the given base URL, which has no trailing slash.
func Show(ctx context.Context, typed leaseform.Values, publicURL string) (*View, *Refusal, error) {
	lease, faults, understood := typed.Decode()
	if lease == nil {
		return nil, &Refusal{faults, understood, typed.Needed(faults)}, nil
	}
	v, err := newView(ctx, lease, publicURL, choices{typed.YearEnds(), typed.JournalByPeriod()})
	if faults := typed.Refused(err); faults != nil { // some errors are detected only by the computation
		return nil, &Refusal{Faults: faults, Remarks: understood}, nil
	}
	if err != nil {
		return nil, nil, err
	}
	v.Remarks = understood
	if v.Life != nil {
		for i, row := range typed.RowsOf("events") {
			v.Life.Events[i].Row = row
		}
	}
	return v, nil, nil
}

// HTML returns the view as an HTML fragment.
func (v *View) HTML() (template.HTML, error) {
	var b bytes.Buffer
	if err := templates.ExecuteTemplate(&b, "results", v); err != nil {
		return "", err
	}
	return template.HTML(b.String()), nil //nolint:gosec // the template has escaped all values
}

// nouns contains the headings of the schedule columns and the names of the chart lines.
type nouns struct {
	wording.Columns

	Single bool // whether every schedule row has a single lease cost instead of interest and amortization
}

func nounsOf(r *leasehold.Result) nouns {
	separate := func(s schedule.Segment) bool { return s.Class != leasehold.Operating || s.Impaired }
	return nouns{wording.Headings(&r.Measurement), r.Lease.Exempt() || !slices.ContainsFunc(r.Segments, separate)}
}

// AccountInput returns the name of the input for the user's own account code or account name. That name begins
// with the prefix that all inputs for a downloaded file share.
func AccountInput(a leasehold.Account) string { return "file-account-" + strconv.Itoa(int(a)) }

// PostedTo returns the names of the inputs for accounts with posted entries, separated by spaces.
func PostedTo(entries []leasehold.Entry) string {
	var names []string
	for i := range entries {
		for _, l := range entries[i].Lines {
			if name := AccountInput(l.Account); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return strings.Join(names, " ")
}

type disclosures struct {
	Measures []headline
	Maturity []maturityView
	// Reconciliation reconciles the total payments of the maturity analysis to the initial liability and shows
	// the liability's current and long-term portions.
	Reconciliation []reconciling
}

// maturityView is a row of the maturity analysis. Its bar's length is proportional to the payments.
type maturityView struct {
	Label  string
	Figure template.HTML
	Bar    template.HTML
	Rows   string
}

type reconciling struct {
	headline

	Sum  bool // whether the amount is the sum of the rows above it
	Part bool // whether the amount is a portion of the amount in the last row with Sum
}

func disclosuresOf(r *leasehold.Result, o origins, p printer) disclosures {
	d := &r.Disclosures
	months, rate := d.WeightedAverageRemainingTermMonths, d.WeightedAverageDiscountRate
	imputed := o.headline("imputedInterest", p.figure("imputedInterest", d.ImputedInterest, d.ImputedInterest.Neg()))
	imputed.Label = "Less: " + strings.ToLower(imputed.Label)
	v := disclosures{
		Measures: []headline{
			o.headline("weightedAverageRemainingTermMonths", exact("weightedAverageRemainingTermMonths", months.String(), termInYears(months))),
			o.headline("weightedAverageDiscountRate", exact("weightedAverageDiscountRate", rate.String(), wording.Percent(rate))),
			o.headline("periodicRate", exact("periodicRate", r.PeriodicRate.String(), shortPercent(r.PeriodicRate))),
			o.headline("totalLeaseCost", p.marked("totalLeaseCost", d.TotalLeaseCost)),
		},
		Maturity: maturitiesOf(r, p),
	}
	if wording.Reconciles(&r.Lease) {
		v.Reconciliation = []reconciling{
			{o.headline("totalUndiscountedPayments", p.marked("totalUndiscountedPayments", d.TotalUndiscountedPayments)), true, false},
			{imputed, false, false},
			{o.headline("initialLiability", p.marked("initialLiability", r.InitialLiability)), true, false},
			{o.headline("currentLiability", p.marked("currentLiability", d.CurrentLiability)), false, true},
			{o.headline("longTermLiability", p.marked("longTermLiability", d.LongTermLiability)), false, true},
		}
	}
	return v
}

// termInYears formats a number of months together with the number of years, the unit that regulatory filings use.
func termInYears(months money.Decimal) string {
	whole, ok := months.Int64()
	if !ok {
		return wording.Left(months)
	}
	n := int(whole)
	tenths := (n*10 + 6) / 12
	return strconv.Itoa(tenths/10) + "." + strconv.Itoa(tenths%10) + " years (" + markup.Plural(n, "month") + ")"
}

// thereafter is the number of the first year that the maturity analysis combines with all later years in one row.
const thereafter = 6

func maturitiesOf(r *leasehold.Result, p printer) []maturityView {
	analysis := wording.Maturities(r)
	var largest money.Amount
	for _, m := range analysis {
		if m.Payments.Cmp(largest) > 0 {
			largest = m.Payments
		}
	}
	first, last := make([]int, len(analysis)), make([]int, len(analysis)) // for each row of the maturity analysis: the numbers of its first and last schedule rows
	for i := range r.Schedule {
		row := &r.Schedule[i]
		at := slices.IndexFunc(analysis, func(m wording.MaturityRow) bool { return row.Year <= m.Last })
		if at < 0 {
			at = len(analysis) - 1
		}
		if first[at] == 0 {
			first[at] = row.Number
		}
		last[at] = row.Number
	}
	list := make([]maturityView, len(analysis))
	for i, m := range analysis {
		rows := "no period"
		switch first[i] {
		case 0:
		case last[i]:
			rows = "period " + strconv.Itoa(first[i])
		default:
			rows = "periods " + strconv.Itoa(first[i]) + " to " + strconv.Itoa(last[i])
		}
		label := m.Label
		if m.First < thereafter && r.Lease.Standard.MaturityBands() == nil {
			label = yearLabel(r.Lease.Start().AddMonths(12 * i))
		}
		list[i] = maturityView{
			label, p.marked("maturity"+strconv.Itoa(m.First), m.Payments), chart.Share(m.Payments, largest), rows,
		}
	}
	return list
}
