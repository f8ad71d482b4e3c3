package report

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/doctor"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/reperform"
	"github.com/leasehold-accounting/leasehold/treatments"
)

// Verify prints a verification of a schedule: the conclusion, the explanation of the differences,
// and the figures that differ.
func (p *Page) Verify(a *reperform.Answer) {
	v := verifyPage{p.lease(a.Ours), a}
	v.heading()
	v.line("")
	verdict := wording.NotMet
	if a.Agrees {
		verdict = wording.Met
	}
	cause := a.Cause()
	if cause != "" && !a.Agrees {
		v.paragraph("→", cause)
	}
	v.paragraph(v.mark(verdict), a.Verdict())
	if cause != "" && a.Agrees {
		v.paragraph("→", cause)
	}
	for _, note := range a.Notes {
		v.paragraph("→", note)
	}
	v.explanations()
	v.differences()
	var problems []string
	for _, x := range a.Inconsistencies {
		problems = append(problems, wording.Inconsistency(&v.r.Measurement, x.Row, x.Member, x.Problem, x.Rule == ""))
	}
	p.list("Inconsistencies within the schedule", problems)
}

type verifyPage struct {
	leasePage

	a *reperform.Answer
}

// explanations prints the conventions under which the computed schedule comes closest to the verified one.
func (v verifyPage) explanations() {
	if v.a.Agrees || len(v.a.Explanations) == 0 {
		return
	}
	v.section("Closest conventions")
	t := v.grid(column{name: "Outside", right: true}, right("Largest difference"), column{name: "If", width: v.width - 40})
	for i := range v.a.Explanations {
		e := &v.a.Explanations[i]
		words := []string{}
		for _, c := range e.Changes {
			words = append(words, c.Words())
		}
		if len(words) == 0 {
			words = []string{"the lease as supplied"}
		}
		t.AppendRow(table.Row{e.Outside, v.decimal(e.LargestDifference), strings.Join(words, "; ")})
	}
	v.put(t)
}

const mostShown = 40

// differences prints amounts that differ by more than the tolerance, at most mostShown of them.
func (v verifyPage) differences() {
	if v.a.Outside == 0 {
		return
	}
	v.section("Differences")
	t := v.grid(column{name: "Row", right: true}, column{name: "Due"}, column{name: "Figure"},
		right("Ours"), right("Theirs"), right("Difference"))
	shown := 0
	list := v.a.Figures()
	for i := range list {
		f := &list[i]
		if !f.Outside || shown == mostShown {
			continue
		}
		shown++
		row, due := "", ""
		if f.Period > 0 {
			row = fmt.Sprint(f.Period)
		}
		if f.Date.Year > 0 {
			due = f.Date.String()
		}
		t.AppendRow(table.Row{row, due, wording.Member(&v.r.Measurement, f.Member), v.amount(f.Ours), v.decimal(f.Theirs), v.decimal(f.Difference)})
	}
	v.put(t)
	if more := v.a.Outside - shown; more > 0 {
		v.line(fmt.Sprintf(" %d more figures differ; --format csv, xlsx or pdf lists every figure.", more))
	}
}

func (v verifyPage) decimal(d money.Decimal) string {
	return aligned(wording.AccountingDecimal(d, v.places))
}

// Doctor prints the comparison with published examples. Below the table, it explains why the
// sources of some examples are imprecise, and lists all differences beyond the tolerance.
func (p *Page) Doctor(outcomes []*doctor.Outcome) {
	p.title("Published examples")
	p.line("")
	amount := func(a money.Amount) string { return wording.Amount(a, doctor.Places) }
	number := func(name string) column { return column{name: name, right: true} }
	t := p.grid(column{}, column{name: "Example"}, column{name: "Standard"}, number("Figures"), number("Largest difference"), number("Tolerance"))
	var imprecise, faults []string
	figures, agree := 0, 0
	for _, o := range outcomes {
		mark := wording.NotMet
		if len(o.Faults) == 0 {
			mark = wording.Met
			agree++
		}
		t.AppendRow(table.Row{p.mark(mark), o.Example.ID, o.Standard.Title(), o.Compared, amount(o.Largest), amount(o.Tolerance)})
		figures += o.Compared
		if o.Example.Rounding != "" {
			imprecise = append(imprecise, fmt.Sprintf("%s (%s): %s", o.Example.ID, amount(o.Tolerance), o.Example.Rounding))
		}
		for _, f := range o.Faults {
			faults = append(faults, o.Example.ID+": "+f)
		}
	}
	t.AppendFooter(table.Row{"", fmt.Sprintf("%d of %d agree", agree, len(outcomes)), "", figures, "", ""})
	p.put(t)
	p.line("")
	p.paragraph(" ", "The tolerance is the largest difference that rounding in the source explains. Most sources print whole units.")
	p.list("Why a tolerance is large", imprecise)
	p.list("Differences beyond the tolerance", faults)
}

// Compare prints one lease's figures under every treatment, side by side and by lease year.
func (p *Page) Compare(c *treatments.Comparison) {
	v := comparePage{p, c, wording.Places(c.Lease)}
	p.titleOf(c.Lease, "Every treatment · "+c.Lease.CommencementDate.String()+" · "+wording.Months(c.Lease.TermMonths))
	v.figures()
	v.years("Lease cost by lease year", true, func(y *leasehold.LeaseYear) money.Amount { return y.LeaseExpense })
	v.years("Asset at the end of the lease year", false, func(y *leasehold.LeaseYear) money.Amount { return y.RouAssetClose })
	v.years("Lease liability at the end of the lease year", false, func(y *leasehold.LeaseYear) money.Amount { return y.LiabilityClose })
	for i := range c.Treatments {
		p.list("Notes: "+c.Treatments[i].Title, c.Treatments[i].Notes)
	}
}

type comparePage struct {
	*Page

	c      *treatments.Comparison
	places int
}

func (v comparePage) amount(a money.Amount) string { return aligned(wording.Accounting(a, v.places)) }

// open returns an empty table. Its first column has the given heading, and each treatment has its own column.
func (v comparePage) open(first string) table.Writer {
	list := []column{{name: first}}
	for i := range v.c.Treatments {
		list = append(list, right(v.c.Treatments[i].Title))
	}
	return v.grid(list...)
}

func (v comparePage) figures() {
	v.section("Side by side")
	t := v.open("")
	row := func(label string, of func(*leasehold.Result) money.Amount) {
		cells := table.Row{label}
		for i := range v.c.Treatments {
			cells = append(cells, v.amount(of(v.c.Treatments[i].Result)))
		}
		t.AppendRow(cells)
	}
	row(wording.LeaseLiability+" at commencement", func(r *leasehold.Result) money.Amount { return r.InitialLiability })
	row("Asset at commencement", func(r *leasehold.Result) money.Amount { return r.InitialRouAsset })
	row(wording.CurrentPortion, func(r *leasehold.Result) money.Amount { return r.Disclosures.CurrentLiability })
	row(wording.LongTermPortion, func(r *leasehold.Result) money.Amount { return r.Disclosures.LongTermLiability })
	cost := wording.TotalCost
	if len(v.c.Lease.Events) > 0 {
		cost += ", at commencement" // the figures by lease year, in contrast, include events
	}
	row(cost, func(r *leasehold.Result) money.Amount { return r.TotalLeaseCost })
	v.put(t)
}

// years prints an amount by lease year for each treatment. If total is true, it also prints the sum
// of all years.
func (v comparePage) years(name string, total bool, of func(*leasehold.LeaseYear) money.Amount) {
	v.section(name)
	t := v.open("Year")
	n := 0
	for i := range v.c.Treatments {
		n = max(n, len(v.c.Treatments[i].Years))
	}
	totals := make([]money.Amount, len(v.c.Treatments))
	for j := range n {
		cells := table.Row{strconv.Itoa(j + 1)}
		for i := range v.c.Treatments {
			var a money.Amount
			if list := v.c.Treatments[i].Years; j < len(list) {
				a = of(&list[j])
			}
			totals[i] = totals[i].Add(a)
			cells = append(cells, v.amount(a))
		}
		t.AppendRow(cells)
	}
	if total {
		cells := table.Row{"Total"}
		for _, a := range totals {
			cells = append(cells, v.amount(a))
		}
		t.AppendFooter(cells)
	}
	v.put(t)
}
