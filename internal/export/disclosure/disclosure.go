// Package disclosure makes the disclosure workbook of a report: the notes that ASC
// 842-20-50, IFRS 16.51 to .60 and GASB 87.37 ask for, in the order in which annual
// reports print them, the rollforwards, the entries and the leases behind every figure.
// Every total is a live formula over the sheet of the leases.
package disclosure

import (
	"cmp"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/exchange"
	"github.com/leasehold-accounting/leasehold/internal/export/paper"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/taxonomy"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// Bounds of a workbook: what a spreadsheet opens without trouble.
const (
	MaxLeases     = 100_000
	maxEntryLines = 1_000_000
)

// Options say how the workbook is made.
type Options struct {
	Currency string // label of the amounts of leases without a currency
	Version  string // of the program
	Paper    paper.Size
	Source   *paper.Source // of the trial balance; nil where it came with the request
}

// Report is what the workbook shows.
type Report struct {
	From, To civil.Date
	Leases   []portfolio.Line
	GroupBy  []portfolio.Key
	Entries  bool // by calendar month, if the lines have them
	Skipped  []portfolio.Skipped
	Notes    []string

	ExchangeRates []exchange.Rate       // with which the figures were made
	NotCommenced  []*portfolio.Upcoming // leases that commence after the span, by currency
	Comparative   *Comparative          // an earlier span of the same leases; nil for none
	AssetClassTag string                // the tag whose values are the classes of assets; empty for none

	Digest   string                    // of what the books carry at the end
	Previous *portfolio.PreviousAnswer // what was signed before; nil for none
	TieOut   []portfolio.TieOut        // a trial balance; nil for none
	Gone     []portfolio.Gone          // leases that were signed and are no longer stated
}

// Comparative are the leases of a report over an earlier span.
type Comparative struct {
	From, To civil.Date
	Basis    string // restated, or as published
	Leases   []portfolio.Line
}

// period is a span and its leases, on a sheet of their own.
type period struct {
	from, to civil.Date
	basis    string // of the comparative; else empty
	sheet    string
	leases   []portfolio.Line
}

func (p *period) span() string {
	text := p.from.String() + " to " + p.to.String()
	if p.basis != "" {
		text += ", " + p.basis
	}
	return text
}

// draft is a workbook in the making.
type draft struct {
	*Report

	o        Options
	periods  []period // that of the report, and the comparative one
	elements []taxonomy.Element
	sections []*section // of leases that are shown together, in order
	fields   []*field   // of the sheet of the leases
	tags     []string

	national   leasehold.Label // of all leases under IFRS 16; the zero value if they differ
	several    bool            // leases may be in another currency than their books, or than the figures
	functional *draft          // of the leases before translation; nil where nothing is translated
}

// section are the leases of one standard, class and currency: a column of the notes.
type section struct {
	standard leasehold.Standard
	class    leasehold.ReportedClass
	currency money.Currency
	label    string               // of the currency
	leases   []int64              // by period
	sums     [][]money.Amount     // by period and field
	averages []*portfolio.Average // by period
}

// Write writes the workbook. The error is a [*spreadsheet.LimitError] or w's. The bytes
// depend on the arguments alone.
func Write(w io.Writer, r *Report, o Options) error {
	d := &draft{Report: r, o: o, elements: taxonomy.Elements(r.From, r.To), periods: []period{{r.From, r.To, "", "Leases", r.Leases}}}
	if c := r.Comparative; c != nil {
		d.periods = append(d.periods, period{c.From, c.To, c.Basis, "Comparative", c.Leases})
	}
	if len(r.Leases) > MaxLeases || r.Comparative != nil && len(r.Comparative.Leases) > MaxLeases {
		return TooMany()
	}
	if err := d.add(); err != nil {
		return err
	}
	d.periods[0].sheet = d.say(d.periods[0].sheet)
	b := spreadsheet.New(spreadsheet.Options{
		Title: "Lease disclosures", Subject: d.span(), Description: "Lease disclosures with the leases behind them", Paper: o.Paper.For(d.standards()...), Say: d.say,
	})
	b.Add("Summary", false, d.summary)
	b.Add("Rollforwards", false, d.rollforwards)
	b.Add("Cost and cash", false, d.costAndCash)
	b.Add("Maturities", false, d.maturities)
	b.Add("Averages", false, d.averages)
	for _, n := range notes {
		if d.has(n.standard) {
			b.Add(d.say(n.sheet), false, func(s *spreadsheet.Sheet) { d.note(s, &n) })
		}
	}
	if len(d.GroupBy) > 0 {
		b.Add("Groups", false, d.groups)
	}
	d.addTied(b)
	if d.Entries {
		d.addEntries(b)
	}
	for i := range d.periods {
		p := &d.periods[i]
		b.Add(p.sheet, false, func(s *spreadsheet.Sheet) { d.leases(s, p) })
	}
	if d.functional != nil {
		p := &d.functional.periods[0]
		b.Add(p.sheet, false, func(s *spreadsheet.Sheet) { d.functional.leases(s, p) })
	}
	if len(d.ExchangeRates) > 0 {
		b.Add("Exchange rates", false, d.exchangeRates)
	}
	b.Add("Basis", false, d.basis)
	return b.Write(w)
}

func (d *draft) span() string { return d.periods[0].span() }

func (d *draft) has(s leasehold.Standard) bool {
	return slices.ContainsFunc(d.sections, func(x *section) bool { return x.standard == s })
}

// add sorts the leases into sections and adds them up.
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
	for i := range d.Gone {
		entries += len(d.Gone[i].Entry.Lines)
	}
	if d.Entries && entries > maxEntryLines {
		return &spreadsheet.LimitError{Field: "journal", Message: fmt.Sprintf("a workbook holds at most %d lines of entries", maxEntryLines)}
	}
	for _, k := range d.GroupBy {
		if tag, ok := strings.CutPrefix(k.String(), "tag:"); ok {
			tags[tag] = true
		}
	}
	if d.AssetClassTag != "" {
		tags[d.AssetClassTag] = true
	}
	for tag := range tags {
		d.tags = append(d.tags, tag)
	}
	slices.Sort(d.tags)
	if leases := d.untranslated(); leases != nil {
		d.functional = &draft{Report: d.Report, o: d.o, periods: []period{{d.From, d.To, "", "Functional", leases}}, tags: d.tags, several: d.several, national: d.national}
		if err := d.functional.lay(true); err != nil {
			return err
		}
	}
	if err := cmp.Or(d.lay(d.functional == nil), d.exceeds()); err != nil {
		return err
	}
	d.weigh()
	return nil
}

// label16 returns the national standard that all leases under IFRS 16 share.
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

// name returns the title of a standard, as in AASB 16.
func (d *draft) name(s leasehold.Standard) string { return d.national.Say(s.Title()) }

// untranslated returns the leases that have functional figures, with these.
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

// lay gives each field its column, and adds the leases up.
func (d *draft) lay(taxed bool) error {
	d.fields = fields(d.windows(), taxed)
	if taxed && d.taxed() && d.Previous != nil {
		d.fields = append(d.fields, d.taxCaughtUp())
	}
	for i, f := range d.fields {
		f.column = spreadsheet.Letter(d.firstTag() + len(d.tags) + i)
	}
	return d.sum()
}

// windows returns how many windows of principal and interest the leases have at most.
func (d *draft) windows() (n int) {
	for l := range d.all() {
		n = max(n, len(l.Figures.Schedule))
	}
	return n
}

// all ranges over the leases of every period.
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

// sum adds the leases up by section and period.
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
				if spreadsheet.TooLarge(sum) {
					return spreadsheet.Exceeds("leases", sum)
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
			leases: make([]int64, len(d.periods)), averages: make([]*portfolio.Average, len(d.periods)),
		}
		for range d.periods {
			s.sums = append(s.sums, make([]money.Amount, len(d.fields)))
		}
		d.sections = append(d.sections, s)
		i = len(d.sections) - 1
	}
	return d.sections[i]
}

// label is that of a currency.
func (d *draft) label(c money.Currency) string {
	return cmp.Or(c.String(), d.o.Currency)
}

// weigh takes the weighted averages of each section.
func (d *draft) weigh() {
	for _, s := range d.sections {
		for p := range d.periods {
			sum := portfolio.NewSum(nil)
			leases := d.periods[p].leases
			for i := range leases {
				if l := &leases[i]; d.sectionOf(l) == s {
					sum.Add(l.Lease, l.Figures)
				}
			}
			if list := sum.Averages(); len(list) > 0 {
				s.averages[p] = &list[0]
			}
		}
	}
}

// title heads the column of a section.
func (d *draft) title(s *section) string {
	title := d.name(s.standard)
	switch {
	case s.class == leasehold.ReportedShortTerm:
		title += " short-term"
	case s.class == leasehold.ReportedLowValue:
		title += " low-value"
	case !s.standard.SingleModel():
		title += " " + s.class.String()
	}
	return title + ", " + s.label
}

// TooMany refuses more than [MaxLeases] leases.
func TooMany() error {
	return &spreadsheet.LimitError{Field: "leases", Message: fmt.Sprintf("a workbook holds at most %d leases; csv holds any number", MaxLeases)}
}
