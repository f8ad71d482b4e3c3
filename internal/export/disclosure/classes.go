package disclosure

import (
	"fmt"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/money"
)

// classTable is a table of right-of-use assets by class of underlying asset. A tag of the lease
// contains the class.
type classTable struct {
	title   string
	columns []classColumn
}

// classColumn is an amount in a class table. Sums subtract the amount of a decrease.
type classColumn struct {
	heading, field string
	minus          bool
}

func (c *classColumn) sign() string {
	if c.minus {
		return "-"
	}
	return ""
}

var assetClasses = classTable{"Right-of-use assets by class of asset", []classColumn{
	{heading: "Cost", field: "rouAsset.cost"},
	{heading: "Accumulated depreciation", field: "rouAsset.accumulatedAmortization"},
	{heading: "Additions", field: "rouAsset.additions"},
	{heading: "Depreciation", field: "rouAsset.amortization"},
	{heading: "Carrying amount", field: "rouAsset.closing"},
}}

// majorClasses returns the rollforwards by asset class in a government's note, with the terms of
// the standard.
func majorClasses(s leasehold.Standard) []noteTable {
	table := func(title string, of *figure.Statement) noteTable {
		t := classTable{title: s.Say(title)}
		for _, c := range of.Figures {
			t.columns = append(t.columns, classColumn{c.Title(), c.String(), c.Sign() < 0})
		}
		return noteTable{classes: &t}
	}
	return []noteTable{
		table("Lease assets by major class", figure.AssetCostClosing.Statement()),
		table("Accumulated amortization of lease assets by major class", figure.AmortizationClosing.Statement()),
		{classes: &classTable{s.Say("Lease assets by major class, net"), []classColumn{
			{heading: "Beginning", field: figure.AssetOpening.String()},
			{heading: "Ending", field: figure.AssetClosing.String()},
		}}},
	}
}

// byAssetClass writes the class table for each currency and period, if the request contains the tag
// for the asset class.
func (d *draft) byAssetClass(s *spreadsheet.Sheet, standard leasehold.Standard, t *classTable, note *noteLayout) {
	if d.Question.AssetClassTag == "" {
		return
	}
	sections := d.ofStandard(standard)
	for p := range d.periods {
		for _, list := range grouped(sections, (*section).currencyLabel) {
			d.assetClasses(s, standard, t, p, list[0].label, note)
		}
	}
}

func (d *draft) assetClasses(s *spreadsheet.Sheet, standard leasehold.Standard, t *classTable, p int, label string, note *noteLayout) {
	headings := []spreadsheet.ColumnHeading{spreadsheet.Left(d.titled(t.title+", "+label, p))}
	for _, c := range t.columns {
		headings = append(headings, spreadsheet.Right(c.heading))
	}
	s.Headings(note.headings(headings, len(t.columns))...)
	classes, sums, places := d.classSums(standard, t, p, label)
	tag := d.rows(p, tagPrefix+d.Question.AssetClassTag)
	first := s.Row() + 1
	totals := make([]money.Amount, len(t.columns))
	for i, class := range classes {
		cells := []any{s.Text(spreadsheet.Plain, class)}
		for k, c := range t.columns {
			totals[k] = totals[k].Add(sums[class][k])
			formula := fmt.Sprintf(`%sSUMPRODUCT(EXACT(%s,$A%d)*(%s="%s")*(%s="%s")*%s)`, c.sign(), tag, s.Row()+1,
				d.rows(p, byStandard), d.name(standard), d.rows(p, byCurrency), label, d.rows(p, c.field))
			cells = append(cells, rounded(s, spreadsheet.Amount, sums[class][k], places, formula))
		}
		if i == 0 {
			cells = note.cells(cells, len(t.columns), s.Text(spreadsheet.Note, standard.AssetClassesParagraph()), nil, nil)
		}
		s.Put(cells...)
	}
	cells := []any{s.Text(spreadsheet.Label, "Total")}
	for k := range t.columns {
		if len(classes) > 0 {
			cells = append(cells, rounded(s, spreadsheet.AmountBold, totals[k], places, fmt.Sprintf("SUM(%[1]s%[2]d:%[1]s%[3]d)", spreadsheet.Letter(k+2), first, s.Row())))
		}
	}
	s.Put(cells...)
	s.Skip()
}

// classSums returns the sorted asset classes of leases under a standard in a period and currency.
// The other results are the sums and decimals of the columns.
func (d *draft) classSums(standard leasehold.Standard, t *classTable, p int, label string) (classes []string, sums map[string][]money.Amount, places int) {
	sums = map[string][]money.Amount{}
	leases := d.periods[p].leases
	for i := range leases {
		l := &leases[i]
		if l.Lease.Standard != standard || d.label(l.Figures.Currency) != label {
			continue
		}
		class := tagOf(l, d.Question.AssetClassTag)
		if sums[class] == nil {
			sums[class] = make([]money.Amount, len(t.columns))
			classes = append(classes, class)
		}
		for k, c := range t.columns {
			sums[class][k] = sums[class][k].Add(signed(d.fields[d.index(c.field)].of(l), c.minus))
		}
		places = l.Figures.Currency.Places()
	}
	slices.Sort(classes)
	return classes, sums, places
}

// cashAndNonCash returns the rollforward of the liability, with cash flows separate from non-cash
// changes.
func cashAndNonCash(basis string) noteTable {
	lines := []line{
		{label: "Opening", terms: plus(figure.LiabilityOpening.String()), basis: basis},
		{label: "Cash flows: principal paid", terms: less(figure.CashPrincipal.String())},
		{label: "Cash flows: interest paid", terms: less(figure.CashInterest.String())},
	}
	for _, c := range figure.LiabilityClosing.Statement().Figures {
		if c == figure.LiabilityPayments || c.Kind() != figure.Increase && c.Kind() != figure.Decrease {
			continue
		}
		lines = append(lines, line{label: "Non-cash: " + strings.ToLower(c.Title()), terms: []term{{c.String(), c.Sign() < 0}}})
	}
	n := len(lines)
	return table("Changes in liabilities from financing activities", append(lines,
		line{label: "Closing", terms: plus(figure.LiabilityClosing.String()), total: true, above: n})...)
}
