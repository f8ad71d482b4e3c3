package spreadsheet

import (
	"strconv"

	"github.com/xuri/excelize/v2"
)

// LineChart draws a chart with a line for each of the named columns. The horizontal axis shows the numbers in the
// column named by the across argument. The chart covers the next rows, which are left empty.
func (s *Sheet) LineChart(title, axis string, rows *Rows, across string, columns ...string) {
	text := func(text string) excelize.ChartTitle {
		return excelize.ChartTitle{Paragraph: []excelize.RichTextRun{{Text: text}}}
	}
	dark := excelize.Font{Color: "404040", Size: 9}
	chart := &excelize.Chart{
		Type:      excelize.Scatter,
		Title:     text(title),
		Legend:    excelize.ChartLegend{Position: "bottom"},
		Dimension: excelize.ChartDimension{Width: 900, Height: 420},
		XAxis:     excelize.ChartAxis{Font: dark, NumFmt: excelize.ChartNumFmt{CustomNumFmt: "0"}, Title: text(axis)},
		YAxis:     excelize.ChartAxis{MajorGridLines: true, Font: dark, NumFmt: excelize.ChartNumFmt{CustomNumFmt: "#,##0"}},
	}
	for _, column := range columns {
		chart.Series = append(chart.Series, excelize.ChartSeries{
			Name:       rows.Global(0, "{"+column+"^}"),
			Categories: rows.Range(across),
			Values:     rows.Range(column),
			Line:       excelize.LineOptions{Type: excelize.LineSolid, Width: 1.75},
			Marker:     excelize.ChartMarker{Symbol: "none"},
		})
	}
	const height = 26 // in rows
	s.b.Fail(s.b.file.AddChart(s.name, "A"+strconv.Itoa(s.row+1), chart))
	s.Leave(height)
}
