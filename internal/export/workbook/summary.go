package workbook

import (
	"fmt"

	"github.com/xuri/excelize/v2"
)

func (b *book) summary(s *sheet) {
	s.widths(34, 22, 84)
	s.freeze(4)
	s.onePage()
	r := b.r
	s.head("Summary", "Amounts in "+b.o.Currency+". Live: every figure follows the sheet Lease.")
	s.headings("Figure", "Value", "What it is")
	s.put(s.text(label, "Standard"), s.formula(plain, r.Lease.Standard.String(), "standard"))
	s.put(s.text(label, "Classification"), s.formula(plain, r.Class.String(), "leaseClass"))
	s.put(s.text(label, "Periods"), s.formula(plain, len(r.Schedule), "periodCount"))
	s.put(s.text(label, "Periodic rate"), s.formula(rate, parsed(r.PeriodicRate.String()), "periodicRate"), s.text(note, "annual rate x months per period / 12"))
	b.figures(s, []figureRow{
		{"initialLiability", "present value of the lease payments at commencement", r.InitialLiability, "initialLiabilityCents/100"},
		{"initialRouAsset", "liability + prepaid rent + direct costs - incentives", r.InitialRouAsset, "initialAssetCents/100"},
		{"totalUndiscountedPayments", "every payment of the schedule", r.TotalUndiscountedPayments, "totalPaymentsCents/100"},
		{"totalLeaseCost", "the sum of the lease expense", r.TotalLeaseCost, b.workingSum(workExpense) + "/100"},
		{"terminalPayment", "residual guarantee and purchase option, part of the last payment", r.TerminalPayment, "terminalCents/100"},
	})
	s.put(s.text(label, "Current liability"), s.formula(amount, number(r.Disclosures.CurrentLiability), "currentLiability"), s.text(note, "settled within twelve months"))
	s.put(s.text(label, "Long-term liability"), s.formula(amount, number(r.Disclosures.LongTermLiability), "longTermLiability"))
	s.put(s.text(label, "Imputed interest"), s.formula(amount, number(r.Disclosures.ImputedInterest), "imputedInterest"), s.text(note, "payments less the present value"))
	row := s.put(s.text(label, "Rows moved by a cent"), s.formula(plain, r.RowsMoved, "SUMPRODUCT(ABS("+span(sheetWorkings, workMove, 1, len(r.Schedule))+"))"),
		s.text(note, "the one-cent rule; see the sheet Basis"))
	s.call("rowsMoved", "B", row)
	row = s.put(s.text(label, "Check"), s.formula(verdict, "OK", "checkResult"), s.text(note, "workbook and service agree; see the sheet Check"))
	s.signal(fmt.Sprintf("B%d", row))
	b.chart(s, row+2)
	s.row += 26 // the chart's
	s.print("C")
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
