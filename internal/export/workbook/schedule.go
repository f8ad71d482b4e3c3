package workbook

import (
	"fmt"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// column is an amount column of the sheets Schedule and Service.
type column struct {
	wording.ScheduleColumn

	name string
	from string // column of the measurement, with "-" for the row above; "" if computed from other columns
}

// sources are the names and measurement columns of the amounts of a schedule. The variable cost is
// always a column; other additional costs are columns only in workbooks of values.
var sources = map[string][2]string{
	"payment": {"payment", "payment"}, "interest": {"interest", "interest"}, "principal": {"principal", ""}, "liabilityClose": {"liability", "balance"},
	"rouAmortization": {"amortization", "amortization"}, "rouAssetClose": {"asset", "asset"}, "leaseExpense": {"cost", "cost"},
	"variableLeaseExpense": {"variable", "variable"}, "nonLeaseExpense": {"nonLease", "variable"}, "taxExpense": {"tax", "variable"},
}

// scheduleColumns returns the columns to the right of the date columns.
func (b *book) scheduleColumns() (list []column) {
	amounts := wording.ScheduleColumns(&b.r.Measurement)
	if !b.r.Varies() {
		amounts = slices.Insert(amounts, len(amounts)-len(wording.SidesOf(&b.r.Measurement)), wording.Sides[0].ScheduleColumn)
	}
	opening := func(name, heading, from string, of func(*leasehold.Period) money.Amount) column {
		return column{wording.ScheduleColumn{Heading: "Opening " + heading, Balance: true, Of: of}, name, from}
	}
	for _, a := range amounts {
		switch a.Member {
		case "payment":
			list = append(list, opening("opening", wording.Headings(&b.r.Measurement).Liability, "balance-", (*leasehold.Period).LiabilityOpen))
		case "rouAmortization":
			list = append(list, opening("openingAsset", wording.Headings(&b.r.Measurement).Asset, "asset-", (*leasehold.Period).RouAssetOpen))
		}
		list = append(list, column{a, sources[a.Member][0], sources[a.Member][1]})
	}
	return list
}

// scheduleLayout returns the layout of the sheets Schedule and Service.
func (b *book) scheduleLayout() layout {
	l := layout{"period", "from", "to", "due", "months"}
	for _, c := range b.columns {
		l = append(l, c.name)
	}
	return l
}

// scheduleRow returns the row number of a period on the sheets Schedule and Service.
func scheduleRow(number int) int { return 4 + number }

// columnRange returns a reference to the cells of all periods in a column of the sheet Schedule or
// Service.
func (b *book) columnRange(sheet, column string) string {
	return fmt.Sprintf("%[1]s!$%[2]s$%[3]d:$%[2]s$%[4]d", sheet, b.scheduleLayout().letter(column), scheduleRow(1), scheduleRow(len(b.r.Schedule)))
}

// scheduled returns a reference to a cell on the sheet Schedule.
func (b *book) scheduled(column string, period int) string {
	return fmt.Sprintf("%s!%s%d", sheetSchedule, b.scheduleLayout().letter(column), scheduleRow(period))
}

// schedule writes the schedule of the lease. Each row refers to the measurement that applies to the
// period.
func (b *book) schedule(s *spreadsheet.Sheet) {
	b.periods(s, "Schedule"+b.caller(), "Amounts in "+b.o.Currency+". Each row comes from the measurement of its time. An event starts a new measurement, so the next row opens with the balances after the event.", true)
	cells := []any{s.Text(spreadsheet.Label, "Total"), nil, nil, nil, nil}
	for _, c := range b.columns {
		if c.Balance {
			cells = append(cells, nil)
			continue
		}
		cells = append(cells, s.Formula(spreadsheet.AmountBold, b.number(c.SumOf(b.r.Schedule)), "ROUND(SUM(%s),%d)", strings.ReplaceAll(b.columnRange(sheetSchedule, c.name), sheetSchedule+"!", ""), b.places))
	}
	s.Put(cells...)
}

// service writes the service's own schedule as values.
func (b *book) service(s *spreadsheet.Sheet) {
	b.periods(s, "The service's schedule", "Values that the service returned for the lease as exported. No amount is computed from them; the sheet Check compares them.", false)
}

// periods writes one row for each period of the schedule.
func (b *book) periods(s *spreadsheet.Sheet, title, about string, live bool) {
	headings := []spreadsheet.ColumnHeading{
		spreadsheet.Right("Period").Wide(8), spreadsheet.Right("From").Wide(12), spreadsheet.Right("To").Wide(12), spreadsheet.Right("Due").Wide(12),
		spreadsheet.Right("Months").Wide(9),
	}
	for _, c := range b.columns {
		width := 16.0
		if c.Balance {
			width = 18
		}
		headings = append(headings, spreadsheet.Right(c.Heading).Wide(width))
	}
	s.Freeze(4, 0)
	s.Table(title, about, headings...)
	columns := b.scheduleLayout()
	for i := range b.r.Segments {
		k := b.blocks[i]
		for j := range b.r.Segments[i].Periods {
			p := &b.r.Segments[i].Periods[j]
			cells := []any{
				s.Value(spreadsheet.Plain, p.Number), s.Value(spreadsheet.Day, spreadsheet.Serial(p.First)), s.Value(spreadsheet.Day, spreadsheet.Serial(p.Last)),
				s.Value(spreadsheet.Day, spreadsheet.Serial(p.Date)), s.Value(spreadsheet.Plain, spreadsheet.Number(string(p.AppendMonths(nil)))),
			}
			for _, c := range b.columns {
				cell := s.Value(spreadsheet.Amount, b.number(c.Of(p)))
				if live {
					cell = s.Formula(spreadsheet.Amount, b.number(c.Of(p)), columns.formula(b.periodFormula(k, j, c.from), s.Row()+1))
				}
				cells = append(cells, cell)
			}
			s.Put(cells...)
		}
	}
}

// periodFormula returns a formula for a column of the schedule that refers to the row of a block
// with index j.
func (b *book) periodFormula(k *block, j int, from string) string {
	name, above := strings.CutSuffix(from, "-")
	row := at(j)
	switch {
	case name == "" && b.r.Lease.Exempt():
		return "0"
	case name == "":
		return "ROUND({payment}-{interest},6)"
	case above:
		row--
	case k.cut != nil && j == k.happened:
		row = k.partRow()
	}
	return k.cell(name, row) + "/unit"
}
