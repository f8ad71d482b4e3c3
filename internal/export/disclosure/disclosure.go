// Package disclosure writes a report's disclosure workbook. It contains the notes that the leases'
// standards require, the rollforwards, the journal entries and the leases. The totals in the notes
// are formulas that refer to the sheets of leases.
package disclosure

import (
	"cmp"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/export/paper"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/taxonomy"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/standard"
)

// These limits keep a workbook usable in spreadsheet software.
const (
	MaxLeases     = 100_000
	maxEntryLines = 1_000_000
)

// period is a reporting period, with its own sheet of leases.
type period struct {
	from, to civil.Date
	basis    string // a comparative period's basis of preparation; otherwise empty
	sheet    string
	leases   []portfolio.Line
	averages []portfolio.Average
}

func (p *period) span() string {
	text := p.from.String() + " to " + p.to.String()
	if p.basis != "" {
		text += ", " + p.basis
	}
	return text
}

type draft struct {
	*portfolio.Report

	o        paper.Options
	periods  []period // the reporting period, followed by any comparative period
	elements []taxonomy.Element
	sections []*section // in the order of their columns in the notes
	fields   []*field   // amount columns on the sheets of leases
	columns  []leaseColumn
	ledger   spreadsheet.Rows // rows of the Entries sheet
	tags     []string

	national   leasehold.Label // national name of IFRS 16 if all leases under IFRS 16 have the same national name; otherwise the zero value
	several    bool            // whether a lease's currency may differ from its functional or presentation currency
	functional *draft          // the draft with the leases in their functional currency; nil unless figures are translated
}

// section contains the leases of one standard, class and currency. They form a column in the notes.
type section struct {
	standard leasehold.Standard
	class    leasehold.ReportedClass
	currency money.Currency
	label    string           // currency label
	leases   []int64          // number of leases by period
	sums     [][]money.Amount // sums of the amounts by period and field
}

// Write writes the workbook. The error is either a [*spreadsheet.LimitError] or an error from w.
// Equal arguments result in equal bytes.
func Write(w io.Writer, r *portfolio.Report, o paper.Options) error {
	q := r.Question
	d := &draft{Report: r, o: o, elements: taxonomy.Elements(q.From, q.To), periods: []period{{q.From, q.To, "", "Leases", r.Leases, r.Sum.Averages()}}}
	if c := r.Comparative; c != nil {
		d.periods = append(d.periods, period{c.From, c.To, c.Basis(), "Comparative", c.Leases, c.Sum.Averages()})
	}
	if slices.ContainsFunc(d.periods, func(p period) bool { return len(p.leases) > MaxLeases }) {
		return TooMany()
	}
	if err := d.add(); err != nil {
		return err
	}
	d.periods[0].sheet = d.say(d.periods[0].sheet)
	b := spreadsheet.New(spreadsheet.Options{
		Title: "Lease disclosures", Subject: d.span(), Description: "Lease disclosures with the underlying leases", Paper: o.Paper.For(d.standards()...), Say: d.say,
	})
	b.Add("Summary", d.summary)
	b.Add("Rollforwards", d.rollforwards)
	b.Add("Cost and cash", d.costAndCash)
	b.Add("Maturities", d.maturities)
	b.Add("Averages", d.averages)
	for _, n := range notes {
		b.AddIf(len(d.ofStandard(n.standard)) > 0, d.say(n.sheet), func(s *spreadsheet.Sheet) { d.note(s, &n) })
	}
	b.AddIf(len(q.GroupBy) > 0, "Groups", d.groups)
	b.AddIf(d.taxed(), "Deferred tax", cmp.Or(d.functional, d).deferredTax)
	b.AddIf(d.Previous != nil, "Prior-period corrections", d.lateChanges)
	b.AddIf(d.TieOut != nil, "Tie-out", d.tieOut)
	if d.monthly() {
		d.addEntries(b)
	}
	for i := range d.periods {
		p := &d.periods[i]
		b.Add(p.sheet, func(s *spreadsheet.Sheet) { d.leases(s, p) })
	}
	if d.functional != nil {
		p := &d.functional.periods[0]
		b.Add(p.sheet, func(s *spreadsheet.Sheet) { d.functional.leases(s, p) })
	}
	b.AddIf(q.ExchangeRates.Rows() != nil, "Exchange rates", d.exchangeRates)
	b.Add("Basis", d.basis)
	return b.Write(w)
}

func (d *draft) span() string { return d.periods[0].span() }

func (d *draft) monthly() bool { return d.Question.Journal == portfolio.Monthly }

func (s *section) currencyLabel() string { return s.label }

func (d *draft) ofStandard(standard leasehold.Standard) []*section {
	return slices.DeleteFunc(slices.Clone(d.sections), func(s *section) bool { return s.standard != standard })
}

// add assigns the leases to sections and adds up each section's amounts.
func (d *draft) add() error {
	tags, entries := map[string]bool{}, 0
	d.national = d.label16()
	for l := range d.all() {
		d.several = d.several || l.Lease.FunctionalCurrency != (money.Currency{}) || l.Figures.Functional != nil
		for tag := range l.Lease.Tags {
			tags[tag] = true
		}
		for k := range l.Figures.Entries {
			entries += len(l.Figures.Entries[k].Lines)
		}
	}
	for i := range d.Removed {
		entries += len(d.Removed[i].Entry.Lines)
	}
	if d.monthly() && entries > maxEntryLines {
		return &spreadsheet.LimitError{Field: "journal", Message: fmt.Sprintf("a workbook holds at most %d lines of entries", maxEntryLines)}
	}
	for _, k := range d.Question.GroupBy {
		if tag, ok := strings.CutPrefix(k.String(), "tag:"); ok {
			tags[tag] = true
		}
	}
	if tag := d.Question.AssetClassTag; tag != "" {
		tags[tag] = true
	}
	d.tags = slices.Sorted(maps.Keys(tags))
	if leases := d.untranslated(); leases != nil {
		d.functional = &draft{
			Report: d.Report, o: d.o, tags: d.tags, several: d.several, national: d.national,
			periods: []period{{from: d.Question.From, to: d.Question.To, sheet: "Functional", leases: leases}},
		}
		if err := d.functional.assignColumns(true); err != nil {
			return err
		}
	}
	return cmp.Or(d.assignColumns(d.functional == nil), d.exceeds())
}

// label16 returns the national name of IFRS 16 if all leases under IFRS 16 use the same national name.
func (d *draft) label16() (label leasehold.Label) {
	first := true
	for l := range d.all() {
		switch {
		case !l.Lease.Standard.HasNationalNames():
		case first:
			label, first = l.Lease.Framework, false
		case label != l.Lease.Framework:
			return leasehold.Label(0)
		}
	}
	return label
}

// name returns a standard's title or its national name, such as AASB 16.
func (d *draft) name(s leasehold.Standard) string { return d.national.Say(s.Title()) }

// untranslated returns the leases with their amounts in the functional currency.
func (d *draft) untranslated() (list []portfolio.Line) {
	for i := range d.Leases {
		if of := d.Leases[i].Figures.Functional; of != nil {
			l := d.Leases[i]
			l.Figures = &leasehold.LeaseFigures{
				Figures: *of, Currency: l.Lease.Functional(), Class: l.Figures.Class,
				RemainingMonths: l.Figures.RemainingMonths, DiscountRateAnnual: l.Figures.DiscountRateAnnual,
			}
			list = append(list, l)
		}
	}
	return list
}

// assignColumns assigns a column to each field and adds up the leases' amounts.
func (d *draft) assignColumns(taxed bool) error {
	d.fields = fields(d.windows(), taxed)
	if taxed && d.taxed() && d.Previous != nil {
		d.fields = append(d.fields, d.taxCorrections())
	}
	d.columns = d.leaseColumns()
	return d.sum()
}

func (d *draft) windows() (n int) {
	for l := range d.all() {
		n = max(n, len(l.Figures.Schedule))
	}
	return n
}

func (d *draft) all() iter.Seq[*portfolio.Line] {
	return func(yield func(*portfolio.Line) bool) {
		for i := range d.periods {
			for k := range d.periods[i].leases {
				if !yield(&d.periods[i].leases[k]) {
					return
				}
			}
		}
	}
}

func (d *draft) sum() error {
	for p := range d.periods {
		leases := d.periods[p].leases
		for i := range leases {
			l := &leases[i]
			at := d.sectionOf(l)
			at.leases[p]++
			for k, f := range d.fields {
				sum := at.sums[p][k].Add(f.of(l))
				at.sums[p][k] = sum
				if err := spreadsheet.CheckLimit("leases", sum); err != nil {
					return err
				}
			}
		}
	}
	slices.SortFunc(d.sections, func(a, b *section) int {
		return cmp.Or(cmp.Compare(a.standard, b.standard), cmp.Compare(a.class, b.class), cmp.Compare(a.label, b.label))
	})
	return nil
}

func (d *draft) sectionOf(l *portfolio.Line) *section {
	i := slices.IndexFunc(d.sections, func(s *section) bool {
		return s.standard == l.Lease.Standard && s.class == l.Figures.Class && s.currency == l.Figures.Currency
	})
	if i < 0 {
		s := &section{
			standard: l.Lease.Standard, class: l.Figures.Class, currency: l.Figures.Currency, label: d.label(l.Figures.Currency),
			leases: make([]int64, len(d.periods)),
		}
		for range d.periods {
			s.sums = append(s.sums, make([]money.Amount, len(d.fields)))
		}
		d.sections = append(d.sections, s)
		i = len(d.sections) - 1
	}
	return d.sections[i]
}

func (d *draft) label(c money.Currency) string {
	return cmp.Or(c.String(), d.o.Currency)
}

// average returns a section's weighted averages in period p, or nil if all weights are 0.
func (d *draft) average(s *section, p int) *portfolio.Average {
	list := d.periods[p].averages
	i := slices.IndexFunc(list, func(a portfolio.Average) bool {
		return a.Standard == s.standard && a.Class == s.class && a.Currency == s.currency
	})
	if i < 0 {
		return nil
	}
	return &list[i]
}

func (d *draft) title(s *section) string {
	title := d.name(s.standard)
	switch {
	case s.class == schedule.ReportedShortTerm:
		title += " short-term"
	case s.class == schedule.ReportedLowValue:
		title += " low-value"
	case !s.standard.SingleModel():
		title += " " + s.class.String()
	}
	return title + ", " + s.label
}

// TooMany returns the error for a report on more than [MaxLeases] leases.
func TooMany() error {
	return &spreadsheet.LimitError{Field: "leases", Message: fmt.Sprintf("a workbook holds at most %d leases; csv holds any number", MaxLeases)}
}

// field is a lease amount that has a column on the sheets of leases.
type field struct {
	name    string // field name, such as liability.closing
	heading string
	of      func(*portfolio.Line) money.Amount
}

// Name prefixes of numbered fields.
const (
	maturityYear = "maturity.year"
	principal    = "principal."
	interest     = "interest."
)

const lateTaxExpense = "deferredTax.expense.late"

// fields returns the amount columns on the sheets of leases, including principal and interest by maturity window.
// Deferred tax is in the functional currency, so it is omitted if other amounts are in another currency.
func fields(windows int, taxed bool) (list []*field) {
	add := func(name, heading string, of func(*portfolio.Line) money.Amount) {
		list = append(list, &field{name: name, heading: heading, of: of})
	}
	for c := range figure.Count() {
		if c.Statement().Taxed && !taxed {
			continue
		}
		add(c.String(), c.Heading(), func(l *portfolio.Line) money.Amount { return l.Figures.Of(c) })
	}
	for i := range windows {
		band := func(l *portfolio.Line) leasehold.Band {
			if i < len(l.Figures.Schedule) {
				return l.Figures.Schedule[i]
			}
			return leasehold.Band{}
		}
		name, first, last := window(i)
		when := "year " + name
		if first < last {
			when = "years " + name
		}
		add(principal+name, "Principal, "+when, func(l *portfolio.Line) money.Amount { return band(l).Principal })
		add(interest+name, "Interest, "+when, func(l *portfolio.Line) money.Amount { return band(l).Interest })
	}
	return list
}

// taxCorrections returns the field for the correction of deferred tax expense. Its amounts come
// from the report's list of prior-period corrections.
func (d *draft) taxCorrections() *field {
	corrections := map[string]money.Amount{}
	for i := range d.Previous.LateChanges {
		change := &d.Previous.LateChanges[i]
		for _, a := range change.Accounts() {
			if a.Account == standard.AccountDeferredTaxExpense.String() {
				corrections[change.ID] = a.Amount
			}
		}
	}
	return &field{name: lateTaxExpense, heading: "Deferred tax expense, prior-period corrections", of: func(l *portfolio.Line) money.Amount {
		if !l.Figures.Taxed {
			return money.Amount{} // the comparative period has no prior-period corrections
		}
		return corrections[l.Lease.ID]
	}}
}

// years is the number of one-year maturity windows. Each later window covers the same number of years.
const years = 5

// window returns a name for maturity window i, such as 3 or "6 to 10". It also returns the window's
// first and last year, counted from the end of the reporting period.
func window(i int) (name string, first, last int) {
	if i < years {
		return fmt.Sprint(i + 1), i + 1, i + 1
	}
	first = years*(i-years+1) + 1
	last = first + years - 1
	return fmt.Sprintf("%d to %d", first, last), first, last
}
