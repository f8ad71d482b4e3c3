package oracle

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// Figure is one value of a printed response: an amount, a number, a date, a class or a treatment.
// Other texts are not figures. Path consists of field names and of list indexes, counted from 0, as
// in `result.schedule.0.payment`.
//
// The lines of an entry are totaled by account, debits less credits, as in
// `journalEntries.1.lines.Cash`. The accounts of an entry, in the order of its lines, are in
// `journalEntries.1.accounts`. Reports have no such path, because the lines of their entries have
// no defined order.
type Figure struct {
	Path, Text string
	// Number is true for a number that is printed with only the decimals that it needs. Amounts
	// have a fixed number of decimals.
	Number bool
}

type tree struct {
	decimals int
	figures  []Figure
}

func (t *tree) add(path, text string) { t.figures = append(t.figures, Figure{path, text, false}) }

func (t *tree) text(path, text string) { t.add(path, quote(text)) }

func (t *tree) integer(path string, n int) { t.add(path, strconv.Itoa(n)) }

func (t *tree) number(path, text string) { t.figures = append(t.figures, Figure{path, text, true}) }

func (t *tree) amount(path string, units *big.Int) { t.add(path, Amount(units, t.decimals)) }

// optional adds a text if it is not empty.
func (t *tree) optional(path, text string) {
	if text != "" {
		t.text(path, text)
	}
}

// Compute lists the figures of a compute response.
func (a *Answer) Compute() []Figure {
	t := &tree{decimals: a.Decimals}
	for _, m := range a.Input {
		t.add("input."+m.Name, m.Value)
	}
	a.result(t)
	a.classification(t)
	a.entries(t)
	return t.figures
}

// Schedule lists the figures of a schedule response.
func (a *Answer) Schedule() []Figure {
	t := &tree{decimals: a.Decimals}
	t.text("standard", a.Standard)
	t.text("classification", a.Classification)
	t.amount("initialLiability", a.InitialLiability)
	t.amount("initialRouAsset", a.InitialRouAsset)
	t.integer("periods", a.Periods)
	a.events(t, "events")
	for k := range a.Rows {
		a.row(t, fmt.Sprintf("schedule.%d.", k), &a.Rows[k])
	}
	return t.figures
}

func (a *Answer) result(t *tree) {
	t.text("result.standard", a.Standard)
	t.text("result.classification", a.Classification)
	t.text("result.commencementDate", a.Commencement)
	t.integer("result.termMonths", a.TermMonths)
	t.integer("result.periods", a.Periods)
	t.add("result.periodicRate", a.PeriodicRate)
	if a.Basis != nil {
		t.text("result.basis.discounting", a.Basis.Discounting)
		t.text("result.basis.commencementPayment", a.Basis.Payment)
	}
	t.optional("result.currency", a.Currency)
	t.optional("result.exemption", a.Exemption)
	t.amount("result.initialLiability", a.InitialLiability)
	t.amount("result.initialRouAsset", a.InitialRouAsset)
	if a.CommencementPayment != nil {
		t.amount("result.commencementPayment", a.CommencementPayment)
	}
	t.amount("result.totalUndiscountedPayments", a.TotalPayments)
	t.amount("result.totalLeaseCost", a.TotalLeaseCost)
	for i, rate := range a.Looked {
		rate.list(t, fmt.Sprintf("result.discountRates.%d.", i))
	}
	for k := range a.Rows {
		a.row(t, fmt.Sprintf("result.schedule.%d.", k), &a.Rows[k])
	}
	a.disclosures(t)
	a.events(t, "result.events")
	if l := a.Life; l != nil {
		const at = "result.life."
		t.amount(at+"payments", l.Payments)
		t.amount(at+"variablePayments", l.VariablePayments)
		t.amount(at+"interest", l.Interest)
		t.amount(at+"amortization", l.Amortization)
		t.amount(at+"leaseExpense", l.LeaseExpense)
		t.amount(at+"impairmentLosses", l.ImpairmentLosses)
		t.amount(at+"gainsAndLosses", l.GainsAndLosses)
	}
}

func (a *Answer) row(t *tree, at string, row *Row) {
	t.integer(at+"period", row.Number)
	t.text(at+"date", row.Date)
	t.amount(at+"payment", row.Payment)
	t.amount(at+"interest", row.Interest)
	t.amount(at+"principal", row.Principal)
	t.amount(at+"liabilityClose", row.LiabilityClose)
	t.amount(at+"rouAmortization", row.RouAmortization)
	t.amount(at+"rouAssetClose", row.RouAssetClose)
	t.amount(at+"leaseExpense", row.LeaseExpense)
	if a.Variable {
		t.amount(at+"variableLeaseExpense", a.book.variableOf(row))
	}
	if a.Service {
		t.amount(at+"nonLeaseExpense", row.serviceBy(row.days))
	}
	if a.Taxed {
		_, tax := row.nonLeaseAmounts(row.last)
		t.amount(at+"taxExpense", tax)
	}
	if a.Parts {
		t.text(at+"from", row.First)
		t.number(at+"months", MonthsText(row.Months))
		t.amount(at+"liabilityOpen", row.LiabilityOpen)
		t.amount(at+"rouAssetOpen", row.RouAssetOpen)
	}
}

func (a *Answer) disclosures(t *tree) {
	const at = "result.disclosures."
	d := &a.Disclosures
	t.number(at+"weightedAverageRemainingTermMonths", plain(toDecimals(d.RemainingTermMonths, 2)))
	t.add(at+"weightedAverageDiscountRate", d.DiscountRate)
	t.amount(at+"totalUndiscountedPayments", d.TotalPayments)
	t.amount(at+"imputedInterest", d.ImputedInterest)
	for i, year := range d.Maturities {
		of := fmt.Sprintf("%smaturityAnalysis.%d.", at, i)
		t.integer(of+"year", year.Year)
		t.text(of+"label", year.Label)
		t.amount(of+"undiscountedPayments", year.Payment)
	}
	t.amount(at+"currentLiability", d.Current)
	t.amount(at+"longTermLiability", d.LongTerm)
	t.amount(at+"totalLeaseCost", d.TotalLeaseCost)
}

func (a *Answer) events(t *tree, path string) {
	if a.HasEvents && len(a.Events) == 0 {
		t.add(path, "[]")
	}
	for i := range a.Events {
		e, at := &a.Events[i], fmt.Sprintf("%s.%d.", path, i)
		t.text(at+"date", e.Date)
		t.text(at+"type", e.Type)
		t.text(at+"treatment", e.Treatment)
		t.integer(at+"termMonths", e.TermMonths)
		t.number(at+"discountRateAnnual", e.DiscountRate)
		t.text(at+"classification", e.Classification)
		t.amount(at+"liabilityBefore", e.LiabilityBefore)
		t.amount(at+"liabilityAfter", e.LiabilityAfter)
		t.amount(at+"rouAssetBefore", e.RouAssetBefore)
		t.amount(at+"rouAssetAfter", e.RouAssetAfter)
		t.amount(at+"gainOrLoss", e.GainOrLoss)
		t.amount(at+"impairmentLoss", e.ImpairmentLoss)
		t.amount(at+"liabilityRemeasured", e.LiabilityRemeasured)
		t.amount(at+"liabilityDerecognized", e.LiabilityDerecognized)
		t.amount(at+"rouAssetRemeasured", e.RouAssetRemeasured)
		t.amount(at+"rouAssetDerecognized", e.RouAssetDerecognized)
	}
}

func (a *Answer) classification(t *tree) {
	t.text("classification.classification", a.Classification)
	t.text("classification.standard", a.Standard)
	t.add("classification.single_model", strconv.FormatBool(a.SingleModel))
	if len(a.Criteria) == 0 {
		t.add("classification.criteria", "[]")
	}
	for i, c := range a.Criteria {
		at := fmt.Sprintf("classification.criteria.%d.", i)
		t.text(at+"key", c.Key)
		t.add(at+"met", strconv.FormatBool(c.Met))
	}
}

func (a *Answer) entries(t *tree) {
	for i := range a.Entries {
		at, e := fmt.Sprintf("journalEntries.%d.", i), &a.Entries[i]
		t.entry(at, e)
		var accounts []string
		for _, line := range e.Lines {
			accounts = append(accounts, line.Account)
		}
		t.text(at+"accounts", strings.Join(accounts, ", "))
	}
}

// entry adds the date of an entry, and its total by account.
func (t *tree) entry(at string, e *Entry) {
	t.text(at+"date", e.Date)
	t.optional(at+"fund", e.Fund)
	net := map[string]*big.Int{}
	var accounts []string
	for _, line := range e.Lines {
		if net[line.Account] == nil {
			net[line.Account] = new(big.Int)
			accounts = append(accounts, line.Account)
		}
		net[line.Account].Add(net[line.Account], line.Debit)
		net[line.Account].Sub(net[line.Account], line.Credit)
	}
	for _, account := range accounts {
		if net[account].Sign() != 0 {
			t.amount(at+"lines."+account, net[account])
		}
	}
}

func (r *TableRate) list(t *tree, at string) {
	t.text(at+"date", r.Date)
	t.integer(at+"termMonths", r.TermMonths)
	t.number(at+"discountRateAnnual", plain(r.Rate))
	for i, row := range r.Rows {
		t.integer(fmt.Sprintf("%srows.%d", at, i), row)
	}
	t.optional(at+"source", r.Source)
}
