package sidebyside

import (
	"fmt"
	"io"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/paper"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/treatments"
)

// draft is a workbook of a comparison under construction.
type draft struct {
	c      *treatments.Comparison
	o      paper.Options
	places int
}

// Workbook writes the comparison as a workbook. Totals, differences and checks are formulas that
// refer to the figures by year in the same workbook. The error is a [*spreadsheet.LimitError] or an
// error of w. Equal arguments write equal bytes.
func Workbook(w io.Writer, c *treatments.Comparison, o paper.Options) error {
	d := &draft{c, o, wording.Places(c.Lease)}
	for i := range c.Treatments {
		r := c.Treatments[i].Result
		for _, a := range []money.Amount{r.InitialLiability, r.InitialRouAsset, r.TotalLeaseCost, r.TotalUndiscountedPayments} {
			if spreadsheet.TooLarge(a) {
				return spreadsheet.Exceeds("paymentAmount", a)
			}
		}
	}
	b := spreadsheet.New(spreadsheet.Options{
		Title: "One lease under every treatment", Subject: d.lease(), Description: "Treatments side by side", Paper: o.Paper.For(), Places: d.places,
	})
	b.Add("Side by side", d.summary)
	b.Add("Years", d.years)
	b.Add("Differences", d.differences)
	b.Add("Inputs and notes", d.notes)
	return b.Write(w)
}

// lease returns a one-line description of the lease.
func (d *draft) lease() string {
	l := d.c.Lease
	text := fmt.Sprintf("%s, %s", l.CommencementDate, wording.Months(l.TermMonths))
	for _, name := range []string{l.Name, l.ID} {
		if name != "" {
			text = name + ", " + text
		}
	}
	return text
}

func (d *draft) number(a money.Amount) float64 {
	return spreadsheet.Number(string(a.AppendPlaces(nil, d.places)))
}

// column returns the letter of the column with index i, counted from 0.
func column(i int) string { return spreadsheet.Letter(i + 1) }

// titles returns the headings in first, followed by one heading per treatment.
func (d *draft) titles(first ...spreadsheet.ColumnHeading) []spreadsheet.ColumnHeading {
	for i := range d.c.Treatments {
		first = append(first, spreadsheet.Right(d.c.Treatments[i].Title))
	}
	return first
}

// figure is a line of the summary.
type figure struct {
	label string
	of    func(*treatments.Treatment) money.Amount
}

var figures = []figure{
	{wording.LeaseLiability + " at commencement", func(t *treatments.Treatment) money.Amount { return t.Result.InitialLiability }},
	{"Right-of-use or lease asset at commencement", func(t *treatments.Treatment) money.Amount { return t.Result.InitialRouAsset }},
	{wording.CurrentPortion, func(t *treatments.Treatment) money.Amount { return t.Result.Disclosures.CurrentLiability }},
	{wording.LongTermPortion, func(t *treatments.Treatment) money.Amount { return t.Result.Disclosures.LongTermLiability }},
	{wording.TotalCost, func(t *treatments.Treatment) money.Amount { return t.Result.TotalLeaseCost }},
}

func (d *draft) summary(s *spreadsheet.Sheet) {
	s.Widths(50, 20, 20, 20, 20)
	s.Head("One lease under every treatment", d.lease()+". Amounts in "+d.o.Currency+".")
	s.Headings(d.titles(spreadsheet.Left("Figure"))...)
	for _, f := range figures {
		label := f.label
		if label == wording.TotalCost && len(d.c.Lease.Events) > 0 {
			label += ", at commencement" // the figures by year include the events
		}
		cells := []any{s.Text(spreadsheet.Label, label)}
		for i := range d.c.Treatments {
			cells = append(cells, s.Value(spreadsheet.Amount, d.number(f.of(&d.c.Treatments[i]))))
		}
		s.Put(cells...)
	}
	cells := []any{s.Text(spreadsheet.Label, "Less the first treatment: asset")}
	for i := range d.c.Treatments {
		cells = append(cells, s.Formula(spreadsheet.Amount, d.number(d.difference(i).asset), "%[1]s6-$B$6", column(i+1)))
	}
	s.Put(cells...)
}

// off contains the differences of a treatment from the first treatment.
type off struct{ asset, cost money.Amount }

func (d *draft) difference(i int) off {
	if i == 0 {
		return off{}
	}
	x := &d.c.Differences[i-1]
	return off{x.InitialRouAsset, x.TotalLeaseCost}
}

// yearColumns lists the columns of a treatment on the sheet Years, except the column for the year.
var yearColumns = []struct {
	label string
	of    func(*leasehold.LeaseYear) money.Amount
	total bool
}{
	{"Payments", func(y *leasehold.LeaseYear) money.Amount { return y.Payments }, true},
	{"Interest", func(y *leasehold.LeaseYear) money.Amount { return y.Interest }, true},
	{"Amortization", func(y *leasehold.LeaseYear) money.Amount { return y.Amortization }, true},
	{"Lease cost", func(y *leasehold.LeaseYear) money.Amount { return y.LeaseExpense }, true},
	{wording.LeaseLiability, func(y *leasehold.LeaseYear) money.Amount { return y.LiabilityClose }, false},
	{"Asset", func(y *leasehold.LeaseYear) money.Amount { return y.RouAssetClose }, false},
}

// The indexes in yearColumns of two figures to which formulas refer.
const (
	costColumn  = 3
	assetColumn = 5
)

// block returns the row number of the first row of the treatment with index i on the sheet Years.
func (d *draft) block(i int) int { return 5 + i*(years(d.c)+4) }

// years writes the figures of the lease years, in one block of rows per treatment.
func (d *draft) years(s *spreadsheet.Sheet) {
	s.Widths(24, 18, 18, 18, 18, 18, 18)
	s.Head("Lease years", "Amounts in "+d.o.Currency+". Balances are at the end of the year.")
	n := years(d.c)
	for i := range d.c.Treatments {
		t := &d.c.Treatments[i]
		headings := []spreadsheet.ColumnHeading{spreadsheet.Left(t.Title)}
		for _, c := range yearColumns {
			headings = append(headings, spreadsheet.Right(c.label))
		}
		s.Headings(headings...)
		totals := make([]money.Amount, len(yearColumns))
		for j := range n {
			y := year(t, j)
			cells := []any{s.Value(spreadsheet.LeftNumber, j+1)}
			for k, c := range yearColumns {
				totals[k] = totals[k].Add(c.of(&y))
				cells = append(cells, s.Value(spreadsheet.Amount, d.number(c.of(&y))))
			}
			s.Put(cells...)
		}
		first := d.block(i)
		cells := []any{s.Text(spreadsheet.Label, "Total")}
		for k, c := range yearColumns {
			if !c.total {
				cells = append(cells, nil)
				continue
			}
			cells = append(cells, s.Formula(spreadsheet.AmountBold, d.number(totals[k]), "ROUND(SUM(%[1]s%[2]d:%[1]s%[3]d),%[4]d)", column(k+1), first, first+n-1, d.places))
		}
		s.Put(cells...)
		s.Leave(2)
	}
}

// differences writes the differences of each treatment from the first treatment, by year and in
// total.
func (d *draft) differences(s *spreadsheet.Sheet) {
	s.Widths(24, 20, 20, 20, 20)
	s.Head("Less "+d.c.Treatments[0].Title, "Amounts in "+d.o.Currency+". Formulas on the sheet Years.")
	for _, f := range []struct {
		label  string
		column int
		of     func(leasehold.LeaseYear) money.Amount
	}{
		{"Lease cost", costColumn, func(y leasehold.LeaseYear) money.Amount { return y.LeaseExpense }},
		{"Asset at the end of the year", assetColumn, func(y leasehold.LeaseYear) money.Amount { return y.RouAssetClose }},
	} {
		s.Headings(d.titles(spreadsheet.Left(f.label))...)
		first := s.Row() + 1
		totals := make([]money.Amount, len(d.c.Treatments))
		for j := range years(d.c) {
			cells := []any{s.Value(spreadsheet.LeftNumber, j+1)}
			for i := range d.c.Treatments {
				x := f.of(year(&d.c.Treatments[i], j)).Sub(f.of(year(&d.c.Treatments[0], j)))
				totals[i] = totals[i].Add(x)
				letter := column(f.column + 1)
				cells = append(cells, s.Formula(spreadsheet.Amount, d.number(x), "ROUND(Years!%[1]s%[2]d-Years!%[1]s%[3]d,%[4]d)",
					letter, d.block(i)+j, d.block(0)+j, d.places))
			}
			s.Put(cells...)
		}
		if f.column == costColumn {
			cells := []any{s.Text(spreadsheet.Label, "Total")}
			for i := range d.c.Treatments {
				cells = append(cells, s.Formula(spreadsheet.AmountBold, d.number(totals[i]), "ROUND(SUM(%[1]s%[2]d:%[1]s%[3]d),%[4]d)",
					column(i+1), first, s.Row(), d.places))
			}
			s.Put(cells...)
		}
		s.Skip()
	}
}

// notes writes the assumptions and the sources of the figures.
func (d *draft) notes(s *spreadsheet.Sheet) {
	s.Table("Inputs and notes", "Computed by "+d.o.Program()+".",
		spreadsheet.Left("Input").Wide(46), spreadsheet.Left("Value").Wide(110))
	for _, in := range wording.Inputs(d.c.Lease) {
		s.Pair(in.Label, in.Value)
	}
	s.Pair("SHA-256 of the lease, normalized", paper.Digest(d.c.Lease.Append(nil)))
	for i := range d.c.Treatments {
		t := &d.c.Treatments[i]
		s.Skip()
		s.Headings(spreadsheet.Left("Notes: "+t.Title), spreadsheet.Left(""))
		for _, n := range t.Notes {
			s.Pair("", n)
		}
	}
}
