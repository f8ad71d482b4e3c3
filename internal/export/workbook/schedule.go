package workbook

import (
	"fmt"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/wording"
)

// sources contains the measurement column for each schedule column, by API name. "-" selects the
// row above. The principal has no measurement column.
var sources = map[string]string{
	"liabilityOpen": "balance-", "payment": "payment", "interest": "interest", "liabilityClose": "balance",
	"rouAssetOpen": "asset-", "rouAmortization": "amortization", "rouAssetClose": "asset", "leaseExpense": "cost", "variableLeaseExpense": "variable",
}

// scheduleColumns returns the amount columns. Every workbook has a column for the variable cost.
// Columns for other additional costs occur only in workbooks of values.
func scheduleColumns(m *leasehold.Measurement) (list []wording.ScheduleColumn) {
	amounts, heads := wording.ScheduleColumns(m), wording.Headings(m)
	if !m.Varies() {
		amounts = slices.Insert(amounts, len(amounts)-len(wording.SidesOf(m)), wording.Sides[0].ScheduleColumn)
	}
	opening := map[string]wording.ScheduleColumn{ // by the column to the right
		"payment":         {Member: "liabilityOpen", Heading: "Opening " + heads.Liability, Balance: true, Of: (*leasehold.Period).LiabilityOpen},
		"rouAmortization": {Member: "rouAssetOpen", Heading: "Opening " + heads.Asset, Balance: true, Of: (*leasehold.Period).RouAssetOpen},
	}
	for _, c := range amounts {
		if before, ok := opening[c.Member]; ok {
			list = append(list, before)
		}
		list = append(list, c)
	}
	return list
}

func (b *book) scheduleLayout() layout {
	l := layout{
		{"period", spreadsheet.Right("Period").Wide(8)},
		{"from", spreadsheet.Right("From").Wide(12)},
		{"to", spreadsheet.Right("To").Wide(12)},
		{"due", spreadsheet.Right("Due").Wide(12)},
		{"months", spreadsheet.Right("Months").Wide(9)},
	}
	for _, c := range b.columns {
		width := 16.0
		if c.Balance {
			width = 18
		}
		l = append(l, sheetColumn{c.Member, spreadsheet.Right(c.Heading).Wide(width)})
	}
	return l
}

func scheduleRow(number int) int { return 4 + number }

func (b *book) columnRange(sheet, column string) string {
	return b.scheduleLayout().area(sheet, column, scheduleRow(1), scheduleRow(len(b.r.Schedule)))
}

func (b *book) scheduled(column string, period int) string {
	return fmt.Sprintf("%s!%s%d", sheetSchedule, b.scheduleLayout().letter(column), scheduleRow(period))
}

func (b *book) schedule(s *spreadsheet.Sheet) {
	b.periods(s, "Schedule"+b.leaseName(), "Amounts in "+b.o.Currency+". Each row comes from the measurement in effect on its date. "+
		"An event starts a new measurement, so the next row opens with the balances after the event.", true)
	cells := []any{s.Text(spreadsheet.Label, "Total"), nil, nil, nil, nil}
	for _, c := range b.columns {
		if c.Balance {
			cells = append(cells, nil)
			continue
		}
		cells = append(cells, s.Formula(spreadsheet.AmountBold, b.number(c.SumOf(b.r.Schedule)), "ROUND(SUM(%s),%d)", strings.ReplaceAll(b.columnRange(sheetSchedule, c.Member), sheetSchedule+"!", ""), b.places))
	}
	s.Put(cells...)
}

func (b *book) service(s *spreadsheet.Sheet) {
	b.periods(s, "The service's schedule", "Values that the service returned for the lease as exported. No amount is computed from them; the sheet Check compares them.", false)
}

// periods writes one row per period. If live is true, the amounts are formulas.
func (b *book) periods(s *spreadsheet.Sheet, title, about string, live bool) {
	columns := b.scheduleLayout()
	columns.table(s, title, about)
	for _, k := range b.blocks {
		for j := range k.seg.Periods {
			p := &k.seg.Periods[j]
			cells := []any{
				s.Value(spreadsheet.Plain, p.Number), s.Value(spreadsheet.Day, spreadsheet.Serial(p.First)), s.Value(spreadsheet.Day, spreadsheet.Serial(p.Last)),
				s.Value(spreadsheet.Day, spreadsheet.Serial(p.Date)), s.Value(spreadsheet.Plain, spreadsheet.Number(string(p.AppendMonths(nil)))),
			}
			for _, c := range b.columns {
				cell := s.Value(spreadsheet.Amount, b.number(c.Of(p)))
				if live {
					cell = s.Formula(spreadsheet.Amount, b.number(c.Of(p)), columns.formula(k.periodFormula(j, c.Member), s.Row()+1))
				}
				cells = append(cells, cell)
			}
			s.Put(cells...)
		}
	}
}

// periodFormula returns the formula for an amount of the period with index j of the block.
func (k *block) periodFormula(j int, member string) string {
	name, above := strings.CutSuffix(sources[member], "-")
	row := at(j)
	switch {
	case name == "" && k.b.r.Lease.Exempt():
		return "0"
	case name == "":
		return "ROUND({payment}-{interest},6)"
	case above:
		row--
	case k.splitRow != nil && j == k.wholeRows:
		row = k.partRow()
	}
	return k.cell(name, row) + "/unit"
}
