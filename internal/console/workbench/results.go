package workbench

import (
	"encoding/json"
	"html/template"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/console/page"
	"github.com/leasehold-accounting/leasehold/money"
)

// results are everything that the workbench shows of one lease.
type results struct {
	Result       *leasehold.Result
	Standard     string // in words
	Verdict      string // of what kind the lease is, for the head of the page
	Headlines    []headline
	Criteria     []criterionView
	Balances     template.HTML
	Costs        template.HTML
	Operating    bool
	Alternatives []alternative
	Comparison   []comparison
	Columns      template.HTMLAttr
	Schedule     template.HTML
	Journal      template.HTML
	Measures     []headline // of the disclosures
	Maturity     []maturityView
	Citations    []source
	Notes        []string
	Curl         string
	Entries      int
	Span         string // the payments in words
	PerYear      int    // periods
	Totals       []template.HTML
	Revision     int
	Inputs       []typedInput
	Remarks      remarks // how unusual inputs were understood
}

// RemarksJSON returns the remarks for the page's script.
func (a *results) RemarksJSON() (string, error) {
	text, err := json.Marshal(a.Remarks)
	return string(text), err
}

// headline is a figure with its name and its origin.
type headline struct {
	ID     string
	Label  string
	Figure template.HTML
	Origin origin
}

// criterionView is one of the five, with what can be said of it: met, not met, or
// not evaluated for want of input.
type criterionView struct {
	leasehold.Criterion

	State string
	Word  string
}

// maturityView is a row of the maturity analysis with its bar.
type maturityView struct {
	Label  string
	Figure template.HTML
	Bar    template.HTML
	Rows   string
}

// source is a citation, cut into paragraph and explanation.
type source struct{ Paragraph, Words string }

// year sums the rows that start in one lease year.
type year struct {
	Start        int // the calendar year in which it starts
	Interest     money.Amount
	Amortization money.Amount
	Cost         money.Amount
}

func yearsOf(r *leasehold.Result) []year {
	perYear := 12 / r.Lease.PaymentFrequency.Months()
	years := make([]year, 0, len(r.Schedule)/perYear+1)
	for i := range r.Schedule {
		row := &r.Schedule[i]
		if i%perYear == 0 {
			years = append(years, year{Start: int(row.First.Year)})
		}
		y := &years[len(years)-1]
		y.Interest = y.Interest.Add(row.Interest)
		y.Amortization = y.Amortization.Add(row.RouAmortization)
		y.Cost = y.Cost.Add(row.LeaseExpense)
	}
	return years
}

// newResults prepares a computed lease for the page. publicURL is the base of
// the command that asks the API for the same.
func newResults(r *leasehold.Result, publicURL string) (*results, error) {
	years := yearsOf(r)
	a := &results{
		Result: r, Standard: standardWords[r.Lease.Standard], Verdict: verdict(r), Operating: r.Class == leasehold.Operating,
		Span: span(r), PerYear: 12 / r.Lease.PaymentFrequency.Months(), Totals: totals(r), Revision: leasehold.RulesRevision,
		Notes: r.NoteTexts(), Entries: len(r.Schedule) + 1,
		Criteria: criteriaOf(r), Maturity: maturitiesOf(r),
		Balances: balanceChart(r, years), Costs: costChart(r, years),
		Curl: curl(r, publicURL),
	}
	a.Headlines, a.Measures = headlines(r, years)
	for _, c := range r.CitationTexts() {
		paragraph, words, _ := strings.Cut(c, ": ")
		a.Citations = append(a.Citations, source{paragraph, words})
	}
	if err := a.compare(&r.Lease); err != nil {
		return nil, err
	}
	columns, err := json.Marshal(explainer{r}.columns())
	if err != nil {
		return nil, err
	}
	a.Columns = template.HTMLAttr(`data-columns="` + template.HTMLEscapeString(string(columns)) + `"`) //nolint:gosec // escaped here
	a.Schedule, a.Journal = scheduleRows(r), journalRows(r)
	return a, nil
}

// verdict says in a few words what the lease is.
func verdict(r *leasehold.Result) string {
	switch {
	case r.Classification.SingleModel:
		return "Single lessee model"
	case r.Class == leasehold.Operating:
		return "Operating lease"
	default:
		return "Finance lease"
	}
}

func headlines(r *leasehold.Result, years []year) (main, measures []headline) {
	e, d := explainer{r}, &r.Disclosures
	plain := func(name, value string) template.HTML {
		return template.HTML(`<data data-figure="` + name + `" value="` + value + `">` + value + `</data>`) //nolint:gosec // digits and a name of ours
	}
	main = []headline{
		{"initialLiability", "Lease liability at commencement", marked("initialLiability", r.InitialLiability), e.liability()},
		{"initialRouAsset", "Right-of-use asset", marked("initialRouAsset", r.InitialRouAsset), e.asset()},
		{"totalUndiscountedPayments", "Payments in all", marked("totalUndiscountedPayments", r.TotalUndiscountedPayments), e.payments()},
		{"totalLeaseCost", "Lease cost in all", marked("totalLeaseCost", r.TotalLeaseCost), e.cost()},
		{"firstYearCost", "Lease cost in year 1", marked("firstYearCost", years[0].Cost), e.firstYear(&years[0])},
		{"currentLiability", "Due within twelve months", marked("currentLiability", d.CurrentLiability), e.current()},
	}
	measures = []headline{
		{"currentLiability", "Current lease liability", marked("currentLiability", d.CurrentLiability), e.current()},
		{"longTermLiability", "Long-term lease liability", marked("longTermLiability", d.LongTermLiability), e.longTerm()},
		{"totalUndiscountedPayments", "Undiscounted payments", marked("totalUndiscountedPayments", d.TotalUndiscountedPayments), e.payments()},
		{"imputedInterest", "Imputed interest", marked("imputedInterest", d.ImputedInterest), e.imputed()},
		{"totalLeaseCost", "Total lease cost", marked("totalLeaseCost", d.TotalLeaseCost), e.cost()},
		{
			"remainingTerm", "Weighted-average remaining term, months",
			plain("weightedAverageRemainingTermMonths", strconv.Itoa(d.WeightedAverageRemainingTermMonths)), e.remainingTerm(),
		},
		{
			"averageRate", "Weighted-average discount rate",
			plain("weightedAverageDiscountRate", d.WeightedAverageDiscountRate.String()), e.averageRate(),
		},
		{"periodicRate", "Rate of one period", plain("periodicRate", r.PeriodicRate.String()), e.periodicRate()},
	}
	return main, measures
}

func criteriaOf(r *leasehold.Result) []criterionView {
	list := make([]criterionView, len(r.Classification.Criteria))
	for i, c := range r.Classification.Criteria {
		list[i] = criterionView{c, "unmet", "Not met"}
		if c.Met {
			list[i].State, list[i].Word = "met", "Met"
		} else if !c.Tested {
			list[i].State, list[i].Word = "open", "Not tested"
		}
	}
	return list
}

func maturitiesOf(r *leasehold.Result) []maturityView {
	var largest money.Amount
	for _, m := range r.Disclosures.MaturityAnalysis {
		if m.UndiscountedPayments.Cmp(largest) > 0 {
			largest = m.UndiscountedPayments
		}
	}
	perYear := 12 / r.Lease.PaymentFrequency.Months()
	list := make([]maturityView, len(r.Disclosures.MaturityAnalysis))
	for i, m := range r.Disclosures.MaturityAnalysis {
		first, last := i*perYear+1, min((i+1)*perYear, len(r.Schedule))
		if i == len(list)-1 {
			last = len(r.Schedule)
		}
		rows := "no period"
		switch {
		case first == last:
			rows = "period " + strconv.Itoa(first)
		case first < last:
			rows = "periods " + strconv.Itoa(first) + " to " + strconv.Itoa(last)
		}
		list[i] = maturityView{
			m.Label, marked("maturity"+strconv.Itoa(m.Year), m.UndiscountedPayments), share(m.UndiscountedPayments, largest), rows,
		}
	}
	return list
}

func startsOf(years []year) []int {
	starts := make([]int, len(years))
	for i := range years {
		starts[i] = years[i].Start
	}
	return starts
}

func balanceChart(r *leasehold.Result, years []year) template.HTML {
	liability := series{"liability", make([]money.Amount, 1, len(r.Schedule)+1)}
	asset := series{"asset", make([]money.Amount, 1, len(r.Schedule)+1)}
	liability.values[0], asset.values[0] = r.InitialLiability, r.InitialRouAsset
	for i := range r.Schedule {
		liability.values = append(liability.values, r.Schedule[i].LiabilityClose)
		asset.values = append(asset.values, r.Schedule[i].RouAssetClose)
	}
	label := "Line chart of the lease liability, from " + grouped(r.InitialLiability) + " to 0.00, and of the right-of-use asset, from " +
		grouped(r.InitialRouAsset) + " to " + grouped(r.Schedule[len(r.Schedule)-1].RouAssetClose) + ". The schedule has every balance."
	return balances(label, []series{asset, liability}, startsOf(years), 12/r.Lease.PaymentFrequency.Months())
}

func costChart(r *leasehold.Result, years []year) template.HTML {
	stacks, classes := make([]stack, len(years)), []string{"cost"}
	parts := "of the single lease cost"
	if r.Class == leasehold.Finance {
		classes, parts = []string{"amortization", "interest"}, "of amortization and interest"
	}
	for i, y := range years {
		stacks[i] = stack{y.Cost}
		if r.Class == leasehold.Finance {
			stacks[i] = stack{y.Amortization, y.Interest}
		}
	}
	label := "Bar chart " + parts + " by lease year: " + grouped(years[0].Cost) + " in the first, " +
		grouped(years[len(years)-1].Cost) + " in the last of " + strconv.Itoa(len(years)) + "."
	return bars(label, stacks, classes, startsOf(years))
}

// curl returns the command that asks the API for the same lease. The lease
// holds no quotation mark that a shell would see: its texts are names and
// dates.
func curl(r *leasehold.Result, publicURL string) string {
	return "curl -sS " + publicURL + "/api/v1/compute \\\n" +
		"  -H \"Authorization: Bearer $LEASEHOLD_KEY\" \\\n" +
		"  -H 'Content-Type: application/json' \\\n" +
		"  -d '" + string(r.Lease.Append(nil)) + "'"
}

// span says what is paid, when and for how long.
func span(r *leasehold.Result) string {
	adverb := map[leasehold.Frequency]string{
		leasehold.Monthly: "monthly ", leasehold.Quarterly: "quarterly ", leasehold.Semiannual: "semiannual ", leasehold.Annual: "annual ",
	}[r.Lease.PaymentFrequency]
	due := " in advance"
	if r.Lease.PaymentTiming == leasehold.Arrears {
		due = " in arrears"
	}
	n := len(r.Schedule)
	noun := "payments"
	if n == 1 {
		noun = "payment"
	}
	return page.Count(n) + " " + adverb + noun + due + ", " + r.Lease.CommencementDate.String() + " to " + r.Schedule[n-1].Last.String()
}

// totals is the foot of the schedule; the balances have none.
func totals(r *leasehold.Result) []template.HTML {
	amortized := r.TotalLeaseCost.Sub(r.Disclosures.ImputedInterest)
	return []template.HTML{
		marked("sumPayment", r.TotalUndiscountedPayments), marked("sumInterest", r.Disclosures.ImputedInterest),
		marked("sumPrincipal", r.InitialLiability), "", marked("sumAmortization", amortized), "", marked("sumExpense", r.TotalLeaseCost),
	}
}
