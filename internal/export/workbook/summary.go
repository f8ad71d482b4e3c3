package workbook

import (
	"fmt"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold/internal/wording"
)

func (b *book) summary(s *sheet) {
	s.widths(46, 26, 84)
	s.freeze(4)
	s.onePage()
	r := b.r
	s.head("Summary"+callerName(&r.Lease), "Amounts in "+b.o.Currency+". Live: every figure follows the sheet Lease.")
	s.headings(left("Figure"), right("Value"), left("What it is"))
	s.put(s.text(label, "Treatment"), s.formula(rightText, wording.Treatment(&r.Measurement), `standard&IF(singleModel="yes",""," "&leaseClass)&" lease"`))
	s.put(s.text(label, "Periods"), s.formula(rightText, len(r.Schedule), "periodCount"))
	s.put(s.text(label, "Rate per period"), s.formula(rate, parsed(r.PeriodicRate.String()), "periodicRate"), s.text(note, "annual rate x months per period / 12"))
	noun := wording.Sentence(r.Lease.Standard.AssetNoun())
	b.figures(s, []figureRow{
		{"initialLiability", wording.LeaseLiability, "present value of the lease payments at commencement", r.InitialLiability, "initialLiabilityCents/100", amount},
	})
	row := s.put(s.formula(label, noun, "assetNoun"), s.formula(amount, number(r.InitialRouAsset), "initialAssetCents/100"),
		s.text(note, "lease liability + prepaid rent + initial direct costs - lease incentives"))
	s.define("initialRouAsset", "B", row)
	b.figures(s, []figureRow{
		{"totalUndiscountedPayments", wording.TotalPayments, "every payment of the schedule", r.TotalUndiscountedPayments, "totalPaymentsCents/100", amount},
		{"totalLeaseCost", wording.TotalCost, "the sum of the column Lease cost", r.TotalLeaseCost, b.workingSum(workExpense) + "/100", amount},
		{"terminalPayment", "Due at the end of the term", "residual value guarantee and purchase price, part of the last payment", r.TerminalPayment, "terminalCents/100", amount},
	})
	s.put(s.text(label, wording.ImputedInterest), s.formula(amount, number(r.Disclosures.ImputedInterest), "imputedInterest"), s.text(note, "total payments less their present value"))
	s.put(s.text(label, wording.CurrentPortion), s.formula(amount, number(r.Disclosures.CurrentLiability), "currentLiability"), s.text(note, "settled by the payments of the first twelve months"))
	s.put(s.text(label, wording.LongTermPortion), s.formula(amount, number(r.Disclosures.LongTermLiability), "longTermLiability"))
	row = s.put(s.text(label, "Periods with an adjustment of one cent"), s.formula(rightText, r.RowsMoved, "SUMPRODUCT(ABS("+span(sheetWorkings, workMove, 1, len(r.Schedule))+"))"),
		s.text(note, "the one-cent rule; see the sheet Basis"))
	s.define("rowsMoved", "B", row)
	row = s.put(s.text(label, "Internally consistent"), s.formula(verdict, "OK", "internalResult"), s.text(note, "what must hold for any inputs; see the sheet Check"))
	s.put(s.text(label, "As exported"), s.formula(verdict, "OK", "exportResult"), s.text(note, "agreement with the service, while no input is changed"))
	s.signal(fmt.Sprintf("B%d:B%d", row, row+1))
	b.chart(s, row+3)
	s.row += 26 // the chart's
	s.printTo("C")
}

// chart draws liability and asset over the term.
func (b *book) chart(s *sheet, row int) {
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
	b.keep(b.file.AddChart(s.name, fmt.Sprintf("A%d", row), &excelize.Chart{
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
	}))
}
