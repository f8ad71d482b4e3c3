// Package sidebyside writes a comparison of one lease under several treatments: the amounts by
// year, and each treatment's difference from the first. The package itself computes no amounts.
package sidebyside

import (
	"fmt"
	"io"
	"strconv"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/paper"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/treatments"
)

type draft struct {
	c      *treatments.Comparison
	o      paper.Options
	places int
}

// Workbook writes the comparison as a workbook. Totals, differences and checks are formulas that
// refer to the amounts by year. The error is either a [*spreadsheet.LimitError] or an error from w.
// Equal arguments result in equal bytes.
func Workbook(w io.Writer, c *treatments.Comparison, o paper.Options) error {
	d := &draft{c, o, wording.Places(c.Lease)}
	for i := range c.Treatments {
		r := c.Treatments[i].Result
		err := spreadsheet.CheckLimit("paymentAmount", r.InitialLiability, r.InitialRouAsset, r.TotalLeaseCost, r.TotalUndiscountedPayments)
		if err != nil {
			return err
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

func (d *draft) headings(s *spreadsheet.Sheet, first string) {
	list := []spreadsheet.ColumnHeading{spreadsheet.Left(first)}
	for i := range d.c.Treatments {
		list = append(list, spreadsheet.Right(d.c.Treatments[i].Title))
	}
	s.Headings(list...)
}

func (d *draft) row(s *spreadsheet.Sheet, label excelize.Cell, cell func(i int) excelize.Cell) {
	cells := []any{label}
	for i := range d.c.Treatments {
		cells = append(cells, cell(i))
	}
	s.Put(cells...)
}

var figures = []struct {
	label string
	of    func(*treatments.Treatment) money.Amount
}{
	{wording.LeaseLiability + " at commencement", func(t *treatments.Treatment) money.Amount { return t.Result.InitialLiability }},
	{"Right-of-use or lease asset at commencement", func(t *treatments.Treatment) money.Amount { return t.Result.InitialRouAsset }},
	{wording.CurrentPortion, func(t *treatments.Treatment) money.Amount { return t.Result.Disclosures.CurrentLiability }},
	{wording.LongTermPortion, func(t *treatments.Treatment) money.Amount { return t.Result.Disclosures.LongTermLiability }},
	{wording.TotalCost, func(t *treatments.Treatment) money.Amount { return t.Result.TotalLeaseCost }},
}

func (d *draft) summary(s *spreadsheet.Sheet) {
	s.Widths(50, 20, 20, 20, 20)
	s.Head("One lease under every treatment", d.lease()+". Amounts in "+d.o.Currency+".")
	d.headings(s, "Figure")
	list := d.c.Treatments
	for _, f := range figures {
		label := f.label
		if label == wording.TotalCost && len(d.c.Lease.Events) > 0 {
			label += ", at commencement" // amounts by year include events
		}
		d.row(s, s.Text(spreadsheet.Label, label), func(i int) excelize.Cell { return s.Value(spreadsheet.Amount, d.number(f.of(&list[i]))) })
	}
	d.row(s, s.Text(spreadsheet.Label, "Less the first treatment: asset"), func(i int) excelize.Cell {
		difference := list[i].Result.InitialRouAsset.Sub(list[0].Result.InitialRouAsset)
		return s.Formula(spreadsheet.Amount, d.number(difference), "%s6-$B$6", letter(i))
	})
}

func letter(i int) string { return spreadsheet.Letter(i + 2) }

// yearColumns lists a treatment's columns on the Years sheet, except the year column.
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

// Indexes into yearColumns for the columns on the Differences sheet.
const (
	costColumn  = 3
	assetColumn = 5
)

// block returns the number of treatment i's first row on the Years sheet.
func (d *draft) block(i int) int { return 5 + i*(years(d.c)+4) }

func (d *draft) total(s *spreadsheet.Sheet, sum money.Amount, i, first, last int) excelize.Cell {
	return s.Formula(spreadsheet.AmountBold, d.number(sum), "ROUND(SUM(%[1]s%[2]d:%[1]s%[3]d),%[4]d)", letter(i), first, last, d.places)
}

func (d *draft) years(s *spreadsheet.Sheet) {
	s.Widths(24, 18, 18, 18, 18, 18, 18)
	s.Head("Lease years", "Amounts in "+d.o.Currency+". Balances are at the end of the year.")
	for i := range d.c.Treatments {
		t := &d.c.Treatments[i]
		headings := []spreadsheet.ColumnHeading{spreadsheet.Left(t.Title)}
		for _, c := range yearColumns {
			headings = append(headings, spreadsheet.Right(c.label))
		}
		s.Headings(headings...)
		totals := make([]money.Amount, len(yearColumns))
		for j := range years(d.c) {
			y := year(t, j)
			cells := []any{s.Value(spreadsheet.LeftNumber, j+1)}
			for k, c := range yearColumns {
				totals[k] = totals[k].Add(c.of(&y))
				cells = append(cells, s.Value(spreadsheet.Amount, d.number(c.of(&y))))
			}
			s.Put(cells...)
		}
		cells, last := []any{s.Text(spreadsheet.Label, "Total")}, s.Row()
		for k, c := range yearColumns {
			if c.total {
				cells = append(cells, d.total(s, totals[k], k, d.block(i), last))
			}
		}
		s.Put(cells...)
		s.Leave(2)
	}
}

func (d *draft) differences(s *spreadsheet.Sheet) {
	s.Widths(24, 20, 20, 20, 20)
	s.Head("Less "+d.c.Treatments[0].Title, "Amounts in "+d.o.Currency+". Formulas on the Years sheet.")
	for _, f := range []struct {
		label  string
		column int
	}{{"Lease cost", costColumn}, {"Asset at the end of the year", assetColumn}} {
		d.headings(s, f.label)
		first, totals := s.Row()+1, make([]money.Amount, len(d.c.Treatments))
		for j := range years(d.c) {
			of := func(i int) money.Amount {
				y := year(&d.c.Treatments[i], j)
				return yearColumns[f.column].of(&y)
			}
			d.row(s, s.Value(spreadsheet.LeftNumber, j+1), func(i int) excelize.Cell {
				x := of(i).Sub(of(0))
				totals[i] = totals[i].Add(x)
				return s.Formula(spreadsheet.Amount, d.number(x), "ROUND(Years!%[1]s%[2]d-Years!%[1]s%[3]d,%[4]d)",
					letter(f.column), d.block(i)+j, d.block(0)+j, d.places)
			})
		}
		if last := s.Row(); f.column == costColumn {
			d.row(s, s.Text(spreadsheet.Label, "Total"), func(i int) excelize.Cell { return d.total(s, totals[i], i, first, last) })
		}
		s.Skip()
	}
}

func (d *draft) notes(s *spreadsheet.Sheet) {
	s.Table("Inputs and notes", "Computed by "+d.o.Program()+".",
		spreadsheet.Left("Input").Wide(46), spreadsheet.Left("Value").Wide(110))
	s.Inputs(d.c.Lease)
	s.Pair("SHA-256 of the lease, normalized", paper.Digest(d.c.Lease.Append(nil)))
	for i := range d.c.Treatments {
		t := &d.c.Treatments[i]
		s.Notes("Notes: "+t.Title, t.Notes)
	}
}

// CSV writes one row per treatment and year. Year 0 is the commencement date, which has only balances.
func CSV(w io.Writer, c *treatments.Comparison) error {
	places := wording.Places(c.Lease)
	text := func(a money.Amount) string { return string(a.AppendPlaces(nil, places)) }
	lines := [][]string{{
		"treatment", "year", "payments", "interest", "amortization", "leaseExpense", "liabilityClose", "rouAssetClose",
		"leaseExpenseDifference", "rouAssetCloseDifference",
	}}
	first := &c.Treatments[0]
	for i := range c.Treatments {
		t := &c.Treatments[i]
		liability, asset := t.Result.InitialLiability, t.Result.InitialRouAsset
		lines = append(lines, []string{
			t.Key, "0", "", "", "", "", text(liability), text(asset), "", text(asset.Sub(first.Result.InitialRouAsset)),
		})
		for j := range years(c) {
			y, d := year(t, j), year(first, j)
			lines = append(lines, []string{
				t.Key, strconv.Itoa(j + 1), text(y.Payments), text(y.Interest), text(y.Amortization), text(y.LeaseExpense), text(y.LiabilityClose),
				text(y.RouAssetClose), text(y.LeaseExpense.Sub(d.LeaseExpense)), text(y.RouAssetClose.Sub(d.RouAssetClose)),
			})
		}
	}
	return paper.WriteCSV(w, lines)
}

// years returns the largest number of lease years of any treatment.
func years(c *treatments.Comparison) (n int) {
	for i := range c.Treatments {
		n = max(n, len(c.Treatments[i].Years))
	}
	return n
}

// year returns lease year i of a treatment, counted from 0. If the treatment has fewer years, it
// returns the zero value.
func year(t *treatments.Treatment, i int) leasehold.LeaseYear {
	if i < len(t.Years) {
		return t.Years[i]
	}
	return leasehold.LeaseYear{Year: i + 1}
}
