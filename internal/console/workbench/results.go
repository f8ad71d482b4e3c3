package workbench

import (
	"encoding/json"
	"html/template"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/console/page"
)

// results are everything that the workbench shows of one lease.
type results struct {
	Result       *leasehold.Result
	Verdict      string // of what kind the lease is, for the head of the page
	Operating    bool
	Nouns        nouns
	Headlines    []headline
	Criteria     []criterionView
	Balances     template.HTML
	Costs        template.HTML
	Alternatives []alternative
	Comparison   []comparison
	Columns      template.HTMLAttr
	Schedule     template.HTML
	Journal      template.HTML
	Entries      int
	PostedTo     string // inputs of the accounts that the journal uses
	Totals       []template.HTML
	Disclosures  disclosures
	Curl         string
	Span         string // the payments in words
	PerYear      int    // periods
	Revision     int
	Inputs       []typedInput
	Remarks      remarks // how unusual inputs were understood
}

// headline is a figure with its label and its origin.
type headline struct {
	ID     string // the contract's name
	Label  string
	Figure template.HTML
	Origin origin
}

// criterionView is one of the five criteria and its state: met, not met, or not
// tested because its input was not provided.
type criterionView struct {
	leasehold.Criterion

	State string
	Word  string
}

// newResults prepares a computed lease for the page. publicURL is the base of
// the command that asks the API for the same.
func newResults(r *leasehold.Result, publicURL string) (*results, error) {
	years, n, o, journal := yearsOf(r), nounsOf(r), originsOf(r), r.Journal()
	v := &results{
		Result: r, Verdict: verdict(r), Operating: r.Class == leasehold.Operating, Nouns: n,
		Headlines: headlines(r, o), Criteria: criteriaOf(r), Disclosures: disclosuresOf(r, o),
		Balances: balanceChart(r, years, n), Costs: costChart(r, years, n),
		Schedule: scheduleRows(r), Totals: totals(r), Journal: journalRows(journal), Entries: len(journal), PostedTo: postedTo(journal),
		Curl: curl(r, publicURL), Span: span(r), PerYear: r.Lease.PaymentFrequency.PerYear(), Revision: leasehold.RulesRevision,
	}
	if err := v.compare(&r.Lease, o); err != nil {
		return nil, err
	}
	columns, err := json.Marshal(columnsOf(r, n))
	if err != nil {
		return nil, err
	}
	v.Columns = template.HTMLAttr(`data-columns="` + template.HTMLEscapeString(string(columns)) + `"`) //nolint:gosec // escaped here
	return v, nil
}

// RemarksJSON returns the remarks for the page's script.
func (v *results) RemarksJSON() (string, error) {
	text, err := json.Marshal(v.Remarks)
	return string(text), err
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

func headlines(r *leasehold.Result, o origins) []headline {
	firstYear, _, _ := r.FirstYearCost()
	return []headline{
		o.headline("initialLiability", marked("initialLiability", r.InitialLiability)),
		o.headline("initialRouAsset", marked("initialRouAsset", r.InitialRouAsset)),
		o.headline("totalUndiscountedPayments", marked("totalUndiscountedPayments", r.TotalUndiscountedPayments)),
		o.headline("totalLeaseCost", marked("totalLeaseCost", r.TotalLeaseCost)),
		o.headline("firstYearCost", marked("firstYearCost", firstYear)),
		o.headline("currentLiability", marked("currentLiability", r.Disclosures.CurrentLiability)),
	}
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

// curl returns the command that asks the API for the same lease.
func curl(r *leasehold.Result, publicURL string) string {
	lease := strings.ReplaceAll(string(r.Lease.Append(nil)), "'", `'\''`) // a quotation mark within a shell's
	return "curl -sS " + publicURL + "/api/v1/compute \\\n" +
		"  -H \"Authorization: Bearer $LEASEHOLD_KEY\" \\\n" +
		"  -H 'Content-Type: application/json' \\\n" +
		"  -d '" + lease + "'"
}

// span says what is paid, when and for how long.
func span(r *leasehold.Result) string {
	due := " in advance, "
	if r.Lease.PaymentTiming == leasehold.Arrears {
		due = " in arrears, "
	}
	n := len(r.Schedule)
	return page.Plural(n, r.Lease.PaymentFrequency.String()+" payment") + due +
		r.Lease.CommencementDate.String() + " to " + r.Schedule[n-1].Last.String()
}
