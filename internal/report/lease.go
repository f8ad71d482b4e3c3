package report

import (
	"fmt"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

// Compute prints the whole accounting of a lease.
func (p *Page) Compute(r *leasehold.Result) {
	p.heading(r)
	p.terms(r)
	p.measurement(r)
	p.criteria(&r.Classification)
	p.schedule(r)
	p.journal(r)
	p.disclosures(&r.Disclosures)
	p.list("Citations", r.CitationTexts())
	p.list("Notes", r.NoteTexts())
}

// Schedule prints the schedule and what it starts from.
func (p *Page) Schedule(r *leasehold.Result) {
	p.heading(r)
	p.measurement(r)
	p.schedule(r)
	p.list("Notes", r.NoteTexts())
}

// Journal prints the journal entries.
func (p *Page) Journal(r *leasehold.Result) {
	p.heading(r)
	p.journal(r)
}

// Classify prints the classification and its reasons.
func (p *Page) Classify(r *leasehold.Result) {
	p.heading(r)
	p.criteria(&r.Classification)
}

func (p *Page) heading(r *leasehold.Result) {
	kind := r.Class.String() + " lease"
	if r.Classification.SingleModel {
		kind = "lease"
	}
	p.title(fmt.Sprintf("%s · %s from %s · %d months", standard(r.Lease.Standard), kind, r.Lease.CommencementDate, r.Lease.TermMonths))
	p.line(p.paint(faint, revision()))
}

// standard shows a standard as accountants write it.
func standard(s leasehold.Standard) string { return strings.ReplaceAll(s.String(), "_", " ") }

// terms prints what the contract says.
func (p *Page) terms(r *leasehold.Result) {
	l := &r.Lease
	last := r.Schedule[len(r.Schedule)-1]
	p.section("Terms")
	t := p.grid(column{}, column{})
	t.AppendRow(table.Row{"Term", fmt.Sprintf("%s to %s, %d months", l.CommencementDate, last.Last, l.TermMonths)})
	t.AppendRow(table.Row{"Payments", fmt.Sprintf("%d %s, in %s, of %s", len(r.Schedule), l.PaymentFrequency, l.PaymentTiming, decimal(l.PaymentAmount))})
	if l.AnnualEscalationPct.Set {
		t.AppendRow(table.Row{"Escalation", percent(l.AnnualEscalationPct.Value) + " at each anniversary, compounding"})
	}
	t.AppendRow(table.Row{"Discount rate", fmt.Sprintf("%s a year, %s a period", percent(l.DiscountRateAnnual), percent(r.PeriodicRate))})
	for _, o := range []struct {
		name  string
		value leasehold.Optional[money.Decimal]
	}{
		{"Residual value guarantee", l.ResidualValueGuarantee},
		{"Purchase option", l.PurchaseOptionAmount},
		{"Asset's fair value", l.AssetFairValue},
	} {
		if o.value.Set {
			t.AppendRow(table.Row{o.name, decimal(o.value.Value)})
		}
	}
	if l.AssetEconomicLifeMonths.Set {
		t.AppendRow(table.Row{"Asset's economic life", fmt.Sprintf("%d months", l.AssetEconomicLifeMonths.Value)})
	}
	if r.Class == leasehold.Finance {
		t.AppendRow(table.Row{"Amortization", fmt.Sprintf("straight-line over %d months", r.AmortizationMonths)})
	}
	p.put(t)
}

// measurement prints how the liability and the asset come about.
func (p *Page) measurement(r *leasehold.Result) {
	l := &r.Lease
	p.section("Measurement at commencement")
	t := p.grid(column{}, column{right: true})
	t.AppendRow(table.Row{"Lease liability, the present value of the payments", amount(r.InitialLiability)})
	for _, o := range []struct {
		name  string
		value money.Amount
	}{
		{"+ prepaid rent", l.PrepaidRent.Value.Amount()},
		{"+ initial direct costs", l.InitialDirectCosts.Value.Amount()},
		{"− lease incentives", l.LeaseIncentives.Value.Amount()},
	} {
		if !o.value.IsZero() {
			t.AppendRow(table.Row{o.name, amount(o.value)})
		}
	}
	t.AppendRow(table.Row{"Right-of-use asset", amount(r.InitialRouAsset)})
	t.AppendSeparator()
	t.AppendRow(table.Row{"Payments, undiscounted", amount(r.TotalUndiscountedPayments)})
	t.AppendRow(table.Row{"Imputed interest", amount(r.Disclosures.ImputedInterest)})
	t.AppendRow(table.Row{"Total lease cost", amount(r.TotalLeaseCost)})
	p.put(t)
}

func (p *Page) criteria(c *leasehold.Classification) {
	p.section("Classification")
	p.paragraph("→", c.Rationale)
	for _, k := range c.Criteria {
		p.line("")
		p.paragraph(p.tick(k.Met), k.Label)
		p.paragraph(" ", k.Detail)
		p.paragraph(" ", "["+k.Citation.String()+"]")
	}
}

func (p *Page) schedule(r *leasehold.Result) {
	p.section("Schedule")
	right := func(name string) column { return column{name: name, right: true} }
	t := p.grid(right("Period"), column{name: "Date"}, right("Payment"), right("Interest"), right("Principal"),
		right("Liability"), right("Amortization"), right("Asset"), right("Expense"))
	t.AppendRow(table.Row{"", r.Lease.CommencementDate, "", "", "", amount(r.InitialLiability), "", amount(r.InitialRouAsset), ""})
	var payment, interest, principal, amortization, expense money.Amount
	for i := range r.Schedule {
		k := &r.Schedule[i]
		t.AppendRow(table.Row{
			k.Number, k.Date, amount(k.Payment), amount(k.Interest), amount(k.Principal), amount(k.LiabilityClose),
			amount(k.RouAmortization), amount(k.RouAssetClose), amount(k.LeaseExpense),
		})
		payment, interest, principal = payment.Add(k.Payment), interest.Add(k.Interest), principal.Add(k.Principal)
		amortization, expense = amortization.Add(k.RouAmortization), expense.Add(k.LeaseExpense)
	}
	t.AppendFooter(table.Row{"", "Total", amount(payment), amount(interest), amount(principal), "", amount(amortization), "", amount(expense)})
	p.put(t)
}

// journal prints each entry under its memo, credits indented as on paper.
func (p *Page) journal(r *leasehold.Result) {
	p.section("Journal entries")
	t := p.grid(column{name: "Date"}, column{name: "Account", width: p.width - 50}, column{name: "Debit", right: true}, column{name: "Credit", right: true})
	var debit, credit money.Amount
	for i, e := range r.Journal() {
		if i > 0 {
			t.AppendSeparator()
		}
		t.AppendRow(table.Row{e.Date, p.paint(faint, e.Memo), "", ""})
		for _, l := range e.Lines {
			if l.Credit.IsZero() {
				t.AppendRow(table.Row{"", l.Account, amount(l.Debit), ""})
			} else {
				t.AppendRow(table.Row{"", "    " + l.Account.String(), "", amount(l.Credit)})
			}
			debit, credit = debit.Add(l.Debit), credit.Add(l.Credit)
		}
	}
	t.AppendFooter(table.Row{"", "Total", amount(debit), amount(credit)})
	p.put(t)
}

func (p *Page) disclosures(d *leasehold.Disclosures) {
	p.section("Disclosures")
	t := p.grid(column{}, column{right: true})
	t.AppendRow(table.Row{"Weighted-average remaining term", fmt.Sprintf("%d months", d.WeightedAverageRemainingTermMonths)})
	t.AppendRow(table.Row{"Weighted-average discount rate", percent(d.WeightedAverageDiscountRate)})
	t.AppendRow(table.Row{"Total lease cost", amount(d.TotalLeaseCost)})
	t.AppendSeparator()
	for _, m := range d.MaturityAnalysis {
		t.AppendRow(table.Row{"Payments, " + m.Label, amount(m.UndiscountedPayments)})
	}
	t.AppendRow(table.Row{"Total undiscounted payments", amount(d.TotalUndiscountedPayments)})
	t.AppendRow(table.Row{"Less imputed interest", amount(d.ImputedInterest.Neg())})
	t.AppendRow(table.Row{"Lease liability", amount(d.CurrentLiability.Add(d.LongTermLiability))})
	t.AppendRow(table.Row{"    current", amount(d.CurrentLiability)})
	t.AppendRow(table.Row{"    long-term", amount(d.LongTermLiability)})
	p.put(t)
}

func (p *Page) list(name string, sentences []string) {
	if len(sentences) == 0 {
		return
	}
	p.section(name)
	for _, s := range sentences {
		p.paragraph("•", s)
	}
}

// revision names the rules by which the figures were made.
func revision() string { return fmt.Sprintf("rules revision %d", leasehold.RulesRevision) }
