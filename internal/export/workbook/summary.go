package workbook

import (
	"fmt"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// figureRow is a named figure in units of the currency.
type figureRow struct {
	name, label, about string
	figure             money.Amount
	formula            string
}

// figures writes one named amount per row.
func (b *book) figures(s *spreadsheet.Sheet, look spreadsheet.Style, rows ...figureRow) {
	for _, f := range rows {
		row := s.Put(s.Text(spreadsheet.Label, f.label), s.Formula(look, b.number(f.figure), f.formula), s.Text(spreadsheet.Note, f.about))
		s.Define(f.name, "B", row)
	}
}

// summary writes the figures of commencement.
func (b *book) summary(s *spreadsheet.Sheet) {
	s.Widths(52, 26, 84)
	s.Freeze(4, 0)
	s.OnePage()
	r, first, day := b.r, b.blocks[0], wording.First(&b.r.Lease)
	measured, class := "present value of the payments", "sheet Classification"
	if b.fixed == nil {
		measured += ", sheet " + first.sheet
		class = "fixed at export; the sheet Classification tests the criteria"
	}
	s.Head("Summary"+b.caller(), "Amounts in "+b.o.Currency+". "+b.liveness())
	s.Headings(spreadsheet.Left("Figure"), spreadsheet.Right("Value"), spreadsheet.Left("What it is"))
	s.Put(s.Text(spreadsheet.Label, "Treatment"), s.Text(spreadsheet.RightText, wording.Treatment(&r.Measurement)), s.Text(spreadsheet.Note, class))
	b.figures(s, spreadsheet.Amount,
		figureRow{"initialLiability", wording.LeaseLiability + " at " + day, measured, r.InitialLiability, first.cell("balance", openingRow) + "/unit"},
		figureRow{"initialRouAsset", wording.Sentence(r.Lease.Standard.AssetNoun()) + " at " + day, "", r.InitialRouAsset, "initialAsset/unit"},
		figureRow{"totalUndiscountedPayments", wording.TotalPayments, "as seen at " + day, r.TotalUndiscountedPayments, first.sumOf("payment") + "/unit"},
		figureRow{"imputedInterest", wording.ImputedInterest, "as seen at " + day, r.Disclosures.ImputedInterest, b.imputed()},
		figureRow{"totalLeaseCost", wording.TotalCost, "as seen at " + day, r.TotalLeaseCost, first.sumOf("cost") + "/unit"},
		figureRow{"commencementPaidAmount", "Paid at commencement, not in the liability", "", r.CommencementPayment, "commencementPaid/unit"},
	)
	s.Skip()
	if b.fixed != nil {
		b.chart(s, s.Row()+1)
		s.Leave(26)
		s.PrintTo("C")
		return
	}
	s.Headings(spreadsheet.Left("In minor units"), spreadsheet.Right("Value"), spreadsheet.Left("For other sheets"))
	units := func(name, about string, value any, f string) {
		row := s.Put(s.Text(spreadsheet.Label, name), s.Formula(spreadsheet.Whole, value, f), s.Text(spreadsheet.Note, about))
		s.Define(name, "B", row)
	}
	units("adjustment", "prepaid rent + initial direct costs + restoration cost - incentives", nil, b.adjustment())
	units("commencementPaid", "on the commencement date, where that is settled", minor(r.CommencementPayment), first.settled())
	units("initialAsset", "the asset at commencement", minor(r.InitialRouAsset), b.initialAsset())
	s.Skip()
	row := s.Put(s.Text(spreadsheet.Label, "Internally consistent"), s.Formula(spreadsheet.Verdict, "OK", "internalResult"), s.Text(spreadsheet.Note, "what must hold for any inputs; see the sheet Check"))
	s.Put(s.Text(spreadsheet.Label, "As exported"), s.Formula(spreadsheet.Verdict, "OK", "exportResult"), s.Text(spreadsheet.Note, "agreement with the service, while no input is changed"))
	s.Signal(fmt.Sprintf("B%d:B%d", row, row+1))
	b.chart(s, row+3)
	s.Leave(26) // the chart's
	s.PrintTo("C")
}

// liveness says whether the figures are formulas.
func (b *book) liveness() string {
	if b.fixed != nil {
		labels := make([]string, len(b.fixed))
		for i := range b.fixed {
			labels[i] = b.fixed[i].label
		}
		return "The figures are values as exported, because the formulas of this workbook do not compute: " + strings.Join(labels, ", ") + "."
	}
	return "Live: every figure follows the sheets Lease and Events."
}

// sumOf is a formula for a column of the block over its rows, in minor units.
func (k *block) sumOf(column string) string { return "SUM(" + k.span(column, 0, len(k.rows)-1) + ")" }

// span refers to a column of some rows of the block from another sheet.
func (k *block) span(column string, from, to int) string {
	return fmt.Sprintf("'%s'!$%[2]s$%[3]d:$%[2]s$%[4]d", k.sheet, letter(column), at(from), at(to))
}

// initialAsset is a formula for the asset at commencement, in minor units.
func (b *book) initialAsset() string {
	switch {
	case b.r.Lease.Exemption != leasehold.NoExemption:
		return "0"
	case b.r.Lease.OpeningRouAsset.Set:
		return minorOf("openingRouAsset")
	default:
		return "ROUND(" + b.blocks[0].cell("balance", openingRow) + "+adjustment+commencementPaid,0)"
	}
}

// imputed is a formula for the imputed interest.
func (b *book) imputed() string {
	if b.r.Lease.Exemption != leasehold.NoExemption {
		return "0/unit"
	}
	return "(" + b.blocks[0].sumOf("payment") + "-" + b.blocks[0].cell("balance", openingRow) + ")/unit"
}

// chart draws liability and asset over the life.
func (b *book) chart(s *spreadsheet.Sheet, row int) {
	if b.r.Lease.Exemption != leasehold.NoExemption {
		return
	}
	series := func(column string) excelize.ChartSeries {
		return excelize.ChartSeries{
			Name:       fmt.Sprintf("%s!$%s$%d", sheetSchedule, column, scheduleRow(0)),
			Categories: b.over(sheetSchedule, "A"),
			Values:     b.over(sheetSchedule, column),
			Line:       excelize.LineOptions{Type: excelize.LineSolid, Width: 1.75},
			Marker:     excelize.ChartMarker{Symbol: "none"},
		}
	}
	dark := excelize.Font{Color: "404040", Size: 9}
	s.Chart(fmt.Sprintf("A%d", row), &excelize.Chart{
		Type:      excelize.Scatter,
		Series:    []excelize.ChartSeries{series(colLiability), series(colAsset)},
		Title:     excelize.ChartTitle{Paragraph: []excelize.RichTextRun{{Text: "Liability and asset after each period"}}},
		Legend:    excelize.ChartLegend{Position: "bottom"},
		Dimension: excelize.ChartDimension{Width: 900, Height: 420},
		XAxis: excelize.ChartAxis{
			Font: dark, NumFmt: excelize.ChartNumFmt{CustomNumFmt: "0"},
			Title: excelize.ChartTitle{Paragraph: []excelize.RichTextRun{{Text: "Period"}}},
		},
		YAxis: excelize.ChartAxis{MajorGridLines: true, Font: dark, NumFmt: excelize.ChartNumFmt{CustomNumFmt: "#,##0"}},
	})
}

// adjustment is a formula for what the asset has beyond the liability, in minor
// units.
func (b *book) adjustment() string {
	var f strings.Builder
	f.WriteString("0")
	for _, part := range []struct{ sign, name string }{{"+", "prepaidRent"}, {"+", "initialDirectCosts"}, {"+", "restorationCost"}, {"+", "grantElement"}, {"-", "leaseIncentives"}} {
		if b.typedName(part.name) == part.name {
			f.WriteString(part.sign + minorOf(part.name))
		}
	}
	return f.String()
}

// settled is a formula for what is paid on the commencement date where it is no part
// of the liability, in minor units.
func (k *block) settled() string {
	opening, _, _ := k.singles(0)
	f := sum(opening)
	if k.b.r.Lease.PaymentTiming == leasehold.Advance {
		f += "+" + k.cell("rent", at(0))
	}
	return `IF(commencementPayment="settled",` + f + ",0)"
}
