package workbook

import (
	"fmt"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/wording"
)

func (b *book) summary(s *spreadsheet.Sheet) {
	s.Widths(46, 26, 84)
	s.Freeze(4)
	s.OnePage()
	r := b.r
	s.Head("Summary"+callerName(&r.Lease), "Amounts in "+b.o.Currency+". Live: every figure follows the sheet Lease.")
	s.Headings(spreadsheet.Left("Figure"), spreadsheet.Right("Value"), spreadsheet.Left("What it is"))
	s.Put(s.Text(spreadsheet.Label, "Treatment"), s.Formula(spreadsheet.RightText, wording.Treatment(&r.Measurement), `standard&IF(singleModel="yes",""," "&leaseClass)&" lease"`))
	s.Put(s.Text(spreadsheet.Label, "Periods"), s.Formula(spreadsheet.RightText, len(r.Schedule), "periodCount"))
	s.Put(s.Text(spreadsheet.Label, "Rate per period"), s.Formula(spreadsheet.Rate, spreadsheet.Number(r.PeriodicRate.String()), "periodicRate"), s.Text(spreadsheet.Note, "annual rate x months per period / 12"))
	noun := wording.Sentence(r.Lease.Standard.AssetNoun())
	b.figures(s, []figureRow{
		{"initialLiability", wording.LeaseLiability, "present value of the lease payments at commencement", r.InitialLiability, "initialLiabilityCents/100", spreadsheet.Amount},
	})
	row := s.Put(s.Formula(spreadsheet.Label, noun, "assetNoun"), s.Formula(spreadsheet.Amount, number(r.InitialRouAsset), "initialAssetCents/100"),
		s.Text(spreadsheet.Note, "lease liability + prepaid rent + initial direct costs - lease incentives"))
	s.Define("initialRouAsset", "B", row)
	b.figures(s, []figureRow{
		{"totalUndiscountedPayments", wording.TotalPayments, "every payment of the schedule", r.TotalUndiscountedPayments, "totalPaymentsCents/100", spreadsheet.Amount},
		{"totalLeaseCost", wording.TotalCost, "the sum of the column Lease cost", r.TotalLeaseCost, b.workingSum(workExpense) + "/100", spreadsheet.Amount},
		{"terminalPayment", "Due at the end of the term", "residual value guarantee and purchase price, part of the last payment", r.TerminalPayment, "terminalCents/100", spreadsheet.Amount},
	})
	s.Put(s.Text(spreadsheet.Label, wording.ImputedInterest), s.Formula(spreadsheet.Amount, number(r.Disclosures.ImputedInterest), "imputedInterest"), s.Text(spreadsheet.Note, "total payments less their present value"))
	s.Put(s.Text(spreadsheet.Label, wording.CurrentPortion), s.Formula(spreadsheet.Amount, number(r.Disclosures.CurrentLiability), "currentLiability"), s.Text(spreadsheet.Note, "settled by the payments of the first twelve months"))
	s.Put(s.Text(spreadsheet.Label, wording.LongTermPortion), s.Formula(spreadsheet.Amount, number(r.Disclosures.LongTermLiability), "longTermLiability"))
	row = s.Put(s.Text(spreadsheet.Label, "Periods with an adjustment of one cent"), s.Formula(spreadsheet.RightText, r.RowsMoved, "SUMPRODUCT(ABS("+span(sheetWorkings, workMove, 1, len(r.Schedule))+"))"),
		s.Text(spreadsheet.Note, "the one-cent rule; see the sheet Basis"))
	s.Define("rowsMoved", "B", row)
	row = s.Put(s.Text(spreadsheet.Label, "Internally consistent"), s.Formula(spreadsheet.Verdict, "OK", "internalResult"), s.Text(spreadsheet.Note, "what must hold for any inputs; see the sheet Check"))
	s.Put(s.Text(spreadsheet.Label, "As exported"), s.Formula(spreadsheet.Verdict, "OK", "exportResult"), s.Text(spreadsheet.Note, "agreement with the service, while no input is changed"))
	s.Signal(fmt.Sprintf("B%d:B%d", row, row+1))
	b.chart(s, row+3)
	s.Leave(26) // the chart's
	s.PrintTo("C")
}

// chart draws liability and asset over the term.
func (b *book) chart(s *spreadsheet.Sheet, row int) {
	n := len(b.r.Schedule)
	series := func(column string) excelize.ChartSeries {
		return excelize.ChartSeries{
			Name:       fmt.Sprintf("%s!$%s$%d", sheetSchedule, column, opening-1),
			Categories: span(sheetSchedule, colPeriod, 0, n),
			Values:     span(sheetSchedule, column, 0, n),
			Line:       excelize.LineOptions{Type: excelize.LineSolid, Width: 1.75},
			Marker:     excelize.ChartMarker{Symbol: "none"},
		}
	}
	dark := excelize.Font{Color: "404040", Size: 9}
	s.Chart(fmt.Sprintf("A%d", row), &excelize.Chart{
		Type:      excelize.Scatter,
		Series:    []excelize.ChartSeries{series(colLiability), series(colAsset)},
		Title:     excelize.ChartTitle{Paragraph: []excelize.RichTextRun{{Text: "Liability and asset over the term"}}},
		Legend:    excelize.ChartLegend{Position: "bottom"},
		Dimension: excelize.ChartDimension{Width: 900, Height: 420},
		XAxis: excelize.ChartAxis{
			Font: dark, NumFmt: excelize.ChartNumFmt{CustomNumFmt: "0"},
			Title: excelize.ChartTitle{Paragraph: []excelize.RichTextRun{{Text: "Period"}}},
		},
		YAxis: excelize.ChartAxis{MajorGridLines: true, Font: dark, NumFmt: excelize.ChartNumFmt{CustomNumFmt: "#,##0"}},
	})
}
