package report

import (
	"fmt"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// Compute prints the complete accounting for a lease.
func (p *Page) Compute(r *leasehold.Result) {
	l := p.lease(r)
	l.heading()
	l.terms()
	l.measurement()
	l.classification()
	l.balances()
	l.schedule()
	l.events()
	l.journal()
	l.disclosures()
	p.list("Citations", r.CitationTexts())
	p.list("Notes", r.NoteTexts())
}

// Schedule prints a lease's schedule and its figures at commencement.
func (p *Page) Schedule(r *leasehold.Result) {
	l := p.lease(r)
	l.heading()
	l.measurement()
	l.balances()
	l.schedule()
	l.events()
	p.list("Notes", r.NoteTexts())
}

// Journal prints a lease's journal entries.
func (p *Page) Journal(r *leasehold.Result) {
	l := p.lease(r)
	l.heading()
	l.journal()
}

// Months prints journal entries summed by calendar month.
func (p *Page) Months(r *leasehold.Result, entries []leasehold.NumberedEntry) {
	l := p.lease(r)
	l.heading()
	var list []leasehold.Entry
	for i := range entries {
		list = append(list, entries[i].Entry)
	}
	l.entries(list)
}

// Classify prints a lease's classification and the reasons for it.
func (p *Page) Classify(r *leasehold.Result) {
	l := p.lease(r)
	l.heading()
	l.classification()
}

type leasePage struct {
	*Page

	r      *leasehold.Result
	places int // number of decimals in amounts
}

func (p *Page) lease(r *leasehold.Result) leasePage { return leasePage{p, r, wording.Places(&r.Lease)} }

// amount formats an amount for a table. A space follows an amount without parentheses, so that the
// decimal points align.
func (l leasePage) amount(a money.Amount) string { return aligned(wording.Accounting(a, l.places)) }

func aligned(text string) string {
	if strings.HasSuffix(text, ")") {
		return text
	}
	return text + " "
}

func (l leasePage) heading() {
	in := &l.r.Lease
	title := fmt.Sprintf("%s · %s · %s", wording.Treatment(&l.r.Measurement), in.CommencementDate, wording.Months(in.TermMonths))
	if in.Currency != (money.Currency{}) {
		title += " · " + in.Currency.String()
	}
	l.titleOf(in, title)
}

func (l leasePage) terms() {
	l.section("Inputs")
	t := l.grid(column{}, column{})
	for _, in := range wording.Inputs(&l.r.Lease) {
		if in.Value != wording.NotProvided {
			t.AppendRow(table.Row{l.r.Lease.Say(in.Label), printableLines(in.Value)})
		}
	}
	t.AppendSeparator()
	last := "Last day of the term"
	if len(l.r.Events) > 0 { // the schedule includes the effects of events, but the other inputs are as of commencement
		last = "Last day of the schedule, after the events"
	}
	t.AppendRow(table.Row{last, l.r.Schedule[len(l.r.Schedule)-1].Last})
	t.AppendRow(table.Row{"Rows of the schedule", len(l.r.Schedule)})
	t.AppendRow(table.Row{"Rate per period", wording.Percent(l.r.PeriodicRate)})
	if l.r.Class == leasehold.Finance {
		t.AppendRow(table.Row{
			wording.Amortization(l.r.Lease.Standard) + " of the asset", "straight-line over " + wording.Amortized(&l.r.Measurement),
		})
	}
	l.put(t)
}

func (l leasePage) measurement() {
	in := &l.r.Lease
	l.section("Measurement at " + wording.First(&l.r.Lease))
	t := l.grid(column{}, column{right: true})
	t.AppendRow(table.Row{l.r.Lease.Say(wording.LeaseLiability + ", the present value of the payments"), l.amount(l.r.InitialLiability)})
	for _, f := range wording.ToAsset(&l.r.Measurement) {
		t.AppendRow(table.Row{in.Standard.Say(f.Label), l.amount(f.Amount)})
	}
	t.AppendRow(table.Row{wording.Sentence(in.Standard.AssetNoun()), l.amount(l.r.InitialRouAsset)})
	t.AppendSeparator()
	t.AppendRow(table.Row{wording.TotalPayments, l.amount(l.r.TotalUndiscountedPayments)})
	t.AppendRow(table.Row{wording.ImputedInterest, l.amount(l.r.Disclosures.ImputedInterest)})
	t.AppendRow(table.Row{l.r.Lease.Say(wording.TotalCost), l.amount(l.r.TotalLeaseCost)})
	l.put(t)
}

// balances prints the balances at the end of the requested day.
func (l leasePage) balances() {
	if l.r.Balances == nil {
		return
	}
	l.section("Balances at the end of " + l.r.Balances.Date.String())
	t := l.grid(column{}, column{right: true})
	for _, f := range wording.OfBalances(&l.r.Measurement) {
		t.AppendRow(table.Row{l.r.Lease.Say(f.Label), l.amount(f.Amount)})
	}
	l.put(t)
}

func (l leasePage) classification() {
	c := &l.r.Classification
	l.section("Classification")
	l.paragraph("→", c.Rationale)
	for i := range c.Criteria {
		k := &c.Criteria[i]
		l.line("")
		l.paragraph(l.mark(wording.Verdict(k)), k.Label)
		l.paragraph(" ", k.Detail)
		l.paragraph(" ", "["+k.Citation.String()+"]")
	}
}

func (l leasePage) schedule() {
	l.section("Schedule")
	columns := []column{{name: "Period", right: true}, {name: "Due"}, {name: "Balances \nat end of"}}
	headings := wording.Headings(&l.r.Measurement)
	names := headings.List()
	sides := wording.SidesOf(&l.r.Measurement)
	for i := range sides {
		names = append(names, sides[i].Heading)
	}
	for _, name := range names {
		columns = append(columns, column{name: stacked(name), right: true})
	}
	t := l.grid(columns...)
	balances := func(period string, day civil.Date, liability, asset money.Amount) {
		t.AppendRow(table.Row{period, day, "", "", "", "", l.amount(liability), "", l.amount(asset), ""})
	}
	balances("", l.r.Lease.Start(), l.r.InitialLiability, l.r.InitialRouAsset)
	total, sideTotals := leasehold.Period{}, make([]money.Amount, len(sides))
	for _, line := range wording.Schedule(&l.r.Measurement) {
		if e := line.Event; e != nil {
			balances("event", e.Date, e.LiabilityAfter, e.RouAssetAfter)
			continue
		}
		k := line.Period
		cells := append(table.Row{k.Number, k.Date, k.Last}, l.flows(k, true)...)
		for i := range sides {
			of := sides[i].Of(k)
			cells, sideTotals[i] = append(cells, l.amount(of)), sideTotals[i].Add(of)
		}
		t.AppendRow(cells)
		total.Payment, total.Interest, total.Principal = total.Payment.Add(k.Payment), total.Interest.Add(k.Interest), total.Principal.Add(k.Principal)
		total.RouAmortization, total.LeaseExpense = total.RouAmortization.Add(k.RouAmortization), total.LeaseExpense.Add(k.LeaseExpense)
	}
	cells := append(table.Row{"", "Total", ""}, l.flows(&total, false)...)
	for _, of := range sideTotals {
		cells = append(cells, l.amount(of))
	}
	t.AppendFooter(cells)
	l.put(t)
}

// flows returns the cells for the columns that every schedule has. If the argument balances is
// false, the cells for balances are empty.
func (l leasePage) flows(p *leasehold.Period, balances bool) table.Row {
	liability, asset := "", ""
	if balances {
		liability, asset = l.amount(p.LiabilityClose), l.amount(p.RouAssetClose)
	}
	return table.Row{
		l.amount(p.Payment), l.amount(p.Interest), l.amount(p.Principal), liability, l.amount(p.RouAmortization), asset,
		l.amount(p.LeaseExpense),
	}
}

// events prints the effects of each event, and the totals over the whole term.
func (l leasePage) events() {
	if len(l.r.Events) == 0 {
		return
	}
	l.section("Events")
	t := l.grid(column{}, column{right: true})
	entries, s := leasehold.Journal(&l.r.Measurement), l.r.Lease.Standard
	for i := range l.r.Events {
		e := &l.r.Events[i]
		t.AppendRow(table.Row{e.Date.String() + ": " + s.Say(wording.Event(e.Type)+", "+wording.DoneBy(e)), ""})
		for _, f := range wording.OfEvent(s, e) {
			t.AppendRow(table.Row{"    " + s.Say(f.Label), l.amount(f.Amount)})
		}
		for _, f := range wording.EntryOf(entries, i) {
			t.AppendRow(table.Row{"    " + f.Label, l.amount(f.Amount)})
		}
		t.AppendSeparator()
	}
	t.AppendRow(table.Row{"Lifetime totals", ""})
	for _, f := range wording.OfLife(&l.r.Measurement) {
		t.AppendRow(table.Row{"    " + s.Say(f.Label), l.amount(f.Amount)})
	}
	l.put(t)
}

// stacked splits a heading into two lines, so that it does not widen its column.
func stacked(heading string) string {
	if at := strings.LastIndexByte(heading, ' '); at >= 0 {
		return heading[:at] + " \n" + heading[at+1:] + " "
	}
	return heading + " "
}

func (l leasePage) journal() { l.entries(leasehold.Journal(&l.r.Measurement)) }

// entries prints each journal entry below its description, followed by the totals of debits and
// credits. Credited accounts are indented.
func (l leasePage) entries(list []leasehold.Entry) {
	l.section("Journal entries")
	t := l.grid(column{name: "Date"}, column{name: "Account", width: l.width - 50}, right("Debit"), right("Credit"))
	var debit, credit money.Amount
	for i, e := range list {
		if i > 0 {
			t.AppendSeparator()
		}
		t.AppendRow(table.Row{e.Date, l.paint(faint, printable(e.Memo)), "", ""})
		for _, line := range wording.Netted(e.Lines) {
			if line.Credit.IsZero() {
				t.AppendRow(table.Row{"", line.Account, l.amount(line.Debit), ""})
			} else {
				t.AppendRow(table.Row{"", "    " + line.Account.String(), "", l.amount(line.Credit)})
			}
			debit, credit = debit.Add(line.Debit), credit.Add(line.Credit)
		}
	}
	t.AppendFooter(table.Row{"", "Total", l.amount(debit), l.amount(credit)})
	l.put(t)
}

func (l leasePage) disclosures() {
	d, s := &l.r.Disclosures, l.r.Lease.Standard
	l.section("Disclosures at " + wording.First(&l.r.Lease))
	t := l.grid(column{}, column{right: true})
	t.AppendRow(table.Row{s.TermHeading(), wording.Left(d.WeightedAverageRemainingTermMonths) + " "})
	t.AppendRow(table.Row{s.RateHeading(), wording.Percent(d.WeightedAverageDiscountRate) + " "})
	t.AppendRow(table.Row{l.r.Lease.Say(wording.TotalCost), l.amount(d.TotalLeaseCost)})
	t.AppendSeparator()
	for _, m := range wording.Maturities(l.r) {
		t.AppendRow(table.Row{"Undiscounted payments, " + m.InText(), l.amount(m.Payments)})
	}
	t.AppendRow(table.Row{wording.TotalPayments, l.amount(d.TotalUndiscountedPayments)})
	if wording.Reconciles(&l.r.Lease) {
		t.AppendRow(table.Row{wording.LessInterest, l.amount(d.ImputedInterest)})
		t.AppendRow(table.Row{l.r.Lease.Say(wording.LeaseLiability), l.amount(l.r.InitialLiability)})
		t.AppendSeparator()
		t.AppendRow(table.Row{l.r.Lease.Say(wording.CurrentPortion), l.amount(d.CurrentLiability)})
		t.AppendRow(table.Row{l.r.Lease.Say(wording.LongTermPortion), l.amount(d.LongTermLiability)})
		t.AppendRow(table.Row{l.r.Lease.Say(wording.LeaseLiability), l.amount(d.CurrentLiability.Add(d.LongTermLiability))})
	}
	l.put(t)
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

// Summary is a table with one row per lease. It has no totals, because each liability is as of its
// lease's commencement date.
type Summary struct {
	page    *Page
	table   table.Writer
	leases  int
	refused []string
}

// Summary returns a Summary without rows.
func (p *Page) Summary() *Summary {
	return &Summary{page: p, table: p.grid(
		column{name: "Line", right: true}, column{name: "ID", width: 32}, column{name: "Treatment"}, column{name: "From"}, column{name: "Months", right: true},
		right("Liability"), right("Asset"), right("Current"), right("Long-term"), right("Payments"), right("Cost"),
	)}
}

// Lease adds a row for the lease with the given id and line number in the source.
func (s *Summary) Lease(line int, id string, r *leasehold.Result) {
	d, l := &r.Disclosures, s.page.lease(r)
	s.table.AppendRow(table.Row{
		line, printable(id), wording.Treatment(&r.Measurement), r.Lease.CommencementDate, r.Lease.TermMonths,
		l.amount(r.InitialLiability), l.amount(r.InitialRouAsset), l.amount(d.CurrentLiability), l.amount(d.LongTermLiability),
		l.amount(r.TotalUndiscountedPayments), l.amount(r.TotalLeaseCost),
	})
	s.leases++
}

// Refused adds a rejected lease to the list below the table.
func (s *Summary) Refused(_ int, _ string, why error) {
	s.refused = append(s.refused, printable(why.Error()))
}

// Close prints the table on its page.
func (s *Summary) Close() {
	p := s.page
	p.title("Leases, each at its commencement")
	p.line("")
	if s.leases > 0 {
		p.put(s.table)
		p.line("")
	}
	p.line(fmt.Sprintf(" Computed: %d. Rejected: %d.", s.leases, len(s.refused)))
	p.list("Refused", s.refused)
}
